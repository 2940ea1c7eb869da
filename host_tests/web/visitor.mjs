// A visitor of the page in a real browser, and what their hands and eyes do there. PAGE is the address of the built page,
// CHROMIUM the browser.
//
// Nothing here goes by the clock: each step waits for what the board shows or says, as long as a slow machine may need.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before} from 'node:test';

import {chromium} from '../../web/node_modules/playwright-core/index.mjs';

const {PAGE, CHROMIUM} = process.env;
const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

let browser;

/** The tests of a file have a browser; `more` gives further arguments of it. */
export function useBrowser(more = async () => []) {
    before(async () => {
        browser = await chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', ...await more()]});
    });
    after(() => browser?.close());
}

/** A visitor who was never here, and what went wrong on the page. */
export async function visitor(options = {}, prepare = async () => {}, address = PAGE) {
    const context = await browser.newContext({viewport: {width: 1200, height: 900}, ...options});
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await prepare(page);
    await page.goto(address);
    return {page, faults, close: async () => {
        await context.close();
        assert.deepEqual(faults, []);
    }};
}

/** The board's time goes by as many times as fast as ours; also as slowly as nobody can choose. */
export const hurry = (page, pace = 4) => page.locator('#pace').evaluate((select, pace) => {
    select.append(new Option(pace, pace));
    select.value = pace;
    select.dispatchEvent(new Event('change'));
}, String(pace));
export const saysHeadline = (page, pattern) => page.locator('#headline').filter({hasText: pattern}).waitFor();
export const saysLight = (page, pattern) => page.locator('#meanings li').filter({hasText: pattern}).first().waitFor();
export const moves = (page) => page.locator('#moves li span:not(.number)').allTextContents().then((all) => all.filter(Boolean).join(' '));

/** Waits until the game has so many of them. */
export const saysHalfMoves = (page, count) => page.waitForFunction((count) =>
    [...document.querySelectorAll('#moves li span:not(.number)')].filter((span) => span.textContent).length === count, count);

/** Waits until these are the moves of the game. */
export async function played(page, wanted) {
    await page.waitForFunction((text) => [...document.querySelectorAll('#moves li span:not(.number)')].map((span) => span.textContent)
        .filter(Boolean).join(' ') === text, wanted).catch(async (error) => {
        throw new Error(`the moves are '${await moves(page)}', not '${wanted}'; the page says: ${await said(page)}`, {cause: error});
    });
}

/** What the page says of the board, for whoever reads of a failure. */
export const said = (page) => page.locator('#headline, #meanings li, #note').allTextContents().then((all) => all.join(' | '));

export async function centre(page, square) {
    const element = page.locator(`[data-square=${square}]`);
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function drag(page, from, to) {
    await page.mouse.move(...await centre(page, from));
    await page.mouse.down();
    await page.mouse.move(...await centre(page, to), {steps: 4});
    await page.mouse.up();
}

export const choose = (page, id, value) => page.selectOption(`#${id}`, value);

export const answer = (page, text) => page.locator('#dialog-buttons button').filter({hasText: text}).click();

/** What axe-core (https://github.com/dequelabs/axe-core) finds wrong with the page as it is now: rule, element, what to do. */
export async function barriers(page) {
    await page.evaluate(await readFile(new URL('../../web/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
    // Waiting for a function has a limit, evaluating has none.
    const found = await page.waitForFunction(() => window.axe.run({rules: {'label-content-name-mismatch': {enabled: true}}}));
    const {violations} = await found.jsonValue();
    return violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${target}: ${failureSummary}`));
}

/** Before the page is opened: no note goes because its time is over, only because it is no longer so. */
export const keepNotes = (page) => page.addInitScript(() => {
    const start = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) => ms === 8000 ? 0 : start(act, ms, ...rest);
});

/** Before the page is opened: the person makes the board's moves by hand, until a setting says otherwise. */
export const byHand = (page) => page.addInitScript(() => localStorage.getItem('stackmate.settings')
    ?? localStorage.setItem('stackmate.settings', JSON.stringify({byHand: true})));

/** Before the page is opened: a browser's speech, whose voices come when `voices` is called. What it is to say is kept in `heard`,
 *  and that it was stopped in `silenced`. */
export const fakeVoice = (page) => page.addInitScript(() => {
    const speech = Object.assign(new EventTarget(), {
        known: [], pending: false, getVoices: () => speech.known, cancel: () => { window.silenced = true; }, speak: ({text, voice}) => window.heard.push(`${voice.name}: ${text}`),
    });
    window.heard = [];
    window.voices = (...known) => {
        speech.known = known;
        speech.dispatchEvent(new Event('voiceschanged'));
    };
    Object.defineProperty(window, 'speechSynthesis', {value: speech});
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
});
export const giveVoice = (page) => page.evaluate(() => window.voices({name: 'German', lang: 'de-DE', localService: true}, {name: 'far', lang: 'en-US', localService: false},
                                                                     {name: 'near', lang: 'en-GB', localService: true}));
export const heard = (page) => page.evaluate(() => window.heard.splice(0));

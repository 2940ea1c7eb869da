#!/usr/bin/env node
// What the page costs: node measure.mjs PAGE CHROMIUM. Called by tools/web --measure. Prints JSON.

import {spawn} from 'node:child_process';
import {cpus} from 'node:os';

import {chromium} from 'playwright-core';

const AWAKE = [3, 5], AT_REST = [12, 20];       // seconds before the processor's use is measured, and meanwhile
const STARTS = 5, SPINNING = 2;
const [page_, executablePath] = process.argv.slice(2);

/** Opens the page in a browser of its own, and calls `act` when a move is possible. */
async function visit(act) {
    const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']});
    try {
        const page = await browser.newPage();
        await page.addInitScript(() => new MutationObserver((_, observer) => {
            if (document.getElementById('headline')?.textContent.includes('Your move')) {
                observer.disconnect();
                globalThis.movableAt = performance.now();
            }
        }).observe(document, {subtree: true, childList: true, characterData: true}));
        await page.goto(page_);
        await page.waitForFunction(() => globalThis.movableAt, undefined, {timeout: 120_000});
        return await act(page, browser);
    } finally {
        await browser.close();
    }
}

/** Per cent of one core that all of the browser's processes take. */
async function load(page, browser, [settle, measured]) {
    const session = await browser.newBrowserCDPSession();
    const used = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, {cpuTime}) => sum + cpuTime, 0);
    await page.waitForTimeout(1000 * settle);
    const before = await used(), began = performance.now();
    await page.waitForTimeout(1000 * measured);
    return 100 * (await used() - before) / ((performance.now() - began) / 1000);
}

const hide = (page) => page.evaluate(() => {
    Object.defineProperty(document, 'hidden', {value: true});
    document.dispatchEvent(new Event('visibilitychange'));
});

const [awake, inView, hidden, browserVersion] = await visit(async (page, browser) => {
    const seen = [await load(page, browser, AWAKE), await load(page, browser, AT_REST)];
    await hide(page);
    return [...seen, await load(page, browser, AT_REST), browser.version()];
});

const starts = [];
const spinning = Array.from({length: SPINNING}, () => spawn(process.execPath, ['-e', 'for (;;);']));
try {
    for (let start = 0; start < STARTS; start++) {
        starts.push(await visit((page) => page.evaluate(
            () => (globalThis.movableAt - performance.getEntriesByName('first-contentful-paint')[0].startTime) / 1000)));
    }
} finally {
    spinning.forEach((one) => one.kill());
}
console.log(JSON.stringify({
    processor: `${cpus()[0].model}, ${cpus().length} cores`, browser: browserVersion, awake, inView, hidden, starts: starts.sort((a, b) => a - b),
}));

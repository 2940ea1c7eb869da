#!/usr/bin/env node
// Pictures of the page: node pictures.mjs PAGE CHROMIUM FOLDER. Called by tools/web --pictures.

import {mkdirSync} from 'node:fs';
import {join} from 'node:path';

import {chromium} from 'playwright-core';

const [page_, executablePath, folder] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb']});

async function visit({byHand = false, ...options}) {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(180_000);
    await page.addInitScript((byHand) => localStorage.setItem('stackmate.settings', JSON.stringify({byHand})), byHand);
    await page.goto(page_);
    await page.locator('#headline').filter({hasText: 'Your move'}).waitFor();
    return page;
}

async function centre(page, square) {
    const box = await page.locator(`[data-square=${square}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}
const click = async (page, square) => page.mouse.click(...await centre(page, square));
const halfMoves = (page) => page.locator('#moves li span:not(.number)').evaluateAll((spans) => spans.filter((span) => span.textContent).length);

/** White's moves by hand, the engine's by the page, until a piece is in the air. */
async function toMidGame(page) {
    await page.selectOption('#level', 'd3');
    for (const [from, to] of [['e2', 'e4'], ['g1', 'f3'], ['f1', 'c4'], ['d2', 'd3']]) {
        const before = await halfMoves(page);
        await click(page, from);
        await click(page, to);
        await page.waitForFunction((count) => [...document.querySelectorAll('#moves li span:not(.number)')]
            .filter((span) => span.textContent).length === count, before + 2);
        await page.locator('#headline').filter({hasText: 'Your move'}).waitFor();
    }
    await click(page, 'c1');
    await page.locator('#meanings li').filter({hasText: 'may be put here'}).waitFor();
    await page.waitForTimeout(300);
    await page.waitForFunction(() => document.querySelectorAll('.glow.lit').length > 3);
}

const shoot = (page, name) => page.screenshot({path: join(folder, name)});

const desktop = {viewport: {width: 1200, height: 860}};
const light = await visit({...desktop, colorScheme: 'light'});
await toMidGame(light);
await shoot(light, 'desktop.png');
await light.keyboard.press('Escape');
await light.locator('#button-menu').click();
await light.locator('.labelled').first().waitFor();
await shoot(light, 'menu.png');
await light.locator('#tab-own').click();
await shoot(light, 'own.png');
await light.context().close();

const dark = await visit({...desktop, colorScheme: 'dark', byHand: true});
await dark.mouse.move(...await centre(dark, 'e2'));
await click(dark, 'e2');
await click(dark, 'e4');
await dark.locator('#answer-do').waitFor();
await shoot(dark, 'dark.png');
await dark.context().close();

for (const [name, colorScheme] of [['phone.png', 'light'], ['phone-dark.png', 'dark']]) {
    const phone = await visit({viewport: {width: 390, height: 844}, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme});
    await phone.touchscreen.tap(...await centre(phone, 'g1'));
    await phone.locator('#meanings li').filter({hasText: 'may be put here'}).waitFor();
    await shoot(phone, name);
    await phone.context().close();
}
await browser.close();

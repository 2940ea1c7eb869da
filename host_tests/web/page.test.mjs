// The page in a real browser, against the real image. PAGE is the address of the built page, FILE that of its file, CHROMIUM
// the browser, IMAGE the firmware's.
//
// Nothing here goes by the clock: each step waits for what the board shows or says, as long as a slow machine may need.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {test} from 'node:test';

import {CabledBoard} from './cabled_board.mjs';
import {UsbBoard} from './usb_board.mjs';
import {DESCRIPTORS} from './usb_device.mjs';
import {fromPage} from './rules.mjs';
import {answer, barriers, byHand, centre, choose, drag, fakeVoice, giveVoice, heard, hurry, keepNotes, moves, played, saysHalfMoves, saysHeadline, saysLight, useBrowser, visitor} from './visitor.mjs';

const {PAGE, FILE, IMAGE} = process.env;

const TYPES = {html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', webmanifest: 'application/manifest+json'};

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

useBrowser();

const noteGoes = (page) => page.locator('#note').waitFor({state: 'hidden'});

async function playFrom(page, fen) {
    await page.click('#edit');
    await page.fill('#edit-fen', fen);
    await page.locator('#edit-fen').blur();
    await page.click('#edit-apply');
    await page.locator('#editor').waitFor({state: 'hidden'});
}

/** Before the page is opened: the headlines are kept in `headlines`. */
const keepHeadlines = (page) => page.addInitScript(() => {
    window.headlines = [];
    new MutationObserver(() => {
        const text = document.querySelector('#headline')?.textContent;
        if (text && text !== window.headlines.at(-1)) {
            window.headlines.push(text);
        }
    }).observe(document, {childList: true, characterData: true, subtree: true});
});

test('a page that is loading does not say that the power is off, and what hands do meanwhile is not lost', async () => {
    const {page, close} = await visitor({}, async (page) => {
        await keepHeadlines(page);
        await page.addInitScript(() => {        // the stored flash comes late
            const open = indexedDB.open.bind(indexedDB);
            indexedDB.open = (...words) => {
                const request = {};
                setTimeout(() => {
                    const real = open(...words);
                    real.onupgradeneeded = () => { request.result = real.result; request.onupgradeneeded(); };
                    real.onsuccess = () => { request.result = real.result; request.onsuccess(); };
                }, 2000);
                return request;
            };
        });
    });
    await hurry(page);
    await drag(page, 'e2', 'e4');
    await page.waitForFunction(() => window.headlines.length > 1);
    assert.equal(await page.evaluate(() => window.headlines[0]), 'One moment…');
    await drag(page, 'e4', 'e2');
    await saysHeadline(page, 'Your move: you have White');
    assert.deepEqual((await page.evaluate(() => window.headlines)).filter((text) => /power is off/.test(text)), []);
    await close();
});

test('after a hint that was only shown, the takeback is the same as without it', async () => {
    const {page, close} = await visitor();
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'level', 's1');
    await page.locator('#settings-card summary').click();
    await page.locator('#auto').check();
    await drag(page, 'e2', 'e4');
    await page.waitForFunction(() => document.querySelectorAll('#moves li span:not(.number):not(:empty)').length === 2);
    await saysHeadline(page, 'Your move: you have White');
    await page.click('#button-hint');
    await saysHeadline(page, 'A hint');
    await page.click('#takeback');
    await played(page, '');
    await page.click('#answer-do');
    await saysHeadline(page, 'Your move: you have White');
    await close();
});

test('while all pieces stand as the board wants them, its state is asked for though no light changes', async () => {
    const {page, close} = await visitor({}, (page) => page.addInitScript(() => {
        const Real = Worker;
        window.Worker = class extends Real {
            set onmessage(hear) { super.onmessage = (event) => window.dark && /^(frame|time)$/.test(event.data.kind) || hear(event); }
        };
    }));
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await hurry(page, 0.3);                                 // so that the board's last state comes after the page's last question
    await page.evaluate(() => { window.dark = true; });
    await playFrom(page, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await saysHeadline(page, 'Your move: you have White');  // on a busy machine it says so already
    await close();
});

test('two persons play by the mouse: taken back, put right, the power cut, the page left, and mate', async () => {
    const {page, close} = await twoPersons();
    await drag(page, 'f2', 'f3');
    await played(page, 'f3');
    await drag(page, 'e7', 'e5');
    await played(page, 'f3 e5');
    await drag(page, 'g2', 'g4');
    await played(page, 'f3 e5 g4');
    await drag(page, 'g4', 'g2');                           // taken back by putting it back
    await played(page, 'f3 e5');
    await page.locator('#settings-card summary').click();
    await page.locator('#wooden').check();
    await drag(page, 'b1', 'b5');                           // no knight goes there
    await saysHeadline(page, 'not a legal move');
    await saysLight(page, 'b5: take this piece away');
    await saysLight(page, 'b1: a piece is missing here');
    await drag(page, 'b5', 'b1');
    await saysHeadline(page, 'White to move');
    await played(page, 'f3 e5');
    await page.locator('.power').click();
    await saysHeadline(page, 'The power is off');
    assert.equal(await page.locator('.glow.lit').count(), 0);
    await page.locator('.power').click();
    await goOn(page);
    await page.reload();                                    // flash and pieces are found again
    await hurry(page);
    await goOn(page);
    await drag(page, 'g2', 'g4');
    await played(page, 'f3 e5 g4');
    await drag(page, 'd8', 'h4');
    await played(page, 'f3 e5 g4 Qh4#');
    await saysHeadline(page, 'Black has won: checkmate');
    await saysLight(page, "e8: this king's side has won");
    await saysLight(page, 'a4: how the game ended: checkmate');
    assert.match(await page.locator('[data-square=h4]').getAttribute('aria-label'), /^h4, black queen/);
    await close();
});

test('the list of moves is the board’s own when the page is opened again, also if its memory lacks the last one', async () => {
    const {page, close} = await twoPersons();
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await page.waitForTimeout(1000);                        // until the flash is stored
    await page.evaluate(() => { IDBObjectStore.prototype.put = () => {}; });
    await drag(page, 'e7', 'e5');
    await played(page, 'e4 e5');
    await page.reload();
    await hurry(page);
    await played(page, 'e4');
    await close();
});

test('one tab has the board: another one says so, takes it with the game as it stands, and the first one says so then', async () => {
    const {page, close} = await twoPersons();
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    const other = await page.context().newPage();
    await other.goto(PAGE);
    await saysHeadline(other, 'The board is open in another tab');
    await saysHeadline(page, 'Black to move');
    await other.click('#take-board');
    await hurry(other);
    await goOn(other, 'Black');
    await played(other, 'e4');
    await saysHeadline(page, 'The board is open in another tab');
    await drag(other, 'e7', 'e5');
    await played(other, 'e4 e5');
    await other.waitForTimeout(1000);                       // until the flash is stored
    await other.close();                                    // then the board is free
    await hurry(page);
    await goOn(page);
    await played(page, 'e4 e5');
    await close();
});

test('of three tabs the one that asks for the board has it, though another one has waited longer', async () => {
    const {page, close} = await visitor();
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    const [second, third] = [await page.context().newPage(), await page.context().newPage()];
    for (const tab of [second, third]) {
        await tab.goto(PAGE);
        await saysHeadline(tab, 'The board is open in another tab');
    }
    let loads = 0;
    second.on('load', () => { loads++; });
    await third.click('#take-board');
    await saysHeadline(third, /Your move|saved game/);
    assert.equal(loads, 0);                                 // else it had the board in between
    for (const tab of [page, second]) {
        await saysHeadline(tab, 'The board is open in another tab');
    }
    await second.click('#take-board');
    await saysHeadline(second, /Your move|saved game/);
    for (const tab of [page, third]) {
        await saysHeadline(tab, 'The board is open in another tab');
    }
    await close();
});

test('in a browser that refuses to keep anything a game can be played, and forgotten', async () => {
    const {page, close} = await twoPersons({}, (page) => page.addInitScript(() => {
        const refuse = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
            Object.defineProperty(window, name, {get: refuse, configurable: true});
        }
        window.BroadcastChannel = refuse;
        window.LockManager.prototype.request = async () => refuse();
        Object.defineProperty(Navigator.prototype, 'serviceWorker', {get: refuse, configurable: true});
    }));
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await page.locator('#settings-card summary').click();
    await page.locator('#score').check();
    await page.click('#sound');
    await page.click('#forget');
    await answer(page, 'Forget everything');
    await saysHeadline(page, 'Your move: you have White');
    await played(page, '');
    await close();
});

test('the chip stands still while it waits for a person, with its lights on, and while the page is hidden or the own board is in view, but not while its engine thinks or a clock runs', async () => {
    const {page, close} = await visitor({}, (page) => page.addInitScript(() => {
        const Real = window.Worker;
        window.told = 0;                                        // how often the chip has said what time it is
        window.Worker = class extends Real {
            constructor(...words) {
                super(...words);
                this.addEventListener('message', ({data}) => {
                    window.told += data.kind === 'time' ? 1 : 0;
                    window.rests = data.kind === 'rests' ? data.on : window.rests;
                });
            }
            postMessage(order) {
                window.rest = order.rest ?? window.rest;
                super.postMessage(order.do === 'rest' ? {...order, after: 500} : order);
            }
        };
        window.hide = (hidden) => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        };
    }));
    const told = () => page.evaluate(() => window.told);
    /** Whether the chip says that it rests, and tells no time then. */
    const rests = async () => {
        for (let span = 0; span < 60; span++) {
            await page.waitForFunction(() => window.rests);
            const before = await told();
            await page.waitForTimeout(500);
            if (await told() === before) {
                return true;
            }
        }
        return false;
    };
    const runs = async (times = 1) => {
        await page.waitForFunction((enough) => window.told >= enough, await told() + times);
    };
    await saysHeadline(page, 'Your move: you have White');
    assert.ok(await rests());
    await page.locator('#speed').filter({hasText: 'it stands still until you do something'}).waitFor();
    assert.ok(await page.locator('.glow.lit').count() > 0);     // the light of the side to move blinks
    await page.evaluate(() => window.hide(true));
    await page.waitForFunction(() => window.rest === 'now');
    await page.evaluate(() => window.hide(false));
    await runs();                                               // it may have stood still while its lights were dark
    await page.evaluate(() => window.hide(true));
    assert.ok(await rests());
    await page.click('#tab-own');
    await page.evaluate(() => window.hide(false));
    assert.ok(await rests());
    await page.click('#tab-try');
    await runs();                                               // it is asked for its state
    assert.ok(await rests());
    await hurry(page);
    await drag(page, 'e2', 'e4');
    await saysHalfMoves(page, 1);
    await page.evaluate(() => window.hide(true));
    await saysHalfMoves(page, 2);                               // the answer comes, and is made
    assert.ok(await rests());
    await page.evaluate(() => window.hide(false));
    await choose(page, 'level', await page.locator('#level option[value^=c]').first().getAttribute('value'));
    await page.locator('#clocks .runs').waitFor();
    await runs(20);                                             // far longer than until a rest
    assert.ok(!await page.evaluate(() => window.rests));
    await close();
});

/** The game goes on after the power was off: by itself, or after a yes. */
async function goOn(page, side = 'White') {
    await page.waitForFunction((says) => document.querySelector('#answer-yes') || document.querySelector('#headline').textContent.includes(says), `${side} to move`);
    if (await page.locator('#answer-yes').count() > 0) {
        await page.locator('#answer-yes').click({timeout: 2000}).catch(() => {});
    }
    await saysHeadline(page, `${side} to move`);
}

test('on a phone, by touch, a game is won against the engine; a pawn becomes a rook by a tap on its picture', async () => {
    const {page, close} = await visitor(PHONE);
    const touch = async (square) => page.touchscreen.tap(...await centre(page, square));
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    assert.ok(await page.evaluate((width) => document.documentElement.scrollWidth <= width, PHONE.viewport.width), 'nothing is wider than the screen');
    await choose(page, 'level', 's1');
    await playFrom(page, '7k/P7/5K2/8/8/8/8/6R1 w - - 0 1');
    await saysHeadline(page, 'Your move: you have White');
    await touch('a7');
    await saysLight(page, 'a8: the piece in the air may be put here');
    await hurry(page, 0.1);                                 // the choice ends after five seconds of the board's time
    await touch('a8');
    await page.locator('#meanings button[aria-label=rook]').waitFor();
    await page.locator('#meanings button[aria-label=rook]').tap();
    await hurry(page);
    await played(page, 'a8=R+');
    assert.match(await page.locator('[data-square=a8]').getAttribute('aria-label'), /^a8, white rook/);
    await played(page, 'a8=R+ Kh7');                        // the only answer, made for the person
    await touch('g1');
    await touch('h1');
    await played(page, 'a8=R+ Kh7 Rh1#');
    await saysHeadline(page, 'White has won: checkmate');
    await close();
});

test('a new game: the set-up is named and offered, and no hand comes between until every piece stands', async () => {
    const {page, close} = await twoPersons();
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await page.locator('#console-card summary').click();
    await page.fill('#console-input', 'board new');         // the line asks for it, and no hand of the page helps
    await page.press('#console-input', 'Enter');
    await saysHeadline(page, 'Set up the pieces for a new game');
    await page.locator('#answer-do').filter({hasText: 'Set the pieces up for me'}).click();
    await saysHeadline(page, 'White to move');
    await played(page, '');
    for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3']]) {
        await drag(page, from, to);
        await page.locator(`[data-square=${from}][aria-label*="empty"]`).waitFor();
    }
    await played(page, 'e4 e5 Nf3');
    await page.evaluate(() => {
        window.headlines = [];
        new MutationObserver(() => window.headlines.push(document.querySelector('#headline').textContent))
            .observe(document.querySelector('#headline'), {childList: true, characterData: true, subtree: true});
    });
    await hurry(page, 0.05);                                // so that the set-up lasts
    await page.click('#new');
    await page.locator('#dialog-title').filter({hasText: 'Begin a new game?'}).waitFor();
    await answer(page, 'Close');
    await played(page, 'e4 e5 Nf3');                        // and the board was told nothing
    await page.click('#new');
    await answer(page, 'Begin a new game');
    await page.locator('[data-square=e2][aria-label^="e2, white pawn"]').waitFor();
    await drag(page, 'e2', 'e4');                           // it is drawn there, and the board does not feel it yet
    await page.locator('#note').filter({hasText: 'still being put in their places'}).waitFor();
    await hurry(page);
    await saysHeadline(page, 'White to move');
    await noteGoes(page);
    await played(page, '');
    assert.equal(await page.locator('.square svg').count(), 32);
    assert.deepEqual((await page.evaluate(() => window.headlines)).filter((text) => /over/.test(text)), []);
    await drag(page, 'd2', 'd4');
    await played(page, 'd4');
    await close();
});

test('Black, White or either in one click, seen from there; resigning asks, and a draw is offered and refused', async () => {
    const {page, close} = await visitor({}, keepNotes);
    const below = () => page.locator('.row').last().locator('.square').last().getAttribute('data-square');
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    assert.equal(await below(), 'h1');
    assert.ok(await page.locator('#draw').isDisabled());    // there is no game yet
    await choose(page, 'level', 'd1');                      // a careless one may stand so badly that it agrees
    await page.locator('#settings-card summary').click();
    await page.locator('#auto').check();
    await page.click('#play-black');                        // no move was made: nothing is asked
    await saysHeadline(page, 'Your move: you have Black');
    assert.equal(await below(), 'a8');
    await saysHalfMoves(page, 1);
    await drag(page, 'a7', 'a6');
    await saysHalfMoves(page, 3);
    await saysHeadline(page, 'Your move: you have Black');
    await page.click('#draw');
    await saysHeadline(page, 'Yes or no?');
    await page.click('#answer-yes');
    await page.locator('#note').filter({hasText: 'The draw is refused'}).waitFor();
    await saysHeadline(page, 'Your move: you have Black');
    await saysHalfMoves(page, 3);
    await page.click('#resign');
    await answer(page, 'Close');
    await saysHalfMoves(page, 3);
    await page.click('#resign');
    await answer(page, 'Resign');
    await saysHeadline(page, 'White has won: resigned');
    assert.ok(await page.locator('#resign').isDisabled());
    await page.click('#play-white');
    await saysHeadline(page, 'Your move: you have White');
    assert.equal(await below(), 'h1');
    await drag(page, 'a2', 'a3');
    await saysHalfMoves(page, 2);
    await page.click('#play-either');
    await page.locator('#dialog-title').filter({hasText: 'Begin a new game?'}).waitFor();
    await answer(page, 'Begin a new game');
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length < 2);
    await page.waitForFunction(() => {
        const side = /Your move: you have (White|Black)/.exec(document.querySelector('#headline').textContent)?.[1];
        return side && [...document.querySelectorAll('.square')].at(-1).dataset.square === (side === 'White' ? 'h1' : 'a8');
    });
    await close();
});

test('the names on the squares of the menu take two lines at most and fit, and the words beside them say what a tap does', async () => {
    for (const [width, height] of [[1280, 800], [390, 844], [844, 390]]) {
        const {page, close} = await visitorAt(width, height);
        await hurry(page);
        await saysHeadline(page, 'Your move: you have White');
        await page.click('#button-menu');
        await page.locator('[data-square=h6].labelled').waitFor();
        const tooLarge = () => page.locator('.labelled').evaluateAll((squares) => squares.filter((square) => {
            const label = square.querySelector('.label'), range = document.createRange();
            range.selectNodeContents(label);
            const text = range.getBoundingClientRect(), own = square.getBoundingClientRect();
            return text.width > own.width || text.height > own.height || label.textContent.split('\n').length > 2;
        }).map((square) => square.textContent));
        assert.deepEqual(await tooLarge(), [], `${width} by ${height}`);
        await saysLight(page, 'tap one to choose it: level, player, coach, sound, exercise, odds or clock');
        await saysLight(page, 'tap one, and the board does it');
        await saysLight(page, 'chosen now: White: person');
        await page.locator('[data-square=h6][aria-label*="40/90+30, then 30+30"]').waitFor();
        await page.click('[data-square=c7]');
        await page.locator('[data-square=d5][aria-label*="clock: 3 s a move"]').waitFor();
        assert.deepEqual(await tooLarge(), [], `${width} by ${height}, second page`);
        await close();
    }
});

test('a clock of one’s own is put together, runs by its rule, and is shown as the squares of the board choose it', async () => {
    const {page, close} = await twoPersons({viewport: {width: 320, height: 700}});
    const fault = (part, words) => page.locator(`#clock-${part}-fault`).filter({hasText: words}).waitFor(), set = page.locator('#dialog-buttons button').first();
    const fill = async (part, ...values) => {
        for (const [i, value] of values.entries()) {
            await page.fill(`#clock-${part}-${i}`, value);
        }
    };
    const own = (words) => page.locator('#level option[value=own]').filter({hasText: words}).waitFor({state: 'attached'});
    await own('your own: 5+0');
    await page.locator('#own-clock').focus();
    await page.keyboard.press('Enter');
    await fill('white', '0', '0');
    await fault('white', 'A side needs some time');
    assert.ok(await set.isDisabled());
    await fill('white', '3', '2');
    await page.locator('#clock-alike').uncheck();
    await fill('black', '1', '-1');
    await fault('black', 'Up to 180 minutes and 60 seconds');
    await fill('black', '1', '0');
    await fill('stage', '40', '30');
    await choose(page, 'clock-rule', '-hourglass');
    await fault('stage', 'This rule has no second stage');
    assert.equal(await page.getAttribute('#clock-stage-0', 'aria-invalid'), 'true');
    assert.ok(await set.isDisabled() && await page.locator('#dialog').evaluate(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth));
    assert.deepEqual(await barriers(page), []);
    await fill('stage', '0', '0');
    await set.click();
    await own('your own: White 3+2, Black 1+0, hourglass');
    await page.waitForFunction(() => document.querySelector('#level').value === 'own');
    await page.locator('#clocks').filter({hasText: 'White3:02Black1:00'}).waitFor();
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await page.locator('#clocks').filter({hasText: /White3:0[5-9]Black0:5/}).waitFor();
    await page.click('#button-menu');
    await page.locator('[data-square=c7][aria-label*="more"]').click();
    await page.locator('[data-square=d6][aria-label*="clock: 5 min"]').click();
    await own('your own: White 5+2, Black 5+0, hourglass');
    await page.locator('[data-square=b7][aria-label*="clock: delay"]').click();
    await own('your own: White 5+2, Black 5+0, delay');
    await page.click('#own-clock');
    assert.deepEqual(await page.locator('#dialog input:not([type]), #dialog select').evaluateAll((all) => all.map(({value}) => value)), ['5', '2', '5', '0', '-delay', '0', '0']);
    await page.keyboard.press('Escape');
    await close();
});

test('moves, captures, checks and the end are heard once each, until the button says no, which is remembered; a captured black piece is seen in the dark', async () => {
    const {page, close} = await visitor({colorScheme: 'dark'}, (page) => page.addInitScript(() => {
        window.tones = [];
        const node = {connect: (next) => next, gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}};
        window.AudioContext = class {
            currentTime = 0;
            resume() { this.begun = true; return Promise.resolve(); }
            get state() { return this.begun && !window.forbidden ? 'running' : 'suspended'; }
            createGain() { return node; }
            createOscillator() {
                return {...node, frequency: {}, stop() {}, start() { window.tones.push(this.frequency.value); }};
            }
        };
    }));
    const tones = () => page.evaluate(() => window.tones.splice(0).join(' '));
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'black', 'person');
    await playFrom(page, '4k3/3p4/4P3/8/8/8/8/R3K3 w - - 0 1');
    await saysHeadline(page, 'White to move');
    assert.equal(await tones(), '');                        // it was not made by a move
    await drag(page, 'a1', 'b1');
    await played(page, 'Rb1');
    assert.equal(await tones(), '330');
    await drag(page, 'e8', 'd8');
    await played(page, 'Rb1 Kd8');
    await tones();
    await drag(page, 'e6', 'd7');
    await played(page, 'Rb1 Kd8 exd7');
    assert.equal(await tones(), '220 165');
    const brightness = (selector, property) => page.locator(selector).first().evaluate((element, property) =>
        getComputedStyle(element)[property].match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0), property);
    await page.locator('#beside button .black').waitFor();
    assert.ok(await brightness('#beside', 'backgroundColor') - await brightness('#beside .black', 'fill') > 200);
    await drag(page, 'd8', 'c7');
    await played(page, 'Rb1 Kd8 exd7 Kc7');
    await tones();
    await drag(page, 'b1', 'c1');
    await played(page, 'Rb1 Kd8 exd7 Kc7 Rc1+');
    assert.equal(await tones(), '660 880');
    await page.click('#sound');
    await page.locator('#sound[aria-pressed=false]').waitFor();
    await drag(page, 'c7', 'b6');
    await played(page, 'Rb1 Kd8 exd7 Kc7 Rc1+ Kb6');
    assert.equal(await tones(), '');
    await page.evaluate(() => { window.forbidden = true; });
    await page.click('#sound');
    await page.locator('#sound[aria-pressed=false]').waitFor();
    await page.evaluate(() => { window.forbidden = false; });
    await page.click('#sound');
    assert.equal(await tones(), '330');
    await page.click('#resign');
    await answer(page, 'Resign');
    await saysHeadline(page, 'Black has won: resigned');
    assert.equal(await tones(), '523 392 262');
    await page.click('#sound');
    await page.reload();
    await page.locator('#sound[aria-pressed=false]').waitFor();
    await close();
});

test('the engine’s moves or all of them are said as they come, by a voice that needs no network, until the setting says otherwise', async () => {
    const {spokenMove} = await fromPage({spoken: 'spokenMove'});
    const {page, close} = await visitor({}, fakeVoice);
    const lastWords = async () => `near: ${spokenMove((await moves(page)).split(' ').at(-1))}`;
    const plays = async (from, to, count) => {
        await drag(page, from, to);
        await saysHalfMoves(page, count);
        await saysHeadline(page, 'Your move: you have White');
    };
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.locator('#settings-card summary').click();
    await page.locator('#no-voice').waitFor();
    assert.ok(await page.locator('#spoken').isDisabled());
    await giveVoice(page);
    await page.locator('#no-voice').waitFor({state: 'hidden'});
    await plays('e2', 'e4', 2);
    assert.deepEqual(await heard(page), []);
    await choose(page, 'spoken', 'all');
    await plays('d2', 'd3', 4);
    assert.deepEqual(await heard(page), ['near: pawn d three', await lastWords()]);
    await choose(page, 'spoken', 'other');
    await plays('a2', 'a3', 6);
    assert.deepEqual(await heard(page), [await lastWords()]);
    await page.waitForTimeout(1000);                        // until the flash is stored
    await page.reload();
    await giveVoice(page);
    await hurry(page);
    await saysHalfMoves(page, 6);
    await page.click('#step-back');
    await page.evaluate(() => { location.hash = '#pgn=1. d4 d5'; });
    await saysHeadline(page, 'After 1... d5');
    await page.click('#answer-now');
    await saysHeadline(page, 'Your move: you have White');
    assert.deepEqual([await page.inputValue('#spoken'), await heard(page)], ['other', []]);
    await plays('h2', 'h3', 8);
    assert.deepEqual(await heard(page), [await lastWords()]);
    await page.evaluate(() => { window.silenced = false; });
    await page.locator('#settings-card summary').click();
    await choose(page, 'spoken', '');
    await plays('a3', 'a4', 10);
    assert.deepEqual([await page.evaluate(() => window.silenced), await heard(page)], [true, []]);
    await close();
});

test('the bar beside the board shows what the engine thinks of the position in view, when asked or of each one', async () => {
    const {page, close} = await visitor();
    const bar = page.locator('.score');
    const share = () => page.locator('.score-white').evaluate((element) => parseInt(element.style.height, 10));
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    assert.ok(await bar.isHidden());
    await choose(page, 'black', 'person');
    await playFrom(page, '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1');
    await saysHeadline(page, 'White to move');
    await page.click('#think');
    await bar.waitFor();
    await page.locator('#think:enabled').waitFor();
    assert.ok(await share() > 85, `the bar is ${await share()} % white`);
    assert.match(await bar.getAttribute('aria-label'), /for White: (\+|mate)/);
    await drag(page, 'a1', 'b1');
    await played(page, 'Qb1');
    await bar.waitFor({state: 'hidden'});                   // nobody has asked about this position
    await page.locator('#settings-card summary').click();
    await page.locator('#score').check();
    await bar.waitFor();
    await drag(page, 'e8', 'e7');
    await played(page, 'Qb1 Ke7');
    await page.waitForFunction(() => /for White/.test(document.querySelector('.score:not([hidden])')?.getAttribute('aria-label')));
    await page.locator('#moves button').filter({hasText: 'Qb1'}).click();
    await saysHeadline(page, 'After 1. Qb1');
    await bar.waitFor();
    await page.reload();
    assert.ok(await page.locator('#score').isChecked());
    await close();
});

test('touching a pawn that promotes and then a lit square is a choice; taken back, it is a pawn again, and that is said', async () => {
    const {page, close} = await visitor({}, keepNotes);
    const touch = async (square) => page.mouse.click(...await centre(page, square));
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'black', 'person');
    await playFrom(page, '7k/P7/5K2/8/8/8/8/6R1 w - - 0 1');
    await saysHeadline(page, 'White to move');
    await drag(page, 'a7', 'a8');
    await page.locator('#meanings button[aria-label=rook]').waitFor();
    await touch('a8');
    await page.locator('#note').filter({hasText: 'Touch a lit square'}).waitFor();
    await touch('a6');
    await played(page, 'a8=R+');
    await noteGoes(page);
    await page.locator('[data-square=a8][aria-label^="a8, white rook"]').waitFor();
    await drag(page, 'a8', 'a7');
    await played(page, '');
    await page.locator('[data-square=a7][aria-label^="a7, white pawn"]').waitFor();
    await drag(page, 'a7', 'a8');
    await saysHeadline(page, 'What does the pawn become?');
    await drag(page, 'a8', 'a7');
    await page.locator('#note').filter({hasText: 'the move is taken back'}).waitFor();
    await played(page, '');
    await close();
});

test('a FEN that is none, or that cannot be played, is refused in words at Enter; a good one is shown', async () => {
    const {page, close} = await visitor({}, keepNotes);
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.click('#edit');
    for (const fen of ['hello', '8/8/8/8 w - - 0 1', 'k7/8/8/8/8/8/8/KK6 w - - 0 1', '4k3/8/8/8/8/8/8/QQ2K3 w - - 200 300']) {
        await page.evaluate(() => { document.querySelector('#note').textContent = ''; });
        await page.fill('#edit-fen', fen);
        await page.press('#edit-fen', 'Enter');
        await page.locator('#note').filter({hasText: /This is no position: |The board refuses this position: /}).waitFor();
        await page.locator('#edit-fen[aria-invalid=true]').waitFor();
    }
    for (const [text, fen] of [['4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "a b";', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'], ['r3k2r/8/8/8/8/8/8/R3K2R b HAha - 3 20', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20']]) {
        await page.fill('#edit-fen', text);
        await page.press('#edit-fen', 'Enter');
        await page.waitForFunction((fen) => document.querySelector('#edit-fen').value === fen, fen);
        await page.locator('#edit-fen:not([aria-invalid=true])').waitFor();
    }
    await page.fill('#edit-fen', '7k/8/5K2/8/8/8/8/6R1 b - - 0 1');
    await page.press('#edit-fen', 'Enter');
    await page.locator('[data-square=g1][aria-label^="g1, white rook"]').waitFor();
    await page.locator('#edit-fen:not([aria-invalid=true])').waitFor();
    await noteGoes(page);
    await page.locator('.power').click();
    await saysHeadline(page, 'The power is off');
    for (const act of [() => page.press('#edit-fen', 'Enter'), () => page.click('#edit-apply')]) {
        await page.evaluate(() => { document.querySelector('#note').textContent = ''; });
        await page.fill('#edit-fen', '7k/8/5K2/8/8/8/8/6R1 w - - 0 1');
        await act();
        await page.locator('#note').filter({hasText: 'Nobody is there to be asked about this position'}).waitFor();
    }
    await page.click('#edit-cancel');
    await page.waitForFunction(() => document.querySelectorAll('.square svg').length === 32);   // nothing was set up
    await close();
});

test('by the keyboard alone, with words for what is seen', async () => {
    const {page, close} = await twoPersons();
    await page.locator('[data-square=e2]').focus();
    assert.match(await page.locator('[data-square=e2]').getAttribute('aria-label'), /^e2, white pawn/);
    await page.keyboard.press('Enter');
    await page.locator('[data-square=e4][aria-label*="the piece in the air may be put here"]').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await played(page, 'e4');
    await page.locator('#live').filter({hasText: 'Black to move'}).waitFor({state: 'attached'});
    await page.locator('#button-menu').focus();             // the menu, and a level by a tap
    await page.keyboard.press('Enter');
    await page.locator('[data-square=c5][aria-label*="depth 3"]').waitFor();
    await page.locator('[data-square=c5]').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#level').value === 'd3');
    await choose(page, 'level', 'adaptive');
    await page.waitForFunction(() => document.querySelector('#level option:checked').textContent === 'as strong as you (1200)');
    await close();
});

test('axe finds no barrier on the page with its cards open, in light on a desk and in dark on a phone, nor in its dialogs', async () => {
    for (const options of [{}, {colorScheme: 'dark', ...PHONE}]) {
        const {page, close} = await visitor(options);
        await saysHeadline(page, 'Your move: you have White');
        for (const tab of ['#tab-own', '#tab-try']) {
            await page.click(tab);
            await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
            await page.locator('#lichess-puzzle').waitFor();
            await page.locator('#flash-file').waitFor({state: 'attached'});
            assert.deepEqual(await barriers(page), [], tab);
        }
        for (const button of ['#open', '#pgn', '#own-clock']) {
            await page.click(button);
            await page.locator('#dialog-buttons button').first().waitFor();
            assert.deepEqual(await barriers(page), [], button);
            await answer(page, 'Close');
        }
        await page.click('#edit');
        assert.deepEqual(await barriers(page), [], 'setting up');
        await close();
    }
});

test('light, dark or wood is chosen whatever the system has, is remembered, and axe finds no barrier in wood', async () => {
    const {page, close} = await visitor({colorScheme: 'dark'}), paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.locator('#settings-card summary').click();
    await choose(page, 'looks', 'light');
    const light = await paper();
    await choose(page, 'looks', 'wood');
    const wood = await paper();
    assert.equal(new Set([dark, light, wood]).size, 3);
    await page.reload();
    await saysHeadline(page, 'Your move: you have White');
    assert.deepEqual([await paper(), await page.inputValue('#looks')], [wood, 'wood']);
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
    assert.deepEqual(await barriers(page), []);
    await choose(page, 'looks', 'dark');
    assert.equal(await paper(), dark);
    await choose(page, 'looks', '');
    await page.emulateMedia({colorScheme: 'light'});
    assert.equal(await paper(), light);
    await close();
});

test('an exercise is chosen and set up for the person, another one on the same squares', async () => {
    const {page, close} = await visitor();
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.locator('#settings-card summary').click();
    await page.locator('#score').check();
    await page.locator('#balance').filter({hasText: 'The engine, for White'}).waitFor();
    for (const [exercise, men] of [['win-krvk', 'white rook'], ['win-kqvkr', 'white queen']]) {
        await choose(page, 'set-exercise', exercise);
        await page.locator('#answer-do').filter({hasText: 'Put the pieces right for me'}).click();
        await saysHeadline(page, 'Your move: you have White');
        await page.locator(`[data-square][aria-label*="${men}"]`).waitFor();
        assert.equal(await page.locator('#set-exercise').inputValue(), exercise);
    }
    await page.click('#think');                             // who asks gets an answer, in the list
    await page.locator('#thoughts td').first().waitFor();
    await page.locator('#think:enabled').waitFor();
    assert.ok(await page.locator('.score').isHidden());
    assert.doesNotMatch(await page.locator('#balance').textContent(), /engine/);
    await close();
});

test('checkers: what is played is said and drawn, its menu has its own names, and one button leads back to chess', async () => {
    const {page, close} = await visitor();
    const isOn = (square, piece) => page.locator(`[data-square=${square}][aria-label^="${square}, ${piece}"]`).waitFor();
    const touch = async (square) => page.mouse.click(...await centre(page, square));
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.click('#button-menu');
    await page.locator('[data-square=d7].labelled').waitFor();
    await touch('d7');
    await saysHeadline(page, 'Checkers: put the men where the lights ask for them');
    await page.click('#checkers-set-up');
    await isOn('a1', 'white man');
    await isOn('b8', 'black man');
    await isOn('a8', 'empty');
    await saysHeadline(page, 'Checkers: make the board’s move');        // Black begins
    await page.click('#checkers-move');
    await saysHeadline(page, 'Checkers: White to move');
    await page.click('#button-menu');
    await saysHeadline(page, 'Checkers: the menu: tap a square');
    await page.locator('[data-square=d7][aria-label$=": the other game"]').waitFor();
    await page.click('#button-menu');
    await saysHeadline(page, 'Checkers: White to move');
    await page.waitForFunction(() => !document.querySelector('.labelled'));     // the menu's names go with the next picture
    assert.deepEqual(await barriers(page), []);
    assert.equal(await page.locator('#balance').textContent(), '');     // its men have no worth in pawns
    await page.click('#open');
    await page.fill('#dialog textarea', '1. e4 e5 *');
    await answer(page, 'Open');
    await saysHeadline(page, 'After 1... e5');
    await page.locator('#balance').filter({hasText: 'Material: even'}).waitFor();
    assert.ok(await page.locator('#checkers-back').isHidden());
    assert.ok(await page.locator('#answer-on').isHidden());
    await page.click('#answer-now');
    await saysHeadline(page, 'Checkers: White to move');
    await page.locator('#checkers-back').waitFor();
    await drag(page, 'c3', 'b4');
    await saysHeadline(page, 'Checkers: make the board’s move');
    await page.reload();                                    // the men are there again
    await hurry(page);
    await isOn('b4', 'white man');
    await saysHeadline(page, 'Checkers: make the board’s move');
    await page.click('#checkers-back');
    await page.locator('#answer-do').click();
    await saysHeadline(page, 'Your move: you have White');
    await isOn('b8', 'black knight');
    assert.equal(await page.locator('#beside button').count(), 0);
    await close();
});

test('a board at the cable: position, settings, a move from the page, the game as PGN, and the cable pulled', async () => {
    const board = new CabledBoard(IMAGE);
    const {page, close} = await visitor({}, (page) => board.plugInto(page));
    await page.click('#tab-own');
    await saysHeadline(page, 'No board is connected');
    await page.click('#connect');
    await saysHeadline(page, 'Your move: you have White');
    assert.match(await page.locator('[data-square=g8]').getAttribute('aria-label'), /^g8, black knight/);
    await choose(page, 'black', 'person');
    await choose(page, 'level', 'd2');
    await saysHeadline(page, 'White to move');
    await board.until(() => board.heard.includes('settings level depth 2 white person black person'));
    await page.locator('#settings-card summary').click();
    await choose(page, 'set-white-coach-pieces', '2');      // shown because this board reports it
    await board.until(() => board.heard.includes(' white-coach-pieces 2 black-coach-pieces all'));
    await page.locator('#set-sound:visible').waitFor();
    await drag(page, 'e2', 'e4');
    await page.locator('#note').filter({hasText: 'Pieces move on your board'}).waitFor();
    await choose(page, 'white', 'remote');
    await saysHeadline(page, 'White moves from the serial line');
    await drag(page, 'e2', 'e4');
    await saysHeadline(page, 'Make the board’s move: e2 to e4');
    await page.locator('[data-square=e4][aria-label*="put it here"]').waitFor();
    board.move(12, 28);
    await played(page, 'e4');
    await page.locator('[data-square=e4][aria-label^="e4, white pawn"]').waitFor();
    await page.click('#pgn');
    assert.match(await page.locator('#dialog textarea').inputValue(), /\[Event .*\n[^]*1\. e4 \*/);
    await page.locator('#dialog-buttons button').filter({hasText: 'Close'}).click();
    await page.locator('#care summary').click();
    await page.click('#sensors');
    await page.locator('[data-square=e4].felt').waitFor();
    await page.locator('[data-square=e2].unfelt').waitFor();
    await page.locator('#flash-card summary').click();
    await page.locator('#flash-restart').waitFor();         // offered while a board is connected
    await board.pullOut();
    await saysHeadline(page, 'No board is connected');
    assert.ok(await page.locator('#set-sound').isDisabled());
    board.end();
    await close();
});

test('on a phone without Web Serial a board is connected by USB, a move is made, and the cable is pulled out and put back', async () => {
    const board = new UsbBoard(IMAGE);
    const {page, close} = await visitor(PHONE, (page) => board.plugInto(page));
    const told = (value, length) => {
        board.cable.host.request(0x80, 6, value, 0, length);
        return board.until(() => board.cable.host.control.flat().length >= length).then(() => Buffer.from(board.cable.host.control.flat()).toString('hex'));
    };
    await board.until(() => board.found);
    assert.deepEqual({device: await told(0x0100, 18), configuration: await told(0x0200, 67)},
                     {device: DESCRIPTORS.device.replaceAll(' ', ''), configuration: DESCRIPTORS.configuration.replaceAll(' ', '')});
    await board.appear();
    await page.click('#tab-own');
    await saysHeadline(page, 'No board is connected');
    board.device.held = true;
    await page.click('#connect');
    await page.locator('#note').filter({hasText: 'The port cannot be opened: another page or program uses it'}).waitFor();
    board.device.held = false;
    await page.click('#connect');
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'black', 'person');
    await choose(page, 'white', 'remote');
    await saysHeadline(page, 'White moves from the serial line');
    await drag(page, 'e2', 'e4');
    await saysHeadline(page, 'Make the board’s move: e2 to e4');
    board.move(12, 28);
    await played(page, 'e4');
    const before = board.device;
    await board.pullOut();
    await page.locator('#note').filter({hasText: 'The board has gone. It is connected again when it is back.'}).waitFor();
    await saysHeadline(page, 'No board is connected');
    await board.plugIn();
    await page.locator('#connect').filter({hasText: 'Disconnect'}).waitFor();
    await played(page, 'e4');               // the board has kept its game
    assert.deepEqual([...before.wrongs, ...board.device.wrongs], []);
    await page.click('#connect');
    await page.locator('#connect').filter({hasText: 'Connect a board'}).waitFor();
    await board.until(() => !board.device.opened);
    board.end();
    await close();
});

test('the firmware goes onto a Pico over USB; after a pulled cable the page says how to go on, and the next attempt succeeds', async () => {
    const source = (await readFile(new URL('boot_rom.mjs', import.meta.url), 'utf8')).replace(/^export /gm, '');
    const {page, close} = await visitor({}, (page) => page.addInitScript(`${source}
        window.rom = new BootRom(1);
        rom.plugIn({bootsel: true});
        rom.trouble = {at: 200, kind: 'cable'};
        const requestDevice = async ({filters: [{vendorId, productId}]}) => vendorId === 0x2e8a && productId === 3 && rom.device();
        Object.defineProperty(Navigator.prototype, 'usb', {value: {requestDevice}, configurable: true});`));
    const says = (pattern) => page.locator('#flash-status').filter({hasText: pattern}).waitFor();
    await page.click('#tab-own');
    assert.equal(await page.locator('script[src="flash.js"]').count(), 0);      // not before it is wanted
    await page.locator('#flash-card summary').click();
    await page.click('#flash-usb');
    await says(/The connection broke.* The board runs no half image/);
    assert.ok(await page.evaluate(() => !window.rom.starts));
    await page.click('#flash-usb');
    await says(/No board was chosen/);
    await page.evaluate(() => window.rom.plugIn());
    await page.click('#flash-usb');
    await says(/Done: the image is in the board/);
    assert.ok(await page.locator('#flash-stop').isHidden());
    assert.deepEqual(await page.evaluate(() => [window.rom.starts, window.rom.restarts, window.rom.wrongs]), [true, 1, []]);
    await close();
});

test('the firmware goes onto a Pico’s drive, into no other folder, and can be saved as a file', async () => {
    const {page, close} = await visitor({}, (page) => page.addInitScript(() => {
        window.written = 0;
        window.drives = [null, 'Board-ID: RP2350', 'Board-ID: RPI-RP2'];
        window.showDirectoryPicker = async () => {
            const info = window.drives.shift();
            if (info === null) {
                throw new DOMException('The user aborted a request.', 'AbortError');
            }
            return {getFileHandle: async () => ({
                getFile: async () => ({text: async () => info}),
                createWritable: async () => ({write: async ({length}) => { window.written += length; }, close: async () => {}}),
            })};
        };
    }));
    const says = (pattern) => page.locator('#flash-status').filter({hasText: pattern}).waitFor();
    await page.click('#tab-own');
    await page.locator('#flash-card summary').click();
    for (const pattern of [/No drive was chosen/, /says RP2350, .* Nothing was changed/, /Written\. When the drive vanishes/]) {
        await page.click('#flash-drive');
        await says(pattern);
    }
    const saved = page.waitForEvent('download');
    await page.click('#flash-file');
    const image = await readFile(IMAGE);
    assert.deepEqual(await readFile(await (await saved).path()), image);
    assert.equal(await page.evaluate(() => window.written), image.length);
    await close();
});

test('a browser without Web Serial and without WebUSB is told so', async () => {
    const {page, close} = await visitor({}, (page) => page.addInitScript(() => {
        ['serial', 'usb'].forEach((name) => Object.defineProperty(Navigator.prototype, name, {value: undefined, configurable: true}));
    }));
    await page.click('#tab-own');
    await saysHeadline(page, 'cannot reach a board at a cable');
    await page.locator('#connect-note').filter({hasText: 'on a computer and on Android'}).waitFor();
    assert.ok(await page.locator('#connect').isDisabled());
    await close();
});

test('opened from a disk, without any server, the board is alive', async () => {
    const {page, close} = await visitor({}, async () => {}, FILE);
    await saysHeadline(page, 'Your move: you have White');
    await page.locator('#speed[data-speed]').waitFor();
    assert.ok(await page.locator('#reference').isHidden());     // nothing stands there
    assert.equal(await page.locator('link[rel=manifest]').count(), 0);
    await close();
});

test('the page opens again when its server no longer answers, and can be installed', async () => {
    const served = createServer((request, response) => {
        const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
        readFile(new URL(name, FILE)).then((body) => response.writeHead(200, {'Content-Type': TYPES[name.split('.').pop()] ?? 'text/plain'}).end(body),
                                           () => response.writeHead(404).end());
    });
    await new Promise((resolve) => served.listen(0, '127.0.0.1', resolve));
    const {page, faults, close} = await visitor({}, async () => {}, `http://127.0.0.1:${served.address().port}/`);
    await saysHeadline(page, 'Your move: you have White');
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
    assert.equal(manifest.display, 'standalone');
    served.close();
    served.closeAllConnections();
    await page.reload();
    await saysHeadline(page, 'Your move: you have White');
    await page.goto(page.url() + '#fen=4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    await saysHeadline(page, 'The position that was opened');
    await page.click('a[href="LICENSES.txt"]');
    await page.getByText('Stackmate developers').first().waitFor();
    const refused = faults.filter((fault) => fault.includes('ERR_CONNECTION_REFUSED'));
    faults.splice(0, faults.length, ...faults.filter((fault) => !refused.includes(fault)));     // the browser looks for a newer page
    await close();
});

/** A visitor with a window of this size; a small one is a phone's. */
const visitorAt = (width, height, prepare) =>
    visitor({viewport: {width, height}, ...(Math.min(width, height) < 600 ? {hasTouch: true, isMobile: true} : {})}, prepare);

/** The first two half moves: the person's by the mouse, the board's by the page. */
async function firstMoves(page) {
    await page.mouse.click(...await centre(page, 'e2'));
    await saysLight(page, 'the piece in the air may be put here');
    await page.mouse.click(...await centre(page, 'e4'));
    await page.locator('#answer-do').waitFor();
}

const boxOf = (page, selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());

/** After the board's first move all that a player needs is in view, without scrolling, in a window of each of these sizes. */
async function allInViewAt(...sizes) {
    const {page, close} = await visitorAt(...sizes[0], byHand);
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await firstMoves(page);
    for (const [width, height] of sizes) {
        await page.setViewportSize({width, height});
        await page.evaluate(() => scrollTo(0, 0));
        for (const selector of ['.board', '#headline', '#answer-do', '#answer-auto', '#buttons', '.power']) {
            const {left, top, right, bottom} = await boxOf(page, selector);
            assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height,
                      `${width} by ${height}: ${selector} is at ${[left, top, right, bottom]}`);
        }
        assert.ok(await page.evaluate((width) => document.documentElement.scrollWidth <= width, width), 'nothing is wider than the window');
        const board = await boxOf(page, '.board');
        assert.ok(board.width >= 0.5 * Math.min(width, 1.5 * height), `the board is ${board.width} wide`);
    }
    await close();
}

test('one click lets the page make every move of the board until the setting says otherwise, and is remembered', async () => {
    const {page, close} = await visitor({}, byHand);
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'level', 's1');
    await firstMoves(page);
    await page.getByRole('button', {name: 'Always make the board’s moves for me'}).click();
    await page.locator('#note').filter({hasText: 'From now on the page makes the board’s moves'}).waitFor();
    await saysHalfMoves(page, 2);
    await saysHeadline(page, 'Your move: you have White');
    await drag(page, 'a2', 'a3');
    await saysHalfMoves(page, 4);
    await saysHeadline(page, 'Your move: you have White');
    await page.locator('#settings-card summary').click();
    await page.locator('#auto').uncheck();
    await drag(page, 'h2', 'h3');
    await page.locator('#answer-auto').waitFor();
    await saysHeadline(page, 'Make the board’s move');
    await saysHalfMoves(page, 5);
    await page.click('#answer-auto');
    await saysHalfMoves(page, 6);
    await page.reload();
    assert.ok(await page.locator('#auto').isChecked());
    await close();
});

/** A game of two persons at the page. */
async function twoPersons(options, prepare = keepNotes) {
    const visit = await visitor(options, prepare), {page} = visit;
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'black', 'person');
    await saysHeadline(page, 'White to move');
    return visit;
}

const notes = (page, text) => page.locator('#note').filter({hasText: text}).waitFor();
const stands = (page, square, name) => page.locator(`[data-square=${square}][aria-label^="${square}, ${name}"]`).waitFor();

test('an illegal drop goes back with a word, so does a piece beside the board or at Escape; like a wooden board all of it is possible', async () => {
    const {page, close} = await twoPersons();
    const beside = () => page.locator('#beside button').count();
    await drag(page, 'b1', 'b5');
    await notes(page, 'The knight cannot go from b1 to b5.');
    await stands(page, 'b1', 'white knight');
    await drag(page, 'e7', 'e5');
    await notes(page, 'It is White’s turn.');
    await stands(page, 'e7', 'black pawn');
    await page.mouse.move(...await centre(page, 'a2'));
    await page.mouse.down();
    await page.mouse.move(5, 300, {steps: 4});
    await page.mouse.up();
    await stands(page, 'a2', 'white pawn');
    assert.equal(await beside(), 0);
    await page.mouse.move(...await centre(page, 'a2'));
    await page.mouse.down();
    await page.mouse.move(...await centre(page, 'a4'), {steps: 4});
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.ghost').isHidden());
    await stands(page, 'a2', 'white pawn');
    await page.mouse.up();
    await page.mouse.click(...await centre(page, 'g1'));    // another piece of the same side is chosen in its place
    await page.mouse.click(...await centre(page, 'd2'));
    await page.mouse.click(...await centre(page, 'd4'));
    await played(page, 'd4');
    await page.locator('#settings-card summary').click();
    await page.locator('#wooden').check();
    await drag(page, 'b8', 'b5');
    await saysHeadline(page, 'not a legal move');
    await drag(page, 'b5', 'b8');
    await saysHeadline(page, 'Black to move');
    await drag(page, 'h8', 'g8');
    await notes(page, 'There is a knight on g8 already.');
    await drag(page, 'e7', 'e5');
    await noteGoes(page);                                   // it was of the position before
    await page.reload();
    assert.ok(await page.locator('#wooden').isChecked());
    await close();
});

test('castling is also the king dropped on the rook, in Chess960 too', async () => {
    const {page, close} = await twoPersons();
    await playFrom(page, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    await saysHeadline(page, 'White to move');
    await drag(page, 'e1', 'h1');
    await played(page, 'O-O');
    await stands(page, 'f1', 'white rook');
    await page.mouse.click(...await centre(page, 'e8'));
    await page.mouse.click(...await centre(page, 'a8'));
    await played(page, 'O-O O-O-O');
    await stands(page, 'c8', 'black king');
    await page.locator('#console-card summary').click();
    await page.fill('#console-input', 'setoption name UCI_Chess960 value true');
    await page.press('#console-input', 'Enter');
    await page.click('#edit');
    await page.fill('#edit-fen', '1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1');
    await page.locator('#edit-fen').blur();
    await page.click('#edit-apply');
    await answer(page, 'Play from here');
    await page.locator('#editor').waitFor({state: 'hidden'});
    await saysHeadline(page, 'White to move');
    await drag(page, 'e1', 'f1');
    await played(page, 'O-O');
    await stands(page, 'g1', 'white king');
    await stands(page, 'f1', 'white rook');
    await drag(page, 'e8', 'b8');
    await played(page, 'O-O O-O-O');
    await stands(page, 'd8', 'black rook');
    await close();
});

test('of two quick moves of one person the second is made when its turn has come', async () => {
    const {page, close} = await visitor({}, keepNotes), at = {};
    await hurry(page, 1);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'level', 's1');
    for (const square of ['e2', 'e4', 'd2', 'd4']) {
        at[square] = await centre(page, square);
    }
    for (const [from, to] of [['e2', 'e4'], ['d2', 'd4']]) {
        await page.mouse.move(...at[from]);
        await page.mouse.down();
        await page.mouse.move(...at[to], {steps: 2});
        await page.mouse.up();
    }
    await saysHalfMoves(page, 3);
    assert.match(await moves(page), /^e4 \S+ d4$/);
    await close();
});

test('a move is taken back by putting it back before the board has told the position that it led to', async () => {
    const {page, close} = await twoPersons({}, (page) => page.addInitScript(() => {
        const Real = Worker;
        window.Worker = class extends Real {
            postMessage(order) {
                if (!window.unasked || order.text !== 'board\n') {
                    super.postMessage(order);
                }
            }
        };
    }));
    await page.evaluate(() => { window.unasked = true; });
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await drag(page, 'e4', 'e2');
    await played(page, '');
    await page.evaluate(() => { window.unasked = false; });
    await drag(page, 'd2', 'd4');
    await played(page, 'd4');
    await close();
});

test('the board’s moves are made by themselves; one made while it thinks waits, is shown, and is dropped with a word if it is not legal', async () => {
    const {page, close} = await visitor({}, keepNotes);
    const planned = (wanted) => page.waitForFunction((wanted) =>        // drawn with the next frame
        [...document.querySelectorAll('.square.planned')].map((square) => square.dataset.square).sort().join(' ') === wanted, wanted);
    const isThinking = () => page.locator('#headline').filter({hasText: 'The board is thinking'}).waitFor();
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'level', 't2');
    await playFrom(page, 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 1');   // no book knows it
    await saysHeadline(page, 'Your move: you have White');
    await hurry(page, 0.5);                                 // so that it thinks long enough
    await drag(page, 'h2', 'h3');
    await isThinking();
    await drag(page, 'a1', 'b1');
    await notes(page, 'a1 to b1 is made when its turn comes');
    await planned('a1 b1');
    await page.keyboard.press('Escape');
    await planned('');
    await drag(page, 'a2', 'a3');
    await planned('a2 a3');
    await saysHalfMoves(page, 3);
    assert.match(await moves(page), /^h3 \S+ a3$/);
    await planned('');
    await isThinking();
    await drag(page, 'c3', 'h6');
    await saysHalfMoves(page, 4);
    await notes(page, 'The move from c3 to h6 that you had planned is not legal now.');
    await saysHeadline(page, 'Your move: you have White');
    assert.equal(await page.locator('.square.last').count(), 2);
    await close();
});

test('while the board’s move is to be made, the piece that the person moved last waits with its next move, or goes back', async () => {
    const {page, close} = await visitor({}, async (page) => {
        await keepNotes(page);
        await byHand(page);
    });
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'level', 's1');
    await drag(page, 'g1', 'f3');
    await saysHeadline(page, 'Make the board’s move:');
    await drag(page, 'f3', 'd4');
    await notes(page, 'f3 to d4 is made when its turn comes');
    await page.click('#answer-do');
    await saysHalfMoves(page, 3);
    assert.match(await moves(page), /^Nf3 \S+ Nd4$/);
    await saysHeadline(page, 'Make the board’s move:');
    await drag(page, 'd4', 'f3');
    await saysHeadline(page, 'Your move: you have White');
    await saysHalfMoves(page, 2);
    await stands(page, 'f3', 'white knight');
    await close();
});

test('arrows, Home and End step through the game wherever the focus is, F turns the board, and L says the last move', async () => {
    const {page, close} = await twoPersons();
    const says = (text) => page.locator('#live').filter({hasText: text}).waitFor({state: 'attached'});
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await says('White: pawn e2 to e4');
    await drag(page, 'd7', 'd5');
    await played(page, 'e4 d5');
    await drag(page, 'e4', 'd5');
    await played(page, 'e4 d5 exd5');
    await says('White: pawn e4 captures on d5');
    await page.keyboard.press('ArrowLeft');                 // the focus is on a square, by the mouse
    await saysHeadline(page, 'After 1... d5');
    for (const [id, key, wanted] of [['turn', 'Home', 'Before the first move'], ['sound', 'ArrowRight', 'After 1. e4'], ['new', 'l', 'After 1. e4'], ['new', 'End', 'Black to move']]) {
        await page.locator(`#${id}`).focus();
        await page.keyboard.press(key);
        await saysHeadline(page, wanted);
    }
    await says('White: pawn e2 to e4');
    await page.keyboard.press('f');
    assert.equal(await page.locator('.square').last().getAttribute('data-square'), 'a8');
    await page.locator('#console-card summary').click();
    await page.locator('#console-input').focus();
    await page.keyboard.type('f');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.inputValue('#console-input'), 'f');
    assert.equal(await page.locator('.square').last().getAttribute('data-square'), 'a8');
    assert.ok(await page.locator('#answer-now').count() === 0);
    await page.locator('[data-square=e2]').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');                 // by the keyboard it walks over the squares
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'f2');
    await close();
});

test('the right button draws arrows and circles, again removes them, and Escape or a left click clears them', async () => {
    const {page, close} = await visitor();
    const marks = async (circles, arrows) => assert.deepEqual([await page.locator('.marks circle').count(), await page.locator('.marks path').count()], [circles, arrows]);
    const mark = async (from, to) => {
        await page.mouse.move(...await centre(page, from));
        await page.mouse.down({button: 'right'});
        await page.mouse.move(...await centre(page, to), {steps: 2});
        await page.mouse.up({button: 'right'});
    };
    await saysHeadline(page, 'Your move: you have White');
    await mark('e4', 'e4');
    await mark('g1', 'f3');
    await marks(1, 1);
    await mark('g1', 'f3');
    await marks(1, 0);
    await page.keyboard.press('Escape');
    await marks(0, 0);
    await mark('b1', 'c3');
    await marks(0, 1);
    await page.mouse.click(...await centre(page, 'h5'));
    await marks(0, 0);
    await close();
});

test('after an answer the focus is on the next one', async () => {
    const {page, close} = await visitor({}, byHand);
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await drag(page, 'e2', 'e4');
    await page.locator('#answer-do').focus();
    await page.keyboard.press('Enter');
    await saysHalfMoves(page, 2);
    await saysHeadline(page, 'Your move: you have White');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'answers');
    await drag(page, 'd2', 'd4');
    await page.locator('#answer-do').waitFor();
    await close();
});

test('each step of an opened game is judged with a number, without a board, and three sentences say where the game turned', async () => {
    const pgn = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0';
    const {page, close} = await visitor({}, keepNotes, `${PAGE}#pgn=${encodeURIComponent(pgn)}`);
    const balance = (text) => page.locator('#balance').filter({hasText: text}).waitFor();
    await saysHeadline(page, 'After 4. Qxf7#');
    await page.locator('.power').click();
    await page.locator('#review').filter({hasText: /The game turned at 3\.\.\. Nf6: .* It would have played \w+, as Nf6 lets the opponent mate\./}).waitFor();
    assert.equal((await page.locator('#review').textContent()).match(/[^.]\.(?= [A-Z]|$)/g).length, 3);
    await balance('Material: White +1');
    await page.locator('#moves button').filter({hasText: 'Nf6'}).click();
    await page.click('#think');
    await page.locator('#thoughts td').filter({hasText: 'Qxf7#'}).first().waitFor();
    await balance('Material: even. The engine, for White: mate in 1 for White');
    await page.locator('.score').waitFor();
    await page.locator('#settings-card summary').click();
    await page.locator('#score').check();
    await page.locator('#think:enabled').waitFor();
    await page.click('#step-back');
    await balance(/The engine, for White: [+-]?\d+\.\d\d/);
    await page.locator('#power').check({force: true});
    await page.click('#answer-now');
    await page.locator('#review').waitFor({state: 'hidden'});
    await close();
});

test('from a step of an opened game it is played on with the moves before it, castling and a promotion among them, and with whole clocks', async () => {
    const start = '[FEN "4k2r/P7/8/8/8/8/8/R3K3 b k - 0 1"]\n\n1... O-O 2. a8=N Kh7 *';
    const chess960 = '[Variant "Chess960"]\n[FEN "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1"]\n\n1. O-O O-O-O 2. a3 *';
    for (const [pgn, step, wanted, side, level] of [['1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *', 'Nc3', 'e4 d5 exd5 Qxd5 Nc3', 'Black', 'c1'], [start, 'a8=N', '… O-O a8=N', 'Black', 'c1'],
                                             [chess960, 'a3', 'O-O O-O-O a3', 'Black', 'own']]) {
        const {page, close} = await visitor({}, async (page) => {
            await keepNotes(page);
            await page.addInitScript(() => {    // a page that looks so seldom has no time to answer the board
                const start = window.setTimeout;
                window.setTimeout = (act, ms, ...rest) => start(act, ms === 50 ? 800 : ms, ...rest);
            });
        }, `${PAGE}#pgn=${encodeURIComponent(pgn)}`);
        await page.locator('#moves button').filter({hasText: step}).click();
        await page.waitForFunction(() => document.querySelector('#white').value === 'person');
        await choose(page, 'level', level);
        const clock = page.locator('#clocks div:not(.runs) strong').first();
        await clock.waitFor();
        const whole = await page.locator('#clocks strong').last().textContent();
        await page.locator('#answer-on').click();
        await played(page, wanted);
        await saysHeadline(page, `Your move: you have ${side}`);
        await page.locator('#clocks .runs').filter({hasText: side}).waitFor();
        assert.deepEqual([await page.inputValue('#level'), await clock.textContent()], [level, whole]);
        await page.click('#pgn');
        assert.ok((await page.inputValue('#dialog textarea')).includes(step));
        await close();
    }
});

test('on a phone every button is at least 44 pixels high, and axe finds no barrier in play, in an opened game and in its review', async () => {
    const {page, close} = await visitor(PHONE, keepNotes, `${PAGE}#pgn=${encodeURIComponent('1. e4 {Best} e5 2. Qh5 Ke7 3. Qxe5#')}`);
    const low = () => page.locator('button:visible, select:visible, summary:visible').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.9 && !one.closest('#beside'))
        .map((one) => `${one.id || one.textContent}: ${one.getBoundingClientRect().height}`));
    await page.locator('#review').filter({hasText: 'The game turned at 2... Ke7'}).waitFor();
    assert.deepEqual([await low(), await barriers(page)], [[], []]);
    await page.locator('#answer-now').tap();
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
    await page.click('#edit');
    assert.deepEqual([await low(), await barriers(page)], [[], []]);
    await page.click('#edit-cancel');
    await choose(page, 'black', 'person');
    await drag(page, 'e2', 'e4');
    await played(page, 'e4');
    await page.click('#think');
    await page.locator('#thoughts td').first().waitFor();
    assert.deepEqual([await low(), await barriers(page)], [[], []]);
    await page.click('#tab-own');
    assert.deepEqual([await low(), await barriers(page)], [[], []]);
    await close();
});

test('castling in Chess960 is named, made for the person with both pieces, shown, saved and opened again', async () => {
    const {page, close} = await visitor({}, byHand);
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    const line = async (text) => {
        await page.fill('#console-input', text);
        await page.press('#console-input', 'Enter');
    };
    await page.locator('#console-card summary').click();
    await line('setoption name UCI_Chess960 value true');
    await playFrom(page, '1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1');
    await line('board white remote');
    await line('board black remote');
    await saysHeadline(page, 'White moves from the serial line');
    await line('board move e1f1');
    await saysHeadline(page, 'Make the board’s move: castle, the king from e1 to g1, the rook from f1 to f1');
    await page.click('#answer-do');
    await saysHalfMoves(page, 1);
    await line('board move e8b8');
    await saysHeadline(page, 'Make the board’s move: castle, the king from e8 to c8, the rook from b8 to d8');
    await page.click('#answer-do');
    await saysHalfMoves(page, 2);
    const end = '2kr1r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2';
    await page.locator('#moves button').filter({hasText: 'O-O'}).first().click();
    await page.click('#pgn');
    const pgn = await page.inputValue('#dialog textarea');
    assert.match(await page.inputValue('#fen'), /^1r2kr2\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/1R3RK1 b kq/);
    await page.keyboard.press('Escape');
    await page.click('#open');
    await page.fill('#dialog textarea', pgn);
    await answer(page, 'Open');
    await saysHeadline(page, 'After 1... O-O-O');
    await page.click('#pgn');
    assert.equal(await page.inputValue('#fen'), end);
    await close();
});

test('a move of the list shows its position, the board itself stays as it is, and the last move is marked', async () => {
    const {page, close} = await visitor({}, keepNotes);
    const marked = () => page.locator('.square.last').evaluateAll((squares) => squares.map((square) => square.dataset.square).sort().join(' '));
    const pieceOn = (square, name) => page.locator(`[data-square=${square}][aria-label^="${square}, ${name}"]`).waitFor();
    const move = (san) => page.locator('#moves button').filter({hasText: san}).click();
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await choose(page, 'black', 'person');
    await playFrom(page, '7k/P7/8/8/8/8/8/K7 w - - 0 1');
    await saysHeadline(page, 'White to move');
    assert.equal(await marked(), '');
    await drag(page, 'a1', 'b1');
    await played(page, 'Kb1');
    await drag(page, 'h8', 'h7');
    await played(page, 'Kb1 Kh7');
    await page.locator('[data-square=h7][aria-label*="black king, last move"]').waitFor();
    assert.equal(await marked(), 'h7 h8');
    await move('Kb1');
    await saysHeadline(page, 'After 1. Kb1');
    await pieceOn('h8', 'black king');
    assert.equal(await marked(), 'a1 b1');
    assert.equal(await page.locator('.glow.lit').count(), 0);
    await page.mouse.click(...await centre(page, 'b1'));
    await page.locator('#note').filter({hasText: 'This position is only looked at'}).waitFor();
    await page.click('#step-back');
    await saysHeadline(page, 'Before the first move');
    await pieceOn('a1', 'white king');
    await page.locator('#moves button').first().focus();
    await page.keyboard.press('ArrowRight');
    await saysHeadline(page, 'After 1. Kb1');
    await page.click('#answer-now');
    await saysHeadline(page, 'White to move');
    await noteGoes(page);
    await pieceOn('h7', 'black king');
    await page.locator('.glow.lit').first().waitFor();
    await move('Kb1');
    await saysHeadline(page, 'After 1. Kb1');
    await page.reload();                                    // and the game's beginning is remembered
    await hurry(page);
    await goOn(page);
    await move('Kb1');
    await saysHeadline(page, 'After 1. Kb1');
    await page.click('#takeback');                          // what happens leads back to the game
    await page.click('#answer-do');
    await saysHeadline(page, 'Black to move');
    await played(page, 'Kb1');
    await close();
});

test('a game or a position comes from a link, a pasted text or a file, and goes out as text and link; the engine thinks in SAN', async () => {
    const pgn = '[Event "?"]\n\n1.e4 e5 (1... c5) 2. Nf3 {a comment} Nc6 *\n';
    const {page, close} = await visitor({permissions: ['clipboard-read', 'clipboard-write']}, keepNotes, `${PAGE}#pgn=${encodeURIComponent(pgn)}`);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await hurry(page);
    await saysHeadline(page, 'After 2... Nc6');
    await played(page, 'e4 e5 Nf3 Nc6');
    await page.locator('#moves button').filter({hasText: 'e5'}).click();
    await page.locator('[data-square=g1][aria-label^="g1, white knight"]').waitFor();
    await page.click('#step-on');
    await page.click('#step-on');
    await saysHeadline(page, 'After 2... Nc6');
    assert.ok(await page.locator('#step-on').isDisabled());
    await page.click('#answer-now');
    await saysHeadline(page, 'Your move: you have White');
    await played(page, '');
    await page.click('#open');
    await page.fill('#dialog textarea', 'hello');
    await answer(page, 'Open');
    await page.locator('#note').filter({hasText: 'no FEN and no PGN'}).waitFor();
    await page.click('#open');
    await page.setInputFiles('#dialog input[type=file]', {name: 'a.fen', mimeType: 'text/plain', buffer: Buffer.from('4k3/8/8/8/8/8/4P3/R3K3 w Q - 3 20\n')});
    await page.waitForFunction(() => document.querySelector('#dialog textarea').value !== '');
    await answer(page, 'Open');
    await saysHeadline(page, 'The position that was opened');
    assert.ok(await page.locator('#about').isHidden());
    await page.click('#pgn');
    assert.match(await page.locator('#dialog textarea').inputValue(), /\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/R3K3 w Q - 3 20"\]\n\n\*/);
    await answer(page, 'Close');
    await page.click('#edit');
    assert.equal(await page.inputValue('#edit-fen'), '4k3/8/8/8/8/8/4P3/R3K3 w Q - 3 20');
    await page.click('#edit-apply');
    await page.locator('#editor').waitFor({state: 'hidden'});
    await saysHeadline(page, 'Your move: you have White');
    await page.click('#think');
    await page.locator('#thoughts td').filter({hasText: /^([KR]|O-O-O|e[34])/}).first().waitFor();
    await page.locator('#think:enabled').waitFor();
    await page.click('#pgn');
    await page.locator('#fen').waitFor();
    assert.match(await page.locator('#dialog textarea').inputValue(), /\[FEN "4k3/);
    assert.match(await page.inputValue('#fen'), /^4k3\/8\/8\/8\/8\/8\/4P3\/R3K3 w Q/);
    await answer(page, 'Copy a link to the position');
    assert.match(await copied(), /#fen=4k3%2F8/);
    await close();
});

test('one of two games is chosen; its names, comments and variations are shown, and it is saved and opened again as it is', async () => {
    const pgn = '[Event "Club"]\n[White "Anna"]\n[Black "Bert"]\n[Date "2024.05.06"]\n[Result "1-0"]\n\n'
        + '{ Before } 1. e4 $5 { [%csl Ge4] } { Best by test } (1. d4 { solid } d5) (1. --) 1... e5 2. Qh5 Ke7 3. Qxe5# 1-0';
    const {page, close} = await visitor({}, keepNotes);
    const remarks = (...wanted) => page.waitForFunction((wanted) => [...document.querySelectorAll('#remarks p')].map((p) => p.textContent).join('|') === wanted, wanted.join('|'));
    const opens = async (text) => {
        await page.click('#open');
        await page.fill('#dialog textarea', text);
        await answer(page, 'Open');
    };
    const looked = async () => {
        await saysHeadline(page, 'After 3. Qxe5#');
        await played(page, 'e4!? e5 Qh5 Ke7 Qxe5#');
        assert.equal(await page.locator('#about').textContent(), 'Anna – Bert, 1-0, 2024.05.06');
        assert.equal(await page.locator('#opening').textContent(), 'C20 King\'s Pawn Game: Wayward Queen Attack');
        await page.locator('#moves button').first().click();
        await saysHeadline(page, 'After 1. e4!?');
        assert.equal(await page.locator('#opening').textContent(), 'B00 King\'s Pawn Game');
        await remarks('squares e4', 'Best by test', 'Or 1. d4 solid 1... d5', 'Or 1. --');
        await page.click('#step-on');
        await remarks();
        await page.locator('#step-back').click({clickCount: 2});
        await saysHeadline(page, 'Before the first move');
        await remarks('Before');
    };
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.click('#open');
    await page.setInputFiles('#dialog input[type=file]', {name: 'a.pgn', mimeType: 'text/plain', buffer: Buffer.from(`[Site "X"]\n[White "J\u00f6rg"]\n\n1. d4 d4 *\n${pgn}`, 'latin1')});
    await page.waitForFunction(() => document.querySelector('#dialog textarea').value !== '');
    await answer(page, 'Open');
    assert.deepEqual(await page.locator('#dialog li').allTextContents(), ['Jörg – ?not ended', 'Anna – Bert1-0, 2024.05.06']);
    assert.deepEqual(await barriers(page), []);
    await page.locator('#dialog li button').first().click();
    await page.locator('#note').filter({hasText: 'game 1, move 1... d4: no such piece can go there'}).waitFor();
    await saysHeadline(page, 'Your move: you have White');
    await opens(`1. d4 *\n\n${pgn}`);
    await page.locator('#dialog li button').filter({hasText: 'Anna'}).click();
    await looked();
    assert.deepEqual(await barriers(page), []);
    await page.click('#pgn');
    const saved = await page.locator('#dialog textarea').inputValue();
    assert.equal(saved.replace(/\s+/g, ' '), `${pgn} `.replace(/\s+/g, ' ').replace('solid } d5', 'solid } 1... d5'));
    await answer(page, 'Close');
    await page.click('#answer-now');                        // the board's own game has no such words
    await saysHeadline(page, 'Your move: you have White');
    assert.deepEqual(await page.locator('#about, #remarks').evaluateAll((parts) => parts.map(({hidden}) => hidden)), [true, true]);
    await opens(saved);
    await looked();
    await close();
});

test('in a low window the board stands beside the headline, the answer and the buttons, all in view', async () => {
    await allInViewAt([844, 390], [600, 360]);
});

test('in an upright window the headline, the answer and the buttons stand under the board, all in view', async () => {
    await allInViewAt([390, 844], [320, 568]);
    await allInViewAt([820, 1180]);
});

test('nothing jumps while the page loads and a move is made', async () => {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
        const {page, close} = await visitorAt(width, height, async (page) => {
            await byHand(page);
            await page.addInitScript(() => {
                window.shifts = 0;
                new PerformanceObserver((list) => list.getEntries().forEach(({value}) => { window.shifts += value; }))
                    .observe({type: 'layout-shift', buffered: true});
            });
        });
        await hurry(page);
        await saysHeadline(page, 'Your move: you have White');
        await page.evaluate(() => scrollTo(0, 0));
        await firstMoves(page);
        const shifts = await page.evaluate(() => window.shifts);
        assert.ok(shifts < 0.1, `${width} by ${height}: the shifts add up to ${shifts}`);
        await close();
    }
});

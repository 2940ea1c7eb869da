// The card "Play on Lichess" in a real browser, against the real image and a site of this test in the place of Lichess. PAGE is
// the address of the built page, FILE that of its file, CHROMIUM the browser, IMAGE the firmware's.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';

import {CabledBoard} from './cabled_board.mjs';
import {LichessSite} from './lichess_site.mjs';
import {answer, barriers, choose, drag, fakeVoice, giveVoice, heard, hurry, keepNotes, moves, played, saysHeadline, useBrowser, visitor} from './visitor.mjs';

const {FILE, IMAGE} = process.env;
const TOKEN = 'lio_secret';

const site = new LichessSite();
useBrowser(() => site.begin());
after(() => site.end());

const says = (page, id, text) => page.locator(`#lichess-${id}`).filter({hasText: text}).waitFor();
const notes = (page, text) => page.locator('#note').filter({hasText: text}).waitFor();
const openCard = (page) => page.locator('#lichess > summary').click();

/** Waits until it is so at the server. */
async function until(act) {
    for (let i = 0; !act(); i++) {
        assert.ok(i < 2400, `in vain: ${act}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** A person at the page who has signed in. */
async function signedIn(prepare = keepNotes) {
    const server = site.anew(), visit = await visitor({ignoreHTTPSErrors: true}, prepare), {page} = visit;
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await openCard(page);
    await page.click('#lichess-sign-in');
    await says(page, 'who', 'Signed in as Anna.');
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await page.locator('#settings-card summary').click();
    await page.locator('#auto').check();
    await until(() => server.events.size === 1);
    return {...visit, server};
}

const tellStart = (server) => server.events.forEach((events) =>
    events.send({type: 'gameStart', game: {gameId: 'game1', speed: 'rapid', compat: {board: true}, opponent: {username: 'Bert', rating: 1610}}}));

function startOf(server, color) {
    server.begin(color);
    tellStart(server);
}

/** The same, who has found a game as White and played 1. e4. */
async function playing() {
    const visit = await signedIn(), {page, server} = visit;
    await page.click('#lichess-seek');
    await until(() => server.events.seeks?.size === 1);
    startOf(server, 'white');
    await says(page, 'words', 'It is your move.');
    await drag(page, 'e2', 'e4');
    await says(page, 'words', 'Bert is to move.');
    return visit;
}

test('Lichess is contacted when the person asks for it, and by nothing else', async () => {
    site.anew();
    const {page, faults, close} = await visitor({ignoreHTTPSErrors: true});
    await saysHeadline(page, 'Your move: you have White');
    await openCard(page);
    await page.locator('#lichess-sign-in:enabled').waitFor();
    assert.ok(!await page.locator('#lichess-keep').isChecked());
    assert.equal(await page.locator('#lichess-seek:visible').count(), 0);
    await page.evaluate((token) => sessionStorage.setItem('stackmate.lichess.token', JSON.stringify({token, until: Date.now() + 1e6})), TOKEN);
    await page.reload();                                    // and not for a person who is signed in either
    await saysHeadline(page, 'Your move: you have White');
    await openCard(page);
    await page.locator('#lichess-connect').waitFor();
    assert.equal(site.asked, 0);
    await page.click('#lichess-connect');
    await notes(page, 'please sign in again');              // Lichess has never heard of that token
    await page.locator('#lichess-sign-in').waitFor();
    assert.ok(site.asked > 0);
    assert.deepEqual(faults.splice(0).filter((fault) => !fault.includes('401')), []);
    await close();
});

test('the page reaches no other site, and a page from a disk says why nobody can sign in', async () => {
    const {page, faults, close} = await visitor({ignoreHTTPSErrors: true});
    const reaches = (address) => page.evaluate((address) => fetch(address, {mode: 'no-cors'}).then(() => true, () => false), address);
    assert.deepEqual([await reaches('https://lichess.org/'), await reaches('https://elsewhere.example/')], [true, false]);
    assert.match(faults.splice(0).join(' '), /elsewhere\.example.* violates .*Content Security Policy/);
    await close();
    const fromDisk = await visitor({}, undefined, FILE);
    await openCard(fromDisk.page);
    await fromDisk.page.locator('#lichess').getByText('only to a page from a web server').waitFor();
    assert.ok(await fromDisk.page.locator('#lichess-sign-in').isDisabled());
    await fromDisk.close();
});

test('a person signs in, finds a game, allows a takeback, refuses a draw, resigns after a question, and signs out', async () => {
    const {page, server, close} = await signedIn((page) => Promise.all([keepNotes(page), fakeVoice(page)]));
    await giveVoice(page);
    await choose(page, 'spoken', 'other');
    assert.ok(!page.url().includes(TOKEN) && !page.url().includes('code='));
    assert.equal(await page.evaluate(() => JSON.stringify({...localStorage}).includes('lio_')), false);
    await page.locator('#score').check();
    await page.click('#lichess-seek');
    await page.getByText('Looking for an opponent, 10+5').waitFor();
    assert.deepEqual(await barriers(page), []);
    await until(() => server.events.seeks?.size === 1);
    startOf(server, 'white');
    await says(page, 'words', 'It is your move.');
    await saysHeadline(page, 'It is your move');
    await page.locator('#live').filter({hasText: 'It is your move'}).waitFor({state: 'attached'});
    for (const id of ['think', 'takeback', 'new', 'level']) {
        assert.ok(await page.locator(`#${id}`).isDisabled(), id);
    }
    assert.ok(await page.locator('#lichess-sign-out').isDisabled());
    assert.ok(await page.locator('#lichess-abort').isVisible());
    assert.deepEqual(await barriers(page), []);
    await drag(page, 'e2', 'e4');
    await says(page, 'words', 'Bert is to move.');
    server.make('e7e5');
    await played(page, 'e4 e5');
    await says(page, 'words', 'It is your move.');
    assert.equal(await page.locator('#lichess .clocks .runs').textContent().then((text) => text.startsWith('Anna')), true);
    await page.waitForFunction(() => /^9:5\d$/.test(document.querySelector('#lichess .clocks .runs strong').textContent));
    server.game.offers = {btakeback: true};
    server.tell();
    await page.locator('#live').filter({hasText: 'Bert asks for a takeback.'}).waitFor({state: 'attached'});
    await page.click('#lichess-takeback-yes');
    await played(page, 'e4');
    await page.locator('#answer-do').filter({hasText: 'Put the pieces right for me'}).click();
    await page.locator('#answer-do').waitFor({state: 'detached'});
    server.make('c7c5');
    await played(page, 'e4 c5');
    await says(page, 'words', 'It is your move.');
    assert.deepEqual(await heard(page), ['near: pawn e five', 'near: pawn c five']);
    server.game.offers = {bdraw: true};
    server.tell();
    await page.click('#lichess-draw-no');
    await page.locator('#lichess-draw').waitFor();
    await page.click('#lichess-resign');
    await answer(page, 'Close');
    await drag(page, 'g1', 'f3');
    await says(page, 'words', 'Bert is to move.');
    assert.equal(await page.locator('.score:visible').count(), 0);     // not before the game is over
    assert.equal(server.accepted.map(({uci}) => uci).join(' '), 'e2e4 g1f3');
    await page.click('#lichess-resign');
    await answer(page, 'Resign');
    await says(page, 'words', 'Bert has won: resigned.');
    await saysHeadline(page, 'Black has won: resigned');
    await page.click('#pgn');
    assert.match(await page.locator('#dialog textarea').inputValue(), /1\. e4 c5 2\. Nf3 0-1/);
    await answer(page, 'Close');
    await page.click('#lichess-done');
    await page.locator('#lichess-seek').waitFor();
    await page.click('#lichess-sign-out');
    await page.locator('#lichess-sign-in').waitFor();
    await until(() => server.tokens.size === 0);
    assert.deepEqual(server.violations, []);
    assert.equal(await page.evaluate(() => JSON.stringify({...localStorage, ...sessionStorage}).includes('lio_')), false);
    await close();
});

test('a bullet time is refused with a reason, a challenge is answered, and as Black the person mates', async () => {
    const {page, server, close} = await signedIn();
    const challenge = {id: 'game1', speed: 'rapid', rated: false, variant: {key: 'standard', name: 'Standard'}, challenger: {id: 'bert', name: 'Bert', rating: 1610}, timeControl: {show: '10+0'}};
    const send = (value) => server.events.forEach((events) => events.send(value));
    await page.fill('#lichess-minutes', '1');
    await page.fill('#lichess-seconds', '0');
    await says(page, 'time', 'no bullet games with a board');
    await page.click('#lichess-seek');
    await notes(page, 'only in rapid and classical games');
    await page.fill('#lichess-user', 'Bert');
    await page.press('#lichess-user', 'Enter');
    await notes(page, 'no bullet games with a board');
    await page.fill('#lichess-minutes', '3');
    await page.fill('#lichess-seconds', '2');
    await says(page, 'time', 'blitz game, and only for a player by name');
    await page.press('#lichess-user', 'Enter');
    await page.getByText('Waiting for Bert’s answer, 3+2').waitFor();
    await until(() => server.challenges?.size === 1);
    server.challenges.forEach((channel) => {
        channel.send({done: 'declined'});
        channel.close();
    });
    await notes(page, 'Bert has declined.');
    await page.locator('#lichess-seek').waitFor();
    send({type: 'challenge', challenge: {...challenge, id: 'other'}});
    await page.getByRole('button', {name: 'Decline: Bert (1610) challenges you: 10+0, casual.'}).click();
    await until(() => server.requests.includes('POST /api/challenge/other/decline'));
    await page.getByRole('button', {name: /^Decline/}).waitFor({state: 'detached'});
    await drag(page, 'a2', 'a3');                           // a game at the board, which is asked about
    await page.waitForFunction(() => document.querySelector('#moves').textContent.includes('a3'));
    send({type: 'challenge', challenge});
    await page.getByRole('button', {name: /^Accept/}).focus();
    await page.keyboard.press('Enter');
    await answer(page, 'Play on Lichess');
    await until(() => server.requests.includes('POST /api/challenge/game1/accept'));
    startOf(server, 'black');
    await says(page, 'words', 'Bert is to move.');
    await saysHeadline(page, 'Bert is to move');            // though the board itself has White's pieces moved
    assert.equal(await page.locator('.row').last().locator('.square').last().getAttribute('data-square'), 'a8');
    server.make('f2f3');
    await says(page, 'words', 'It is your move.');
    await played(page, 'f3');
    await drag(page, 'e7', 'e5');
    await says(page, 'words', 'Bert is to move.');
    server.make('g2g4');
    await says(page, 'words', 'It is your move.');
    await drag(page, 'd8', 'h4');
    await says(page, 'words', 'You have won: checkmate.');
    await saysHeadline(page, 'Black has won: checkmate');
    assert.equal(await moves(page), 'f3 e5 g4 Qh4#');
    await page.locator('#think:enabled').waitFor();
    assert.deepEqual(server.violations, []);
    await close();
});

/** What would help the person is out of reach, and the board's engine has nobody's move to answer. */
async function hasNoHelp(page) {
    for (const id of ['think', 'button-hint', 'button-play', 'level', 'white', 'takeback', 'new', 'edit']) {
        assert.ok(await page.locator(`#${id}`).isDisabled(), id);
    }
    assert.ok(!/thinking|the board’s move/.test(await page.locator('#headline').textContent()));
    assert.equal(await page.locator('.score:visible').count(), 0);
}

/** The board has followed nobody's moves for some seconds of its time: an engine would have answered by then. */
async function staysAlone(page) {
    await page.waitForFunction(() => document.querySelector('#white').value + document.querySelector('#black').value === 'personremote'
                               || document.querySelector('#white').value + document.querySelector('#black').value === 'remoteperson');
    await hasNoHelp(page);
    assert.equal(await moves(page), 'e4');
}

test('a page that is opened anew during a game gives no help until Lichess has spoken, and then the game goes on where it stands', async () => {
    const {page, server, faults, close} = await playing();
    await page.locator('#score').check();
    await page.waitForTimeout(600);                         // the flash is stored some time after it has changed
    site.away = true;
    server.streams.forEach((channel) => channel.fail());
    await page.reload();
    await page.locator('#lichess-unheard').waitFor();
    await hasNoHelp(page);
    await hurry(page);
    await saysHeadline(page, 'Lichess is not heard, and your game there may be on');
    await staysAlone(page);
    assert.deepEqual(await barriers(page), []);
    server.make('e7e5');
    site.away = false;
    await says(page, 'words', 'It is your move.');
    await played(page, 'e4 e5');
    assert.equal(await page.locator('#lichess-forget:visible').count(), 0);
    await drag(page, 'g1', 'f3');
    await says(page, 'words', 'Bert is to move.');
    assert.equal(server.accepted.map(({uci}) => uci).join(' '), 'e2e4 g1f3');
    assert.deepEqual(server.violations, []);
    faults.splice(0);                                       // of the network
    await close();
});

test('a sign-in that ends during a game leaves the board without help, until another one or the person’s word', async () => {
    const {page, server, faults, close} = await playing();
    const signInEnds = async () => {
        server.tokens.clear();
        server.streams.forEach((channel) => channel.close());
        await notes(page, 'please sign in again');
        await saysHeadline(page, 'Until you sign in and Lichess has said how it stands, there is no help');
    };
    await signInEnds();
    await staysAlone(page);
    await page.waitForTimeout(600);
    await page.click('#lichess-sign-in');
    await says(page, 'words', 'Bert is to move.');
    await hurry(page);
    server.make('e7e5');
    await played(page, 'e4 e5');
    await says(page, 'words', 'It is your move.');
    await signInEnds();
    await page.click('#lichess-forget');
    assert.match(await page.locator('#dialog-body').textContent(), /breaks the rules of fair play/);
    await answer(page, 'Close');
    await hasNoHelp(page);
    await page.click('#lichess-forget');
    await answer(page, 'Give the board back');
    await page.locator('#think:enabled').waitFor();
    await page.waitForFunction(() => document.querySelector('#white').value + document.querySelector('#black').value === 'personengine');
    await page.waitForTimeout(600);
    await page.reload();                                    // and it is asked about no more
    await saysHeadline(page, 'Your move: you have White');
    assert.equal(await page.locator('#lichess-unheard:visible').count(), 0);
    assert.deepEqual(faults.splice(0).filter((fault) => !fault.includes('401')), []);
    await close();
});

test('a game that has ended meanwhile, or of which Lichess knows nothing, gives the board back when the page is opened anew', async () => {
    for (const ends of [(server) => server.end('resign', 'white'), (server) => { server.game = null; }]) {
        const {page, server, faults, close} = await playing();
        await page.waitForTimeout(600);
        await page.goto('about:blank');
        ends(server);
        await page.goBack();
        await page.locator('#think:enabled').waitFor();
        await hurry(page);
        await page.waitForFunction(() => document.querySelector('#white').value + document.querySelector('#black').value === 'personengine');
        assert.equal(await page.locator('#lichess-unheard:visible').count(), 0);
        assert.equal(await page.evaluate(() => localStorage.getItem('stackmate.lichess.game')), null);
        assert.deepEqual(faults.splice(0).filter((fault) => !fault.includes('404')), []);
        await close();
    }
});

test('board, clocks and what can be done in a game at Lichess are in view together, on a laptop and on a phone', async () => {
    const {page, close} = await playing();
    const inView = (selector) => page.locator(selector).evaluate((element) => {
        const {top, bottom, left, right} = element.getBoundingClientRect();
        return top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    });
    for (const [width, height] of [[1280, 800], [1366, 650], [844, 390], [390, 844], [320, 568]]) {
        await page.setViewportSize({width, height});
        await page.evaluate(() => document.querySelector('#lichess .clocks').scrollIntoView({block: 'end'}));
        await page.locator('#lichess-takeback').evaluate((button) => button.getBoundingClientRect().bottom > innerHeight && button.scrollIntoView({block: 'end'}));
        for (const selector of ['#board', '#lichess .clocks', '#lichess-draw', '#lichess-takeback']) {
            assert.ok(await inView(selector), `${selector} at ${width} by ${height}`);
        }
    }
    await close();
});

test('on a board at the cable the lights show the opponent’s moves, and the game is resigned though the cable is out', async () => {
    const board = new CabledBoard(IMAGE);
    const {page, server, close} = await signedIn(async (page) => {
        await keepNotes(page);
        await board.plugInto(page);
    });
    await page.click('#tab-own');
    await page.click('#lichess-seek');
    await notes(page, 'First connect your board');
    await page.click('#connect');
    await saysHeadline(page, 'Your move: you have White');
    await page.click('#think');
    await page.locator('#thoughts td').first().waitFor();
    await page.locator('#score').check();
    await page.click('#lichess-seek');
    await until(() => server.events.seeks?.size === 1);
    startOf(server, 'white');
    await says(page, 'words', 'It is your move.');
    assert.ok(await page.locator('#thoughts').isHidden());
    await page.click('#tab-try');                           // the other board helps nobody meanwhile
    await saysHeadline(page, 'A game at Lichess is played on your own board: until it is over this one gives no help');
    for (const id of ['think', 'edit', 'button-hint', 'button-play', 'button-menu']) {
        assert.ok(await page.locator(`#${id}`).isDisabled(), id);
    }
    assert.equal(await page.locator('.score:visible, #thoughts:visible').count(), 0);
    assert.doesNotMatch(await page.locator('#balance').textContent(), /engine/);
    await drag(page, 'e2', 'e4');
    await notes(page, 'no help');
    await page.click('#tab-own');
    await says(page, 'words', 'It is your move.');
    board.move(12, 28);
    await says(page, 'words', 'Bert is to move.');
    server.make('e7e5');
    await saysHeadline(page, 'Make the board’s move: e7 to e5');
    await says(page, 'words', 'Make Bert’s move on the board.');
    board.move(52, 36);
    await says(page, 'words', 'It is your move.');
    await board.pullOut();
    await says(page, 'words', 'No board is connected. At Lichess the game goes on.');
    await page.click('#lichess-resign');
    await answer(page, 'Resign');
    await says(page, 'words', 'Bert has won: resigned.');
    assert.deepEqual(server.violations, []);
    board.end();
    await close();
});

test('a puzzle that was begun before a game at Lichess cannot be ended during it', async () => {
    const {page, server, close} = await signedIn();
    await page.click('#lichess-puzzle');
    await says(page, 'puzzle-words', 'White finds the best move.');
    await page.locator('#lichess-puzzle-end').waitFor();
    await page.click('#lichess-seek');
    await until(() => server.events.seeks?.size === 1);
    startOf(server, 'white');
    await says(page, 'words', 'It is your move.');
    assert.equal(await page.locator('#lichess-puzzle-end:visible, #lichess-solution:visible').count(), 0);
    await close();
});

test('a takeback is asked for and withdrawn, and victory is claimed when it is due', async () => {
    const {page, server, close} = await playing();
    server.make('e7e5');
    await says(page, 'words', 'It is your move.');
    await page.click('#lichess-takeback');
    await until(() => server.game.offers.wtakeback);
    await page.locator('#lichess-takeback').filter({hasText: 'Withdraw the takeback'}).click();
    await page.locator('#lichess-takeback').filter({hasText: 'Ask for a takeback'}).waitFor();
    server.tell({type: 'opponentGone', gone: true, claimWinInSeconds: 15});
    await page.locator('#lichess-claim:disabled').waitFor();
    await page.locator('#lichess-claim:enabled').click();
    await says(page, 'words', 'You have won: the opponent has left.');
    await saysHeadline(page, 'White has won: resigned');
    assert.deepEqual(server.violations, []);
    await close();
});

test('the puzzle of the day is set up, judged move by move and ended; no account is needed', async () => {
    site.anew();
    const {page, close} = await visitor({ignoreHTTPSErrors: true}, keepNotes);
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await openCard(page);
    await page.locator('#settings-card summary').click();
    await page.locator('#score').check();
    await page.locator('#balance').filter({hasText: 'The engine, for White'}).waitFor();
    await page.click('#lichess-puzzle');
    await says(page, 'puzzle-words', 'The puzzle of the day, rated 612: White finds the best move.');
    await page.evaluate(() => {
        window.balances = [];
        new MutationObserver(() => window.balances.push(document.querySelector('#balance').textContent)).observe(document.querySelector('#balance'), {childList: true});
    });
    await page.locator('#lichess-solution').waitFor();
    await drag(page, 'f3', 'f6');
    await says(page, 'puzzle-words', 'Qf6 is not the solution.');
    await page.locator('#live').filter({hasText: 'Qf6 is not the solution.'}).waitFor({state: 'attached'});
    await drag(page, 'f6', 'f3');
    await says(page, 'puzzle-words', 'White finds the best move.');
    assert.deepEqual((await page.evaluate(() => window.balances)).filter((text) => text.includes('mate in')), []);
    await page.click('#lichess-solution');
    await page.locator('#balance').filter({hasText: 'mate in 1'}).waitFor();
    await says(page, 'puzzle-words', 'The solution: Qxf7#.');
    await drag(page, 'f3', 'f7');
    await played(page, 'Qxf7#');
    await page.locator('#balance').filter({hasText: 'The engine, for White: checkmate'}).waitFor();
    assert.equal(site.asked, 1);
    await page.click('#lichess-puzzle-end');
    await page.locator('#lichess-puzzle-words').waitFor({state: 'hidden'});
    await page.locator('#answer-do').filter({hasText: 'Set the pieces up for me'}).click();
    await saysHeadline(page, 'Your move: you have White');
    await close();
});

test('a chapter of a study is chosen, set up and solved; what is private, missing or no study is said, and no account is needed', async () => {
    const server = site.anew();
    const {page, faults, close} = await visitor({ignoreHTTPSErrors: true}, keepNotes);
    const from = async (address) => {
        await page.fill('#lichess-study', address);
        await page.press('#lichess-study', 'Enter');
    };
    await hurry(page);
    await saysHeadline(page, 'Your move: you have White');
    await openCard(page);
    await from('https://lichess.org/AbCdEfGh');
    await notes(page, 'This is no address of a study');
    assert.equal(site.asked, 0);
    for (const [address, words] of [['Private1', 'This study is not public'], ['Missing1', 'no such study'], ['TooMuch1', 'a pause of 60 seconds'], ['AbCdEfGh', 'asked for a pause']]) {
        await from(`https://lichess.org/study/${address}`);
        await notes(page, words);
    }
    assert.equal(site.asked, 3);                            // in the pause nothing is asked
    assert.equal(faults.splice(0).filter((fault) => /403|404|429/.test(fault)).length, 3);
    await page.evaluate(() => {
        const {now} = Date;
        Date.now = () => now() + 70_000;
    });
    await from('https://lichess.org/study/AbCdEfGh');
    await page.locator('#dialog li').nth(3).waitFor();
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(await page.locator('#dialog li').allTextContents(), ['The "fool" as Black', 'Two rooks', 'Just a position', 'Dropsit is Crazyhouse, and only standard chess is set up here']);
    assert.ok(await page.locator('#dialog li button').filter({hasText: 'Drops'}).isDisabled());
    await page.locator('#dialog li button').filter({hasText: 'Two rooks'}).click();
    await says(page, 'puzzle-words', 'Two rooks: White finds the moves of the study.');
    await drag(page, 'b1', 'b8');
    await says(page, 'puzzle-words', 'Solved: Rb8#.');
    await from('https://lichess.org/study/AbCdEfGh/justapos');
    await notes(page, 'Just a position: this chapter is a position without moves.');
    await page.locator('[data-square=e2][aria-label^="e2, white pawn"]').waitFor();
    await page.locator('#lichess-puzzle-end').waitFor({state: 'hidden'});
    await page.waitForFunction(() => document.querySelector('#black').value === 'engine');
    await from('https://lichess.org/study/AbCdEfGh/foolmate');
    await says(page, 'puzzle-words', 'Black finds the moves of the study. You make the moves of both sides, first f3.');
    assert.deepEqual(server.violations, []);
    await close();
});

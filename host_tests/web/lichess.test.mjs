// The page at Lichess (web/src/lichess), with a server, a board and a clock of our own: nothing is contacted, nothing waits.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {random} from '../../emulators/rp2040/random.mjs';
import {json, LichessServer, STUDY, VirtualClock} from './lichess_server.mjs';
import {fromPage} from './rules.mjs';
import {choice, place, ScriptedBoard} from './scripted_board.mjs';

const GAMES = Number(process.env.LICHESS_GAMES ?? 10);
const {SignIn, Client, Stream, LichessGame, Play, LichessError, puzzleOf, wordsOf, pathOf, refusalOf, chaptersOf} = await fromPage({
    'lichess/oauth': 'SignIn', 'lichess/client': 'Client', 'lichess/stream': 'Stream', 'lichess/game': 'LichessGame', 'lichess/play': 'Play',
    'lichess/errors': 'LichessError', 'lichess/puzzle': 'puzzleOf, wordsOf', 'lichess/study': 'pathOf, refusalOf, chaptersOf'});

// ------------------------------------------------------------ signing in

class MemoryStorage {
    values = new Map();
    getItem(key) { return this.values.get(key) ?? null; }
    setItem(key, value) { this.values.set(key, value); }
    removeItem(key) { this.values.delete(key); }
    get text() { return [...this.values].join(' '); }
}

/** As a browser's, which refuses to be called as a method of another object. */
const bare = (server) => function (...request) {
    assert.equal(this, undefined);
    return server.fetch(...request);
};

function browser(href = 'https://example.org/page/?x=1#fen=8') {
    const server = new LichessServer(new VirtualClock(), random(1));
    const addresses = [href];
    const shown = {location: {href}, sessionStorage: new MemoryStorage(), localStorage: new MemoryStorage(), crypto: globalThis.crypto,
                   fetch: bare(server), now: () => server.clock.now(), history: {replaceState: (_, __, address) => { shown.location.href = address; addresses.push(address); }}};
    return {server, shown, addresses, signIn: new SignIn(shown)};
}

test('signing in leads to Lichess and back, and the token ends with the tab', async () => {
    const {server, shown, addresses, signIn} = browser();
    assert.equal(await signIn.comeBack(), false);
    const address = await signIn.address();
    assert.deepEqual(server.requests, [], 'nobody is contacted before the person goes there');
    assert.equal(new URL(address).searchParams.get('scope'), 'board:play challenge:read challenge:write');
    assert.equal(new URL(address).searchParams.get('redirect_uri'), 'https://example.org/page/');
    const {verifier} = JSON.parse(shown.sessionStorage.getItem('stackmate.lichess.asked'));
    assert.match(verifier, /^[\w-]{43,128}$/);
    assert.ok(!address.includes(verifier));
    shown.location.href = server.authorize(address) + '#there';
    assert.equal(await signIn.comeBack(), true);
    assert.equal(shown.location.href, 'https://example.org/page/#there');
    assert.ok(signIn.token);
    assert.ok(!addresses.join(' ').includes(signIn.token));
    assert.equal(shown.localStorage.text, '');
    assert.ok(!shown.sessionStorage.text.includes(verifier));
    assert.equal(await signIn.comeBack(), false, 'an address is read once');
});

test('the address bar is clean before the code is exchanged', async () => {
    const {server, shown, signIn} = browser();
    shown.location.href = server.authorize(await signIn.address());
    shown.fetch = async (...request) => {
        assert.equal(shown.location.href, 'https://example.org/page/');
        return server.fetch(...request);
    };
    assert.equal(await signIn.comeBack(), true);
});

test('only a person who says so stays signed in', async () => {
    const {server, shown, signIn} = browser();
    shown.location.href = server.authorize(await signIn.address(true));
    await signIn.comeBack();
    assert.match(shown.localStorage.text, /lio_secret/);
    assert.equal(shown.sessionStorage.text, '');
    assert.equal(new SignIn({...shown, sessionStorage: new MemoryStorage()}).token, 'lio_secret');
    assert.equal(new SignIn({...shown, now: () => shown.now() + 31_536_000_000}).token, null, 'a token that has run out is none');
});

test('an answer with another state is refused, and its code never sent', async () => {
    for (const forge of [(url) => url.searchParams.set('state', 'x'), (_, shown) => shown.sessionStorage.removeItem('stackmate.lichess.asked')]) {
        const {server, shown, signIn} = browser();
        const url = new URL(server.authorize(await signIn.address()));
        forge(url, shown);
        shown.location.href = url.href;
        await assert.rejects(signIn.comeBack(), /does not belong to a sign-in of this tab/);
        assert.deepEqual(server.requests, []);
        assert.equal(shown.location.href, 'https://example.org/page/');
        assert.equal(signIn.token, null);
    }
});

test('a person who does not allow it is not signed in', async () => {
    const {server, shown, signIn} = browser();
    shown.location.href = server.authorize(await signIn.address(), false);
    await assert.rejects(signIn.comeBack(), /You have not allowed it/);
    assert.equal(signIn.token, null);
});

test('a code that Lichess does not take is told in its words', async () => {
    const {server, shown, signIn} = browser();
    shown.location.href = server.authorize(await signIn.address());
    server.codes.clear();
    await assert.rejects(signIn.comeBack(), /code_verifier does not match/);
});

test('signing out ends the token here and there, here even if Lichess is away', async () => {
    const {server, shown, signIn} = browser();
    for (const away of [false, true]) {
        shown.location.href = server.authorize(await signIn.address(true));
        await signIn.comeBack();
        shown.fetch = away ? async () => { throw new TypeError('Failed to fetch'); } : bare(server);
        await (away ? assert.rejects(signIn.signOut(), /could not be told/) : signIn.signOut());
        assert.equal(server.tokens.has('lio_secret'), away);
        assert.equal(signIn.token, null);
        assert.equal(shown.localStorage.text + shown.sessionStorage.text, '');
    }
});

test('a page from a disk cannot be led back to', async () => {
    await assert.rejects(browser('file:///home/page/index.html').signIn.address(), /opened from a disk/);
});

// ------------------------------------------------------------ streams

/** What arrives at a stream of these connections, each a list of texts (null: a broken connection; a number: a pause). */
async function streamed(connections, seconds = 600) {
    const clock = new VirtualClock(), values = [], live = [], begun = [], start = clock.now();
    const stream = new Stream({
        open: async () => {
            begun.push((clock.now() - start) / 1000);
            const parts = connections[begun.length - 1];
            if (!(parts instanceof Array)) {
                throw parts ?? new LichessError('refused', 'no more');
            }
            return new Response(new ReadableStream({async start(controller) {
                for (const part of parts) {
                    if (part === null) {
                        await clock.sleep(1);
                        controller.error(new TypeError('network error'));
                        return;
                    }
                    await (typeof part === 'number' ? clock.sleep(1000 * part) : controller.enqueue(new TextEncoder().encode(part)));
                }
                controller.close();
            }}));
        },
        onValue: (value) => values.push(value.n),
        onLive: (now) => live.push(now),
    }, clock);
    await assert.rejects(clock.until(stream.run(), seconds / 3600), /no more/);
    return {values, live, begun};
}

test('objects are read whatever the pieces in which they come, and empty lines say nothing', async () => {
    const text = '{"n":1}\n\n{"n":"ä"}\r\n\n\n{"n":3}\n';
    for (let size = 1; size < 9; size++) {
        const bytes = [...text].join('').match(new RegExp(`[^]{1,${size}}`, 'g'));
        assert.deepEqual((await streamed([bytes])).values, [1, 'ä', 3]);
    }
});

test('a stream that breaks, is cut or is not understood is opened again', async () => {
    for (const fault of [[null], ['{"n":'], ['{"n":2', null], ['n":2}\n'], ['[2]\n'], ['2\n']]) {
        const {values, live} = await streamed([['{"n":1}\n', ...fault], ['{"n":3}\n']]);
        assert.deepEqual(values, [1, 3]);
        assert.deepEqual(live, [true, false, true, false, false]);
    }
});

test('a stream without even empty lines is given up after 20 seconds', async () => {
    const {values, begun} = await streamed([['{"n":1}\n', 15, '\n', 15, '\n', 100, '{"n":2}\n'], []]);
    assert.deepEqual(values, [1]);
    assert.deepEqual(begun, [0, 51, 53]);
});

test('the waits grow up to half a minute, and begin anew with the first object', async () => {
    const {begun} = await streamed([[], [], [], [], [], [], [], ['{"n":1}\n'], [], []]);
    assert.deepEqual(begun, [0, 1, 3, 7, 15, 31, 61, 91, 92, 94, 98]);
});

test('a stream waits as long as the server has asked for', async () => {
    assert.deepEqual((await streamed([new LichessError('later', 'wait', 90_000), []])).begun, [0, 90, 92]);
});

// ------------------------------------------------------------ requests

function client(token = 'lio_secret') {
    const clock = new VirtualClock(), server = new LichessServer(clock, random(1));
    server.begin('white');
    return {clock, server, client: new Client(token, clock, server.fetch)};
}
const never = new AbortController().signal;
const troubled = (trouble, words) => (error) => {
    assert.ok(error instanceof LichessError, String(error));
    assert.equal(error.trouble, trouble);
    assert.match(error.message, words);
    return true;
};

test('a refusal is told in the server’s words', async () => {
    const {clock, client: one} = client();
    await assert.rejects(clock.until(one.move('game1', 'e2e5')), troubled('refused', /Lichess says: Not your turn/));
    await assert.rejects(clock.until(one.move('game1', '../x')), troubled('refused', /knows no/));
    await assert.rejects(clock.until(client('lio_other').client.account()), troubled('signed out', /sign in again/));
});

test('after too many requests nothing is sent for a minute, or as long as the server asks for', async () => {
    for (const [header, seconds] of [[{}, 60], [{'Retry-After': '5'}, 60], [{'Retry-After': '90'}, 90]]) {
        const {clock, server, client: one} = client();
        server.next.push([/move/, () => json({error: 'Too many requests'}, 429, header)]);
        await assert.rejects(clock.until(one.move('game1', 'e2e4')), troubled('later', new RegExp(`a pause of ${seconds} seconds`)));
        const sent = server.requests.length, start = clock.now();
        await assert.rejects(clock.until(one.move('game1', 'e2e4')), troubled('later', /seconds more/));
        assert.equal(server.requests.length, sent);
        assert.equal((await clock.until(one.account())).id, 'anna');
        assert.equal(clock.now() - start, 1000 * seconds);
    }
});

test('only what may be done twice is repeated', async () => {
    for (const answer of [() => new Response('<html>', {status: 502}), () => { throw new TypeError('Failed to fetch'); }, () => new Response('{')]) {
        for (const [ask, path, times] of [[(one) => one.account(), '/api/account', 3], [(one) => one.resign('game1'), 'resign', 3],
                                          [(one) => one.move('game1', 'e2e4'), 'move', 1], [(one) => one.draw('game1', true), 'draw', 1]]) {
            const {clock, server, client: one} = client();
            for (let i = 0; i < 3; i++) {
                server.next.push([new RegExp(path), answer]);
            }
            await assert.rejects(clock.until(ask(one)), troubled('unsure', /./));
            assert.equal(server.requests.length, times);
        }
    }
});

test('no answer within 15 seconds is an unsure one', async () => {
    const {clock, server, client: one} = client(), start = clock.now();
    server.next.push([/move/, () => new Promise(() => {})]);
    await assert.rejects(clock.until(one.move('game1', 'e2e4')), troubled('unsure', /does not answer/));
    assert.equal(clock.now() - start, 15_000);
});

test('what Lichess does not allow with a board is refused before it is tried', async () => {
    const {clock, server, client: one} = client();
    const options = {rated: false};
    for (const [minutes, increment] of [[0, 10], [1, 0], [2, 1], [3, 2], [5, 0], [7, 1]]) {
        await assert.rejects(one.seek({minutes, increment}, options, never), troubled('refused', /rapid and classical/));
    }
    for (const [minutes, increment] of [[181, 0], [10, 181], [10.5, 0]]) {
        await assert.rejects(one.seek({minutes, increment}, options, never), troubled('refused', /at most 180/));
    }
    await assert.rejects(one.challenge('bert', {minutes: 2, increment: 0}, options, never, () => {}), troubled('refused', /no bullet/));
    await assert.rejects(one.challenge('../bert', {minutes: 10, increment: 0}, options, never, () => {}), troubled('refused', /no name/));
    await assert.rejects(one.accept({id: 'x', speed: 'ultraBullet', variant: {key: 'standard'}}), troubled('refused', /no bullet/));
    await assert.rejects(one.accept({id: 'x', speed: 'rapid', variant: {key: 'chess960', name: 'Chess960'}}), troubled('refused', /does not play Chess960/));
    assert.deepEqual(server.requests, []);
    server.account.title = 'BOT';
    await assert.rejects(clock.until(one.account()), troubled('refused', /only people/));
});

test('a seek lasts until the server ends it or the person does', async () => {
    const {clock, server, client: one} = client(), stop = new AbortController();
    const found = one.seek({minutes: 10, increment: 5}, {rated: true, color: 'black'}, never);
    await clock.pass(100_000);
    server.events.seeks.forEach((channel) => channel.close());
    await clock.until(found);
    const given = one.seek({minutes: 5, increment: 5}, {rated: false}, stop.signal);
    await clock.pass(100_000);
    stop.abort();
    await clock.until(given);
    assert.deepEqual(server.violations, []);
});

test('a challenge is kept up until it is answered', async () => {
    const {clock, server, client: one} = client(), ids = [];
    const answered = one.challenge('bert', {minutes: 5, increment: 3}, {rated: false}, never, (id) => ids.push(id));
    await clock.pass(60_000);
    server.challenges.forEach((channel) => { channel.send({done: 'declined'}); channel.close(); });
    assert.equal(await clock.until(answered), 'declined');
    assert.deepEqual(ids, ['chal1']);
    for (const act of [one.accept({id: 'chal1', speed: 'blitz', variant: {key: 'standard'}}), one.decline('chal1'), one.cancel('chal1'), one.claimVictory('game1')]) {
        await clock.until(act);
    }
    assert.deepEqual(server.violations, []);
});

// ------------------------------------------------------------ a game, step by step

/** The server has spoken, and the board of White (Anna) follows. */
function game(moves = '', account = 'anna', full = {}) {
    const one = new LichessGame(account);
    const state = (list, more = {}) => ({type: 'gameState', moves: list, status: 'started', wtime: 1, btime: 1, ...more});
    const whole = (list, more = {}) => one.hear({type: 'gameFull', variant: {key: 'standard', name: 'Standard'}, white: {id: 'anna'}, black: {id: 'bert'},
                                                 initialFen: 'startpos', ...full, state: state(list, more)});
    const effects = whole(moves);
    effects.push(...one.boardBack('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'));
    return {one, effects, whole, hears: (list, more) => one.hear(state(list, more)), board: (text) => one.hearBoard(text)};
}
const say = (line) => ({do: 'say', line});
const unsure = () => new LichessError('unsure', 'Lichess does not answer.');

test('the board follows the server’s moves, and gives the person’s', () => {
    const {effects, hears, board, one} = game();
    assert.deepEqual(effects, [say('setoption name Player value Board'), say('position startpos')]);
    assert.deepEqual(board('move 1. e4 e2e4'), [{do: 'move', uci: 'e2e4', number: 1}]);
    assert.deepEqual(one.answered(1, null), []);
    assert.deepEqual(hears('e2e4'), []);
    assert.deepEqual(hears('e2e4'), []);
    assert.deepEqual(hears('e2e4 e7e5'), [say('position startpos moves e2e4 e7e5')]);
    assert.deepEqual(hears('e2e4 e7e5'), []);
    assert.deepEqual(board('move 1... e5 e7e5'), []);
    assert.deepEqual(board('move 2. Nf3 g1f3'), [{do: 'move', uci: 'g1f3', number: 2}]);
});

test('a move that hands make for the opponent is never sent, and put back', () => {
    const {effects, board} = game('', 'bert');
    assert.deepEqual(effects.at(-1), say('position startpos'));
    assert.deepEqual(board('move 1. d4 d2d4'), [say('position startpos')]);
    assert.deepEqual(board('taken back 1 half move'), []);
});

test('a move that may not have arrived is sent again only if a new connection does not have it', () => {
    for (const [list, effects] of [['', [{do: 'move', uci: 'e2e4', number: 1}]], ['e2e4', []], ['e2e4 e7e5', [say('position startpos moves e2e4 e7e5')]]]) {
        const {one, board, hears, whole} = game();
        board('move 1. e4 e2e4');
        assert.deepEqual(one.answered(1, unsure()), [{do: 'reopen'}]);
        assert.deepEqual(hears(''), [], 'what the old connection still says is older');
        assert.deepEqual(whole(list), effects);
    }
});

test('a move made while the server is not heard waits for it', () => {
    for (const [list, effects] of [['', [{do: 'move', uci: 'e2e4', number: 1}]], ['d2d4', [say('position startpos moves d2d4')]]]) {
        const {one, board, whole} = game();
        one.lost();
        assert.deepEqual(board('move 1. e4 e2e4'), []);
        assert.deepEqual(whole(list), effects);
    }
});

test('a move that the server refuses is taken back by the board, unless the server has it', () => {
    const {one, board, whole} = game();
    board('move 1. e4 e2e4');
    assert.deepEqual(one.answered(1, new LichessError('refused', 'Lichess says: no.')), [{do: 'reopen'}]);
    assert.deepEqual(whole(''), [{do: 'tell', text: 'Lichess says: no. The board takes e2e4 back.'}, say('position startpos')]);
    board('taken back 1 half move');
    assert.deepEqual(board('move 1. d4 d2d4'), [{do: 'move', uci: 'd2d4', number: 2}]);
    assert.deepEqual(one.answered(1, unsure()), [], 'an answer to the first move says nothing about the second');
    one.answered(2, new LichessError('refused', 'Lichess says: no.'));
    assert.deepEqual(whole('d2d4'), []);
});

test('a move that came too soon after others is sent again after the pause', () => {
    const {one, board} = game();
    board('move 1. e4 e2e4');
    assert.deepEqual(one.answered(1, new LichessError('later', 'wait', 60_000)), [{do: 'move', uci: 'e2e4', number: 1}]);
});

test('after a takeback the board goes back, also over a move that is not made yet', () => {
    const {one, board, hears} = game();
    board('move 1. e4 e2e4');
    one.answered(1, null);
    hears('e2e4');
    assert.deepEqual(hears(''), [say('position startpos')]);
    board('taken back 1 half move');
    board('move 1. d4 d2d4');
    one.answered(2, null);
    hears('d2d4');
    hears('d2d4 d7d5');                                  // the lights ask for it
    assert.deepEqual(hears('d2d4'), [say('position startpos moves d2d4')]);
    assert.deepEqual(hears('d2d4 g8f6'), [say('position startpos moves d2d4 g8f6')]);
});

test('no move is sent while the game may go back meanwhile', () => {
    const {one, board, hears, whole} = game('e2e4 e7e5');
    board('new game rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
    hears('e2e4 e7e5', {wtakeback: true});
    assert.deepEqual(board('move 2. Nf3 g1f3'), [{do: 'withdraw'}]);
    one.hold();
    assert.deepEqual(hears('e2e4 e7e5'), [], 'the answer is still to come');
    assert.deepEqual(one.release(), [{do: 'reopen'}]);
    assert.deepEqual(whole('e2e4 e7e5'), [{do: 'move', uci: 'g1f3', number: 1}]);
    assert.deepEqual(whole(''), [say('position startpos')], 'and where it has gone back, the board does so');
});

test('castling by the rook’s square is the same move, and a promotion has its piece', () => {
    const {effects} = game('g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8g8');
    assert.deepEqual(effects.at(-1), say('position startpos moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8'));
    const start = '8/4P2k/8/8/8/8/8/4K3 w - - 0 1', {one, whole, board} = game('', 'anna', {initialFen: start});
    one.boardBack(start);
    assert.deepEqual(board('move 1. e8=N e7e8n'), [{do: 'move', uci: 'e7e8n', number: 1}]);
    one.answered(1, unsure());
    assert.deepEqual(whole('e7e8n h7g6'), [say(`position fen ${start} moves e7e8n h7g6`)]);
});

test('other variants and other people’s games are not played', () => {
    assert.match(game('', 'anna', {variant: {key: 'chess960', name: 'Chess960'}}).effects[0].text, /does not play Chess960/);
    assert.match(game('', 'carl').effects[0].text, /other people/);
    assert.match(game('e2e5').effects[0].text, /not legal/);
});

test('a board that was away or has restarted follows again, and what it did alone is not sent', () => {
    const {one, board, hears} = game('e2e4 e7e5');
    one.boardGone();
    assert.deepEqual(hears('e2e4 e7e5', {bdraw: true}), []);
    const follows = [say('setoption name Player value Board'), say('position startpos moves e2e4 e7e5')];
    assert.deepEqual(one.boardBack('rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'), follows);
    assert.deepEqual(board('a saved game is there'), [{do: 'ask'}]);
    assert.deepEqual(one.boardBack('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'), follows);
});

test('a person who leaves the game at the board is not held, and may come back', () => {
    const {one, board, hears} = game('e2e4 e7e5');
    assert.deepEqual(board('the game before is abandoned'), []);
    const [freed, told] = board('result * abandoned');
    assert.deepEqual(freed, say('setoption name Player value Engine'));
    assert.match(told.text, /You have left/);
    assert.deepEqual(board('new game rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), []);
    assert.deepEqual(board('move 1. e4 e2e4'), []);
    assert.deepEqual(hears('e2e4 e7e5 g1f3'), []);
    assert.deepEqual(one.rejoin(), [say('setoption name Player value Board'), say('position startpos moves e2e4 e7e5 g1f3')]);
});

test('the end of the game gives the board back: at once, or when its last move is made', () => {
    const free = say('setoption name Player value Engine');
    assert.deepEqual(game('e2e4').hears('e2e4', {status: 'resign', winner: 'black'}), [free, say('board resign white')]);
    assert.deepEqual(game('e2e4').hears('e2e4', {status: 'draw'}), [free, say('board new')]);
    const {hears, board} = game('f2f3 e7e5 g2g4');
    assert.deepEqual(hears('f2f3 e7e5 g2g4 d8h4', {status: 'mate', winner: 'black'}), [say('position startpos moves f2f3 e7e5 g2g4 d8h4')]);
    board('new game rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2');
    assert.deepEqual(board('move 2... Qh4# d8h4'), [free]);
    assert.deepEqual(board('result 0-1 checkmate'), []);
});

test('an opponent who has gone is told with the time until victory can be claimed', () => {
    const {one} = game();
    one.hear({type: 'opponentGone', gone: true, claimWinInSeconds: 8});
    assert.equal(one.claimIn, 8);
    one.hear({type: 'opponentGone', gone: false});
    assert.equal(one.claimIn, null);
});

test('victory can no longer be claimed when the opponent has moved, or when a new connection does not say that they are gone', () => {
    const {one, hears, whole} = game('', 'anna'), goes = () => one.hear({type: 'opponentGone', gone: true, claimWinInSeconds: 8});
    goes();
    hears('', {wdraw: true});
    assert.equal(one.claimIn, 8);
    hears('e2e4');                                       // by the person: the opponent is still gone
    assert.equal(one.claimIn, 8);
    hears('e2e4 e7e5');
    assert.equal(one.claimIn, null);
    goes();
    whole('e2e4 e7e5');
    assert.equal(one.claimIn, null);
});

// ------------------------------------------------------------ whole games

/** The opponent at the other side of the server. */
async function opponent(server, clock, chance, most) {
    const {game} = server;
    while (!server.isOver) {
        await clock.sleep(300 + 5000 * chance());
        if (server.isOver) {
            return;
        }
        const dice = chance(), their = server.game.color === 'white' ? 'b' : 'w';
        if (game.moves.length > most) {
            server.end(...(dice < 0.5 ? ['resign', game.color] : ['draw']));
        } else if (dice < 0.05) {
            game.offers[`${their}${dice < 0.03 ? 'takeback' : 'draw'}`] = game.moves.length > 1;
            server.tell();
        } else if (dice < 0.07) {
            server.tell({type: 'opponentGone', gone: true, claimWinInSeconds: 20});
        } else if (game.offers[`${game.color[0]}takeback`] && game.moves.length > 1) {
            server.takeBack(server.mine ? 2 : 1);
        } else if (!server.mine) {
            server.make(choice(game.chess, chance));
        }
    }
}

/** What the person does at the page. */
async function person(server, one, played, clock, chance) {
    while (!server.isOver) {
        await clock.sleep(2000 + 10_000 * chance());
        const state = played.game.state ?? {}, their = server.game.color === 'white' ? 'b' : 'w';
        try {
            await (state[`${their}takeback`] ? played.takeback(chance() < 0.7) : state[`${their}draw`] ? one.draw('game1', false)
                : chance() < 0.03 ? played.takeback(true) : null);
        } catch (error) {
            assert.ok(error instanceof LichessError, String(error));
        }
    }
}

/** Somebody who stumbles over the board's cable. */
async function cable(server, board, played, clock, chance) {
    while (!server.isOver) {
        await clock.sleep(20_000 + 100_000 * chance());
        played.boardGone();
        board.unplug();
        await clock.sleep(10_000 * chance());
        board.plugged = true;
        played.boardBack();
    }
}

async function wholeGame(seed) {
    const chance = random(seed), clock = new VirtualClock(), server = new LichessServer(clock, random(seed + 1000), [0, 0.02, 0.1, 0.25][seed % 4]);
    const board = new ScriptedBoard(clock, random(seed + 2000)), one = new Client('lio_secret', clock, server.fetch), told = [];
    server.begin(chance() < 0.5 ? 'white' : 'black');
    const played = new Play(one, 'game1', 'anna', {say: (line) => board.say(line), position: () => board.position(), tell: (text) => told.push(text), changed: () => {}}, clock);
    board.hear = (text) => played.hearBoard(text);
    let done = false;
    const hands = board.hands(server.game.color, () => done);
    const others = [opponent(server, clock, chance, 20 + 100 * chance()), person(server, one, played, clock, chance),
                    ...seed % 3 === 0 ? [cable(server, board, played, clock, chance)] : []];
    await clock.until(Promise.all([played.run(), ...others]), 48);
    await clock.pass(300_000);
    done = true;
    await clock.until(hands);
    return {server, board, played, told};
}

test('through all faults no game is lost, and none has a move that was not made on the board, or not as often', async (context) => {
    for (let seed = 1; seed <= GAMES; seed++) {
        await context.test(`game ${seed}`, () => checkGame(seed));
    }
});

async function checkGame(seed) {
    const {server, board, played, told} = await wholeGame(seed), {game} = server;
    assert.deepEqual(server.violations, []);
    assert.equal(played.game.state.status, game.status, 'the end is known');
    assert.deepEqual(played.game.moves.join(' '), server.state.moves);
    assert.equal(board.follows, false, 'the board is given back');
    assert.deepEqual([...new Set(board.lines.map((line) => line.split(' ')[0]))].filter((word) => !['setoption', 'position', 'board'].includes(word)), []);
    if (['checkmate', 'stalemate'].includes(game.chess.state)) {
        assert.equal(place(board.game.fen), place(game.chess.fen), told.join('\n'));
    }
    const hands = board.made.filter(({own}) => own);
    let at = 0;
    for (const move of server.accepted) {       // each move that was made there was made here, once, in the same position
        while (at < hands.length && (hands[at].uci !== move.uci || hands[at].place !== place(move.place))) {
            at++;
        }
        assert.ok(at++ < hands.length, `${move.uci} at ply ${move.ply} was not made on the board`);
    }
    assert.ok(server.accepted.length > 0);
}

// ------------------------------------------------------------ the puzzle of the day

const SENT = {game: {pgn: 'e4 e5 Bc4 Nc6 Qf3 d6'}, puzzle: {rating: 612, solution: ['f3f7']}};

test('a puzzle is the position after its game, and its solution as people write it; anything else is none', () => {
    assert.deepEqual(puzzleOf(SENT), {title: 'The puzzle of the day, rated 612', task: 'the best move', solution: ['Qxf7#'],
                                      fen: 'r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4'});
    for (const told of [null, {}, {...SENT, game: {}}, {...SENT, game: {pgn: 'e4 e4'}}, {...SENT, puzzle: {rating: 1}}, {...SENT, puzzle: {rating: 1, solution: []}},
                        {...SENT, puzzle: {rating: 1, solution: ['f3f8']}}]) {
        assert.equal(puzzleOf(told), null, JSON.stringify(told));
    }
});

test('castling in a puzzle is the same move by the king’s own squares and by the rook’s, and a rook that goes there is no castling', () => {
    const solutionOf = (pgn, ...solution) => puzzleOf({game: {pgn}, puzzle: {rating: 612, solution}})?.solution;
    const short = 'e4 e5 Nf3 Nf6 Bc4 Bc5', long = 'd4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7';
    for (const [white, black] of [['e1g1', 'e8g8'], ['e1h1', 'e8h8'], ['e1h1', 'e8g8']]) {
        assert.deepEqual(solutionOf(short, white, black), ['O-O', 'O-O']);
    }
    for (const [white, black] of [['e1c1', 'e8c8'], ['e1a1', 'e8a8']]) {
        assert.deepEqual(solutionOf(long, white, black), ['O-O-O', 'O-O-O']);
    }
    assert.deepEqual(solutionOf(short + ' O-O O-O h4 h5 Re1 Re8 Kh2 Kh7 Bb3 Bb6', 'e1h1', 'e8h8'), ['Rh1', 'Rh8']);
    assert.equal(solutionOf('e4 e5', 'e1h1'), undefined);
});

test('each move of a puzzle is judged; a mate solves it, too, and another game is none of it', () => {
    const puzzle = {fen: '6k1/5ppp/8/8/8/8/8/KR2R3 w - - 0 1', solution: ['Re8#'], title: 'A puzzle', task: 'the best move'}, long = {...puzzle, solution: ['Rb8+', 'Kf8', 'Rxf8#']};
    const says = (made, one = puzzle, start = puzzle.fen) => wordsOf(one, start, made);
    assert.match(says([]), /^A puzzle: White finds the best move\. You make the moves of both sides\.$/);
    assert.equal(says(['Rb8#']), 'Solved: Rb8#.');
    assert.match(says(['Ka2']), /^Ka2 is not the solution/);
    assert.match(says(['Rb8+'], long), /^Right\. The answer is Kf8/);
    assert.match(says(['Rb8+', 'Kf8'], long), /^Right so far\. White/);
    assert.equal(says([], puzzle, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), '');
});

// ------------------------------------------------------------ studies

test('the address of a study or of a chapter is understood as people copy it, and nothing else is', () => {
    const query = '?clocks=false&comments=false&variations=false&orientation=true', study = `/api/study/AbCdEfGh.pgn${query}`;
    for (const address of ['https://lichess.org/study/AbCdEfGh', ' lichess.org/study/AbCdEfGh/\n', 'https://www.lichess.org/study/AbCdEfGh.pgn', 'https://lichess.org/api/study/AbCdEfGh.pgn?clocks=true']) {
        assert.equal(pathOf(address), study, address);
    }
    for (const address of ['https://lichess.org/study/AbCdEfGh/fool1234', 'http://lichess.org/study/AbCdEfGh/fool1234#3', 'https://lichess.org/study/embed/AbCdEfGh/fool1234']) {
        assert.equal(pathOf(address), `/api/study/AbCdEfGh/fool1234.pgn${query}`, address);
    }
    for (const address of ['', 'AbCdEfGh', 'https://lichess.org/AbCdEfGh', 'https://lichess.org/study/AbCdE', 'https://lichess.org/study/by/somebody', 'https://lichess.org/study/AbCdEfGh/../x',
                           'https://lichess.org.example/study/AbCdEfGh', 'https://elsewhere.example/?lichess.org/study/AbCdEfGh', '1. e4 e5']) {
        assert.throws(() => pathOf(address), ({trouble, message}) => trouble === 'refused' && /no address of a study/.test(message), address);
    }
    assert.match(refusalOf(403), /not public/);
    assert.match(refusalOf(401), /not public/);         // and says nothing of the person's own sign-in
    assert.match(refusalOf(404), /no such study/);
    assert.equal(refusalOf(429) + refusalOf(503), '');
});

test('a chapter is a puzzle for the side that it is seen from; one that cannot be set up says why', () => {
    const [fool, rooks, place, drops] = chaptersOf(STUDY.join('\n\n\n'));
    const task = 'the moves of the study', start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    assert.deepEqual(fool, {name: 'The "fool" as Black', hinders: '', puzzle: {title: 'The "fool" as Black', task, fen: start, solution: ['f3', 'e5', 'g4', 'Qh4#'], isSecond: true}});
    assert.deepEqual(rooks.puzzle, {title: 'Two rooks', task, fen: '6k1/5ppp/8/8/8/8/8/KR2R3 w - - 0 1', solution: ['Rb8#'], isSecond: false});
    assert.deepEqual([place.hinders, place.puzzle.fen, place.puzzle.solution], ['', '8/8/8/4k3/8/4K3/4P3/8 w - - 0 1', []]);
    assert.match(drops.hinders, /it is Crazyhouse/);
    const says = (...made) => wordsOf(fool.puzzle, start, made);
    assert.equal(says(), 'The "fool" as Black: Black finds the moves of the study. You make the moves of both sides, first f3.');
    assert.equal(says('f3'), 'Right so far. Black goes on.');
    assert.equal(says('f3', 'e5'), 'Right. The answer is g4: make that move, too.');
    assert.match(says('f4'), /^f4 is not the solution/);
    assert.equal(says('f3', 'e5', 'g4', 'Qh4#'), 'Solved: f3 e5 g4 Qh4#.');
    for (const wrong of [STUDY[0].replace('2. g4', '2. g5'), STUDY[0].replace('e5', '--'), STUDY[1].replace('KR2R3', '1R2R3')]) {
        assert.match(chaptersOf(wrong)[0].hinders, /cannot read it/);       // also a pass, which no board knows
    }
    assert.match(chaptersOf(STUDY[0].replace('2. g4', '2. g5'))[0].hinders, /move 2\. g5: /);
    assert.deepEqual(chaptersOf(STUDY[0].replace('e5', '{ [%csl Gf3] } { A remark } 1... e5 (1... e6) { [%cal Gg7g5] }'))[0], fool);
    for (const text of ['', '<html>', 'Study not found']) {
        assert.throws(() => chaptersOf(text), /no study that this page understands/);
    }
});

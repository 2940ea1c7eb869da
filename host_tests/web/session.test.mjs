// The page's conversation with a board (web/src/session.ts), with a link whose other end is the test.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {fromPage} from './rules.mjs';

globalThis.window = globalThis;
const {Session} = await fromPage({session: 'Session'});

function conversation() {
    const link = {open: true, sent: [], send(line) { this.sent.push(line); }, onLine: () => {}};
    const session = new Session(link), events = [];
    session.onEvent = (text) => events.push(text);
    return {session, events, link, hear: (line) => link.onLine(`info string board ${line}`)};
}

test('a move that is made while an answer of any words is awaited is not lost', async () => {
    const {session, events, hear} = conversation();
    const answered = session.answers('board ignore', 20);
    hear('no square is ignored');
    hear('move 1. e4 e2e4');
    assert.deepEqual(await answered, ['info string board no square is ignored', 'info string board move 1. e4 e2e4']);
    assert.deepEqual(session.status.moves, [{label: '1.', san: 'e4'}]);
    assert.deepEqual(events, ['move 1. e4 e2e4']);
});

test('the result of the game before, told with the state, does not overwrite it', () => {
    for (const result of ['* abandoned', '1-0 checkmate']) {
        const {session, events, hear} = conversation();
        void session.ask();
        hear(`result ${result}`);                           // what happens while the answer is to come
        assert.deepEqual(events, [`result ${result}`]);
        for (const line of ['fen 8/8/8/8/8/8/8/8 w - - 0 1', 'state setup ply 4', 'level depth 1 white person black person', `result ${result}`]) {
            hear(line);
        }
        assert.equal(session.status.state, 'setup');
        assert.equal(session.status.result, result);
        assert.equal(session.status.headline(), 'Set up the pieces for a new game');
    }
});

test('each state of a board has its sentence', () => {
    const {session, hear} = conversation(), source = readFileSync(new URL('../../firmware/game/states.hpp', import.meta.url), 'utf8');
    const states = [.../std::string_view names\[\] = \{([^}]*)\}/.exec(source)[1].matchAll(/"(\w+)"/g)].map(([, name]) => name).filter((name) => name !== 'required');
    assert.equal(states.length, 24);
    for (const state of states) {
        hear(`state ${state} ply 4`);
        assert.notEqual(session.status.headline(), state.replaceAll('_', ' '));
    }
});

test('once a move is told, none is waited for', () => {
    for (const event of ['move 1. e4 e2e4', 'taken back 1 half move', 'new game']) {
        const {session, hear} = conversation();
        hear('state move_to_make ply 0 waiting for e2e4');
        assert.equal(session.status.pending, 'e2e4');
        hear(event);
        assert.equal(session.status.pending, '');
    }
});

test('each part of the self-test has its sentence', () => {
    for (const part of ['sensor', 'led', 'button', 'store']) {
        const {session, hear} = conversation();
        void session.ask();
        hear(`state ${part}_test ply 4`);
        assert.match(session.status.headline(), /^Testing the .*PLAY/);
    }
});

test('a question is asked in its own words, and the next one in others', () => {
    const {session, hear} = conversation(), headline = (state) => { hear(`state ${state} ply 0`); return session.status.headline(); };
    for (const [told, words] of [['a blunder? PLAY or a tap on d4: it stands', /^A blunder\? Yes/], ['does the board lie the other way round? PLAY: yes', /^Does the board lie the other way round\? Yes/]]) {
        hear(told);
        assert.match(headline('question'), words);
        assert.match(headline('correcting'), /^That is not a legal move/);
        assert.equal(headline('question'), 'Yes or no?');
    }
});

test('an answer that was on its way when somebody asked is not the answer to that', async () => {
    const {session, hear} = conversation();
    const answer = (state) => { hear(`state ${state} ply 0`); hear('result * the game goes on'); };
    void session.ask();
    let known = '';
    const asked = session.ask().then(() => { known = session.status.state; });
    answer('setup');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(known, '');
    void session.ask();                                     // or the page's timer
    answer('person_to_move');
    await asked;
    assert.equal(known, 'person_to_move');
});

test('a line that the board does not obey is told with the reason, one that it obeys without', async () => {
    const {session, events, hear} = conversation();
    const refused = session.refusal('board new');
    hear('error: give up this game for a new one?');
    hear('state resume_offer ply 4');
    hear('result * the game goes on');
    assert.equal(await refused, 'give up this game for a new one?');
    assert.deepEqual(events, ['error: give up this game for a new one?']);
    const obeyed = session.refusal('board new');
    hear('state setup ply 4');
    hear('result * the game goes on');
    assert.equal(await obeyed, '');
});

test('what happens right behind the game as PGN comes on top of its moves', async () => {
    const {session, hear, link} = conversation();
    const sans = () => session.status.moves.map(({san}) => san).join(' ');
    for (const [line, moves] of [['move 2. Nf3 g1f3', 'e4 e5 Nf3'], ['taken back 1 half move', 'e4'], ['new game 8/8/8/8/8/8/8/8 w - - 0 1', '']]) {
        const read = session.readGame();
        for (const part of ['[Event "?"]', '', '1. e4 {[%clk 0:01]} e5 *', '']) {
            link.onLine(part);
        }
        hear(line);
        await read;
        assert.equal(sans(), moves);
    }
});

test('a board that greets while its game is asked for gives the whole game', async () => {
    const {session, link} = conversation();
    const asked = session.pgn();
    for (const line of ['Stackmate 0.1.0 on rp2040', '[Event "?"]', '[Result "*"]', '', '1. e4 *', '']) {
        link.onLine(line);
    }
    assert.equal(await asked, '[Event "?"]\n[Result "*"]\n\n1. e4 *\n');
});

test('checkers is told with its state, its position and its result, until chess is back', async () => {
    const {session, link, hear} = conversation();
    const {status} = session, says = (...lines) => {
        lines.forEach((line) => link.onLine(`info string checkers ${line}`));
        return status.headline();
    };
    assert.equal(says('fen B:W21-32:B1-12', 'state thinking, the game goes on'), 'Checkers: the board is thinking');
    assert.equal(says('move 11-15'), 'Checkers: the board is thinking');
    assert.equal(says('fen W:WK21,22:B1-3:H4', 'state person, the game goes on'), 'Checkers: White to move');
    assert.equal(status.men, 'W:WK21,22:B1-3:H4');
    assert.equal(says('fen W:W21:B1', 'state over, White has won'), 'Checkers: White has won');
    hear('fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1');
    hear('state person_to_move ply 0');
    assert.doesNotMatch(status.headline(), /Checkers/);
});

test('what was asked for is no event', async () => {
    const {session, events, hear} = conversation();
    const games = session.games();
    hear('game 1 ????.??.?? 1-0 checkmate, 7 half moves');
    hear('games 1');
    assert.deepEqual((await games).map(({number}) => number), [1]);
    assert.deepEqual(events, []);
});

test('settings that not every board has are known where it reports them, asked for once', async () => {
    const {session, link, hear} = conversation();
    link.send = (line) => {
        link.sent.push(line);
        if (line === 'board help') {
            link.onLine('info string board: settings (as they are)');
        } else if (line === 'board') {
            hear('state setup ply 0');
            hear('result * the game goes on');
        } else if (line === 'board settings') {
            hear('settings level 3+2 white person black engine flipped brightness 9 white-coach all black-coach off white-coach-pieces 2 black-coach-pieces all sound quiet');
        }
    };
    await session.learn();
    assert.deepEqual(link.sent.filter((line) => line !== 'board'), ['board help', 'board settings']);
    assert.deepEqual(session.status.chosen, {'white-coach': 'all', 'black-coach': 'off', 'white-coach-pieces': '2', 'black-coach-pieces': 'all', sound: 'quiet'});
    assert.deepEqual([session.status.brightness, session.status.flipped], [9, true]);
    hear('settings level strength 3 white person black engine brightness 128');
    assert.deepEqual(session.status.chosen, {});
});

test('a clock is marked as long as it runs: also in the menu and while a move is put right, but in no pause', () => {
    const {session, hear} = conversation();
    for (const state of ['person_to_move', 'engine_thinking', 'promotion_choice', 'correcting', 'unfinished', 'hint', 'menu', 'question', 'sensor_test']) {
        hear(`state ${state} ply 4`);
        assert.equal(session.status.timeRuns, true, state);
    }
    for (const state of ['setup', 'resume_offer', 'restoring', 'analysis', 'paused', 'position_set_up', 'game_over']) {
        hear(`state ${state} ply 4`);
        assert.equal(session.status.timeRuns, false, state);
    }
    for (const state of ['move_to_make', 'menu']) {
        hear(`state ${state} ply 4 waiting for e7e5`);
        assert.equal(session.status.timeRuns, false, `${state}, and the engine's move is made for it`);
    }
});

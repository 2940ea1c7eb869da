// The page's rules (web/src/rules.ts): the core in WebAssembly plays as the core on this computer, and castles as Chess960 says.
// RULES_GAMES=10000 plays so many games, not 200.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {fromPage, rules} from './rules.mjs';

const GAMES = process.env.RULES_GAMES ?? '200', SEED = process.env.RULES_SEED ?? '1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const {stepsOf, sanOf, Status, gamesOf, openingOf, read, write} = await fromPage({openings: 'openingOf', positions: 'stepsOf, sanOf', status: 'Status', pgn: 'gamesOf, read, write'});
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

test('the module is small', () => {
    assert.ok(statSync(here('../../build/wasm/web/rules/rules.wasm')).size < 120_000);
});

test('random games of both kinds are those of the core on this computer', async () => {
    const core = spawn('/usr/bin/python3', ['-B', here('random_games.py'), GAMES, SEED], {stdio: ['ignore', 'pipe', 'inherit']});
    const ends = {false: new Set(), true: new Set()};
    let games = 0, castlings = 0;
    for await (const line of createInterface({input: core.stdout})) {
        const {start, chess960, plies, state} = JSON.parse(line), moves = plies.map(([legal, at]) => legal[at][0]);
        const steps = rules.steps(start, moves);
        assert.equal(steps.length, moves.length, start);
        let before = start;
        plies.forEach(([legal, at, after], ply) => {
            assert.deepEqual(steps[ply], {move: legal[at][0], san: legal[at][1], fen: after});
            // After some moves a FEN may not tell Chess960 from chess any more: then castling is written otherwise.
            const found = legal.map(([move, san]) => [san.startsWith('O') ? rules.steps(before, [move])[0].move : move, san]);
            assert.deepEqual(rules.legalMoves(before).sort(), found.map(([move]) => move).sort(), before);
            found.forEach(([move, san]) => assert.deepEqual(rules.sanToMove(before, san), {move}, `${before} ${san}`));
            const [move, san] = found[at];
            assert.deepEqual(rules.steps(before, [move]), [{move, san, fen: after}], before);
            castlings += legal[at][1].startsWith('O') ? 1 : 0;
            before = after;
        });
        const words = rules.state(start, moves);
        assert.equal(words, state.replace('draw by ', ''), start);
        ends[chess960].add(words);
        games++;
    }
    assert.equal(games, Number(GAMES));
    assert.ok(castlings > games / 2, `${castlings} castlings`);
    assert.ok(ends.false.has('checkmate') && ends.true.has('checkmate'), 'some games of both kinds end with mate');
});

/** The arrays of Chess960, all 960. */
function* arrays() {
    const place = (rank, pieces) => { pieces.forEach(([piece, free]) => { let n = free; rank[rank.findIndex((at) => !at && n-- === 0)] = piece; }); };
    for (let number = 0; number < 960; number++) {
        const rank = Array(8).fill('');
        rank[2 * (number % 4) + 1] = 'B';
        rank[2 * (Math.floor(number / 4) % 4)] = 'B';
        place(rank, [['Q', Math.floor(number / 16) % 6]]);
        const knights = [[0, 0], [0, 1], [0, 2], [0, 3], [1, 1], [1, 2], [1, 3], [2, 2], [2, 3], [3, 3]][Math.floor(number / 96)];
        place(rank, knights.map((free) => ['N', free]));
        place(rank, ['R', 'K', 'R'].map((piece) => [piece, 0]));
        yield rank.join('');
    }
}

const fieldOf = (rank) => rank.map((piece) => piece || '1').join('').replace(/1+/g, (gap) => String(gap.length));

test('each castling of the 960 arrays without other pieces leads where the rules say: 1,830 of them', () => {
    const seen = new Set();
    let castlings = 0;
    for (const array of arrays()) {
        seen.add(array);
        const rank = [...array].map((piece) => 'KR'.includes(piece) ? piece : ''), king = rank.indexOf('K');
        const black = fieldOf(rank).toLowerCase();
        const start = `${black}/pppppppp/8/8/8/8/PPPPPPPP/${fieldOf(rank)} w KQkq - 0 1`;
        for (const [san, rook, kingTo, rookTo] of [['O-O', rank.lastIndexOf('R'), 6, 5], ['O-O-O', rank.indexOf('R'), 2, 3]]) {
            const least = Math.min(king, rook, kingTo, rookTo), most = Math.max(king, rook, kingTo, rookTo);
            const isFree = rank.every((piece, at) => !piece || at === king || at === rook || at < least || at > most);
            const steps = stepsOf(start, [san]);
            if (!isFree) {
                assert.deepEqual(steps, [], start);
                continue;
            }
            const after = [...rank];
            after[king] = after[rook] = '';
            after[kingTo] = 'K';
            after[rookTo] = 'R';
            assert.equal(steps[0]?.fen, `${black}/pppppppp/8/8/8/8/PPPPPPPP/${fieldOf(after)} b kq - 1 1`, `${start} ${san}`);
            assert.deepEqual([steps[0].from, steps[0].to], [king, kingTo]);
            const [{move}] = rules.steps(start, [san]);
            assert.deepEqual(rules.castling(start, move), {king: [king, kingTo], rook: [rook, rookTo]});
            assert.deepEqual(rules.castling(start, 'abcdefgh'[king] + '1' + 'abcdefgh'[rook] + '1')?.rook, [rook, rookTo]);
            castlings++;
        }
    }
    assert.equal(seen.size, 960);
    assert.equal(castlings, 1830);
});

test('a game of Chess960 is shown, stepped through, saved and opened again', () => {
    const start = '1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1', end = '2kr1r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2';
    const pgn = `[Event "?"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "${start.replace('KQkq', 'FBfb')}"]\n\n1. O-O O-O-O *\n`;
    assert.deepEqual(stepsOf(start, ['O-O', 'O-O-O']), [
        {fen: '1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b kq - 1 1', from: 4, to: 6}, {fen: end, from: 60, to: 58}]);
    const game = read(gamesOf(pgn)[0]);
    assert.deepEqual([game.start, ...game.line.moves.map(({label, san}) => label + san)], [start, '1.O-O', '1...O-O-O']);
    assert.deepEqual(read(gamesOf(write(game))[0]), game);
    assert.deepEqual(stepsOf('1k2r3/pppppppp/8/8/8/8/PPPPPPPP/1K2R3 w Ee - 0 1', ['O-O', 'O-O']).map(({fen}) => fen),
                     ['1k2r3/pppppppp/8/8/8/8/PPPPPPPP/5RK1 b k - 1 1', '5rk1/pppppppp/8/8/8/8/PPPPPPPP/5RK1 w - - 2 2']);
});

test('every form of a position that the board reads is read', () => {
    assert.deepEqual(rules.readFen(START), {fen: START});
    assert.deepEqual(rules.readFen(` ${START.replace(' 0 1', '')} `), {fen: START});
    assert.deepEqual(rules.readFen(START.replace('KQkq', 'HAha')), {fen: START});
    assert.deepEqual(rules.readFen(START.replace(' 0 1', ' bm e4; id "the start; of all";')), {fen: START});
    assert.deepEqual(rules.readFen(START.replace(' 0 1', ' bm e4')), {error: 'an operation of the EPD does not end with ;'});
    assert.deepEqual(rules.readFen('1k2r3/8/8/8/8/8/8/1K2R1R1 w Ee -'), {fen: '1k2r3/8/8/8/8/8/8/1K2R1R1 w Ek - 0 1'});
    for (const [fen, error] of [['', /four fields/], ['8/8/8/8/8/8/8/8 w - - 0 1', /a king is missing/], [START.replace('KQkq', 'KK'), /castling/],
                                [START.replace(' w ', ' white '), /neither w nor b/], ['é'.repeat(3000), /too long/]]) {
        assert.match(rules.readFen(fen).error, error);
    }
    assert.throws(() => rules.state('no position'), /four fields/);
    assert.deepEqual([rules.legalMoves('no position'), rules.steps('no position', ['e4']), rules.think('no position', [], 1)], [[], [], false]);
});

test('moves are read as people write them, and refused with the reason', () => {
    for (const [san, move] of [['e4', 'e2e4'], ['Ng1-f3', 'g1f3'], ['e2e4', 'e2e4'], ['Nf3!?', 'g1f3']]) {
        assert.deepEqual(rules.sanToMove(START, san), {move});
    }
    const castles = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    for (const text of ['O-O', '0-0', 'o-o', 'e1g1', 'e1h1']) {
        assert.deepEqual(rules.sanToMove(castles, text), {move: 'e1g1'});
    }
    for (const [san, error] of [['e5', /no such piece/], ['', /not a move/], ['O-O', /a piece stands between/]]) {
        assert.match(rules.sanToMove(START, san).error, error);
    }
    assert.deepEqual(sanOf(START, ['e2e4', 'e7e5', 'e1e3', 'a7a6']), ['e4', 'e5', 'e1e3', 'a7a6']);
});

test('what the game came to is told', () => {
    assert.equal(rules.state(START, ['f3', 'e5', 'g4', 'Qh4']), 'checkmate');
    assert.equal(rules.state(START, ['e4', 'e5', 'Qh5', 'Ke7', 'Qxe5']), 'checkmate');
    assert.equal(rules.state(START, 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' ')), 'threefold repetition');
    assert.equal(rules.state('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'), 'stalemate');
    assert.equal(rules.state('7k/8/6K1/8/8/8/8/8 b - - 0 1'), 'insufficient material');
});

test('the engine thinks in slices, of a game of either kind, and other questions do not disturb it', () => {
    const thought = (fen, moves) => {
        assert.ok(rules.think(fen, moves, 20_000));
        for (let slices = 1; ; slices++) {
            const {done, opinion} = rules.search(1000);
            rules.legalMoves(START);
            if (done) {
                assert.ok(slices > 1);
                return opinion;
            }
            assert.ok(slices < 100);
        }
    };
    const mate = thought('6k1/5ppp/8/8/8/8/8/KR2R3 w - - 0 1', []);
    assert.deepEqual([mate.isMate, mate.score, mate.line.length], [true, 1, 1]);
    const opening = thought(START, ['e4']);
    assert.ok(!opening.isMate && Math.abs(opening.score) < 200 && opening.depth > 3 && opening.nodes <= 20_000, JSON.stringify(opening));
    assert.equal(rules.steps(rules.steps(START, ['e4'])[0].fen, opening.line).length, opening.line.length);
    const chess960 = '1r2kr2/p6p/8/8/8/8/P6P/1R2KR2 w KQkq - 0 1', other = thought(chess960, ['O-O-O']);
    assert.equal(rules.steps(rules.steps(chess960, ['O-O-O'])[0].fen, other.line).length, other.line.length);
    assert.deepEqual(thought(START, ['e4']).line.length > 0, true);
});

test('the names of states and reasons are in the order of the core', () => {
    const plain = (names) => names.map((name) => name.replace(/[-_]/g, ' '));
    const named = (path, block, name) => plain([...readFileSync(here(`../../${path}`), 'utf8').match(block)[1].matchAll(name)].map(([, found]) => found));
    const page = (list) => named('web/src/rules.ts', new RegExp(`const ${list} = \\[([^\\]]+)`), /'([^']+)'/g);
    const core = (path, type) => named(path, new RegExp(`enum class ${type} [^{]*{([^}]+)`), /^ +(\w+),/gm);
    assert.deepEqual(page('STATES'), core('core/game/game_state.hpp', 'GameState'));
    assert.deepEqual(page('REASONS'), core('core/engine/reason.hpp', 'Reason'));
});

test('why a move loses is told where that is proven', () => {
    const before = (moves) => rules.steps(START, moves.split(' ')).at(-1).fen;
    assert.equal(rules.reason(before('d4 Nf6 Bg5 c6'), 'e3'), 'fork');
    assert.equal(rules.reason(before('e4 e5 Qh5 Nc6 Bc4'), 'Nf6'), 'allowed mate');
    assert.equal(rules.reason(before('e4 e5 f4 exf4'), 'Kf2'), 'none');
    assert.deepEqual([rules.reason('no position', 'e4'), rules.reason(START, 'e5')], ['none', 'none']);
});

test('the move to be made is named in the headline, castling by both pieces', () => {
    const headline = (fen, pending) => {
        const status = new Status();
        status.hear(`fen ${fen}`);
        status.hear(`state move_to_make ply 0 waiting for ${pending}`);
        return status.headline();
    };
    assert.equal(headline(START, 'e2e4'), 'Make the board’s move: e2 to e4');
    assert.equal(headline('1k2r3/pppppppp/8/8/8/8/PPPPPPPP/1K2R3 w Ee - 0 1', 'b1e1'), 'Make the board’s move: castle, the king from b1 to g1, the rook from e1 to f1');
    assert.equal(headline('r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1', 'e8c8'), 'Make the board’s move: castle, the king from e8 to c8, the rook from a8 to d8');
});

test('an opening is named by position, by the last one of the game that has a name', () => {
    const named = (moves, start = START) => openingOf(start, rules.steps(start, moves.split(' ')).map(({fen}) => fen));
    assert.equal(named('e4 e5 Nf3 Nc6 Bb5 Nf6'), 'C65 Ruy Lopez: Berlin Defence');
    assert.equal(named('Nf3 Nc6 e4 e5 Bb5'), 'C60 Ruy Lopez');
    assert.equal(named('d4 d5 c4 e6 Nc3 Nf6 Nf3 c6 a3 a6 a4 a5'), 'D43 Semi-Slav Defence');
    assert.equal(named('e4 e5 Ke2 Ke7 Ke1 Ke8'), 'C20 King\'s Pawn Game');
    assert.equal(named('e5 Nf3', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'), '');
    assert.equal(openingOf(START, []), '');
    const names = readFileSync(here('../../openings/openings.txt'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('; '));
    assert.ok(names.length > 500);
    names.forEach(([name, moves]) => assert.equal(named(moves), name));
});

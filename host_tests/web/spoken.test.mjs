// Moves as they are read out (web/src/spoken.ts).

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {fromPage, Game} from './rules.mjs';

const {spokenMove} = await fromPage({spoken: 'spokenMove'});

test('a move is said as chess players say it', () => {
    for (const [san, words] of [
        ['e4', 'pawn e four'], ['exd5', 'pawn e takes d five'], ['Nf3', 'knight f three'], ['Nfxe5+', 'knight f takes e five, check'], ['Nf3xe5+', 'knight f three takes e five, check'],
        ['R1xa3', 'rook one takes A three'], ['axb8=N', 'pawn A takes b eight promotes to knight'], ['e8=Q#', 'pawn e eight promotes to queen, mate'], ['Qh5#', 'queen h five, mate'],
        ['Kxb2', 'king takes b two'], ['Bb5', 'bishop b five'], ['O-O', 'castles short'], ['O-O-O+', 'castles long, check'], ['', ''], ['--', ''], ['e9', ''],
    ]) {
        assert.equal(spokenMove(san), words);
    }
});

test('every move of a game has words of its own among those that were possible', () => {
    const game = new Game('r3k2r/1P4p1/8/2pP4/N5N1/8/1p4P1/R3K2R w KQkq c6 0 1');
    for (const move of ['d5c6', 'e8g8', 'b7a8q', 'b2a1r']) {
        const words = game.next().map(({san}) => spokenMove(san));
        assert.deepEqual([words.includes(''), new Set(words).size], [false, words.length]);
        game.play(move);
    }
});

// How the page reads games (web/src/pgn.ts): files as people have them, and what is wrong with others, in words.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {fromPage} from './rules.mjs';

const {gamesOf, read, write, tagOf, titleOf, detailsOf, signsOf, commentWords, variationWords} =
    await fromPage({pgn: 'gamesOf, read, write, tagOf, titleOf, detailsOf, signsOf, commentWords, variationWords'});

/** What does not depend on how the moves were written. */
const treeOf = ({before, moves}) => ({before, moves: moves.map(({san, text, label, marks, after}) =>
    ({label, move: san || text, marks, after: after.map((one) => typeof one === 'string' ? one : treeOf(one))}))});

/** The games of a text as the page saves them; each is the same game when it is opened again. */
function saved(text) {
    return gamesOf(text).map((written) => {
        const game = read(written);
        assert.equal(typeof game, 'object', `${text}\n${game}`);
        const again = gamesOf(write(game)).map(read);
        assert.equal(again.length, 1, text);
        assert.deepEqual({...again[0], line: treeOf(again[0].line)}, {...game, line: treeOf(game.line)}, text);
        return write(game);
    });
}

const same = (moves) => [moves, moves];

/** Texts, and how their games are saved. */
function keep(...cases) {
    for (const [text, ...wanted] of cases) {
        assert.deepEqual(saved(text).map((pgn) => pgn.trimEnd()), wanted);
    }
}

test('comments and marks in any order are read, kept and saved', () => keep(
    ['1. d4 {[%eval 0.1]} {quiet} 1... d5 *', '1. d4 {[%eval 0.1]} {quiet} 1... d5 *'],
    ['1. d4 {solid} $1 d5 2. c4 (2. Nf3) $14 2... e6 *', '1. d4 $1 {solid} 1... d5 2. c4 $14 (2. Nf3) 2... e6 *'],
    same('1. d4 d5 (1... Nf6) {also played} 2. c4 *'),
    same('1. d4 d5 2. c4 (2. Nf3) {the last word} *'),
    ['{one} {two} 1. {three} d4 d5 *', '{one} {two} {three} 1. d4 d5 *'],
    ['1. d4 ; first\n; second }\nd5 *', '1. d4 { first} ; second }\n1... d5 *'],
    ['1. d4 d5 0-1 (1... Nf6 {instead} 2. c4 (2. Nf3)) $1\n\n1. e4 *', '1. d4 d5 $1 (1... Nf6 {instead} 2. c4 (2. Nf3)) 0-1', '1. e4 *'],
    ['1. d4 ( {why not} 1. e4 {indeed} (1. c4) ) 1... d5 *', '1. d4 ({why not} 1. e4 {indeed} (1. c4)) 1... d5 *'],
    ['1. d4 d5 {White resigns} 0-1', '1. d4 d5 {White resigns} 0-1'],
    ['1. d4 d5 0-1 {White resigns}', '1. d4 d5 {White resigns} 0-1'],
    same('1. d4 (1. e4 e5 (1... c5 (1... c6 $6)) 2. Nf3) (1. c4) 1... d5 *'),
    ['1. d4 d5 (=) 2. c4 *', '1. d4 d5 {(=)} 2. c4 *']));

test('lines that begin with %, and all ends of lines are read, kept and saved', () => keep(
    ['% made by hand\n1. d4 d5\n%%% 2. h4\n2. c4 *', '1. d4 d5 2. c4 *'],
    ['\uFEFF1. d4\r\n%x\r\nd5 {50 % of all}\r\n', '1. d4 d5 {50 % of all} *'],
    ['1. d4\rd5\r', '1. d4 d5 *']));

test('passes in variations are read, kept and saved', () => keep(
    same('1. d4 d5 2. c4 (2. -- dxc4 3. e4) 2... e6 *'),
    same('1. d4 d5 (1... Z0 2. c4 {a threat}) 2. c4 *'),
    same('1. d4 d5 (1... e5 2. Kd2 d6 3. Kxd6 (3. a4)) 2. c4 *')));

test('old and other ways to write moves are read, kept and saved', () => keep(
    ['1 d4 d5 2 c4 e6', '1. d4 d5 2. c4 e6 *'],
    ['1.d4 d5 2.c4 e6 3.Nc3', '1. d4 d5 2. c4 e6 3. Nc3 *'],
    ['d4 d5 c4', '1. d4 d5 2. c4 *'],
    ['1. d4 ... d5 2. c4 2... e6', '1. d4 d5 2. c4 e6 *'],
    ['1. d4 ! d5 ?! 2. c4 +- e6!? = 1/2', '1. d4 $1 d5 $6 2. c4 $18 e6 $5 $10 1/2-1/2'],
    ['1. d4 d5 2. c4 dxc4 TN 3. e4 ± ½-½', '1. d4 d5 2. c4 dxc4 $146 3. e4 $16 1/2-1/2'],
    ['1. d4 a6 2. d5 e5 3. dxe6 e.p. Bb4++ 4. c3 Qe7 5. exf7ep 1:0', '1. d4 a6 2. d5 e5 3. dxe6 Bb4+ 4. c3 Qe7 5. exf7+ 1-0'],
    ['1. e2-e4 e7e5 2. Ng1-f3 Nb8c6 3. Bf1-b5 Ng8f6 4. 0-0', '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *'],
    ['1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. Ke1-g1', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *'],
    ['[FEN "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"]\n\n1... Ke8c8+ *', '[FEN "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"]\n\n1... O-O-O *'],
    ['[FEN "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]\n\n1. ♔b1-g1 *', '[FEN "4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"]\n\n1. O-O *'],
    ['[FEN "4k3/8/8/8/8/8/8/5K1R w H - 0 1"]\n\n1. Kf1-g1 *', '[FEN "4k3/8/8/8/8/8/8/5K1R w H - 0 1"]\n\n1. Kg1 *'],
    ['1. d4 Sf6 2. Lg5 d5 3. ♘c3 ♛d6 4. Dd3 Db4 5. 0-0-0', '1. d4 Nf6 2. Bg5 d5 3. Nc3 Qd6 4. Qd3 Qb4 5. O-O-O *'],
    ['[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. e8(N) *', '[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. e8=N *'],
    ['[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. e7e8q *', '[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. e8=Q *'],
    ['[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]\n\n20... Kd7 21. e4 *', '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]\n\n20... Kd7 21. e4 *']));

test('tags are read, kept and saved', () => keep(
    same('[Event "The \\"Open\\" of C:\\\\"]\n\n1. d4 *'),
    ['[Event "The "Open""]\n[Site "[x]"] [Round "1"]\n1. d4 *', '[Event "The \\"Open\\""]\n[Site "[x]"]\n[Round "1"]\n\n1. d4 *'],
    ['[White "A"x"] [Black "B"]\n1. d4 *', '[White "A\\"x"]\n[Black "B"]\n\n1. d4 *'],
    ['[Event "Cup "A"]" of"][White "A"]\n1. d4 *', '[Event "Cup \\"A\\"]\\" of"]\n[White "A"]\n\n1. d4 *'],
    ['[White "A"]\n[Result "0-1"]\n\n1. d4', '[White "A"]\n[Result "0-1"]\n\n1. d4 0-1'],
    ['[White "A"]\n[Result "1-0"]\n\n1-0', '[White "A"]\n[Result "1-0"]\n\n1-0']));

// Files like those that programs make.

const tags = (values) => Object.entries(values).map(([name, value]) => `[${name} "${value}"]\n`).join('') + '\n';
const lichess = (variant = 'Standard') => tags({Event: 'Rated rapid game', Site: 'https://lichess.org/AbCdEfGh', Date: '2024.05.06', White: 'anna', Black: 'bert', Result: '1-0',
                                                UTCDate: '2024.05.06', UTCTime: '18:00:01', WhiteElo: '1612', BlackElo: '?', Variant: variant, TimeControl: '600+5', ECO: 'C20', Termination: 'Normal'});
const club = tags({Event: 'Club', Site: 'Town', Date: '1998.??.??', Round: '3.1', White: 'Smith, A', Black: 'Jones, B', Result: '1/2-1/2', Annotator: 'Smith', PlyCount: '6', EventDate: '1998.01.??', SourceTitle: 'x'});
const study = (name, more = {}) => tags({Event: `Traps: ${name}`, StudyName: 'Traps', ChapterName: name, ChapterURL: 'https://lichess.org/study/AbCdEfGh/ijklmnop', Result: '*', ...more});

/** Without what may be written in several ways: numbers of moves, signs, white space. */
const words = (pgn) => pgn.replace(/\b\d+\.+(?=[\sa-zA-Z-])/g, '').replaceAll('??', ' $4').replaceAll('?!', ' $6').replace(/\s+/g, '');

/** Each file is saved as it was. */
function keepFiles(...files) {
    for (const text of files) {
        assert.equal(words(saved(text).join('')), words(text));
    }
}

test('a Lichess export with clocks and evaluations is read whole, and saved as it was', () => keepFiles(
    lichess() + '1. e4 { [%eval 0.18] [%clk 0:10:00] } 1... e5 { [%eval 0.21] [%clk 0:10:00] } 2. Qh5?! { [%eval -0.4] [%clk 0:10:01] } { Inaccuracy. Nf3 was best. } (2. Nf3 Nc6 3. Bb5) 2... Ke7?? { [%eval #1] [%clk 0:09:58] } { Checkmate is now unavoidable. Nc6 was best. } (2... Nc6 3. Bc4) 3. Qxe5# { [%clk 0:10:03] } 1-0',
    lichess() + '1. f4 $6 { [%clk 0:00:15.4] } 1... e5 { [%clk 0:00:15] } 2. fxe5 { [%clk 0:00:14] } { Black resigns. } 1-0',
    lichess('From Position') + '1. d4 { [%eval 0.0] } 1... d5 { [%eval 0.0] } 1-0',
    lichess() + '1. e4 $1 { [%eval 0.2,22] } { A00 Name of an Opening } 1... d5 $6 { (0.20 → 0.75) Inaccuracy. e5 was best. } { [%eval 0.75] } (1... e5) 1-0'));

test('an annotated game is read whole, and saved as it was', () => keepFiles(
    club + '{A comment before the game, with (brackets) and 1. e4 in it.} 1. e4 $1 {[%emt 0:00:05] the best by test} e5 2. Nf3 $14 $36 (2. f4 $5 exf4 (2... d5 $1 {[#]} 3. exd5 e4) 3. Nf3) (2. Bc4) 2... Nc6 {RR} 3. Bb5 $146 a6 1/2-1/2',
    club + '1. d4 d5 $2 {[%csl Rd5][%cal Rc2c4] Here} 2. c4 (2. -- {the idea} e5) (2. Nc3 $6 {stands in the way} 2... Nf6) 2... e6 1/2-1/2',
    club + '1. c4 (1. Nf3 d5 2. g3 (2. d4 Nf6 3. c4 (3. Bf4 c5 4. e3 (4. c3) 4... Nc6) 3... e6) 2... c6) 1... e5 $11 {End\nof the opening} 1/2-1/2',
    club + '1. g3 {[%evp 0,2,25,30,28]} e5 {[%mdl 64]} 2. Bg2 $13 {Diagram [#]} {with two remarks} d5 {\\} 1/2-1/2'));

test('a database of many games is read whole, and saved as it was', () => keepFiles(
    [1, 2, 3].map((round) => tags({Event: 'League', Site: '?', Date: `2001.0${round}.01`, Round: round, White: `W${round}`, Black: `B${round}`, Result: '1-0', ECO: 'A00'}) + '1. a3 e5 2. b3 d5 3. c3 c5 1-0').join('\n\n'),
    '[Site "X"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n[Site "Y"]\n[White "C"]\n[Black "D"]\n[Result "0-1"]\n\n1. d4 d5 0-1',
    '[White "A"]\n\n*\n\n[White "B"]\n\n1. c4 *\n\n\n\n[White "C"]\n\n*',
    '1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n1. c4 c5 1/2-1/2'));

test('a study with arrows is read whole, and saved as it was', () => keepFiles(
    study('Text and arrows') + '1. e4 { [%csl Ge4,Rd5][%cal Gg1f3,Yd2d4] } { The king’s pawn. } 1... e5 { [%cal Gg8f6] } 2. Nf3 *',
    study('Before the first move') + '{ Welcome. } { [%cal Ge2e4] } 1. e4 { [%cal Re7e5] } { So } 1... c5 *',
    study('A position', {FEN: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', SetUp: '1'}) + '{ Look at it. } *',
    study('Branches', {Orientation: 'black'}) + '1. e4 e6 (1... c5 { [%csl Gc5] } 2. Nf3 (2. Nc3 { closed }) { open }) 2. d4 d5 *'));

test('the marks of old books and programs become those of the standard', () => keep(...[
    ['1. e4 Nc6 2. e5 d5 3. exd6 e.p. Qxd6 4. Nc3 Qe5++ 5. Be2 +/- Nd4 ! 1/2', '1. e4 Nc6 2. e5 d5 3. exd6 Qxd6 4. Nc3 Qe5+ 5. Be2 $16 Nd4 $1 1/2-1/2'],
    ['1 e2e4 e7e5 2 Bf1c4 Nb8c6 3 Qd1h5 Ng8f6 4 Qh5xf7 mate 1-0', '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0'],
    ['1.e4 e5 2.Sf3 Sc6 3.Lc4 Lc5 4.0-0 De7 5.Te1 = ½', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Qe7 5. Re1 $10 1/2-1/2'],
    ['1. f4 e5 2. f4:e5 d6 3. e5:d6 Bd6: (3...Nc6!) 4. h3 ? Qh4 ch 5. g3 Qg3: mate 0:1', '1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 (3... Nc6 $1) 4. h3 $2 Qh4+ 5. g3 Qxg3# 0-1'],
].map((moves) => moves.map((text) => club + text))));

test('of several games each has its names, result and date, and one that cannot be read hinders no other', () => {
    const text = '[Site "here"]\n[White "Anna"]\n[Black "Bert"]\n[Date "2024.05.??"]\n\n1. e4 e5 1-0\n[Site "there"]\n[White "Cleo"]\n\n1. e4 e4 0-1\n\n[Event "Match"]\n\n1. c4\n\n1. d4 *';
    const games = gamesOf(text);
    assert.deepEqual(games.map((game) => `${titleOf(game)}: ${detailsOf(game)}`),
                     ['Anna – Bert: 1-0, 2024.05', 'Cleo – ?: 0-1', 'Match: not ended']);
    assert.equal(tagOf(games[1], 'Site'), 'there');
    assert.equal(typeof read(games[0]), 'object');
    assert.equal(read(games[1]), 'game 2, move 1... e4: no such piece can go there');
    assert.equal(gamesOf(Array.from({length: 232}, (_, i) => `[Event "${i}"]\n\n1. e4 {a} {b} *\n\n`).join('')).length, 232);
});

test('what is wrong is said with the game, the move and its text', () => {
    const pawn = '[FEN "8/4P2k/8/8/8/8/8/K7 w - - 0 1"]\n\n';
    for (const [text, wanted] of [
        [`${pawn}1. e7e8 *`, 'game 1, move 1. e7e8: it does not say which piece the pawn becomes'],
        [`${pawn}1. e8 *`, 'game 1, move 1. e8: it does not say which piece the pawn becomes'],
        ['[FEN "3r3k/4P3/8/8/8/8/8/K7 w - - 0 30"]\n\n30. exd8+ *', 'game 1, move 30. exd8+: it does not say which piece the pawn becomes'],
        ['1. e4 e5 2. -- Nf6 *', 'game 1, move 2. --: that passes, and nobody may pass in chess'],
        ['1. e4 e5 2. Ke3 *', 'game 1, move 2. Ke3: no such piece can go there'],
        ['[FEN "3k4/8/8/8/8/8/K7/4R3 w - - 0 1"]\n\n1. Ke1-g1 *', 'game 1, move 1. Ke1-g1: no such piece can go there'],
        ['1. e4 e5 0-1 (1... c5 *', 'game 1, after 1... e5: a variation has no end'],
        ['1 P-K4', 'game 1, move 1. P-K4: this is not a move: try e4, Nf3, exd5, e8=Q, O-O or e2e4'],
        ['constructor', 'game 1, move 1. constructor: this is not a move: try e4, Nf3, exd5, e8=Q, O-O or e2e4'],
        ['1. e4 e5 {no end', 'game 1, after 1... e5: the comment “no end…” has no end'],
        ['1. e4 (1. d4 d5 *', 'game 1, after 1. e4: a variation has no end'],
        ['1. e4) e5 *', 'game 1, after 1. e4: a variation ends that has not begun'],
        ['(1. d4) 1. e4 *', 'game 1, before the first move: a variation stands before any move'],
        [`1. e4 ${'(1. d4 '.repeat(201)}${')'.repeat(201)}`, 'game 1, after 1. e4: more than 200 variations stand in one another'],
        ['[Variant "Atomic"]\n\n1. e4 d5 2. exd5 *', 'game 1: it is Atomic, and only chess and Chess960 are shown here'],
        ['{only words}', 'no moves are in it'],
        ['*', 'no moves are in it'],
    ]) {
        assert.deepEqual(gamesOf(text).map(read), [wanted], text);
    }
    assert.match(gamesOf('[FEN "k7/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *').map(read)[0], /^game 1, its position k7\/8\/8\/8\/8\/8\/8\/8 w - - 0 1: /);
    assert.deepEqual(gamesOf(' \n'), []);
});

test('comments, marks and variations are words for a person', () => {
    const {line} = read(gamesOf('1. e4! { [%csl Ge4][%cal Gg1f3,Rd2d4] [%eval 0.2] [%clk 0:05:00] } {good} e5 (1... c5 $14 {sharp} 2. Nf3 (2. -- d6)) *')[0]);
    assert.equal(signsOf(line.moves[0]), '!');
    for (const [text, sign] of [['e4 +/=', '⩲'], ['e4=/+', '⩱'], ['e4+-', '+-']]) {
        assert.equal(signsOf(read(gamesOf(`1. ${text} *`)[0]).line.moves[0]), sign, text);
    }
    assert.deepEqual(line.moves[0].after.map(commentWords), ['squares e4; arrows g1–f3, d2–d4; evaluation 0.2; clock 0:05:00', 'good']);
    assert.equal(variationWords(line.moves[1].after[0]), '1... c5⩲ sharp 2. Nf3 (2. -- d6)');
});

test('no text makes the reader stop or lose its way: what it reads it can save and read again', () => {
    const bits = ['1. e4 ', 'e5 ', '{a', '}', '(', ')', '$1 ', '$', '!? ', '[White "A"]\n', '[', '"', '\n\n', '%', ';x\n', '1-0 ', '*', '-- ', '2... ', 'Nf3 ', '0-0 ', '\\', '½', '=', '+-', '(=)'];
    let state = 7;
    const next = (below) => (state = state * 48271 % 2147483647) % below;
    for (let round = 0; round < 2000; round++) {
        const text = Array.from({length: 1 + next(14)}, () => bits[next(bits.length)]).join('');
        for (const game of gamesOf(text).map(read).filter((game) => typeof game === 'object')) {
            const again = gamesOf(write(game)).map(read);
            assert.deepEqual(again.map((one) => treeOf(one.line ?? one)), [treeOf(game.line)], `${JSON.stringify(text)} ${JSON.stringify(write(game))}`);
        }
    }
});

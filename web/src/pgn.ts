// Games in PGN: a text as a list of games, and a game as text again. What people have is read, not only what the standard allows.

import {rules} from './rules';
import {squareOf, START_FEN} from './squares';

export interface Move {
    text: string;                       // as it is written
    marks: number[];                    // $1 is a good move
    after: (string | Line)[];           // comments and variations, in their order
    label: string;                      // "1." or "1..."
    san: string;                        // '': a pass or no legal move, as can be in a variation, or a move after one
}
/** `before`: the comments before its first move. */
export interface Line { before: string[]; moves: Move[] }

/** A game of a text, before anybody asks whether its moves are legal. `fault`: why it cannot be read. */
export interface Written { number: number; tags: [string, string][]; line: Line; result: string; fault: string }

export interface Game { tags: [string, string][]; start: string; line: Line; result: string }

const SIGNS = new Map(Object.entries({
    '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6, '‼': 3, '⁇': 4, '⁉': 5, '⁈': 6, '□': 7, '=': 10, '∞': 13, '+=': 14, '+/=': 14, '⩲': 14, '=+': 15, '=/+': 15, '⩱': 15, '±': 16, '+/-': 16,
    '∓': 17, '-/+': 17, '+-': 18, '-+': 19, '⨀': 22, '⟳': 32, '→': 36, '↑': 40, '⇆': 132, 'N': 146, 'TN': 146, 'D': 220,
}));
const MOST_DEEP = 200;
/** Values of the tag Variant whose rules are known. */
const CHESS = /^(?:\??|standard|normal|(?:regular )?chess|chess ?960|fischer ?random(?: ?chess)?|from position)$/i;
const RESULT = /^(?:1[-:–]0|0[-:–]1|1\/2(?:[-–]1\/2)?|½(?:[-–]½)?|\*)$/;
const PASS = /^(?:--|Z0|null|pass|0000|@@@@)$/i;
/** What old books write behind a move, and what says nothing that the move does not. */
const IDLE = /^(?:e\.?p\.?|ch\.?|dbl\.?|mate|\++|#)$/i;

const TOKEN = new RegExp([
    /^%.*/,
    /\[[ \t]*(?<name>[^\s"[\]]+)[ \t]+"(?:(?<value>(?:[^"\\\n]|\\.)*)"[ \t]*\]|(?<loose>.*?)"[ \t]*\](?![^\s[]))/,    // the second: quotation marks as they come
    /\{(?<brace>[^}]*)(?<closed>\}?)|;(?<rest>.*)/,
    /\$(?<mark>\d+)|(?<offer>\(=\))|(?<bracket>[()])/,
    /(?<word>[^\s(){};$]+(?:\([QRBNDTLS]\))?)/,
    /(?<blank>\n[ \t]*\n)|[^]/,
].map(({source}) => source).join('|'), 'gmuy');

const resultOf = (word: string): string => /^(?:1\/2|½)/.test(word) ? '1/2-1/2' : word.replace(/[:–]/, '-');

/** The value of the tag; '' if it is not there. */
export const tagOf = ({tags}: {tags: [string, string][]}, name: string): string => tags.find(([one]) => one === name)?.[1] ?? '';

/** The number before a move: so many half moves after this position. */
function labelOf(fen: string, count = 0): string {
    const [, side, , , , number] = fen.split(' '), half = 2 * (Number(number) || 1) + (side === 'b' ? 1 : 0) + count;
    return (half >> 1) + (half % 2 === 1 ? '...' : '.');
}

/** The games of a text. */
export function gamesOf(text: string): Written[] {
    const games: Written[] = [];
    let game: Written, open: Line[] = [], ended = false, headed = false;    // `open`: the lines around this place, the innermost last
    const begin = (): Written => {
        ended = headed = false;
        open = [{before: [], moves: []}];
        return {number: games.length + 1, tags: [], line: open[0], result: '', fault: ''};
    };
    const last = (): Move | undefined => open.at(-1)!.moves.at(-1);
    const isEmpty = () => game.tags.length === 0 && game.line.moves.length === 0 && game.line.before.length === 0 && !ended;
    const fail = (why: string) => {
        const count = game.line.moves.length;
        game.fault ||= `game ${game.number}, ${count > 0 ? `after ${labelOf(tagOf(game, 'FEN') || START_FEN, count - 1)} ${game.line.moves[count - 1].text}` : 'before the first move'}: ${why}`;
    };
    const end = () => {
        if (open.length > 1) {
            fail('a variation has no end');
        }
        if (!isEmpty()) {
            game.result ||= RESULT.test(tagOf(game, 'Result')) ? resultOf(tagOf(game, 'Result')) : '*';
            games.push(game);
        }
        game = begin();
    };
    const remark = (comment: string) => { (last()?.after ?? open.at(-1)!.before).push(comment); };
    const word = (token: string) => {
        if (RESULT.test(token)) {
            if (open.length === 1 && !ended) {
                ended = true;
                game.result = resultOf(token);
            }
            return;
        }
        const bare = /^0-0/.test(token) || PASS.test(token) ? token : token.replace(/^\d*[.…]*/, '');
        if (bare === '' || IDLE.test(bare) && last()) {
            return;
        }
        const sign = /^(.*?)((?:[!?‼⁇⁉⁈□∞⩲⩱±∓⨀⟳→↑⇆]|\+\/?-|-\/?\+|\+\/?=|=\/?\+|=)*)$/.exec(bare)!;
        const [move, signs] = PASS.test(bare) ? [bare, ''] : SIGNS.has(bare) ? ['', bare] : [sign[1], sign[2]];
        if (move) {
            if (ended && open.length === 1) {
                end();
            }
            open.at(-1)!.moves.push({text: move, marks: [], after: [], label: '', san: ''});
        }
        for (const one of SIGNS.has(signs) ? [signs] : signs.match(/[!?]+|\+\/?-|-\/?\+|\+\/?=|=\/?\+|./g) ?? []) {
            if (SIGNS.has(one)) {
                last()?.marks.push(SIGNS.get(one)!);
            }
        }
    };
    game = begin();
    const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    for (const {groups} of source.matchAll(TOKEN) as IterableIterator<{groups: Record<string, string | undefined>}>) {
        const {name, brace, rest, mark, offer, bracket} = groups;
        if (name !== undefined) {
            if (ended || game.line.moves.length > 0 || headed && tagOf(game, name)) {
                end();
            }
            game.tags.push([name, groups.value?.replace(/\\(.)/g, '$1') ?? groups.loose!]);
        } else if (brace !== undefined) {
            remark(brace);
            if (!groups.closed) {
                fail(`the comment “${brace.trim().slice(0, 30)}…” has no end`);
            }
        } else if (rest !== undefined || offer !== undefined) {
            remark(rest ?? offer!);
        } else if (mark !== undefined) {
            last()?.marks.push(Number(mark));
        } else if (bracket === '(') {
            const move = last(), line: Line = {before: [], moves: []};
            if (move) {
                move.after.push(line);
            } else {
                fail('a variation stands before any move');
            }
            if (open.length > MOST_DEEP) {
                fail(`more than ${MOST_DEEP} variations stand in one another`);
            }
            open.push(line);
        } else if (bracket === ')') {
            if (open.length === 1) {
                fail('a variation ends that has not begun');
            } else {
                const {before, moves} = open.pop()!;
                if (before.length === 0 && moves.length === 0) {
                    last()?.after.pop();
                }
            }
        } else if (groups.word !== undefined) {
            word(groups.word);
        }
        headed ||= groups.blank !== undefined && game.tags.length > 0;
    }
    end();
    return games;
}

const PIECES: Record<string, string> = {...Object.fromEntries([...'♔♕♖♗♘♚♛♜♝♞'].map((piece, i) => [piece, 'KQRBN'[i % 5]])), D: 'Q', T: 'R', L: 'B', S: 'N'};

/** The move that is meant, in coordinates; the reason if it is none. */
function moveOf(fen: string, text: string): {move: string; error?: undefined} | {move?: undefined; error: string} {
    if (PASS.test(text)) {
        return {error: 'that passes, and nobody may pass in chess'};
    }
    const plain = text.replace(/[–—]/g, '-').replace(/[♔-♟DTLS]/gu, (piece) => PIECES[piece] ?? '').replace(/(?:e\.?p\.?|ch|dbl|mate)$/, '').replace(/[+#:]+$/, '');
    const san = /^[0Oo]-[0Oo]/.test(plain) ? plain.replace(/[0o]/g, 'O')
        : plain.replace(/-/g, '').replace(/[:×]/g, 'x').replace(/([18])[=(/]*([QRBNqrbn])\)?$/, (_, rank: string, piece: string) => `${rank}=${piece.toUpperCase()}`);
    const coordinates = san.replace(/[x=]/g, '').toLowerCase(), goal = /^(?:[a-h]?[1-8]?x?)([a-h][18])$/.exec(san)?.[1];
    const legal = goal || /^(?:[a-h][1-8]){2}/.test(coordinates) ? rules.legalMoves(fen) : [];      // that costs time
    if (legal.includes(coordinates)) {
        return {move: coordinates};
    }
    if (goal && legal.some((move) => move.slice(2, 4) === goal && move.length === 5)) {
        return {error: 'it does not say which piece the pawn becomes'};
    }
    const meant = rules.sanToMove(fen, san), [, from, to] = /^K([a-h][18])([a-h][18])$/.exec(san) ?? [];
    const castles = meant.move === undefined && from ? rules.legalMoves(fen).find((move) => move.startsWith(from) && rules.castling(fen, move)?.king[1] === squareOf(to)) : undefined;
    return castles ? {move: castles} : meant;
}

/** Gives the moves of the line their labels and names, and so to its variations. Returns what is wrong with a move; '' if nothing is. */
function understand(start: string, line: Line): string {
    const lines = [{first: 0, fen: start, moves: line.moves}];      // `fen`: '' after a move that is none
    let wrong = '';
    for (let next; (next = lines.pop());) {
        const {first, moves} = next;
        let {fen} = next;
        moves.forEach((move, i) => {
            const before = fen;
            move.label = labelOf(start, first + i);
            lines.push(...move.after.filter((one) => typeof one !== 'string').map((one) => ({first: first + i, fen: before, moves: one.moves})));
            const {move: made, error} = fen ? moveOf(fen, move.text) : {};
            if (error && moves === line.moves) {
                wrong ||= `move ${move.label} ${move.text}: ${error}`;
            }
            ({fen, san: move.san} = made ? rules.steps(fen, [made])[0] : {fen: '', san: ''});
        });
    }
    return wrong;
}

/** The game, or why it cannot be read. Only its variations may have moves that are none. */
export function read({number, tags, line, result, fault}: Written): Game | string {
    if (fault) {
        return fault;
    }
    if (tags.length === 0 && line.moves.length === 0) {
        return 'no moves are in it';
    }
    const variant = tagOf({tags}, 'Variant');
    if (!CHESS.test(variant)) {
        return `game ${number}: it is ${variant}, and only chess and Chess960 are shown here`;
    }
    const wanted = tagOf({tags}, 'FEN'), {fen: start, error} = wanted ? rules.readFen(wanted) : {fen: START_FEN};
    if (start === undefined) {
        return `game ${number}, its position ${wanted}: ${error}`;
    }
    const wrong = understand(start, line);
    return wrong ? `game ${number}, ${wrong}` : {tags, start, line, result};
}

/** What stands between the blanks of a PGN. A comment is one word. */
function* wordsOf({before, moves}: Line): Generator<string> {
    const comment = (text: string) => text.includes('}') ? `;${text}\n` : `{${text}}`;
    yield* before.map(comment);
    let interrupted = true;
    for (const {text, label, san, marks, after} of moves) {
        if (interrupted || !label.endsWith('...')) {
            yield label;
        }
        yield san || text;
        yield* marks.map((mark) => `$${mark}`);
        for (const one of after) {
            if (typeof one === 'string') {
                yield comment(one);
            } else {
                const words = [...wordsOf(one)];
                yield* words.map((word, i) => (i === 0 ? '(' : '') + word + (i === words.length - 1 ? ')' : ''));
            }
        }
        interrupted = after.length > 0;
    }
}

/** The game as PGN. */
export function write({tags, line, result}: Game): string {
    let text = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]\n`).join('') + (tags.length > 0 ? '\n' : ''), width = 0;
    for (const word of [...wordsOf(line), result]) {
        const joint = width === 0 ? '' : width + word.length < 80 ? ' ' : '\n';
        text += joint + word;
        width = word.includes('\n') ? word.length - word.lastIndexOf('\n') - 1 : (joint === ' ' ? width + 1 : 0) + word.length;
    }
    return `${text}\n`;
}

const NAMES = new Map(['!', '?', '!!', '??', '!?', '?!', '□', '=', '∞', '⩲', '⩱', '±', '∓', '+-', '-+', 'N'].map((sign) => [SIGNS.get(sign)!, sign]));

/** "!?" */
export const signsOf = ({marks}: Move): string => marks.map((mark) => NAMES.get(mark) ?? ` $${mark}`).join('');

/** What a comment says to a person: clocks, opinions, arrows and coloured squares in words. */
export const commentWords = (comment: string): string => comment.replace(/\[%(\w+) ([^\]]*)\]/g, (_, what: string, value: string) => {
    const list = value.split(',').map((one) => one.trim().slice(1).replace(/^(..)(..)$/, '$1–$2')).join(', ');
    const said = {clk: `clock ${value};`, emt: `time ${value};`, eval: `evaluation ${value};`, cal: `arrows ${list};`, csl: `squares ${list};`};
    return ` ${Object.hasOwn(said, what) ? said[what as keyof typeof said] : ''} `;
}).replace(/\s+/g, ' ').trim().replace(/;$/, '');

/** A variation as a person reads it. */
export function variationWords({before, moves}: Line): string {
    const words = before.map(commentWords);
    let interrupted = true;
    for (const move of moves) {
        words.push(...(interrupted || !move.label.endsWith('...') ? [move.label] : []), (move.san || move.text) + signsOf(move),
                   ...move.after.map((one) => typeof one === 'string' ? commentWords(one) : `(${variationWords(one)})`));
        interrupted = move.after.length > 0;
    }
    return words.filter(Boolean).join(' ');
}

/** Who plays, or what else it is called. */
export function titleOf(game: {tags: [string, string][]}): string {
    const [white, black] = ['White', 'Black'].map((name) => tagOf(game, name) || '?');
    return [white, black].some((name) => name !== '?') ? `${white} – ${black}` : ['ChapterName', 'Event', 'Site'].map((name) => tagOf(game, name)).find((name) => name && name !== '?') ?? 'A game without names';
}

/** Result and date. */
export const detailsOf = (game: {tags: [string, string][]; result: string}): string =>
    [game.result === '*' ? 'not ended' : game.result, (tagOf(game, 'Date') || tagOf(game, 'UTCDate')).replace(/\.?\?+/g, '')].filter(Boolean).join(', ');

// The rules of chess and the engine, which are the firmware's: the core in WebAssembly (web/rules). The page has no others.

import module from 'rules-module';

import {placementOf, squareOf, type Square} from './squares';

/** A move as the firmware sends it: castling is the king's move by two squares, or in Chess960 his move to the rook.
 *  `fen`: the position after it. */
export interface Step { move: string; san: string; fen: string }

const STATES = ['playing', 'check', 'checkmate', 'stalemate', 'threefold repetition', 'fifty moves', 'seventy-five moves',
                'insufficient material', 'fivefold repetition'] as const;
export type State = typeof STATES[number];

const REASONS = ['none', 'missed mate', 'allowed mate', 'back rank', 'piece left', 'fork', 'pin', 'skewer', 'running pawn', 'lost ending'] as const;
export type Reason = typeof REASONS[number];

/** What the engine thinks of a game, for the side to move: centipawns, or moves to mate, and the moves that it expects. */
export interface Opinion { depth: number; nodes: number; score: number; isMate: boolean; line: string[] }

export interface Failure { error: string; fen?: undefined; move?: undefined }

/** From where to where king and rook go. */
export interface Castling { king: [Square, Square]; rook: [Square, Square] }

export interface Rules {
    /** The position of a FEN, also as EPD, X-FEN or Shredder-FEN, as a FEN. */
    readFen(text: string): {fen: string; error?: undefined} | Failure;
    legalMoves(fen: string): string[];
    /** The move that a text means: SAN, coordinates, and what people write. */
    sanToMove(fen: string, san: string): {move: string; error?: undefined} | Failure;
    /** What each move leads to, as far as they are legal. They may be given as for `sanToMove`. */
    steps(fen: string, moves: readonly string[]): Step[];
    /** Null if the move does not castle. */
    castling(fen: string, move: string): Castling | null;
    /** Where the game stands after these moves, as far as they are legal. Throws if the FEN is refused. */
    state(fen: string, moves?: readonly string[]): State;
    /** Begins to think about the game, ending the thoughts before. False if it cannot be read. */
    think(fen: string, moves: readonly string[], nodes: number): boolean;
    /** Why a move loses, as far as searches prove it; for a worker. It ends other thoughts. */
    reason(fen: string, move: string): Reason;
    /** Thinks on for so many nodes, in a worker some thousands; `done`: whether that was the end. No other function ends it. */
    search(nodes: number): {done: boolean; opinion: Opinion};
}

interface Exports {
    memory: WebAssembly.Memory;
    text(): number;
    textSize(): number;
    read(length: number): number;
    moves(): number;
    move(length: number): number;
    play(length: number): number;
    state(): number;
    think(nodes: number): number;
    search(nodes: number): number;
    reason(length: number): number;
    opinion(): number;
}

function begin(core: Exports): Rules {
    const text = new Uint8Array(core.memory.buffer, core.text(), core.textSize());

    const written = (length: number): string => new TextDecoder().decode(text.subarray(0, length));
    /** The length of these words where the core reads them; negative: they are too long. */
    const give = (words: string): number => {
        const {read, written: bytes} = new TextEncoder().encodeInto(words, text);
        return read < words.length ? -1 : bytes;
    };
    /** Calls a function of a text that writes one. */
    const ask = (what: 'read' | 'move' | 'play', words: string): string | Failure => {
        const bytes = give(words);
        if (bytes < 0) {
            return {error: 'this text is too long'};
        }
        const length = core[what](bytes);
        return length < 0 ? {error: written(-length)} : written(length);
    };
    const play = (fen: string, moves: readonly string[]): Step[] | Failure => {
        const read = ask('read', fen), made: Step[] = [];
        if (typeof read !== 'string') {
            return read;
        }
        for (const words of moves) {
            const answer = ask('play', words);
            if (typeof answer !== 'string') {
                break;
            }
            const [move, san, ...rest] = answer.split(' ');
            made.push({move, san, fen: rest.join(' ')});
        }
        return made;
    };
    const steps = (fen: string, moves: readonly string[]): Step[] => {
        const made = play(fen, moves);
        return 'error' in made ? [] : made;
    };

    return {
        readFen(words) {
            const fen = ask('read', words);
            return typeof fen === 'string' ? {fen} : fen;
        },
        legalMoves(fen) { return typeof ask('read', fen) === 'string' ? written(core.moves()).split(' ').slice(0, -1) : []; },
        sanToMove(fen, san) {
            const read = ask('read', fen), move = typeof read === 'string' ? ask('move', san) : read;
            return typeof move === 'string' ? {move} : move;
        },
        steps,
        castling(fen, move) {
            const [step] = steps(fen, [move]), letters = /^O-O(-O)?/.exec(step?.san ?? '');
            if (!letters) {
                return null;
            }
            const [king, rook, corner] = letters[1] ? 'cda' : 'gfh', rank = move[1], [from, to] = [move.slice(0, 2), move.slice(2, 4)];
            const takes = placementOf(fen).get(squareOf(to)) === (rank === '1' ? 'R' : 'r');
            return {king: [squareOf(from), squareOf(king + rank)], rook: [squareOf(takes ? to : corner + rank), squareOf(rook + rank)]};
        },
        state(fen, moves = []) {
            const made = play(fen, moves);
            if ('error' in made) {
                throw new Error(made.error);
            }
            return STATES[core.state()];
        },
        think(fen, moves, nodes) {
            const made = play(fen, moves);
            return !('error' in made) && made.length === moves.length && core.think(nodes) !== 0;
        },
        reason(fen, move) {
            const bytes = typeof ask('read', fen) === 'string' ? give(move) : -1;
            return REASONS[bytes < 0 ? 0 : Math.max(0, core.reason(bytes))];
        },
        search(nodes) {
            const done = core.search(nodes) !== 0, [depth, counted, unit, score, ...line] = written(core.opinion()).split(' ');
            return {done, opinion: {depth: Number(depth), nodes: Number(counted), score: Number(score), isMate: unit === 'mate', line}};
        },
    };
}

/** There when `rulesReady` is: the main threads of many browsers compile only small modules at once. */
export let rules: Rules;
export const rulesReady: Promise<void> = Promise.resolve(module).then((bytes) => WebAssembly.instantiate(bytes)).then(({instance}) => { rules = begin(instance.exports as unknown as Exports); });

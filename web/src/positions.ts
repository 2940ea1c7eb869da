// What moves lead to.

import {gamesIn, readPgn} from './pgn';
import {rules} from './rules';
import {isPlacement, squareOf, type Square} from './squares';

export interface Step { fen: string; from: Square; to: Square }

/** What each move leads to, as far as the moves are understood: those from there on are listed, and cannot be shown. */
export function stepsOf(start: string, sans: string[]): Step[] {
    let before = start;
    return rules.steps(start, sans).map(({move, fen}) => {
        const [from, to] = rules.castling(before, move)?.king ?? [squareOf(move.slice(0, 2)), squareOf(move.slice(2, 4))];
        before = fen;
        return {fen, from, to};
    });
}

/** Moves in coordinates, as a person writes them; those that are not understood stay as they are. */
export function sanOf(fen: string, moves: string[]): string[] {
    const sans = rules.steps(fen, moves).map(({san}) => san);
    return [...sans, ...moves.slice(sans.length)];
}

export interface Game { start: string; moves: {label: string; san: string}[] }

/** The position of a FEN, or the first game of a PGN; the reason if it is neither. */
export function gameOf(text: string): Game | string {
    const pgn = isPlacement(text.trim()) ? {start: text, sans: []} : readPgn(gamesIn(text)[0]);
    const read = rules.readFen(pgn.start);
    if ('error' in read) {
        return read.error;
    }
    if (pgn.sans.length === 0 && pgn.start !== text) {
        return 'no moves are in it';
    }
    const steps = rules.steps(read.fen, pgn.sans), fens = [read.fen, ...steps.map(({fen}) => fen)];
    const label = (at: number): string => fens[at].split(' ')[5] + (fens[at].split(' ')[1] === 'w' ? '.' : '...');
    if (steps.length < pgn.sans.length) {
        const san = pgn.sans[steps.length], found = rules.sanToMove(fens[steps.length], san);
        return `${label(steps.length)} ${san}: ${'error' in found ? found.error : 'too many moves'}`;
    }
    return {start: read.fen, moves: steps.map(({san}, at) => ({label: label(at), san}))};
}

// What moves lead to.

import {rules} from './rules';
import {squareOf, type Square} from './squares';

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

// What moves lead to.

import {rules} from './rules';
import {squareOf, type Square} from './squares';

export interface Step { fen: string; from: Square; to: Square }

/** What each move leads to, as far as the moves are understood. */
export function stepsOf(start: string, sans: string[]): Step[] {
    const steps: Step[] = [];
    let fen = start;
    for (const san of sans) {
        const {move} = rules.sanToMove(fen, san);
        if (!move) {
            break;              // the moves from here on are listed, and cannot be shown
        }
        ({fen} = rules.steps(fen, [move])[0]);
        steps.push({fen, from: squareOf(move.slice(0, 2)), to: squareOf(move.slice(2, 4))});
    }
    return steps;
}

/** Moves in coordinates, as a person writes them; those that are not understood stay as they are. */
export function sanOf(fen: string, moves: string[]): string[] {
    const sans = rules.steps(fen, moves).map(({san}) => san);
    return [...sans, ...moves.slice(sans.length)];
}

// What moves lead to. The rules are chess.js's; the page has none of its own.

import {Chess} from 'chess.js';

import {squareOf, type Square} from './squares';

export interface Step { fen: string; from: Square; to: Square }

/** What each move leads to, as far as the moves are understood. */
export function stepsOf(start: string, sans: string[]): Step[] {
    const steps: Step[] = [];
    try {
        const game = new Chess(start, {skipValidation: true});
        for (const san of sans) {
            const {from, to} = game.move(san);
            steps.push({fen: game.fen(), from: squareOf(from), to: squareOf(to)});
        }
    } catch {
        // the moves from here on are listed, and cannot be shown
    }
    return steps;
}

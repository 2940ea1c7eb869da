// What moves lead to. The rules are chess.js's; the page has none of its own.

import {Chess} from 'chess.js';

import {isPlacement, squareOf, type Square} from './squares';

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

/** Moves in coordinates, as a person writes them; those that are not understood stay as they are. */
export function sanOf(fen: string, moves: string[]): string[] {
    const sans: string[] = [];
    try {
        const game = new Chess(fen, {skipValidation: true});
        for (const move of moves) {
            sans.push(game.move({from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4]}).san);
        }
    } catch {
        // the rest follows as it is
    }
    return [...sans, ...moves.slice(sans.length)];
}

export interface Game { start: string; moves: {label: string; san: string}[] }

/** The position of a FEN, or the first game of a PGN; the reason if it is neither. */
export function gameOf(text: string): Game | string {
    const game = new Chess();
    try {
        if (isPlacement(text.trim())) {
            game.load(text.trim());
            return {start: game.fen(), moves: []};
        }
        game.loadPgn(text.trim().split(/\n\s*\n(?=\[Event )/)[0]);
    } catch (error) {
        return (error as Error).message;
    }
    const moves = game.history({verbose: true});
    if (moves.length === 0) {
        return 'no moves are in it';
    }
    return {start: moves[0].before, moves: moves.map(({before, color, san}) =>
        ({label: before.split(' ')[5] + (color === 'w' ? '.' : '...'), san}))};
}

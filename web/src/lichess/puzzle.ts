// A puzzle of Lichess: what has been sent, and what is said of the moves that are made.

import {Chess} from 'chess.js';

import {sanOf} from '../positions';

export interface Puzzle { fen: string; solution: string[]; rating: number }     // the solution as people write moves

/** What Lichess has sent: the game up to the puzzle, and the moves that solve it. null: something else. */
export function puzzleOf(told: unknown): Puzzle | null {
    const {game, puzzle} = told as {game?: {pgn?: unknown}; puzzle?: {solution?: unknown; rating?: unknown}} ?? {};
    if (typeof game?.pgn !== 'string' || !Array.isArray(puzzle?.solution) || typeof puzzle.rating !== 'number') {
        return null;
    }
    try {
        const chess = new Chess();
        chess.loadPgn(game.pgn);
        const fen = chess.fen(), moves = puzzle.solution.map(String), solution = sanOf(fen, moves);
        return moves.length > 0 && solution.every((san, i) => san !== moves[i]) ? {fen, solution, rating: puzzle.rating} : null;
    } catch {
        return null;
    }
}

const placed = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

/** What is said of the game that began at `start` with these moves; '' if it is another one. */
export function wordsOf({fen, solution, rating}: Puzzle, start: string, sans: string[]): string {
    if (placed(start) !== placed(fen)) {
        return '';
    }
    const right = sans.findIndex((san, i) => san !== solution[i] && !san.endsWith('#')), side = fen.includes(' b ') ? 'Black' : 'White';
    if (right >= 0) {
        return `${sans[right]} is not the solution. Take it back, and try again.`;
    }
    if (sans.length >= solution.length || sans.at(-1)?.endsWith('#')) {
        return `Solved: ${sans.join(' ')}.`;
    }
    return sans.length === 0 ? `The puzzle of the day, rated ${rating}: ${side} finds the best move. You make the moves of both sides.`
        : sans.length % 2 === 0 ? `Right so far. ${side} goes on.` : `Right. The answer is ${solution[sans.length]}: make that move, too.`;
}

// A puzzle: the one that Lichess has sent, and what is said of the moves that are made.

import {gamesOf, read} from '../pgn';
import {rules} from '../rules';

export interface Puzzle {
    title: string;
    task: string;               // what the side that solves it finds
    fen: string;
    solution: string[];         // as people write moves
    isSecond?: boolean;         // whether the side that solves it has the second move
}

/** What Lichess has sent: the game up to the puzzle, and the moves that solve it. null: something else. */
export function puzzleOf(told: unknown): Puzzle | null {
    const {game, puzzle} = told as {game?: {pgn?: unknown}; puzzle?: {solution?: unknown; rating?: unknown}} ?? {};
    if (typeof game?.pgn !== 'string' || !Array.isArray(puzzle?.solution) || typeof puzzle.rating !== 'number') {
        return null;
    }
    const [written] = gamesOf(game.pgn), played = written && read(written), moves = puzzle.solution.map(String);
    if (!played || typeof played === 'string' || moves.length === 0) {
        return null;
    }
    const fen = rules.steps(played.start, played.line.moves.map(({san}) => san)).at(-1)?.fen ?? played.start;
    const solution = rules.steps(fen, moves).map(({san}) => san);
    return solution.length === moves.length
        ? {title: `The puzzle of the day, rated ${puzzle.rating}`, task: 'the best move', fen, solution} : null;
}

const placed = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

/** What is said of the game that began at `start` with these moves; '' if it is another one. */
export function wordsOf({title, task, fen, solution, isSecond = false}: Puzzle, start: string, sans: string[]): string {
    if (placed(start) !== placed(fen)) {
        return '';
    }
    const right = sans.findIndex((san, i) => san !== solution[i] && !san.endsWith('#')), side = fen.includes(' b ') === isSecond ? 'White' : 'Black';
    if (right >= 0) {
        return `${sans[right]} is not the solution. Take it back, and try again.`;
    }
    if (sans.length >= solution.length || sans.at(-1)?.endsWith('#')) {
        return `Solved: ${sans.join(' ')}.`;
    }
    if (sans.length === 0) {
        return `${title}: ${side} finds ${task}. You make the moves of both sides${isSecond ? `, first ${solution[0]}` : ''}.`;
    }
    return (sans.length % 2 === 1) === isSecond ? `Right so far. ${side} goes on.` : `Right. The answer is ${solution[sans.length]}: make that move, too.`;
}

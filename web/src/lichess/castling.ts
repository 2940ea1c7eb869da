// Castling as Lichess may write it: the king takes his rook. Puzzles know it by the king's own two squares.

import {puzzleOf, type Puzzle} from './puzzle';

const USUAL: Record<string, string> = {e1h1: 'e1g1', e1a1: 'e1c1', e8h8: 'e8g8', e8a8: 'e8c8'};

/** What Lichess has sent, in either way to write castling; null: something else. */
export function puzzleIn(told: unknown): Puzzle | null {
    const {puzzle} = told as {puzzle?: {solution?: unknown}} ?? {}, solution: string[] = [];
    if (!Array.isArray(puzzle?.solution)) {
        return null;
    }
    const begun = () => puzzleOf({...told as object, puzzle: {...puzzle, solution}});
    for (const move of puzzle.solution.map(String)) {
        solution.push(move);
        if (USUAL[move] && !begun()) {          // no rook goes there
            solution[solution.length - 1] = USUAL[move];
        }
    }
    return begun();
}

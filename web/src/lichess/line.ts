// Positions and lines of moves, in the rules of chess.js.

import {Chess} from 'chess.js';

import {START_FEN} from '../squares';

export type Side = 'white' | 'black';

export const sideOf = (chess: Chess): Side => chess.turn() === 'w' ? 'white' : 'black';

/** Pieces, side and castling; without the square of en passant and the counts, which programs write differently. */
export const placeOf = (chess: Chess): string => chess.fen().split(' ').slice(0, 3).join(' ');

/** Null if the FEN is not understood. */
export function load(fen: string): Chess | null {
    try {
        return new Chess(fen, {skipValidation: true});
    } catch {
        return null;
    }
}

/** Makes a move in coordinates. Castling may be written as the king taking his rook. Returns it as a
 *  board takes it; '' if it is not legal. */
export function play(chess: Chess, uci: string): string {
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    const piece = chess.get(from as 'a1'), target = chess.get(to as 'a1');
    const castles = piece?.type === 'k' && target?.type === 'r' && piece.color === target.color;
    try {
        return chess.move({from, to: castles ? (to > from ? 'g' : 'c') + from[1] : to, promotion: uci[4]}).lan;
    } catch {
        return '';
    }
}

/** The moves of a game as the server lists them, and where they lead to. */
export class Line {
    moves: string[] = [];
    private made: string[] = [];        // the same as a board takes them
    private readonly chess: Chess;

    /** Throws if the FEN is not understood. */
    constructor(readonly start = START_FEN) { this.chess = new Chess(start, {skipValidation: true}); }

    get place(): string { return placeOf(this.chess); }
    get turn(): Side { return sideOf(this.chess); }
    /** Whether the rules end the game here. */
    get isEnd(): boolean { return this.chess.isCheckmate() || this.chess.isStalemate() || this.chess.isInsufficientMaterial(); }

    /** Whether this line goes on from those moves. */
    goesOnFrom(moves: readonly string[]): boolean { return moves.every((uci, at) => uci === this.moves[at]); }

    /** Becomes these moves. Returns false at one that is not legal. */
    follow(moves: string[]): boolean {
        const common = moves.findIndex((uci, at) => uci !== this.moves[at]);
        const same = common < 0 ? moves.length : common;
        while (this.moves.length > same) {
            this.chess.undo();
            this.moves.pop();
            this.made.pop();
        }
        return moves.slice(same).every((uci) => {
            this.moves.push(uci);
            this.made.push(play(this.chess, uci));
            return this.made.at(-1) !== '';
        });
    }

    /** The line that brings it to a board. */
    get command(): string {
        return `position ${this.start === START_FEN ? 'startpos' : `fen ${this.start}`}${this.made.length > 0 ? ` moves ${this.made.join(' ')}` : ''}`;
    }
}

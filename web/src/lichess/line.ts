// Positions and lines of moves.

import {rules} from '../rules';
import {START_FEN} from '../squares';

export type Side = 'white' | 'black';

/** Pieces, side and castling; without the square of en passant and the counts, which programs write differently. */
export const placeOf = (fen: string): string => fen.split(' ').slice(0, 3).join(' ');

/** '' if the FEN is not understood. */
export function load(fen: string): string {
    return rules.readFen(fen).fen ?? '';
}

/** The moves of a game as the server lists them, and where they lead to. */
export class Line {
    moves: string[] = [];
    private made: string[] = [];            // the same as a board takes them
    private readonly fens: string[];        // before each move, and where it stands

    /** Throws if the FEN is not understood. */
    constructor(readonly start = START_FEN) {
        this.fens = [load(start)];
        if (!this.fens[0]) {
            throw new Error(`This is no position: ${start}`);
        }
    }

    private get fen(): string { return this.fens.at(-1)!; }
    get place(): string { return placeOf(this.fen); }
    get turn(): Side { return this.fen.split(' ')[1] === 'w' ? 'white' : 'black'; }
    /** Whether the rules end the game here. */
    get isEnd(): boolean { return ['checkmate', 'stalemate', 'insufficient material'].includes(rules.state(this.fen)); }

    /** Whether this line goes on from those moves. */
    goesOnFrom(moves: readonly string[]): boolean { return moves.every((uci, at) => uci === this.moves[at]); }

    /** Becomes these moves, up to one that is not legal; then it returns false. */
    follow(moves: string[]): boolean {
        const common = moves.findIndex((uci, at) => uci !== this.moves[at]);
        const same = common < 0 ? moves.length : common;
        [this.moves, this.made].forEach((list) => list.splice(same));
        this.fens.splice(same + 1);
        const added = moves.slice(same), steps = rules.steps(this.fen, added);
        this.moves.push(...added.slice(0, steps.length));
        this.made.push(...steps.map(({move}) => move));
        this.fens.push(...steps.map(({fen}) => fen));
        return steps.length === added.length;
    }

    /** The line that brings it to a board. */
    get command(): string {
        return `position ${this.start === START_FEN ? 'startpos' : `fen ${this.start}`}${this.made.length > 0 ? ` moves ${this.made.join(' ')}` : ''}`;
    }
}

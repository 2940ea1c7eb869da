// A move of the person, from the squares until the server's list of moves has decided about it.

import type {LichessError} from './errors';

export class OwnMove {
    /** 'unsure' and 'refused': a new connection is to show whether the server has it. */
    phase: 'waiting' | 'asked' | 'accepted' | 'unsure' | 'refused' = 'waiting';
    why = '';               // the server's reason

    /** `after`: the moves before it. `number`: which answer is its own. */
    constructor(readonly uci: string, readonly after: string, readonly number: number) {}

    /** The server's answer; null if it has taken the move. Returns whether a new connection has to show what is true. */
    answered(error: LichessError | null): boolean {
        if (!error || error.trouble === 'later') {
            this.phase = error ? 'waiting' : 'accepted';
            return false;
        }
        this.phase = error.trouble === 'refused' ? 'refused' : 'unsure';
        this.why = error.message;
        return true;
    }

    /** The server's moves are these; `isNew`: by a connection that is newer than the answer. Returns whether that decides:
     *  the move is there, or it is not and never will be. */
    settle(moves: string, isNew: boolean): 'open' | 'past' | 'not there' {
        if (moves !== this.after) {
            return 'past';
        }
        if (isNew && (this.phase === 'refused' || this.phase === 'accepted')) {
            return 'not there';
        }
        if (isNew && this.phase === 'unsure') {
            this.phase = 'waiting';
        }
        return 'open';
    }
}

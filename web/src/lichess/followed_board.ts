// Where a board stands, as it reports on the line (docs/SERIAL.md).

import type {Chess} from 'chess.js';

import {load, placeOf, play} from './line';

export type Report =
    | {what: 'moved'; uci: string; from: string}    // from which place; '' if that was not known
    | {what: 'changed'}                             // taken back, or another game
    | {what: 'restarted'}
    | {what: 'left'};                               // it has no game any more; `position` never makes it say so

export class FollowedBoard {
    private chess: Chess | null = null;

    /** '' if it is not known. */
    get place(): string { return this.chess ? placeOf(this.chess) : ''; }

    stand(fen: string): void { this.chess = fen ? load(fen) : null; }

    /** A report without "info string board "; null if it says nothing about the game. */
    hear(text: string): Report | null {
        let match;
        if ((match = /^move \d+\.+ \S+ ([a-h][1-8][a-h][1-8][qrbn]?)$/.exec(text))) {
            const from = this.place, uci = match[1];
            this.chess = this.chess && play(this.chess, uci) ? this.chess : null;
            return {what: 'moved', uci, from};
        }
        if ((match = /^taken back (\d+) half moves?$/.exec(text))) {
            for (let i = 0; i < Number(match[1]) && this.chess; i++) {
                this.chess = this.chess.undo() && this.chess;
            }
            return {what: 'changed'};
        }
        if ((match = /^new game (.+)$/.exec(text))) {
            this.stand(match[1]);
            return {what: 'changed'};
        }
        if (text === 'a saved game is there') {
            this.chess = null;
            return {what: 'restarted'};
        }
        return text === 'result * abandoned' || text === 'set up the pieces' ? {what: 'left'} : null;
    }
}

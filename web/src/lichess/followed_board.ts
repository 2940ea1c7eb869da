// Where a board stands, as it reports on the line (docs/SERIAL.md).

import {rules} from '../rules';
import {load, placeOf} from './line';

export type Report =
    | {what: 'moved'; uci: string; from: string}    // from which place; '' if that was not known
    | {what: 'changed'}                             // taken back, or another game
    | {what: 'restarted'}
    | {what: 'left'};                               // it has no game any more; `position` never makes it say so

export class FollowedBoard {
    private fens: string[] = [];        // where it has stood, and stands; empty if that is not known

    /** '' if it is not known. */
    get place(): string { return placeOf(this.fens.at(-1) ?? ''); }

    stand(fen: string): void { this.fens = [load(fen)].filter(Boolean); }

    /** A report without "info string board "; null if it says nothing about the game. */
    hear(text: string): Report | null {
        let match;
        if ((match = /^move \d+\.+ \S+ ([a-h][1-8][a-h][1-8][qrbn]?)$/.exec(text))) {
            const from = this.place, uci = match[1], [step] = rules.steps(this.fens.at(-1) ?? '', [uci]);
            this.fens = step ? [...this.fens, step.fen] : [];
            return {what: 'moved', uci, from};
        }
        if ((match = /^taken back (\d+) half moves?$/.exec(text))) {
            this.fens.splice(Math.max(0, this.fens.length - Number(match[1])));
            return {what: 'changed'};
        }
        if ((match = /^new game (.+)$/.exec(text))) {
            this.stand(match[1]);
            return {what: 'changed'};
        }
        if (text === 'a saved game is there') {
            this.fens = [];
            return {what: 'restarted'};
        }
        return text === 'result * abandoned' || text === 'set up the pieces' ? {what: 'left'} : null;
    }
}

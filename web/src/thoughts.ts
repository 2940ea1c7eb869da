// What the engine thinks of the position in view.

import {onMode, session} from './boards';
import {byId, make} from './dom';
import {draw, drawSoon, onDraw} from './drawing';
import {fenInView} from './moves';
import {note} from './note';
import {sanOf} from './positions';
import {forgetAsked, hear, takeWanted} from './score';

const SCORE_MS = 600;           // of the board's time, for the bar alone
const AGAIN_MS = 1000;          // then it is asked again, if there was no answer

let thinking = false;           // `go` has been sent

/** Lets the engine think about the position; its score is given to the bar, and, if `shown`, its lines are listed. */
async function think(ms: number, shown: boolean): Promise<void> {
    const one = session();
    if (shown) {
        await one.ask();
    }
    const fen = fenInView();
    if (!fen) {
        note('The board has told no position to think about.');
        return;
    }
    thinking = true;
    drawSoon();
    const box = byId('thoughts');
    const body = make('tbody');
    if (shown) {
        box.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'depth'), make('th', {}, 'for White'), make('th', {}, 'best line'))), body));
        box.hidden = false;
    }
    one.link.send(`position fen ${fen}`);
    let heard = false;
    await one.collect(`go movetime ${ms}`, (line) => /^(info (depth|string error)|bestmove)/.test(line), (line) => {
        const match = /^info depth (\d+).* score (cp|mate) (-?\d+).* pv (.+)$/.exec(line);
        if (match) {
            const points = Number(match[3]) * (fen.includes(' b ') ? -1 : 1);
            const score = match[2] === 'mate' ? `mate in ${Math.abs(points)}` : (points / 100).toFixed(2);
            const signed = match[2] === 'cp' && points > 0 ? `+${score}` : score;
            heard = true;
            hear(fen, match[2] === 'mate', points, signed);
            body.prepend(make('tr', {}, make('td', {}, match[1]), make('td', {}, signed), make('td', {}, sanOf(fen, match[4].trim().split(' ')).join(' '))));
            while (body.childElementCount > 4) {
                body.lastElementChild!.remove();
            }
        }
        if (shown && line.startsWith('info string error: ')) {
            note(`The board does not think about it: ${line.slice(19)}`);
        }
        return /^(bestmove|info string)/.test(line);
    }, 60_000);
    thinking = false;
    draw();
    if (!heard && !shown) {
        setTimeout(() => {
            forgetAsked();
            draw();
        }, AGAIN_MS);
    }
}

export function begin(): void {
    byId('think').addEventListener('click', () => void think(3000, true));
    onMode(() => { byId('thoughts').hidden = true; });
    onDraw(() => {
        byId<HTMLButtonElement>('think').disabled ||= thinking;
        if (!thinking && takeWanted()) {
            void think(SCORE_MS, false);
        }
    });
}

// What the engine thinks of the position in view.

import {onMode, session} from './boards';
import {byId, make} from './dom';
import {draw, onDraw} from './drawing';
import {fenInView} from './moves';
import {note} from './note';
import {sanOf} from './positions';

let thinking = false;           // `go` has been sent

/** Lets the engine think about the position for some seconds; its lines are shown as they come. */
async function think(): Promise<void> {
    const one = session();
    await one.ask();
    const fen = fenInView();
    if (!fen) {
        note('The board has told no position to think about.');
        return;
    }
    thinking = true;
    draw();
    const box = byId('thoughts');
    const body = make('tbody');
    box.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'depth'), make('th', {}, 'for White'), make('th', {}, 'best line'))), body));
    box.hidden = false;
    one.link.send(`position fen ${fen}`);
    await one.collect('go movetime 3000', (line) => /^(info (depth|string error)|bestmove)/.test(line), (line) => {
        const match = /^info depth (\d+).* score (cp|mate) (-?\d+).* pv (.+)$/.exec(line);
        if (match) {
            const points = Number(match[3]) * (fen.includes(' b ') ? -1 : 1);
            const score = match[2] === 'mate' ? `mate in ${Math.abs(points)}` : (points / 100).toFixed(2);
            body.prepend(make('tr', {}, make('td', {}, match[1]), make('td', {}, match[2] === 'cp' && points > 0 ? `+${score}` : score), make('td', {}, sanOf(fen, match[4].trim().split(' ')).join(' '))));
            while (body.childElementCount > 4) {
                body.lastElementChild!.remove();
            }
        }
        if (line.startsWith('info string error: ')) {
            note(`The board does not think about it: ${line.slice(19)}`);
        }
        return /^(bestmove|info string)/.test(line);
    }, 60_000);
    thinking = false;
    draw();
}

export function begin(): void {
    byId('think').addEventListener('click', () => void think());
    onMode(() => { byId('thoughts').hidden = true; });
    onDraw(() => { byId<HTMLButtonElement>('think').disabled ||= thinking; });
}

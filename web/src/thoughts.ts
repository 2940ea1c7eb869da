// What the engine thinks of the position in view, also of one that no board has.

import {byId, make} from './dom';
import {draw, drawSoon, onDraw} from './drawing';
import {needs} from './enabled';
import {isHeld} from './lichess/fair';
import {fenInView, whileHere} from './moves';
import {note} from './note';
import {sanOf} from './positions';
import {hear, takeWanted} from './score';
import {scoreAtEnd, scoreOf, think} from './thinker';

const LONG = {nodes: 20_000_000, ms: 3000}, SHORT = {nodes: 60_000, ms: 1000};

let thinking = false;
let about = '';                 // the position of the list

/** Thinks about the position; its score is given to the bar, and, if `shown`, its lines are listed. */
async function consider(fen: string, shown: boolean): Promise<void> {
    const end = scoreAtEnd(fen);
    if (end) {
        hear(fen, end);
        if (shown) {
            note(`Nothing is left to think about: ${end.text}.`, whileHere());
        }
        return;
    }
    thinking = true;
    drawSoon();
    const box = byId('thoughts');
    const body = make('tbody');
    if (shown) {
        box.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'depth'), make('th', {}, 'for White'), make('th', {}, 'best line'))), body));
        about = fen;
    }
    await think(fen, shown ? LONG : SHORT, (opinion) => {
        const score = scoreOf(fen, opinion);
        hear(fen, score);
        if (body.firstElementChild?.firstElementChild?.textContent === String(opinion.depth)) {
            body.firstElementChild.remove();
        }
        body.prepend(make('tr', {}, make('td', {}, String(opinion.depth)), make('td', {}, score.text), make('td', {}, sanOf(fen, opinion.line).join(' '))));
        while (body.childElementCount > 4) {
            body.lastElementChild!.remove();
        }
    });
    thinking = false;
    draw();
}

export function begin(): void {
    byId('think').addEventListener('click', () => void consider(fenInView(), true));
    needs(['think'], () => !thinking && fenInView() !== '');
    onDraw(() => {
        byId('thoughts').hidden = about !== fenInView() || isHeld();
        const wanted = thinking ? '' : takeWanted();
        if (wanted) {
            void consider(wanted, false);
        }
    });
}

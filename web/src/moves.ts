// The moves of the game: their list, the mark of the last one, and the position after any of them, shown on the drawn board.

import {mode, onMode, session, showHands, showsBoard, view} from './boards';
import {byId, make} from './dom';
import {draw, onDraw} from './drawing';
import {StillHands} from './hands';
import {note} from './note';
import {stepsOf, type Step} from './positions';
import {placementOf} from './squares';

const past = new StillHands();
let steps: Step[] = [];             // of the game in `listed`
let listed = '';
let shown: number | null = null;    // how many moves have been made in the position in view; null: the board as it is
let buttons: HTMLButtonElement[] = [];

export const isPast = (): boolean => shown !== null;

const fenAfter = (count: number): string => count > 0 ? steps[count - 1].fen : session().status.start;

/** The position in view: a past one, or the board's. */
export const fenInView = (): string => shown === null ? session().status.fen : fenAfter(shown);

/** The past position in view, in words. */
export function pastTitle(): string {
    const {moves} = session().status;
    return shown ? `After ${moves[shown - 1].label} ${moves[shown - 1].san}` : 'Before the first move';
}

export function leavePast(): void {
    if (shown !== null) {
        shown = null;
        showHands();
        draw();
    }
}

function show(count: number): void {
    if (!showsBoard() && !isPast()) {
        note('Leave the setting up of a position first.');
        return;
    }
    if (count >= steps.length) {
        leavePast();
        return;
    }
    if (!isPast()) {
        view.hands.cancel();
        view.darken();
    }
    shown = Math.max(0, count);
    past.pieces = placementOf(fenAfter(shown));
    view.hands = past;
    draw();
}

function step(by: number): void { show((shown ?? steps.length) + by); }

function list(): void {
    const {status} = session();
    const button = (count: number, san: string) => {
        buttons[count] = make('button', {class: 'move', disabled: count > steps.length, click: () => show(count)}, san);
        return buttons[count];
    };
    let count = 0;
    buttons = [];
    byId('moves').replaceChildren(...status.pairs().map(([number, ...pair]) =>
        make('li', {}, make('span', {class: 'number'}, number), ...[0, 1].map((side) =>
            make('span', {}, pair[side] === '…' ? '…' : pair[side] && button(++count, pair[side]))))));
}

function drawMoves(): void {
    const {status} = session();
    const key = `${mode} ${status.start} ${status.moves.map(({label, san}) => label + san).join(' ')}`;
    if (listed !== key) {
        listed = key;
        steps = stepsOf(status.start, status.moves.map(({san}) => san));
        list();
        leavePast();
    }
    const count = shown ?? steps.length;
    const last = isPast() || showsBoard() ? steps[count - 1] : undefined;
    view.setLast(last ? [last.from, last.to] : []);
    buttons.forEach((button, i) => button.toggleAttribute('aria-current', i === count && i > 0));
    byId('steps').hidden = steps.length === 0;
    byId<HTMLButtonElement>('step-back').disabled = count === 0;
    byId<HTMLButtonElement>('step-on').disabled = !isPast();
    const box = byId('moves');
    if (box.dataset.count !== `${count} ${key}`) {      // the move in view is in view in the list
        box.dataset.count = `${count} ${key}`;
        const row = buttons[count]?.closest('li');
        box.scrollTop = row ? row.offsetTop - box.offsetTop - box.clientHeight + row.offsetHeight : count > 0 ? box.scrollHeight : 0;
    }
}

export function begin(): void {
    past.onTouch = () => note('This position is past. Go back to the game to move its pieces.', isPast);
    past.onLeave = leavePast;
    byId('step-back').addEventListener('click', () => step(-1));
    byId('step-on').addEventListener('click', () => step(1));
    byId('moves').addEventListener('keydown', (event) => {
        const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
        if (by) {
            event.preventDefault();
            step(by);
            buttons[shown ?? steps.length]?.focus();
        }
    });
    onMode(() => { shown = null; });
    onDraw(drawMoves);
}

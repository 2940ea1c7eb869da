// The two boards, simulated and at a cable, with the hands over them, and which of them is in view.

import {BoardView} from './board';
import {BoardHands} from './board_hands';
import {byId} from './dom';
import {draw, onDraw} from './drawing';
import {RemoteHands} from './hands';
import {SerialLink} from './serial';
import {Session} from './session';
import {SimulatedBoard} from './simulated';

export type Mode = 'try' | 'own';

/** Of the simulated board, by their numbers. */
export const BUTTONS = ['play', 'hint', 'menu', 'pause'] as const;
export type Button = typeof BUTTONS[number];

export const simulated = new SimulatedBoard();
export const serial = new SerialLink();
export const sessions: Record<Mode, Session> = {try: new Session(simulated), own: new Session(serial)};
export const hands = new BoardHands(simulated);
export const remote = new RemoteHands();
export const view = new BoardView(hands);
export let mode: Mode = 'try';

export const session = (): Session => sessions[mode];

const listeners: (() => void)[] = [];

/** `act` is called when another board has come into view, before it is drawn. */
export function onMode(act: () => void): void { listeners.push(act); }

/** Gives the drawn board to the hands of the board in view. */
export function showHands(): void { view.hands = mode === 'try' ? hands : remote; }

/** Whether the drawn board is the board as it is, not a position that is set up or past. */
export const showsBoard = (): boolean => view.hands === hands || view.hands === remote;

export function setMode(next: Mode): void {
    mode = next;
    document.body.dataset.mode = next;
    for (const name of ['try', 'own'] as const) {
        const tab = byId(`tab-${name}`);
        tab.setAttribute('aria-selected', String(name === next));
        tab.tabIndex = name === next ? 0 : -1;
    }
    showHands();
    view.darken();
    listeners.forEach((act) => act());
    session().soon();
    draw();
}

export function begin(): void {
    byId('board').append(view.element);
    for (const name of ['try', 'own'] as const) {
        byId(`tab-${name}`).addEventListener('click', () => setMode(name));
        byId(`tab-${name}`).addEventListener('keydown', (event) => {
            if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
                setMode(name === 'try' ? 'own' : 'try');
                byId(`tab-${mode}`).focus();
            }
        });
    }
    byId('turn').addEventListener('click', () => { view.blackBelow = !view.blackBelow; });
    addEventListener('keydown', (event) => {
        if (event.key === 'Escape') {
            view.cancel();
        }
    });
    onDraw(() => view.draw());
}

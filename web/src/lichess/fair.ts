// While a game at Lichess is played on a board, or may be, its engine gives no help, and the page leaves the board's game alone.

import {BUTTONS, session} from '../boards';
import {byId} from '../dom';
import type {Session} from '../session';

/** What would ask the engine, or change the game behind the back of Lichess. */
const HELD = ['level', 'white', 'black', 'play-white', 'play-black', 'play-either', 'new', 'takeback', 'resign', 'draw', 'edit', 'think'];

/** States of a board whose own words do not know who plays at the other end. */
const UNKNOWING = ['person_to_move', 'remote_to_move'];

let held: Session | null = null;
let words = (): string => '';
let isUnheard = (): boolean => false;

/** The board on which a game at Lichess is played, how it stands in a sentence, and whether Lichess has not said that yet. */
export function hold(board: Session, says: () => string, unheard: () => boolean): void {
    held = board;
    words = says;
    isUnheard = unheard;
}

export function release(): void { held = null; }

/** Whether the board, that in view if none is named, is such a board. */
export const isHeld = (board = session()): boolean => held === board;

/** To be called after the other parts have drawn. */
export function drawHeld(): void {
    const here = isHeld();
    if (here) {
        HELD.forEach((id) => { byId<HTMLButtonElement | HTMLSelectElement>(id).disabled = true; });
    }
    BUTTONS.forEach((name) => { byId<HTMLButtonElement>(`button-${name}`).disabled = here && (name === 'hint' || isUnheard()); });
}

/** What is said in place of the words of the board in view; '' if these will do. */
export const heldWords = (): string => isHeld() && (isUnheard() || UNKNOWING.includes(session().status.state)) ? words() : '';

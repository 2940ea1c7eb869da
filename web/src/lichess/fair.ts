// While a game at Lichess is played on a board, its engine gives no help, and the page leaves the board's game alone.

import {session} from '../boards';
import {byId} from '../dom';
import type {Session} from '../session';

/** What would ask the engine, or change the game behind the back of Lichess. */
const HELD = ['level', 'white', 'black', 'play-white', 'play-black', 'play-either', 'new', 'takeback', 'resign', 'draw', 'edit', 'think'];

/** States of a board whose own words do not know who plays at the other end. */
const UNKNOWING = ['person_to_move', 'remote_to_move'];

let held: Session | null = null;
let words = (): string => '';

/** The board on which a game at Lichess is played, and how it stands in a sentence. */
export function hold(board: Session, says: () => string): void {
    held = board;
    words = says;
}

export function release(): void { held = null; }

/** Whether the board in view is such a board. */
export const isHeld = (): boolean => held === session();

/** To be called after the other parts have drawn. */
export function drawHeld(): void {
    if (isHeld()) {
        HELD.forEach((id) => { byId<HTMLButtonElement | HTMLSelectElement>(id).disabled = true; });
    }
}

/** What is said in place of the words of the board in view; '' if these will do. */
export const heldWords = (): string => isHeld() && UNKNOWING.includes(session().status.state) ? words() : '';

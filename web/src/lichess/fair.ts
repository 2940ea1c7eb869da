// While a game at Lichess is played on a board, or may be, no engine of this page gives help, on neither board, and the page leaves the board's
// game alone.

import {BUTTONS, session, sessions} from '../boards';
import {needs} from '../enabled';
import type {Session} from '../session';

/** What would ask the engine, or change the game behind the back of Lichess. */
const HELD = ['level', 'own-clock', 'white', 'black', 'play-white', 'play-black', 'play-either', 'new', 'takeback', 'resign', 'draw', 'edit', 'think'];

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

/** Whether there is such a game, on whichever board. */
export const isHeld = (): boolean => held !== null;

/** Whether this board has it. */
export const holds = (board: Session): boolean => held === board;

/** Why the board in view does nothing; '' if it is free, or has the game. */
export const idleWords = (): string => !isHeld() || holds(session()) ? ''
    : `A game at Lichess is played on ${holds(sessions.own) ? 'your own' : 'the other'} board: until it is over this one gives no help`;

export function begin(): void {
    needs(HELD, () => !isHeld());
    needs(['button-hint'], () => !isHeld());
    needs(BUTTONS.map((name) => `button-${name}`), () => !isHeld() || holds(sessions.try) && !isUnheard());
}

/** What is said in place of the words of the board in view; '' if these will do. */
export const heldWords = (): string => idleWords() || (isHeld() && (isUnheard() || UNKNOWING.includes(session().status.state)) ? words() : '');

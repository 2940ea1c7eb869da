// The habits of a board on a screen, for the simulated one: an illegal move goes back, a move made too early waits for its turn.

import {hands, sessions, simulated, view} from './boards';
import type {Ruling} from './board_hands';
import {byId} from './dom';
import {drawSoon, onDraw} from './drawing';
import {idleWords} from './lichess/fair';
import {isPast, whileHere} from './moves';
import {note} from './note';
import {stepsOf} from './positions';
import {rules} from './rules';
import {isWhite, kindOf, nameOf, placementOf, squareOf, fenOf, type Square} from './squares';

/** States in which only a legal move is made. */
const PLAYING = ['person_to_move', 'hint', 'engine_thinking', 'move_to_make', 'remote_to_move'];
/** States in which pieces are taken off the board, or put onto it. */
const SETTING = ['', 'setup', 'resume_offer', 'restoring', 'correcting', 'unfinished', 'analysis', 'position_set_up', 'sensor_test', 'game_over', 'review'];
const FORGET_MS = 4000;         // real time after which a move that the board has not reported was none

let made = {fen: '', after: '', from: -1, to: -1, at: 0};   // the person's last move, until the board has reported it
let held = '';                  // why no piece may be lifted
let plan: {from: Square; to: Square} | null = null;

const status = () => sessions.try.status;
const person = (white: boolean): boolean => (white ? status().white : status().black) === 'person';
const whiteMoves = (fen: string): boolean => !fen.includes(' b ');

/** Until this is called with no words no piece may be lifted. */
export function hold(why: string): void {
    held = why;
    forget();
    note(why, () => held !== '');
}

/** Whether the page itself is moving the pieces of a game. */
export const isHolding = (): boolean => held !== '';

/** Whether the board obeys like a wooden one: nothing is refused. In checkers it always does. */
const isWooden = (): boolean => byId<HTMLInputElement>('wooden').checked || !hands.helps || !simulated.open || !status().fen || status().checkers !== '';

/** Whether the board has still to report a move of the person. */
const isWaiting = (): boolean => made.fen !== '' && made.fen === status().fen && [...PLAYING, 'unfinished'].includes(status().state) && performance.now() - made.at < FORGET_MS;

/** The position for which a hand acts: the board may still have to report that it has been reached. */
const reached = (): string => (isWaiting() ? made.after : status().fen);

/** The legal move that a hand means by this: castling also by putting the king onto the rook. */
function meant(fen: string, from: Square, to: Square): string | undefined {
    const legal = rules.legalMoves(fen).filter((move) => move.startsWith(nameOf(from)));
    return legal.find((move) => move.slice(2, 4) === nameOf(to)) ?? legal.find((move) => {
        const castling = rules.castling(fen, move);
        return castling && castling.king[0] === from && (castling.rook[0] === to || castling.king[1] === to);
    });
}

/** Whether this takes the last move back, which was a person's. */
function takesBack(from: Square, to: Square | null): boolean {
    const {start, moves} = status(), last = isWaiting() ? made : stepsOf(start, moves.map(({san}) => san)).at(-1);
    return last !== undefined && person(!whiteMoves(reached())) && last.to === from && (to === null || last.from === to);
}

/** The move of the board that the person makes by hand. */
const isAsked = (from: Square): boolean => status().state === 'move_to_make' && !byId<HTMLInputElement>('auto').checked
    && (squareOf(status().pending.slice(0, 2)) === from || status().castling?.rook[0] === from);

/** Whether a piece that is lifted here is felt by the board, or stays until its turn comes; or why it is not lifted. */
function lift(square: Square): 'felt' | 'planned' | {why: string} {
    const {state} = status();
    if (held || idleWords()) {
        return {why: held || `${idleWords()}.`};
    }
    const white = whiteMoves(reached()), turn = person(white);
    if (isWooden() || !isWaiting() && (!PLAYING.includes(state) || isAsked(square)) || turn && takesBack(square, null)) {
        return 'felt';
    }
    const own = turn ? white : !white;
    if (isWhite(hands.pieces.get(square) ?? '') !== own || !person(own)) {
        return {why: person(own) ? `It is ${turn ? '' : 'not '}${white === turn ? 'White' : 'Black'}’s turn.` : 'No person plays in this game.'};
    }
    return turn && !isWaiting() ? 'felt' : 'planned';
}

const refusal = (fen: string, from: Square, to: Square): string =>
    `The ${kindOf(placementOf(fen).get(from) ?? '')} cannot go from ${nameOf(from)} to ${nameOf(to)}`
    + (rules.state(fen) === 'check' ? ': the king is in check, and that does not end it.' : '.');

function begins(fen: string, move: string): Ruling {
    const [step] = stepsOf(fen, [move]);
    made = {...step, fen, after: step.fen, at: performance.now()};
    const castling = rules.castling(fen, move);
    return castling ? {castling} : {};
}

function keep(from: Square, to: Square): Ruling {
    const next = reached();
    if (person(whiteMoves(next)) && !meant(next, from, to)) {
        return {back: refusal(next, from, to)};
    }
    plan = {from, to};
    note(`${nameOf(from)} to ${nameOf(to)} is made when its turn comes, if it is legal then. Escape forgets it.`, () => plan !== null);
    return {back: ''};
}

/** What happens to the piece in the air over this square; below 0: beside the board. */
function drop(from: Square, to: Square, planned: boolean): Ruling {
    const {state, castling, pending} = status(), fen = reached();
    if (isWooden()) {
        return {};
    }
    if (from === to) {
        return {back: ''};
    }
    if (to < 0) {
        return from < 0 || !planned && SETTING.includes(state) ? {} : {back: ''};
    }
    if (planned) {
        return state !== 'engine_thinking' && !isWaiting() && takesBack(from, to) ? {carried: true} : keep(from, to);
    }
    if (isAsked(from)) {
        return castling ? [...castling.king, ...castling.rook].includes(to) ? {castling} : {back: 'The board’s lights show how it castles.'}
            : squareOf(pending.slice(2, 4)) === to ? {} : {back: `The board’s move goes to ${pending.slice(2, 4)}.`};
    }
    if (!PLAYING.includes(state) || takesBack(from, to)) {
        made.fen = '';
        return {};
    }
    const move = from < 0 ? undefined : meant(fen, from, to);
    return move ? begins(fen, move) : {back: from < 0 ? 'A piece from beside the board is no move.' : refusal(fen, from, to)};
}

/** Makes the move that waits, once its turn has come. */
export function mind(): void {
    const {state, fen, mover, result} = status();
    if (made.fen !== '' && !isWaiting()) {
        made.fen = '';
    }
    if (!plan) {
        return;
    }
    const {from, to} = plan;
    if (!simulated.open || result || isWooden() || !isWaiting() && !PLAYING.includes(state)) {
        forget();
    } else if (state === 'person_to_move' && !isWaiting() && mover === 'person' && simulated.still && !hands.inHand
               && fenOf(hands.pieces) === fenOf(placementOf(fen))) {
        forget();
        const move = meant(fen, from, to), ruling = move ? begins(fen, move) : {};
        if (!move) {
            note(`The move from ${nameOf(from)} to ${nameOf(to)} that you had planned is not legal now.`, whileHere());
        } else if (ruling.castling) {
            hands.castle(ruling.castling);
        } else {
            hands.carry(from, to);
        }
    }
}

function forget(): void {
    if (plan) {
        plan = null;
        drawSoon();
    }
}

export function begin(): void {
    hands.lifts = lift;
    hands.drops = drop;
    addEventListener('keydown', ({key}) => {
        if (key === 'Escape') {
            forget();
        }
    });
    setInterval(mind, 200);
    onDraw(() => view.setPlanned(plan && !isPast() ? [plan.from, plan.to] : []));
}

// What the board waits for and the page can do for the person: asked for by a button, or by itself.

import {BUTTONS, hands, mode, session, sessions, simulated, type Button} from './boards';
import {byId, make} from './dom';
import {drawSoon, onDraw} from './drawing';
import {isEditing} from './editor';
import {watcher} from './glow';
import {isHeld} from './lichess/fair';
import {isPast, leavePast} from './moves';
import {note} from './note';
import {playOn} from './play_on';
import {fenOf, kindOf, placementOf, squareOf, START_FEN, type Placement} from './squares';

const AUTO_MS = 500;            // the person sees the board's move before the page makes it
const HOLD_MS = 1300;           // how long a button is held for the person

let asked = '';                 // the move that the page makes by itself

const auto = (): HTMLInputElement => byId<HTMLInputElement>('auto');

/** What the board wants to feel. */
function wantedPieces(): Placement {
    const {status} = sessions.try;
    return placementOf(status.state === 'setup' ? START_FEN : status.fen);      // `fen` is the last game
}

const allStand = (): boolean => fenOf(hands.pieces) === fenOf(wantedPieces());
const asksForPieces = (): boolean => ['setup', 'resume_offer', 'restoring', 'correcting', 'unfinished'].includes(sessions.try.status.state);

/** Whether the board may go on without any change of its lights. */
export const mayGoOn = (): boolean => (sessions.try.status.state === 'comparing' || asksForPieces() && allStand()) && !watcher.has('idle');

/** Puts the pieces where the board asks for them. */
export function setUp(): void {
    if (asksForPieces() && !allStand()) {
        hands.arrange(wantedPieces());
    }
}

/** What the board waits for and the page can do for the person. */
function helpfulDeed(): {text: string; act: () => void} | null {
    const {status} = sessions.try;
    if (!status.fen || hands.holds) {
        return null;
    }
    const wanted = wantedPieces();
    if (asksForPieces() && !allStand()) {
        return {text: status.state === 'setup' ? 'Set the pieces up for me' : 'Put the pieces right for me', act: () => hands.arrange(wanted)};
    }
    if (status.state === 'move_to_make' && status.pending) {
        const from = squareOf(status.pending.slice(0, 2)), to = squareOf(status.pending.slice(2, 4)), {castling} = status;
        return {text: 'Make it for me', act: () => {
            if (fenOf(hands.pieces) !== fenOf(wanted)) {
                hands.arrange(wanted);
            }
            if (castling) {
                hands.castle(castling);
            } else {
                hands.carry(from, to);
            }
        }};
    }
    return null;
}

/** Pushes a button for `ms` of the board's time. */
export function press(name: Button, ms = 120): void {
    simulated.setButton(BUTTONS.indexOf(name), true);
    simulated.setButton(BUTTONS.indexOf(name), false, ms);
}

/** Makes this move of the board and all later ones. */
function makeAll(): void {
    auto().checked = true;
    auto().dispatchEvent(new Event('change'));
    note('From now on the page makes the board’s moves. The settings below end that.', () => auto().checked);
}

function drawAnswers(): void {
    const box = byId('answers');
    const offers: [string, string, () => void, boolean, string?][] = [];
    if (isPast()) {
        offers.push(['now', 'Back to the game', leavePast, true]);
        if (session().link.open && !isHeld() && !session().status.checkers) {
            offers.push(['on', 'Play on from here', playOn, false]);
        }
    } else if (mode === 'try' && simulated.open && !isEditing()) {
        const deed = helpfulDeed();
        if (deed) {
            offers.push(['do', deed.text, () => helpfulDeed()?.act(), true]);       // as it is when it is pressed
            if (sessions.try.status.state === 'move_to_make' && !auto().checked) {
                offers.push(['auto', 'Always', makeAll, false, 'Always make the board’s moves for me']);
            }
        }
        if (watcher.has('yes')) {
            offers.push(['yes', 'Yes', () => press('play'), true], ['no', 'No', () => press('play', HOLD_MS), false]);
        }
        if (hands.inHand && hands.inHand.from < 0) {
            offers.push(['back', `Put the ${kindOf(hands.inHand.piece)} back beside the board`, () => hands.cancel(), false]);
        }
    }
    const key = offers.map(([id, text]) => id + text).join('|');
    if (box.dataset.key !== key) {
        const focus = box.contains(document.activeElement) ? document.activeElement!.id : '';
        box.dataset.key = key;
        box.replaceChildren(...offers.map(([id, text, act, primary, meaning]) =>
            make('button', {id: `answer-${id}`, class: primary ? 'primary' : '', click: act, title: meaning ?? false, 'aria-label': meaning ?? false}, text)));
        if (focus) {            // it stays here, also until there is a next answer
            (document.getElementById(focus) ?? box.querySelector('button') ?? box).focus();
        }
    }
}

/** Makes the move that the board asks for, once. */
export function makeMoveSoon(): void {
    const {status} = sessions.try;
    if (['person_to_move', 'engine_thinking', 'remote_to_move'].includes(status.state)) {
        asked = '';
    }
    const key = `${status.fen} ${status.pending}`;
    if (!auto().checked || status.state !== 'move_to_make' || !status.pending || key === asked || hands.holds) {
        return;
    }
    asked = key;
    setTimeout(() => {
        if (hands.holds) {
            asked = '';
        } else if (status.state === 'move_to_make' && key === `${status.fen} ${status.pending}`) {
            helpfulDeed()?.act();
        }
    }, AUTO_MS);
}

export function begin(): void {
    auto().addEventListener('change', () => {
        makeMoveSoon();
        drawSoon();
    });
    onDraw(drawAnswers);
    onDraw(makeMoveSoon);
}

// Setting up a position, by dragging or as a FEN.

import {hands, mode, onMode, session, showHands, view} from './boards';
import {leaveGame} from './dialog';
import {byId, make} from './dom';
import {draw, drawSoon} from './drawing';
import {EditHands} from './hands';
import {fenInView, leavePast, whileHere} from './moves';
import {note} from './note';
import {drawPiece} from './pieces';
import {rules} from './rules';
import {castlingOf, fenOf, isChess960, pieceName, placementOf, START_FEN} from './squares';

const PATIENCE_MS = 10_000;       // after this time without an answer the board counts as refusing

const edit = new EditHands();
let editing = false;

export const isEditing = (): boolean => editing;

function change(): void {
    const side = byId<HTMLSelectElement>('edit-side').value;
    byId<HTMLInputElement>('edit-fen').value = `${fenOf(edit.pieces)} ${side} ${castlingOf(edit.pieces)} - 0 1`;
    byId('edit-fen').removeAttribute('aria-invalid');
    drawSoon();
}

function setEditing(on: boolean): void {
    editing = on;
    byId('editor').hidden = !on;
    if (on) {
        hands.cancel();
        const fen = fenInView();
        edit.pieces = new Map(view.hands.pieces);
        edit.inHand = null;
        byId<HTMLSelectElement>('edit-side').value = fen.includes(' b ') ? 'b' : 'w';
        leavePast();
        view.darken();
        edit.onChange();
        if (fenOf(placementOf(fen)) === fenOf(edit.pieces)) {
            byId<HTMLInputElement>('edit-fen').value = fen;     // with its rights and counters
        }
        view.hands = edit;
    } else {
        showHands();
    }
    byId('board').scrollIntoView({block: 'nearest'});
    draw();
}

/** Whether this position is one, and the board accepts it; if not, the person is told why. */
async function isKnown(text: string): Promise<boolean> {
    const {fen, error} = rules.readFen(text);
    if (fen !== undefined && !session().link.open) {
        note('Nobody is there to be asked about this position.');
        return false;
    }
    if (fen !== undefined && isChess960(fen)) {
        session().say('setoption name UCI_Chess960 value true');
    }
    const why = fen === undefined ? error : await session().refusal(`position fen ${fen}`);
    if (why) {
        note(`${fen === undefined ? 'This is no position' : 'The board refuses this position'}: ${why}`, () => editing && byId('edit-fen').getAttribute('aria-invalid') === 'true');
    }
    byId('edit-fen').setAttribute('aria-invalid', String(why !== ''));
    drawSoon();
    return !why;
}

/** The board plays on from the position of this FEN or EPD, and asks for its pieces; or says why not, and false comes. */
export async function setUpFrom(text: string): Promise<boolean> {
    const one = session();
    if (!await isKnown(text)) {
        return false;
    }
    const wanted = placementOf(rules.readFen(text).fen!);
    const there = () => fenOf(placementOf(one.status.fen)) === fenOf(wanted);
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    if (mode === 'try') {
        hands.setAll(wanted);
        await pause(400);
    }
    // While the board still feels the start position it begins a game from there; then the position is set once more.
    const until = performance.now() + PATIENCE_MS;
    let refused = false;
    while (!refused && performance.now() < until) {
        refused = await one.refusal('board set') !== '';       // and has said why
        await pause(700);
        await one.ask();
        await pause(200);
        if (there()) {
            break;
        }
    }
    if (there()) {
        return true;
    }
    if (!refused) {
        note('The board did not take this position. If its pieces stand as a game begins, lift a few of them first.', whileHere());
    }
    return false;
}

export async function playFrom(text: string): Promise<void> {
    if (await setUpFrom(text) && editing) {
        setEditing(false);
    }
}

function fillBox(): void {
    for (const piece of 'KQRBNPkqrbnp') {
        const button = make('button', {'aria-label': pieceName(piece)}, drawPiece(piece) as unknown as Node);
        button.addEventListener('pointerdown', (event) => edit.take(piece) && view.begin(event));
        button.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                edit.take(piece);
                note(`A ${pieceName(piece)} is in your hand: choose a square and press Enter.`, () => edit.inHand !== null);
            }
        });
        byId('box').append(button);
    }
}

export function begin(): void {
    const value = (id: string) => byId<HTMLInputElement | HTMLSelectElement>(id).value;
    const on = (id: string, event: string, act: () => void) => byId(id).addEventListener(event, act);
    edit.onChange = change;
    fillBox();
    onMode(() => {
        if (editing) {
            setEditing(false);
        }
    });
    on('edit', 'click', () => setEditing(!editing));
    on('edit-cancel', 'click', () => setEditing(false));
    on('edit-clear', 'click', () => { edit.pieces = new Map(); edit.onChange(); });
    on('edit-start', 'click', () => { edit.pieces = placementOf(START_FEN); edit.onChange(); });
    on('edit-side', 'change', () => edit.onChange());
    on('edit-fen', 'change', () => {
        const text = value('edit-fen'), {fen} = rules.readFen(text);
        if (fen !== undefined) {
            edit.pieces = placementOf(fen);
            byId<HTMLSelectElement>('edit-side').value = fen.split(' ')[1];
            byId<HTMLInputElement>('edit-fen').value = fen;
        }
        void isKnown(text);
    });
    on('edit-apply', 'click', () => leaveGame('Play from here', () => void playFrom(value('edit-fen'))));
}

// The board at a cable: its connection, and what the hands of this page ask of it.

import {mode, remote, serial, sessions} from './boards';
import {openDialog} from './dialog';
import {byId} from './dom';
import {drawSoon, onDraw} from './drawing';
import {needs} from './enabled';
import {note} from './note';
import {pictures} from './promotion';
import {nameOf, menOf, placementOf} from './squares';

const MINDED_MS = 60_000;       // a board that is asked for ever never dims its lights
export const NO_SERIAL = 'This browser cannot talk with a board at a cable. Chrome, Edge and Opera can, on a computer and on Android; Safari and '
    + 'all browsers of iPhones and iPads cannot. The simulated board works everywhere.';

let mindedAt = 0;               // when the board at the cable last said something, or the page was last touched

export function mind(): void { mindedAt = performance.now(); }

/** Whether somebody may look at the board, so that it is asked for its state. */
export const isMinded = (): boolean => mode === 'own' && performance.now() - mindedAt < MINDED_MS;

function drawConnection(): void {
    const {status} = sessions.own;
    if (mode === 'own' && !remote.inHand) {
        remote.pieces = !serial.open ? new Map() : status.checkers ? menOf(status.men) : placementOf(status.fen);
    }
    byId('connect').textContent = serial.open ? 'Disconnect' : 'Connect a board';
    byId('connect-note').textContent = !serial.supported ? NO_SERIAL : serial.open
        ? 'Where a side is played by this page, drag its pieces here: the board shows the move, and it is made there.'
        : 'Plug the board in by USB, press Connect, and choose it in the browser’s list.';
}

export function begin(): void {
    serial.onOpen = (open) => {
        sessions.own.begin();
        if (open) {
            sessions.own.status.moves = [];
            void (async () => {
                await sessions.own.ask();
                await sessions.own.readGame();
                await sessions.own.learn();
            })();
        } else if (mode === 'own') {
            note(serial.waits ? 'The board has gone. It is connected again when it is back.' : 'The board is no longer connected.', () => !serial.open);
        }
        drawSoon();
    };
    remote.onChange = drawSoon;
    remote.mayMove = () => {
        const {status} = sessions.own;
        if (status.mover !== 'remote') {
            note('Pieces move on your board. To move for a side from here, let it be played by “this page”.', () => status.mover !== 'remote');
            return false;
        }
        return serial.open;
    };
    remote.onMove = (from, to, piece) => {
        const promotes = piece.toLowerCase() === 'p' && (to >> 3 === 0 || to >> 3 === 7);
        const move = nameOf(from) + nameOf(to);
        if (!promotes) {
            sessions.own.say(`board move ${move}`);
            return;
        }
        openDialog('What does the pawn become?', [pictures(to >> 3 === 7, (letter) => {
            byId<HTMLDialogElement>('dialog').close();
            sessions.own.say(`board move ${move}${letter}`);
        })]);
    };
    byId('connect').addEventListener('click', () => void (serial.open ? serial.disconnect() : serial.connect().catch((error: Error) => {
        const noneChosen = error.name === 'NotFoundError', other = serial.hasOtherWay ? ' Connect tries another way now.' : '';
        if (!noneChosen || other) {
            note((noneChosen ? 'No board was chosen.' : `The port cannot be opened: ${error.message}`) + other);
        }
    })));
    addEventListener('pointerdown', mind);
    addEventListener('keydown', mind);
    needs(['connect'], () => serial.supported);
    onDraw(drawConnection);
}

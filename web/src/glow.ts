// The lights: what is seen of the simulated board's LEDs, and what a board at a cable would light.

import {mode, serial, sessions, showsBoard, simulated, view} from './boards';
import {drawSoon, onDraw} from './drawing';
import {MENU_LIGHTS, seen, signOf, STYLES, Watcher} from './lights';
import {nameOf, squareOf} from './squares';

export const watcher = new Watcher();
let meaningKey = '';
let picture: Uint8Array = new Uint8Array(192);        // of the LEDs

/** What a board at a cable asks for: it does not report its lights, but it reports its move. */
function drawPending(): void {
    const {pending} = sessions.own.status;
    const squares = serial.open && showsBoard() ? [squareOf(pending.slice(0, 2)), squareOf(pending.slice(2, 4))] : [-1, -1];
    for (let square = 0; square < 64; square++) {
        const name = square === squares[0] ? 'move_from' : square === squares[1] ? 'move_to' : '';
        const style = STYLES.get(name);
        view.setGlow(square, style ? `rgb(${style.colour.join(' ')} / 70%)` : '');
        view.setMeaning(square, signOf(name), style?.meaning ?? '', '');
    }
}

function drawLights(): void {
    if (mode === 'own') {
        drawPending();
        return;
    }
    const on = showsBoard();
    const menu = watcher.menu;
    for (let square = 0; square < 64; square++) {
        const light = on ? watcher.lightOn(square) : '';
        const label = menu && MENU_LIGHTS.includes(light) ? menu[nameOf(square)] ?? '' : '';
        view.setMeaning(square, light === 'choice' || light === 'action' ? '' : signOf(light), light ? STYLES.get(light)!.meaning : '', label);
    }
}

function glow(): void {
    if (mode !== 'try' || !showsBoard()) {
        return;
    }
    if (!simulated.open) {
        picture = new Uint8Array(192);
    }
    for (let square = 0; square < 64; square++) {
        const widths = [...picture.subarray(3 * square, 3 * square + 3)];
        const parts = widths.map((width) => seen(width, watcher.brightness));
        const most = Math.max(...parts);
        view.setGlow(square, most === 0 ? '' : `rgb(${parts.map((part) => Math.round(Math.min(255, 36 + part * 1.25))).join(' ')} / ${Math.round(55 + 45 * most / 255)}%)`);
    }
}

/** Draws the meanings and, if they have changed, asks the board for its state. */
function lightsChanged(): void {
    const key = Array.from({length: 64}, (_, square) => watcher.lightOn(square)).join();
    if (key !== meaningKey) {
        meaningKey = key;
        if (!watcher.has('idle')) {         // a question would wake the board
            sessions.try.soon();
        }
        drawSoon();
    }
}

/** The lights do not change until `ms`, of the board's time. */
export function pass(ms: number): void {
    watcher.pass(ms);
    lightsChanged();
}

export function begin(): void {
    simulated.onPicture = (colours, ms) => {
        watcher.look(colours, ms);
        picture = colours;
        glow();
        lightsChanged();
    };
    onDraw(() => {
        drawLights();
        glow();
    });
}

// Loads the part that puts the firmware onto a Pico, when its card is opened: a script of its own, which a page opened from a
// disk can load as well.

import {serial, sessions} from '../boards';
import {byId, make} from '../dom';
import {drawSoon, onDraw} from '../drawing';
import {FACTS} from '../facts';
import {SimulatedBoard} from '../simulated';
import type * as Panel from './panel';

let panel: ReturnType<typeof Panel.show> | null = null;

function load(): void {
    const into = byId('flash');
    document.body.append(make('script', {
        src: 'flash.js',
        load: () => {
            panel = (globalThis as unknown as {stackmateFlash: typeof Panel}).stackmateFlash.show(into, {
                image: SimulatedBoard.image, build: FACTS.build, isConnected: () => serial.open, restart: () => sessions.own.say('bootloader'),
            });
            drawSoon();
        },
        error: () => into.replaceChildren('This part of the page could not be loaded. Save stackmate.uf2 below, and drag it onto the Pico’s drive.'),
    }));
}

export function begin(): void {
    byId('flash-card').addEventListener('toggle', load, {once: true});
    onDraw(() => panel?.draw());
}

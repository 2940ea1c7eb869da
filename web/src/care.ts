// Checking a board: what its sensors feel, what it tells of itself, and its bootloader.

import {session, view} from './boards';
import {openDialog} from './dialog';
import {byId, make} from './dom';
import {drawSoon, onDraw} from './drawing';

let feeling = false;            // whether the sensors are shown

async function checkBoard(): Promise<void> {
    const one = session();
    const lines = [...await one.answers('status', 500), ...await one.answers('board ignore', 400), ...await one.answers('board sensors', 600)];
    const clean = lines.map((line) => line.replace(/^info string (board )?/, ''));
    openDialog('How is the board?', [make('p', {}, 'What the chip tells of itself, which squares are left out, and what the sensors feel (o: a piece). To try every square: menu, “test the sensors”.'),
                                     make('pre', {tabindex: 0}, clean.join('\n'))]);
}

function drawSensors(): void {
    const felt = feeling ? session().sensors : null;
    for (let square = 0; square < 64; square++) {
        view.setFelt(square, felt ? felt[square] : null);
    }
}

/** Asks again what the sensors feel, while that is shown. */
export function feelAgain(): void {
    if (feeling && session().link.open) {
        void session().feel();
    }
}

export function begin(): void {
    byId('sensors').addEventListener('click', () => {
        feeling = !feeling;
        byId('sensors').setAttribute('aria-pressed', String(feeling));
        void (feeling ? session().feel() : null);
        drawSoon();
    });
    byId('check').addEventListener('click', () => void checkBoard());
    byId('bootloader').addEventListener('click', () => openDialog(
        'Restart as a USB drive?', ['The program ends, and the board appears as a drive that takes a new image: drag stackmate.uf2 onto it. The game is kept.'],
        ['Restart', () => session().say('bootloader')]));
    onDraw(drawSensors);
}

#!/usr/bin/env node
// Runs a chess board's conformance image on the simulated RP2040 and is its peer: moves the pieces, holds the buttons,
// looks at the lights. The protocol is described in boards/chips/rp2040/chess_parts_image.cpp.
//
// usage: chess_parts.mjs [--whole] IMAGE
//
// Exit status 0 if every promise held, the image ended by its own decision, and nothing happened that a chip would not
// stand for. --whole: with the whole test of the store, which takes minutes.

import {Simulation} from '../../emulators/rp2040/simulation.mjs';

const whole = process.argv[2] === '--whole';
const image = process.argv.at(-1);
const simulation = new Simulation({image});
const {board} = simulation;
let line = '';
let held = 0, failed = 0, starts = 0;

function reply(text) { simulation.send(Buffer.from(text + '\n')); }

function obey(text) {
    const [word, ...rest] = text.split(' ');
    const value = () => BigInt('0x' + rest[0]);
    switch (word) {
    case 'ready': starts++; break;
    case 'ok': held++; console.log(text); break;
    case 'FAILED': failed++; console.log(text); break;
    case 'place': {
        const squares = value();
        for (let square = 0; square < 64; square++) {
            board.setSquare(square, (squares >> BigInt(square) & 1n) === 1n);
        }
        reply('done');
        break;
    }
    case 'hold': {
        const buttons = Number(value());
        board.down.forEach((_, i) => board.setButton(i, (buttons >> i & 1) === 1));
        reply('done');
        break;
    }
    case 'whole': reply(whole ? '1' : '0'); break;
    case 'seen': {
        const at = 3 * Number(value());
        reply([...board.colours.subarray(at, at + 3)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
        break;
    }
    default: console.log(`? ${text}`); failed++;
    }
}

simulation.onUartByte = (byte) => {
    if (byte === 10) {
        const text = line;
        line = '';
        obey(text);
    } else {
        line += String.fromCharCode(byte);
    }
};
simulation.powerOn();
const ended = simulation.run(whole ? 200_000 : 40_000);
const {warnings, leds, masked_ns: masked, masked_at: place, longest_interrupt_ns: interrupt} = simulation.statistics();
for (const {part, text, pc, ms} of warnings.slice(0, 10)) {
    console.log(`FAILED ${part}: ${text} (pc ${pc.toString(16)}, ${ms.toFixed(3)} ms)`);
}
if (leds.violations > 0) {
    console.log(`FAILED the LEDs' data sheet: ${leds.first_violation}`);
}
console.log(`${held} promises held, ${failed} failed, ${starts} starts, ended by ${ended} with status ${simulation.exitStatus}`);
console.log(`interrupts masked for ${(masked / 1000).toFixed(1)} us at most (before ${place}); longest interrupt ${(interrupt / 1000).toFixed(1)} us`);
process.exitCode = ended === 'exit' && simulation.exitStatus === 0 && failed === 0 && held !== 0 && warnings.length === 0
    && leds.violations === 0 ? 0 : 1;

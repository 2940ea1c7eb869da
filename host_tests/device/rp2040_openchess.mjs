#!/usr/bin/env node
// The firmware for Open-Chess in the simulator, with that board's wiring around it: a shift register for the rows, hall
// sensors that pull their column low, LEDs with white at another pin.
//
// usage: rp2040_openchess.mjs IMAGE
//
// Prints "ok SENTENCE" or "FAILED SENTENCE" for each promise; exit status 0 if all held. The wiring is that of the
// project's published firmware (github.com/Concept-Bytes/Open-Chess, board_driver), the pins those of Arduino's pinout.

import {Simulation} from '../../emulators/rp2040/simulation.mjs';

const DATA = 25, SHIFT = 15, LATCH = 16, LEDS = 29;                    // D2, D3, D4, D17
const COLUMNS = [18, 19, 20, 21, 5, 7, 4, 6];                          // D6 to D13
const HIGH = 1;
// ns, Worldsemi WS2812B and Opsco SK6812RGBW: what both allow.
const LIMITS = {zeroHigh: [250, 450], oneHigh: [650, 750], zeroLow: [750, 1000], oneLow: [450, 600]};
const SHORTEST_PULSE = 100;

class OpenChess {
    constructor(simulation) {
        this.clock = simulation.chip.clock;
        this.pins = simulation.chip.rp2040.gpio;
        this.occupied = new Uint8Array(64);
        this.shifted = 0;
        this.rowsOn = 0;
        this.mostRows = 0;
        this.levels = {};
        this.changed = -Infinity;
        this.shortest = Infinity;
        this.violations = [];
        this.bits = [];
        this.picture = null;
        this.pictures = 0;
        this.disturbed = 0;
        for (const pin of [DATA, SHIFT, LATCH]) {
            this.pins[pin].addListener((state) => this.register(pin, state === HIGH));
        }
        this.pins[LEDS].addListener((state) => this.led(state === HIGH));
        this.latch = this.clock.createAlarm(() => this.shown());
        this.columns();
    }

    place(square, occupied) {
        this.occupied[square] = occupied ? 1 : 0;
        this.columns();
    }

    register(pin, high) {
        const now = this.clock.nanos;
        if (this.levels[pin] === high) {
            return;
        }
        const known = this.levels[pin] !== undefined;
        this.levels[pin] = high;
        if (known && this.clock.nanos > 10e6) {
            this.shortest = Math.min(this.shortest, now - this.changed);
        }
        this.changed = now;
        if (pin === SHIFT && high) {
            this.shifted = (this.shifted << 1 | (this.levels[DATA] ? 1 : 0)) & 0xff;
        } else if (pin === LATCH && high) {
            // The row before has just been read.
            this.disturbed += this.bits.length > 0 && this.bits.length < 64 * 32 ? 1 : 0;
            this.rowsOn = this.shifted;
            this.mostRows = Math.max(this.mostRows, [...this.rowsOn.toString(2)].filter((bit) => bit === '1').length);
            this.columns();
        }
    }

    /** Row 0 was shifted first, and stands at the register's far end. */
    columns() {
        for (let file = 0; file < 8; file++) {
            let low = false;
            for (let rank = 0; rank < 8; rank++) {
                low ||= (this.rowsOn >> 7 - rank & 1) === 1 && this.occupied[8 * rank + file] === 1;
            }
            this.pins[COLUMNS[file]].setInputValue(!low);
        }
    }

    within(kind, nanos) {
        const [least, most] = LIMITS[kind];
        if (nanos < least - 0.01 || nanos > most + 0.01) {
            this.violations.push(`${kind} ${nanos.toFixed(1)} ns`);
        }
    }

    led(high) {
        const now = this.clock.nanos;
        if (high) {
            if (this.bits.length > 0) {
                this.within(this.bits.at(-1) ? 'oneLow' : 'zeroLow', now - this.fell);
            }
            this.rose = now;
            this.latch.cancel();
        } else if (this.rose !== undefined) {
            const one = now - this.rose > 550;
            this.within(one ? 'oneHigh' : 'zeroHigh', now - this.rose);
            this.bits.push(one);
            this.fell = now;
            this.latch.schedule(80_000);
        }
    }

    shown() {
        if (this.bits.length !== 64 * 32) {
            this.violations.push(`a picture of ${this.bits.length} bits`);
        }
        const byte = (at) => this.bits.slice(8 * at, 8 * at + 8).reduce((value, bit) => value << 1 | (bit ? 1 : 0), 0);
        this.picture = Array.from({length: 64}, (_, square) => {
            const at = 4 * (square % 8 * 8 + 7 - (square >> 3));        // file by file, each from rank 8 to rank 1
            return [byte(at + 1), byte(at), byte(at + 2), byte(at + 3)];
        });
        this.pictures++;
        this.bits = [];
    }

    lit() {
        return this.picture.flatMap((colour, square) => colour.some((part) => part > 0) ? ['abcdefgh'[square % 8] + ((square >> 3) + 1)] : []);
    }
}

let failed = 0;
function report(sentence, held) {
    failed += held ? 0 : 1;
    console.log(`${held ? 'ok' : 'FAILED'} ${sentence}`);
}

const simulation = new Simulation({image: process.argv[2], wired: false});
let line = '';
simulation.onUartByte = (byte) => { line += String.fromCharCode(byte); };
simulation.powerOn();
const board = new OpenChess(simulation);
function until(done, ms) {
    for (let passed = 0; passed < ms && !done(); passed++) {
        simulation.run(1);
    }
    return done();
}

for (let square = 0; square < 64; square++) {
    board.place(square, square < 16 || square >= 48);
}
report('pieces set up begin a game', until(() => line.includes('new game'), 3000));
board.place(12, false);
simulation.run(300);
board.place(28, true);
report('a move is seen on the squares where it was made', until(() => line.includes('move 1. e4 e2e4'), 3000));
const answer = () => /waiting for the move to be made on the board: \S+ ([a-h][1-8])([a-h][1-8])/.exec(line);
report('the engine answers', until(() => answer() !== null, 20000));
const seen = new Set();
for (let i = 0; i < 100 && answer(); i++) {
    simulation.run(20);
    board.lit().forEach((square) => seen.add(square));
}
const [, from, to] = answer() ?? [];
report(`and its move shines on its squares, ${from} and ${to} (${[...seen].join(' ')})`, seen.has(from) && seen.has(to) && seen.size < 20);
report(`the LEDs get what both kinds allow (${board.violations[0] ?? 'no exception'})`, board.violations.length === 0 && board.pictures > 50);
report(`no row is read while bits are on their line (${board.disturbed})`, board.disturbed === 0);
report('their white stays dark', board.picture.every((colour) => colour[3] === 0));
report('no two rows are on at once, and one is', board.mostRows === 1);
report(`the shift register's levels last ${SHORTEST_PULSE} ns (${board.shortest.toFixed(0)})`, board.shortest >= SHORTEST_PULSE);
for (const {part, text, pc, ms} of simulation.warnings.slice(0, 10)) {
    report(`nothing that a chip would not stand for; but ${part}: ${text} (pc ${pc.toString(16)}, ${ms.toFixed(3)} ms)`, false);
}
const {masked_ns: masked, longest_interrupt_ns: interrupt} = simulation.statistics();
report(`no interrupt waits for more than 20 us (${(masked / 1000).toFixed(1)}, and ${(interrupt / 1000).toFixed(1)} for another)`,
       masked <= 20_000 && interrupt <= 20_000);
process.exitCode = failed === 0 ? 0 : 1;

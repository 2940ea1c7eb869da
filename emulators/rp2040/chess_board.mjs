// The board around the chip: 64 contacts in a matrix, four buttons, 64 LEDs.
//
// A contact connects its row line to its column line while a piece stands on the square. With diodes (as the board
// should be built) current flows only from row to column. Without them it takes every path, so that three pieces on the
// corners of a rectangle make a fourth appear, and two rows driven against each other through contacts are a short
// circuit. Contacts bounce: after a change they open and close at random for some time.

import {GPIOPinState} from 'rp2040js';

import {Ws2812} from './ws2812.mjs';

const {High, Low} = GPIOPinState;

export class ChessBoard {
    constructor({random, bounceMs = 0, diodes = true, onFrame = () => {}, onWarning = () => {}}) {
        this.random = random;
        this.bounceMs = bounceMs;
        this.diodes = diodes;
        this.onFrame = onFrame;
        this.onWarning = onWarning;
        this.occupied = new Uint8Array(64);         // whether a piece stands on the square
        this.contact = new Uint8Array(64);          // the state of the contact, including bounces
        this.stuck = new Map();                     // square -> the permanent state of its contact
        this.down = [false, false, false, false];
        this.exactLeds = false;
        this.colours = new Uint8Array(3 * 64);      // red, green, blue of the squares a1, b1, ... h8
    }

    /** Connects the board to a chip that has just been powered; `wiring`: wiringOf its image. */
    connect(chip, wiring) {
        this.wiring = wiring;
        this.chip = chip;
        this.clock = chip.clock;
        const {gpio} = chip.rp2040;
        this.rowPins = this.wiring.rows.map((pin) => gpio[pin]);
        this.columnPins = this.wiring.columns.map((pin) => gpio[pin]);
        this.rowPins.forEach((pin) => pin.addListener((state) => this.rowChanged(state)));
        this.columnPins.forEach((pin) => pin.addListener(() => this.updateColumns()));
        this.wiring.buttons.forEach((pin, i) => gpio[pin].addListener(() => this.updateButton(i)));
        this.contact.set(this.occupied);
        this.shown = this.columnPins.map(() => null);
        this.leds = new Ws2812(this.clock, 64, (bytes, began, ended) => this.picture(bytes, began, ended));
        chip.pioClocks?.forEach((pio) => {
            pio.exact = this.exactLeds;
            pio.serve(this.wiring.chain, this.leds);
        });
        gpio[this.wiring.chain].addListener((state) => this.leds.level(state === High));
        this.colours.fill(0);
        this.updateColumns();
        wiring.buttons.forEach((_, i) => this.updateButton(i));
    }

    // ------------------------------------------------------------ squares

    /** A row that goes low has just been read; this must not happen while bits are on the LEDs' line. */
    rowChanged(state) {
        if (state === Low && this.leds?.sending) {
            this.onWarning({part: 'board', text: 'a row is read while bits are on the LEDs\' line'});
        }
        this.updateColumns();
    }

    /** Puts a piece on the square or takes it away. */
    setSquare(square, occupied) {
        if (this.occupied[square] === (occupied ? 1 : 0)) {
            return;
        }
        this.occupied[square] = occupied ? 1 : 0;
        const settle = () => {
            this.contact[square] = this.occupied[square];
            this.updateColumns();
        };
        if (!this.clock || this.bounceMs === 0) {
            settle();
            return;
        }
        // Opens and closes up to eight times, then rests.
        const times = Math.floor(this.random() * 8);
        for (let i = 0; i < times; i++) {
            this.clock.createAlarm(() => {
                this.contact[square] ^= 1;
                this.updateColumns();
            }).schedule(this.random() * this.bounceMs * 1e6);
        }
        this.clock.createAlarm(settle).schedule(this.bounceMs * 1e6);
        this.contact[square] = this.occupied[square];
        this.updateColumns();
    }

    /** From now on the contact always reports this (true, false), or what is on its square (null). */
    setStuck(square, value) {
        if (value === null) {
            this.stuck.delete(square);
        } else {
            this.stuck.set(square, value ? 1 : 0);
        }
        this.updateColumns();
    }

    closed(square) { return (this.stuck.get(square) ?? this.contact[square]) !== 0; }

    updateColumns() {
        if (!this.chip) {
            return;
        }
        const rows = this.rowPins.map((pin) => pin.value);
        const columns = this.diodes ? this.columnsWithDiodes(rows) : this.columnsWithoutDiodes(rows);
        for (let file = 0; file < 8; file++) {
            const pin = this.columnPins[file];
            let level = columns[file];
            if (level === null) {
                level = pin.pulldownEnabled && !pin.pullupEnabled ? false : pin.pullupEnabled && !pin.pulldownEnabled
                    ? true : this.random() < 0.5;
            }
            if (level !== this.shown[file]) {
                this.shown[file] = level;
                pin.setInputValue(level);
            }
        }
    }

    /** The level that each column is driven to; null: not driven. */
    columnsWithDiodes(rows) {
        const columns = Array(8).fill(null);
        for (let rank = 0; rank < 8; rank++) {
            if (rows[rank] === High) {
                for (let file = 0; file < 8; file++) {
                    if (this.closed(8 * rank + file)) {
                        columns[file] = true;
                    }
                }
            }
        }
        return columns;
    }

    /** Lines joined by contacts have one level: rows are nodes 0 to 7, columns 8 to 15. */
    columnsWithoutDiodes(rows) {
        const net = Array.from({length: 16}, (_, i) => i);
        const find = (i) => { while (net[i] !== i) { i = net[i]; } return i; };
        for (let square = 0; square < 64; square++) {
            if (this.closed(square)) {
                net[find(square >> 3)] = find(8 + square % 8);
            }
        }
        const levels = new Map();
        rows.forEach((row, rank) => {
            if (row !== High && row !== Low) {
                return;
            }
            const before = levels.get(find(rank));
            if (before !== undefined && before !== (row === High)) {
                this.onWarning({part: 'board', text: 'two row lines are driven against each other through contacts'});
            }
            levels.set(find(rank), before || row === High);
        });
        return Array.from({length: 8}, (_, file) => levels.get(find(8 + file)) ?? null);
    }

    // ------------------------------------------------------------ buttons

    setButton(button, down) {
        if (this.chip && button >= this.wiring.buttons.length) {
            throw new Error(`the board has ${this.wiring.buttons.length} buttons`);
        }
        this.down[button] = down;
        this.updateButton(button);
    }

    updateButton(button) {
        if (this.chip) {
            const pin = this.chip.rp2040.gpio[this.wiring.buttons[button]];
            const level = this.down[button] ? false : pin.pullupEnabled ? true : this.random() < 0.5;
            if (level !== pin.rawInputValue) {
                pin.setInputValue(level);
            }
        }
    }

    // ------------------------------------------------------------ LEDs

    picture(bytes, began, ended) {
        const colours = new Uint8Array(192);
        for (let square = 0; square < 64; square++) {
            const at = 3 * this.wiring.place(square);
            colours[3 * square] = bytes[at + 1];
            colours[3 * square + 1] = bytes[at];
            colours[3 * square + 2] = bytes[at + 2];
        }
        const changed = colours.some((value, i) => value !== this.colours[i]);
        this.colours = colours;
        this.onFrame(colours, began, ended, changed);
    }

    /** The power is off: LEDs are dark, contacts at rest. */
    disconnect() {
        this.chip = null;
        this.clock = null;
        this.colours = new Uint8Array(192);
    }
}

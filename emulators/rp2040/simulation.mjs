// The simulated chess board: chip, flash and board, through power cuts and resets, in one virtual time.

import {Chip} from './chip.mjs';
import {ChessBoard} from './chess_board.mjs';
import {FlashChip, FLASH_BYTES} from './flash.mjs';
import {loadImage} from './image.mjs';
import {random} from './random.mjs';
import {wiringOf} from './wiring.mjs';

const MS = 1e6;

export class Simulation {
    /**
     * `image`: path of the firmware, or its bytes. `seed`: for everything random (RAM after power-on, bouncing
     * contacts, torn flash). `flashImage`: contents of the flash from an earlier run, in place of `image`. `crystalMs`:
     * how long the crystal takes to start, null if it never does; it does not start before `crystalFromMs`. `wired`:
     * false if the caller connects another chess board to the chip. `radio`: the module is a Pico W. `stepping`: of the
     * chip, 1 for B0 and B1, 2 for B2. `oneCore`: the second core never leaves its boot ROM, so that simulating takes half the
     * time; the firmware goes on without it.
     */
    constructor({image, seed = 1, bounceMs = 0, diodes = true, flashTimes = {}, flashImage = null, crystalMs = 6,
                 crystalFromMs = 0, wired = true, radio = false, stepping = 2, oneCore = false} = {}) {
        Object.assign(this, {crystalMs, crystalFromMs, wired, radio, stepping, oneCore});
        this.vbus = false;              // whether a USB host supplies the socket
        this.random = random(seed);
        this.flash = new FlashChip({random: random(seed + 1), times: flashTimes});
        this.flash.onCutDue = (nanos) => { this.cutAt = this.base + nanos; this.chip.pause = true; };
        this.board = new ChessBoard({
            random: random(seed + 2), bounceMs, diodes,
            onFrame: (...frame) => this.frameShown(...frame),
            onWarning: (warning) => this.warn({...warning, pc: 0, nanos: this.chip?.clock.nanos ?? 0}),
        });
        this.base = 0;                  // virtual time at which the chip was last powered
        this.cutAt = Infinity;
        this.chip = null;
        this.onUartByte = () => {};
        this.onFrame = () => {};
        this.warnings = [];
        this.resets = [];
        this.events = [];               // planned actions: [{at, action}]
        this.exitStatus = null;
        this.frames = noFrames();
        this.patient = true;
        if (flashImage) {
            this.flash.bytes.set(flashImage.subarray(0, FLASH_BYTES));
        } else if (image) {
            this.program(image);
        }
    }

    /** Writes a firmware image to the flash, as a programmer does; the rest of the flash stays as it is. */
    program(image) {
        for (const {at, bytes} of loadImage(image)) {
            if (at < 0 || at + bytes.length > FLASH_BYTES) {
                throw new Error('the image does not fit into the flash');
            }
            this.flash.bytes.set(bytes, at);
        }
    }

    get nanos() { return this.base + (this.chip?.clock.nanos ?? 0); }
    get ms() { return this.nanos / MS; }
    /** The duration of a byte on the serial line. */
    get byteMs() { return (this.chip?.uarts[0].byteNanos ?? 0) / MS; }
    get powered() { return this.chip !== null; }

    warn(warning) {
        if (this.warnings.length < 100) {
            this.warnings.push({...warning, ms: (this.base + warning.nanos) / MS});
        }
    }

    frameShown(colours, began, ended, changed) {
        const {frames} = this;
        const at = this.base + ended;
        frames.pictures++;
        if (frames.last !== null) {
            const gap = at - frames.last;
            frames.longest_gap_ns = Math.max(frames.longest_gap_ns, gap);
            frames.shortest_gap_ns = Math.min(frames.shortest_gap_ns ?? Infinity, gap);
        }
        frames.last = at;
        if (changed) {
            frames.changes++;
            this.onFrame(at / MS, colours);
        }
    }

    powerOn(kept = null) {
        const waiting = this.chip?.uarts[0].waiting ?? [];
        this.chip = new Chip({
            flash: this.flash, kept, crystalMs: this.crystalMs, crystalFromMs: this.crystalFromMs, random: this.random,
            radio: this.radio, stepping: this.stepping, oneCore: this.oneCore,
            onUart: (index, byte) => { if (index === 0) { this.onUartByte(byte); } },
            onWarning: (warning) => this.warn(warning),
        });
        if (this.wired) {
            this.wiring = wiringOf(this.flash.bytes);
            this.board.connect(this.chip, this.wiring);
        }
        this.chip.uarts.forEach((uart) => { uart.patient = this.patient; });
        this.chip.uarts[0].feed(waiting);
        this.frames.last = null;
        this.setVbus(this.vbus);
    }

    /** Turns the supply from a USB host on or off. Whether the board runs from it is separate: `powerOn`. */
    setVbus(on) {
        this.vbus = on;
        if (this.chip && !this.radio && this.wiring?.vbus !== undefined) {      // on a Pico W the radio uses this pin
            this.chip.rp2040.gpio[this.wiring.vbus].setInputValue(on);
        }
    }

    /** Presses and releases the button at the pin RUN. */
    pressReset() {
        const {chip} = this;
        this.base = this.nanos;
        this.addUp(chip);
        this.powerOn(chip.kept('run'));
    }

    /** The power fails now. */
    powerOff() {
        if (!this.chip) {
            return;
        }
        this.base = this.nanos;
        this.flash.cut();
        this.board.disconnect();
        this.addUp(this.chip);
        this.lastChip = this.chip;
        this.chip = null;
        this.cutAt = Infinity;
    }

    /** Runs `action` in `ms` from now. */
    after(ms, action) {
        this.events.push({at: this.nanos + ms * MS, action});
        this.events.sort((a, b) => a.at - b.at);
    }

    send(bytes) { this.chip?.uarts[0].feed(bytes); }

    /** Ends the current run at this instant. */
    found() {
        this.isFound = true;
        if (this.chip) {
            this.chip.pause = true;
        }
    }

    /** Runs `ms` of virtual time. Returns why it ended: 'time', 'found', 'cut', 'exit', or why the chip has stopped. */
    run(ms) {
        const end = this.nanos + ms * MS;
        this.isFound = false;
        while (this.nanos < end - 1e-3) {
            const until = Math.min(end, this.events[0]?.at ?? Infinity, this.cutAt);
            if (!this.chip) {
                this.base = until;
            } else {
                this.chip.run(until - this.base);
                if (this.nanos >= this.cutAt - 1e-3) {
                    this.powerOff();
                    return 'cut';
                }
                if (this.chip.stopped !== '') {
                    const ended = this.chipStopped();
                    if (ended) {
                        return ended;
                    }
                }
            }
            this.happen();
            if (this.isFound) {
                return 'found';
            }
        }
        return 'time';
    }

    happen() {
        while (this.events.length > 0 && this.events[0].at <= this.nanos + 1e-3) {
            this.events.shift().action();
        }
    }

    chipStopped() {
        const {chip} = this;
        switch (chip.stopped) {
        case 'reset':
            this.resets.push({ms: this.ms, cause: chip.stopDetail});
            if (this.flash.busy) {
                this.warn({part: 'flash', text: 'reset while the flash works', pc: 0, nanos: chip.clock.nanos});
            }
            this.base = this.nanos;
            this.addUp(chip);
            this.powerOn(chip.kept());
            return null;
        case 'exit':
            this.exitStatus = chip.exitStatus;
            return 'exit';
        default:
            this.warn({part: 'chip', text: `the chip has stopped: ${chip.stopped}`, pc: chip.rp2040.core.PC,
                       nanos: chip.clock.nanos});
            return chip.stopped;
        }
    }

    addUp(chip) { this.before = chip.instructions + (this.before ?? 0); }

    /** Resets counts and extremes, but not warnings. */
    resetStatistics() {
        this.frames = noFrames();
        this.chip?.resetStatistics();
        this.board.leds?.resetStatistics();
    }

    statistics() {
        const chip = this.chip ?? this.lastChip;
        return {
            ms: this.ms,
            instructions: (this.before ?? 0) + (this.chip?.instructions ?? 0),
            slept_ms: chip.sleptNanos / MS,
            masked_ns: chip.maskedNanos, masked_at: hex(chip.maskedAt),
            longest_interrupt_ns: chip.longestInterrupt, longest_interrupt: chip.longestInterruptNumber - 16,
            interrupts: Object.fromEntries([...chip.interruptCounts].map((n, i) => [i - 16, n]).filter(([, n]) => n > 0)),
            uart: {...chip.uarts[0].statistics, last_received_ms: (this.base + chip.uarts[0].lastCame) / MS},
            leds: this.board.leds?.statistics, frames: this.frames,
            flash: {operations: this.flash.operations, erases: this.flash.erases, programs: this.flash.programs},
            resets: this.resets, warnings: this.warnings,
        };
    }
}

/** The statistics of pictures before the first one. */
function noFrames() {
    return {pictures: 0, changes: 0, last: null, longest_gap_ns: 0, shortest_gap_ns: null};
}

export function hex(number) { return '0x' + (number >>> 0).toString(16).padStart(8, '0'); }

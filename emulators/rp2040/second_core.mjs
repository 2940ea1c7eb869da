// The chip's second core, which rp2040js lacks: a processor of the same kind on the same memory, with its own view of what each core
// has for itself. It waits in the boot ROM until the first core sends it where to go. Source: RP2040 data sheet, 2.3.1 (SIO), 2.8.2
// ("Launching Code On Processor Core 1"), 2.13 (power-on state machine).
//
// The two run in turns of a fixed time, so that a run is the same each time. The boot ROM's part is done here. Not modelled:
// interrupts and SysTick of this core, its MPU, hardware divider and interpolators; that two cores at the same bank of memory wait
// for each other.

import {fastCore} from './fast_core.mjs';
import {makeStrict} from './processor.mjs';

const CPUID = 0x00, FIFO_ST = 0x50, FIFO_WR = 0x54, FIFO_RD = 0x58;
const PRIVATE = [[0x50, 0x5c], [0x60, 0x100]];      // parts of SIO that each core has for itself: queues, divider, interpolators
const VALID = 1, READY = 2;
const QUEUE_WORDS = 8;
const FORCE_OFF = 0x04, CORE_1 = 1 << 16;
const VTOR = 0xd08, AIRCR = 0xd0c;
const LAUNCH = [0, 0, 1];       // then the vector table, the stack pointer and the entry

export class SecondCore {
    /** `chip.rp2040` is complete. `asleep`: it never answers. */
    constructor(chip, asleep = false) {
        const {rp2040} = chip;
        this.chip = chip;
        this.asleep = asleep;
        this.toFirst = [];
        this.toSecond = [];
        const view = Object.create(rp2040);
        const core = this.core = view.core = new rp2040.core.constructor(view);
        makeStrict(core, chip);
        view.logger = {...rp2040.logger, info: (part, text) => this.heard(text)};
        rp2040.logger.info = view.logger.info;
        view.ppb = {readUint32: (offset) => this.readOwn(offset), writeUint32: (offset, value) => this.writeOwn(offset, value)};
        view.sio = this.sioOf(rp2040.sio, 1, this.toSecond, this.toFirst);
        rp2040.sio = this.sioOf(rp2040.sio, 0, this.toFirst, this.toSecond);
        this.fast = fastCore(core.registers, rp2040.sram);
        const psm = rp2040.peripherals[0x40010], write = psm.writeUint32;
        psm.writeUint32 = (offset, value) => {
            write.call(psm, offset, value);
            if (offset === FORCE_OFF) {
                this.power((value & CORE_1) === 0);
            }
        };
        this.on = false;
        this.power(true);
    }

    /** Whether it executes instructions. */
    get busy() { return this.launched && !this.core.waiting; }

    power(on) {
        if (on === this.on) {
            return;
        }
        this.on = on;
        this.launched = false;
        this.said = [];                 // words of a launch so far
        this.toSecond.length = 0;
        this.core.waiting = false;
        if (on) {
            this.push(this.toFirst, 0);     // the ROM's greeting
        }
    }

    /** A core has executed SEV: both see the event. */
    heard(text) {
        if (text === 'SEV') {
            const {core} = this;
            if (core.waiting) {
                core.waiting = false;
            } else {
                core.eventRegistered = true;
            }
        }
    }

    push(queue, word) {
        if (queue.length < QUEUE_WORDS) {
            queue.push(word >>> 0);
        } else {
            this.chip.complain('SIO', 'a word for the other core is lost: its queue is full');
        }
    }

    /** What a core sees of SIO: `common` but for its own part. */
    sioOf(common, cpu, incoming, outgoing) {
        const sio = Object.create(common);
        const isOwn = (offset) => PRIVATE.some(([from, to]) => offset >= from && offset < to);
        sio.readUint32 = (offset) => {
            switch (offset) {
            case CPUID: return cpu;
            case FIFO_ST: return (incoming.length ? VALID : 0) | (outgoing.length < QUEUE_WORDS ? READY : 0);
            case FIFO_RD: return incoming.length ? incoming.shift() : 0;
            }
            if (cpu === 1 && isOwn(offset)) {
                this.chip.complain('SIO', `the second core reads 0x${offset.toString(16)}, which is not implemented yet`);
                return 0;
            }
            return common.readUint32(offset);
        };
        sio.writeUint32 = (offset, value) => {
            if (offset === FIFO_WR) {
                this.push(outgoing, value);
                if (cpu === 0 && this.on && !this.launched && !this.asleep) {
                    this.listen();
                }
            } else if (offset === FIFO_ST) {
                // its flags of lost words are not kept: each is reported
            } else if (cpu === 1 && isOwn(offset)) {
                this.chip.complain('SIO', `the second core writes 0x${offset.toString(16)}, which is not implemented yet`);
            } else {
                common.writeUint32(offset, value);
            }
        };
        return sio;
    }

    /** The boot ROM: each word is answered by itself, and a wrong one begins anew. */
    listen() {
        const {core, said} = this;
        while (this.toSecond.length !== 0 && !this.launched) {
            const word = this.toSecond.shift();
            if (said.length < LAUNCH.length && word !== LAUNCH[said.length]) {
                said.length = 0;
            }
            if (said.length >= LAUNCH.length || word === LAUNCH[said.length]) {
                said.push(word);
            }
            this.push(this.toFirst, word);
            if (said.length === LAUNCH.length + 3) {
                core.VTOR = said[3];
                core.SP = said[4];
                core.LR = 0;
                core.IPSR = 0;
                core.PM = false;
                this.launched = true;
                this.chip.active = core;
                core.BXWritePC(said[5]);
                if (this.chip.faultDue) {
                    this.chip.fault();
                }
                this.chip.active = this.chip.rp2040.core;
            }
        }
    }

    readOwn(offset) {
        if (offset === VTOR) {
            return this.core.VTOR;
        }
        this.chip.complain('processor', `the second core reads its register 0x${offset.toString(16)}, which is not implemented yet`);
        return 0;
    }

    writeOwn(offset, value) {
        if (offset === VTOR) {
            this.core.VTOR = value;
        } else if (offset === AIRCR) {
            this.chip.stop('reset', 'software');
        } else if (offset < 0xd94 || offset > 0xda0) {      // the MPU: accesses beyond RAM fault anyway
            this.chip.complain('processor',
                `the second core writes its register 0x${offset.toString(16)}, which is not implemented yet`);
        }
    }

    /** Executes from `from` until `until`, in nanoseconds of the first core. What it began before stays ahead. */
    run(from, until, nanosPerCycle) {
        const {chip, core} = this;
        let now = Math.max(from, this.ahead ?? 0);
        chip.active = core;
        while (now < until && this.busy && chip.stopped === '') {
            [now] = this.fast(core, now, until, nanosPerCycle);
            if (now < until) {      // an instruction that the fast core does not execute
                now += core.executeInstruction() * nanosPerCycle;
            }
            if (chip.faultDue) {
                chip.fault();
            }
        }
        chip.active = chip.rp2040.core;
        this.ahead = this.busy ? now : 0;
    }
}

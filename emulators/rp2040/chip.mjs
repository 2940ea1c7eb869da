// One power-up of the chip: rp2040js with its omissions added, stepped in a deterministic loop.
//
// Time is virtual: an instruction takes the processor's cycles at its clock's rate. While the processor sleeps, time
// jumps to the next event.

import {RP2040} from 'rp2040js';

import {BootRom, romImage} from './boot_rom.mjs';
import {fastCore, warmUp} from './fast_core.mjs';
import {PioClock} from './pio_clock.mjs';
import {latchInterrupts, makeStrict} from './processor.mjs';
import {SecondCore} from './second_core.mjs';
import {
    CacheControl, Crystal, makeClocks, makeResets, makeSysTick, makeTicks, PowerAndReset, QspiPins, RingOscillator, sensePins, Ssi,
} from './small_peripherals.mjs';
import {Uart} from './uart.mjs';

const RAM_AT = 0x20000000;
const BOOT2_AT = 0x20041f00;
const BOOT2_BYTES = 256;
const HARD_FAULT = 3;
const TURN_CYCLES = 250;        // of a core while both run
// What the ADC reads at GP29: a third of 5 V on a Pico, and almost nothing on a Pico W while GP25 is low (Raspberry Pi,
// "Connecting to the Internet with Raspberry Pi Pico W", 2.4, prints 0x01c).
const PICO_GP29 = 2068, RADIO_GP29 = 0x01c;

/** Warnings of rp2040js that say nothing about the firmware, each with its reason. */
const HARMLESS = [
    // PIO side effects of rp2040js that PioClock replaces.
    /clkDivRestart not implemented/,
];

/** The flash as data: plain stores to it are errors. */
class FlashView extends DataView {
    setUint32(offset) { this.onStore(offset); }
    setUint16(offset) { this.onStore(offset); }
    setUint8(offset) { this.onStore(offset); }
}

/** In place of the flash while it cannot be read. */
class ClosedFlash {
    constructor(onRead) { this.onRead = onRead; }
    getUint32(offset) { return this.onRead(offset); }
    getUint16(offset) { return this.onRead(offset); }
    setUint32(offset) { this.onRead(offset); }
}

export class Chip {
    /**
     * `kept`: what survives a reset but not a power cut ({sram, scratch, reason, cause}), null after power-on.
     * `crystalMs`: how long the crystal takes to start; it does not start before `crystalFromMs`. `radio`: the module
     * is a Pico W. `stepping`: 1 is B0 and B1, 2 is B2. `onUart(index, byte)`, `onWarning({...})` and `onExit(status)`
     * report events.
     */
    constructor({flash, kept = null, crystalMs = 6, crystalFromMs = 0, radio = false, stepping = 2, oneCore = false, random, onUart = () => {},
                 onWarning = () => {}}) {
        const rp2040 = this.rp2040 = new RP2040();
        this.clock = rp2040.clock;
        this.active = rp2040.core;      // whose instruction it is
        this.flash = flash;
        this.onWarning = onWarning;
        this.stopped = '';              // why the chip no longer runs: '', 'reset', 'exit', 'bootloader', 'locked up', 'without a clock'
        this.exitStatus = 0;
        this.dozing = false;
        this.faultDue = false;
        this.nanosPerCycle = 8;
        this.instructions = 0;
        this.resetStatistics();
        this.watch = {masked: false, maskedSince: 0, handler: 0, handlerSince: 0};

        rp2040.logger = {
            debug: () => {}, info: () => {},
            warn: (part, text) => this.complain(part, text),
            error: (part, text) => this.complain(part, text),
        };
        if (radio) {
            this.watchRadioPins();
        }
        rp2040.adc.channelValues[3] = radio ? RADIO_GP29 : PICO_GP29;
        this.rom = new BootRom(this);
        this.romWords = romImage();
        rp2040.bootrom.set(this.romWords);
        flash.powerUp(this.clock);
        this.openFlash = new FlashView(flash.bytes.buffer);
        this.openFlash.onStore = (offset) => this.complain('flash', `a store to the flash at 0x${offset.toString(16)}`);
        this.closedFlash = new ClosedFlash((offset) => {
            this.complain('flash', `an access to the flash at 0x${offset.toString(16)} while it is not in place`);
            this.faultDue = true;
            return 0xffffffff;
        });
        this.closedBytes = new Uint8Array(flash.bytes.length).fill(0xff);
        this.executeInPlace(true);

        this.ssi = new Ssi(rp2040, flash, (on) => this.executeInPlace(on));
        const uarts = [
            new Uart(rp2040, 0, {irq: 20, dreqTx: 20, dreqRx: 21}, (byte) => onUart(0, byte)),
            new Uart(rp2040, 1, {irq: 21, dreqTx: 22, dreqRx: 23}, (byte) => onUart(1, byte)),
        ];
        rp2040.uart = uarts;
        Object.assign(rp2040.peripherals, {
            0x14000: new CacheControl(rp2040),
            0x18000: this.ssi,
            0x40018: new QspiPins(rp2040, this.ssi),
            0x40024: new Crystal(rp2040, {startMs: crystalMs, fromMs: crystalFromMs, on: kept?.cause === 'warm'}),
            0x40034: uarts[0],
            0x40038: uarts[1],
            0x40060: new RingOscillator(rp2040),
            0x40064: new PowerAndReset(rp2040, kept?.cause ?? 'power', kept?.chipReset),
        });
        makeTicks(rp2040);
        makeSysTick(rp2040);
        sensePins(rp2040);
        this.watchdog = rp2040.peripherals[0x40058];
        this.watchdog.onWatchdogTrigger = () => {
            this.watchdog.alarm.enable = false;     // otherwise rp2040js would let it fire again at once, for ever
            this.stop('reset', 'watchdog');
        };
        this.uarts = uarts;
        rp2040.peripherals[0x40000].readUint32 = (offset) => offset === 0 ? (stepping << 28 | 0x2927) >>> 0 : 0;     // CHIP_ID
        keepPhyRegisters(rp2040.usbCtrl);
        this.pioClocks = rp2040.pio.map((pio) => new PioClock(rp2040, pio));
        this.takeOverProcessor();
        this.fast = fastCore(rp2040.core.registers, rp2040.sram, flash.bytes);
        warmUp(this.fast, rp2040.core, rp2040.sram, flash.bytes.length);
        rp2040.core.registers.fill(0);
        this.second = new SecondCore(this, oneCore);

        if (kept) {
            rp2040.sram.set(kept.sram);
            this.watchdog.scratchData.set(kept.scratch);
            this.watchdog.reason = kept.reason;
        } else {
            for (let i = 0; i < rp2040.sram.length; i++) {
                rp2040.sram[i] = random() * 256;
            }
            for (let i = 0; i < 8; i++) {
                this.watchdog.scratchData[i] = 0;
            }
        }
        rp2040.addClockListener((clkSys) => { this.nanosPerCycle = 1e9 / clkSys; });
        makeClocks(rp2040, () => this.stop('without a clock'));
        makeResets(rp2040);
        this.nanosPerCycle = 1e9 / rp2040.clkSys;
        this.boot();
    }

    /** The radio of a Pico W uses these pins: nothing else may drive them. */
    watchRadioPins() {
        for (const number of [23, 24, 25, 29]) {
            const pin = this.rp2040.gpio[number];
            pin.addListener(() => {
                if (pin.outputEnable) {
                    this.complain('radio', `GP${number} is driven, which on a Pico W is the radio's`);
                }
            });
        }
    }

    resetStatistics() {
        this.maskedNanos = 0;           // longest time for which interrupts were masked while instructions ran
        this.maskedAt = 0;
        this.longestInterrupt = 0;
        this.longestInterruptNumber = 0;
        this.sleptNanos = 0;
        this.interruptCounts = new Uint32Array(64);
    }

    /** Replaces what rp2040js's processor does differently from the chip's. */
    takeOverProcessor() {
        const {rp2040} = this;
        const {core, ppb} = rp2040;
        makeStrict(core, this);
        latchInterrupts(rp2040);
        const {exceptionEntry} = core;
        core.exceptionEntry = (number) => {
            this.interruptCounts[number]++;
            exceptionEntry.call(core, number);
        };
        const write = ppb.writeUint32, read = ppb.readUint32;
        ppb.writeUint32 = (offset, value) => {
            if (offset === 0xd0c) {         // AIRCR
                if (value >>> 16 === 0x05fa && value & 4) {
                    this.stop('reset', 'software');
                }
            } else if (offset === 0xd10) {  // SCR
                this.systemControl = value;
            } else if (offset >= 0xd94 && offset <= 0xda0) {
                // The MPU is not modelled; accesses beyond RAM fault anyway.
            } else {
                write.call(ppb, offset, value);
            }
        };
        ppb.readUint32 = (offset) => {
            switch (offset) {
            case 0xd0c: return 0xfa050000;
            case 0xd10: return this.systemControl ?? 0;
            case 0xd14: return 0x208;       // CCR: unaligned accesses fault, the stack is aligned to 8
            case 0xd90: return 0x800;       // MPU_TYPE: 8 regions
            }
            return read.call(ppb, offset);
        };
        rp2040.onBreak = (number) => this.breakpoint(number);
    }

    /** Like the boot ROM: checks the second stage, copies it to RAM and runs it. */
    boot() {
        const {rp2040} = this;
        const {core} = rp2040;
        const stage = this.flash.bytes.subarray(0, BOOT2_BYTES);
        const wanted = new DataView(stage.buffer, stage.byteOffset).getUint32(BOOT2_BYTES - 4, true);
        if (bootChecksum(stage.subarray(0, BOOT2_BYTES - 4)) !== wanted) {
            this.stop('bootloader');        // a chip without a valid second stage shows its USB drive
            return;
        }
        rp2040.sram.set(stage, BOOT2_AT - RAM_AT);
        core.SP = BOOT2_AT;
        core.bankedSP = 0xfffffffc;
        core.LR = 0;
        core.PC = BOOT2_AT;
        core.VTOR = 0;
    }

    executeInPlace(on) {
        this.inPlace = on;
        this.rp2040.flashView = on ? this.openFlash : this.closedFlash;
        this.rp2040.flash = on ? this.flash.bytes : this.closedBytes;
    }

    stop(why, detail = '') {
        this.stopped = why;
        this.stopDetail = detail;
    }

    /** What the next start finds if the power stayed on; `cause` is warm, or run for the pin of that name. */
    kept(cause = 'warm') {
        return {sram: this.rp2040.sram, scratch: this.watchdog.scratchData, cause,
                chipReset: this.rp2040.peripherals[0x40064].registers[2],
                reason: cause === 'warm' && this.stopDetail === 'watchdog' ? this.watchdog.reason : 0};
    }

    complain(part, text) {
        if (HARMLESS.some((pattern) => pattern.test(text))) {
            return;
        }
        const pc = this.active.PC >>> 0;
        if (/invalid memory address|undefined address|not 32 bit aligned|not implemented yet/.test(text)) {
            this.faultDue = true;
        }
        this.onWarning({part, text, pc, nanos: this.clock.nanos});
    }

    breakpoint(number) {
        if (this.rom.breakpoint(number)) {
            return;
        }
        const core = this.active;
        if (number === 0xab && this.semihosting(core.registers[0], core.registers[1])) {
            return;
        }
        this.complain('processor', `breakpoint or undefined instruction 0x${number.toString(16)}`);
        this.faultDue = true;
    }

    /** Arm semihosting, only what test images use: the exit. */
    semihosting(operation, parameter) {
        if (operation === 0x20) {
            this.exitStatus = this.rp2040.readUint32(parameter + 4) & 0xff;
        } else if (operation === 0x18) {
            this.exitStatus = parameter === 0x20026 ? 0 : 1;
        } else {
            return false;
        }
        this.stop('exit');
        return true;
    }

    /** Turns a bad access reported by the emulator into the hard fault that the chip would raise. */
    fault() {
        const core = this.active;
        this.faultDue = false;
        if (core.IPSR === HARD_FAULT || core.IPSR === 2) {
            this.stop('locked up');
            return;
        }
        core.PC -= 2;
        core.exceptionEntry(HARD_FAULT);
    }

    /** Runs until `until` nanoseconds since this power-up, or until the chip stops or `this.pause` is set. */
    run(until) {
        const {clock} = this;
        const {core} = this.rp2040;
        const {second} = this;
        let {masked, maskedSince, handler, handlerSince} = this.watch;
        let instructions = 0;
        this.pause = false;
        while (clock.nanosCounter < until && !this.pause && this.stopped === '') {
            if (core.waiting) {
                if ((core.pendingInterrupts & core.enabledInterrupts) !== 0 || core.pendingSystick || core.pendingPendSV
                    || core.pendingSVCall || core.pendingNMI) {
                    core.waiting = false;
                    core.interruptsUpdated = true;
                    maskedSince = clock.nanosCounter;
                    continue;
                }
                const next = clock.nextAlarm;
                const then = next !== null && next.nanos < until ? next.nanos : until;
                const began = clock.nanosCounter;
                this.sleptNanos += then - began;
                clock.tick(then - began);
                if (second.busy) {
                    second.run(began, then, this.nanosPerCycle);
                }
                maskedSince = clock.nanosCounter;
                continue;
            }
            if (core.interruptsUpdated) {
                core.checkForInterrupts();
            } else {
                const next = clock.nextAlarm;
                let event = next !== null && next.nanos < until ? next.nanos : until;
                const began = clock.nanosCounter, both = second.busy;
                if (both) {
                    event = Math.min(event, began + TURN_CYCLES * this.nanosPerCycle);
                }
                // While both cores run, an instruction of the flash is a turn.
                const came = this.fast(core, clock.nanosCounter, event, this.nanosPerCycle, both || !this.inPlace ? 0 : this.flash.bytes.length);
                const now = came[0];
                instructions += came[1];
                if (now < event) {      // an instruction that the fast core does not execute
                    clock.nanosCounter = now;
                    instructions++;
                    this.advance(core.executeInstruction() * this.nanosPerCycle);
                } else {
                    this.advance(now - clock.nanosCounter);
                }
                if (both) {
                    second.run(began, clock.nanosCounter, this.nanosPerCycle);
                }
            }
            if (this.faultDue) {
                this.fault();
            }
            if (core.PM !== masked) {
                masked = core.PM;
                if (masked) {
                    maskedSince = clock.nanosCounter;
                } else if (clock.nanosCounter - maskedSince > this.maskedNanos) {
                    this.maskedNanos = clock.nanosCounter - maskedSince;
                    this.maskedAt = core.PC;
                }
            }
            if (core.IPSR !== handler) {
                if (handler !== 0 && clock.nanosCounter - handlerSince > this.longestInterrupt) {
                    this.longestInterrupt = clock.nanosCounter - handlerSince;
                    this.longestInterruptNumber = handler;
                }
                handler = core.IPSR;
                handlerSince = clock.nanosCounter;
            }
            if (core.entryCycles !== 0) {       // an exception was taken
                this.advance(core.entryCycles * this.nanosPerCycle);
                core.entryCycles = 0;
            }
            if (this.dozing) {
                this.dozing = false;
                const next = clock.nextAlarm;
                if (next !== null && next.nanos > clock.nanosCounter && !(core.pendingInterrupts & core.enabledInterrupts)) {
                    this.advance(Math.min(next.nanos, until) - clock.nanosCounter);
                }
            }
        }
        this.watch = {masked, maskedSince, handler, handlerSince};
        this.instructions += instructions;
        this.checkRom();
    }

    /** Lets time pass, and runs what was due meanwhile. */
    advance(nanos) {
        const {clock} = this;
        const now = clock.nanosCounter + nanos;
        if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= now) {
            clock.tick(nanos);
        } else {
            clock.nanosCounter = now;
        }
    }

    /** rp2040js lets a program write to the ROM; on the chip that is a fault. */
    checkRom() {
        const {bootrom} = this.rp2040;
        for (let i = 0; i < this.romWords.length; i++) {
            if (bootrom[i] !== this.romWords[i]) {
                bootrom[i] = this.romWords[i];
                this.complain('boot ROM', `a store to address 0x${(4 * i).toString(16)}`);
            }
        }
    }
}

/** USBPHY_DIRECT and its OVERRIDE, which rp2040js omits: their values are kept. */
function keepPhyRegisters(controller) {
    const kept = new Map([[0x7c, 0], [0x80, 0]]);
    const read = controller.readUint32.bind(controller), write = controller.writeUint32.bind(controller);
    controller.readUint32 = (offset) => kept.has(offset) ? kept.get(offset) : read(offset);
    controller.writeUint32 = (offset, value) => kept.has(offset) ? kept.set(offset, value) : write(offset, value);
}

/** CRC-32 as the boot ROM computes it: highest bit first, not reflected, not inverted at the end. */
export function bootChecksum(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) {
        sum ^= byte << 24;
        for (let bit = 0; bit < 8; bit++) {
            sum = sum & 0x80000000 ? sum << 1 ^ 0x04c11db7 : sum << 1;
        }
    }
    return sum >>> 0;
}

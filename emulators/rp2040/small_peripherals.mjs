// Registers of the RP2040 that rp2040js omits or simplifies and the firmware needs: the flash's serial interface with
// its pins, the cache's control, the ring oscillator, the reset cause. Each names its chapter of the RP2040 data sheet.

const CRYSTAL_HZ = 12e6;
const turnsOff = (control) => (control >> 12 & 0xfff) === 0xd1e;        // an oscillator

/** Common to all: the aliases that set, clear and toggle bits. */
class Registers {
    constructor(rp2040, name) {
        this.rp2040 = rp2040;
        this.name = name;
    }

    writeUint32Atomic(offset, value, kind) {
        const old = kind === 0 ? 0 : this.readUint32(offset);
        const written = kind === 1 ? old ^ value : kind === 2 ? old | value : kind === 3 ? old & ~value : value;
        this.writeUint32(offset, written >>> 0);
    }

    unknown(what, offset) {
        this.rp2040.logger.warn(this.name, `${what} an unknown register 0x${offset.toString(16)}`);
        return 0;
    }
}

/** 2.19: pins of the flash. Only the override of chip select is modelled. */
export class QspiPins extends Registers {
    constructor(rp2040, ssi) {
        super(rp2040, 'IO_QSPI');
        this.ssi = ssi;
        this.controls = [0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f];
    }
    readUint32(offset) {
        const pin = offset >> 3;
        return pin < 6 ? (offset & 4 ? this.controls[pin] : 0) : this.unknown('read of', offset);
    }
    writeUint32(offset, value) {
        const pin = offset >> 3;
        if (pin >= 6) {
            this.unknown('write to', offset);
            return;
        }
        if (offset & 4) {
            this.controls[pin] = value;
            if (pin === 1) {
                this.ssi.override(value >> 8 & 3);
            }
        }
    }
}

/** 4.10: the serial interface as a plain 8-bit SPI master; in any other format it serves execution in place. */
export class Ssi extends Registers {
    constructor(rp2040, flash, onExecuteInPlace) {
        super(rp2040, 'SSI');
        this.flash = flash;
        this.onExecuteInPlace = onExecuteInPlace;
        this.registers = new Map();
        this.received = [];
        this.selected = false;
        this.overridden = 0;
    }

    get direct() { return (this.register(0) >> 8 & 3) === 0 && (this.register(0) >> 16 & 31) === 7; }
    register(offset) { return this.registers.get(offset) ?? 0; }

    select(selected) {
        if (selected !== this.selected) {
            this.selected = selected;
            if (selected) {
                this.flash.select();
            } else {
                this.flash.deselect();
            }
        }
    }

    override(kind) {
        this.overridden = kind;
        this.select(kind === 2);
        this.readInPlace();
    }

    /** TMOD 3, "EEPROM read", is the mode for execution in place, which needs chip select. */
    readInPlace() {
        this.onExecuteInPlace((this.register(0x08) & 1) !== 0 && (this.register(0) >> 8 & 3) === 3 && this.overridden === 0);
    }

    readUint32(offset) {
        switch (offset) {
        case 0x20: return 0;
        case 0x24: return this.received.length;
        case 0x28:
            if (this.overridden === 0) {
                this.select(false);     // the FIFO is empty: chip select rises by itself
            }
            return 0x06 | (this.received.length > 0 ? 8 : 0);
        case 0x58: return 0x51535049;
        case 0x5c: return 0x3430312a;
        }
        if (offset >= 0x60 && offset < 0xf0) {
            return this.received.shift() ?? 0;
        }
        return offset <= 0xf8 ? this.register(offset) : this.unknown('read of', offset);
    }

    writeUint32(offset, value) {
        if (offset >= 0x60 && offset < 0xf0) {
            if (!this.direct) {
                this.received.push(0);
                return;
            }
            if (this.overridden === 0) {
                this.select(true);
            }
            if (this.received.length >= 16) {
                this.rp2040.logger.warn(this.name, 'the receive FIFO overflows');
            } else {
                this.received.push(this.selected ? this.flash.transfer(value & 0xff) : 0xff);
            }
            return;
        }
        if (offset > 0xf8) {
            this.unknown('write to', offset);
            return;
        }
        this.registers.set(offset, value);
        if (offset === 0x08) {
            this.received.length = 0;
            this.readInPlace();
        }
    }
}

/** 2.6.3: control of the cache before the flash. */
export class CacheControl extends Registers {
    constructor(rp2040) {
        super(rp2040, 'XIP_CTRL');
        this.control = 3;
    }
    readUint32(offset) {
        switch (offset) {
        case 0x00: return this.control;
        case 0x04: return 0;
        case 0x08: return 2;
        case 0x0c: case 0x10: return 0;
        }
        return this.unknown('read of', offset);
    }
    writeUint32(offset, value) {
        if (offset === 0) {
            this.control = value;
        } else if (offset > 0x10) {
            this.unknown('write to', offset);
        }
    }
}

/**
 * 2.16: the crystal oscillator. It reports "stable" after STARTUP.DELAY times 256 periods. The crystal itself takes
 * `startMs`; running on it earlier is reported. null: it never starts. It does not start before `fromMs`.
 */
export class Crystal extends Registers {
    constructor(rp2040, {startMs, fromMs = 0, on = false}) {
        super(rp2040, 'XOSC');
        this.startMs = startMs;
        this.fromMs = fromMs;
        this.control = on ? 0xfabaa0 : 0;
        this.startup = 0x2f;
        this.onSince = on ? -Infinity : null;
        this.drive();
    }
    drive() { this.rp2040.xoscFreq = this.onSince === null || this.startMs === null ? 0 : CRYSTAL_HZ; }
    get since() { return this.onSince === null ? -1 : this.rp2040.clock.nanos - Math.max(this.onSince, this.fromMs * 1e6); }
    get stable() { return this.startMs !== null && this.since >= (this.startup & 0x3fff) * 256 / CRYSTAL_HZ * 1e9; }
    readUint32(offset) {
        switch (offset) {
        case 0x00: return this.control;
        case 0x04:
            if (this.stable && this.since < this.startMs * 1e6 && !this.early) {
                this.early = true;
                this.rp2040.logger.warn(this.name, `taken for stable after ${(this.since / 1e6).toFixed(1)} ms; it takes ${this.startMs}`);
            }
            return (this.stable ? 2 ** 31 : 0) + (this.onSince === null ? 0 : 1 << 12);
        case 0x0c: return this.startup;
        }
        return this.unknown('read of', offset);
    }
    writeUint32(offset, value) {
        switch (offset) {
        case 0x00:
            this.control = value;
            if ((value >> 12 & 0xfff) === 0xfab) {
                this.onSince ??= this.rp2040.clock.nanos;
            } else if (turnsOff(value)) {
                this.onSince = null;
            }
            this.drive();
            this.rp2040.updateClocks();
            break;
        case 0x0c: this.startup = value; break;
        default: this.unknown('write to', offset);
        }
    }
}

/** 2.17: the ring oscillator, stable while it runs. */
export class RingOscillator extends Registers {
    constructor(rp2040) {
        super(rp2040, 'ROSC');
        this.registers = new Map([[0x00, 0xfabaa0], [0x10, 0xaa0]]);
    }
    readUint32(offset) {
        return offset === 0x18 ? 0x80001000 : offset === 0x1c ? 1 : this.registers.get(offset) ?? 0;
    }
    writeUint32(offset, value) {
        this.registers.set(offset, value);
        if (offset === 0 && turnsOff(value)) {
            this.rp2040.roscFreq = 0;
            this.rp2040.updateClocks();
        }
    }
}

/**
 * 2.10 and 2.12: regulator, brown-out detector, and why the chip was reset. `before`: the previous value of the last
 * register, which a restart of the program does not change.
 */
export class PowerAndReset extends Registers {
    constructor(rp2040, cause, before = 1 << 8) {
        super(rp2040, 'VREG_AND_CHIP_RESET');
        this.registers = [0xb1, 0x91, {power: 1 << 8, run: 1 << 16, warm: before}[cause]];
    }
    readUint32(offset) {
        return offset <= 8 ? this.registers[offset >> 2] | (offset === 0 ? 1 << 12 : 0) : this.unknown('read of', offset);
    }
    writeUint32(offset, value) {
        if (offset < 8) {
            this.registers[offset >> 2] = value;
        } else if (offset > 8) {
            this.unknown('write to', offset);
        }
    }
}

/**
 * 4.7.2: the ticks that TIMER and watchdog count, one in `CYCLES` periods of the crystal. After a reset there are none, so
 * both stand; in rp2040js they always run. Only ticks of a microsecond are modelled.
 */
export function makeTicks({peripherals, clock, logger}) {
    const timer = peripherals[0x40054], watchdog = peripherals[0x40058];
    let register = 1 << 9, since = null, counted = 0;
    timer.clock = {get nanos() { return since === null ? counted : counted + clock.nanos - since; }};
    const arm = ({armed, clockAlarm, targetMicros}) => {
        clockAlarm.cancel();
        if (armed && since !== null) {
            clockAlarm.schedule((targetMicros - timer.clock.nanos / 1000 >>> 0) * 1000);
        }
    };
    const writeTimer = timer.writeUint32.bind(timer), writeWatchdog = watchdog.writeUint32.bind(watchdog);
    const readWatchdog = watchdog.readUint32.bind(watchdog);
    timer.writeUint32 = (offset, value) => {
        writeTimer(offset, value);
        if (since === null) {
            timer.alarms.forEach(arm);
        }
    };
    watchdog.tickEnable = false;
    watchdog.readUint32 = (offset) => offset === 0x2c ? register | (since === null ? 0 : 1 << 10) : readWatchdog(offset);
    watchdog.writeUint32 = (offset, value) => {
        if (offset === 0x2c) {
            register = value & 0x3ff;
            counted = timer.clock.nanos;
            since = register === (1 << 9 | 12) ? clock.nanos : null;
            if (since === null && register > 1 << 9) {
                logger.warn('TICK', `${register & 0x1ff} periods of the crystal are no microsecond`);
            }
            value = since === null ? 0 : value;
            timer.alarms.forEach(arm);
        }
        writeWatchdog(offset, value);
    };
}

/**
 * 2.15 and 2.18: a clock stands while its generator is off, or what it comes from: an oscillator, a PLL without power, a pin (which is
 * not modelled). In rp2040js it keeps its last rate, and clk_peri runs after a reset. `onStop`: clk_sys stands, so nothing goes on.
 */
export function makeClocks(rp2040, onStop) {
    const OFF = 0x29;       // PWR: PLL, dividers or VCO
    const {clocks, updateClkSys} = rp2040;
    for (const pll of [rp2040.pllSys, rp2040.pllUsb]) {
        const {get} = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(pll), 'frequency');
        Object.defineProperty(pll, 'frequency', {get: () => (pll.pwr & OFF) === 0 ? get.call(pll) : 0});
    }
    rp2040.updateClkSys = () => {
        if (clocks.sysFreq === 0) {
            onStop();
        }
        updateClkSys.call(rp2040);
    };
    rp2040.updateClkPeri = () => {
        rp2040.clkPeri = clocks.periFreq;
        rp2040.uart.forEach((uart) => uart.clkPeriChanged());
    };
    rp2040.updateClocks();
}

/** Answers for a peripheral in reset. */
class Held extends Registers {
    refuse(what, offset) {
        this.rp2040.logger.warn(this.name, `${what} 0x${(offset & 0xfff).toString(16)} while it is held in reset`);
        return 0;
    }
    readUint32(offset) { return this.refuse('read of', offset); }
    writeUint32Atomic(offset) { this.refuse('write to', offset); }
}

/**
 * 2.14: peripherals are held in reset until they are released and their clock runs. In rp2040js none is. What the boot ROM does not
 * need is held when the program begins. Not modelled: that a reset also puts registers back, but for the PLLs', and the memory of USB.
 */
export function makeResets(rp2040) {
    const ALL = 0x1ffffff, PLL_SYS = 1 << 12, PLL_USB = 1 << 13;
    const BY_BOOT_ROM = 1 << 6 | 1 << 9 | 1 << 21;      // pins and pads of the flash, TIMER
    // The peripheral of each bit; JTAG's has no registers.
    const PAGES = [0x4004c, 0x40030, 0x50000, 0x40044, 0x40048, 0x40014, 0x40018, null, 0x4001c, 0x40020, 0x50200, 0x50300, 0x40028,
                   0x4002c, 0x40050, 0x4005c, 0x4003c, 0x40040, 0x40004, 0x40000, 0x4006c, 0x40054, 0x40034, 0x40038, 0x50110];
    const {peripherals, clocks, pllSys, pllUsb} = rp2040;
    const bits = Object.fromEntries(PAGES.map((page, bit) => [page, 1 << bit]));
    const resets = peripherals[0x4000c], write = resets.writeUint32.bind(resets), runs = (control) => (control >> 10 & 3) === 2;
    let held = resets.reset = ALL & ~BY_BOOT_ROM;
    const release = () => {
        const withoutClock = (runs(clocks.adcCtrl) ? 0 : 1 << 0) | (runs(clocks.rtcCtrl) ? 0 : 1 << 15)
            | (clocks.periFreq !== 0 ? 0 : 3 << 16 | 3 << 22) | (runs(clocks.usbCtrl) ? 0 : 1 << 24);
        held = resets.reset | held & withoutClock;
        return held;
    };
    Object.defineProperty(resets, 'reset_done', {get: () => ALL & ~release()});
    resets.writeUint32 = (offset, value) => {
        write(offset, value);
        held |= resets.reset;
        for (const [pll, bit] of [[pllSys, PLL_SYS], [pllUsb, PLL_USB]]) {
            if ((resets.reset & bit) !== 0) {
                Object.assign(pll, {cs: 1, pwr: 0x2d, fbdivInt: 0, prim: 0x77000});
                rp2040.updateClocks();
            }
        }
    };
    rp2040.findPeripheral = (address) => {
        const page = address >>> 14 << 2, peripheral = peripherals[page];
        return (held & bits[page]) !== 0 && (release() & bits[page]) !== 0 ? new Held(rp2040, peripheral.name) : peripheral;
    };
}

/**
 * Armv6-M Architecture Reference Manual, B3.3: SysTick counts RVR + 1 cycles from a tick to the next. In rp2040js the first tick comes
 * after 16 ns, the others RVR cycles apart.
 */
export function makeSysTick(rp2040) {
    const CSR = 0x10, RVR = 0x14, CVR = 0x18;
    const {clock, core, ppb} = rp2040;
    let control = 0, reload = 0, value = 0, since = 0, counted = false, period = 0;
    const isOn = () => (control & 1) !== 0;
    const settle = () => {
        const passed = isOn() ? Math.floor((clock.nanos - since) / period + 1e-6) : 0;
        since = isOn() ? since + passed * period : clock.nanos;
        if (passed !== 0) {
            value = value !== 0 ? value - passed : reload === 0 ? 0 : reload + 1 - passed;
        }
    };
    const arm = () => {
        period = 1e9 / rp2040.clkSys;
        alarm.cancel();
        if (isOn() && (value !== 0 || reload !== 0)) {
            alarm.schedule((value || reload + 1) * period - (clock.nanos - since));
        }
    };
    const alarm = clock.createAlarm(() => {
        value = 0;
        since = clock.nanos;
        counted = true;
        if ((control & 2) !== 0) {
            core.pendingSystick = true;
            core.interruptsUpdated = true;
        }
        arm();
    });
    const read = ppb.readUint32, write = ppb.writeUint32;
    ppb.readUint32 = (offset) => {
        switch (offset) {
        case CSR: {
            const flags = control | (counted ? 1 << 16 : 0);
            counted = false;
            return flags;
        }
        case RVR: return reload;
        case CVR:
            settle();
            return value;
        }
        return read.call(ppb, offset);
    };
    ppb.writeUint32 = (offset, written) => {
        if (offset < CSR || offset > CVR) {
            write.call(ppb, offset, written);
            return;
        }
        settle();
        if (offset === CSR) {
            control = written & 7;
            if ((control & 5) === 1) {
                rp2040.logger.warn('SysTick', 'its reference clock is not implemented yet');
            }
        } else if (offset === RVR) {
            reload = written & 0xffffff;
        } else {
            value = 0;
            counted = false;
        }
        arm();
    };
    rp2040.addClockListener(() => {
        settle();
        arm();
    });
}

/**
 * 2.19: an input sees its pad, whoever drives it: the chip itself, else who has called setInputValue, else a pull. rp2040js knows the
 * second only. Both pulls at once are not modelled, nor interrupts by what the chip drives itself.
 */
export function sensePins({gpio}) {
    for (const pin of gpio) {
        let driven = null;
        Object.defineProperty(pin, 'rawInputValue', {
            get: () => pin.outputEnable && !pin.outputDisable ? pin.outputValue : driven ?? (pin.pullupEnabled && !pin.pulldownEnabled),
            set: (level) => { driven = level; },
        });
        pin.refreshInput = () => {
            const before = driven;
            pin.setInputValue(pin.rawInputValue);
            driven = before;
        };
    }
}

// A chip: what faults, what its resets and clocks hold back, what GPIO_IN sees, when interrupts are taken, SysTick.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Chip} from '../chip.mjs';
import {FlashChip} from '../flash.mjs';
import {random} from '../random.mjs';
import {UsbHost} from '../usb_host.mjs';

const VECTORS = 0x20000100, STACK = 0x20001000, CODE = 0x20002000, HANDLER = 0x20003000, DATA = 0x20004000;
const HARD_FAULT = 3, SVCALL = 11, ALARM_0 = 16;
const CPSID = 0xb672, CPSIE = 0xb662, BX_LR = 0x4770, STAY = 0xe7fe;
const CYCLE = 8;
const RESETS = 0x4000c000, RESET_DONE = RESETS + 8;

/** A chip that executes these instructions from RAM; every exception comes to `handler`. */
function running(code, {handler = [STAY], registers = []} = {}) {
    const warnings = [];
    const chip = new Chip({flash: new FlashChip({random: random(1)}), random: random(2), onWarning: ({text}) => warnings.push(text)});
    const {rp2040} = chip, {core} = rp2040;
    const put = (at, halves) => halves.forEach((half, i) => rp2040.writeUint16(at + 2 * i, half));
    put(CODE, code);
    put(HANDLER, handler);
    for (let number = 2; number < 48; number++) {
        rp2040.writeUint32(VECTORS + 4 * number, HANDLER | 1);
    }
    chip.stopped = '';          // the flash is empty
    chip.nanosPerCycle = CYCLE;
    rp2040.writeUint32(RESETS, 0);
    rp2040.clkSys = 1e9 / CYCLE;
    Object.assign(core, {VTOR: VECTORS, SP: STACK, PC: CODE});
    registers.forEach((value, i) => { core.registers[i] = value; });
    return {chip, core, rp2040, ppb: rp2040.ppb, clock: chip.clock, warnings, cycles: (count) => chip.run(chip.clock.nanos + count * CYCLE)};
}

// ------------------------------------------------------------ faults

const ODD = DATA + 1;
for (const [name, code, registers, at = CODE] of [
    ['ldrh of an odd address', [0x8808], [0, ODD]],
    ['ldrh of an odd sum', [0x5a88], [0, DATA, 1]],
    ['ldrsh of an odd sum', [0x5e88], [0, DATA, 1]],
    ['strh to an odd address', [0x8008], [0, ODD]],
    ['strh to an odd address of a peripheral', [0x8008], [0, 0x40034025]],
    ['ldr of an address that is no multiple of 4', [0x6808], [0, DATA + 2]],
    ['str to an address that is no multiple of 4', [0x6008], [0, DATA + 2]],
    ['stm to an address that is no multiple of 4', [0xc101], [0, DATA + 2]],
    ['bx to an even address', [0x4708], [0, DATA], DATA],
    ['bx pc', [0x4778], [], CODE + 4],
    ['blx to an even address', [0x4788], [0, DATA], DATA],
    ['blx lr to an even address', [0x47f0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, STACK, DATA], DATA],
    ['pop of an even pc', [0xb402, 0xbd00], [0, DATA], DATA],       // push {r1}; pop {pc}
    ['svc while interrupts are masked', [CPSID, 0xdf00], [], CODE + 2],
]) {
    test(`${name} is a hard fault`, () => {
        const {core, rp2040, cycles, warnings} = running([...code, STAY], {registers});
        cycles(100);
        assert.equal(core.IPSR, HARD_FAULT);
        assert.equal(rp2040.readUint32(core.SP + 0x18), at, 'where');
        assert.equal(warnings.length, 1, warnings.join());
    });
}

test('an exception whose vector is even is a hard fault', () => {
    const {core, rp2040, cycles} = running([0xdf00, STAY]);
    rp2040.writeUint32(VECTORS + 4 * SVCALL, HANDLER);
    cycles(100);
    assert.equal(core.IPSR, HARD_FAULT);
});

test('what is aligned and odd does not fault; svc comes to its handler', () => {
    const {core, cycles, warnings} = running([0x8808, 0x8008, 0x4790, 0xdf00], {registers: [0, DATA, CODE + 6 | 1]});
    cycles(100);
    assert.deepEqual([core.IPSR, warnings], [SVCALL, []]);
});

// ------------------------------------------------------------ the flash, through the SSI

test('between flash_exit_xip and flash_flush_cache a program sends the flash commands of its own; after that it is read in place', () => {
    const {chip, rp2040, warnings} = running([STAY]);
    const SSI = 0x18000000, ENABLE = SSI + 8, STATUS = SSI + 0x28, DATA_0 = SSI + 0x60, CHIP_SELECT = 0x4001800c, LOW = 2 << 8, HIGH = 3 << 8;
    const command = (byte, size) => {
        const answer = [];
        rp2040.writeUint32(DATA_0, byte);
        for (let i = 0; i < size; i++) {
            rp2040.writeUint32(DATA_0, 0);
        }
        while ((rp2040.readUint32(STATUS) & 8) !== 0) {
            answer.push(rp2040.readUint32(DATA_0) & 0xff);
        }
        return answer.slice(1);
    };
    const readInPlace = () => {
        rp2040.writeUint32(ENABLE, 0);
        rp2040.writeUint32(SSI, 31 << 16 | 3 << 8);
        rp2040.writeUint32(ENABLE, 1);
        return chip.inPlace;
    };
    assert.equal(readInPlace(), true);
    chip.rom.call('flash_exit_xip');
    assert.equal(chip.inPlace, false);
    rp2040.writeUint32(CHIP_SELECT, LOW);
    assert.deepEqual(command(0x4b, 12).slice(4), chip.flash.uniqueId);
    rp2040.writeUint32(CHIP_SELECT, HIGH);
    assert.equal(command(0x35, 1)[0], 0xff, 'not selected');
    assert.equal(readInPlace(), false, 'not selected');
    chip.rom.call('flash_exit_xip');
    chip.rom.call('flash_flush_cache');
    assert.equal(command(0x35, 1)[0], chip.flash.status2);
    assert.equal(readInPlace(), true);
    chip.rom.call('flash_exit_xip');
    chip.rom.call('flash_enter_cmd_xip');
    assert.equal(chip.inPlace, false, 'flash_exit_xip has forced the pin');
    chip.rom.call('flash_flush_cache');
    assert.equal(chip.inPlace, true);
    assert.deepEqual(warnings, []);
});

// ------------------------------------------------------------ the computer at the USB socket

test('the computer sends its next request only when the board has confirmed the data of the last one', () => {
    const {chip, rp2040, cycles} = running([STAY]);
    const USB = 0x50110000, SIE_CTRL = USB + 0x4c, SIE_STATUS = USB + 0x50, BUFFERS = 0x50100080, CLEAR_ALIAS = 0x3000;
    const BUS_RESET = 1 << 19, SETUP = 1 << 17, AVAILABLE = 1 << 10, DESCRIPTOR = [9, 2, 84, 0, 2, 1, 0, 0x80, 50];
    new UsbHost({chip, setVbus: () => {}});
    const pass = (ms) => cycles(ms * 1e6 / CYCLE);
    const asked = () => {
        const came = (rp2040.readUint32(SIE_STATUS) & SETUP) !== 0;
        rp2040.writeUint32(SIE_STATUS + CLEAR_ALIAS, SETUP);
        return came ? rp2040.usbDPRAM[1] : null;
    };
    rp2040.writeUint32(CLOCKS + 0x54, RUNS);
    rp2040.writeUint32(SIE_CTRL, 1 << 16);
    pass(11);
    rp2040.writeUint32(SIE_STATUS + CLEAR_ALIAS, BUS_RESET);
    assert.equal(asked(), 5, 'its address');
    rp2040.writeUint32(BUFFERS, AVAILABLE);
    pass(0.1);
    assert.equal(asked(), 6, 'a descriptor');
    rp2040.usbDPRAM.set(DESCRIPTOR, 0x100);
    rp2040.writeUint32(BUFFERS, AVAILABLE | DESCRIPTOR.length);
    pass(0.1);
    assert.equal(asked(), null);
    rp2040.writeUint32(BUFFERS + 4, AVAILABLE);
    pass(0.1);
    assert.equal(asked(), 6, 'all of the descriptor');
});

// ------------------------------------------------------------ resets and clocks

const CLOCKS = 0x40008000, SYS = CLOCKS + 0x3c, PERI = CLOCKS + 0x48, RUNS = 1 << 11, FROM_CRYSTAL = 3 << 5 | 1, FROM_PLL = 1;
const CRYSTAL = 0x40024000, PLL = 0x40028000, WRAP = 0x50200000 + 0xcc, SET = 0x2000, CLEAR = 0x3000;

test('a peripheral in reset reads as 0 and keeps nothing, and both are reported', () => {
    const {rp2040, warnings} = running([STAY]);
    const PIO_0 = 1 << 10;
    rp2040.writeUint32(WRAP, 3 << 12);
    rp2040.writeUint32(RESETS + SET, PIO_0);
    assert.equal(rp2040.readUint32(RESET_DONE) & PIO_0, 0);
    assert.equal(rp2040.readUint32(WRAP), 0);
    rp2040.writeUint32(WRAP + SET, 5 << 12);
    assert.equal(warnings.length, 2, warnings.join());
    assert.match(warnings.join(), /read of 0xcc while it is held in reset,write to 0xcc while/);
    rp2040.writeUint32(RESETS + CLEAR, PIO_0);
    assert.deepEqual([rp2040.readUint32(RESET_DONE) & PIO_0, rp2040.readUint32(WRAP), warnings.length], [PIO_0, 3 << 12, 2]);
});

test('after a reset all are held but those that the boot ROM releases: the timer, and pins and pads of the flash', () => {
    const chip = new Chip({flash: new FlashChip({random: random(1)}), random: random(2)});
    assert.equal(chip.rp2040.readUint32(RESET_DONE), 1 << 6 | 1 << 9 | 1 << 21);
    assert.equal(chip.rp2040.readUint32(RESETS), 0x1ffffff & ~(1 << 6 | 1 << 9 | 1 << 21));
});

test('a peripheral with a clock of its own is held until that runs', () => {
    const {rp2040} = running([STAY]);
    const done = (bit) => rp2040.readUint32(RESET_DONE) >>> bit & 1;
    for (const [bit, control] of [[0, 0x60], [15, 0x6c], [16, 0x48], [17, 0x48], [22, 0x48], [23, 0x48], [24, 0x54]]) {
        rp2040.writeUint32(CLOCKS + control, 0);
        rp2040.writeUint32(RESETS + SET, 1 << bit);
        rp2040.writeUint32(RESETS + CLEAR, 1 << bit);
        assert.equal(done(bit), 0, `bit ${bit}`);
        rp2040.writeUint32(CLOCKS + control, RUNS);
        assert.equal(done(bit), 1, `bit ${bit}`);
    }
});

test('clk_peri stands until it is turned on, and when it is turned off; bytes wait for it', () => {
    const {chip, rp2040} = running([STAY]);
    const [uart] = chip.uarts;
    assert.equal(rp2040.clkPeri, 0);
    [[0x24, 3], [0x28, 0], [0x2c, 0x70], [0x30, 0x301], [0x00, 65]].forEach(([at, value]) => uart.writeUint32(at, value));
    assert.deepEqual([uart.byteNanos, uart.shifting], [0, -1]);
    rp2040.writeUint32(PERI, RUNS);
    assert.deepEqual([rp2040.clkPeri, uart.shifting], [6.5e6, 65]);
    rp2040.writeUint32(PERI, 0);
    assert.deepEqual([rp2040.clkPeri, uart.byteNanos], [0, 0]);
});

for (const [how, from, at, value] of [
    ['comes from the crystal when that is turned off', FROM_CRYSTAL, CRYSTAL, 0xd1eaa0],
    ['is switched to the crystal before that is on', 0, SYS, FROM_CRYSTAL],
    ['comes from the ring oscillator when that is turned off', 0, 0x40060000, 0xd1eaa0],
    ['comes from a PLL when that is powered down', FROM_PLL, PLL + 4, 0x2d],
    ['comes from a PLL when that is reset', FROM_PLL, RESETS, 1 << 12],
    ['is switched to a pin, which is not modelled', 0, SYS, 4 << 5 | 1],
]) {
    test(`a chip stands when its clk_sys ${how}`, () => {
        const {chip, core, rp2040, warnings} = running([0x6008, STAY], {registers: [value, at]});       // str r0, [r1]
        if (from !== 0) {
            rp2040.writeUint32(CRYSTAL, 0xfabaa0);
            [[PLL + 8, 125], [PLL + 12, 6 << 16 | 2 << 12], [PLL + 4, 4], [SYS, from]].forEach((write) => rp2040.writeUint32(...write));
            assert.equal(rp2040.clkSys, from === FROM_PLL ? 125e6 : 12e6);
        }
        chip.run(chip.clock.nanos + 1e6);
        assert.deepEqual([chip.stopped, core.PC, warnings], ['without a clock', CODE + 2, []]);
    });
}

// ------------------------------------------------------------ pins

test('GPIO_IN sees pulls, what others drive, and before both what the chip drives itself', () => {
    const {rp2040} = running([STAY]);
    const {gpio} = rp2040, level = () => rp2040.readUint32(0xd0000004) >>> 7 & 1;
    const pads = (value) => rp2040.writeUint32(0x4001c000 + 4 + 4 * 7, value);
    const IN = 0x40, UP = 8, DOWN = 4;
    rp2040.writeUint32(0x40014000 + 8 * 7 + 4, 5);
    pads(IN | UP);
    assert.equal(level(), 1);
    pads(IN | DOWN);
    assert.equal(level(), 0);
    gpio[7].setInputValue(true);
    assert.equal(level(), 1);
    rp2040.writeUint32(0xd0000024, 1 << 7);     // drives it, and low
    assert.equal(level(), 0);
    rp2040.writeUint32(0xd0000014, 1 << 7);
    gpio[7].setInputValue(false);
    assert.equal(level(), 1);
    pads(UP);
    assert.equal(level(), 0, 'an input that is off is low');
});

// ------------------------------------------------------------ interrupts

const ISER = 0x100, ISPR = 0x200, ICPR = 0x280;

test('an interrupt whose source has gone away before it was taken is taken, once', () => {
    const {core, rp2040, ppb, cycles, chip} = running([CPSID, CPSIE, STAY], {handler: [BX_LR]});
    ppb.writeUint32(ISER, 1);
    cycles(1);
    rp2040.setInterrupt(0, true);
    rp2040.setInterrupt(0, false);
    assert.equal(ppb.readUint32(ISPR), 1);
    cycles(300);
    assert.deepEqual([chip.interruptCounts[ALARM_0], core.IPSR, ppb.readUint32(ISPR)], [1, 0, 0]);
});

test('a source that still asks when its handler returns is served again', () => {
    const {core, rp2040, ppb, cycles} = running([STAY], {handler: [STAY]});
    ppb.writeUint32(ISER, 1);
    rp2040.setInterrupt(0, true);
    cycles(100);
    assert.deepEqual([core.IPSR, ppb.readUint32(ISPR)], [ALARM_0, 0]);
    rp2040.writeUint16(HANDLER, BX_LR);
    cycles(16);
    assert.equal(core.IPSR, ALARM_0);
    rp2040.setInterrupt(0, false);
    cycles(100);
    assert.equal(core.IPSR, 0);
});

test('a source that asks anew during its handler is served again', () => {
    const {core, rp2040, ppb, cycles, chip} = running([STAY], {handler: [STAY]});
    ppb.writeUint32(ISER, 1);
    const pulse = () => { rp2040.setInterrupt(0, true); rp2040.setInterrupt(0, false); };
    pulse();
    cycles(100);
    pulse();
    assert.equal(ppb.readUint32(ISPR), 1);
    rp2040.writeUint16(HANDLER, BX_LR);
    cycles(200);
    assert.deepEqual([core.IPSR, chip.interruptCounts[ALARM_0]], [0, 2]);
});

test('ICPR forgets an interrupt, but not while its source asks', () => {
    const {rp2040, ppb} = running([STAY]);
    rp2040.setInterrupt(0, true);
    ppb.writeUint32(ICPR, 1);
    assert.equal(ppb.readUint32(ICPR), 1);
    rp2040.setInterrupt(0, false);
    assert.equal(ppb.readUint32(ICPR), 1);
    ppb.writeUint32(ICPR, 1);
    assert.equal(ppb.readUint32(ICPR), 0);
    ppb.writeUint32(ISPR, 2);
    assert.equal(ppb.readUint32(ISPR), 2);
});

test('the way into an exception takes 15 cycles, and the way out 13', () => {
    const {core, rp2040, ppb, chip, clock} = running([STAY], {handler: [BX_LR]});
    ppb.writeUint32(ISER, 1);
    rp2040.setInterrupt(0, true);
    rp2040.setInterrupt(0, false);
    chip.run(1);
    assert.deepEqual([core.IPSR, clock.nanos], [ALARM_0, 15 * CYCLE]);
    chip.run(15 * CYCLE + 1);
    assert.deepEqual([core.IPSR, clock.nanos], [0, (15 + 2 + 13) * CYCLE]);
    assert.equal(chip.longestInterrupt, (15 + 2 + 13) * CYCLE);
});

// ------------------------------------------------------------ SysTick

const CSR = 0x10, RVR = 0x14, CVR = 0x18;
const ON = 7, FLAG = 1 << 16;

function ticking(reload) {
    const made = running([STAY]);
    const {ppb, core} = made;
    ppb.writeUint32(RVR, reload);
    ppb.writeUint32(CVR, 0);
    ppb.writeUint32(CSR, ON);
    let ticks = 0;
    Object.defineProperty(core, 'pendingSystick', {get: () => false, set: () => { ticks++; }});
    return {...made, pass: (count) => { made.clock.tick(count * CYCLE); return ticks; }};
}

test('SysTick counts RVR + 1 cycles from its start to its first tick, and from each to the next', () => {
    const {ppb, pass} = ticking(99);
    assert.deepEqual([pass(1), ppb.readUint32(CVR)], [0, 99]);
    assert.deepEqual([pass(98), ppb.readUint32(CVR)], [0, 1]);
    assert.deepEqual([pass(1), ppb.readUint32(CVR)], [1, 0]);
    assert.deepEqual([pass(1), ppb.readUint32(CVR)], [1, 99]);
    assert.equal(pass(98), 1);
    assert.equal(pass(1), 2);
    assert.equal(pass(3000), 32);
});

test('3000 ms at 125 MHz are 3000 ticks', () => {
    const {pass} = ticking(124_999);
    assert.deepEqual([pass(124_999), pass(1), pass(2999 * 125_000)], [0, 1, 3000]);
});

test('COUNTFLAG is cleared by reading it and by a write of the value, which begins anew', () => {
    const {ppb, pass} = ticking(99);
    pass(100);
    assert.equal(ppb.readUint32(CSR), ON | FLAG);
    assert.equal(ppb.readUint32(CSR), ON);
    pass(150);
    ppb.writeUint32(CVR, 55);
    assert.deepEqual([ppb.readUint32(CSR), ppb.readUint32(CVR)], [ON, 0]);
    assert.equal(pass(99), 2);
    assert.equal(pass(1), 3);
});

test('a new RVR counts from the next tick on; 0 ends the ticks', () => {
    const {ppb, pass} = ticking(99);
    pass(50);
    ppb.writeUint32(RVR, 9);
    assert.equal(pass(49), 0);
    assert.equal(pass(1), 1);
    assert.equal(pass(10), 2);
    ppb.writeUint32(RVR, 0);
    pass(10);
    assert.deepEqual([pass(100), ppb.readUint32(CVR)], [2, 0]);
});

test('SysTick that is off stands, and goes on from there; without TICKINT it asks for nothing', () => {
    const {ppb, pass} = ticking(99);
    pass(40);
    ppb.writeUint32(CSR, 4);
    pass(1000);
    assert.equal(ppb.readUint32(CVR), 60);
    ppb.writeUint32(CSR, 5);
    assert.equal(pass(60), 0);
    assert.equal(ppb.readUint32(CSR), 5 | FLAG);
});

test('SysTick follows the processor\'s clock, and says that it has no other', () => {
    const {rp2040, ppb, clock, warnings} = ticking(99);
    clock.tick(50 * CYCLE);
    rp2040.clkSys = 62.5e6;
    rp2040.clockListeners.forEach((heard) => heard(62.5e6, 125e6));
    clock.tick(10 * 16);
    assert.equal(ppb.readUint32(CVR), 40);
    ppb.writeUint32(CSR, 3);
    assert.match(warnings.join(), /reference clock/);
});

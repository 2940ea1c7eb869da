// Compares the fast processor core with rp2040js's, instruction by instruction on random registers and memory.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {RP2040} from 'rp2040js';

import {fastCore} from '../fast_core.mjs';
import {random} from '../random.mjs';

const FLASH = 0x10000000, RAM = 0x20000000;
const IN_FLASH = FLASH + 0x1000, IN_RAM = RAM + 0x8000;

/** The upper bytes of the instructions that the fast core executes. */
function* upperBytes() {
    for (let upper = 0; upper < 256; upper++) {
        const known = upper < 0xb0 || upper === 0xb0 || upper === 0xb2 || upper === 0xb4 || upper === 0xb5 || upper === 0xbc
            || upper === 0xbd || upper >= 0xc0 && upper < 0xde || upper >= 0xe0 && upper < 0xe8
            || upper >= 0xf0 && upper < 0xf8;
        if (known) {
            yield upper;
        }
    }
}

/** Differences in the carry after a shift by a register: Armv6-M defines it, rp2040js does not implement it. */
function carryDiffers(opcode) {
    return [0b0100000010, 0b0100000011, 0b0100000100, 0b0100000111].includes(opcode >> 6);
}

/** rp2040js adds the carry to one operand first, and misses an overflow if that operand is 0x7fffffff. */
function overflowDiffers(opcode) {
    return [0b0100000101, 0b0100000110].includes(opcode >> 6);
}

class Pair {
    constructor(seed) {
        this.chance = random(seed);
        this.slow = new RP2040();
        this.quick = new RP2040();
        for (const chip of [this.slow, this.quick]) {
            chip.logger = {debug() {}, info() {}, warn() {}, error() {}};
        }
        this.run = fastCore(this.quick.core.registers, this.quick.sram, this.quick.flash);
        for (let i = 0; i < this.slow.sram.length; i++) {
            this.slow.sram[i] = this.quick.sram[i] = this.chance() * 256;
            this.slow.flash[i] = this.quick.flash[i] = this.chance() * 256;
        }
    }

    any(count) { return Math.floor(this.chance() * count); }

    /** A register's value: an address in RAM or in the flash, a small number, a limit, or any number. */
    value() {
        switch (this.any(5)) {
        case 0: return RAM + 0x1000 + 4 * this.any(0x1000);
        case 1: return this.any(64);
        case 2: return FLASH + this.any(0x4000);
        case 3: return [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80000001][this.any(6)];
        default: return this.any(0x1_0000_0000);
        }
    }

    step(opcode, second, code) {
        const registers = Array.from({length: 13}, () => this.value());
        const sp = RAM + 0x4000 + 4 * this.any(64);
        const flags = [0, 1, 2].map(() => this.chance() < 0.5);
        const zero = this.chance() < 0.3;
        for (const {core, flashView, sramView} of [this.slow, this.quick]) {
            registers.forEach((value, i) => { core.registers[i] = value; });
            core.SP = sp;
            core.LR = 0x20001235;
            core.PC = code;
            core.Z = zero;
            core.N = flags[0] && !zero;
            core.C = flags[1];
            core.V = flags[2];
            core.interruptsUpdated = false;
            core.waiting = false;
            const [view, at] = code < RAM ? [flashView, code - FLASH] : [sramView, code - RAM];
            view.setUint16(at, opcode, true);
            view.setUint16(at + 2, second, true);
        }
        const [now, instructions] = this.run(this.quick.core, 0, 0.5, 1, this.quick.flash.length);
        if (instructions === 0) {
            return false;                   // left to rp2040js
        }
        const cycles = this.slow.core.executeInstruction();
        const label = `opcode 0x${opcode.toString(16)} 0x${second.toString(16)}`;
        const state = ({core}) => ({
            registers: [...core.registers].map((value) => value.toString(16)), N: core.N, Z: core.Z,
            V: overflowDiffers(opcode) ? null : core.V, C: carryDiffers(opcode) ? null : core.C,
        });
        assert.deepEqual(state(this.quick), state(this.slow), label);
        assert.equal(now, cycles, `cycles of ${label}`);
        return true;
    }
}

test('every instruction does what rp2040js does and takes as many cycles', () => {
    const pair = new Pair(7);
    let done = 0;
    for (const upper of upperBytes()) {
        for (let i = 0; i < 300; i++) {
            if ([0xbd, 0x47].includes(upper) && i > 40) {
                break;
            }
            let lower = pair.any(256);
            if (upper >= 0xb4 && upper <= 0xbd && lower === 0 || upper >= 0xc0 && upper < 0xd0 && lower === 0) {
                lower = 1;
            }
            if (upper === 0x47 && lower >> 3 === 0x1e) {
                continue;               // blx lr: rp2040js writes the link register before it reads the target
            }
            done += pair.step(upper << 8 | lower, 0xd000 | pair.any(0x1000) | pair.any(2) << 13, i % 2 ? IN_FLASH : IN_RAM) ? 1 : 0;
        }
    }
    assert.ok(done > 30_000, `only ${done} instructions were compared`);
    assert.deepEqual(Buffer.compare(Buffer.from(pair.quick.sram), Buffer.from(pair.slow.sram)), 0, 'RAM is the same');
});

test('the carry of shifts by a register is that of Armv6-M', () => {
    const chip = new RP2040();
    const run = fastCore(chip.core.registers, chip.sram);
    // [opcode, value, shift, carry before, result, carry after]; r0 is shifted by r1.
    const LSL = 0x4088, LSR = 0x40c8, ASR = 0x4108, ROR = 0x41c8;
    const cases = [
        [LSL, 0x80000001, 0, true, 0x80000001, true], [LSL, 0x80000001, 1, false, 2, true],
        [LSL, 1, 32, false, 0, true], [LSL, 1, 33, true, 0, false],
        [LSR, 0x80000001, 0, true, 0x80000001, true], [LSR, 3, 1, false, 1, true],
        [LSR, 0x80000000, 32, false, 0, true], [LSR, 0x80000000, 33, true, 0, false],
        [ASR, 0x80000000, 0, true, 0x80000000, true], [ASR, 0x80000000, 40, false, 0xffffffff, true],
        [ROR, 1, 0, true, 1, true], [ROR, 1, 1, false, 0x80000000, true], [ROR, 0x80000000, 32, false, 0x80000000, true],
    ];
    for (const [opcode, value, shift, before, result, after] of cases) {
        const {core} = chip;
        core.registers[0] = value;
        core.registers[1] = shift;
        core.PC = IN_RAM;
        core.C = before;
        chip.sramView.setUint16(IN_RAM - RAM, opcode, true);
        run(core, 0, 0.5, 1);
        assert.deepEqual([core.registers[0], core.C], [result, after], `${opcode.toString(16)} ${value} by ${shift}`);
    }
});

test('overflow with carry is that of Armv6-M', () => {
    const chip = new RP2040();
    const run = fastCore(chip.core.registers, chip.sram);
    // adcs r0, r1; sbcs r0, r1: [opcode, r0, r1, carry before, result, carry, overflow after]
    const ADC = 0x4148, SBC = 0x4188;
    const cases = [
        [ADC, 0x7fffffff, 0x3d, true, 0x8000003d, false, true], [ADC, 0xffffffff, 0, true, 0, true, false],
        [ADC, 0x80000000, 0x80000000, false, 0, true, true], [ADC, 1, 2, true, 4, false, false],
        [SBC, 0xffffffff, 0x7fffffff, false, 0x7fffffff, true, true], [SBC, 0, 0, false, 0xffffffff, false, false],
        [SBC, 0x80000000, 1, true, 0x7fffffff, true, true], [SBC, 5, 5, true, 0, true, false],
    ];
    for (const [opcode, a, b, before, result, carry, overflow] of cases) {
        const {core} = chip;
        core.registers[0] = a;
        core.registers[1] = b;
        core.PC = IN_RAM;
        core.C = before;
        chip.sramView.setUint16(IN_RAM - RAM, opcode, true);
        run(core, 0, 0.5, 1);
        assert.deepEqual([core.registers[0], core.C, core.V], [result, carry, overflow], `${opcode.toString(16)} ${a} ${b}`);
    }
});

test('what is neither in RAM nor in a flash that can be read, or not aligned, is left to rp2040js', () => {
    const chip = new RP2040();
    const run = fastCore(chip.core.registers, chip.sram);
    const LDR = 0x6808, STRH = 0x8008;      // ldr r0, [r1]; strh r0, [r1]
    for (const [opcode, address] of [[LDR, 0x40034018], [LDR, FLASH], [LDR, RAM + 2], [LDR, 0x20042000], [STRH, RAM + 1], [STRH, 0]]) {
        chip.core.registers[1] = address;
        chip.core.PC = IN_RAM;
        chip.sramView.setUint16(IN_RAM - RAM, opcode, true);
        assert.equal(run(chip.core, 0, 0.5, 1)[1], 0);
        assert.equal(chip.core.PC, IN_RAM);
    }
});

// A fast path for the processor: Thumb instructions that access only registers and RAM, or read the flash.
//
// rp2040js finds an instruction by a chain of comparisons. Here one switch decodes it, and flags and program counter
// are local variables. Everything rare (peripherals, exceptions, special registers) is left to rp2040js, which
// sees the same state. Cycles are counted as in rp2040js. A test runs both side by side.

import {random} from './random.mjs';

const FLASH = 0x10000000, RAM = 0x20000000;
const SIZE = 264 * 1024;
const ROUNDS = 32;           // of all upper bytes, in a warm-up
const COUNT = Uint8Array.from({length: 256}, (_, list) => {
    let count = 0;
    for (; list !== 0; list >>= 1) {
        count += list & 1;
    }
    return count;
});

/** `registers` and `sram` are those of rp2040js, `flash` its bytes. Returns a function run(core, now, event, nanosPerCycle, flashSize). */
export function fastCore(registers, sram, flash = new Uint8Array(0)) {
    const R = new Int32Array(registers.buffer);
    const words = new Int32Array(sram.buffer);
    const halves = new Uint16Array(sram.buffer);
    const bytes = sram;
    const flashWords = new Int32Array(flash.buffer), flashHalves = new Uint16Array(flash.buffer);
    const result = new Float64Array(2);     // the answers share this object

    /**
     * Executes from the core's state until `event` (nanoseconds), or until an instruction that it does not know. Leaves
     * the core at the next instruction. Returns [time, instructions], in the same array each time. `flashSize`: the bytes of the flash that
     * can be read.
     */
    function run(core, from, event, nanosPerCycle, flashSize = 0) {
        let now = from, instructions = 0;
        let next = R[15] & ~1;
        let nz = core.Z ? 0 : core.N ? -1 : 1, c = core.C ? 1 : 0, v = core.V ? 1 : 0;
        let at = next;
        fast: while (now < event) {
            at = next;
            const here = at - RAM | 0, inFlash = at - FLASH | 0;
            let op = 0;
            if (here >>> 0 < SIZE - 2) {
                op = halves[here >> 1];
            } else if (inFlash >>> 0 < flashSize - 2) {
                op = flashHalves[inFlash >> 1];
            } else {
                break;
            }
            let cycles = 1;
            next = at + 2;
            switch (op >>> 8) {
            case 0x00: case 0x01: case 0x02: case 0x03: case 0x04: case 0x05: case 0x06: case 0x07: {
                const by = op >> 6 & 31, x = R[op >> 3 & 7];
                nz = x << by;
                if (by !== 0) {
                    c = x >>> 32 - by & 1;
                }
                R[op & 7] = nz;
                break;
            }
            case 0x08: case 0x09: case 0x0a: case 0x0b: case 0x0c: case 0x0d: case 0x0e: case 0x0f: {
                const by = op >> 6 & 31, x = R[op >> 3 & 7];
                nz = by === 0 ? 0 : x >>> by | 0;
                c = by === 0 ? x >>> 31 : x >>> by - 1 & 1;
                R[op & 7] = nz;
                break;
            }
            case 0x10: case 0x11: case 0x12: case 0x13: case 0x14: case 0x15: case 0x16: case 0x17: {
                const by = op >> 6 & 31, x = R[op >> 3 & 7];
                nz = by === 0 ? x >> 31 : x >> by;
                c = by === 0 ? x >>> 31 : x >>> by - 1 & 1;
                R[op & 7] = nz;
                break;
            }
            case 0x18: case 0x19: case 0x1a: case 0x1b: case 0x1c: case 0x1d: case 0x1e: case 0x1f: {
                const a = R[op >> 3 & 7], b = (op & 0x400) !== 0 ? op >> 6 & 7 : R[op >> 6 & 7];
                if ((op & 0x200) === 0) {
                    nz = a + b | 0;
                    c = nz >>> 0 < a >>> 0 ? 1 : 0;
                    v = ((a ^ nz) & (b ^ nz)) >>> 31;
                } else {
                    nz = a - b | 0;
                    c = a >>> 0 >= b >>> 0 ? 1 : 0;
                    v = ((a ^ b) & (a ^ nz)) >>> 31;
                }
                R[op & 7] = nz;
                break;
            }
            case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26: case 0x27: {
                nz = op & 255;
                R[op >> 8 & 7] = nz;
                break;
            }
            case 0x28: case 0x29: case 0x2a: case 0x2b: case 0x2c: case 0x2d: case 0x2e: case 0x2f:
            case 0x38: case 0x39: case 0x3a: case 0x3b: case 0x3c: case 0x3d: case 0x3e: case 0x3f: {
                const a = R[op >> 8 & 7], b = op & 255;
                nz = a - b | 0;
                c = a >>> 0 >= b >>> 0 ? 1 : 0;
                v = ((a ^ b) & (a ^ nz)) >>> 31;
                if (op >= 0x3000) {
                    R[op >> 8 & 7] = nz;
                }
                break;
            }
            case 0x30: case 0x31: case 0x32: case 0x33: case 0x34: case 0x35: case 0x36: case 0x37: {
                const a = R[op >> 8 & 7], b = op & 255;
                nz = a + b | 0;
                c = nz >>> 0 < a >>> 0 ? 1 : 0;
                v = ((a ^ nz) & (b ^ nz)) >>> 31;
                R[op >> 8 & 7] = nz;
                break;
            }
            case 0x40: {
                const d = op & 7, a = R[d], b = R[op >> 3 & 7];
                switch (op >> 6 & 3) {
                case 0: nz = a & b; break;
                case 1: nz = a ^ b; break;
                case 2: {
                    const by = b & 255;
                    nz = by < 32 ? a << by : 0;
                    if (by !== 0) {
                        c = by <= 32 ? a >>> 32 - by & 1 : 0;
                    }
                    break;
                }
                default: {
                    const by = b & 255;
                    nz = by < 32 ? a >>> by | 0 : 0;
                    if (by !== 0) {
                        c = by <= 32 ? a >>> by - 1 & 1 : 0;
                    }
                }
                }
                R[d] = nz;
                break;
            }
            case 0x41: {
                const d = op & 7, a = R[d], b = R[op >> 3 & 7];
                switch (op >> 6 & 3) {
                case 0: {
                    const by = b & 255;
                    nz = a >> (by < 32 ? by : 31);
                    if (by !== 0) {
                        c = by < 32 ? a >>> by - 1 & 1 : a >>> 31;
                    }
                    break;
                }
                case 1: {
                    const sum = (a >>> 0) + (b >>> 0) + c;
                    nz = sum | 0;
                    c = sum > 0xffffffff ? 1 : 0;
                    v = ((a ^ nz) & (b ^ nz)) >>> 31;
                    break;
                }
                case 2: {
                    const rest = (a >>> 0) - (b >>> 0) - 1 + c;
                    nz = rest | 0;
                    c = rest >= 0 ? 1 : 0;
                    v = ((a ^ b) & (a ^ nz)) >>> 31;
                    break;
                }
                default: {
                    const by = b & 31;
                    nz = by === 0 ? a : a >>> by | a << 32 - by;
                    if ((b & 255) !== 0) {
                        c = nz >>> 31;
                    }
                }
                }
                R[d] = nz;
                break;
            }
            case 0x42: {
                const d = op & 7, x = R[d], y = R[op >> 3 & 7];
                switch (op >> 6 & 3) {
                case 0: nz = x & y; break;
                case 1:
                    nz = -y | 0;
                    c = y === 0 ? 1 : 0;
                    v = (y & nz) >>> 31;
                    R[d] = nz;
                    break;
                case 2:
                    nz = x - y | 0;
                    c = x >>> 0 >= y >>> 0 ? 1 : 0;
                    v = ((x ^ y) & (x ^ nz)) >>> 31;
                    break;
                default:
                    nz = x + y | 0;
                    c = nz >>> 0 < x >>> 0 ? 1 : 0;
                    v = ((x ^ nz) & (y ^ nz)) >>> 31;
                }
                break;
            }
            case 0x43: {
                const d = op & 7, a = R[d], b = R[op >> 3 & 7];
                switch (op >> 6 & 3) {
                case 0: nz = a | b; break;
                case 1: nz = Math.imul(a, b); break;
                case 2: nz = a & ~b; break;
                default: nz = ~b;
                }
                R[d] = nz;
                break;
            }
            case 0x44: {
                const d = op & 7 | op >> 4 & 8, m = op >> 3 & 15;
                if (d >= 13 || m === 15) {
                    break fast;
                }
                R[d] = R[d] + R[m];
                break;
            }
            case 0x45: {
                const n = op & 7 | op >> 4 & 8, m = op >> 3 & 15;
                if (n === 15 || m === 15) {
                    break fast;
                }
                const a = R[n], b = R[m];
                nz = a - b | 0;
                c = a >>> 0 >= b >>> 0 ? 1 : 0;
                v = ((a ^ b) & (a ^ nz)) >>> 31;
                break;
            }
            case 0x46: {
                const d = op & 7 | op >> 4 & 8, m = op >> 3 & 15;
                if (d === 13 || d === 15 || m === 15) {
                    break fast;
                }
                R[d] = R[m];
                break;
            }
            case 0x47: {
                const target = R[op >> 3 & 15];
                if (target >>> 28 === 15 || (target & 1) === 0 || (op >> 3 & 15) === 15 || (op & 7) !== 0) {
                    break fast;
                }
                if ((op & 0x80) !== 0) {
                    R[14] = at + 2 | 1;
                }
                next = target & ~1;
                cycles = 2;
                break;
            }
            case 0x48: case 0x49: case 0x4a: case 0x4b: case 0x4c: case 0x4d: case 0x4e: case 0x4f: {
                const place = (at + 4 & ~3) + ((op & 255) << 2) - RAM | 0, stored = place + (RAM - FLASH) | 0;
                if (place >>> 0 < SIZE && (place & 3) === 0) {
                    R[op >> 8 & 7] = words[place >> 2];
                } else if (stored >>> 0 < flashSize && (place & 3) === 0) {
                    R[op >> 8 & 7] = flashWords[stored >> 2];
                } else {
                    break fast;
                }
                cycles = 2;
                break;
            }
            case 0x50: case 0x51: case 0x60: case 0x61: case 0x62: case 0x63: case 0x64: case 0x65:
            case 0x66: case 0x67: {
                const place = R[op >> 3 & 7] + (op < 0x6000 ? R[op >> 6 & 7] : op >> 4 & 124) - RAM | 0;
                if (place >>> 0 >= SIZE || (place & 3) !== 0) {
                    break fast;
                }
                words[place >> 2] = R[op & 7];
                cycles = 2;
                break;
            }
            case 0x52: case 0x53: case 0x80: case 0x81: case 0x82: case 0x83: case 0x84: case 0x85:
            case 0x86: case 0x87: {
                const place = R[op >> 3 & 7] + (op < 0x6000 ? R[op >> 6 & 7] : op >> 5 & 62) - RAM | 0;
                if (place >>> 0 >= SIZE || (place & 1) !== 0) {
                    break fast;
                }
                halves[place >> 1] = R[op & 7];
                cycles = 2;
                break;
            }
            case 0x54: case 0x55: case 0x70: case 0x71: case 0x72: case 0x73: case 0x74: case 0x75:
            case 0x76: case 0x77: {
                const place = R[op >> 3 & 7] + (op < 0x6000 ? R[op >> 6 & 7] : op >> 6 & 31) - RAM | 0;
                if (place >>> 0 >= SIZE) {
                    break fast;
                }
                bytes[place] = R[op & 7];
                cycles = 2;
                break;
            }
            case 0x56: case 0x57: {
                const place = R[op >> 3 & 7] + R[op >> 6 & 7] - RAM | 0;
                if (place >>> 0 >= SIZE) {
                    break fast;
                }
                R[op & 7] = bytes[place] << 24 >> 24;
                cycles = 2;
                break;
            }
            case 0x58: case 0x59: case 0x68: case 0x69: case 0x6a: case 0x6b: case 0x6c: case 0x6d:
            case 0x6e: case 0x6f: {
                const place = R[op >> 3 & 7] + (op < 0x6000 ? R[op >> 6 & 7] : op >> 4 & 124) - RAM | 0, stored = place + (RAM - FLASH) | 0;
                if (place >>> 0 < SIZE && (place & 3) === 0) {
                    R[op & 7] = words[place >> 2];
                } else if (stored >>> 0 < flashSize && (place & 3) === 0) {
                    R[op & 7] = flashWords[stored >> 2];
                } else {
                    break fast;
                }
                cycles = 2;
                break;
            }
            case 0x5a: case 0x5b: case 0x88: case 0x89: case 0x8a: case 0x8b: case 0x8c: case 0x8d:
            case 0x8e: case 0x8f: {
                const place = R[op >> 3 & 7] + (op < 0x6000 ? R[op >> 6 & 7] : op >> 5 & 62) - RAM | 0, stored = place + (RAM - FLASH) | 0;
                if (place >>> 0 < SIZE && (place & 1) === 0) {
                    R[op & 7] = halves[place >> 1];
                } else if (stored >>> 0 < flashSize && (place & 1) === 0) {
                    R[op & 7] = flashHalves[stored >> 1];
                } else {
                    break fast;
                }
                cycles = 2;
                break;
            }
            case 0x5c: case 0x5d: case 0x78: case 0x79: case 0x7a: case 0x7b: case 0x7c: case 0x7d:
            case 0x7e: case 0x7f: {
                const place = R[op >> 3 & 7] + (op < 0x6000 ? R[op >> 6 & 7] : op >> 6 & 31) - RAM | 0, stored = place + (RAM - FLASH) | 0;
                if (place >>> 0 < SIZE) {
                    R[op & 7] = bytes[place];
                } else if (stored >>> 0 < flashSize) {
                    R[op & 7] = flash[stored];
                } else {
                    break fast;
                }
                cycles = 2;
                break;
            }
            case 0x5e: case 0x5f: {
                const place = R[op >> 3 & 7] + R[op >> 6 & 7] - RAM | 0;
                if (place >>> 0 >= SIZE || (place & 1) !== 0) {
                    break fast;
                }
                R[op & 7] = halves[place >> 1] << 16 >> 16;
                cycles = 2;
                break;
            }
            case 0x90: case 0x91: case 0x92: case 0x93: case 0x94: case 0x95: case 0x96: case 0x97: {
                const place = R[13] + ((op & 255) << 2) - RAM | 0;
                if (place >>> 0 >= SIZE || (place & 3) !== 0) {
                    break fast;
                }
                words[place >> 2] = R[op >> 8 & 7];
                cycles = 2;
                break;
            }
            case 0x98: case 0x99: case 0x9a: case 0x9b: case 0x9c: case 0x9d: case 0x9e: case 0x9f: {
                const place = R[13] + ((op & 255) << 2) - RAM | 0;
                if (place >>> 0 >= SIZE || (place & 3) !== 0) {
                    break fast;
                }
                R[op >> 8 & 7] = words[place >> 2];
                cycles = 2;
                break;
            }
            case 0xa0: case 0xa1: case 0xa2: case 0xa3: case 0xa4: case 0xa5: case 0xa6: case 0xa7: {
                R[op >> 8 & 7] = (at + 4 & ~3) + ((op & 255) << 2);
                break;
            }
            case 0xa8: case 0xa9: case 0xaa: case 0xab: case 0xac: case 0xad: case 0xae: case 0xaf: {
                R[op >> 8 & 7] = R[13] + ((op & 255) << 2);
                break;
            }
            case 0xb0: {
                R[13] = R[13] + ((op & 0x80) !== 0 ? -((op & 127) << 2) : (op & 127) << 2);
                break;
            }
            case 0xb2: {
                const x = R[op >> 3 & 7];
                switch (op >> 6 & 3) {
                case 0: R[op & 7] = x << 16 >> 16; break;
                case 1: R[op & 7] = x << 24 >> 24; break;
                case 2: R[op & 7] = x & 0xffff; break;
                default: R[op & 7] = x & 255;
                }
                break;
            }
            case 0xb4: case 0xb5: {
                const size = COUNT[op & 255] + (op >> 8 & 1) << 2;
                let place = R[13] - size - RAM | 0;
                if (place >>> 0 >= SIZE - size || (place & 3) !== 0) {
                    break fast;
                }
                R[13] = place + RAM;
                place >>= 2;
                for (let list = op & 255, r = 0; list !== 0; list >>= 1, r++) {
                    if ((list & 1) !== 0) {
                        words[place++] = R[r];
                    }
                }
                if ((op & 0x100) !== 0) {
                    words[place] = R[14];
                }
                cycles = 1 + COUNT[op & 255];
                break;
            }
            case 0xbc: case 0xbd: {
                const size = COUNT[op & 255] << 2;
                let place = R[13] - RAM | 0;
                if (place >>> 0 >= SIZE - size - 4 || (place & 3) !== 0) {
                    break fast;
                }
                cycles = 1 + COUNT[op & 255];
                if ((op & 0x100) !== 0) {
                    const target = words[place + size >> 2];
                    if (target >>> 28 === 15 || (target & 1) === 0) {
                        break fast;
                    }
                    next = target & ~1;
                    R[13] += size + 4;
                    cycles += 2;
                } else {
                    R[13] += size;
                }
                place >>= 2;
                for (let list = op & 255, r = 0; list !== 0; list >>= 1, r++) {
                    if ((list & 1) !== 0) {
                        R[r] = words[place++];
                    }
                }
                break;
            }
            case 0xc0: case 0xc1: case 0xc2: case 0xc3: case 0xc4: case 0xc5: case 0xc6: case 0xc7: {
                const n = op >> 8 & 7, size = COUNT[op & 255] << 2;
                let place = R[n] - RAM | 0;
                if (place >>> 0 >= SIZE - size || (place & 3) !== 0 || (op >> n & 1) !== 0) {
                    break fast;
                }
                R[n] += size;
                place >>= 2;
                for (let list = op & 255, r = 0; list !== 0; list >>= 1, r++) {
                    if ((list & 1) !== 0) {
                        words[place++] = R[r];
                    }
                }
                cycles = 1 + COUNT[op & 255];
                break;
            }
            case 0xc8: case 0xc9: case 0xca: case 0xcb: case 0xcc: case 0xcd: case 0xce: case 0xcf: {
                const n = op >> 8 & 7, size = COUNT[op & 255] << 2;
                let place = R[n] - RAM | 0;
                if (place >>> 0 >= SIZE - size || (place & 3) !== 0) {
                    break fast;
                }
                if ((op >> n & 1) === 0) {
                    R[n] += size;
                }
                place >>= 2;
                for (let list = op & 255, r = 0; list !== 0; list >>= 1, r++) {
                    if ((list & 1) !== 0) {
                        R[r] = words[place++];
                    }
                }
                cycles = 1 + COUNT[op & 255];
                break;
            }
            case 0xd0: case 0xd1: case 0xd2: case 0xd3: case 0xd4: case 0xd5: case 0xd6: case 0xd7:
            case 0xd8: case 0xd9: case 0xda: case 0xdb: case 0xdc: case 0xdd: {
                let taken = false;
                switch (op >> 8 & 15) {
                case 0: taken = nz === 0; break;
                case 1: taken = nz !== 0; break;
                case 2: taken = c !== 0; break;
                case 3: taken = c === 0; break;
                case 4: taken = nz < 0; break;
                case 5: taken = nz >= 0; break;
                case 6: taken = v !== 0; break;
                case 7: taken = v === 0; break;
                case 8: taken = c !== 0 && nz !== 0; break;
                case 9: taken = c === 0 || nz === 0; break;
                case 10: taken = nz < 0 === (v !== 0); break;
                case 11: taken = nz < 0 !== (v !== 0); break;
                case 12: taken = nz !== 0 && nz < 0 === (v !== 0); break;
                default: taken = nz === 0 || nz < 0 !== (v !== 0);
                }
                if (taken) {
                    next = at + 4 + (op << 24 >> 23);
                    cycles = 2;
                }
                break;
            }
            case 0xe0: case 0xe1: case 0xe2: case 0xe3: case 0xe4: case 0xe5: case 0xe6: case 0xe7: {
                next = at + 4 + (op << 21 >> 20);
                cycles = 2;
                break;
            }
            case 0xf0: case 0xf1: case 0xf2: case 0xf3: case 0xf4: case 0xf5: case 0xf6: case 0xf7: {
                const low = here >>> 0 < SIZE ? halves[here + 2 >> 1] : flashHalves[inFlash + 2 >> 1];
                if ((low & 0xd000) !== 0xd000) {
                    break fast;
                }
                const sign = op << 21 >> 31;
                const bit23 = (low >> 13 ^ sign ^ 1) & 1, bit22 = (low >> 11 ^ sign ^ 1) & 1;
                R[14] = at + 4 | 1;
                next = at + 4 + (sign << 24 | bit23 << 23 | bit22 << 22 | (op & 0x3ff) << 12 | (low & 0x7ff) << 1);
                cycles = 3;
                break;
            }
            default: break fast;
            }
            now += cycles * nanosPerCycle;
            instructions++;
            at = next;
        }
        R[15] = at;
        core.N = nz < 0;
        core.Z = nz === 0;
        core.C = c !== 0;
        core.V = v !== 0;
        result[0] = now;
        result[1] = instructions;
        return result;
    }
    return run;
}

/**
 * Executes all instructions with all kinds of operands, so that the JavaScript compiler has seen them: otherwise it compiles the function for
 * those that came first, and again whenever another one comes. Leaves other registers and RAM behind.
 */
export function warmUp(run, core, sram, flashSize) {
    const {registers} = core, halves = new Uint16Array(sram.buffer);
    const chance = random(1), any = (count) => Math.floor(chance() * count);
    const values = [() => RAM + 4 * any(0x4000), () => FLASH + 4 * any(0x4000), () => any(64), () => any(0x1_0000_0000), () => 0x7fffffff];
    for (let upper = 0; upper < 256 * ROUNDS; upper++) {
        for (let i = 0; i < 15; i++) {
            registers[i] = values[any(values.length)]();
        }
        registers[13] = RAM + 0x8000;
        registers[15] = upper & 0x100 ? RAM + 0x10000 : FLASH + 2 * any(0x10000);
        halves[0x8000] = (upper & 255) << 8 | any(256);
        halves[0x8001] = 0xf800;
        core.Z = chance() < 0.3;
        core.N = core.C = core.V = chance() < 0.5;
        run(core, 0.1, 0.2, 8.5, flashSize);
    }
}

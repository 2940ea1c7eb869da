// A boot ROM of our own: rp2040js has none, and we may not copy the chip's. Its table of functions is at the documented
// place (RP2040 data sheet, 2.8.3). The functions that the firmware may call are breakpoints; their work is done here.
// As on the chip, nobody may read the flash between flash_exit_xip and flash_enter_cmd_xip.

import {FLASH_BYTES, PAGE_BYTES, SECTOR_BYTES} from './flash.mjs';

const SSI = 0x18000000, CHIP_SELECT = 0x4001800c;      // 4.10.13, 2.19.6.2
const FORCED_HIGH = 3 << 8;     // OUTOVER
const CODE_AT = 0x100;
const TABLE_AT = 0x200;
const BKPT = 0xbe00, BX_LR = 0x4770;
const WAIT = 0xe0;      // breakpoint at which the processor stays until the flash is ready
const DONE = 0xe1;

const FUNCTIONS = [
    ['IF', 'connect_internal_flash', 0],
    ['EX', 'flash_exit_xip', 0],
    ['RE', 'flash_range_erase', 1],
    ['RP', 'flash_range_program', 1],
    ['FC', 'flash_flush_cache', 0],
    ['CX', 'flash_enter_cmd_xip', 0],
    ['UB', 'reset_to_usb_boot', 0],
    ['MS', 'memset', 0], ['S4', 'memset4', 0], ['MC', 'memcpy', 0], ['C4', 'memcpy44', 0],
    ['P3', 'popcount32', 0], ['R3', 'reverse32', 0], ['L3', 'clz32', 0], ['T3', 'ctz32', 0],
];
/** Of a word; the Pico SDK's compiler helpers are these. */
const BITS = {
    popcount32: (word) => word.toString(2).replaceAll('0', '').length,
    reverse32: (word) => parseInt([...word.toString(2).padStart(32, '0')].reverse().join(''), 2),
    clz32: Math.clz32,
    ctz32: (word) => word === 0 ? 32 : 31 - Math.clz32(word & -word),
};
const LOOKUP = 0xd0;
const ENTRY = 0xc0;     // breakpoints of the functions: 0xc0 and up; the reset vector's is next to WAIT

export const ROM_CODE = (letters) => letters.charCodeAt(1) << 8 | letters.charCodeAt(0);

/** The words of the ROM. */
export function romImage() {
    const bytes = new Uint8Array(16 * 1024);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x20041f00, true);
    view.setUint32(4, CODE_AT | 1, true);
    bytes.set([0x4d, 0x75, 0x01, 0x02], 0x10);          // "Mu", 1, version 2
    view.setUint16(0x14, TABLE_AT, true);
    view.setUint16(0x16, TABLE_AT + 4 * FUNCTIONS.length + 4, true);
    let at = CODE_AT;
    const place = (...code) => {
        const start = at;
        code.forEach((halfword) => { view.setUint16(at, halfword, true); at += 2; });
        return start | 1;
    };
    view.setUint16(0x18, place(BKPT | LOOKUP, BX_LR), true);
    FUNCTIONS.forEach(([letters, , waits], i) => {
        const start = waits ? place(BKPT | ENTRY + i, BKPT | WAIT, BKPT | DONE, BX_LR) : place(BKPT | ENTRY + i, BX_LR);
        view.setUint16(TABLE_AT + 4 * i, ROM_CODE(letters), true);
        view.setUint16(TABLE_AT + 4 * i + 2, start, true);
    });
    return new Uint32Array(bytes.buffer);
}

/** What happens at the ROM's breakpoints. */
export class BootRom {
    constructor(chip) {
        this.chip = chip;
        this.connected = true;
        this.work = [];
    }

    warn(text) { this.chip.rp2040.logger.warn('boot ROM', text); }

    /** Returns true if the breakpoint was the ROM's. */
    breakpoint(number) {
        const {rp2040} = this.chip;
        const {core} = rp2040;
        if (core.PC > 0x4000) {
            return false;
        }
        const [r0, r1, r2] = core.registers;
        if (number === LOOKUP) {
            core.registers[0] = this.lookup(r0, r1);
        } else if (number === WAIT) {
            this.wait();
        } else if (number >= ENTRY && number < ENTRY + FUNCTIONS.length) {
            this.call(FUNCTIONS[number - ENTRY][1], r0, r1, r2);
        } else if (number !== DONE) {
            return false;
        }
        return true;
    }

    lookup(table, code) {
        const {rp2040} = this.chip;
        for (let at = table; ; at += 4) {
            const entry = rp2040.readUint16(at);
            if (entry === 0 || entry === code) {
                return entry === 0 ? 0 : rp2040.readUint16(at + 2);
            }
        }
    }

    call(name, a, b, c) {
        const {chip} = this;
        switch (name) {
        case 'connect_internal_flash': this.connected = true; break;
        case 'flash_exit_xip':
            if (!this.connected) {
                this.warn('flash_exit_xip without connect_internal_flash');
            }
            this.setSsi(7 << 16);
            this.store(CHIP_SELECT, FORCED_HIGH);
            break;
        case 'flash_enter_cmd_xip': this.setSsi(31 << 16 | 3 << 8, 0x03 << 24 | 2 << 8 | 6 << 2); break;
        case 'flash_flush_cache': this.store(CHIP_SELECT, 0); break;
        case 'flash_range_erase': this.planErase(a, b, c); break;
        case 'flash_range_program': this.planProgram(a, b, c); break;
        case 'reset_to_usb_boot': chip.stop('bootloader'); break;
        case 'memset': case 'memset4':
            for (let i = 0; i < c; i++) {
                chip.rp2040.writeUint8(a + i, b & 0xff);
            }
            break;
        case 'memcpy': case 'memcpy44':
            for (let i = 0; i < c; i++) {
                chip.rp2040.writeUint8(a + i, chip.rp2040.readUint8(b + i));
            }
            break;
        default: chip.rp2040.core.registers[0] = BITS[name](a >>> 0);
        }
    }

    store(address, value) { this.chip.rp2040.writeUint32(address, value); }

    /** 2.8.3.1.3: for words in series, or to read in place by command 03h. */
    setSsi(control, xipControl = 0) {
        for (const [offset, value] of [[0x08, 0], [0x14, 6], [0x00, control], [0x04, 0], [0xf4, xipControl], [0x08, 1]]) {
            this.store(SSI + offset, value);
        }
    }

    planErase(address, count, blockSize) {
        if (this.chip.inPlace) {
            this.warn('flash_range_erase while the flash is read in place');
        }
        if (address % SECTOR_BYTES !== 0 || count % SECTOR_BYTES !== 0 || address + count > FLASH_BYTES) {
            this.warn(`flash_range_erase of ${count} bytes at 0x${address.toString(16)}`);
            return;
        }
        while (count > 0) {
            const block = blockSize === 65536 && address % blockSize === 0 && count >= blockSize;
            const size = block ? blockSize : SECTOR_BYTES;
            const at = address;
            this.work.push(() => this.chip.flash.erase(at, size));
            address += size;
            count -= size;
        }
    }

    planProgram(address, from, count) {
        if (this.chip.inPlace) {
            this.warn('flash_range_program while the flash is read in place');
        }
        if (address % PAGE_BYTES !== 0 || count % PAGE_BYTES !== 0 || address + count > FLASH_BYTES) {
            this.warn(`flash_range_program of ${count} bytes at 0x${address.toString(16)}`);
            return;
        }
        for (let done = 0; done < count; done += PAGE_BYTES) {
            const at = address + done, source = from + done;
            this.work.push(() => {
                const data = new Uint8Array(PAGE_BYTES);
                for (let i = 0; i < PAGE_BYTES; i++) {
                    data[i] = this.chip.rp2040.readUint8(source + i);
                }
                this.chip.flash.program(at, data);
            });
        }
    }

    /** Stays at the breakpoint until all is done; interrupts are served meanwhile. */
    wait() {
        const {chip} = this;
        if (!chip.flash.busy && this.work.length > 0) {
            this.work.shift()();
        }
        if (chip.flash.busy) {
            chip.rp2040.core.PC -= 2;
            chip.dozing = true;
        }
    }
}

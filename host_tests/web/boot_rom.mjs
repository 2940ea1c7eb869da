// The RP2040's boot ROM behind a fake of WebUSB's USBDevice: PICOBOOT over 2 MB of flash, with faults at a chosen transfer.
// RP2040 data sheet, 2.8.5; the order of things is that of the boot ROM's source (usb_boot_device.c, async_task.c). What a page may
// never do is kept in `wrongs`. Nothing of Node is used, so that it also runs in a browser.

const BASE = 0x1000_0000, SIZE = 2 << 20, SECTOR = 4096, PAGE = 256;
const STATUS = {ok: 0, unknown: 1, commandLength: 2, transferLength: 3, address: 4, alignment: 5};
/** id -> bytes of arguments */
const COMMANDS = {0x01: 1, 0x02: 12, 0x03: 8, 0x05: 8, 0x06: 0, 0x84: 8};

/** Numbers from 0 to 1, the same for the same seed. */
export function dice(seed) {
    let state = seed >>> 0;
    return () => {
        state = state + 0x6d2b_79f5 | 0;
        let mixed = Math.imul(state ^ state >>> 15, 1 | state);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
    };
}

/** The check sum of a valid second stage, by the table method: not as the page computes it. */
export function crc32(bytes) {
    const table = Array.from({length: 256}, (_, i) => {
        let value = i * 2 ** 24;
        for (let bit = 0; bit < 8; bit++) {
            value = value >= 2 ** 31 ? ((value * 2) % 2 ** 32 ^ 0x04c1_1db7) >>> 0 : value * 2;
        }
        return value;
    });
    return bytes.reduce((crc, byte) => (crc << 8 ^ table[crc >>> 24 ^ byte]) >>> 0, 0xffff_ffff);
}

export class BootRom {
    flash = new Uint8Array(SIZE).fill(0xff);
    wrongs = [];                // what no page may do
    touched = new Set();        // the sectors that were erased or programmed
    transfers = 0;
    restarts = 0;
    trouble = null;             // {at: the number of a transfer, kind: 'cable', 'fails' or 'stalls'}
    present = true;
    weakSector = -1;            // the address of one that no longer takes zeros
    #epoch = 0;                 // a device that was pulled out never works again

    constructor(seed = 1) {
        this.random = dice(seed);
        this.#forget();
    }

    /** Whether the boot ROM would run what is in the flash. */
    get starts() { return crc32(this.flash.subarray(0, 252)) === new DataView(this.flash.buffer).getUint32(252, true); }

    /** Power on. Without a program, or with BOOTSEL held, it waits for USB. */
    plugIn({bootsel = false} = {}) {
        this.present = bootsel || !this.starts;
        this.#forget();
    }

    pullOut() {
        this.present = false;
        this.#epoch++;
    }

    /** What the browser's chooser gives. */
    device() {
        if (!this.present) {
            throw new DOMException('No device selected.', 'NotFoundError');
        }
        return BootRom.#device(this, this.#epoch);
    }

    #forget() {
        this.expects = 'command';
        this.status = STATUS.ok;
        this.halted = this.exclusive = this.serial = false;
        this.command = null;
    }

    static #device(rom, epoch) {
        let claimed = -1;
        const step = (act) => {
            if (!rom.present || epoch !== rom.#epoch) {
                throw new DOMException('The device was disconnected.', 'NotFoundError');
            }
            if (!device.opened || claimed !== 1) {
                throw new DOMException('The interface is not claimed.', 'InvalidStateError');
            }
            const trouble = rom.trouble?.at === ++rom.transfers ? rom.trouble.kind : '';
            if (!trouble) {
                return act();
            }
            if (trouble === 'stalls') {
                rom.#halt(STATUS.unknown);
                return {status: 'stall'};
            }
            const torn = rom.random() < 0.7;
            rom.tearing = torn;
            if (rom.random() < 0.7) {
                act();
            }
            rom.tearing = false;
            if (trouble === 'cable') {
                rom.pullOut();
            }
            throw new DOMException('A transfer error has occurred.', 'NetworkError');
        };
        const end = (endpointNumber, direction) => ({endpointNumber, direction});
        const part = (interfaceNumber, interfaceClass, ...endpoints) => ({interfaceNumber, alternate: {interfaceClass, endpoints}});
        const device = {
            opened: false,
            configuration: null,
            async open() {
                if (!rom.present || epoch !== rom.#epoch) {
                    throw new DOMException('The device was disconnected.', 'NotFoundError');
                }
                device.opened = true;
            },
            async close() { device.opened = false; claimed = -1; },
            async selectConfiguration(value) {
                if (value === 1) {
                    device.configuration = {interfaces: [part(0, 8, end(1, 'in'), end(2, 'out')), part(1, 0xff, end(3, 'out'), end(4, 'in'))]};
                }
            },
            async claimInterface(number) { claimed = number; },
            clearHalt: async (direction, endpoint) => step(() => {
                if (endpoint !== (direction === 'in' ? 4 : 3)) {
                    rom.wrongs.push(`halt of ${direction} ${endpoint}`);
                }
                rom.halted = false;
            }),
            controlTransferIn: async ({request, index}, length) => step(() => {
                if (request !== 0x42 || index !== 1 || length !== 16) {
                    return {status: 'stall'};
                }
                const data = new DataView(new ArrayBuffer(16));
                data.setUint32(4, rom.status, true);
                return {status: 'ok', data};
            }),
            controlTransferOut: async ({request, index}) => step(() => {
                if (request !== 0x41 || index !== 1) {
                    return {status: 'stall'};
                }
                const {serial} = rom;           // the flash goes on taking commands
                rom.#forget();
                rom.serial = serial;
                return {status: 'ok'};
            }),
            transferOut: async (endpoint, data) => step(() => endpoint === 3 && !rom.halted ? rom.#hear(data) : {status: 'stall'}),
            transferIn: async (endpoint, length) => step(() => endpoint === 4 && !rom.halted ? rom.#say(length) : {status: 'stall'}),
        };
        return device;
    }

    #halt(status) {
        this.status = status;
        this.halted = true;
        this.expects = 'reset';
        return {status: 'stall'};
    }

    #hear(bytes) {
        if (this.expects === 'data') {
            const {address, size} = this.command;
            if (bytes.length !== size) {
                this.wrongs.push(`${bytes.length} bytes of ${size}`);
            }
            this.#program(address, bytes);
            this.expects = 'read acknowledgement';
            return {status: 'ok'};
        }
        if (this.expects === 'written acknowledgement') {
            if (bytes.length !== 0) {
                this.wrongs.push('an acknowledgement with bytes in it');
            }
            this.expects = 'command';
            return {status: 'ok'};
        }
        return this.expects === 'command' ? this.#obey(bytes) : this.#wrong(`${bytes.length} bytes, while it expects ${this.expects}`);
    }

    #say(length) {
        if (this.expects === 'read acknowledgement') {
            this.expects = 'command';
            if (this.command.id === 0x02) {
                this.restarts++;
                this.pullOut();
            }
            return {status: 'ok', data: new DataView(new ArrayBuffer(0))};
        }
        if (this.expects === 'reading') {
            const {address, size} = this.command;
            if (length < size) {
                this.wrongs.push(`${length} bytes are asked for where ${size} come`);
            }
            this.expects = 'written acknowledgement';
            return {status: 'ok', data: new DataView(this.flash.slice(address, address + size).buffer)};
        }
        return this.#wrong(`a read while it expects ${this.expects}: it would never end`);
    }

    #wrong(what) {
        this.wrongs.push(what);
        return this.#halt(STATUS.unknown);
    }

    #obey(bytes) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        if (bytes.length !== 32 || view.getUint32(0, true) !== 0x431f_d10b || !(view.getUint8(8) in COMMANDS)) {
            return this.#halt(STATUS.unknown);
        }
        const id = view.getUint8(8), address = view.getUint32(16, true) - BASE, size = view.getUint32(20, true);
        if (view.getUint8(9) !== COMMANDS[id]) {
            return this.#halt(STATUS.commandLength);
        }
        const isData = id === 0x05 || id === 0x84;
        if (view.getUint32(12, true) !== (isData ? size : 0)) {
            return this.#halt(STATUS.transferLength);
        }
        if (COMMANDS[id] === 8) {
            const unit = id === 0x03 ? SECTOR : PAGE;
            if (address < 0 || address + size > SIZE || size === 0) {
                return this.#halt(STATUS.address);
            }
            if (address % unit !== 0 || size % unit !== 0) {
                return this.#halt(STATUS.alignment);
            }
            if (!this.exclusive || !this.serial) {
                this.wrongs.push('flash is used without exclusive access, or before its XIP mode has ended');
            }
        }
        this.command = {id, address, size};
        this.status = STATUS.ok;
        this.expects = id === 0x05 ? 'data' : id === 0x84 ? 'reading' : 'read acknowledgement';
        switch (id) {
        case 0x01: this.exclusive = view.getUint8(16) > 0; break;
        case 0x02:
            if (view.getUint32(16, true) !== 0) {
                this.wrongs.push('a restart elsewhere than in the boot ROM');
            }
            break;
        case 0x03: this.#erase(address, size); break;
        case 0x06: this.serial = true; break;
        }
        return {status: 'ok'};
    }

    /** One that is torn has begun somewhere, and leaves any of the ones that were to come. */
    #erase(address, size) {
        const begun = this.tearing ? Math.floor(this.random() * size) : 0;
        for (let i = address + begun; i < address + size; i++) {
            this.flash[i] |= this.tearing ? this.random() * 256 : 0xff;
        }
        for (let sector = address; sector < address + size; sector += SECTOR) {
            this.touched.add(sector);
        }
    }

    /** Ones become zeros, never the other way. One that is torn ends in the middle of a page. */
    #program(address, bytes) {
        const whole = this.tearing ? Math.floor(this.random() * bytes.length) : bytes.length, tornEnd = Math.ceil((whole + 1) / PAGE) * PAGE;
        for (let i = 0; i < Math.min(bytes.length, tornEnd); i++) {
            const leaves = i < whole ? 0 : this.random() * 256;
            this.flash[address + i] &= bytes[i] | leaves | (this.weakSector === address + i - (address + i) % SECTOR ? 1 : 0);
        }
        this.touched.add(address - address % SECTOR);
    }
}

// The flash memory W25Q16JV: what it keeps, how long it takes, and what happens when the power fails.
//
// Times are the typical ones of the data sheet's AC electrical characteristics. Programming only turns ones into zeros,
// a page (256 bytes) at a time, and wraps within it.

export const FLASH_BYTES = 2 * 1024 * 1024;
export const SECTOR_BYTES = 4096;
export const PAGE_BYTES = 256;

export const TYPICAL_TIMES = {sector: 45e6, block32: 120e6, block64: 150e6, chip: 5e9, page: 0.7e6};

export class FlashChip {
    constructor({random, times = {}, uniqueId = [0xe6, 0x60, 0x58, 0x38, 0x83, 0x4b, 0x57, 0x2c]}) {
        this.bytes = new Uint8Array(FLASH_BYTES).fill(0xff);
        this.random = random;
        this.times = {...TYPICAL_TIMES, ...times};
        this.uniqueId = uniqueId;
        this.operation = null;          // what the chip is doing
        this.operations = 0;            // how many operations it has begun
        this.erases = 0;
        this.programs = 0;
        this.wear = new Uint32Array(FLASH_BYTES / SECTOR_BYTES);
        this.plannedCut = null;
        /** Called, when the operation planned for a power cut begins, with the instant at which the power must fail. */
        this.onCutDue = () => {};
        this.powerUp(null);
    }

    /** Powers the chip; `clock` is the one of this power-up. */
    powerUp(clock) {
        this.clock = clock;
        this.operation = null;
        this.writeEnabled = false;
        this.status2 = 0x02;            // QE: four data lines
        this.command = [];
        this.done = clock?.createAlarm(() => this.finish());
    }

    get busy() { return this.operation !== null; }

    /** Plans a power cut at `fraction` of the `nth` operation from now (1 is the next). */
    planCut({nth = 1, kind = 'any', fraction = 0.5}) {
        this.plannedCut = {left: nth, kind, fraction};
    }

    begin(operation) {
        this.operation = {...operation, began: this.clock.nanos};
        this.operations++;
        if (operation.kind === 'erase') {
            this.erases++;
            for (let at = operation.address; at < operation.address + operation.size; at += SECTOR_BYTES) {
                this.wear[at / SECTOR_BYTES]++;
            }
        } else {
            this.programs++;
        }
        this.done.schedule(operation.nanos);
        const cut = this.plannedCut;
        if (cut && (cut.kind === 'any' || cut.kind === operation.kind) && --cut.left === 0) {
            this.plannedCut = null;
            this.onCutDue(this.clock.nanos + Math.min(0.999, cut.fraction) * operation.nanos);
        }
    }

    erase(address, size = SECTOR_BYTES) {
        const nanos = size === SECTOR_BYTES ? this.times.sector : size === 32768 ? this.times.block32
            : size === 65536 ? this.times.block64 : this.times.chip;
        this.begin({kind: 'erase', address: address - address % size, size, nanos});
    }

    /** Programs at most a page; past its end the chip continues at its start. */
    program(address, data) {
        this.begin({kind: 'program', address, data: Uint8Array.from(data), nanos: this.times.page});
    }

    finish() {
        const {kind, address, size, data} = this.operation;
        this.operation = null;
        this.writeEnabled = false;
        if (kind === 'erase') {
            this.bytes.fill(0xff, address, address + size);
        } else {
            data.forEach((byte, i) => { this.bytes[inPage(address, i)] &= byte; });
        }
    }

    /** The power fails. An interrupted erase leaves any contents; an interrupted program has cleared any subset of its
     *  bits. */
    cut() {
        const operation = this.operation;
        this.operation = null;
        if (!operation) {
            return;
        }
        this.done.cancel();
        const {kind, address, size, data} = operation;
        const done = Math.min(1, (this.clock.nanos - operation.began) / operation.nanos);
        const any = () => Math.floor(this.random() * 256);
        if (kind === 'erase') {
            // Parts of the sector are at different stages: as before, noise, or already erased.
            for (let at = address; at < address + size; at++) {
                const stage = this.random();
                if (stage < done / 2) {
                    this.bytes[at] = 0xff;
                } else if (stage < done) {
                    this.bytes[at] |= any();
                } else if (stage > 0.98) {
                    this.bytes[at] = any();
                }
            }
            return;
        }
        // Half of the cuts leave a page programmed up to some byte and one byte torn, the other half scattered bits.
        if (this.random() < 0.5) {
            const whole = Math.floor(done * data.length);
            for (let i = 0; i < whole; i++) {
                this.bytes[inPage(address, i)] &= data[i];
            }
            if (whole < data.length) {
                this.bytes[inPage(address, whole)] &= data[whole] | any();
            }
        } else {
            data.forEach((byte, i) => {
                const keep = this.random() < done ? 0 : any();
                this.bytes[inPage(address, i)] &= byte | keep;
            });
        }
    }

    // ------------------------------------------------------------ the serial bus

    /** Chip select goes low. */
    select() { this.command = []; }

    /** One byte each way. */
    transfer(byte) {
        const command = this.command;
        command.push(byte);
        const at = command.length - 1;
        if (at === 0) {
            return 0xff;
        }
        switch (command[0]) {
        case 0x05: return (this.busy ? 1 : 0) | (this.writeEnabled ? 2 : 0);
        case 0x35: return this.status2;
        case 0x15: return 0;
        case 0x9f: return [0xef, 0x40, 0x15][at - 1] ?? 0xff;
        case 0x90: return at < 4 ? 0xff : [0xef, 0x14][at % 2];
        case 0xab: return at < 4 ? 0xff : 0x14;
        case 0x4b: return at < 5 ? 0xff : this.uniqueId[(at - 5) % 8];
        case 0x03: return at < 4 || this.busy ? 0xff : this.bytes[(address(command) + at - 4) % FLASH_BYTES];
        case 0x0b: return at < 5 || this.busy ? 0xff : this.bytes[(address(command) + at - 5) % FLASH_BYTES];
        }
        return 0xff;
    }

    /** Chip select goes high: commands that change something take effect now. */
    deselect() {
        const command = this.command;
        this.command = [];
        if (command.length === 0 || this.busy) {
            return;
        }
        switch (command[0]) {
        case 0x06: this.writeEnabled = true; return;
        case 0x04: this.writeEnabled = false; return;
        }
        if (!this.writeEnabled) {
            return;
        }
        switch (command[0]) {
        case 0x01: this.status2 = command[2] ?? this.status2; this.writeEnabled = false; return;
        case 0x31: this.status2 = command[1] ?? this.status2; this.writeEnabled = false; return;
        case 0x20: this.erase(address(command)); return;
        case 0x52: this.erase(address(command), 32768); return;
        case 0xd8: this.erase(address(command), 65536); return;
        case 0xc7: case 0x60: this.erase(0, FLASH_BYTES); return;
        case 0x02: if (command.length > 4) { this.program(address(command), command.slice(4).slice(-PAGE_BYTES)); }
        }
    }
}

function inPage(address, i) { return address - address % PAGE_BYTES + (address + i) % PAGE_BYTES; }
function address(command) { return (command[1] << 16 | command[2] << 8 | command[3]) % FLASH_BYTES; }

// The PL011 serial port of the RP2040 with its two FIFOs, paced at its baud rate (Arm DDI 0183, "UARTCR" to
// "UARTDMACR"; RP2040 data sheet, chapter 4.2).
//
// rp2040js has one too, but its transmitter is always empty and its transmit interrupt always asserted. This one is as
// strict as the chip: the transmit interrupt comes when the FIFO falls to its trigger level, not whenever it is empty;
// a divider takes effect when UARTLCR_H is written; bytes that arrive while the FIFO is full are lost.

const DEPTH = 32;
const RECEIVE_LEVELS = [4, 8, 16, 24, 28];      // asserted at this many bytes and more
const TRANSMIT_LEVELS = [4, 8, 16, 24, 28];     // asserted when the FIFO falls to this many
const FUNCTION_UART = 2;
const TX_PINS = [[0, 12, 16, 28], [4, 8, 20, 24]];
const RX_PINS = [[1, 13, 17, 29], [5, 9, 21, 25]];

const INTERRUPT = {receive: 1 << 4, transmit: 1 << 5, timeout: 1 << 6, overrun: 1 << 10};
const IDENTIFICATION = [0x11, 0x10, 0x34, 0x00, 0x0d, 0xf0, 0x05, 0xb1];

export class Uart {
    /** `onByte(value)` is called when a byte's stop bit has been sent. */
    constructor(rp2040, index, {irq, dreqTx, dreqRx}, onByte) {
        this.rp2040 = rp2040;
        this.name = `UART${index}`;
        this.index = index;
        this.irq = irq;
        this.dreq = {tx: dreqTx, rx: dreqRx};
        this.onByte = onByte;
        this.control = 0x300;
        this.line = 0;
        this.divider = {integer: 0, fraction: 0};
        this.bitNanos = 0;
        this.levels = 0x12;
        this.mask = 0;
        this.raw = 0;
        this.dma = 0;
        this.transmit = [];
        this.receive = [];
        this.shifting = -1;
        this.waiting = [];          // bytes that the other side has still to send
        this.lastCame = 0;          // when the last byte was received
        this.statistics = {sent: 0, received: 0, lost: 0, held: 0, unconnected: 0};
        this.transmitAlarm = rp2040.clock.createAlarm(() => this.byteLeft());
        this.receiveAlarm = rp2040.clock.createAlarm(() => this.byteCame());
        this.timeoutAlarm = rp2040.clock.createAlarm(() => this.timedOut());
        /** Without flow control a line loses bytes. true: the other side waits while the FIFO is full. */
        this.patient = true;
    }

    // ------------------------------------------------------------ the other end of the line

    /** The other side sends these bytes, one after another at the port's rate. */
    feed(bytes) {
        for (const byte of bytes) {
            this.waiting.push(byte);
        }
        if (!this.receiveAlarm.armed) {
            this.nextByteComes();
        }
    }

    nextByteComes() {
        this.receiveAlarm.armed = this.waiting.length > 0;
        if (this.receiveAlarm.armed) {
            this.receiveAlarm.schedule(this.byteNanos || 86_806);
        }
    }

    byteCame() {
        const open = (this.control & 0x201) === 0x201 && this.byteNanos > 0 && this.connected(RX_PINS);
        const full = this.receive.length >= this.depth;
        if (this.patient && (!open || full)) {
            this.statistics.held++;
        } else {
            const byte = this.waiting.shift();
            this.lastCame = this.rp2040.clock.nanos;
            if (!open) {
                this.statistics.unconnected++;
            } else if (full) {
                this.statistics.lost++;
                this.raw |= INTERRUPT.overrun;
                this.receive[this.receive.length - 1] |= 1 << 11;   // bytes after this one were lost
            } else {
                this.receive.push(byte);
                this.statistics.received++;
                if (this.receive.length >= this.receiveLevel) {
                    this.raw |= INTERRUPT.receive;
                }
                this.timeoutAlarm.schedule(32 * this.bitNanos);
            }
            this.update();
        }
        this.nextByteComes();
    }

    timedOut() {
        if (this.receive.length > 0 && this.fifos) {
            this.raw |= INTERRUPT.timeout;
            this.update();
        }
    }

    connected(pins) {
        return pins[this.index].some((pin) => this.rp2040.gpio[pin].functionSelect === FUNCTION_UART);
    }

    // ------------------------------------------------------------ the port

    get fifos() { return (this.line & 0x10) !== 0; }
    get depth() { return this.fifos ? DEPTH : 1; }
    get receiveLevel() { return this.fifos ? RECEIVE_LEVELS[Math.min(4, this.levels >> 3 & 7)] : 1; }
    get transmitLevel() { return this.fifos ? TRANSMIT_LEVELS[Math.min(4, this.levels & 7)] : 0; }
    get baudRate() {
        const divider = this.divider.integer + this.divider.fraction / 64;
        return divider > 0 ? this.rp2040.clkPeri / (16 * divider) : 0;
    }
    get byteNanos() {
        const bits = 1 + 5 + (this.line >> 5 & 3) + (this.line >> 1 & 1) + (this.line & 8 ? 2 : 1);
        return bits * this.bitNanos;
    }

    clkPeriChanged() {
        this.latchDivider();
        this.startTransmitter();
    }

    latchDivider() {
        const rate = this.baudRate;
        this.bitNanos = rate > 0 ? 1e9 / rate : 0;
    }

    startTransmitter() {
        if (this.shifting < 0 && this.transmit.length > 0 && (this.control & 0x101) === 0x101 && this.byteNanos > 0) {
            this.shifting = this.transmit.shift();
            if (this.transmit.length === this.transmitLevel) {
                this.raw |= INTERRUPT.transmit;
            }
            this.transmitAlarm.schedule(this.byteNanos);
        }
    }

    byteLeft() {
        const byte = this.shifting;
        this.shifting = -1;
        if (this.connected(TX_PINS)) {
            this.statistics.sent++;
            this.onByte(byte);
        } else {
            this.statistics.unconnected++;
        }
        this.startTransmitter();
        this.update();
    }

    update() {
        this.rp2040.setInterrupt(this.irq, (this.raw & this.mask) !== 0);
        const {dma} = this.rp2040;
        if (this.dma & 2 && this.transmit.length < this.depth && this.control & 1) {
            dma.setDREQ(this.dreq.tx);
        } else {
            dma.clearDREQ(this.dreq.tx);
        }
        if (this.dma & 1 && this.receive.length > 0) {
            dma.setDREQ(this.dreq.rx);
        } else {
            dma.clearDREQ(this.dreq.rx);
        }
    }

    get flags() {
        return (this.transmit.length === 0 ? 1 << 7 : 0) | (this.receive.length >= this.depth ? 1 << 6 : 0)
            | (this.transmit.length >= this.depth ? 1 << 5 : 0) | (this.receive.length === 0 ? 1 << 4 : 0)
            | (this.shifting >= 0 || this.transmit.length > 0 ? 1 << 3 : 0);
    }

    readData() {
        const byte = this.receive.shift() ?? 0;
        if (this.receive.length < this.receiveLevel) {
            this.raw &= ~INTERRUPT.receive;
        }
        if (this.receive.length === 0) {
            this.raw &= ~INTERRUPT.timeout;
            this.timeoutAlarm.cancel();
        }
        this.update();
        return byte;
    }

    readUint32(offset) {
        switch (offset) {
        case 0x00: return this.readData();
        case 0x04: return this.raw & INTERRUPT.overrun ? 8 : 0;
        case 0x18: return this.flags;
        case 0x24: return this.divider.integer;
        case 0x28: return this.divider.fraction;
        case 0x2c: return this.line;
        case 0x30: return this.control;
        case 0x34: return this.levels;
        case 0x38: return this.mask;
        case 0x3c: return this.raw;
        case 0x40: return this.raw & this.mask;
        case 0x48: return this.dma;
        }
        if (offset >= 0xfe0 && offset <= 0xffc) {
            return IDENTIFICATION[offset - 0xfe0 >> 2];
        }
        this.rp2040.logger.warn(this.name, `read of an unknown register 0x${offset.toString(16)}`);
        return 0;
    }

    writeUint32Atomic(offset, value, kind) {
        const old = kind === 0 || offset === 0 || offset === 0x44 ? 0 : this.readUint32(offset);
        const written = kind === 1 ? old ^ value : kind === 2 ? old | value : kind === 3 ? old & ~value : value;
        this.writeUint32(offset, written >>> 0);
    }

    writeUint32(offset, value) {
        switch (offset) {
        case 0x00:
            if (this.transmit.length >= this.depth) {
                this.rp2040.logger.warn(this.name, 'a byte is written to the full transmit FIFO and lost');
                return;
            }
            this.transmit.push(value & 0xff);
            if (this.transmit.length > this.transmitLevel) {
                this.raw &= ~INTERRUPT.transmit;
            }
            this.startTransmitter();
            break;
        case 0x04: this.raw &= ~INTERRUPT.overrun; break;
        case 0x24: this.divider.integer = value & 0xffff; break;
        case 0x28: this.divider.fraction = value & 0x3f; break;
        case 0x2c:
            this.line = value & 0xff;
            this.latchDivider();
            break;
        case 0x30:
            this.control = value & 0xff87;
            this.startTransmitter();
            break;
        case 0x34: this.levels = value & 0x3f; break;
        case 0x38: this.mask = value & 0x7ff; break;
        case 0x44: this.raw &= ~value; break;
        case 0x48: this.dma = value & 7; break;
        default: this.rp2040.logger.warn(this.name, `write to an unknown register 0x${offset.toString(16)}`);
        }
        this.update();
    }
}

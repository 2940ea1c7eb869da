// A computer at the simulated board's USB socket: rp2040js's host with its omissions added. It supplies the socket and
// looks for a device when one pulls up. It may be silent, may close its port and open it again, and may stop reading:
// then a packet stays in the board's controller, which can take it back.

import {USBCDC} from 'rp2040js';

const SIE_CTRL = 0x4c;
const PULL_UP = 1 << 16;
const PATIENCE_MS = 1000;       // of the board's time
const AVAILABLE = 1 << 10;      // in a buffer control: RP2040 data sheet, 4.1.2.5.3

export class UsbHost {
    constructor(simulation) {
        const controller = this.controller = simulation.chip.rp2040.usbCtrl;
        const cdc = this.cdc = new USBCDC(controller);
        this.heard = '';            // everything that the board has sent
        this.out = [];
        this.wanted = null;
        this.control = [];          // packets on endpoint 0
        this.reads = true;
        this.withholds = false;     // the data that a request announces
        this.memory = simulation.chip.rp2040.usbDPRAMView;
        this.requests = [];         // the first is under way: rp2040js asks for data before the board has confirmed those before
        this.setUp = controller.sendSetupPacket.bind(controller);
        controller.sendSetupPacket = (packet) => {
            if (this.requests.length === 0) {
                this.setUp(packet);
            }
            if (this.requests.length !== 0 || packet[0] & 0x80) {
                this.requests.push(packet);
            }
        };
        const finishRead = controller.finishRead.bind(controller);
        controller.finishRead = (endpoint, bytes) => {
            finishRead(endpoint, bytes);
            if (endpoint === 0) {       // USB 2.0, 8.5.3: the status stage
                this.requests.splice(0, 2).slice(1).forEach((packet) => controller.sendSetupPacket(packet));
            }
        };
        controller.onUSBEnabled = () => {};
        const writeRegister = controller.writeUint32.bind(controller);
        controller.writeUint32 = (offset, value) => {
            const pulledUp = controller.sieCtrl & PULL_UP;
            writeRegister(offset, value);
            if (offset === SIE_CTRL && !pulledUp && value & PULL_UP) {
                this.requests = [];
                controller.resetDevice();
            }
        };
        simulation.setVbus(true);
        cdc.onSerialData = (bytes) => { this.heard += Buffer.from(bytes).toString('latin1'); };
        controller.onEndpointRead = (endpoint, size) => {
            if (endpoint === cdc.outEndpoint) {
                this.wanted = size;
                this.feed();
            } else if (endpoint === 0) {
                if (!this.withholds) {
                    controller.endpointReadDone(0, this.controlData ?? new Uint8Array(0));
                }
                this.controlData = null;
            }
        };
        const write = controller.onEndpointWrite;
        controller.onEndpointWrite = (endpoint, bytes) => {
            if (endpoint === 0) {
                this.control.push([...bytes]);
            }
            if (endpoint !== 0 || !cdc.initialized) {   // rp2040js would configure again at each answer
                write(endpoint, bytes);
            }
        };
        this.memoryChanged = controller.DPRAMUpdated.bind(controller);
        controller.DPRAMUpdated = (offset, value) => {
            if (this.reads || offset !== this.inControl) {
                this.memoryChanged(offset, value);
            }
        };
    }

    /** The buffer control of the data to the host. */
    get inControl() { return 0x80 + 8 * this.cdc.inEndpoint; }

    feed() {
        if (this.wanted !== null && this.out.length > 0) {
            const bytes = Uint8Array.from(this.out.splice(0, this.wanted));
            this.wanted = null;
            this.controller.endpointReadDone(this.cdc.outEndpoint, bytes);
        }
    }

    say(text) {
        this.out.push(...Buffer.from(text, 'latin1'));
        this.feed();
    }

    setReading(reads) {
        this.reads = reads;
        const waiting = this.memory.getUint32(this.inControl, true);
        if (reads && waiting & AVAILABLE && !(this.controller.epAbort & 1 << 2 * this.cdc.inEndpoint)) {
            this.memoryChanged(this.inControl, waiting);
        }
    }

    /** A request; `data` is sent with it. */
    request(type, request, value, index, length, data = null) {
        this.control = [];
        this.controlData = data;
        const packet = new Uint8Array([type, request, value & 255, value >> 8, index & 255, index >> 8, length & 255, length >> 8]);
        this.setUp(packet);
    }
}

/**
 * The cable between a computer and a board powered by it. `onBytes` gets what the board sends while the port is open;
 * `onFound` is called when the computer has found the port.
 */
export class UsbCable {
    constructor(simulation, {onBytes, onFound}) {
        Object.assign(this, {simulation, onBytes, onFound});
        this.open = false;
        this.host = null;
        if (simulation.powered) {
            this.plugIn();
        }
    }

    plugIn() {
        if (!this.simulation.powered) {
            this.simulation.powerOn();
        }
        const host = this.host = new UsbHost(this.simulation);
        this.found = false;
        const {cdc} = host;
        cdc.onDeviceConnected = () => {
            this.found = true;
            this.tellLineState();
            this.onFound();
        };
        cdc.onSerialData = (bytes) => {
            if (this.open) {
                this.onBytes(bytes);
            }
        };
    }

    pullOut() {
        this.simulation.setVbus(false);
        this.simulation.powerOff();
        this.host = null;
        this.found = false;
    }

    /** Whether the board has confirmed the last change of the port. */
    get answered() { return this.host.control.length > 0; }

    tellLineState() {
        if (this.found) {
            this.host.control = [];
            this.host.cdc.cdcSetControlLineState(this.open ? 3 : 0);
        }
    }

    obey(deed) {
        if (deed === 'D' || deed === 'd') {
            this.open = deed === 'D';
            if (!this.open && this.host) {
                this.host.out = [];     // what the computer has not sent is dropped
            }
            this.tellLineState();
        } else if (deed === 'c' && this.host) {
            this.pullOut();
        } else if (deed === 'C' && !this.host) {
            this.plugIn();
        }
    }

    send(bytes) { this.host?.say(Buffer.from(bytes).toString('latin1')); }
}

/**
 * What another process says of its end of the cable: deeds and bytes in one stream, so that none overtakes the other. A
 * deed is its letter; bytes are a B, their number in two bytes, the lower first, and they themselves. A change of the
 * port waits until the board has taken the bytes before it, and what follows waits until the board has answered it.
 */
export class CableEnd {
    constructor(cable) {
        this.cable = cable;
        this.stream = Buffer.alloc(0);
        this.waitsSince = null;
    }

    take(data) {
        this.stream = Buffer.concat([this.stream, data]);
        this.goOn();
    }

    /** To be called as the board's time passes. */
    goOn() {
        while (this.stream.length > 0) {
            const letter = String.fromCharCode(this.stream[0]);
            const size = letter !== 'B' ? 1 : this.stream.length < 3 ? Infinity : 3 + this.stream.readUInt16LE(1);
            if (this.stream.length < size || this.mustWait(letter)) {
                return;
            }
            if (letter === 'B') {
                this.cable.send(this.stream.subarray(3, size));
            } else {
                this.cable.obey(letter);
            }
            this.stream = this.stream.subarray(size);
            this.waitsSince = null;
        }
    }

    /** No longer than a computer waits for a board that takes nothing; a cable can be pulled out at any time. */
    mustWait(letter) {
        const {cable} = this;
        const ready = letter === 'C' || letter === 'c' || !cable.found || cable.answered && (letter === 'B' || cable.host.out.length === 0);
        this.waitsSince ??= cable.simulation.ms;
        return !ready && cable.simulation.ms - this.waitsSince < PATIENCE_MS;
    }
}

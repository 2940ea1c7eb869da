// A fake of WebUSB's `navigator.usb` and USBDevice (https://wicg.github.io/webusb/), with a board of the test at the other end. It
// is strict where a browser is, and keeps in `wrongs` what no page may do.

/** The descriptors of an RP2040's firmware; page.test.mjs asks the simulated board whether they are. */
export const DESCRIPTORS = {
    device: '12010002 02000040 8a2e0a00 00010102 0301',
    configuration: '09024300 02010080 fa'
        + '09040000 01020200 00 05240010 01 05240100 01 04240202 05240600 01 07058103 080010'
        + '09040100 020a0000 00 07050202 200000 07058202 400000',
};

const bytesOf = (text) => [...Buffer.from(text.replaceAll(' ', ''), 'hex')];
const error = (name, message) => new DOMException(message, name);
const KINDS = ['control', 'isochronous', 'bulk', 'interrupt'];

/** What a browser makes of these bytes. */
export function described({device, configuration} = DESCRIPTORS) {
    const head = bytesOf(device), bytes = bytesOf(configuration), interfaces = [];
    for (let at = 0; at < bytes.length; at += bytes[at]) {
        const part = bytes.slice(at, at + bytes[at]);
        if (part[1] === 4) {
            interfaces.push({interfaceNumber: part[2], alternates: [{interfaceClass: part[5], interfaceSubclass: part[6], endpoints: []}]});
        } else if (part[1] === 5) {
            interfaces.at(-1).alternates[0].endpoints.push({endpointNumber: part[2] & 15, direction: part[2] & 0x80 ? 'in' : 'out',
                                                            type: KINDS[part[3] & 3], packetSize: part[4] | part[5] << 8});
        }
    }
    return {vendorId: head[8] | head[9] << 8, productId: head[10] | head[11] << 8, deviceClass: head[4], serialNumber: 'E6614103E7174A2B',
            configurations: [{configurationValue: bytes[5], interfaces}]};
}

/** One device from its plugging in until it is pulled out. `board` has control(setup, data), out(bytes) and in(): each is a
 *  promise, the first two of a status, the last of a packet or a status other than 'ok'. */
export class FakeDevice {
    wrongs = [];
    opened = false;
    claimed = new Set();
    halted = new Set();
    held = false;                   // by another program, or by the system
    present = true;
    waiting = new Set();            // how to end the transfers that wait

    constructor(board, {descriptors = DESCRIPTORS, configured = true} = {}) {
        Object.assign(this, described(descriptors), {board});
        this.configuration = configured ? this.configurations[0] : null;
    }

    pullOut() {
        this.present = this.opened = false;
        this.end('NotFoundError', 'The device was disconnected.');
    }

    end(name, message) {
        this.waiting.forEach((reject) => reject(error(name, message)));
        this.waiting.clear();
        this.claimed.clear();
    }

    check(holds, what) {
        if (!this.present) {
            throw error('NotFoundError', 'The device was disconnected.');
        }
        if (!holds) {
            this.wrongs.push(what);
            throw error('InvalidStateError', what);
        }
    }

    /** What a transfer resolves to, unless the device goes or is closed before. */
    until(promise) {
        return new Promise((resolve, reject) => {
            this.waiting.add(reject);
            void promise.then(resolve, reject).finally(() => this.waiting.delete(reject));
        });
    }

    async open() {
        this.check(!this.opened, 'it is open already');
        this.opened = true;
    }

    async close() {
        this.check(this.opened, 'it is not open');
        this.opened = false;
        this.halted.clear();
        this.end('AbortError', 'The transfer was cancelled.');
    }

    async selectConfiguration(value) {
        this.check(this.opened && value === this.configurations[0].configurationValue, `configuration ${value}`);
        this.configuration = this.configurations[0];
    }

    async claimInterface(number) {
        this.check(this.opened && this.configuration?.interfaces.some(({interfaceNumber}) => interfaceNumber === number), `interface ${number}`);
        if (this.held) {
            throw error('NetworkError', 'Unable to claim interface.');
        }
        this.claimed.add(number);
    }

    /** The endpoint of an interface that is claimed. */
    endpoint(direction, number) {
        const found = this.configurations[0].interfaces.filter(({interfaceNumber}) => this.claimed.has(interfaceNumber))
            .flatMap(({alternates}) => alternates[0].endpoints).find((one) => one.direction === direction && one.endpointNumber === number);
        this.check(this.opened && found?.type === 'bulk', `endpoint ${number} ${direction}`);
        return found;
    }

    async clearHalt(direction, number) {
        this.endpoint(direction, number);
        this.halted.delete(direction);
    }

    async controlTransferOut({requestType, recipient, request, value, index}, data = new Uint8Array()) {
        const control = this.configurations[0].interfaces.find(({alternates: [one]}) => one.interfaceClass === 2).interfaceNumber;
        this.check(this.opened && this.claimed.has(index) && index === control && requestType === 'class' && recipient === 'interface',
                   `request ${request} to ${recipient} ${index}`);
        this.check(request === 0x20 ? data.byteLength === 7 && value === 0 : request === 0x22 && data.byteLength === 0 && value < 4,
                   `request ${request}, ${data.byteLength} bytes`);
        const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        return {status: await this.until(this.board.control({request, value, index}, bytes)), bytesWritten: bytes.length};
    }

    async transferIn(number, length) {
        const {packetSize} = this.endpoint('in', number), got = [];
        this.check(length % packetSize === 0, `${length} bytes would end within a packet`);
        let status = this.halted.has('in') ? 'stall' : 'ok';
        for (let short = false; status === 'ok' && !short && got.length < length;) {
            const packet = await this.until(this.board.in());
            if (typeof packet === 'string') {
                status = packet;
            } else {
                got.push(...packet);
                short = packet.length < packetSize;
            }
        }
        if (status === 'stall') {
            this.halted.add('in');
        }
        return {status, data: new DataView(Uint8Array.from(got).buffer)};
    }

    async transferOut(number, data) {
        this.endpoint('out', number);
        const status = this.halted.has('out') ? 'stall' : await this.until(this.board.out(Uint8Array.from(data)));
        if (status === 'stall') {
            this.halted.add('out');
        }
        return {status, bytesWritten: data.byteLength};
    }
}

export class FakeUsb extends EventTarget {
    devices = [];
    allowed = new Set();            // what the person has chosen is given without a question later, by its serial number

    plugIn(device) {
        this.devices.push(device);
        this.dispatchEvent(new Event('connect'));
    }

    pullOut(device) {
        this.devices = this.devices.filter((one) => one !== device);
        device.pullOut();
        this.dispatchEvent(new Event('disconnect'));
    }

    async requestDevice({filters}) {
        const fits = ({deviceClass, configurations}, {classCode}) => deviceClass === classCode
            || configurations[0].interfaces.some(({alternates: [one]}) => one.interfaceClass === classCode);
        const chosen = this.devices.find((device) => filters.some((filter) => fits(device, filter)));
        if (!chosen) {
            throw error('NotFoundError', 'No device selected.');
        }
        this.allowed.add(chosen.serialNumber);
        return chosen;
    }

    async getDevices() { return this.devices.filter(({serialNumber}) => this.allowed.has(serialNumber)); }
}

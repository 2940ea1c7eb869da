// A serial port without Web Serial: the board's USB port by WebUSB (https://wicg.github.io/webusb/), for phones. It works where the
// system's own driver does not hold the port: on most Androids, on no computer.
//
// Source: USB Communications Class 1.2 with its subclass for PSTN devices: 6.3.10 "SetLineCoding", 6.3.12 "SetControlLineState".

import type {Port, Serial} from './serial';

interface Endpoint { readonly endpointNumber: number; readonly direction: 'in' | 'out'; readonly type: string; readonly packetSize: number }
interface Interface {
    readonly interfaceNumber: number;
    readonly alternates: readonly {readonly interfaceClass: number; readonly interfaceSubclass: number; readonly endpoints: readonly Endpoint[]}[];
}
interface Setup { requestType: 'class'; recipient: 'interface'; request: number; value: number; index: number }
type Status = 'ok' | 'stall' | 'babble';

/** What is used of WebUSB's USBDevice. */
interface Device {
    readonly vendorId: number;
    readonly productId: number;
    readonly serialNumber?: string;
    readonly configuration: object | null;
    readonly configurations: readonly {readonly configurationValue: number; readonly interfaces: readonly Interface[]}[];
    open(): Promise<void>;
    close(): Promise<void>;
    selectConfiguration(value: number): Promise<void>;
    claimInterface(number: number): Promise<void>;
    clearHalt(direction: 'in' | 'out', endpoint: number): Promise<void>;
    controlTransferOut(setup: Setup, data?: BufferSource): Promise<{status: Status}>;
    transferIn(endpoint: number, length: number): Promise<{status: Status; data?: DataView}>;
    transferOut(endpoint: number, data: BufferSource): Promise<{status: Status}>;
}
export interface Usb {
    requestDevice(options: {filters: {classCode: number}[]}): Promise<Device>;
    getDevices(): Promise<Device[]>;
    addEventListener(type: 'connect', act: () => void): void;
}

const COMMUNICATIONS = 2, ABSTRACT_CONTROL = 2, DATA = 10;
const SET_LINE_CODING = 0x20, SET_CONTROL_LINE_STATE = 0x22;
const HELD = 'another page or program uses it, or this system keeps serial ports for a driver of its own.';

/** The device's serial port, as its own description has it; null if it has none. */
function partsOf({configurations: [{configurationValue, interfaces}]}: Device) {
    const control = interfaces.findIndex(({alternates: [one]}) => one.interfaceClass === COMMUNICATIONS && one.interfaceSubclass === ABSTRACT_CONTROL);
    const data = interfaces.slice(control + 1).find(({alternates: [one]}) => one.interfaceClass === DATA);
    const bulk = (wanted: string) => data?.alternates[0].endpoints.find(({direction, type}) => direction === wanted && type === 'bulk');
    const input = bulk('in'), output = bulk('out');
    return control >= 0 && data && input && output ? {configurationValue, control: interfaces[control], data, input, output} : null;
}

class UsbPort implements Port {
    readable: ReadableStream<Uint8Array> | null = null;
    writable: WritableStream<Uint8Array> | null = null;

    private readonly parts;

    constructor(private readonly device: Device) {
        const parts = partsOf(device);
        if (!parts) {
            throw new Error('this device has no serial port.');
        }
        this.parts = parts;
    }

    getInfo(): {usbVendorId: number; usbProductId: number; serialNumber?: string} {
        const {vendorId, productId, serialNumber} = this.device;
        return {usbVendorId: vendorId, usbProductId: productId, serialNumber};
    }

    async open({baudRate}: {baudRate: number}): Promise<void> {
        const {device, parts} = this;
        await device.open();
        try {
            if (!device.configuration) {
                await device.selectConfiguration(parts.configurationValue);
            }
            for (const {interfaceNumber} of [parts.control, parts.data]) {
                await device.claimInterface(interfaceNumber).catch((cause: unknown) => { throw new Error(HELD, {cause}); });
            }
            const coding = new DataView(new ArrayBuffer(7));            // and 1 stop bit, no parity
            coding.setUint32(0, baudRate, true);
            coding.setUint8(6, 8);
            await this.order(SET_LINE_CODING, 0, coding);
        } catch (error) {
            await this.close().catch(() => {});
            throw error;
        }
        this.readable = this.reading();
        this.writable = new WritableStream({write: async (bytes) => {
            const {status} = await device.transferOut(parts.output.endpointNumber, bytes as Uint8Array<ArrayBuffer>);
            if (status !== 'ok') {
                await device.clearHalt('out', parts.output.endpointNumber);
                throw new Error(`the board does not take bytes (${status}).`);
            }
        }});
    }

    /** Also ends the transfers that wait. */
    close(): Promise<void> { return this.device.close(); }

    setSignals({dataTerminalReady, requestToSend}: {dataTerminalReady: boolean; requestToSend: boolean}): Promise<void> {
        return this.order(SET_CONTROL_LINE_STATE, Number(dataTerminalReady) | Number(requestToSend) << 1);
    }

    private async order(request: number, value: number, data?: BufferSource): Promise<void> {
        const index = this.parts.control.interfaceNumber;
        const {status} = await this.device.controlTransferOut({requestType: 'class', recipient: 'interface', request, value, index}, data);
        if (status !== 'ok') {
            throw new Error(`the board refuses to be a serial port (${status}).`);
        }
    }

    /** As Web Serial has it: after an error that leaves the port open there is a new stream, after a loss none. */
    private reading(isSecond = false): ReadableStream<Uint8Array> {
        const {device, parts: {input}} = this;
        let heard = false;
        let next: ReadableStream<Uint8Array> | null = null;
        return new ReadableStream({pull: async (controller) => {
            try {
                // One packet at a time: a longer transfer would hold a full one back until the board says more.
                for (let size = 0; size === 0;) {               // an empty packet only ends a transfer
                    const {status, data} = await device.transferIn(input.endpointNumber, input.packetSize);
                    if (status !== 'ok') {
                        await device.clearHalt('in', input.endpointNumber);
                        next = isSecond && !heard ? null : this.reading(true);
                        throw new Error(`what the board said is lost (${status}).`);
                    }
                    heard = true;
                    size = data?.byteLength ?? 0;
                    if (data && size > 0) {
                        controller.enqueue(new Uint8Array(data.buffer, data.byteOffset, size));
                    }
                }
            } catch (error) {
                this.readable = next;
                throw error;
            }
        }}, {highWaterMark: 0});
    }
}

/** Web Serial's part that the page needs. */
export function serialBy(usb: Usb): Serial {
    return {
        requestPort: async () => new UsbPort(await usb.requestDevice({filters: [{classCode: COMMUNICATIONS}]})),
        getPorts: async () => (await usb.getDevices()).filter(partsOf).map((device) => new UsbPort(device)),
        addEventListener: (type, act) => usb.addEventListener(type, act),
    };
}

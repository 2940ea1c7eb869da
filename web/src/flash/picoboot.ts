// The RP2040's boot ROM over USB: its PICOBOOT interface, through WebUSB (https://wicg.github.io/webusb/).
//
// Source: RP2040 data sheet, 2.8.5 "USB PICOBOOT Interface"; what it leaves open was read in the boot ROM's published source
// (github.com/raspberrypi/pico-bootrom-rp2040, usb_boot_device.c and async_task.c).

export const VENDOR = 0x2e8a, PRODUCT = 0x0003;         // an RP2350 has another product number

interface Alternate {
    readonly interfaceClass: number;
    readonly endpoints: readonly {readonly endpointNumber: number; readonly direction: 'in' | 'out'}[];
}
interface Setup { requestType: 'vendor'; recipient: 'interface'; request: number; value: number; index: number }
type Status = 'ok' | 'stall' | 'babble';

/** What is used of WebUSB's USBDevice. */
export interface Device {
    readonly opened: boolean;
    readonly configuration: {readonly interfaces: readonly {readonly interfaceNumber: number; readonly alternate: Alternate}[]} | null;
    open(): Promise<void>;
    close(): Promise<void>;
    selectConfiguration(value: number): Promise<void>;
    claimInterface(number: number): Promise<void>;
    clearHalt(direction: 'in' | 'out', endpoint: number): Promise<void>;
    controlTransferIn(setup: Setup, length: number): Promise<{status: Status; data?: DataView}>;
    controlTransferOut(setup: Setup): Promise<{status: Status}>;
    transferIn(endpoint: number, length: number): Promise<{status: Status; data?: DataView}>;
    transferOut(endpoint: number, data: BufferSource): Promise<{status: Status}>;
}

const MAGIC = 0x431f_d10b;
const EXCLUSIVE_ACCESS = 0x01, REBOOT = 0x02, FLASH_ERASE = 0x03, WRITE = 0x05, EXIT_XIP = 0x06, READ = 0x84;
const INTERFACE_RESET = 0x41, GET_COMMAND_STATUS = 0x42;
const EXCLUSIVE = 1;            // the drive refuses writes meanwhile, but does not vanish from the computer
const REBOOT_MS = 500;          // enough to answer the command before
const PACKET = 64;

const REASONS = ['no error', 'unknown command', 'wrong length of the command', 'wrong length of the transfer', 'invalid address',
                 'bad alignment', 'something else writes to the flash', 'it restarts', 'unknown error'];

/** What the boot ROM or the cable refused; the message is for people. */
export class PicobootError extends Error {}

export class Picoboot {
    private token = 0;

    private constructor(private readonly device: Device, private readonly number: number, private readonly input: number,
                        private readonly output: number) {}

    /** Opens the device, ends whatever an earlier connection left half done, and keeps the drive from writing meanwhile. */
    static async open(device: Device): Promise<Picoboot> {
        if (!device.opened) {
            await device.open();
        }
        if (!device.configuration) {
            await device.selectConfiguration(1);
        }
        const found = device.configuration!.interfaces.find(({alternate}) => alternate.interfaceClass === 0xff);
        const endpoint = (direction: 'in' | 'out') => found?.alternate.endpoints.find((end) => end.direction === direction)?.endpointNumber;
        const input = endpoint('in'), output = endpoint('out');
        if (!found || input === undefined || output === undefined) {
            throw new PicobootError('This device has no PICOBOOT interface.');
        }
        await device.claimInterface(found.interfaceNumber);
        const boot = new Picoboot(device, found.interfaceNumber, input, output);
        await boot.reset();
        await boot.order(EXCLUSIVE_ACCESS, Uint8Array.of(EXCLUSIVE));
        await boot.order(EXIT_XIP, new Uint8Array());           // before the flash takes commands
        return boot;
    }

    /** Also ends a transfer that would never end; what waits for that is rejected. */
    async close(): Promise<void> { await this.device.close(); }

    erase(address: number, size: number): Promise<void> { return this.order(FLASH_ERASE, words(address, size)); }

    /** Programs whole pages, which must have been erased. */
    async write(address: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
        await this.begin(WRITE, words(address, bytes.length), bytes.length);
        await this.out(bytes);
        await this.in(PACKET);
    }

    async read(address: number, size: number): Promise<Uint8Array> {
        await this.begin(READ, words(address, size), size);
        const bytes = await this.in(size);
        await this.out(new Uint8Array());
        if (bytes.length !== size) {
            throw new PicobootError(`The board gave ${bytes.length} bytes where ${size} were asked for.`);
        }
        return bytes;
    }

    /** Restarts the board as when it is plugged in: with the program in its flash. */
    reboot(): Promise<void> { return this.order(REBOOT, words(0, 0, REBOOT_MS)); }

    /** A command without data; the board acknowledges it by an empty packet. */
    private async order(id: number, values: Uint8Array): Promise<void> {
        await this.begin(id, values, 0);
        await this.in(PACKET);
    }

    private async begin(id: number, values: Uint8Array, transferred: number): Promise<void> {
        const command = new DataView(new ArrayBuffer(32));
        command.setUint32(0, MAGIC, true);
        command.setUint32(4, ++this.token, true);
        command.setUint8(8, id);
        command.setUint8(9, values.length);
        command.setUint32(12, transferred, true);
        new Uint8Array(command.buffer).set(values, 16);
        await this.out(new Uint8Array(command.buffer));
    }

    private async out(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
        const {status} = await this.device.transferOut(this.output, bytes);
        if (status !== 'ok') {
            throw await this.refusal();
        }
    }

    private async in(length: number): Promise<Uint8Array> {
        const {status, data} = await this.device.transferIn(this.input, length);
        if (status !== 'ok') {
            throw await this.refusal();
        }
        return data ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array();
    }

    /** Why the board has stalled, in its own words; afterwards it takes commands again. */
    private async refusal(): Promise<PicobootError> {
        const {data} = await this.device.controlTransferIn(this.setup(GET_COMMAND_STATUS), 16);
        const code = data && data.byteLength >= 8 ? data.getUint32(4, true) : NaN;
        await this.reset();
        return new PicobootError(`The board refused a command: ${REASONS[code] ?? 'it did not say why'}.`);
    }

    private async reset(): Promise<void> {
        await this.device.clearHalt('in', this.input);
        await this.device.clearHalt('out', this.output);
        await this.device.controlTransferOut(this.setup(INTERFACE_RESET));
    }

    private setup(request: number): Setup {
        return {requestType: 'vendor', recipient: 'interface', request, value: 0, index: this.number};
    }
}

function words(...values: number[]): Uint8Array<ArrayBuffer> {
    const view = new DataView(new ArrayBuffer(4 * values.length));
    values.forEach((value, i) => view.setUint32(4 * i, value, true));
    return new Uint8Array(view.buffer);
}

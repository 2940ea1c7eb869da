// A board at a cable, by Web Serial (https://wicg.github.io/serial/) or by WebUSB.

import {Lines, type Link} from './link';
import {serialBy, type Usb} from './usb_serial';

export interface Port {
    readonly readable: ReadableStream<Uint8Array> | null;
    readonly writable: WritableStream<Uint8Array> | null;
    open(options: {baudRate: number}): Promise<void>;
    close(): Promise<void>;
    getInfo?(): {usbVendorId?: number; usbProductId?: number};
    setSignals?(signals: {dataTerminalReady: boolean; requestToSend: boolean}): Promise<void>;
}
export interface Serial {
    requestPort(): Promise<Port>;
    getPorts(): Promise<Port[]>;        // those that are there and that the person has chosen at some time
    addEventListener(type: 'connect', act: () => void): void;
}

const RETURN_MS = 500;          // after a loss, before the port is looked for: it may have come back meanwhile

/**
 * The ways to a board that this browser has, the best first. On a computer the system's driver holds the port, so WebUSB cannot
 * have it. On Android it mostly can, and Web Serial may find no port at a cable: Chrome 138 to 147 has it for Bluetooth only.
 */
function waysToBoard(): Serial[] {
    const {serial, usb, userAgent} = navigator as unknown as {serial?: Serial; usb?: Usb; userAgent?: string};
    const byUsb = usb && (!serial || /Android/.test(userAgent ?? '')) ? [serialBy(usb)] : [];
    return [...byUsb, ...(serial ? [serial] : [])];
}

/** After a replug the browser may give another object for the same port. */
const kindOf = (port: Port): string => JSON.stringify(port.getInfo?.() ?? {});

/** What fails at a port that is gone matters to nobody. */
const quietly = async (act: () => Promise<void> | void): Promise<void> => {
    try {
        await act();
    } catch {
        // the cable has been removed
    }
};

export class SerialLink implements Link {
    onLine: (line: string) => void = () => {};
    onOpen: (open: boolean) => void = () => {};
    private readonly ways = waysToBoard();
    private port: Port | null = null;           // from the moment at which it is being opened
    private awaited = '';                       // the kind of the port that was lost or is connected
    private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
    private readonly lines = new Lines((line) => this.onLine(line));

    constructor() {
        this.ways.forEach((way) => way.addEventListener('connect', () => void this.lookForReturned()));
    }

    get supported(): boolean { return this.ways.length > 0; }

    /** Whether a failed attempt may be followed by one of another kind. */
    get hasOtherWay(): boolean { return this.ways.length > 1; }

    get open(): boolean { return this.writer !== null; }

    /** Whether the port was lost, and is opened again when it comes back. */
    get waits(): boolean { return !this.open && this.awaited !== ''; }

    /** Lets the person choose a port and opens it. Throws the browser's error if that fails; the port is closed then, and the
     *  next attempt goes another way if there is one. */
    async connect(): Promise<void> {
        try {
            const port = await this.ways[0].requestPort();
            if (!this.port) {
                await this.use(port);
            }
        } catch (error) {
            this.ways.push(this.ways.shift()!);
            throw error;
        }
    }

    send(line: string): void {
        this.writer?.write(new TextEncoder().encode(line + '\n')).catch(() => void this.lose());
    }

    async disconnect(): Promise<void> {
        this.awaited = '';
        await this.close();
    }

    private async use(port: Port): Promise<void> {
        this.port = port;
        try {
            await port.open({baudRate: 115_200});
            try {
                await port.setSignals?.({dataTerminalReady: true, requestToSend: true});
            } catch (error) {
                await quietly(() => port.close());
                throw error;
            }
        } catch (error) {
            this.port = null;
            throw error;
        }
        this.awaited = kindOf(port);
        this.writer = port.writable!.getWriter();
        this.lines.forget();
        void this.listen(port);
        this.onOpen(true);
    }

    private async close(): Promise<void> {
        const {port, reader, writer} = this;
        if (!port || !writer) {
            return;
        }
        this.reader = this.writer = null;
        await quietly(() => reader?.cancel());
        await quietly(() => reader?.releaseLock());
        await quietly(() => writer.releaseLock());
        await quietly(() => port.setSignals?.({dataTerminalReady: false, requestToSend: false}));
        await quietly(() => port.close());
        this.port = null;
        this.onOpen(false);
    }

    private async lose(): Promise<void> {
        await this.close();
        setTimeout(() => void this.lookForReturned(), RETURN_MS);
    }

    private async lookForReturned(): Promise<void> {
        for (const port of (await Promise.all(this.ways.map((way) => way.getPorts()))).flat()) {
            if (!this.port && this.awaited === kindOf(port)) {
                await quietly(() => this.use(port));
            }
        }
    }

    private async listen(port: Port): Promise<void> {
        const decoder = new TextDecoder('latin1');
        let last: Port['readable'] = null;
        // After an overrun, a framing error or a break the port has a new stream; at its end it has none.
        for (let stream = port.readable; stream && stream !== last && this.writer; last = stream, stream = port.readable) {
            if (last) {
                this.lines.forget();
                this.onOpen(true);      // what was lost is asked for
            }
            const reader = this.reader = stream.getReader();
            try {
                for (;;) {
                    const {value, done} = await reader.read();
                    if (done) {
                        break;
                    }
                    this.lines.take(decoder.decode(value, {stream: true}));
                }
            } catch {
                reader.releaseLock();
            }
        }
        if (this.port === port && this.writer) {
            await this.lose();
        }
    }
}

// A board at a cable, by Web Serial (https://wicg.github.io/serial/).

import {Lines, type Link} from './link';

interface Port {
    readonly readable: ReadableStream<Uint8Array> | null;
    readonly writable: WritableStream<Uint8Array> | null;
    open(options: {baudRate: number}): Promise<void>;
    close(): Promise<void>;
    getInfo?(): {usbVendorId?: number; usbProductId?: number};
    setSignals?(signals: {dataTerminalReady: boolean; requestToSend: boolean}): Promise<void>;
}
interface Serial {
    requestPort(): Promise<Port>;
    getPorts(): Promise<Port[]>;        // those that are there and that the person has chosen at some time
    addEventListener(type: 'connect', act: () => void): void;
}

const RETURN_MS = 500;          // after a loss, before the port is looked for: it may have come back meanwhile

const serialOf = (): Serial | undefined => (navigator as unknown as {serial?: Serial}).serial;

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
    private port: Port | null = null;           // from the moment at which it is being opened
    private awaited = '';                       // the kind of the port that was lost or is connected
    private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
    private readonly lines = new Lines((line) => this.onLine(line));

    constructor() {
        serialOf()?.addEventListener('connect', () => void this.lookForReturned());
    }

    static get supported(): boolean { return serialOf() !== undefined; }

    get open(): boolean { return this.writer !== null; }

    /** Whether the port was lost, and is opened again when it comes back. */
    get waits(): boolean { return !this.open && this.awaited !== ''; }

    /** Lets the person choose a port and opens it. Throws the browser's error if that fails; the port is closed then. */
    async connect(): Promise<void> {
        const port = await serialOf()!.requestPort();
        if (!this.port) {
            await this.use(port);
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
        for (const port of await serialOf()!.getPorts()) {
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

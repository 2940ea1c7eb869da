// A board at a cable, by Web Serial (https://wicg.github.io/serial/).

import {Lines, type Link} from './link';

interface Port {
    readonly readable: ReadableStream<Uint8Array> | null;
    readonly writable: WritableStream<Uint8Array> | null;
    open(options: {baudRate: number}): Promise<void>;
    close(): Promise<void>;
    setSignals?(signals: {dataTerminalReady: boolean; requestToSend: boolean}): Promise<void>;
}
interface Serial { requestPort(): Promise<Port> }

const serialOf = (): Serial | undefined => (navigator as unknown as {serial?: Serial}).serial;

export class SerialLink implements Link {
    onLine: (line: string) => void = () => {};
    onOpen: (open: boolean) => void = () => {};
    private port: Port | null = null;
    private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
    private readonly lines = new Lines((line) => this.onLine(line));

    static get supported(): boolean { return serialOf() !== undefined; }

    get open(): boolean { return this.writer !== null; }

    /** Lets the person choose a port and opens it. Throws the browser's error if that fails. */
    async connect(): Promise<void> {
        const port = await serialOf()!.requestPort();
        await port.open({baudRate: 115_200});
        await port.setSignals?.({dataTerminalReady: true, requestToSend: true});
        this.port = port;
        this.writer = port.writable!.getWriter();
        this.lines.forget();
        void this.listen(port);
        this.onOpen(true);
    }

    send(line: string): void {
        this.writer?.write(new TextEncoder().encode(line + '\n')).catch(() => void this.disconnect());
    }

    async disconnect(): Promise<void> {
        const {port, reader, writer} = this;
        if (!port) {
            return;
        }
        this.port = this.reader = this.writer = null;
        try {
            await reader?.cancel();
            reader?.releaseLock();
            writer?.releaseLock();
            await port.setSignals?.({dataTerminalReady: false, requestToSend: false});
            await port.close();
        } catch {
            // the cable has been removed
        }
        this.onOpen(false);
    }

    private async listen(port: Port): Promise<void> {
        const decoder = new TextDecoder('latin1');
        const reader = this.reader = port.readable!.getReader();
        try {
            for (;;) {
                const {value, done} = await reader.read();
                if (done) {
                    break;
                }
                this.lines.take(decoder.decode(value, {stream: true}));
            }
        } catch {
            // the cable was pulled out
        }
        if (this.port === port) {
            await this.disconnect();
        }
    }
}

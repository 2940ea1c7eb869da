// Newline-delimited JSON from Lichess: one connection, and one that is opened again as often as needed.

import {LichessError} from './errors';
import {within, type Clock} from './waits';

const IDLE_MS = 20_000;             // Lichess sends an empty line every 7 s
const LONGEST_LINE = 1_000_000;
const FIRST_WAIT_MS = 1000, LONGEST_WAIT_MS = 30_000;

export type Value = Record<string, unknown>;

/** Gives each object of the answer to `onValue`. Resolves when the server ends it; throws if it is silent or broken, or the
 *  signal aborts. */
export async function read(response: Response, onValue: (value: Value) => void, clock: Clock, signal: AbortSignal): Promise<void> {
    const reader = response.body!.getReader(), decoder = new TextDecoder();
    const stop = () => void reader.cancel().catch(() => {});
    signal.addEventListener('abort', stop);
    let rest = '';
    try {
        for (;;) {
            const part = await within(clock, IDLE_MS, reader.read().catch(() => {
                throw new LichessError('unsure', 'The connection to Lichess broke.');
            }));
            if (signal.aborted || !part) {
                throw new LichessError('unsure', part ? 'The connection was closed.' : 'Lichess is silent.');
            }
            const lines = (rest + decoder.decode(part.value, {stream: !part.done})).split('\n');
            rest = lines.pop()!;
            for (const line of lines) {
                if (line.trim() !== '' && !signal.aborted) {
                    onValue(objectIn(line));
                }
            }
            if (part.done || rest.length > LONGEST_LINE) {
                break;
            }
        }
        if (rest.trim() !== '') {           // it may be half a line
            throw new LichessError('unsure', 'The connection to Lichess broke in the middle of a line.');
        }
    } finally {
        signal.removeEventListener('abort', stop);
        stop();
    }
}

function objectIn(line: string): Value {
    try {
        const value: unknown = JSON.parse(line);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
            return value as Value;
        }
    } catch {
        // what it said is lost, so the stream begins anew
    }
    throw new LichessError('unsure', 'Lichess has sent a line that is not understood.');
}

export interface Source {
    open: (signal: AbortSignal) => Promise<Response>;
    onValue: (value: Value) => void;
    /** The connection is there, or lost. */
    onLive?: (live: boolean) => void;
    /** Whether an end is the end. Otherwise the stream is opened again. */
    isOver?: () => boolean;
}

/** A stream that is opened again, after growing waits, until it is closed or over. */
export class Stream {
    private readonly ended = new AbortController();
    private connection = new AbortController();
    private wait = FIRST_WAIT_MS;

    constructor(private readonly source: Source, private readonly clock: Clock) {}

    /** Resolves when the stream is over or closed; throws what cannot be helped by trying again. */
    async run(): Promise<void> {
        const {open, onValue, onLive, isOver} = this.source;
        while (!this.ended.signal.aborted) {
            this.connection = new AbortController();
            const {signal} = this.connection;
            let pause = 0;
            try {
                const response = await within(this.clock, IDLE_MS, open(signal));
                if (!response) {
                    throw new LichessError('unsure', 'Lichess does not answer.');
                }
                onLive?.(true);
                await read(response, (value) => {
                    this.wait = FIRST_WAIT_MS;
                    onValue(value);
                }, this.clock, signal);
            } catch (error) {
                if (!(error instanceof LichessError) || error.trouble === 'refused' || error.trouble === 'signed out') {
                    this.end();
                    onLive?.(false);
                    throw error;
                }
                pause = error.waitMs;
            }
            const isWanted = signal.aborted;        // by reopen
            this.connection.abort();
            onLive?.(false);
            if (isOver?.()) {
                return;
            }
            if (!isWanted) {
                await this.clock.sleep(Math.max(pause, this.wait), this.ended.signal);
                this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
            }
        }
    }

    /** Opens a new connection: what the server says next is newer than this call. */
    reopen(): void { this.connection.abort(); }

    end(): void {
        this.ended.abort();
        this.connection.abort();
    }
}

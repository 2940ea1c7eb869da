// The board in the worker: a link like that of a cable, and what hands can do to it. Its flash is stored between
// visits.

import packed from 'firmware-image';
import workerSource from 'worker-source';

import {Lines, type Link} from './link';
import type {Square} from './squares';
import type {Kept, News, Order, Rest} from './worker';

const DATABASE = 'stackmate', STORE = 'flash', KEY = 'rp2040';

export class SimulatedBoard implements Link {
    onLine: (line: string) => void = () => {};
    onOpen: (open: boolean) => void = () => {};
    onPicture: (colours: Uint8Array, ms: number) => void = () => {};
    onTime: (time: {ms: number; speed: number; load: number; slow: boolean}) => void = () => {};
    onStopped: (why: string) => void = () => {};
    onRest: (on: boolean) => void = () => {};
    ms = 0;                     // of the board's time
    open = false;               // whether it has power
    resting = false;            // the chip stands still
    private mayRest: Rest = 'never';
    private early: Order[] | null = [];     // before the board's start
    private onKept: () => void = () => {};
    private unfelt = 0;         // changes of squares that are still to come
    static image: Uint8Array<ArrayBuffer>;
    /** The image is there. */
    static readonly ready = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
        .then((bytes) => { SimulatedBoard.image = new Uint8Array(bytes); });
    private readonly worker: Worker;
    private readonly lines = new Lines((line) => this.onLine(line));

    constructor() {
        const source = URL.createObjectURL(new Blob([workerSource], {type: 'text/javascript'}));
        this.worker = new Worker(source);
        this.worker.onmessage = ({data}: MessageEvent<News>) => this.hear(data);
    }

    async start(occupied: Iterable<Square>, power: boolean): Promise<void> {
        const kept = await readKept();
        const early = this.early!;
        this.early = null;
        this.tell({do: 'start', image: SimulatedBoard.image, kept, occupied: [...occupied], power, seed: crypto.getRandomValues(new Uint32Array(1))[0]});
        early.forEach((order) => this.tell(order));
    }

    send(line: string): void { this.tell({do: 'send', text: line + '\n'}); }
    setPower(on: boolean): void { this.tell({do: 'power', on}); }
    /** `least`: a shorter press lasts this many milliseconds of the board's time. */
    setButton(button: number, down: boolean, least = 120): void { this.tell({do: 'button', button, down, least}); }
    /** When the chip stands still, with all that is on its board. `after`: for 'idle', the milliseconds in which nothing has happened. */
    rest(rest: Rest, after: number): void {
        if (rest !== this.mayRest) {
            this.mayRest = rest;
            this.tell({do: 'rest', rest, after});
        }
    }
    setPace(pace: number): void { this.tell({do: 'pace', pace}); }
    /** `pause`: milliseconds of the board's time after the last planned change, or from now. */
    setSquares(set: [Square, boolean][], pause = 0): void {
        this.unfelt++;
        this.tell({do: 'squares', set, pause});
    }
    /** Whether all changes of squares have happened. */
    get still(): boolean { return this.unfelt === 0; }

    /** Resolves when the flash is stored as it is, or after a second. */
    keep(): Promise<void> {
        return new Promise((resolve) => {
            this.onKept = resolve;
            this.tell({do: 'keep'});
            setTimeout(resolve, 1000);
        });
    }

    private tell(order: Order): void {
        if (this.early) {
            this.early.push(order);
        } else {
            this.worker.postMessage(order);
        }
    }

    private hear(news: News): void {
        switch (news.kind) {
        case 'frame':
            this.ms = news.ms;
            this.onPicture(news.colours, news.ms);
            break;
        case 'text': this.lines.take(news.text); break;
        case 'power':
            this.open = news.on;
            this.lines.forget();
            this.onOpen(news.on);
            break;
        case 'time':
            this.ms = news.ms;
            this.onTime(news);
            break;
        case 'felt': this.unfelt--; break;
        case 'rests':
            this.resting = news.on;
            this.onRest(news.on);
            break;
        case 'flash': void writeKept(news.kept).then(this.onKept); break;
        case 'stopped': this.onStopped(news.why); break;
        }
    }
}

// ---------------------------------------------------------------- what is stored between visits

function database(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(DATABASE, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** A browser that stores nothing (for example in a private window) gives an empty flash. */
async function readKept(): Promise<Kept> {
    try {
        const store = (await database()).transaction(STORE).objectStore(STORE);
        return await new Promise((resolve, reject) => {
            const request = store.get(KEY);
            request.onsuccess = () => resolve(Array.isArray(request.result) ? request.result : []);
            request.onerror = () => reject(request.error);
        });
    } catch {
        return [];
    }
}

async function writeKept(kept: Kept): Promise<void> {
    try {
        const writing = (await database()).transaction(STORE, 'readwrite');
        writing.objectStore(STORE).put(kept, KEY);
        await new Promise((done) => { writing.oncomplete = writing.onabort = done; });
    } catch {
        // then the game lasts as long as the page is open
    }
}

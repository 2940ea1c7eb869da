// The simulated board, in a worker: the real firmware image in the simulator that the tests use (emulators/rp2040). The page sends
// what hands do and receives what the board shows and says. Flash that has changed is sent to the page, which stores
// it.

import {loadImage} from '../../emulators/rp2040/image.mjs';
import {Simulation} from '../../emulators/rp2040/simulation.mjs';

export type Kept = [sector: number, bytes: Uint8Array][];

/** When the board's time stands still: not at all, while it has nothing to do (any other order ends that), or until this changes. */
export type Rest = 'never' | 'idle' | 'now';

export type Order =
    | {do: 'start'; image: Uint8Array; kept: Kept; occupied: number[]; power: boolean; seed: number}
    | {do: 'power'; on: boolean}
    | {do: 'reset'}
    | {do: 'squares'; set: [square: number, on: boolean][]; pause: number}
    | {do: 'button'; button: number; down: boolean; least: number}       // least: ms that it stays down
    | {do: 'send'; text: string}
    | {do: 'keep'}              // answered by the flash as it is
    | {do: 'rest'; rest: Rest; after: number}      // after: real time in ms from the last other order or line until a board without work is idle
    | {do: 'pace'; pace: number};

export type News =
    | {kind: 'frame'; ms: number; colours: Uint8Array}
    | {kind: 'text'; ms: number; text: string}
    | {kind: 'power'; on: boolean}
    | {kind: 'time'; ms: number; speed: number; load: number; slow: boolean}
    | {kind: 'flash'; kept: Kept}
    | {kind: 'felt'}            // an order 'squares' has been carried out
    | {kind: 'rests'; on: boolean}
    | {kind: 'stopped'; why: string};

const SECTOR = 4096;
const HEAD_START_MS = 1200;     // of the board's time, that pass at once when the page opens: until then the board waits for pieces to rest
const SLICE_MS = 4;             // of the board's time, between two checks for orders
const TURN_MS = 12;             // of real time, in one turn
const WAIT_MS = 4, IDLE_WAIT_MS = 25;   // of real time, between two turns; the latter while the board is idle
const IDLE_MS = 300;            // real time from the last order, line or change of the lights until the board is idle
const TIME_MS = 100;            // real time between two messages about time
const KEEP_MS = 250;            // real time from a change of the flash to its copy
const ASLEEP = 0.8;             // share of its time for which a chip without work sleeps at least

const scope = self as unknown as {postMessage(news: News): void; onmessage: ((event: MessageEvent<Order>) => void) | null};
const say = (news: News) => scope.postMessage(news);

let simulation: Simulation;
let pace = 1;
let said = '';
let storeFrom = 0;              // the first sector after the image
let last = 0, owed = 0;         // real time of the last turn; virtual time still to be run
let window = {from: 0, virtual: 0, busy: 0, slow: 0, slept: 0};
let operations = 0, changedAt = 0;
let stopped = '';
let rest: Rest = 'never', restAfter = 0, resting = false, scheduled = false;
let timer = 0, stirredAt = 0;   // of the next turn, if it waits; when the board was last not idle
let touchedAt = 0, asleep = false;      // when the last order or line came; whether the chip has no work
let lit = 0, brightest = 0;     // parts of colours that shine, and the most of them since then: it rests with what blinks alight
const pressed = [0, 0, 0, 0];   // when each button was pressed
let handsUntil = 0;             // when the last planned change of a square comes
let planned: (() => void)[] = [];       // all of them, in order

/** Runs another turn without a timer's delay, so that virtual time keeps up with real time. */
const channel = new MessageChannel();
channel.port1.onmessage = () => turn();
function again(wait: boolean): void {
    scheduled = true;
    if (wait) {
        timer = self.setTimeout(turn, last - stirredAt > IDLE_MS ? IDLE_WAIT_MS : WAIT_MS);
    } else {
        channel.port2.postMessage(null);
    }
}

function touch(): void {
    touchedAt = stirredAt = performance.now();
    brightest = lit;
}

/** A turn that waits happens now, and those after it soon. */
function stir(): void {
    touch();
    if (rest !== 'now') {
        stand(false);
    }
    if (timer !== 0) {
        clearTimeout(timer);
        turn();
    }
}

function turn(): void {
    scheduled = false;
    timer = 0;
    if (resting) {
        return;
    }
    const now = performance.now();
    owed = Math.min(owed + (now - last) * pace, 60 * pace);
    last = now;
    const behind = owed > 50 * pace;
    const began = now;
    let passed = 0;
    while (owed > 1 && performance.now() - began < TURN_MS) {
        const slice = Math.min(owed, SLICE_MS);
        const before = simulation.ms;
        const ended = stopped === '' ? simulation.run(slice) : 'stopped';
        if (ended === 'stopped' || ended !== 'time' && ended !== 'cut') {
            if (stopped === '') {
                stopped = ended;
                say({kind: 'stopped', why: ended});
            }
            owed = 0;
            break;
        }
        owed -= simulation.ms - before;
        passed += simulation.ms - before;
    }
    const ended = performance.now();
    window.virtual += passed;
    window.busy += ended - began;
    window.slow += behind ? ended - began : 0;
    tell(ended);
    if (rest === 'idle' && ended - touchedAt > restAfter && asleep && planned.length === 0 && changedAt === 0 && lit === brightest) {
        stand(true);
    } else {
        again(owed <= 1);
    }
}

function tell(now: number): void {
    if (said !== '') {
        say({kind: 'text', ms: simulation.ms, text: said});
        said = '';
        touch();
    }
    const real = now - window.from;
    if (real >= TIME_MS) {
        say({kind: 'time', ms: simulation.ms, speed: window.virtual / real, load: window.busy / real, slow: window.slow > real / 2});
        const slept = simulation.chip?.sleptNanos ?? 0;
        asleep = !simulation.powered || slept - window.slept > ASLEEP * 1e6 * window.virtual;
        window = {from: now, virtual: 0, busy: 0, slow: 0, slept};
    }
    if (simulation.flash.operations !== operations) {
        operations = simulation.flash.operations;
        changedAt ||= now;
    }
    if (changedAt > 0 && now - changedAt > KEEP_MS && !simulation.flash.busy) {
        changedAt = 0;
        keep();
    }
}

/** The board's time stands still, or goes on. */
function stand(still: boolean): void {
    if (still === resting) {
        return;
    }
    resting = still;
    say({kind: 'rests', on: still});
    if (still) {
        keep();
    } else if (!scheduled) {
        last = window.from = performance.now();
        turn();
    }
}

/** Sends the sectors after the image that are not empty. */
function keep(): void {
    const kept: Kept = [];
    const words = new Uint32Array(simulation.flash.bytes.buffer);
    for (let sector = storeFrom; sector < words.length / 1024; sector++) {
        const part = words.subarray(1024 * sector, 1024 * (sector + 1));
        if (part.some((word) => word !== 0xffffffff)) {
            kept.push([sector, simulation.flash.bytes.slice(SECTOR * sector, SECTOR * (sector + 1))]);
        }
    }
    say({kind: 'flash', kept});
}

function start(order: Extract<Order, {do: 'start'}>): void {
    simulation = new Simulation({image: order.image, seed: order.seed, oneCore: true});
    storeFrom = Math.max(...loadImage(order.image).map(({at, bytes}) => Math.ceil((at + bytes.length) / SECTOR)));
    for (const [sector, bytes] of order.kept) {
        if (sector >= storeFrom && SECTOR * (sector + 1) <= simulation.flash.bytes.length) {
            simulation.flash.bytes.set(bytes, SECTOR * sector);
        }
    }
    simulation.onUartByte = (byte) => { said += String.fromCharCode(byte); };
    simulation.onFrame = (ms, colours) => {
        say({kind: 'frame', ms, colours: colours.slice()});
        stirredAt = performance.now();
        lit = colours.reduce((sum, part) => sum + Math.sign(part), 0);
        brightest = Math.max(brightest, lit);
    };
    order.occupied.forEach((square) => simulation.board.setSquare(square, true));
    power(order.power);
    simulation.run(HEAD_START_MS);      // if the chip stops meanwhile, the first turn says so
    last = window.from = performance.now();
    turn();
}

function power(on: boolean): void {
    if (on === simulation.powered) {
        return;
    }
    stopped = '';
    if (on) {
        simulation.powerOn();
    } else {
        simulation.powerOff();
        [...planned].forEach(come);     // nobody has to wait for a board without power
        handsUntil = 0;
        keep();
    }
    say({kind: 'power', on});
}

/** Carries out a planned change of squares, once. */
function come(change: () => void): void {
    if (planned.includes(change)) {
        planned = planned.filter((other) => other !== change);
        change();
    }
}

scope.onmessage = ({data: order}) => {
    if (order.do !== 'rest') {
        stir();
    }
    switch (order.do) {
    case 'start': start(order); break;
    case 'power': power(order.on); break;
    case 'reset':
        if (simulation.powered) {
            stopped = '';
            simulation.pressReset();
        }
        break;
    case 'squares': {
        const set = () => {
            order.set.forEach(([square, on]) => simulation.board.setSquare(square, on));
            say({kind: 'felt'});
        };
        const at = Math.max(simulation.ms, handsUntil) + order.pause;
        if (at > simulation.ms && simulation.powered) {
            handsUntil = at;
            planned.push(set);
            simulation.after(at - simulation.ms, () => come(set));
        } else {
            set();
        }
        break;
    }
    case 'button':
        if (order.down) {
            simulation.board.setButton(order.button, true);
            pressed[order.button] = simulation.ms;
        } else {
            const rest = pressed[order.button] + order.least - simulation.ms;
            const release = () => simulation.board.setButton(order.button, false);
            if (rest > 0 && simulation.powered) {
                simulation.after(rest, release);
            } else {
                release();
            }
        }
        break;
    case 'send': simulation.send(Uint8Array.from(order.text, (letter) => letter.charCodeAt(0))); break;
    case 'keep': keep(); break;
    case 'rest':
        ({rest, after: restAfter} = order);
        touch();
        stand(rest === 'now');
        break;
    case 'pace': pace = order.pace; break;
    }
};

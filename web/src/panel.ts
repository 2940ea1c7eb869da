// The simulated board's buttons and power, and how fast its chip runs.

import {BUTTONS, hands, mode, onMode, sessions, simulated, view} from './boards';
import {byId} from './dom';
import {drawSoon} from './drawing';
import {pass, watcher} from './glow';
import {isHolding} from './habits';
import {holds} from './lichess/fair';
import {boardStarts, remember} from './table';

const REST_MS = 3000;           // what has happened until then is told by the board
const REST_IN_VIEW_MS = 10_000;
/** States that only a person ends. */
const WAITING = ['person_to_move', 'move_to_make', 'setup', 'game_over'];

let loading = false;            // the simulated board has power, and its worker has not reported that yet
let stopped = '';               // why the simulated chip no longer runs
let idleSince: number | null = null;    // when the chip had nothing to do
let speeds: [number, number, boolean][] = [];

export const isLoading = (): boolean => loading;
export const whyStopped = (): string => stopped;

function drawSpeed(speed: number, load: number, slow: boolean): void {
    speeds.push([speed, load, slow]);
    if (speeds.length < 10) {
        return;
    }
    const mean = (at: 0 | 1) => speeds.reduce((sum, entry) => sum + entry[at], 0) / speeds.length;
    const isSlow = speeds.filter((entry) => entry[2]).length > speeds.length / 2;
    const [real, busy] = [mean(0), mean(1)];
    speeds = [];
    const text = byId('speed');
    text.dataset.speed = real.toFixed(3);
    text.classList.toggle('slow', isSlow);
    text.textContent = !simulated.open ? '' : isSlow
        ? `Simulated Pico: ${Math.round(100 * real)} % of a real one’s speed. This computer cannot do more; the board thinks slower than at home.`
        : `Simulated Pico: ${Math.round(100 * real)} % of a real one’s speed; that takes ${Math.round(100 * busy)} % of one processor core here.`;
}

function drawRest(on: boolean): void {
    speeds = [];
    if (on) {
        byId('speed').textContent = 'Simulated Pico: it stands still until you do something.';
    }
}

function wireButtons(): void {
    BUTTONS.forEach((name, number) => {
        const button = byId(`button-${name}`);
        const set = (down: boolean) => {
            if (button.classList.contains('down') !== down) {
                button.classList.toggle('down', down);
                simulated.setButton(number, down);
            }
        };
        button.addEventListener('pointerdown', (event) => {
            button.setPointerCapture(event.pointerId);
            set(true);
        });
        for (const end of ['pointerup', 'pointercancel', 'blur'] as const) {
            button.addEventListener(end, () => set(false));
        }
        button.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                set(true);
            }
        });
        button.addEventListener('keyup', () => set(false));
    });
}

/** The simulated board begins, with the pieces that stand on its table. */
export function start(power: boolean): void {
    loading = power;
    void simulated.start([...hands.pieces.keys()], power);
}

/** The chip rests while nobody sees its board, and in view while it waits for a person, unless it is at work for somebody: a clock runs,
 *  the engine has the move, Lichess plays on it. To be called each second. */
export function mindRest(): void {
    const {status, words} = sessions.try, seen = !document.hidden && mode === 'try';
    const waits = status.state === 'move_to_make' ? !byId<HTMLInputElement>('auto').checked : status.mover === 'person' || !status.timeRuns;
    const may = words !== '' && waits && !(status.clocks && status.timeRuns) && !holds(sessions.try) && status.checkers !== 'thinking' && !isHolding();
    idleSince = may && !seen ? idleSince ?? performance.now() : null;
    simulated.rest(idleSince !== null && performance.now() - idleSince > REST_MS ? 'now' : may && WAITING.includes(status.state) ? 'idle' : 'never', REST_IN_VIEW_MS);
}

/** On a slow computer the chip may not listen yet. */
async function learn(): Promise<void> {
    for (let tries = 0; tries < 10 && simulated.open && !sessions.try.words; tries++) {
        await sessions.try.learn();
    }
}

export function begin(): void {
    wireButtons();
    document.addEventListener('visibilitychange', mindRest);
    onMode(mindRest);
    byId<HTMLInputElement>('power').addEventListener('change', () => simulated.setPower(byId<HTMLInputElement>('power').checked));
    simulated.onTime = ({ms, speed, load, slow}) => {
        pass(ms);
        drawSpeed(speed, load, slow);
    };
    simulated.onRest = drawRest;
    simulated.onOpen = (on) => {
        loading = false;
        stopped = '';
        sessions.try.begin();
        watcher.forget();
        byId<HTMLInputElement>('power').checked = on;
        view.darken();
        remember();
        if (on) {
            boardStarts();
            void sessions.try.ask().then(learn);        // the state first: a move can be made then
        }
        drawSoon();
    };
    simulated.onStopped = (why) => {
        stopped = why === 'bootloader' ? 'The chip is a USB drive now and waits for an image; here: switch the power off and on'
            : `The simulated chip has stopped (${why}): switch the power off and on`;
        drawSoon();
    };
}

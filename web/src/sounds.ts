// Sounds for a move, a capture, a check and the end of a game, made by an oscillator.

import {mode, onMode, session} from './boards';
import {byId} from './dom';
import {onDraw} from './drawing';

export const SOUND_KEY = 'stackmate.sound';
const PATIENCE_MS = 500;        // a browser that forbids sound leaves its context suspended
/** Tones in Hz, one after the other. */
const TUNES = {move: [330], capture: [220, 165], check: [660, 880], end: [523, 392, 262]};
const TONE_S = 0.09;

let on = true;
let context: AudioContext | null = null;
let heard = {key: '', moves: 0, result: ''};

const supported = (): boolean => typeof AudioContext === 'function';

function show(): void { byId('sound').setAttribute('aria-pressed', String(on)); }

async function play(tune: number[]): Promise<void> {
    context ??= new AudioContext();
    if (context.state !== 'running') {
        await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).catch(() => {});
    }
    if (context.state !== 'running') {
        on = false;             // until the person asks for it; not remembered
        show();
        return;
    }
    tune.forEach((hertz, i) => {
        const oscillator = context!.createOscillator(), gain = context!.createGain(), start = context!.currentTime + i * TONE_S;
        oscillator.type = 'triangle';
        oscillator.frequency.value = hertz;
        gain.gain.setValueAtTime(0.2, start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
        oscillator.connect(gain).connect(context!.destination);
        oscillator.start(start);
        oscillator.stop(start + TONE_S);
    });
}

/** Compares the game with what was heard of it; only its next move or its end makes a sound. */
function listen(): void {
    const {start, moves, result} = session().status;
    const before = heard, key = `${mode} ${start}`, san = moves.at(-1)?.san ?? '';
    heard = {key, moves: moves.length, result};
    const moved = moves.length === before.moves + 1;
    if (!on || before.key !== key || !moved && (result === '' || result === before.result)) {
        return;
    }
    void play(result || san.endsWith('#') ? TUNES.end : san.endsWith('+') ? TUNES.check : san.includes('x') ? TUNES.capture : TUNES.move);
}

function turn(): void {
    on = !on;
    show();
    try {
        localStorage.setItem(SOUND_KEY, on ? 'on' : 'off');
    } catch {
        // it holds for this visit
    }
    if (on) {
        void play(TUNES.move);
    }
}

export function begin(): void {
    byId('sound').hidden = !supported();
    try {
        on = localStorage.getItem(SOUND_KEY) !== 'off';
    } catch {
        // on, as at the first visit
    }
    on &&= supported();
    show();
    byId('sound').addEventListener('click', turn);
    onMode(() => { heard.key = ''; });
    onDraw(listen);
}

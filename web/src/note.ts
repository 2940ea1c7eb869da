// The page's own words: a note that goes away, and text for a screen reader.

import {onMode} from './boards';
import {byId} from './dom';
import {onDraw} from './drawing';

const LIVE_MS = 700;            // text must be unchanged for this long before it is read out
const NOTE_MS = 8000;

let noteTimer = 0;
let noteHolds: () => boolean = () => true;

/** Shows a note for a while, but no longer than it is true. */
export function note(text: string, holds: () => boolean = () => true): void {
    noteHolds = holds;
    const box = byId('note');
    box.textContent = text;
    box.hidden = text === '';
    clearTimeout(noteTimer);
    noteTimer = window.setTimeout(() => { box.hidden = true; }, NOTE_MS);
}

const spoken = new Map<string, string>();
let speakTimer = 0, once = '';

function speakSoon(): void {
    clearTimeout(speakTimer);
    speakTimer = window.setTimeout(() => {
        byId('live').textContent = [once, ...spoken.values()].filter(Boolean).join('. ');
        once = '';
    }, LIVE_MS);
}

/** Has a screen reader say this once, before what the parts of the page say. */
export function say(text: string): void {
    once = text;
    byId('live').textContent = '';      // the same words are read out again
    speakSoon();
}

/** Text of a part of the page for a screen reader, read out once it no longer changes. */
export function speak(text: string, part: string): void {
    if (text === (spoken.get(part) ?? '')) {
        return;
    }
    spoken.set(part, text);
    speakSoon();
}

export function begin(): void {
    onMode(() => note(''));
    onDraw(() => {
        if (!noteHolds()) {
            note('');
        }
    });
}

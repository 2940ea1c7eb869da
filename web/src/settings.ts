// The settings: those that this browser keeps, and those of the board.

import {hands, session, simulated} from './boards';
import {openDialog} from './dialog';
import {byId} from './dom';
import {onDraw} from './drawing';
import {SCORE_KEY} from './score';
import {SOUND_KEY} from './sounds';
import {TABLE_KEY} from './table';

const SETTINGS_KEY = 'stackmate.settings';
const checkbox = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

function keepSettings(): void {
    try {
        localStorage.setItem(SETTINGS_KEY, JSON.stringify({helps: hands.helps, auto: checkbox('auto').checked}));
    } catch {
        // a browser that stores nothing
    }
}

function restore(): void {
    try {
        const kept = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');
        checkbox('auto').checked = kept.auto === true;
        checkbox('helps').checked = hands.helps = kept.helps !== false;
    } catch {
        // as at the first visit
    }
}

function drawSettings(): void {
    const {status} = session();
    if (document.activeElement !== byId('brightness') && status.brightness !== null) {
        byId<HTMLInputElement>('brightness').value = String(status.brightness);
    }
    checkbox('flip').checked = status.flipped;
}

function forget(): void {
    simulated.setPower(false);
    setTimeout(() => {
        localStorage.removeItem(TABLE_KEY);
        localStorage.removeItem(SETTINGS_KEY);
        localStorage.removeItem(SCORE_KEY);
        localStorage.removeItem(SOUND_KEY);
        const request = indexedDB.deleteDatabase('stackmate');
        request.onsuccess = request.onerror = request.onblocked = () => location.reload();
    }, 300);
}

export function begin(): void {
    restore();
    const on = (id: string, event: string, act: () => void) => byId(id).addEventListener(event, act);
    const value = (id: string) => byId<HTMLInputElement | HTMLSelectElement>(id).value;
    const checked = (id: string) => checkbox(id).checked;
    on('helps', 'change', () => { hands.helps = checked('helps'); keepSettings(); });
    on('auto', 'change', keepSettings);
    on('flip', 'change', () => session().say(`board flip ${checked('flip') ? 'on' : 'off'}`));
    on('brightness', 'change', () => session().say(`board brightness ${value('brightness')}`));
    on('pace', 'change', () => simulated.setPace(Number(value('pace'))));
    on('forget', 'click', () => openDialog('Forget everything?', ['The board’s flash in this browser, with its game and settings, is erased, and the pieces are set up.'],
                                           ['Forget everything', forget]));
    onDraw(drawSettings);
}

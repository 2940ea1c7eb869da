// The settings: those that this browser keeps, and those of the board.

import {hands, session, simulated} from './boards';
import {openDialog} from './dialog';
import {byId, make} from './dom';
import {onDraw} from './drawing';
import {FACTS} from './facts';
import {SCORE_KEY} from './score';
import {SOUND_KEY} from './sounds';
import {TABLE_KEY} from './table';

const SETTINGS_KEY = 'stackmate.settings';
/** Settings that not every board has: the word behind `board`, what the page calls it, and its values in words. */
const COACH = {off: 'off', warns: 'warns of a blunder once it is made', blunders: 'also shows blunders', all: 'shows what each move is worth'};
const PIECES = {all: 'all pieces', 6: '6 pieces a turn', 5: '5 pieces a turn', 4: '4 pieces a turn', 3: '3 pieces a turn', 2: '2 pieces a turn', 1: '1 piece a turn', 0: 'no piece'};
const OFF_ON = {off: 'off', on: 'on'};
const EXERCISES = {off: 'none', ...Object.fromEntries(Object.values(FACTS.exercises).filter((name) => !/close|adaptive|switch|clock|odds|Chess960/.test(name))
    .map((name) => [name.toLowerCase().replace(' ', '-').replace(':', 'v'), name]))};
const CHOICES: [string, string, Record<string, string>][] = [
    ['white-coach', 'White’s coach', COACH], ['white-coach-pieces', 'White’s coach shows the moves of', PIECES],
    ['black-coach', 'Black’s coach', COACH], ['black-coach-pieces', 'Black’s coach shows the moves of', PIECES],
    ['exercise', 'Exercise', EXERCISES],
    ['club', 'Club game: no takebacks, no advice, no menu', OFF_ON], ['blindfold', 'Blindfold: few lights', OFF_ON],
    ['hand-and-brain', 'Hand and brain: the engine says the kind, you the move', OFF_ON],
    ['variety', 'Another move: the engine may play one that is nearly as good', OFF_ON],
    ['sound', 'The board’s sound', {off: 'silent', quiet: 'quiet', loud: 'loud'}],
];
const looks = (): HTMLSelectElement => byId<HTMLSelectElement>('looks');
const spoken = (): HTMLSelectElement => byId<HTMLSelectElement>('spoken');
const checkbox = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

function keepSettings(): void {
    try {
        localStorage.setItem(SETTINGS_KEY, JSON.stringify({
            helps: hands.helps, byHand: !checkbox('auto').checked, wooden: checkbox('wooden').checked, looks: looks().value, spoken: spoken().value,
        }));
    } catch {
        // a browser that stores nothing
    }
}

const readKept = () => JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');

/** To be called as soon as the script is there: nobody who has chosen dark sees light first. */
export function wearLooks(): void {
    try {
        const kept = readKept().looks;
        looks().value = [...looks().options].some(({value}) => value === kept) ? kept : '';
    } catch {
        // as the system
    }
    document.documentElement.dataset.looks = looks().value;
}

function restore(): void {
    try {
        const kept = readKept();
        checkbox('auto').checked = kept.byHand !== true;
        checkbox('wooden').checked = kept.wooden === true;
        spoken().value = ['other', 'all'].includes(kept.spoken) ? kept.spoken : '';
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
    byId('chosen').hidden = Object.keys(status.chosen).length === 0;
    for (const [word] of CHOICES) {
        const select = byId<HTMLSelectElement>(`set-${word}`), value = status.chosen[word];
        select.parentElement!.hidden = value === undefined;
        if (document.activeElement !== select && value !== undefined) {
            select.value = value;
        }
    }
}

function fillChoices(): void {
    for (const [word, name, values] of CHOICES) {
        const options = Object.entries(values).map(([value, text]) => make('option', {value}, text));
        const select = make('select', {id: `set-${word}`, 'data-needs-board': true, change: () => session().say(`board ${word} ${select.value}`)}, ...options);
        byId('chosen').append(make('label', {}, `${name} `, select));
    }
}

function forget(): void {
    simulated.setPower(false);
    setTimeout(() => {
        try {
            [TABLE_KEY, SETTINGS_KEY, SCORE_KEY, SOUND_KEY].forEach((key) => localStorage.removeItem(key));
            const request = indexedDB.deleteDatabase('stackmate');
            request.onsuccess = request.onerror = request.onblocked = () => location.reload();
        } catch {
            location.reload();      // nothing was kept
        }
    }, 300);
}

export function begin(): void {
    restore();
    fillChoices();
    const on = (id: string, event: string, act: () => void) => byId(id).addEventListener(event, act);
    const value = (id: string) => byId<HTMLInputElement | HTMLSelectElement>(id).value;
    const checked = (id: string) => checkbox(id).checked;
    on('helps', 'change', () => { hands.helps = checked('helps'); keepSettings(); });
    on('auto', 'change', keepSettings);
    on('wooden', 'change', keepSettings);
    on('spoken', 'change', keepSettings);
    on('looks', 'change', () => { document.documentElement.dataset.looks = value('looks'); keepSettings(); });
    on('flip', 'change', () => session().say(`board flip ${checked('flip') ? 'on' : 'off'}`));
    on('brightness', 'change', () => session().say(`board brightness ${value('brightness')}`));
    on('pace', 'change', () => simulated.setPace(Number(value('pace'))));
    on('forget', 'click', () => openDialog('Forget everything?', ['The board’s flash in this browser, with its game and settings, is erased, and the pieces are set up.'],
                                           ['Forget everything', forget]));
    onDraw(drawSettings);
}

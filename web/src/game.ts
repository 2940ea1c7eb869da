// The game: its clocks and result, who plays it, and how strong the engine is.

import {mode, onMode, session} from './boards';
import {byId, make} from './dom';
import {onDraw} from './drawing';
import {FACTS} from './facts';
import {clockWords} from './own_clock';
import {clockText} from './status';

const DEFAULT_LEVEL = 'strength 3';     // the firmware's default
/** What not every board has. */
const ADAPTIVE = {code: 'adaptive', name: 'adaptive'}, OWN = {code: 'own', name: 'own clock'};
const LEVEL_GROUPS: Record<string, string> = {s: 'Strength', t: 'Time for a move', d: 'Depth', c: 'Clock'};

/** As `board level` takes it. */
export const levelCode = (name: string): string | undefined => [...FACTS.levels, ADAPTIVE, OWN].find((level) => level.name === name)?.code;

function choose(id: string, value: string | undefined): void {
    const select = byId<HTMLSelectElement>(id);
    if (value !== undefined && document.activeElement !== select && select.value !== value) {
        select.value = value;
    }
}

function drawGame(): void {
    const {status} = session();
    const result = byId('result');
    result.hidden = !status.result;
    result.textContent = status.result ? status.verdict() : '';
    const clocks = byId('clocks');
    clocks.hidden = !status.clocks;
    if (status.clocks) {
        clocks.replaceChildren(...(['White', 'Black'] as const).map((side, i) =>
            make('div', {class: status.timeRuns && status.whiteMoves === (i === 0) ? 'runs' : ''}, make('span', {}, side), make('strong', {}, clockText(status.clocks![i])))));
    }
    byId('adaptive').textContent = `as strong as you${status.chosen.rating ? ` (${status.chosen.rating})` : ''}`;
    byId('own').hidden = status.chosen.clock === undefined;
    byId('own').textContent = `your own: ${clockWords(status.chosen.clock ?? '')}`;
    choose('level', levelCode(status.level));
    choose('white', status.white);
    choose('black', status.black);
}

function fillChoices(): void {
    const level = byId<HTMLSelectElement>('level');
    for (const [kind, name] of Object.entries(LEVEL_GROUPS)) {
        const group = make('optgroup', {label: name});
        group.append(...FACTS.levels.filter(({code}) => code[0] === kind).map((entry) =>
            make('option', {value: entry.code}, entry.name + (entry.name === DEFAULT_LEVEL ? ' (a new board’s)' : entry.code === 's1' ? ' (beginner)' : ''))));
        level.append(group);
    }
    level.firstElementChild!.append(make('option', {value: ADAPTIVE.code, id: 'adaptive'}));
    level.lastElementChild!.append(make('option', {value: OWN.code, id: 'own'}));
    for (const side of ['white', 'black'] as const) {
        byId<HTMLSelectElement>(side).append(make('option', {value: 'person'}, 'person'), make('option', {value: 'engine'}, 'engine'),
                                             make('option', {value: 'remote'}, 'this page'));
    }
}

export function begin(): void {
    const value = (id: string) => byId<HTMLSelectElement>(id).value;
    const on = (id: string, event: string, act: () => void) => byId(id).addEventListener(event, act);
    fillChoices();
    on('level', 'change', () => session().say(`board level ${value('level')}`));
    for (const side of ['white', 'black']) {
        on(side, 'change', () => session().say(`board ${side} ${value(side)}`));
    }
    on('takeback', 'click', () => session().say('board takeback'));
    onMode(() => {
        for (const id of ['white', 'black']) {
            byId<HTMLSelectElement>(id).querySelector<HTMLOptionElement>('option[value=remote]')!.hidden = mode === 'try';
        }
    });
    onDraw(drawGame);
}

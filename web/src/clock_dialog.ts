// The dialog in which a clock of one's own is put together.

import {session} from './boards';
import {openDialog} from './dialog';
import {byId, make} from './dom';
import {onDraw} from './drawing';
import {faultsOf, readClock, RULES, writeClock} from './own_clock';

/** Two fields for numbers, and what is wrong with them. */
function pair(id: string, labels: [string, string], values: number[]) {
    const fault = make('p', {id: `clock-${id}-fault`, class: 'fault', role: 'status'});
    const fields = values.map((value, i) => make('input', {id: `clock-${id}-${i}`, value, inputmode: 'numeric', maxlength: 3, autocomplete: 'off', 'aria-describedby': fault.id}));
    const element = make('div', {class: 'fields'}, ...fields.map((field, i) => make('label', {}, labels[i], field)), fault);
    return {
        element,
        get values(): number[] { return fields.map(({value}) => /^\d+$/.test(value.trim()) ? Number(value) : NaN); },
        complain(words: string): void {
            if (fault.textContent !== words) {
                fault.textContent = words;
            }
            fields.forEach((field) => field.setAttribute('aria-invalid', String(words !== '')));
        },
    };
}

function openClock(): void {
    const now = readClock(session().status.chosen.clock), of = (side: number) => [now.minutes[side], now.seconds[side]];
    const rule = make('select', {id: 'clock-rule'}, ...Object.entries(RULES).map(([value, text]) => make('option', {value, selected: value === now.rule}, text)));
    const alike = make('input', {type: 'checkbox', id: 'clock-alike', checked: String(of(0)) === String(of(1))});
    const white = pair('white', ['White: minutes', 'White: seconds'], of(0)), black = pair('black', ['Black: minutes', 'Black: seconds'], of(1));
    const stage = pair('stage', ['Second stage: after so many moves', 'Second stage: minutes more'], [now.moves, now.then]);
    const chosen = () => {
        const one = white.values, other = alike.checked ? one : black.values, [moves, then] = stage.values;
        return {minutes: [one[0], other[0]] as [number, number], seconds: [one[1], other[1]] as [number, number], rule: rule.value, moves, then};
    };
    const look = () => {
        const faults = faultsOf(chosen());
        black.element.hidden = alike.checked;
        [white, black, stage].forEach((part, i) => part.complain(faults[i]));
        byId('dialog-buttons').querySelector('button')!.disabled = faults.some(Boolean);
    };
    const body = make('div', {class: 'fields stack', input: look}, white.element, make('label', {class: 'check'}, alike, 'Black has the same'), black.element,
                      make('label', {}, 'Rule', rule), stage.element);
    openDialog('A clock of your own', [body], ['Play with it', () => session().say(`board clock ${writeClock(chosen())}`)]);
    look();
}

export function begin(): void {
    byId('own-clock').addEventListener('click', openClock);
    onDraw(() => { byId('own-clock').hidden = session().status.chosen.clock === undefined; });
}

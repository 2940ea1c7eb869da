// What is going on, in words: the headline, an explanation, and what the lights say.

import {mode, serial, session, simulated} from './boards';
import {NO_SERIAL} from './cable';
import {byId, make} from './dom';
import {onDraw} from './drawing';
import {watcher} from './glow';
import {heldWords} from './lichess/fair';
import {signOf, type Said} from './lights';
import {isPast, pastWords} from './moves';
import {speak} from './note';
import {isLoading, whyStopped} from './panel';
import {isChoice, lightChoices} from './promotion';

function headline(): string {
    if (isPast()) {
        return pastWords().title;
    }
    if (mode === 'own' && !serial.open) {
        return serial.supported ? 'No board is connected' : 'This browser cannot reach a board at a cable';
    }
    if (mode === 'try' && !simulated.open) {
        return isLoading() ? 'One moment…' : 'The power is off';
    }
    if (mode === 'try' && whyStopped()) {
        return whyStopped();
    }
    return heldWords() || session().status.headline();
}

function explanation(): string {
    if (isPast()) {
        return pastWords().text;
    }
    if (mode === 'own' && !serial.supported) {
        return NO_SERIAL;
    }
    if (mode === 'own' && !serial.open) {
        return 'Connect yours, and its game, clocks and settings are shown here. Nothing is sent anywhere unless you play on Lichess.';
    }
    if (mode === 'try' && !simulated.open && !isLoading()) {
        return 'Pieces may be moved. The board keeps its game; switch the power on again.';
    }
    return '';
}

/** As long as one piece is to be chosen these are the same buttons: one that is replaced under a finger hears no tap. */
let choices: HTMLLIElement | null = null;

function drawSaid(said: Said[], saysWhose: boolean): void {
    const items = said.filter(({style}) => !(saysWhose && style.name === 'turn'));
    const list = byId('meanings');
    const choosing = items.some(isChoice) && session().status.state === 'promotion_choice';
    const others = items.filter((one) => !isChoice(one));
    choices = choosing ? choices ?? lightChoices() : null;
    const key = String(choices !== null) + others.map(({style, text}) => style.name + text).join('|') + explanation();
    if (list.dataset.key === key) {
        return;
    }
    list.dataset.key = key;
    const rows = others.map(({style, text}) => {
        const lamp = make('span', {class: 'lamp', 'aria-hidden': 'true'}, signOf(style.name));
        lamp.style.setProperty('--led', `rgb(${style.colour.map((part) => Math.max(part, 40)).join(' ')})`);
        return make('li', {}, lamp, make('span', {}, text));
    });
    if (choices) {
        rows.push(choices);
    }
    if (rows.length === 0 && explanation()) {
        rows.push(make('li', {style: 'grid-template-columns: 1fr'}, make('span', {}, explanation())));
    }
    list.replaceChildren(...rows);
}

function draw(): void {
    const {status} = session();
    const said = mode === 'try' && simulated.open && !isPast() ? watcher.say(status.whiteMoves) : [];
    const title = headline();
    if (byId('headline').textContent !== title) {
        byId('headline').textContent = title;
    }
    drawSaid(said, ['person_to_move', 'move_to_make'].includes(status.state));
    speak([title, ...said.filter(({style}) => !['turn', 'candidate_from', 'candidate_to', 'choice', 'action'].includes(style.name)).map(({text}) => text),
           explanation()].filter(Boolean).join('. '), 'board');
}

export function begin(): void { onDraw(draw); }

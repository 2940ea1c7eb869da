// The console: what is said on the serial line, and a line for the person's own words.

import {mode, onMode, session, type Mode} from './boards';
import {byId, make} from './dom';
import {note} from './note';
import type {LogLine} from './session';

function writeConsole(line: LogLine): void {
    const box = byId('console');
    const atEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
    box.append(make('span', {class: line.kind}, (line.kind === 'sent' ? '> ' : '') + line.text + '\n'));
    while (box.childElementCount > 1500) {
        box.firstElementChild!.remove();
    }
    if (atEnd) {
        box.scrollTop = box.scrollHeight;
    }
}

export function hear(from: Mode, line: LogLine): void {
    if (from === mode) {
        writeConsole(line);
    }
}

export function begin(): void {
    onMode(() => {
        byId('console').replaceChildren();
        session().log.slice(-500).forEach(writeConsole);
    });
    byId('console-form').addEventListener('submit', (event) => {
        event.preventDefault();
        const input = byId<HTMLInputElement>('console-input');
        if (!session().link.open) {
            note('Nobody is there to hear this line.');
        } else if (input.value.trim()) {
            session().say(input.value.trim());
            input.value = '';
        }
    });
    byId<HTMLInputElement>('quiet').addEventListener('change', ({target}) => byId('console').classList.toggle('all', (target as HTMLInputElement).checked));
}

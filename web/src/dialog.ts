// The dialog: questions, texts to read, copy and save.

import {session} from './boards';
import {byId, make, save} from './dom';

export function openDialog(title: string, body: (Node | string)[], ...buttons: [string, () => void][]): void {
    const dialog = byId<HTMLDialogElement>('dialog');
    byId('dialog-title').textContent = title;
    byId('dialog-body').replaceChildren(...body);
    byId('dialog-buttons').replaceChildren(...[...buttons, ['Close', () => {}] as [string, () => void]].map(([text, act], i) =>
        make('button', {class: i === 0 && buttons.length > 0 ? 'primary' : '', click: () => {
            dialog.close();
            act();
        }}, text)));
    dialog.showModal();
}

/** Does what ends the game; while one is being played, only after a question. */
export function leaveGame(what: string, act: () => void): void {
    const {status, link} = session();
    if (link.open && status.moves.length > 0 && !status.result && !['setup', 'resume_offer'].includes(status.state)) {
        openDialog(`${what}?`, ['The game that is being played ends there, without a result.'], [what, act]);
    } else {
        act();
    }
}

/** `more`: what else can be done with it. */
export function openText(title: string, text: string, name: string, below: Node[] = [], ...more: [string, () => void][]): void {
    const area = make('textarea', {readonly: true, 'aria-label': title, spellcheck: 'false'});
    area.value = text;
    openDialog(title, [area, ...below], ['Save', () => save(name, text, 'text/plain')], ['Copy', () => void navigator.clipboard?.writeText(text)], ...more);
}

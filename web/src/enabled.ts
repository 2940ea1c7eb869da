// What can be used now. Each part says what its elements need; all of that must hold, whoever has said it.

import {session} from './boards';
import {byId} from './dom';
import {onDraw} from './drawing';

const needed: [ids: string[], holds: () => boolean][] = [];

/** The elements with these ids can be used only while it holds. */
export function needs(ids: string[], holds: () => boolean): void { needed.push([ids, holds]); }

/** To be called after the other parts have begun. */
export function begin(): void {
    needs([...document.querySelectorAll('[data-needs-board]')].map(({id}) => id), () => session().link.open);
    onDraw(() => {
        const off = new Map<string, boolean>();
        for (const [ids, holds] of needed) {
            const held = holds();
            ids.forEach((id) => off.set(id, off.get(id) || !held));
        }
        off.forEach((isOff, id) => { byId<HTMLButtonElement>(id).disabled = isOff; });
    });
}

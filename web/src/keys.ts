// Keys that do the same wherever the focus is, but for a field, a dialog, and the board itself while it is walked over by them.

import {view} from './boards';
import {byId} from './dom';
import {sayLast, step, stepTo} from './moves';

const FIELDS = 'input:not([type=checkbox]), textarea, select, [role=tab], dialog';

const KEYS: Record<string, () => void> = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => stepTo(0), End: () => stepTo(Infinity),
    f: () => byId('turn').click(), l: sayLast,
};

export function begin(): void {
    addEventListener('keydown', (event) => {
        const target = event.target as Element, act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || target.closest(FIELDS) || byId<HTMLDialogElement>('dialog').open
            || event.key.length > 1 && view.isWalked(target)) {
            return;
        }
        event.preventDefault();
        act();
    });
}

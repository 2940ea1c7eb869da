// One tab of a browser has the simulated board: two would overwrite each other's game.

import {simulated} from './boards';
import {byId, make} from './dom';

const NAME = 'stackmate-board';
const RELOAD_MS = 500;          // a page that is loaded anew may wait so long for itself
const PATIENCE_MS = 2000;       // for a tab that is asked for the board

/** Resolves when this tab has the board. A tab that must give it away stores the game, and is loaded anew. */
export function hold(): Promise<void> {
    let channel: BroadcastChannel;
    try {
        channel = new BroadcastChannel(NAME);
    } catch {
        return Promise.resolve();       // a browser that stores nothing
    }
    if (!('locks' in navigator)) {
        return Promise.resolve();
    }
    const waiting = new AbortController();
    let held = false;
    return new Promise((resolve) => {
        const have = () => {
            held = true;
            byId('answers').replaceChildren();
            resolve();
        };
        const request = (options: LockOptions) => void navigator.locks.request(NAME, options, () => new Promise<void>(() => {
            channel.onmessage = ({data}) => {
                if (data === 'give') {
                    void simulated.keep().then(() => channel.postMessage('kept'));
                }
            };
            have();
        })).catch((error: DOMException) => {
            if (held) {
                location.reload();
            } else if (error.name !== 'AbortError') {
                have();         // a browser that locks nothing, for it stores nothing
            }
        });
        // The board is taken, not released: that would give it to the tab that has waited longest.
        const take = () => {
            if (!waiting.signal.aborted) {
                waiting.abort();
                request({steal: true});
            }
        };
        const ask = () => {
            channel.onmessage = ({data}) => data === 'kept' && take();
            channel.postMessage('give');
            setTimeout(take, PATIENCE_MS);
        };
        request({signal: waiting.signal});
        setTimeout(() => {
            if (!held) {
                byId('headline').textContent = 'The board is open in another tab';
                byId('answers').replaceChildren(make('button', {class: 'primary', id: 'take-board', click: ask}, 'Use it here'));
            }
        }, RELOAD_MS);
    });
}

// One tab of a browser has the simulated board: two would overwrite each other's game.

import {simulated} from './boards';
import {byId, make} from './dom';

const NAME = 'stackmate-board';
const RELOAD_MS = 500;          // a page that is loaded anew may wait so long for itself
const PATIENCE_MS = 2000;       // for a tab that is asked for the board

/** Resolves when this tab has the board. A tab that must give it away stores the game, and is loaded anew. */
export function hold(): Promise<void> {
    if (!('locks' in navigator)) {
        return Promise.resolve();
    }
    const channel = new BroadcastChannel(NAME), waiting = new AbortController();
    let held = false;
    return new Promise((resolve) => {
        const have = () => {
            held = true;
            byId('answers').replaceChildren();
            resolve();
        };
        const request = (options: LockOptions) => void navigator.locks.request(NAME, options, () => new Promise<void>((release) => {
            channel.onmessage = () => {
                channel.onmessage = null;
                void simulated.keep().then(() => {
                    release();
                    location.reload();
                });
            };
            have();
        })).catch((error: DOMException) => {
            if (held) {
                location.reload();
            } else if (error.name !== 'AbortError') {
                have();         // a browser that locks nothing, for it stores nothing
            }
        });
        const take = () => {
            channel.postMessage('give');
            setTimeout(() => {
                if (!held) {
                    waiting.abort();
                    request({steal: true});
                }
            }, PATIENCE_MS);
        };
        request({signal: waiting.signal});
        setTimeout(() => {
            if (!held) {
                byId('headline').textContent = 'The board is open in another tab';
                byId('answers').replaceChildren(make('button', {class: 'primary', id: 'take-board', click: take}, 'Use it here'));
            }
        }, RELOAD_MS);
    });
}

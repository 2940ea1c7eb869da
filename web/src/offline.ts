// Installing the page, and opening it without a network: only where a server gives it, not from a disk.

import {make} from './dom';

export function begin(): void {
    if (!/^https?:$/.test(location.protocol) || !('serviceWorker' in navigator)) {
        return;
    }
    document.head.append(make('link', {rel: 'manifest', href: 'manifest.webmanifest'}));
    (async () => navigator.serviceWorker.register('offline.js'))().catch(() => {
        // a browser or a mode that keeps nothing: the page needs its server
    });
}

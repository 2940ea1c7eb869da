// The page without a network: keeps the page's files, and gives them when the server does not answer. build.mjs writes their names
// and their fingerprint before it.
/* global FILES, VERSION */

addEventListener('install', (event) => event.waitUntil((async () => {
    await (await caches.open(VERSION)).addAll(FILES);
    await self.skipWaiting();
})()));
addEventListener('activate', (event) => event.waitUntil((async () => {
    for (const name of await caches.keys()) {
        if (name.startsWith('stackmate-') && name !== VERSION) {
            await caches.delete(name);
        }
    }
    await self.clients.claim();
})()));
addEventListener('fetch', (event) => {
    const url = new URL(event.request.url), base = new URL('./', location.href).href;
    if (event.request.method === 'GET' && url.href.startsWith(base) && FILES.includes(`./${url.pathname.slice(new URL(base).pathname.length)}`)) {
        event.respondWith(fetch(event.request).catch(async () => await caches.match(url.origin + url.pathname) ?? Response.error()));
    }
});

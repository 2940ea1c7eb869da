// LichessServer as a web site, for a browser that takes it for https://lichess.org, and for https://elsewhere.example.

import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:https';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {random} from '../../emulators/rp2040/random.mjs';
import {LichessServer} from './lichess_server.mjs';

const CLOCK = {
    now: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
        });
    }),
};
const ALLOWED = {'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization', 'Access-Control-Allow-Methods': 'GET, POST, DELETE'};

export class LichessSite {
    server = new LichessServer(CLOCK, random(1));
    asked = 0;              // requests of any kind
    away = false;           // it answers nobody

    /** Resolves to the arguments by which a browser finds it. */
    async begin() {
        const folder = mkdtempSync(join(tmpdir(), 'lichess-')), [key, cert] = ['key', 'cert'].map((name) => join(folder, name));
        execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=lichess.org',
                                 '-keyout', key, '-out', cert], {stdio: 'ignore'});
        this.https = createServer({key: readFileSync(key), cert: readFileSync(cert)}, (request, response) => void this.answer(request, response));
        rmSync(folder, {recursive: true});
        await new Promise((resolve) => this.https.listen(0, '127.0.0.1', resolve));
        const here = `127.0.0.1:${this.https.address().port}`;
        return [`--host-resolver-rules=MAP lichess.org ${here}, MAP elsewhere.example ${here}`, '--ignore-certificate-errors'];
    }

    end() {
        this.https.close();
        this.https.closeAllConnections();
    }

    /** A new server, as nobody has met it. */
    anew() {
        this.server = new LichessServer(CLOCK, random(1));
        this.server.tokens.clear();
        this.asked = 0;
        this.away = false;
        return this.server;
    }

    async answer(request, response) {
        const address = `https://lichess.org${request.url}`, {server} = this;
        this.asked++;
        if (this.away) {
            response.destroy();
            return;
        }
        if (request.method === 'OPTIONS') {
            response.writeHead(204, ALLOWED).end();
            return;
        }
        if (request.url.startsWith('/oauth?')) {                // the person says yes
            response.writeHead(302, {Location: server.authorize(address)}).end();
            return;
        }
        let body = '';
        for await (const part of request) {
            body += part;
        }
        const gone = new AbortController(), {authorization} = request.headers;
        response.on('close', () => gone.abort());
        const answer = await server.fetch(address, {method: request.method, signal: gone.signal, ...(body ? {body: new URLSearchParams(body)} : {}),
                                                    headers: authorization ? {Authorization: authorization} : {}});
        response.writeHead(answer.status, {...Object.fromEntries(answer.headers), ...ALLOWED}).flushHeaders();
        try {
            for await (const part of answer.body ?? []) {
                response.write(part);
            }
            response.end();
        } catch {
            response.destroy();
        }
    }
}

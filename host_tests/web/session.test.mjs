// The page's conversation with a board (web/src/session.ts), with a link whose other end is the test.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {build} from '../../web/node_modules/esbuild/lib/main.js';

const folder = mkdtempSync(join(tmpdir(), 'session-'));
let Session;

before(async () => {
    globalThis.window = globalThis;
    const outfile = join(folder, 'session.mjs');
    await build({entryPoints: [fileURLToPath(new URL('../../web/src/session.ts', import.meta.url))], bundle: true, format: 'esm', outfile});
    ({Session} = await import(outfile));
});
after(() => rmSync(folder, {recursive: true}));

function conversation() {
    const link = {open: true, sent: [], send(line) { this.sent.push(line); }, onLine: () => {}};
    const session = new Session(link), events = [];
    session.onEvent = (text) => events.push(text);
    return {session, events, hear: (line) => link.onLine(`info string board ${line}`)};
}

test('a move that is made while an answer of any words is awaited is not lost', async () => {
    const {session, events, hear} = conversation();
    const answered = session.answers('board ignore', 20);
    hear('no square is ignored');
    hear('move 1. e4 e2e4');
    assert.deepEqual(await answered, ['info string board no square is ignored', 'info string board move 1. e4 e2e4']);
    assert.deepEqual(session.status.moves, [{label: '1.', san: 'e4'}]);
    assert.deepEqual(events, ['move 1. e4 e2e4']);
});

test('what was asked for is no event', async () => {
    const {session, events, hear} = conversation();
    const games = session.games();
    hear('game 1 ????.??.?? 1-0 checkmate, 7 half moves');
    hear('games 1');
    assert.deepEqual((await games).map(({number}) => number), [1]);
    assert.deepEqual(events, []);
});

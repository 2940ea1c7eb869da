// The page's reader of lights (web/src/lights.ts), against pictures as the firmware's drivers make them. FACTS is the file of tables
// that tools/web asks of the sources.

import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {build} from '../../web/node_modules/esbuild/lib/main.js';

const facts = JSON.parse(readFileSync(process.env.FACTS, 'utf8'));
const lights = facts.lights.filter(({name}) => name !== 'dark');
const folder = mkdtempSync(join(tmpdir(), 'lights-'));
let read, Watcher, shortName;

before(async () => {
    const outfile = join(folder, 'lights.mjs');
    const source = (name) => JSON.stringify(fileURLToPath(new URL(`../../web/src/${name}.ts`, import.meta.url)));
    await build({stdin: {contents: `export * from ${source('lights')}; export * from ${source('menu')};`, resolveDir: folder}, bundle: true, format: 'esm', outfile,
                 alias: {facts: process.env.FACTS}});
    ({read, Watcher, shortName} = await import(pathToFileURL(outfile)));
});
after(() => rmSync(folder, {recursive: true}));

/** hal/light.hpp: gamma, brightness; then the whole picture dimmed. */
function width(part, brightness, dimmed = 1) {
    const gamma = part === 0 ? 0 : Math.max(1, Math.floor(255 * (part / 255) ** 2.2 + 0.5));
    const full = gamma === 0 ? 0 : Math.max(1, Math.floor((gamma * brightness + 127) / 255));
    return full === 0 ? 0 : Math.max(1, Math.floor(full * dimmed));
}

function picture(on, brightness, dimmed) {
    const colours = new Uint8Array(192);
    on.forEach(({colour}, i) => colours.set(colour.map((part) => width(part, brightness, dimmed)), 3 * i));
    return colours;
}

test('each light alone is read at the usual brightness, and at a quarter of it unless two look alike', () => {
    for (const brightness of [facts.brightness, facts.brightness / 4]) {
        for (const light of lights) {
            const alike = lights.filter(({colour}) => colour.every((part, i) => width(part, brightness) === width(light.colour[i], brightness)));
            const found = read(picture([light], brightness), facts.brightness);
            assert.equal(found?.get(0), alike.length === 1 ? light.name : undefined, `${light.name} at ${brightness}`);
            assert.ok(brightness < facts.brightness || alike.length === 1, `${light.name} has a colour of its own`);
        }
    }
});

test('a picture that the supply has dimmed is read, and so is one of a brightness that nobody told', () => {
    const named = (name) => lights.find((light) => light.name === name);
    const on = [...Array(24).fill(named('choice')), ...Array(10).fill(named('action')), named('chosen'), named('turn')];
    const names = on.map(({name}) => name);
    assert.deepEqual([...read(picture(on, 128, 0.61), 128).values()], names);
    assert.deepEqual([...read(picture(on, 200), 128).values()], names);
});

test('a blinking light is remembered while it is dark, and forgotten when it has gone', () => {
    const turn = lights.find(({name}) => name === 'move_from');
    const watcher = new Watcher();
    watcher.look(picture([turn], facts.brightness), 1000);
    watcher.look(new Uint8Array(192), 1500);
    watcher.pass(1500 + turn.period / 2);
    assert.equal(watcher.lightOn(0), 'move_from');
    watcher.pass(1500 + turn.period);
    assert.equal(watcher.lightOn(0), '');
});

test('of a blinking light that is said to be over only what still shines is remembered', () => {
    const [from, to] = ['move_from', 'move_to'].map((name) => lights.find((light) => light.name === name)), watcher = new Watcher();
    watcher.look(picture([from], facts.brightness), 1000);
    watcher.pass(1500);
    watcher.look(picture([{colour: [0, 0, 0]}, to], facts.brightness), 1512);
    watcher.pass(1600);
    assert.deepEqual([watcher.lightOn(0), watcher.lightOn(1)], ['move_from', 'move_to']);
    watcher.drop('move_from', 'move_to');
    assert.deepEqual([watcher.lightOn(0), watcher.lightOn(1)], ['', 'move_to']);
});

test('the two pages of the menu are told apart, and each square of the second one has its name', () => {
    const choice = lights.find(({name}) => name === 'choice'), square = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
    for (const page of [facts.menu, facts.exercises]) {
        const watcher = new Watcher(), colours = new Uint8Array(192);
        Object.keys(page).forEach((name) => colours.set(picture([choice], facts.brightness).subarray(0, 3), 3 * square(name)));
        watcher.look(colours, 1000);
        watcher.pass(1500);
        assert.deepEqual(watcher.menu, page);
    }
    assert.equal(facts.exercises.d5, 'clock: 3 s a move');
    assert.deepEqual(Object.values(facts.exercises).map(shortName).filter((name) => !/^.{1,8}(\n.{1,8})?$/.test(name)), []);
});

test('what shines for an instant only is not said: nobody saw it', () => {
    const watcher = new Watcher();
    watcher.look(picture([lights[5]], facts.brightness), 1000);
    watcher.look(new Uint8Array(192), 1016);
    watcher.pass(1100);
    assert.equal(watcher.lightOn(0), '');
});

test('what promotion offers keeps its names while its lights go out and the other side is to move', () => {
    const offered = lights.find(({name}) => name === 'promotion');
    for (const [white, squares, wanted] of [[true, [40, 32, 24], 'a4 knight, a5 bishop, a6 rook'], [false, [16, 24, 32], 'a3 rook, a4 bishop, a5 knight']]) {
        const watcher = new Watcher(), colours = new Uint8Array(192);
        squares.forEach((square) => colours.set(picture([offered], facts.brightness).subarray(0, 3), 3 * square));
        watcher.look(colours, 1000);
        watcher.pass(1500);
        const named = watcher.say(!white).map(({text}) => text.replace(/:.*: /, ' ')).join(', ');
        assert.equal(named, wanted);
    }
});

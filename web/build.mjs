#!/usr/bin/env node
// Bundles the page: node build.mjs IMAGE FACTS OUT. Called by tools/web.
//
// The workers go into the page's script. The firmware's image, the openings and the rules are data.js, which a browser keeps when the page's own script
// changes; it is a script because a page that is opened from a disk can load nothing else. What puts the image onto a Pico is a script of its
// own, loaded when it is wanted.

import {build} from 'esbuild';
import {createHash} from 'node:crypto';
import {copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

import {openingNames} from './openings.mjs';
import {rulesModule} from './rules/module.mjs';

const [image, facts, out] = process.argv.slice(2).map((path) => resolve(path));
const source = (name) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

const common = {
    bundle: true, minify: true, write: false, target: 'es2022', format: 'iife', legalComments: 'eof', logLevel: 'warning',
    banner: {js: '// Stackmate, MIT licence. With rp2040js 1.4.1, MIT licence, Copyright (c) 2021 Uri Shaked.'},
};
const worker = await build({...common, entryPoints: [source('worker.ts')], alias: {'node:fs': source('no_files.ts')}});

/** Modules that are made, not written: {name: what esbuild loads}. */
const made = (modules) => ({
    name: 'made',
    setup({onResolve, onLoad}) {
        onResolve({filter: new RegExp(`^(?:${Object.keys(modules).join('|')})$`)}, ({path}) => ({path, namespace: 'made'}));
        onLoad({filter: /.*/, namespace: 'made'}, ({path}) => modules[path]);
    },
});
const fromData = (name) => ({contents: `export default globalThis.stackmateData.${name}`});

const thinker = await build({...common, banner: {}, entryPoints: [source('thinker_worker.ts')], plugins: [made({
    'rules-module': {contents: "export default new Promise((have) => addEventListener('message', ({data}) => have(data), {once: true}))"}})]});

mkdirSync(out, {recursive: true});
await build({...common, write: true, banner: {}, entryPoints: [source('data.ts')], outfile: join(out, 'data.js'), plugins: [rulesModule, openingNames, made({
    'firmware-image': {contents: gzipSync(readFileSync(image), {level: 9}), loader: 'binary'}})]});
await build({...common, write: true, entryPoints: [source('main.ts')], outfile: join(out, 'page.js'), plugins: [made({
    'firmware-image': fromData('image'), 'opening-names': fromData('openings'), 'rules-module': fromData('rules'), 'facts': {contents: readFileSync(facts), loader: 'json'},
    'worker-source': {contents: worker.outputFiles[0].text, loader: 'text'}, 'thinker-source': {contents: thinker.outputFiles[0].text, loader: 'text'}})]});
await build({...common, write: true, banner: {js: '// Stackmate, MIT licence.'}, entryPoints: [source('flash/panel.ts')],
             globalName: 'stackmateFlash', outfile: join(out, 'flash.js')});
await build({minify: true, entryPoints: [source('page.css')], outfile: join(out, 'page.css'), logLevel: 'warning'});
for (const name of ['index.html', 'manifest.webmanifest', 'icon.svg']) {
    copyFileSync(source(name), join(out, name));
}

// Another page has another service worker, so that a browser takes its files anew.
const kept = readdirSync(out).sort(), fingerprint = createHash('sha256');
kept.forEach((name) => fingerprint.update(readFileSync(join(out, name))));
const files = ['./', ...kept.map((name) => `./${name}`), './LICENSES.txt'];
writeFileSync(join(out, 'offline.js'), `const VERSION = 'stackmate-${fingerprint.digest('hex').slice(0, 12)}', FILES = ${JSON.stringify(files)};\n`
    + readFileSync(source('offline.js'), 'utf8'));

// The page's rules (web/src/rules.ts) in Node, and a game played by them.

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {build} from '../../web/node_modules/esbuild/lib/main.js';
import {openingNames} from '../../web/openings.mjs';
import {rulesModule} from '../../web/rules/module.mjs';

/** What these sources of the page export: {name without its ending: words}. */
export async function fromPage(wanted) {
    const folder = mkdtempSync(join(tmpdir(), 'page-')), outfile = join(folder, 'page.mjs');
    const source = (name) => fileURLToPath(new URL(`../../web/src/${name}.ts`, import.meta.url));
    const contents = Object.entries(wanted).concat([['rules', 'rulesReady']])
        .map(([name, what]) => `export {${what}} from ${JSON.stringify(source(name))};`).join('\n');
    await build({stdin: {contents, resolveDir: folder}, bundle: true, format: 'esm', target: 'es2022', outfile, plugins: [rulesModule, openingNames]});
    const found = await import(outfile);
    rmSync(folder, {recursive: true});
    await found.rulesReady;
    return found;
}

export const {rules} = await fromPage({rules: 'rules'});

export class Game {
    fens;
    made = [];

    constructor(start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1') {
        const read = rules.readFen(start);
        if (read.error) {
            throw new Error(read.error);
        }
        this.fens = [read.fen];
    }

    get fen() { return this.fens.at(-1); }
    /** w or b */
    get turn() { return this.fen.split(' ')[1]; }
    get state() { return rules.state(this.fens[0], this.made.map(({move}) => move)); }
    get isOver() { return !['playing', 'check'].includes(this.state); }

    /** The steps that are possible. */
    next() { return rules.legalMoves(this.fen).map((move) => rules.steps(this.fen, [move])[0]); }

    /** The step that this move is; throws if it is not legal. */
    look(move) {
        const [step] = rules.steps(this.fen, [move]);
        if (!step) {
            throw new Error(`${move} is not legal in ${this.fen}`);
        }
        return step;
    }

    play(move) {
        const step = this.look(move);
        this.made.push(step);
        this.fens.push(step.fen);
        return step;
    }

    undo() {
        this.made.pop();
        this.fens.splice(1 + this.made.length);
    }
}

// Gives esbuild the module `rules-module`: the bytes of rules.wasm, which the preset `wasm` builds.

import {readFileSync} from 'node:fs';

const FILE = new URL('../../build/wasm/web/rules/rules.wasm', import.meta.url);

export const rulesModule = {
    name: 'rules-module',
    setup({onResolve, onLoad}) {
        onResolve({filter: /^rules-module$/}, ({path}) => ({path, namespace: 'rules-module'}));
        onLoad({filter: /.*/, namespace: 'rules-module'}, () => ({contents: readFileSync(FILE), loader: 'binary'}));
    },
};

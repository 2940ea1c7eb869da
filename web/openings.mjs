// Gives esbuild the module `opening-names`: the text of openings/openings.txt.

import {readFileSync} from 'node:fs';

export const openingNames = {
    name: 'opening-names',
    setup({onResolve, onLoad}) {
        onResolve({filter: /^opening-names$/}, ({path}) => ({path, namespace: 'opening-names'}));
        onLoad({filter: /.*/, namespace: 'opening-names'}, () => ({contents: readFileSync(new URL('../openings/openings.txt', import.meta.url)), loader: 'text'}));
    },
};

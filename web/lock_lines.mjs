// Lays package-lock.json out with one package on a line: a change of versions is then read at a glance. `npm run lock` calls it.
import {readFileSync, writeFileSync} from 'node:fs';

const file = new URL('package-lock.json', import.meta.url);
const {packages, ...head} = JSON.parse(readFileSync(file, 'utf8'));
const lines = Object.entries(packages).map(([path, entry]) => `${JSON.stringify(path)}: ${JSON.stringify(entry)}`);
writeFileSync(file, `${JSON.stringify(head).slice(0, -1)}, "packages": {\n${lines.join(',\n')}\n}}\n`);

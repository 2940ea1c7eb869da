// Reads a game as portable game notation. Comments, variations and remarks are left out.

import {START_FEN} from './squares';

export interface Pgn { tags: Map<string, string>; start: string; sans: string[] }

const TAG = /^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/gm;
const PARTS = /\{[^}]*\}|;.*|^%.*|[()]|[^\s(){};]+/gm;

/** The games of a text that may have many. */
export const gamesIn = (text: string): string[] => text.trim().split(/\n\s*\n(?=\[Event )/);

export function readPgn(text: string): Pgn {
    const tags = new Map([...text.matchAll(TAG)].map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
    const sans: string[] = [];
    let depth = 0;
    for (const [part] of text.replace(TAG, '').matchAll(PARTS)) {
        depth += part === '(' ? 1 : part === ')' ? -1 : 0;
        const san = part.replace(/^\d+\.+|^[.…]+/, '');
        if (depth === 0 && !/^(?:[{;%)].*|\$\d+|[!?]*|\d+|1-0|0-1|1\/2-1\/2|\*|e\.p\.)$/s.test(san)) {
            sans.push(san);
        }
    }
    return {tags, start: tags.get('FEN') ?? START_FEN, sans};
}

// The names of openings, by position: the firmware's list (openings/openings.txt), with the moves played by the rules when first needed.

import list from 'opening-names';
import {rules} from './rules';
import {START_FEN} from './squares';

let names: Map<string, string> | null = null;

/** What makes a position the same one: without the counters. */
const positionOf = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

function read(): Map<string, string> {
    return new Map(list.split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
        const [name, moves] = line.split('; ');
        return [positionOf(rules.steps(START_FEN, moves.split(' ')).at(-1)!.fen), name];
    }));
}

/** "C65 Ruy Lopez: Berlin Defence": the name of the last position of a game that has one, `fens` being those after its moves. Empty
 *  if none has, or the game has another start. */
export function openingOf(start: string, fens: readonly string[]): string {
    if (start !== START_FEN || fens.length === 0) {
        return '';
    }
    names ??= read();
    const known = names;
    return fens.map((fen) => known.get(positionOf(fen)) ?? '').filter(Boolean).at(-1) ?? '';
}

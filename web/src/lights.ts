// Converts pictures of the 64 LEDs back to their meaning. The tables are the firmware's (firmware/squares/lights.hpp).

import {FACTS, type LightStyle} from './facts';
import {menuText} from './menu';
import {kindOf, nameOf, type Square} from './squares';

export const STYLES = new Map(FACTS.lights.map((style) => [style.name, style]));
export const MENU_LIGHTS = ['choice', 'chosen', 'action'];
/** Lights that a person answers by a tap. */
const TAPPED = [...MENU_LIGHTS, 'promotion', 'promotion_default', 'yes', 'no'];
const PATIENCE_MS = 250;        // how much longer than its dark time a blinking light is remembered
const NOTICED_MS = 35;          // nobody sees a light that is on for less

/** The longest time, in ms, for which a light in use is dark. */
function longestDark({pattern, period}: LightStyle): number {
    const runs = (pattern + pattern).split('1').map((run) => run.length);
    return Math.min(8, Math.max(...runs)) * period / 8;
}
const MEMORY = new Map(FACTS.lights.map((style) => [style.name, longestDark(style) + PATIENCE_MS]));
const ORDER = new Map(FACTS.lights.map((style, i) => [style.name, i]));

/** A sign in addition to the colour, for people who cannot tell colours apart. */
const SIGNS: Record<string, string> = {
    turn: '◦', hurry: '◦', thinking: '…', candidate_from: '·', candidate_to: '·', move_from: '1', move_to: '2',
    hint_from: '1', hint_to: '2', target: '•', target_good: '✓', target_weak: '?!', target_blunder: '??', origin: '×', fill: '+', clear: '−', check: '!', again: '↻', promotion: '▿',
    promotion_default: '▾', draw_claim: '=', refused: '–', winner: '★', loser: '▽', drawn: '=', reason: 'i', paused: '‖',
    yes: '✓', no: '✕', asked: '?', chosen: '●', kind: '?', kind_placed: '✓', placed: '·', mistake: '!', felt: '•',
    ignored: '/', host: '•', host_first: '1', host_second: '2', good_for_white: '▴', good_for_black: '▾', pressed: '•',
};
export const signOf = (light: string): string => SIGNS[light] ?? '';

/** The pulse width of one part of a colour, as drivers compute it (hal/light.hpp). */
function pulseWidth(colour: number, brightness: number): number {
    if (colour === 0 || brightness === 0) {
        return 0;
    }
    const gamma = Math.max(1, Math.trunc(255 * (colour / 255) ** 2.2 + 0.5));
    return Math.max(1, Math.trunc((gamma * brightness + 127) / 255));
}

/** The perceived brightness of a pulse width, 0 to 255. A dimmed board looks dimmer, but not as dark as its figures. */
export const seen = (width: number, brightness: number): number =>
    Math.round(255 * Math.min(1, width / Math.max(brightness, 1)) ** (1 / 2.2));

/** In place of a name: two lights look the same when they are this dim. */
const AMBIGUOUS = '?';

interface Full { name: string; widths: number[] }

const tables = new Map<number, Full[]>();
function tableOf(brightness: number): Full[] {
    let table = tables.get(brightness);
    if (!table) {
        table = FACTS.lights.filter((style) => style.name !== 'dark')
            .map((style) => ({name: style.name, widths: style.colour.map((part) => pulseWidth(part, brightness))}));
        tables.set(brightness, table);
    }
    return table;
}

/** Names of these colours (three pulse widths each) if all of them fit when dimmed to `scale` thousandths, otherwise
 *  null. */
function namesAt(colours: number[][], table: Full[], scale: number): string[] | null {
    const names = [];
    for (const colour of colours) {
        const fitting = table.filter(({widths}) => widths.every((width, i) => {
            const dimmed = Math.trunc(width * scale / 1000);
            const off = Math.abs(dimmed - colour[i]);
            return off === 0 || scale < 1000 && off === 1 && (width > 8 || dimmed === 0);
        }));
        if (fitting.length === 0) {
            return null;
        }
        names.push(fitting.length === 1 ? fitting[0].name : AMBIGUOUS);
    }
    return names;
}

const known = new Map<string, string[] | null>();

/** The same with unknown dimming: that of an idle board, that of its supply's limit and other brightness are found by
 *  trying. */
function namesOf(colours: number[][], brightness: number): string[] | null {
    const key = brightness + ':' + colours.join(';');
    let names = known.get(key);
    if (names === undefined) {
        const at = (level: number) => namesAt(colours, tableOf(level), 1000);
        const clear = (found: string[] | null) => (found?.includes(AMBIGUOUS) ? null : found);
        names = at(brightness) ?? at(brightness > 4 ? Math.trunc(brightness / 4) : 1);
        for (let scale = 999; names === null && scale > 20; scale--) {
            names = clear(namesAt(colours, tableOf(brightness), scale));
        }
        for (let level = 255; names === null && level > 0; level--) {
            names = clear(at(level));
        }
        names = clear(names);
        if (known.size > 500) {
            known.clear();
        }
        known.set(key, names);
    }
    return names;
}

/** Square -> name of its light, for the lit squares; null if a colour may be none of the table's, or two. */
export function read(picture: Uint8Array, brightness: number): Map<Square, string> | null {
    const colours: number[][] = [], indexOf = new Map<string, number>(), lit: [Square, number][] = [];
    for (let square = 0; square < 64; square++) {
        const colour = [...picture.subarray(3 * square, 3 * square + 3)];
        if (colour.every((part) => part === 0)) {
            continue;
        }
        const key = colour.join();
        let index = indexOf.get(key);
        if (index === undefined) {
            index = colours.length;
            indexOf.set(key, index);
            colours.push(colour);
        }
        lit.push([square, index]);
    }
    const names = namesOf(colours, brightness);
    return names && new Map(lit.map(([square, index]) => [square, names[index]]));
}

export interface Said { style: LightStyle; squares: Square[]; text: string }

/** What a person sees who looks at the board: blinking lights are remembered while they are dark. */
export class Watcher {
    playsCheckers = false;          // whose menu has fewer squares than that of chess
    brightness = FACTS.brightness;
    private picture: Uint8Array = new Uint8Array(192);
    private pictureMs = 0;
    private shining = new Map<Square, {light: string; since: number}>();
    private remembered = new Map<Square, {light: string; at: number}>();

    look(picture: Uint8Array, ms: number): void {
        this.picture = picture;
        this.pictureMs = ms;
        this.pass(ms);
    }

    /** The picture does not change until `ms`, of the board's time. */
    pass(ms: number): void {
        const shown = read(this.picture, this.brightness);
        if (!shown) {
            return;
        }
        const before = this.shining;
        this.shining = new Map([...shown].map(([square, light]) => {
            const old = before.get(square);
            return [square, {light, since: old?.light === light ? old.since : this.pictureMs}];
        }));
        for (const [square, {light, since}] of [...before, ...this.shining]) {
            if (ms - since >= NOTICED_MS) {
                this.remembered.set(square, {light, at: ms});
            }
        }
        for (const [square, {light, at}] of this.remembered) {
            if (at <= ms - MEMORY.get(light)!) {
                this.remembered.delete(square);
            }
        }
    }

    forget(): void {
        this.picture = new Uint8Array(192);
        this.shining.clear();
        this.remembered.clear();
    }

    /** The board has said that these lights are over: they are no longer remembered while they are dark. */
    drop(...lights: string[]): void {
        for (const [square, {light}] of this.remembered) {
            if (lights.includes(light) && this.shining.get(square)?.light !== light) {
                this.remembered.delete(square);
            }
        }
    }

    lightOn(square: Square): string { return this.remembered.get(square)?.light ?? ''; }
    isTapped(square: Square): boolean { return TAPPED.includes(this.lightOn(square)); }
    has(...lights: string[]): boolean { return [...this.remembered.values()].some(({light}) => lights.includes(light)); }
    squaresOf(light: string): Square[] {
        return [...this.remembered].filter(([, found]) => found.light === light).map(([square]) => square).sort((a, b) => a - b);
    }
    /** What the squares of the open menu choose; nothing if none is open. The second page of that of chess lacks some. */
    get menu(): Record<string, string> | null {
        const squares = [...this.remembered].filter(([, {light}]) => MENU_LIGHTS.includes(light));
        return squares.length <= 16 ? null
            : this.playsCheckers || squares.some(([square]) => !FACTS.exercises[nameOf(square)]) ? FACTS.menu : FACTS.exercises;
    }
    get menuIsOpen(): boolean { return this.menu === FACTS.menu; }

    /** Whose pawn promotes: the squares of the choice show it by their ranks, unless only middle ranks are lit. Their
     *  lights are remembered for a while after the side to move has changed. */
    whitePromotes(whiteMoves: boolean): boolean {
        const ranks = [...this.squaresOf('promotion'), ...this.squaresOf('promotion_default')].map((square) => square >> 3);
        return ranks.some((rank) => rank > 4) || whiteMoves && !ranks.some((rank) => rank < 3);
    }

    /** What the lights say, the most urgent first. `whiteMoves`: for the pieces that a promotion offers. */
    say(whiteMoves: boolean): Said[] {
        const groups = new Map<string, Square[]>();
        for (const [square, {light}] of [...this.remembered].sort(([a], [b]) => a - b)) {
            groups.set(light, [...groups.get(light) ?? [], square]);
        }
        const said: Said[] = [];
        for (const light of [...groups.keys()].sort((a, b) => ORDER.get(a)! - ORDER.get(b)!)) {
            const style = STYLES.get(light)!, squares = groups.get(light)!;
            const names = squares.map(nameOf);
            if (light === 'reason') {
                squares.forEach((square) => said.push({style, squares: [square],
                                                       text: `${nameOf(square)}: how the game ended: ${FACTS.reasons[nameOf(square)] ?? '?'}`}));
            } else if (light === 'promotion' || light === 'promotion_default') {
                squares.forEach((square) => said.push({style, squares: [square],
                                                       text: `${nameOf(square)}: ${style.meaning}: ${promotionOn(square, this.whitePromotes(whiteMoves))}`}));
            } else if (this.menu && MENU_LIGHTS.includes(light)) {
                said.push({style, squares, text: menuText(light, names.map((name) => this.menu![name] ?? name))});
            } else {
                said.push({style, squares, text: `${squares.length <= 6 ? names.join(' ') : `${squares.length} squares`}: ${style.meaning}`});
            }
        }
        return said;
    }
}

/** From the square below the pawn downwards. */
const PROMOTIONS = 'xqrbn';

/** The piece that a square stands for. */
export function promotionOn(square: Square, white: boolean): string {
    const rank = square >> 3;
    return kindOf(PROMOTIONS[white ? 7 - rank : rank] ?? 'x');
}

/** The square that stands for a piece, given by its letter, where a pawn has arrived on `at`. */
export const promotionSquare = (at: Square, letter: string): Square => at + (at >> 3 === 7 ? -8 : 8) * PROMOTIONS.indexOf(letter);

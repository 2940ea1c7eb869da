// What the board has reported about its game on the serial line (docs/SERIAL.md).

import {rules, type Castling} from './rules';
import {nameOf, START_FEN} from './squares';

/** States in which both clocks stand still (docs/CHESSBOARD-DETAILS.md, "Clocks"). */
const STOPS_CLOCKS = ['', 'setup', 'comparing', 'resume_offer', 'restoring', 'move_to_make', 'analysis', 'paused', 'position_set_up', 'game_over', 'review'];

/** How the board's questions begin on the line, and how the page puts them. */
const QUESTIONS = [
    ['a blunder?', 'A blunder? Yes: it stands; no, or the piece put back: it is taken back'],
    ['does the board lie the other way round?', 'Does the board lie the other way round? Yes: it is turned, and the move counts; no, or the piece put back: it stays as it is'],
];

export class Status {
    fen = '';
    state = '';
    level = '';
    white = 'person';
    black = 'engine';
    clocks: [number, number] | null = null;     // milliseconds left
    pending = '';                               // the move to be made on the board, in coordinates
    result = '';                                // "1-0 checkmate"; empty while the game goes on
    question = '';                              // what the board asks; empty if it has not said that
    checkers = '';                              // the state of the other game, while that is played
    men = '';                                   // its position
    private checkersResult = '';
    start = START_FEN;                          // the position before the first of `moves`
    moves: {label: string; san: string}[] = [];
    flipped = false;
    brightness: number | null = null;
    chosen: Record<string, string> = {};        // settings that not every board has: word on the line, and value
    firmware = '';

    get whiteMoves(): boolean { return !this.fen.includes(' b '); }
    get mover(): string { return this.whiteMoves ? this.white : this.black; }
    get ply(): number { return this.moves.length; }
    /** The squares of the move to be made, if it castles. */
    get castling(): Castling | null { return this.pending ? rules.castling(this.fen, this.pending) : null; }
    /** Whether the clock of the side to move runs; what is opened before the game does not stop it. */
    get timeRuns(): boolean { return this.pending === '' && !STOPS_CLOCKS.includes(this.state); }

    /** Reads an answer to `board`; returns true if it was one. `text` is without "info string board ". */
    hear(text: string): boolean {
        let match;
        if (text.startsWith('fen ')) {
            this.fen = text.slice(4);
            this.checkers = '';
        } else if ((match = /^state (\w+)(?: ply \d+)?(?: waiting for (\S+))?/.exec(text))) {
            this.state = match[1];
            this.pending = match[2] ?? '';
            this.question = this.state === 'question' ? this.question : '';
        } else if ((match = /^level (.+) white (\w+) black (\w+)(?: clocks (\d+) (\d+) ms)?$/.exec(text))) {
            [, this.level, this.white, this.black] = match;
            this.clocks = match[4] ? [Number(match[4]), Number(match[5])] : null;
        } else if (/^result \S+ the game goes on$/.test(text)) {
            this.result = '';
        } else {
            return false;
        }
        return true;
    }

    /** Reads an event; returns true if it was one. */
    follow(text: string): boolean {
        let match;
        if (/^(move|taken back|new game)\b/.test(text)) {
            this.pending = '';
        }
        if ((match = /^move (\d+\.+) (\S+) /.exec(text))) {
            this.moves.push({label: match[1], san: match[2]});
            this.question = '';
        } else if ((match = QUESTIONS.find(([told]) => text.startsWith(told)))) {
            [, this.question] = match;
        } else if ((match = /^taken back (\d+) half move/.exec(text))) {
            this.moves.splice(Math.max(0, this.moves.length - Number(match[1])));
            this.question = '';
        } else if (text.startsWith('new game')) {
            this.moves = [];
            this.start = text.slice(9) || START_FEN;
            this.result = '';
        } else if ((match = /^result (.+)/.exec(text))) {
            this.result = match[1];         // not the state: pieces may already be set up for the next game
        } else if ((match = /^settings level (.+) white (\w+) black (\w+)( flipped)? brightness (\d+)(.*)/.exec(text))) {
            [, this.level, this.white, this.black] = match;
            this.flipped = match[4] !== undefined;
            this.brightness = Number(match[5]);
            this.chosen = Object.fromEntries([...match[6].matchAll(/(\S+) (\S+)/g)].map(([, word, value]) => [word, value]));
        } else {
            return false;
        }
        return true;
    }

    /** Reads the moves of a PGN. */
    read(pgn: string): void {
        this.moves = [];
        this.start = /\[FEN "([^"]+)"\]/.exec(pgn)?.[1] ?? START_FEN;
        let number = '';
        for (const word of pgn.replace(/\[[^\]]*\]|\{[^}]*\}/g, ' ').split(/\s+/).filter(Boolean)) {
            if (/^\d+\.+$/.test(word)) {
                number = word;
            } else if (!/^(1-0|0-1|1\/2-1\/2|\*|\$\d+)$/.test(word)) {
                this.moves.push({label: number, san: word});
                number = number.replace(/\.+$/, '...');
            }
        }
    }

    /** Reads an answer about checkers. */
    hearCheckers(text: string): void {
        const [, state, result] = /^state (\w+), (.*)$/.exec(text) ?? [];
        if (state) {
            this.checkers = state;
            this.checkersResult = result;
        } else {
            this.men = text.slice(4);
        }
        this.fen = '';
        this.pending = '';
    }

    private checkersHeadline(): string {
        const side = this.men.startsWith('W') ? 'White' : 'Black';
        const words: Record<string, string> = {
            setup: 'put the men where the lights ask for them', person: `${side} to move`, thinking: 'the board is thinking', engine_move: 'make the board’s move',
            over: this.checkersResult, menu: 'the menu: tap a square',
        };
        return `Checkers: ${words[this.checkers] ?? this.checkers}`;
    }

    /** The state as a sentence that asks for something or says what is happening. */
    headline(): string {
        if (this.checkers) {
            return this.checkersHeadline();
        }
        const side = this.whiteMoves ? 'White' : 'Black';
        const alone = (this.white === 'person') !== (this.black === 'person');
        switch (this.state) {
        case '': return 'Waiting for the board’s first words';
        case 'setup': return 'Set up the pieces for a new game';
        case 'comparing': return 'The board looks whether its saved game can go on';
        case 'resume_offer': return 'There is a saved game: go on with it?';
        case 'restoring': return 'Put the pieces where the lights ask for them';
        case 'person_to_move': return alone ? `Your move: you have ${side}` : `${side} to move`;
        case 'promotion_choice': return 'What does the pawn become?';
        case 'engine_thinking': return 'The board is thinking';
        case 'move_to_make': return `Make the board’s move${this.pendingWords()}`;
        case 'remote_to_move': return `${side} moves from the serial line`;
        case 'correcting': return 'That is not a legal move: put it right';
        case 'unfinished': return 'The move is not complete';
        case 'hint': return 'A hint';
        case 'analysis': return 'Analysis: move either side; PLAY ends it';
        case 'paused': return 'Paused: PLAY goes on';
        case 'menu': return 'The menu: tap a square';
        case 'exercises': return 'The exercises: tap a square';
        case 'question': return this.question || 'Yes or no?';
        case 'position_set_up': return 'Setting up a position; PLAY: the next kind of piece';
        case 'sensor_test': return 'Testing the sensors: every square that feels a piece shines; PLAY goes on';
        case 'led_test': return 'Testing the lights: every square shines; PLAY goes on';
        case 'button_test': return 'Testing the buttons: press each one; PLAY pressed again goes on';
        case 'store_test': return 'Testing the memory; PLAY ends it';
        case 'review': return 'Review: put the pieces where the lights ask for them; PLAY: the next move';
        case 'game_over': return this.verdict();
        default: return this.state.replaceAll('_', ' ');
        }
    }

    private pendingWords(): string {
        const {pending, castling} = this, way = ([from, to]: number[]) => `${nameOf(from)} to ${nameOf(to)}`;
        return !pending ? '' : castling ? `: castle, the king from ${way(castling.king)}, the rook from ${way(castling.rook)}`
            : `: ${pending.slice(0, 2)} to ${pending.slice(2, 4)}`;
    }

    verdict(): string {
        const [points, ...how] = this.result.split(' ');
        const who: Record<string, string> = {'1-0': 'White has won', '0-1': 'Black has won', '1/2-1/2': 'A draw'};
        return who[points] ? `${who[points]}: ${how.join(' ')}` : `The game is over${how.length > 0 ? `: ${how.join(' ')}` : ''}`;
    }

    /** "1. e4 e5 2. Nf3", as pairs. */
    pairs(): string[][] {
        const rows: string[][] = [];
        for (const {label, san} of this.moves) {
            if (label.endsWith('...') && rows.length > 0 && rows[rows.length - 1].length === 2) {
                rows[rows.length - 1].push(san);
            } else {
                rows.push(label.endsWith('...') ? [label.slice(0, -2), '…', san] : [label, san]);
            }
        }
        return rows;
    }
}

/** "4:07" */
export const clockText = (ms: number): string => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60, rest = String(seconds % 60).padStart(2, '0');
    return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
};

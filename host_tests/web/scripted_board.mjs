// A board that a program plays through (docs/SERIAL.md, "Playing through the board"), and the hands of a person at it.

import {Chess} from '../../web/node_modules/chess.js/dist/esm/chess.js';

const LINE_MS = 20, SHOWN_MS = 100;

export const place = (fen) => fen.split(' ').slice(0, 3).join(' ');

export class ScriptedBoard {
    chess = new Chess();
    person = '';            // the side whose moves are the person's
    follows = false;
    pending = '';
    restoring = false;
    befores = [];           // where the game has been
    plugged = true;
    made = [];              // by the hands for the side that may be moved: {place, uci}
    lines = [];
    said = Promise.resolve();
    obeyed = Promise.resolve();

    constructor(clock, random) { Object.assign(this, {clock, random, hear: () => {}}); }

    /** A line arrives after a while, and in order. */
    report(text) {
        this.said = this.said.then(() => this.clock.sleep(LINE_MS)).then(() => { if (this.plugged) { this.hear(text); } });
    }

    say(line) {
        this.lines.push(line);
        this.obeyed = this.obeyed.then(() => this.clock.sleep(line.startsWith('position') ? SHOWN_MS : LINE_MS)).then(() => { if (this.plugged) { this.obey(line); } });
    }

    /** The cable is pulled out, which ends the program's hold on the game. */
    unplug() {
        this.plugged = this.follows = false;
        this.pending = '';
    }

    async position() {
        await this.clock.sleep(LINE_MS);
        return this.chess.fen();
    }

    obey(line) {
        if (line.startsWith('setoption')) {
            this.follows = line.endsWith('Board');
            this.pending = '';
        } else if (line.startsWith('position') && this.follows) {
            this.show(line);
        } else if (line.startsWith('board resign') || line === 'board new') {
            this.ended = line;
        }
    }

    show(line) {
        const target = this.read(line);
        if (this.person !== target.turn()) {
            this.pending = '';
        }
        this.person = target.turn();
        if (place(this.chess.fen()) === place(target.fen())) {
            return;
        }
        const next = stepTo(this.chess, line.split(' ').at(-1), place(target.fen()));
        if (next) {
            if (this.pending !== next.lan) {
                this.pending = next.lan;
                this.report(`waiting for the move to be made on the board: ${next.san} ${next.lan}`);
            }
            return;
        }
        this.pending = '';
        this.restoring = true;
        const back = this.befores.lastIndexOf(place(target.fen()));
        if (back >= 0) {
            const plies = this.befores.splice(back).length;
            for (let i = 0; i < plies; i++) {
                this.chess.undo();
            }
            this.report(`taken back ${plies} half move${plies === 1 ? '' : 's'}`);
        } else {
            this.chess = new Chess(target.fen());
            this.befores = [];
            this.report('the game before is abandoned');
            this.report(`new game ${target.fen()}`);
        }
    }

    /** The position of a line `position`. The last one read is kept: most lines only add to it. */
    read(line) {
        const [, fen, list] = /^position (?:startpos|fen (.+?))(?: moves (.+))?$/.exec(line), moves = list?.split(' ') ?? [];
        if (!this.known || this.known.fen !== fen || this.known.moves.some((uci, at) => uci !== moves[at])) {
            this.known = {fen, moves: [], chess: new Chess(fen)};
        }
        moves.slice(this.known.moves.length).forEach((uci) => this.known.chess.move(step(uci)));
        this.known.moves = moves;
        return this.known.chess;
    }

    /** The hands make a move; returns false if the board does not take it. */
    move(uci) {
        const {chess} = this;
        if (this.restoring || (this.pending ? uci !== this.pending : this.follows && chess.turn() !== this.person)) {
            return false;
        }
        const before = chess.fen(), {san, color} = chess.move(step(uci));
        this.befores.push(place(before));
        this.made.push({place: place(before), uci, own: !this.pending});
        this.pending = '';
        this.report(`move ${before.split(' ')[5]}${color === 'w' ? '.' : '...'} ${san} ${uci}`);
        if (chess.isGameOver()) {
            this.report('result of some kind');
        }
        return true;
    }

    /** A person who plays one side, and sometimes moves for the other. */
    async hands(color, isOver) {
        while (!isOver()) {
            await this.clock.sleep(500 + 6000 * this.random());
            const {chess} = this;
            if (this.restoring) {
                this.restoring = false;
            } else if (this.pending) {
                this.move(this.pending);
            } else if (this.follows && !chess.isGameOver() && (chess.turn() === color[0] || this.random() < 0.3)) {
                this.move(choice(chess, this.random));
            }
        }
    }
}

const step = (uci) => ({from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4]});

/** The move, if it is legal and leads to that place. */
function stepTo(chess, uci, wanted) {
    try {
        const made = chess.move(step(uci)), fits = place(chess.fen()) === wanted;
        chess.undo();
        return fits ? made : null;
    } catch {
        return null;
    }
}

/** A legal move, mate if there is one. */
export function choice(chess, random) {
    const moves = chess.moves(), {lan} = chess.move(moves.find((san) => san.endsWith('#')) ?? moves[Math.floor(random() * moves.length)]);
    chess.undo();
    return lan;
}

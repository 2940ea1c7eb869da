// A board that a program plays through (docs/SERIAL.md, "Playing through the board"), and the hands of a person at it.

import {Game, rules} from './rules.mjs';

const LINE_MS = 20, SHOWN_MS = 100;

export const place = (fen) => fen.split(' ').slice(0, 3).join(' ');

export class ScriptedBoard {
    game = new Game();
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
        return this.game.fen;
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
        if (this.person !== target.turn) {
            this.pending = '';
        }
        this.person = target.turn;
        if (place(this.game.fen) === place(target.fen)) {
            return;
        }
        const next = stepTo(this.game, line.split(' ').at(-1), place(target.fen));
        if (next) {
            if (this.pending !== next.move) {
                this.pending = next.move;
                this.report(`waiting for the move to be made on the board: ${next.san} ${next.move}`);
            }
            return;
        }
        this.pending = '';
        this.restoring = true;
        const back = this.befores.lastIndexOf(place(target.fen));
        if (back >= 0) {
            const plies = this.befores.splice(back).length;
            for (let i = 0; i < plies; i++) {
                this.game.undo();
            }
            this.report(`taken back ${plies} half move${plies === 1 ? '' : 's'}`);
        } else {
            this.game = new Game(target.fen);
            this.befores = [];
            this.report('the game before is abandoned');
            this.report(`new game ${target.fen}`);
        }
    }

    /** The position of a line `position`. The last one read is kept: most lines only add to it. */
    read(line) {
        const [, fen, list] = /^position (?:startpos|fen (.+?))(?: moves (.+))?$/.exec(line), moves = list?.split(' ') ?? [];
        if (!this.known || this.known.fen !== fen || this.known.moves.some((uci, at) => uci !== moves[at])) {
            this.known = {fen, moves: [], game: new Game(fen)};
        }
        moves.slice(this.known.moves.length).forEach((uci) => this.known.game.play(uci));
        this.known.moves = moves;
        return this.known.game;
    }

    /** The hands make a move; returns false if the board does not take it. */
    move(uci) {
        const {game} = this;
        if (this.restoring || (this.pending ? uci !== this.pending : this.follows && game.turn !== this.person)) {
            return false;
        }
        const before = game.fen, {san} = game.play(uci);
        this.befores.push(place(before));
        this.made.push({place: place(before), uci, own: !this.pending});
        this.pending = '';
        this.report(`move ${before.split(' ')[5]}${before.includes(' w ') ? '.' : '...'} ${san} ${uci}`);
        if (game.isOver) {
            this.report('result of some kind');
        }
        return true;
    }

    /** A person who plays one side, and sometimes moves for the other. */
    async hands(color, isOver) {
        while (!isOver()) {
            await this.clock.sleep(500 + 6000 * this.random());
            const {game} = this;
            if (this.restoring) {
                this.restoring = false;
            } else if (this.pending) {
                this.move(this.pending);
            } else if (this.follows && !game.isOver && (game.turn === color[0] || this.random() < 0.3)) {
                this.move(choice(game, this.random));
            }
        }
    }
}

/** The step, if the move is legal and leads to that place. */
function stepTo(game, uci, wanted) {
    const [step] = rules.steps(game.fen, [uci]);
    return step && place(step.fen) === wanted ? step : null;
}

/** A legal move, mate if there is one. */
export function choice(game, random) {
    const steps = game.next();
    return (steps.find(({san}) => san.endsWith('#')) ?? steps[Math.floor(random() * steps.length)]).move;
}

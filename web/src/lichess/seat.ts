// A game at Lichess on one of the page's two boards, with its clocks as they run here between two words of Lichess.

import {sessions, type Mode} from '../boards';
import {setUp} from '../help';
import {note} from '../note';
import type {Client} from './client';
import type {LichessGame} from './game';
import type {Side} from './line';
import {follows, giveBack, takeSeats, type Ongoing} from './ongoing';
import {Play} from './play';
import type {Player, State} from './types';
import {realClock} from './waits';

const ENDS: Record<string, string> = {
    mate: 'checkmate', resign: 'resigned', stalemate: 'stalemate', timeout: 'the opponent has left', outoftime: 'time is up', draw: '', cheat: 'Lichess has found help',
};

/** States in which the board wants other pieces. */
const WRONG = ['setup', 'restoring', 'correcting'];

export const nameOf = ({name, title, rating, aiLevel}: Player): string =>
    [title, name ?? (aiLevel ? `Stockfish, level ${aiLevel}` : 'Somebody'), rating && `(${rating})`].filter(Boolean).join(' ');

export const other = (side: Side): Side => side === 'white' ? 'black' : 'white';

export class Seat {
    readonly play: Play;
    private state: State | null = null;
    private since = 0;                      // when it came
    private claimIn: number | null = null;
    private claimSince = 0;
    private isFree = false;                 // after the game the board was given back
    private toSetUp = false;                // the page has to put the pieces where the game stands

    constructor(readonly client: Client, private readonly ongoing: Ongoing, account: string, private readonly changed: () => void) {
        this.play = new Play(client, ongoing.id, account, {
            say: (line) => this.say(line), position: () => this.position(), tell: note, changed: () => this.take(),
        }, realClock);
    }

    get game(): LichessGame { return this.play.game; }
    get id(): string { return this.ongoing.id; }
    get which(): Mode { return this.ongoing.which; }
    get isOpen(): boolean { return sessions[this.which].link.open; }
    /** Whether nothing more is to be expected of it. */
    get isDone(): boolean { return this.game.isOver || this.game.state !== null && !this.game.me; }
    get opponent(): Player { return this.game.me === 'black' ? this.game.white : this.game.black; }

    runs(side: Side): boolean {
        const {isOver, turn, moves} = this.game;
        return this.state !== null && !isOver && turn === side && moves.length >= 2;     // so long Lichess waits for the first moves
    }

    /** Milliseconds left. */
    clock(side: Side): number {
        const left = this.state?.[side === 'white' ? 'wtime' : 'btime'] ?? 0;
        return left - (this.runs(side) ? realClock.now() - this.since : 0);
    }

    /** Seconds until victory may be claimed; null while the opponent is there. */
    get secondsToClaim(): number | null {
        return this.claimIn === null ? null : Math.max(0, Math.ceil(this.claimIn - (realClock.now() - this.claimSince) / 1000));
    }

    /** Whether this side has an open offer. */
    offers(side: Side, what: 'draw' | 'takeback'): boolean {
        return !this.game.isOver && Boolean(this.game.state?.[`${side === 'white' ? 'w' : 'b'}${what}`]);
    }

    /** How it stands, in a sentence. */
    get words(): string {
        const {game} = this, {state, me} = game;
        if (state && game.isOver) {
            return this.verdict(state);
        }
        if (!me) {
            return 'This game cannot be played here.';
        }
        if (game.left) {
            return 'You have left the game at the board. At Lichess it goes on.';
        }
        if (!this.isOpen) {
            return this.which === 'try' ? 'The board has no power. At Lichess the game goes on.' : 'No board is connected. At Lichess the game goes on.';
        }
        if (!game.live) {
            return 'Lichess is not heard now; the page tries again.';
        }
        if (game.isSending) {
            return 'Your move is on its way.';
        }
        if (!follows(this.ongoing)) {
            return 'The board is told of the game…';
        }
        const {name = 'The opponent'} = this.opponent, {state: board} = sessions[this.which].status;
        if (WRONG.includes(board)) {
            return 'Put the pieces where the board’s lights ask for them.';
        }
        return game.turn !== me ? `${name} is to move.` : game.isAtTruth ? 'It is your move.' : `Make ${name}’s move on the board.`;
    }

    private verdict({status, winner}: State): string {
        const how = ENDS[status] ?? '', tail = how ? `: ${how}` : '';
        if (status === 'aborted' || status === 'noStart') {
            return 'The game was ended before it had begun.';
        }
        return winner ? `${winner === this.game.me ? 'You have won' : `${this.opponent.name ?? 'The opponent'} has won`}${tail}.` : `A draw${tail}.`;
    }

    private take(): void {
        const {state, claimIn} = this.game;
        if (state !== this.state) {
            this.state = state;
            this.since = realClock.now();
        }
        if (claimIn !== this.claimIn) {
            this.claimIn = claimIn;
            this.claimSince = realClock.now();
        }
        this.changed();
    }

    private async position(): Promise<string> {
        const one = sessions[this.which];
        await one.ask();
        return one.link.open ? one.status.fen : '';
    }

    /** From time to time: asks the board until it follows, then sets up the pieces of the simulated one, and gives the board back
     *  after the game. */
    mind(): void {
        if (this.isDone) {
            if (this.game.isOver && !this.game.isToBeMade) {
                this.giveBack();
            }
        } else if (!follows(this.ongoing)) {
            if (!this.game.left) {
                sessions[this.which].soon();
            }
        } else if (this.toSetUp) {
            this.toSetUp = false;
            setUp();
        }
    }

    /** Nothing more is done. The board is the person's again if the game is over. */
    end(): void {
        this.play.end();
        if (this.game.isOver) {
            this.giveBack();
        }
    }

    private giveBack(): void {
        if (!this.isFree && this.isOpen) {
            this.isFree = true;
            giveBack(this.ongoing);
        }
    }

    private say(line: string): void {
        const one = sessions[this.which];
        if (line === 'setoption name Player value Board') {
            one.say('stop');                    // the engine's opinion is no longer wanted, and it would hear of no game
            takeSeats(this.ongoing);
            this.toSetUp = this.which === 'try';
        }
        one.say(line);
    }
}

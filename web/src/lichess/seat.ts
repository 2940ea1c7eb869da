// A game at Lichess on one of the page's two boards, with its clocks as they run here between two words of Lichess.

import {sessions, type Mode} from '../boards';
import {setUp} from '../help';
import {note} from '../note';
import type {Client} from './client';
import type {LichessGame} from './game';
import type {Side} from './line';
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
    private follows = false;                // the board was told of the game, and not that it is free again
    private toSetUp = false;                // the page has to put the pieces where the game stands

    constructor(readonly client: Client, readonly id: string, account: string, readonly which: Mode, private readonly changed: () => void) {
        this.play = new Play(client, id, account, {
            say: (line) => this.say(line), position: () => this.position(), tell: note, changed: () => this.take(),
        }, realClock);
    }

    get game(): LichessGame { return this.play.game; }
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
        if (!state) {
            return 'Lichess is asked for the game…';
        }
        if (!me) {
            return 'This game cannot be played here.';
        }
        if (game.isOver) {
            return this.verdict(state);
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
        if (!this.isFollowed) {
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

    /** Whether the board follows the game: soon after it was told, it gives one side to Lichess. */
    private get isFollowed(): boolean {
        const {white, black} = sessions[this.which].status;
        return `${white} ${black}` === 'person remote' || `${white} ${black}` === 'remote person';
    }

    /** From time to time: asks the board until it follows, and then sets up the pieces of the simulated one. */
    mind(): void {
        if (!this.isFollowed) {
            if (!this.game.left) {
                sessions[this.which].soon();
            }
        } else if (this.toSetUp) {
            this.toSetUp = false;
            setUp();
        }
    }

    /** The board is the person's again, however the game stands. */
    end(): void {
        this.play.end();
        if (this.follows) {
            this.say('setoption name Player value Engine');
        }
    }

    private say(line: string): void {
        const one = sessions[this.which];
        if (line.startsWith('setoption')) {
            this.follows = line.endsWith('Board');
        }
        if (line === 'setoption name Player value Board') {
            one.say('stop');                    // the engine's opinion is no longer wanted, and it would hear of no game
            this.toSetUp = this.which === 'try';
        }
        one.say(line);
    }
}

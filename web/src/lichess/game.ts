// A game at Lichess on the squares of a board: what the server says, what the board says, and what each is to be told.
// Pure: it hears and answers with effects, and waits for nothing. play.ts carries them out.
//
// The server's list of moves is the truth. The board follows it as it follows any program (docs/SERIAL.md, "Playing
// through the board"): `position` brings the opponent's moves and takebacks to the lights. No `go` is sent, because the
// engine's move may be its answer. A move is the person's only if the board reports it for their side, from the position
// in which the server waits for that side.
//
// Such a move is sent again only after a new connection has shown that it did not arrive. Should the first one arrive
// late, the second is refused: its piece has left that square, and only one move of the opponent can have come between.
//
// The server does not hear for which position a move is meant. So none is sent while the game may go back meanwhile.

import {START_FEN} from '../squares';
import type {LichessError} from './errors';
import {FollowedBoard} from './followed_board';
import {Line, load, type Side} from './line';
import {OwnMove} from './own_move';
import {isPlayable} from './rules';
import type {Value} from './stream';
import type {Effect, Player, State} from './types';

/** The board's sides are the person's again. */
const FREE: Effect = {do: 'say', line: 'setoption name Player value Engine'};

export class LichessGame {
    white: Player = {};
    black: Player = {};
    me: Side | null = null;             // null until the server has spoken, and in a game that cannot be played here
    state: State | null = null;
    /** Seconds until victory can be claimed; null while the opponent is there. */
    claimIn: number | null = null;
    live = false;                       // whether the server is heard now
    left = false;                       // the person has left the game at the board; `rejoin` leads back
    private truth = new Line();
    private mine: OwnMove | null = null;
    private number = 0;
    private board = new FollowedBoard();
    private present = false;                        // whether a board is there
    private claimed = false;                        // whether the board follows this game
    private told: string[] | null = null;           // the moves that the board follows to; null: it must be told anew
    private held = false;                           // a question about a takeback is under way
    private givenBack = false;

    constructor(private readonly account: string) {}

    get isOver(): boolean { return this.state !== null && !['created', 'started'].includes(this.state.status); }
    get turn(): Side { return this.truth.turn; }
    get moves(): readonly string[] { return this.truth.moves; }
    /** Whether a move of the person has not reached the server yet. */
    get isSending(): boolean { return this.mine !== null && this.mine.phase !== 'accepted'; }
    /** Whether the move that has ended the game is still to be made on the board. */
    get isToBeMade(): boolean { return this.truth.isEnd && !this.isAtTruth && !this.left; }
    /** Whether the board stands as the server's game does, or one move of the person ahead. */
    get isAtTruth(): boolean { return this.mine !== null || this.board.place === this.truth.place; }

    // ------------------------------------------------------------ what the server says

    hear(value: Value): Effect[] {
        switch (value.type) {
        case 'gameFull': return this.hearFull(value);
        case 'gameState': return this.live ? this.hearState(value as unknown as State, false) : [];
        case 'opponentGone':
            this.claimIn = value.gone ? Number(value.claimWinInSeconds ?? 0) : null;
            return [];
        default: return [];
        }
    }

    /** The stream has ended or broken. */
    lost(): void { this.live = false; }

    /** The server's answer to an effect `move`; null if it has taken it. */
    answered(number: number, error: LichessError | null): Effect[] {
        if (this.mine?.number !== number || this.mine.phase !== 'asked') {
            return [];
        }
        if (this.mine.answered(error)) {
            this.live = false;
            return [{do: 'reopen'}];
        }
        return this.next();
    }

    /** The server is being asked about a takeback: no move is sent before its answer, and what follows from it, is known. */
    hold(): void { this.held = true; }

    release(): Effect[] {
        this.held = this.live = false;
        return [{do: 'reopen'}];
    }

    private hearFull(full: Value): Effect[] {
        const variant = full.variant as {key: string; name: string};
        this.white = full.white as Player;
        this.black = full.black as Player;
        this.me = this.white.id === this.account ? 'white' : this.black.id === this.account ? 'black' : null;
        const start = full.initialFen === 'startpos' ? START_FEN : String(full.initialFen);
        if (!this.me || !isPlayable(variant.key) || !load(start)) {
            const text = this.me ? `The board does not play ${variant.name}.` : 'This is a game of other people.';
            this.me = null;
            this.state = full.state as State;
            return [{do: 'tell', text}];
        }
        if (start !== this.truth.start) {
            this.truth = new Line(start);
        }
        this.live = true;
        return this.hearState(full.state as State, true);
    }

    private hearState(state: State, isNew: boolean): Effect[] {
        if (this.isOver) {
            return [];
        }
        const {truth} = this, before = [...truth.moves];
        this.state = state;
        const isLegal = truth.follow(state.moves.split(' ').filter(Boolean));
        if (isNew || truth.moves.length !== before.length && truth.turn === this.me) {
            this.claimIn = null;                // the opponent has moved, or Lichess says anew who has gone
        }
        if (!truth.goesOnFrom(before)) {
            this.told = null;
        }
        if (!isLegal) {
            this.me = null;
            return [{do: 'tell', text: 'Lichess has sent a move that is not legal on this board. The game cannot be followed.'}];
        }
        const effects = this.settle(isNew);
        return [...effects, ...this.isOver ? this.giveBack() : this.next()];
    }

    /** Decides what has become of the person's move. `isNew`: the connection is newer than the last answer. */
    private settle(isNew: boolean): Effect[] {
        const {mine} = this, result = this.isOver ? 'past' : mine?.settle(this.moves.join(' '), isNew);
        if (!mine || result === 'open') {
            return [];
        }
        this.mine = null;
        if (result === 'past') {
            return [];
        }
        this.told = null;
        return mine.why ? [{do: 'tell', text: `${mine.why} The board takes ${mine.uci} back.`}] : [];
    }

    // ------------------------------------------------------------ what the board says

    /** A report of the board, without "info string board ". */
    hearBoard(text: string): Effect[] {
        const report = this.board.hear(text);
        if (!report) {
            return [];
        }
        if (report.what === 'left') {
            return this.personLeaves();
        }
        if (report.what === 'moved') {
            this.boardMoved(report.uci, report.from);
        } else {
            this.forgetUnsent();
        }
        if (!this.board.place) {
            return [{do: 'ask'}];
        }
        return this.isOver ? this.giveBack() : this.next();
    }

    /** A board is there, with this position ('' if it is not known). */
    boardBack(fen: string): Effect[] {
        this.present = true;
        this.board.stand(fen);
        this.claimed = false;
        this.told = null;
        this.forgetUnsent();
        return this.isOver ? this.giveBack() : this.next();
    }

    boardGone(): void { this.present = false; }

    /** The person has left the game at the board, and wants to play on. */
    rejoin(): Effect[] {
        this.left = false;
        this.told = null;
        return this.next();
    }

    private boardMoved(uci: string, from: string): void {
        const {truth} = this, isPersons = from === truth.place && truth.turn === this.me && !this.isOver && !this.left;
        if (isPersons && this.board.place && this.claimed && !this.mine) {
            this.mine = new OwnMove(uci, this.moves.join(' '), ++this.number);
        } else if (this.board.place !== truth.place) {
            this.told = null;           // hands that moved for the opponent, or a board that has lost the thread
        }
    }

    private personLeaves(): Effect[] {
        if (!this.claimed || this.givenBack || this.left) {
            return [];
        }
        this.left = true;
        this.claimed = false;
        this.forgetUnsent();
        return [FREE, {do: 'tell', text: 'You have left the game at the board. At Lichess it goes on.'}];
    }

    /** A move that has not been sent, and does not stand on the board any more, was not made. */
    private forgetUnsent(): void {
        if (this.mine?.phase === 'waiting') {
            this.mine = null;
        }
    }

    // ------------------------------------------------------------ what is to be done

    private next(): Effect[] {
        if (!this.me || this.left) {
            return [];
        }
        if (this.mine) {
            if (this.mine.phase !== 'waiting' || !this.live || this.held) {
                return [];
            }
            if (this.state?.[this.me === 'white' ? 'wtakeback' : 'btakeback']) {
                return [{do: 'withdraw'}];
            }
            this.mine.phase = 'asked';
            return [{do: 'move', uci: this.mine.uci, number: this.mine.number}];
        }
        if (!this.present) {
            return [];
        }
        const goesOn = this.told !== null && this.truth.goesOnFrom(this.told);
        if (goesOn && (this.told!.length === this.moves.length || this.isAtTruth)) {
            return [];
        }
        this.told = [...this.moves];
        const follow: Effect[] = this.claimed ? [] : [{do: 'say', line: 'setoption name Player value Board'}];
        this.claimed = true;
        return [...follow, {do: 'say', line: this.truth.command}];
    }

    /** The game is over: the board is the person's again. A last move that ends it is made on the board before. */
    private giveBack(): Effect[] {
        if (this.givenBack || !this.claimed || !this.present || this.left) {
            return [];
        }
        const byRule = this.truth.isEnd;
        if (byRule && !this.isAtTruth) {
            return this.next();
        }
        this.givenBack = true;
        const winner = this.state?.winner;
        const end = byRule ? [] : [{do: 'say', line: winner ? `board resign ${winner === 'white' ? 'black' : 'white'}` : 'board new'} as const];
        return [FREE, ...end];
    }
}

// Plays one game at Lichess on a board: carries out what game.ts decides.

import type {Client} from './client';
import {LichessError} from './errors';
import {LichessGame} from './game';
import {Stream} from './stream';
import type {Effect} from './types';
import type {Clock} from './waits';

const FIRST_WAIT_MS = 1000, LONGEST_WAIT_MS = 30_000;

export interface Table {
    /** Sends a line to the board. */
    say(line: string): void;
    /** Asks the board where it stands: a FEN, '' if it does not answer. */
    position(): Promise<string>;
    /** A sentence for the person. */
    tell(text: string): void;
    /** The game has changed and is to be drawn. */
    changed(): void;
}

export class Play {
    readonly game: LichessGame;
    private readonly stream: Stream;
    private troubles = 0;               // answers to a move in a row that said nothing certain

    constructor(private readonly client: Client, readonly id: string, account: string, private readonly table: Table, private readonly clock: Clock) {
        this.game = new LichessGame(account);
        this.stream = new Stream({
            open: (signal) => client.game(id, signal),
            onValue: (value) => this.carryOut(this.game.hear(value)),
            onLive: (live) => {
                if (!live) {
                    this.game.lost();
                    table.changed();
                }
            },
            isOver: () => this.game.isOver,
        }, clock);
    }

    /** Resolves when the game is over or `end` is called. Throws what cannot be helped by trying again. Until `end` the
     *  board is still to be heard: its last move may be to come. */
    run(): Promise<void> {
        this.boardBack();
        return this.stream.run();
    }

    end(): void { this.stream.end(); }

    /** A report of the board, without "info string board ". */
    hearBoard(text: string): void { this.carryOut(this.game.hearBoard(text)); }
    /** The board was gone, and is there again. */
    boardBack(): void { this.carryOut([{do: 'ask'}]); }
    boardGone(): void { this.game.boardGone(); }
    rejoin(): void { this.carryOut(this.game.rejoin()); }

    /** Offers a takeback or agrees to one; declines or withdraws. Throws what the server says against it. */
    async takeback(yes: boolean): Promise<void> {
        this.game.hold();
        try {
            await this.client.takeback(this.id, yes);
        } finally {
            this.carryOut(this.game.release());
        }
    }

    private async withdraw(): Promise<void> {
        this.game.hold();
        try {
            await this.client.takeback(this.id, false);
        } catch (error) {
            this.table.tell((error as Error).message);
            await this.clock.sleep(Math.max(FIRST_WAIT_MS, error instanceof LichessError ? error.waitMs : 0));
        }
        this.carryOut(this.game.release());
    }

    private carryOut(effects: Effect[]): void {
        for (const effect of effects) {
            switch (effect.do) {
            case 'say': this.table.say(effect.line); break;
            case 'tell': this.table.tell(effect.text); break;
            case 'ask': void this.table.position().then((fen) => this.carryOut(this.game.boardBack(fen))); break;
            case 'withdraw': void this.withdraw(); break;
            case 'reopen': this.stream.reopen(); break;
            case 'move': void this.send(effect.uci, effect.number); break;
            }
        }
        this.table.changed();
    }

    private async send(uci: string, number: number): Promise<void> {
        try {
            await this.client.move(this.id, uci);
            this.troubles = 0;
            this.carryOut(this.game.answered(number, null));
        } catch (error) {
            if (!(error instanceof LichessError)) {
                throw error;
            }
            if (error.trouble !== 'refused') {
                this.table.tell(`${error.message} ${uci} is sent again if it has not arrived.`);
                await this.clock.sleep(Math.max(error.waitMs, Math.min(FIRST_WAIT_MS * 2 ** this.troubles++, LONGEST_WAIT_MS)));
            }
            this.carryOut(this.game.answered(number, error));
        }
    }
}

// A person who is signed in: challenges and games that come and go, and the search for an opponent.

import {Client, type Account, type Challenge, type Color} from './client';
import {LichessError} from './errors';
import {checkGame, type TimeControl} from './rules';
import {Stream, type Value} from './stream';
import {realClock} from './waits';

const LATE_MS = 3000;           // a game may begin so long after its search has ended

/** A game as the events describe it. */
export interface Going {
    gameId: string; speed?: string; variant?: {key?: string; name?: string};
    opponent?: {username?: string; rating?: number}; compat?: {board?: boolean};
}

interface Waiting {
    text: string;
    stop: AbortController;
    id: string | null;          // of the challenge, '' before it is known; null if any game will do
}

export interface Listener {
    changed(): void;
    /** A game that was looked for has begun. */
    begins(id: string): void;
    tell(text: string): void;
    /** What cannot be helped by trying again. */
    failed(error: unknown): void;
}

export class Online {
    account: Account | null = null;
    live = false;                               // whether Lichess is heard now
    waiting: Waiting | null = null;
    readonly incoming = new Map<string, Challenge>();
    readonly games = new Map<string, Going>();
    readonly client: Client;
    private accepted = '';                      // a challenge of which the game is to come
    private readonly events: Stream;

    constructor(token: string, private readonly listener: Listener) {
        this.client = new Client(token, realClock, fetch);
        this.events = new Stream({
            open: (signal) => this.client.events(signal),
            onValue: (value) => this.hear(value),
            onLive: (live) => {
                this.live = live;
                if (live) {                     // Lichess tells anew what there is
                    this.incoming.clear();
                }
                listener.changed();
            },
        }, realClock);
    }

    async begin(): Promise<void> {
        this.account = await this.client.account();
        this.listener.changed();
        this.events.run().catch((error) => this.listener.failed(error));
    }

    end(): void {
        this.waiting?.stop.abort();
        this.waiting = null;
        this.events.end();
    }

    private hear(value: Value): void {
        const challenge = value.challenge as Challenge, game = value.game as Going;
        switch (value.type) {
        case 'challenge':
            if (challenge.direction !== 'out' && challenge.challenger.id !== this.account?.id) {
                this.incoming.set(challenge.id, challenge);
            }
            break;
        case 'challengeCanceled':
        case 'challengeDeclined': this.incoming.delete(challenge.id); break;
        case 'gameStart': this.hearStart(game); break;
        case 'gameFinish': this.games.delete(game.gameId); break;
        }
        this.listener.changed();
    }

    private hearStart(game: Going): void {
        const {gameId: id} = game, isNew = !this.games.has(id), {waiting} = this;
        this.incoming.delete(id);
        try {
            checkGame(game);
        } catch {
            return;
        }
        if (game.compat?.board === false) {
            return;
        }
        this.games.set(id, game);
        if (isNew && (id === this.accepted || waiting && (waiting.id === null || waiting.id === id))) {
            this.beginGame(id);
        }
    }

    private beginGame(id: string): void {
        this.accepted = '';
        this.stopWaiting();
        this.listener.begins(id);
    }

    // ------------------------------------------------------------ looking for an opponent

    async seek(time: TimeControl, how: {rated: boolean; color: Color}): Promise<void> {
        const waiting = this.wait(`Looking for an opponent, ${time.minutes}+${time.increment}`, null);
        await this.watch(waiting, async () => {
            await this.client.seek(time, how, waiting.stop.signal);
            await realClock.sleep(LATE_MS, waiting.stop.signal);
            return 'Nobody was found. You can look again.';
        });
    }

    async challenge(user: string, time: TimeControl, how: {rated: boolean; color: Color}): Promise<void> {
        const waiting = this.wait(`Waiting for ${user}’s answer, ${time.minutes}+${time.increment}`, '');
        await this.watch(waiting, async () => {
            const done = await this.client.challenge(user, time, how, waiting.stop.signal, (id) => { waiting.id = id; });
            if (done === 'accepted') {
                if (this.games.has(waiting.id!)) {
                    this.beginGame(waiting.id!);
                } else {
                    this.accepted = waiting.id!;
                }
                return '';
            }
            return done === 'declined' ? `${user} has declined.` : `${user} has not answered.`;
        });
    }

    /** Ends the search, or takes the challenge back. */
    async stop(): Promise<void> {
        const id = this.waiting?.id;
        this.stopWaiting();
        this.listener.changed();
        if (id) {
            await this.client.cancel(id);
        }
    }

    async accept(challenge: Challenge): Promise<void> {
        this.accepted = challenge.id;
        await this.client.accept(challenge);
        this.incoming.delete(challenge.id);
        this.listener.changed();
    }

    async decline(id: string): Promise<void> {
        await this.client.decline(id);
        this.incoming.delete(id);
        this.listener.changed();
    }

    private wait(text: string, id: string | null): Waiting {
        if (this.waiting) {
            throw new LichessError('refused', 'You are looking for an opponent already.');
        }
        this.waiting = {text, id, stop: new AbortController()};
        this.listener.changed();
        return this.waiting;
    }

    private stopWaiting(): void {
        this.waiting?.stop.abort();
        this.waiting = null;
    }

    /** Waits for the search's end, which says what came of it; nothing if the person or a game has ended it. */
    private async watch(waiting: Waiting, search: () => Promise<string>): Promise<void> {
        try {
            const text = await search();
            if (this.waiting === waiting && text) {
                this.listener.tell(text);
            }
        } finally {
            if (this.waiting === waiting) {
                this.waiting = null;
            }
            this.listener.changed();
        }
    }
}

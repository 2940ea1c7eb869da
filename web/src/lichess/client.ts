// Lichess' Board API (lichess.org/api), as far as a game on a board needs it.

import {errorOf, LichessError} from './errors';
import {HOST} from './oauth';
import {checkAccount, checkChallenge, checkGame, checkSeek, type TimeControl} from './rules';
import {read, type Value} from './stream';
import {within, type Clock} from './waits';

const ANSWER_MS = 15_000;               // without an answer for so long nobody knows what has happened
const REPEATS = 3, FIRST_WAIT_MS = 1000;

export type Color = 'white' | 'black' | 'random';
export interface Account { id: string; username: string; title?: string }
export interface Challenge {
    id: string; speed: string; rated: boolean; direction?: 'in' | 'out';
    variant: {key: string; name: string}; challenger: {id: string; name: string; rating?: number}; timeControl: {show?: string};
}

interface Request {
    method?: 'GET' | 'POST';
    form?: Record<string, string>;
    signal?: AbortSignal;
    repeatable?: boolean;               // whether doing it twice is the same as doing it once
}

export class Client {
    private last: Promise<unknown> = Promise.resolve();     // Lichess: one request at a time
    private notBefore = 0;                                  // after 429

    constructor(private readonly token: string, private readonly clock: Clock, private readonly fetch: typeof globalThis.fetch,
                private readonly host = HOST) {}

    async account(): Promise<Account> {
        const account = await this.ask('/api/account', {repeatable: true}) as unknown as Account;
        checkAccount(account);
        return account;
    }

    // ------------------------------------------------------------ streams

    /** Games that begin and end, challenges that come and go. Have it open before you seek or challenge. */
    async events(signal: AbortSignal): Promise<Response> { return this.begin('/api/stream/event', {signal}); }

    async game(id: string, signal: AbortSignal): Promise<Response> { return this.begin(`/api/board/game/stream/${name(id)}`, {signal}); }

    // ------------------------------------------------------------ finding a game

    /** Looks for any opponent until one is found (the events say so), the seek expires or the signal aborts. */
    async seek(time: TimeControl, {rated, color = 'random'}: {rated: boolean; color?: Color}, signal: AbortSignal): Promise<void> {
        checkSeek(time);
        const form = {rated: String(rated), time: String(time.minutes), increment: String(time.increment), ...(color === 'random' ? {} : {color})};
        await this.wait(this.begin('/api/board/seek', {method: 'POST', form, signal}), () => {}, signal);
    }

    /** Challenges a person, and keeps that up until there is an answer or the signal aborts. `onId` is given the challenge's
     *  number, which is the game's as well. Resolves to 'accepted', 'declined' or 'canceled'; '' without an answer. */
    async challenge(user: string, time: TimeControl, {rated, color = 'random'}: {rated: boolean; color?: Color}, signal: AbortSignal,
                    onId: (id: string) => void): Promise<string> {
        checkChallenge(user, time);
        const form = {'rated': String(rated), 'clock.limit': String(60 * time.minutes), 'clock.increment': String(time.increment), color, 'keepAliveStream': 'true'};
        let done = '';
        await this.wait(this.begin(`/api/challenge/${name(user)}`, {method: 'POST', form, signal}), (value) => {
            const {id} = (value.challenge ?? value) as {id?: string};
            if (id) {
                onId(id);
            }
            done = String(value.done ?? done);
        }, signal);
        return done;
    }

    async accept(challenge: Challenge): Promise<void> {
        checkGame(challenge);
        await this.post(`/api/challenge/${name(challenge.id)}/accept`);
    }
    async decline(id: string): Promise<Value> { return this.post(`/api/challenge/${name(id)}/decline`, {form: {reason: 'generic'}, repeatable: true}); }
    async cancel(id: string): Promise<Value> { return this.post(`/api/challenge/${name(id)}/cancel`, {repeatable: true}); }

    // ------------------------------------------------------------ in a game

    /** Throws 'unsure' if nobody knows whether the move has arrived: the game's stream decides, before it is repeated. */
    async move(id: string, uci: string): Promise<Value> { return this.post(`/api/board/game/${name(id)}/move/${name(uci)}`); }
    async resign(id: string): Promise<Value> { return this.post(`/api/board/game/${name(id)}/resign`, {repeatable: true}); }
    async abort(id: string): Promise<Value> { return this.post(`/api/board/game/${name(id)}/abort`, {repeatable: true}); }
    /** Offers a draw or agrees; declines. Not repeated: an offer may have been answered by then. */
    async draw(id: string, yes: boolean): Promise<Value> { return this.post(`/api/board/game/${name(id)}/draw/${yes ? 'yes' : 'no'}`); }
    async takeback(id: string, yes: boolean): Promise<Value> { return this.post(`/api/board/game/${name(id)}/takeback/${yes ? 'yes' : 'no'}`); }
    /** When the opponent has been gone long enough. */
    async claimVictory(id: string): Promise<Value> { return this.post(`/api/board/game/${name(id)}/claim-victory`, {repeatable: true}); }

    // ------------------------------------------------------------ requests

    private post(path: string, request: Request = {}): Promise<Value> { return this.ask(path, {method: 'POST', ...request}); }

    /** A request with a short answer. They are sent one after another. */
    private ask(path: string, request: Request): Promise<Value> {
        const answer = this.last.then(() => this.repeat(path, request));
        this.last = answer.catch(() => {});
        return answer;
    }

    private async repeat(path: string, request: Request): Promise<Value> {
        for (let tries = 1, wait = FIRST_WAIT_MS; ; tries++, wait *= 2) {
            try {
                return await this.once(path, request);
            } catch (error) {
                const again = request.repeatable && tries < REPEATS && error instanceof LichessError && ['later', 'unsure'].includes(error.trouble);
                if (!again) {
                    throw error;
                }
                await this.clock.sleep(Math.max(wait, error.waitMs));
            }
        }
    }

    private async once(path: string, request: Request): Promise<Value> {
        const late = new AbortController();
        const answer = await within(this.clock, ANSWER_MS, this.begin(path, {...request, signal: late.signal}).then(async (response) => {
            try {
                return await response.json() as Value;
            } catch {
                throw new LichessError('unsure', 'The answer of Lichess did not arrive whole.');
            }
        }));
        late.abort();
        if (!answer) {
            throw new LichessError('unsure', 'Lichess does not answer.');
        }
        return answer;
    }

    /** Sends a request. Resolves to an answer that is not an error. */
    private async begin(path: string, {method = 'GET', form, signal}: Request): Promise<Response> {
        const left = this.notBefore - this.clock.now();
        if (left > 0) {
            throw new LichessError('later', `Lichess has asked for a pause: ${Math.ceil(left / 1000)} seconds more.`, left);
        }
        let response;
        try {
            response = await this.fetch.call(globalThis, this.host + path, {
                method, signal, headers: {Authorization: `Bearer ${this.token}`}, ...(form ? {body: new URLSearchParams(form)} : {}),
            });
        } catch {
            throw new LichessError('unsure', 'Lichess could not be reached.');
        }
        if (!response.ok) {
            const error = await errorOf(response, this.clock.now());
            this.notBefore = Math.max(this.notBefore, error.waitMs && this.clock.now() + error.waitMs);
            throw error;
        }
        return response;
    }

    /** An answer that lasts until something has happened, or the person no longer wants it. */
    private async wait(response: Promise<Response>, onValue: (value: Value) => void, signal: AbortSignal): Promise<void> {
        try {
            await read(await response, onValue, this.clock, signal);
        } catch (error) {
            if (!signal.aborted) {
                throw error;
            }
        }
    }
}

/** A word of a path. */
function name(word: string): string {
    if (!/^[\w-]+$/.test(word)) {
        throw new LichessError('refused', `Lichess knows no “${word}”.`);
    }
    return word;
}

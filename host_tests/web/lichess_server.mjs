// A server that answers as Lichess' public description of its interface says (docs/SOURCES.md), in the place of `fetch`, and
// can be as troublesome as a network: its faults come from a seeded generator, its time from a clock that the test moves.

import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';

import {Game} from './rules.mjs';

const KEEP_ALIVE_MS = 7000;
const TOKEN = 'lio_secret', ME = {id: 'anna', name: 'Anna', rating: 1600}, OTHER = {id: 'bert', name: 'Bert', rating: 1610};

/** The chapters of a study, as Lichess describes its export. */
const chapter = (name, id, tags, moves) => [`[Event "Mates: ${name}"]`, '[Result "*"]', '[StudyName "Mates"]', `[ChapterName "${name}"]`,
                                            `[ChapterURL "https://lichess.org/study/AbCdEfGh/${id}"]`, ...tags, '', moves].join('\n');
export const STUDY = [
    chapter('The \\"fool\\" as Black', 'foolmate', ['[Variant "Standard"]', '[Orientation "black"]'], '1. f3 e5 2. g4 Qh4# 0-1'),
    chapter('Two rooks', 'tworooks', ['[Variant "From Position"]', '[FEN "6k1/5ppp/8/8/8/8/8/KR2R3 w - - 0 1"]', '[SetUp "1"]', '[Orientation "white"]'],
            '{ A comment. } 1. Rb8# { [%clk 0:01:00] } (1. Re8#) *'),
    chapter('Just a position', 'justapos', ['[Variant "Standard"]', '[FEN "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"]', '[SetUp "1"]', '[Orientation "white"]'], ' *'),
    chapter('Drops', 'dropping', ['[Variant "Crazyhouse"]', '[Orientation "white"]'], '1. e4 *'),
];

/** Virtual time: it goes on when nothing else can. */
export class VirtualClock {
    time = Date.UTC(2026, 0, 1);
    timers = new Set();

    now() { return this.time; }

    sleep(ms, signal) {
        return new Promise((resolve) => {
            if (signal?.aborted) {
                resolve();
                return;
            }
            const timer = {at: this.time + ms, done: () => {
                this.timers.delete(timer);
                signal?.removeEventListener('abort', timer.done);
                resolve();
            }};
            this.timers.add(timer);
            signal?.addEventListener('abort', timer.done);
        });
    }

    /** Lets time pass until the promise is settled; fails after `hours` of it. */
    async until(promise, hours = 24) {
        let over = false;
        const note = () => { over = true; };
        promise.then(note, note);
        const end = this.time + 3_600_000 * hours;
        for (;;) {
            for (let i = 0; i < 6; i++) {
                await new Promise((resolve) => setImmediate(resolve));
            }
            if (over) {
                return promise;
            }
            const next = [...this.timers].reduce((first, timer) => !first || timer.at < first.at ? timer : first, null);
            assert.ok(next, 'everything waits for nothing');
            assert.ok(next.at < end, 'this takes too long');
            this.time = Math.max(this.time, next.at);
            next.done();
        }
    }

    pass(ms) { return this.until(this.sleep(ms)); }
}

/** The end of a stream that writes. */
class Channel {
    constructor(server, signal) {
        this.server = server;
        this.ended = new AbortController();
        this.body = new ReadableStream({start: (controller) => { this.controller = controller; }, cancel: () => this.ended.abort()});
        signal?.addEventListener('abort', () => this.fail());
        void this.keepAlive();
    }

    get open() { return !this.ended.signal.aborted; }

    async keepAlive() {
        while (this.open) {
            await this.server.clock.sleep(KEEP_ALIVE_MS, this.ended.signal);
            this.write(this.silent ? '' : '\n');
        }
    }

    /** In pieces, as a network may deliver it. */
    write(text) {
        const bytes = new TextEncoder().encode(text);
        for (let at = 0; this.open && at < bytes.length;) {
            const size = 1 + Math.floor(this.server.random() * 400);
            this.controller.enqueue(bytes.subarray(at, at += size));
        }
    }

    fail() {
        if (this.open) {
            this.ended.abort();
            this.controller.error(new TypeError('network error'));
        }
    }

    close() {
        if (this.open) {
            this.ended.abort();
            this.controller.close();
        }
    }

    send(value) {
        const line = JSON.stringify(value) + '\n';
        switch (this.silent ? 'silence' : this.server.fault(['broken line', 'strange line', 'repeated line', 'lost line', 'silence'])) {
        case 'broken line': this.write(line.slice(0, line.length >> 1)); this.close(); break;
        case 'strange line': this.write(line.slice(5)); break;
        case 'repeated line': this.write('\n' + line + line); break;
        case 'lost line': this.fail(); break;
        case 'silence': this.silent = true; break;
        default: this.write(line);
        }
    }
}

export class LichessServer {
    violations = [];        // requests that the description does not allow
    requests = [];          // method and path
    accepted = [];          // moves of the person that were made: {ply, uci}
    account = {...ME, username: ME.name};
    codes = new Map();
    tokens = new Set([TOKEN]);
    streams = new Set();
    events = new Set();
    next = [];              // answers that are given instead: [path pattern, answer]
    game = null;

    constructor(clock, random, trouble = 0) {
        Object.assign(this, {clock, random, trouble, fetch: this.fetch.bind(this)});
    }

    /** One of the faults, or none. */
    fault(kinds) { return this.random() < this.trouble ? kinds[Math.floor(this.random() * kinds.length)] : ''; }

    // ------------------------------------------------------------ signing in

    /** The person at the address to which the page leads them; returns the address to which Lichess leads back. */
    authorize(address, allows = true) {
        const url = new URL(address), asked = Object.fromEntries(url.searchParams);
        assert.equal(url.origin + url.pathname, 'https://lichess.org/oauth');
        assert.deepEqual([asked.response_type, asked.code_challenge_method], ['code', 'S256']);
        assert.match(asked.code_challenge, /^[\w-]{43}$/);
        const code = `liu_${this.codes.size}`;
        this.codes.set(code, asked);
        const answer = allows ? {code} : {error: 'access_denied', error_description: 'user cancelled authorization'};
        return `${asked.redirect_uri}?${new URLSearchParams({...answer, state: asked.state})}`;
    }

    exchange(form) {
        const asked = this.codes.get(form.code);
        this.codes.delete(form.code);
        const hash = createHash('sha256').update(form.code_verifier ?? '').digest('base64url');
        const fits = asked?.code_challenge === hash && asked.redirect_uri === form.redirect_uri && asked.client_id === form.client_id;
        if (!fits || form.grant_type !== 'authorization_code') {
            return json({error: 'invalid_grant', error_description: 'hash of code_verifier does not match code_challenge'}, 400);
        }
        this.tokens.add(TOKEN);
        return json({token_type: 'Bearer', access_token: TOKEN, expires_in: 31_536_000});
    }

    // ------------------------------------------------------------ requests

    async fetch(address, {method = 'GET', body, headers = {}, signal} = {}) {
        const url = new URL(address), form = Object.fromEntries(body ?? []), {pathname: path} = url;
        assert.equal(url.origin, 'https://lichess.org');
        assert.ok(!url.href.includes(TOKEN), 'a token in an address');
        this.requests.push(`${method} ${path}`);
        if (signal?.aborted) {
            throw new DOMException('aborted', 'AbortError');
        }
        if (`${method} ${path}` === 'POST /api/token') {
            return this.exchange(form);
        }
        if (`${method} ${path}` === 'GET /api/puzzle/daily') {
            return json({game: {id: 'g', pgn: 'e4 e5 Bc4 Nc6 Qf3 d6'}, puzzle: {id: 'p', initialPly: 5, rating: 612, solution: ['f3f7'], themes: []}});
        }
        if (path.startsWith('/api/study/')) {
            return this.study(method, path, url.search, headers);
        }
        const token = headers.Authorization?.replace('Bearer ', '');
        if (!this.tokens.has(token)) {
            return json({error: 'No such token'}, 401);
        }
        if (`${method} ${path}` === 'DELETE /api/token') {
            this.tokens.delete(token);
            return new Response(null, {status: 204});
        }
        const planned = this.next.findIndex(([pattern]) => pattern.test(path));
        if (planned >= 0) {
            return this.next.splice(planned, 1)[0][1](() => this.answer(method, path, form, signal), signal);
        }
        return this.disturbed(path, () => this.answer(method, path, form, signal), signal);
    }

    study(method, path, query, headers) {
        if (method !== 'GET' || headers.Authorization || !/^\?(?:(?:clocks|comments|variations)=false&){3}orientation=true$/.test(query)) {
            this.violations.push(`${method} ${path}${query}`);
        }
        const [, id, chapter] = /^\/api\/study\/(\w{8})(?:\/(\w{8}))?\.pgn$/.exec(path) ?? [];
        const text = id === 'AbCdEfGh' ? STUDY.filter((one) => !chapter || one.includes(`/${chapter}"`)).join('\n\n\n') : '';
        return text ? new Response(text, {headers: {'Content-Type': 'application/x-chess-pgn'}})
            : id === 'Private1' ? new Response('This study is now private', {status: 403})
                : id === 'TooMuch1' ? json({error: 'Too many requests'}, 429) : new Response('Study or chapter not found', {status: 404});
    }

    /** An answer as a bad network gives it. */
    async disturbed(path, act, signal) {
        const lost = () => { throw new TypeError('Failed to fetch'); };
        switch (this.fault([path.includes('/move/') ? 'refused' : '', 'error', 'error behind it', 'no way there', 'no way back', 'slow', 'late', 'too many'])) {
        case 'refused': return json({error: 'Something is wrong'}, 400);
        case 'error': return new Response('<html>', {status: 503});
        case 'error behind it': act(); return new Response('<html>', {status: 502});
        case 'no way there': return lost();
        case 'no way back': act(); return lost();
        case 'too many': return json({error: 'Too many requests'}, 429, {'Retry-After': String(Math.floor(this.random() * 200))});
        case 'slow': {
            const answer = act();
            await this.clock.sleep(40_000, signal);
            return signal?.aborted ? lost() : answer;
        }
        case 'late':
            await this.clock.sleep(3000 * this.random());
            return act();
        default: return act();
        }
    }

    answer(method, path, form, signal) {
        const fields = Object.keys(form).sort().join(' ');
        const row = this.rows().find(([verb, pattern, allowed]) => verb === method && pattern.test(path) && allowed.test(fields));
        if (!row) {
            this.violations.push(`${method} ${path} ${fields}`);
            return json({error: 'This request is invalid'}, 400);
        }
        return row[3](row[1].exec(path).slice(1), form, signal);
    }

    rows() {
        const none = /^$/, game = '^/api/board/game/(\\w+)/';
        return [
            ['GET', /^\/api\/account$/, none, () => json(this.account)],
            ['GET', /^\/api\/stream\/event$/, none, (_, __, signal) => this.stream(this.events, signal)],
            ['POST', /^\/api\/board\/seek$/, /^(color )?increment rated time$/, (_, form, signal) => this.seek(form, signal)],
            ['POST', /^\/api\/challenge\/[\w-]+$/, /^clock\.increment clock\.limit color keepAliveStream rated$/, (_, form, signal) => this.challenge(form, signal)],
            ['POST', /^\/api\/challenge\/\w+\/(accept|cancel)$/, none, () => json({ok: true})],
            ['POST', /^\/api\/challenge\/\w+\/decline$/, /^(reason)?$/, () => json({ok: true})],
            ['GET', /^\/api\/board\/game\/stream\/(\w+)$/, none, (_, __, signal) => this.gameStream(signal)],
            ['POST', new RegExp(`${game}move/(\\w+)$`), none, ([, uci]) => this.moves(uci)],
            ['POST', new RegExp(`${game}(resign|abort|claim-victory)$`), none, ([, what]) => this.ends(what)],
            ['POST', new RegExp(`${game}(draw|takeback)/(yes|no)$`), none, ([, what, yes]) => this.offers(what, yes === 'yes')],
        ];
    }

    stream(into, signal) {
        into.forEach((other) => other.close());
        into.clear();
        const channel = new Channel(this, signal);
        into.add(channel);
        return new Response(channel.body, {headers: {'Content-Type': 'application/x-ndjson'}});
    }

    seek({time, increment}, signal) {
        if (60 * time + 40 * increment < 480) {
            this.violations.push(`seek ${time}+${increment}`);
        }
        return this.stream(this.events.seeks = this.events.seeks ?? new Set(), signal);
    }

    challenge(_, signal) {
        this.challenges = new Set();
        const response = this.stream(this.challenges, signal);
        this.challenges.forEach((channel) => channel.send({id: 'chal1', status: 'created'}));
        return response;
    }

    // ------------------------------------------------------------ the game

    /** Begins a game of the person with `color`. */
    begin(color, {initialFen = 'startpos', variant = 'standard'} = {}) {
        this.game = {id: 'game1', color, initialFen, variant, chess: new Game(initialFen === 'startpos' ? undefined : initialFen), status: 'started', winner: undefined, offers: {}, moves: []};
    }

    get mine() { return this.game.color[0] === this.game.chess.turn; }

    get state() {
        const {moves, status, winner, offers} = this.game;
        return {type: 'gameState', moves: moves.join(' '), wtime: 600_000, btime: 600_000, winc: 5000, binc: 5000, status, ...(winner ? {winner} : {}), ...offers};
    }

    gameStream(signal) {
        if (!this.game) {
            return json({error: 'Not found'}, 404);
        }
        const {id, color, initialFen, variant} = this.game, sides = color === 'white' ? [ME, OTHER] : [OTHER, ME];
        const response = this.stream(this.streams, signal);
        this.streams.forEach((channel) => {
            channel.send({type: 'gameFull', id, variant: {key: variant, name: variant}, speed: 'rapid', perf: {name: 'Rapid'}, rated: false, createdAt: 0,
                          white: sides[0], black: sides[1], initialFen, clock: {initial: 600_000, increment: 5000}, state: this.state});
            if (this.isOver) {
                channel.close();
            }
        });
        return response;
    }

    get isOver() { return this.game.status !== 'started'; }

    tell(value = this.state) {
        this.streams.forEach((channel) => {
            channel.send(value);
            if (this.isOver) {
                channel.close();
            }
        });
    }

    moves(uci) {
        const {chess, moves} = this.game, ply = moves.length, place = chess.fen;
        if (this.isOver || !this.mine || !this.make(uci)) {
            return json({error: 'Not your turn, or game already over'}, 400);
        }
        this.accepted.push({ply, uci, place});
        return json({ok: true});
    }

    /** A move of either side. */
    make(uci) {
        const {chess} = this.game;
        try {
            this.game.moves.push(chess.play(uci).move);
        } catch {
            return false;
        }
        this.game.offers = {};
        if (chess.state === 'checkmate') {
            this.end('mate', chess.turn === 'w' ? 'black' : 'white');
        } else if (chess.isOver) {
            this.end(chess.state === 'stalemate' ? 'stalemate' : 'draw');
        } else {
            this.tell();
        }
        return true;
    }

    end(status, winner) {
        Object.assign(this.game, {status, winner});
        this.tell();
    }

    ends(what) {
        const {color} = this.game, other = color === 'white' ? 'black' : 'white';
        if (this.isOver) {
            return json({error: 'The game is over'}, 400);
        }
        this.end(what === 'abort' ? 'aborted' : what === 'resign' ? 'resign' : 'timeout', what === 'abort' ? undefined : what === 'resign' ? other : color);
        return json({ok: true});
    }

    takeBack(plies) {
        for (let i = 0; i < plies; i++) {
            this.game.chess.undo();
            this.game.moves.pop();
        }
        this.game.offers = {};
        this.tell();
    }

    offers(what, yes) {
        const {color, offers} = this.game, key = (color === 'white' ? 'b' : 'w') + what;
        if (offers[key] && yes && what === 'takeback') {
            this.takeBack(this.mine ? 1 : 2);
        } else if (offers[key] && yes) {
            this.end('draw');
        } else {
            this.game.offers = yes ? {...offers, [color[0] + what]: true} : {};
            this.tell();
        }
        return json({ok: true});
    }
}

export function json(value, status = 200, headers = {}) {
    return new Response(JSON.stringify(value), {status, headers: {'Content-Type': 'application/json', ...headers}});
}

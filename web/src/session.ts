// A conversation with a board: what the page asks, what the board says, and which of it a person wants to read.

import type {Link} from './link';
import {Status} from './status';

export interface LogLine { text: string; kind: 'said' | 'sent' | 'quiet' }

const ASK_MS = 120;             // real time from an event to the question for the state
const ANSWER_MS = 3000;         // after this time no answer is expected
const BOARD = 'info string board ', CHECKERS = 'info string checkers ';

export class Session {
    readonly status = new Status();
    readonly log: LogLine[] = [];
    sensors: boolean[] | null = null;       // as last reported by `board sensors`
    words = '';                             // the text of `board help`
    onStatus: () => void = () => {};
    onEvent: (text: string) => void = () => {};
    /** The board has come or gone. */
    onLink: () => void = () => {};
    onLog: (line: LogLine) => void = () => {};
    private asked = 0;                      // when `board` was sent; 0: it has been answered
    private told = false;                   // the state has come since then: a result that comes now belongs to the
                                            // answer
    private waiting = 0;                    // timer of the next question
    private answered: (() => void)[] = [];
    private later: (() => void)[] = [];     // callers that asked while an answer was still to come: the next answer is
                                            // theirs
    private collectors: ((line: string) => boolean)[] = [];
    private sensorRows = Array<boolean>(64).fill(false);

    constructor(readonly link: Link) {
        link.onLine = (line) => this.hear(line);
    }

    /** The board has come or gone. */
    begin(): void {
        this.asked = 0;
        this.collectors = [];
        if (!this.link.open) {
            this.status.state = '';
            this.status.pending = '';
        }
        this.onLink();
    }

    /** Sends a line of the person. */
    say(line: string): void {
        this.write({text: line, kind: 'sent'});
        this.link.send(line);
        this.soon();
    }

    // ------------------------------------------------------------ questions of the page

    /** Asks for the state, soon; many events make one question. */
    soon(): void {
        if (!this.waiting) {
            this.waiting = window.setTimeout(() => {
                this.waiting = 0;
                void this.ask();
            }, ASK_MS);
        }
    }

    /** Resolves when the board has reported its state after this call, or did not answer. */
    ask(): Promise<void> {
        if (!this.link.open) {
            return Promise.resolve();
        }
        const now = performance.now();
        if (this.asked === 0 || now - this.asked > ANSWER_MS) {
            this.asked = now;
            this.told = false;
            this.answered.push(...this.later.splice(0));
            this.write({text: 'board', kind: 'quiet'});
            this.link.send('board');
            return this.promise(this.answered);
        }
        this.soon();                        // what has happened since may not be in that answer
        return this.promise(this.later);
    }

    private promise(waiting: (() => void)[]): Promise<void> {
        return new Promise((resolve) => {
            waiting.push(resolve);
            setTimeout(resolve, ANSWER_MS);
        });
    }

    /** Sends a line of the person. Resolves to the reason why the board refuses it; '' if it accepts it. */
    async refusal(line: string): Promise<string> {
        let why = '';
        const take = (heard: string) => {
            why ||= /^info string (?:board )?error: (.*)/.exec(heard)?.[1] ?? '';
            return false;
        };
        this.collectors.unshift(take);
        this.write({text: line, kind: 'sent'});
        this.link.send(line);
        await this.ask();
        this.collectors = this.collectors.filter((other) => other !== take);
        return why;
    }

    /** Sends a line and resolves to the wanted lines that follow, until `last` is true for one, or nobody answers. */
    collect(line: string, wanted: (line: string) => boolean, last: (line: string, all: string[]) => boolean,
            ms = ANSWER_MS): Promise<string[]> {
        const lines: string[] = [];
        return new Promise((resolve) => {
            const done = () => {
                this.collectors = this.collectors.filter((other) => other !== take);
                resolve(lines);
            };
            const take = (heard: string) => {
                if (!wanted(heard)) {
                    return false;
                }
                lines.push(heard);
                if (last(heard, lines)) {
                    done();
                }
                return true;
            };
            this.collectors.push(take);
            this.write({text: line, kind: 'quiet'});
            this.link.send(line);
            setTimeout(done, ms);
        });
    }

    /** A whole game as PGN, the current one or a stored one; '' if it does not come. */
    async pgn(question = 'board pgn', whole: (lines: string[]) => void = () => {}): Promise<string> {
        let begun = false, moves = false;       // a greeting may come before it
        const lines = await this.collect(question, (line) => (begun ||= line.startsWith('[')) && !line.startsWith('info '), (line, all) => {
            moves ||= line !== '' && !line.startsWith('[');
            const last = moves && line === '' && all.length > 2;
            if (last) {
                whole(all);
            }
            return last;
        }, 6000);
        const today = new Date(), two = (n: number) => String(n).padStart(2, '0');
        const text = lines.join('\n').trim();
        if (question !== 'board pgn') {
            return text && text + '\n';        // from another day, and a board has no calendar
        }
        return text && text.replace('????.??.??', `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`) + '\n';
    }

    /** Reads the moves played before the page was opened from the PGN. They are taken at its last line, so that what
     *  the board says in the next line is added to them. */
    async readGame(): Promise<void> {
        await this.pgn('board pgn', (lines) => this.status.read(lines.join(' ')));
        this.onStatus();
    }

    /** The games that the board keeps, the newest first. */
    async games(): Promise<{number: number; text: string}[]> {
        const lines = await this.collect('board games', (line) => /^info string board (games? \d|error: )/.test(line),
                                         (line) => / board (games|error)/.test(line), 6000);
        return lines.map((line) => / board game (\d+) (.+)$/.exec(line)).filter((match) => match !== null)
            .map((match) => ({number: Number(match[1]), text: match[2]}));
    }

    /** What the board says within `ms` after a line of the page. */
    answers(line: string, ms = 700): Promise<string[]> {
        return this.collect(line, (heard) => heard.startsWith('info string'), () => false, ms);
    }

    /** Finds out which commands the board has, and how it is set. */
    async learn(): Promise<void> {
        const help: string[] = [];
        const take = (line: string) => line.startsWith('info string board: ') && help.push(line) > 0;
        this.collectors.push(take);
        this.write({text: 'board help', kind: 'quiet'});
        this.link.send('board help');
        await this.ask();                   // a slow board answers this later, and behind the help
        this.collectors = this.collectors.filter((other) => other !== take);
        this.words = help.join('\n');
        this.status.chosen = {};            // another board may have been here
        if (/\bsettings\b/.test(this.words)) {
            await this.collect('board settings', (line) => line.startsWith(`${BOARD}settings `), () => true);
        }
        this.onStatus();
    }

    async feel(): Promise<void> {
        await this.collect('board sensors', (line) => /^info string board (\d( [o.]){8}| {2}a b c)/.test(line),
                           (line) => line.includes('a b c'), 1500);
    }

    // ------------------------------------------------------------ what the board says

    private hear(line: string): void {
        const row = /^info string board (\d)((?: [o.]){8})$/.exec(line);
        if (row) {
            [...row[2].replaceAll(' ', '')].forEach((sign, file) => { this.sensorRows[8 * (Number(row[1]) - 1) + file] = sign === 'o'; });
            if (row[1] === '1') {
                this.sensors = [...this.sensorRows];
                this.onStatus();
            }
        }
        const taken = this.collectors.some((take) => take(line));
        if (line.startsWith(BOARD)) {
            this.hearBoard(line.slice(BOARD.length), line, taken);
        } else if (line.startsWith(CHECKERS)) {
            this.hearCheckers(line.slice(CHECKERS.length), line, taken);
        } else {
            if (line.startsWith('Stackmate')) {
                this.status.firmware = line;
                this.soon();
            }
            this.write({text: line, kind: taken ? 'quiet' : 'said'});
        }
    }

    private hearBoard(text: string, line: string, taken: boolean): void {
        const answer = this.status.hear(text);
        this.told ||= text.startsWith('state ');
        const last = this.told && text.startsWith('result ');
        if (this.asked && (answer || last && !taken)) {
            if (!answer) {
                this.status.follow(text);
            }
            this.write({text: line, kind: 'quiet'});
            if (last) {
                this.settle();
            }
            return;
        }
        this.write({text: line, kind: taken ? 'quiet' : 'said'});
        const happened = !answer && this.status.follow(text);      // even while another question collects lines
        if (happened || !answer && !taken) {
            this.onEvent(text);
            this.soon();
        }
        this.onStatus();
    }

    private hearCheckers(text: string, line: string, taken: boolean): void {
        if (/^(fen|state) /.test(text)) {
            this.status.hearCheckers(text);
            this.write({text: line, kind: this.asked || taken ? 'quiet' : 'said'});
            if (text.startsWith('state ')) {
                this.settle();
            }
            return;
        }
        this.write({text: line, kind: taken ? 'quiet' : 'said'});
        this.onEvent(text);
        this.soon();
    }

    private settle(): void {
        this.asked = 0;
        this.answered.splice(0).forEach((resolve) => resolve());
        this.onStatus();
    }

    private write(line: LogLine): void {
        this.log.push(line);
        if (this.log.length > 3000) {
            this.log.splice(0, 1000);
        }
        this.onLog(line);
    }
}

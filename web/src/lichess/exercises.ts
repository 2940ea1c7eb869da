// Puzzles on the board: that of the day at Lichess, and the chapters of a study there. They are set up by lights, and the person makes
// the moves of both sides. No account is needed, and nothing is asked for before a button is pressed.

import {session} from '../boards';
import {leaveGame, openDialog} from '../dialog';
import {byId, make} from '../dom';
import {drawSoon} from '../drawing';
import {playFrom} from '../editor';
import {note} from '../note';
import {puzzleOf} from './puzzle';
import {errorOf, LichessError} from './errors';
import {HOST} from './oauth';
import {wordsOf, type Puzzle} from './puzzle';
import {chaptersOf, pathOf, refusalOf, type Chapter} from './study';

export class Exercises {
    private puzzle: Puzzle | null = null;
    private seats: [string, string] | null = null;      // who played before
    private notBefore = 0;                              // Lichess has asked for a pause until then

    private readonly words = make('p', {id: 'lichess-puzzle-words', hidden: true});
    private readonly button: HTMLButtonElement;
    private readonly address = make('input', {id: 'lichess-study', placeholder: 'https://lichess.org/study/…', spellcheck: 'false', autocomplete: 'off', inputmode: 'url',
        keydown: (event) => { if ((event as KeyboardEvent).key === 'Enter') { this.chapters.click(); } }});
    private readonly chapters: HTMLButtonElement;
    private readonly study: HTMLElement;
    private readonly solve = make('button', {id: 'lichess-solution', hidden: true, click: () => this.show()}, 'Show the solution');
    private readonly end = make('button', {id: 'lichess-puzzle-end', hidden: true, click: () => this.leave()}, 'End the puzzle');
    private shown = false;
    readonly element: HTMLElement;

    /** `work` does something, and says what hinders it. */
    constructor(private readonly work: (act: () => unknown) => void) {
        this.button = make('button', {id: 'lichess-puzzle', click: () => leaveGame('Set up the puzzle', () => work(() => this.askPuzzle()))}, 'Puzzle of the day');
        this.chapters = make('button', {id: 'lichess-chapters', click: () => work(() => this.askStudy())}, 'Set up from a study');
        this.study = make('div', {class: 'fields stack'}, make('label', {class: 'wide'}, 'Address of a public study, or of a chapter ', this.address));
        this.element = make('div', {class: 'fields stack'}, this.words, make('div', {class: 'row-buttons'}, this.button, this.solve, this.end),
                            this.study, make('div', {class: 'row-buttons'}, this.chapters));
    }

    /** `refused`: what a status says; '' for the words of others. */
    private async ask(path: string, refused: (status: number) => string = () => ''): Promise<Response> {
        const wait = Math.ceil((this.notBefore - Date.now()) / 1000);
        if (wait > 0) {
            throw new LichessError('later', `Lichess has asked for a pause: ${wait} seconds more.`);
        }
        const response = await fetch(HOST + path).catch(() => { throw new LichessError('unsure', 'Lichess cannot be reached.'); });
        if (!response.ok) {
            const why = refused(response.status), error = why ? new LichessError('refused', why) : await errorOf(response, Date.now());
            this.notBefore = Date.now() + error.waitMs;
            throw error;
        }
        return response;
    }

    private async askPuzzle(): Promise<void> {
        const puzzle = puzzleOf(await (await this.ask('/api/puzzle/daily')).json().catch(() => null));
        if (!puzzle) {
            throw new LichessError('unsure', 'Lichess has sent no puzzle that this page understands.');
        }
        await this.begin(puzzle);
    }

    /** A study with several chapters asks which of them. */
    private async askStudy(): Promise<void> {
        const chapters = chaptersOf(await (await this.ask(pathOf(this.address.value), refusalOf)).text().catch(() => ''));
        if (chapters.length === 1) {
            this.choose(chapters[0]);
            return;
        }
        const row = (chapter: Chapter) => make('li', {}, make('button', {disabled: chapter.hinders !== '', click: () => {
            byId<HTMLDialogElement>('dialog').close();
            this.choose(chapter);
        }}, chapter.name), chapter.hinders && make('span', {}, chapter.hinders));
        openDialog('Which chapter?', [make('ol', {class: 'kept'}, ...chapters.map(row))]);
    }

    private choose({name, puzzle, hinders}: Chapter): void {
        if (hinders) {
            note(`${name}: ${hinders}.`);
            return;
        }
        leaveGame('Set up the chapter', () => this.work(async () => {
            if (puzzle.solution.length > 0) {
                await this.begin(puzzle);
            } else {
                this.giveSeatsBack();
                note(`${name}: this chapter is a position without moves. Play on from it.`);
                await playFrom(puzzle.fen);
            }
        }));
    }

    private async begin(puzzle: Puzzle): Promise<void> {
        const one = session();
        this.seats ??= [one.status.white, one.status.black];
        one.say('board white person');
        one.say('board black person');
        await playFrom(puzzle.fen);
        this.puzzle = puzzle;
        this.shown = false;
        drawSoon();
    }

    private show(): void {
        this.shown = true;
        drawSoon();
    }

    private leave(): void {
        session().say('board new');
        this.giveSeatsBack();
    }

    /** The sides are played as before the puzzle. */
    private giveSeatsBack(): void {
        const seats = this.seats;
        this.puzzle = this.seats = null;
        if (seats) {
            session().say(`board white ${seats[0]}`);
            session().say(`board black ${seats[1]}`);
        }
    }

    private get said(): string {
        const {start, moves} = session().status;
        return this.puzzle ? wordsOf(this.puzzle, start, moves.map(({san}) => san)) : '';
    }

    /** Whether a solution is to be found. */
    get waits(): boolean { return this.said !== '' && !this.shown && !this.said.startsWith('Solved'); }

    /** `free`: no game at Lichess is being played. */
    draw(free: boolean): void {
        const {link} = session(), said = free ? this.said : '';
        const text = this.shown && said && !said.startsWith('Solved') ? `The solution: ${this.puzzle!.solution.join(' ')}.` : said;
        if (this.words.textContent !== text) {
            this.words.textContent = text;
        }
        this.words.hidden = !text;
        this.button.hidden = this.chapters.hidden = this.study.hidden = !free;
        this.button.disabled = this.chapters.disabled = !link.open;
        this.end.hidden = !this.puzzle || !free;
        this.solve.hidden = !free || !this.waits;
    }

    /** What is to be said aloud. */
    get spoken(): string { return this.words.textContent ?? ''; }
}

// The daily puzzle of Lichess on the board: set up by lights, both sides made by the person. No account is needed, and nothing is
// asked for before the button is pressed.

import {session} from '../boards';
import {leaveGame} from '../dialog';
import {make} from '../dom';
import {drawSoon} from '../drawing';
import {playFrom} from '../editor';
import {errorOf, LichessError} from './errors';
import {HOST} from './oauth';
import {puzzleOf, wordsOf, type Puzzle} from './puzzle';

export class Daily {
    private puzzle: Puzzle | null = null;
    private seats: [string, string] | null = null;      // who played before

    private readonly words = make('p', {id: 'lichess-puzzle-words', hidden: true});
    private readonly button: HTMLButtonElement;
    private readonly solve = make('button', {id: 'lichess-solution', hidden: true, click: () => this.show()}, 'Show the solution');
    private readonly end = make('button', {id: 'lichess-puzzle-end', hidden: true, click: () => this.leave()}, 'End the puzzle');
    private shown = false;
    readonly element: HTMLElement;

    /** `work` does something, and says what hinders it. */
    constructor(work: (act: () => unknown) => void) {
        this.button = make('button', {id: 'lichess-puzzle', click: () => leaveGame('Set up the puzzle', () => work(() => this.ask()))}, 'Puzzle of the day');
        this.element = make('div', {}, this.words, make('div', {class: 'row-buttons'}, this.button, this.solve, this.end));
    }

    private async ask(): Promise<void> {
        const response = await fetch(`${HOST}/api/puzzle/daily`).catch(() => { throw new LichessError('unsure', 'Lichess cannot be reached.'); });
        if (!response.ok) {
            throw await errorOf(response, Date.now());
        }
        const puzzle = puzzleOf(await response.json().catch(() => null));
        if (!puzzle) {
            throw new LichessError('unsure', 'Lichess has sent no puzzle that this page understands.');
        }
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

    /** The sides are played as before. */
    private leave(): void {
        const [white, black] = this.seats ?? ['person', 'engine'];
        this.puzzle = this.seats = null;
        for (const line of ['board new', `board white ${white}`, `board black ${black}`]) {
            session().say(line);
        }
    }

    /** `free`: no game at Lichess is being played. */
    draw(free: boolean): void {
        const {status, link} = session();
        const said = this.puzzle ? wordsOf(this.puzzle, status.start, status.moves.map(({san}) => san)) : '';
        const text = this.shown && said && !said.startsWith('Solved') ? `The solution: ${this.puzzle!.solution.join(' ')}.` : said;
        if (this.words.textContent !== text) {
            this.words.textContent = text;
        }
        this.words.hidden = !text;
        this.button.hidden = !free;
        this.button.disabled = !link.open;
        this.solve.hidden = !said || this.shown || said.startsWith('Solved');
        this.end.hidden = !this.puzzle;
    }
    /** What is to be said aloud. */
    get spoken(): string { return this.words.textContent ?? ''; }
}

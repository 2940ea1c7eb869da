// The part of the card that looks for an opponent: any, one by name, or one who asks.

import {session} from '../boards';
import {leaveGame} from '../dialog';
import {make} from '../dom';
import type {Challenge, Color} from './client';
import {LichessError} from './errors';
import type {Online} from './online';
import {checkChallenge, checkSeek, speedOf, type TimeControl} from './rules';

/** The sentence that refuses it; '' if nothing does. */
function refusal(check: () => void): string {
    try {
        check();
        return '';
    } catch (error) {
        return (error as Error).message;
    }
}

export class Finding {
    readonly element: HTMLElement;
    private readonly minutes = make('input', {id: 'lichess-minutes', value: 10, inputmode: 'numeric', size: 3, autocomplete: 'off', input: () => this.sayTime()});
    private readonly seconds = make('input', {id: 'lichess-seconds', value: 5, inputmode: 'numeric', size: 3, autocomplete: 'off', input: () => this.sayTime()});
    private readonly color = make('select', {id: 'lichess-color'}, ...['random', 'white', 'black'].map((value) =>
        make('option', {value}, value === 'random' ? 'either' : value)));
    private readonly rated = make('input', {type: 'checkbox', id: 'lichess-rated'});
    private readonly user = make('input', {id: 'lichess-user', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', maxlength: 30});
    private readonly time = make('p', {id: 'lichess-time', role: 'status'});
    private readonly form: HTMLElement;
    private readonly waiting = make('span');
    private readonly waits: HTMLElement;
    private readonly list = make('ul', {class: 'kept', id: 'lichess-list', 'aria-label': 'Challenges and games'});
    private online: Online | null = null;

    /** `work` does something and says what hinders it; `play` begins a game of the person's list. */
    constructor(private readonly work: (act: () => unknown) => void, private readonly play: (id: string) => void) {
        const challenge = (event: Event) => {
            event.preventDefault();
            this.challenge();
        };
        this.form = make('div', {class: 'fields stack'},
            make('div', {class: 'fields'}, make('label', {}, 'Minutes ', this.minutes), make('label', {}, 'Seconds a move ', this.seconds), make('label', {}, 'You play ', this.color)),
            this.time,
            make('label', {class: 'check'}, this.rated, ' Rated: it counts for your rating'),
            make('div', {class: 'row-buttons'}, make('button', {id: 'lichess-seek', class: 'primary', click: () => this.seek()}, 'Find an opponent')),
            make('form', {class: 'fields', submit: challenge}, make('label', {}, 'Or a player by name ', this.user), make('button', {id: 'lichess-challenge'}, 'Challenge')));
        this.waits = make('p', {role: 'status'}, this.waiting, ' ', make('button', {id: 'lichess-stop', click: () => work(() => this.online?.stop())}, 'Stop'));
        this.element = make('div', {class: 'fields stack', role: 'group', 'aria-label': 'Finding an opponent', hidden: true}, this.form, this.waits, this.list);
        this.sayTime();
    }

    draw(online: Online | null, shown: boolean): void {
        this.online = online;
        this.element.hidden = !shown || !online?.account;
        if (!online || this.element.hidden) {
            return;
        }
        this.form.hidden = online.waiting !== null;
        this.waits.hidden = online.waiting === null;
        if (online.waiting && this.waiting.textContent !== online.waiting.text) {
            this.waiting.textContent = online.waiting.text;
        }
        const {incoming, games} = online, key = JSON.stringify([[...incoming], [...games]]);
        if (this.list.dataset.key !== key) {
            this.list.dataset.key = key;
            this.list.replaceChildren(...[...incoming.values()].map((one) => this.challenged(one)), ...[...games.values()].map(({gameId, opponent}) =>
                this.row(`Your game with ${opponent?.username ?? 'somebody'} goes on.`, ['Play on', () => this.withBoard(() => this.play(gameId))])));
        }
    }

    // ------------------------------------------------------------ what is wanted

    private get control(): TimeControl {
        const whole = ({value}: HTMLInputElement) => value.trim() === '' ? NaN : Number(value);
        return {minutes: whole(this.minutes), increment: whole(this.seconds)};
    }

    private get how(): {rated: boolean; color: Color} { return {rated: this.rated.checked, color: this.color.value as Color}; }

    /** What this time is called, and for whom it will not do. */
    private sayTime(): void {
        const {control} = this, forAny = refusal(() => checkSeek(control)), forOne = refusal(() => checkChallenge('somebody', control));
        this.time.textContent = !forAny ? `That is a ${speedOf(control)} game.` : forOne || `That is a ${speedOf(control)} game, and only for a player by name. ${forAny}`;
    }

    /** Asks before a game at the board is given up for one at Lichess. */
    private withBoard(act: () => unknown): void {
        this.work(() => {
            if (!session().link.open) {
                throw new LichessError('refused', 'First connect your board, or switch the power of this one on.');
            }
            leaveGame('Play on Lichess', () => this.work(act));
        });
    }

    private seek(): void {
        const {control, how} = this;
        this.work(() => {
            checkSeek(control);
            this.withBoard(() => this.online?.seek(control, how));
        });
    }

    private challenge(): void {
        const {control, how} = this, user = this.user.value.trim();
        this.work(() => {
            checkChallenge(user, control);
            this.withBoard(() => this.online?.challenge(user, control, how));
        });
    }

    // ------------------------------------------------------------ the list

    private challenged(one: Challenge): HTMLElement {
        const {id, challenger: {name, rating}, timeControl, rated, speed, variant} = one;
        const kind = [timeControl.show ?? speed, rated ? 'rated' : 'casual', variant.key === 'standard' ? '' : variant.name].filter(Boolean).join(', ');
        return this.row(`${name}${rating ? ` (${rating})` : ''} challenges you: ${kind}.`,
                        ['Accept', () => this.withBoard(() => this.online?.accept(one))], ['Decline', () => this.work(() => this.online?.decline(id))]);
    }

    private row(text: string, ...buttons: [string, () => void][]): HTMLElement {
        return make('li', {}, make('span', {}, text), ...buttons.map(([name, click]) => make('button', {click, 'aria-label': `${name}: ${text}`}, name)));
    }
}

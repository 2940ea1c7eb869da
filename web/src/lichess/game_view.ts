// The part of the card that shows the game at Lichess and what can be done in it.

import {leaveGame, openDialog} from '../dialog';
import {make} from '../dom';
import {clockText} from '../status';
import {nameOf, other, type Seat} from './seat';

interface Deed { id: string; text: (seat: Seat) => string; when: (seat: Seat) => boolean; act: (seat: Seat) => unknown; off?: (seat: Seat) => boolean; ask?: (act: () => void) => void }

const plays = (seat: Seat): boolean => !seat.isDone && seat.game.me !== null;
const offered = (what: 'draw' | 'takeback') => (seat: Seat): boolean => plays(seat) && seat.offers(other(seat.game.me!), what);
const asked = (what: 'draw' | 'takeback') => (seat: Seat): boolean => plays(seat) && seat.offers(seat.game.me!, what);
const isEarly = ({game}: Seat): boolean => game.moves.length < 2;

/** In the order in which they are shown. */
const DEEDS: Deed[] = [
    {id: 'draw-yes', text: () => 'Accept the draw', when: offered('draw'), act: ({client, id}) => client.draw(id, true)},
    {id: 'draw-no', text: () => 'Decline the draw', when: offered('draw'), act: ({client, id}) => client.draw(id, false)},
    {id: 'takeback-yes', text: () => 'Allow the takeback', when: offered('takeback'), act: ({play}) => play.takeback(true)},
    {id: 'takeback-no', text: () => 'Refuse the takeback', when: offered('takeback'), act: ({play}) => play.takeback(false)},
    {id: 'rejoin', text: () => 'Play on at the board', when: (seat) => plays(seat) && seat.game.left, act: ({play}) => play.rejoin(),
     ask: (act) => leaveGame('Play on', act)},
    {id: 'claim', text: ({secondsToClaim: left}) => left ? `Claim victory in ${left} s` : 'Claim victory', when: (seat) => plays(seat) && seat.secondsToClaim !== null,
     off: ({secondsToClaim}) => secondsToClaim !== 0, act: ({client, id}) => client.claimVictory(id)},
    {id: 'draw', text: (seat) => asked('draw')(seat) ? 'Draw offered' : 'Offer a draw', when: (seat) => plays(seat) && !offered('draw')(seat),
     off: (seat) => isEarly(seat) || asked('draw')(seat), act: ({client, id}) => client.draw(id, true)},
    {id: 'takeback', text: (seat) => asked('takeback')(seat) ? 'Withdraw the takeback' : 'Ask for a takeback',
     when: (seat) => plays(seat) && !offered('takeback')(seat), off: isEarly, act: (seat) => seat.play.takeback(!asked('takeback')(seat))},
    {id: 'abort', text: () => 'Abort', when: (seat) => plays(seat) && isEarly(seat), act: ({client, id}) => client.abort(id)},
    {id: 'resign', text: () => 'Resign', when: (seat) => plays(seat) && !isEarly(seat), act: ({client, id}) => client.resign(id),
     ask: (act) => openDialog('Resign?', ['The game at Lichess ends, and your opponent has won.'], ['Resign', act])},
];

export class GameView {
    private readonly title = make('p', {class: 'result'});
    private readonly clocks = make('div', {class: 'clocks'});
    private readonly words = make('p', {id: 'lichess-words'});
    private readonly buttons = new Map<Deed, HTMLButtonElement>();
    private readonly done: HTMLButtonElement;
    readonly element: HTMLElement;
    private seat: Seat | null = null;

    /** `work` does something and says what hinders it; `leave` ends the view of a game that is over or cannot be played here. */
    constructor(work: (act: () => unknown) => void, leave: () => void) {
        DEEDS.forEach((deed) => this.buttons.set(deed, make('button', {id: `lichess-${deed.id}`, click: () => {
            const seat = this.seat!, act = () => work(() => deed.act(seat));
            if (deed.ask) {
                deed.ask(act);
            } else {
                act();
            }
        }})));
        this.done = make('button', {id: 'lichess-done', class: 'primary', click: leave}, 'Find another opponent');
        this.element = make('div', {class: 'fields stack', role: 'group', 'aria-label': 'The game at Lichess', hidden: true}, this.title, this.clocks, this.words,
                            make('div', {class: 'row-buttons'}, ...this.buttons.values(), this.done));
    }

    draw(seat: Seat | null): void {
        this.seat = seat;
        this.element.hidden = !seat;
        if (!seat) {
            return;
        }
        const {white, black, state} = seat.game;
        set(this.title, state ? `${nameOf(white)} – ${nameOf(black)}` : '');
        this.drawClocks(seat);
        set(this.words, seat.words);
        for (const [{text, when, off}, button] of this.buttons) {
            button.hidden = !when(seat);
            if (!button.hidden) {
                set(button, text(seat));
                button.disabled = off?.(seat) ?? false;
            }
        }
        this.done.hidden = !seat.isDone;
    }

    private drawClocks(seat: Seat): void {
        this.clocks.hidden = !seat.game.state;
        if (this.clocks.childElementCount === 0) {
            this.clocks.append(...[0, 1].map(() => make('div', {}, make('span'), make('strong'))));
        }
        (['white', 'black'] as const).forEach((side, i) => {
            const box = this.clocks.children[i];
            box.className = seat.runs(side) ? 'runs' : '';
            set(box.children[0], seat.game[side].name ?? side);
            set(box.children[1], clockText(seat.clock(side)));
        });
    }
}

/** What is unchanged is left alone: a screen reader may be in it. */
function set(element: Element, text: string): void {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

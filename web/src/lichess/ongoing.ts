// The game at Lichess that may be on, kept from visit to visit: a page that is opened anew gives no help until Lichess has spoken.

import {sessions, type Mode} from '../boards';

const KEY = 'stackmate.lichess.game';

/** `seats`: who played White and Black on that board before. */
export interface Ongoing { id: string; which: Mode; seats?: [string, string] }

let game: Ongoing | null = null;

export const ongoing = (): Ongoing | null => game;

export function keep(one: Ongoing): Ongoing {
    game = one;
    try {
        localStorage.setItem(KEY, JSON.stringify(one));
    } catch {
        // a browser that stores nothing: it is known as long as the page is open
    }
    return one;
}

/** It is over, or the person answers for it. */
export function forget(): void {
    game = null;
    try {
        localStorage.removeItem(KEY);
    } catch {
        // then nothing was kept
    }
}

/** To be called when the page opens. */
export function recall(): void {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
        if (typeof kept?.id === 'string' && ['try', 'own'].includes(kept.which)) {
            game = kept;
        }
    } catch {
        // nothing is kept
    }
}

/** Whether the board follows a program: soon after it was told, it gives one side to it. */
export function follows({which}: Ongoing): boolean {
    const {white, black} = sessions[which].status;
    return `${white} ${black}` === 'person remote' || `${white} ${black}` === 'remote person';
}

/** Both sides become a person's. The board keeps that without power, too, so that its engine never answers for the opponent. */
export function takeSeats(one: Ongoing): void {
    const board = sessions[one.which], {white, black} = board.status;
    if (!one.seats) {
        one.seats = [white, black].map((seat) => seat === 'remote' ? 'person' : seat) as [string, string];
        if (game === one) {
            keep(one);
        }
    }
    board.say('board white person');
    board.say('board black person');
}

/** The board follows a program that says nothing: so it has neither a hint nor a move of its engine. */
export function still(one: Ongoing): void {
    const board = sessions[one.which], {fen} = board.status;
    if (!board.link.open || follows(one)) {
        return;
    }
    if (!fen) {
        board.soon();
        return;
    }
    board.say('stop');
    takeSeats(one);
    board.say('setoption name Player value Board');
    board.say(`position fen ${fen}`);
}

/** The board is the person's again, and its sides are played as before. */
export function giveBack(one: Ongoing): void {
    const board = sessions[one.which];
    board.say('setoption name Player value Engine');
    one.seats?.forEach((seat, i) => board.say(`board ${i === 0 ? 'white' : 'black'} ${seat}`));
}

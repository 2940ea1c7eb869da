// What Lichess does not allow through its Board API, said before it is tried (lichess.org/api, "Board").

import {LichessError} from './errors';

/** A clock: minutes at the beginning, seconds added for each move. */
export interface TimeControl { minutes: number; increment: number }

export type Speed = 'ultraBullet' | 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence';

/** Lichess estimates a game at 40 moves. */
export function speedOf({minutes, increment}: TimeControl): Speed {
    const seconds = 60 * minutes + 40 * increment;
    return seconds < 30 ? 'ultraBullet' : seconds < 180 ? 'bullet' : seconds < 480 ? 'blitz' : seconds < 1500 ? 'rapid' : 'classical';
}

const refuse = (why: string): never => { throw new LichessError('refused', why); };

const isBullet = (speed: string): boolean => speed === 'bullet' || speed === 'ultraBullet';

const between = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

/** A seek finds any opponent. */
export function checkSeek(time: TimeControl): void {
    if (!between(time.minutes, 0, 180) || !between(time.increment, 0, 180)) {
        refuse('A clock has at most 180 minutes and 180 seconds a move.');
    }
    if (isBullet(speedOf(time)) || speedOf(time) === 'blitz') {
        refuse('Lichess finds opponents for a board only in rapid and classical games: minutes and two thirds of the seconds a move must be 8 or more.');
    }
}

/** A challenge names the opponent, and may be blitz. */
export function checkChallenge(user: string, time: TimeControl): void {
    if (!/^[A-Za-z0-9][\w-]{1,29}$/.test(user)) {
        refuse(`“${user}” is no name at Lichess.`);
    }
    if (!between(time.minutes, 0, 180) || !between(time.increment, 0, 60)) {
        refuse('The clock of a challenge has at most 180 minutes and 60 seconds a move.');
    }
    if (isBullet(speedOf(time))) {
        refuse('Lichess allows no bullet games with a board.');
    }
}

export const isPlayable = (variant: string): boolean => variant === 'standard' || variant === 'fromPosition';

/** A game or challenge as the events describe it. */
export function checkGame({speed, variant}: {speed?: string; variant?: {key?: string; name?: string}}): void {
    if (isBullet(speed ?? '')) {
        refuse('Lichess allows no bullet games with a board.');
    }
    if (!isPlayable(variant?.key ?? 'standard')) {
        refuse(`The board does not play ${variant?.name ?? variant?.key}.`);
    }
}

export function checkAccount({title}: {title?: string}): void {
    if (title === 'BOT') {
        refuse('This is a bot’s account. Lichess lets only people play with a board.');
    }
}

// A game goes on from any of its steps, with the moves before it: the page makes them on the simulated board. No board takes them as words.

import {hands, mode, session, simulated} from './boards';
import {leaveGame, openDialog} from './dialog';
import {byId} from './dom';
import {setUpFrom} from './editor';
import {levelCode} from './game';
import * as habits from './habits';
import {press} from './help';
import {isHeld} from './lichess/fair';
import {leavePast, movesToHere, whileHere} from './moves';
import {note} from './note';
import {rules} from './rules';
import {fenOf, placementOf, squareOf, START_FEN} from './squares';

const FAST = 16;                // times as fast as a real board
const PATIENCE_MS = 20_000;     // for one move
const LOOK_MS = 50;
const HEARD_MS = 1000;          // of the board's time, in which it has taken an answer

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isSame = (one: string, other: string): boolean => fenOf(placementOf(one)) === fenOf(placementOf(other)) && one.split(' ')[1] === other.split(' ')[1];

/** Waits until the board has this position, and a person is to move; false if that does not come. */
async function arrives(fen: string): Promise<boolean> {
    const one = session(), {status} = one;
    let answered = -HEARD_MS;
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(LOOK_MS)) {
        await one.ask();
        if (isSame(status.fen, fen) && simulated.still && (status.state === 'person_to_move' || status.state === 'game_over')) {
            return true;
        }
        if (status.state === 'question' && simulated.still && simulated.ms - answered >= HEARD_MS) {
            answered = simulated.ms;
            press('play');      // a move that the coach asks about stands
        }
    }
    return false;
}

async function begins(start: string): Promise<boolean> {
    if (start !== START_FEN) {
        return await setUpFrom(start) && arrives(start);
    }
    if (await session().refusal('board new') !== '') {
        return false;
    }
    hands.arrange(placementOf(START_FEN));
    return arrives(start);
}

/** Returns what is to be said of it; '' if all moves are made. No clock runs meanwhile. */
async function replay(start: string, sans: string[], seats: [string, string]): Promise<string> {
    const one = session(), level = levelCode(one.status.level);
    let before = start, done = 0;
    one.say('board level s1');
    one.say('board white person');
    one.say('board black person');
    if (await begins(start)) {
        for (const {move, fen} of rules.steps(start, sans)) {
            const castling = rules.castling(before, move);
            if (castling) {
                hands.castle(castling);
            } else {
                hands.carry(squareOf(move.slice(0, 2)), squareOf(move.slice(2, 4)), move[4]);
            }
            if (isHeld() || !await arrives(fen)) {
                break;
            }
            before = fen;
            done++;
        }
    }
    if (isHeld()) {
        return '';              // Lichess has the board now
    }
    if (level) {
        one.say(`board level ${level}`);
    }
    one.say(`board white ${seats[0]}`);
    one.say(`board black ${seats[1]}`);
    return done === sans.length ? '' : `The board has taken ${done} of ${sans.length} half moves. The position alone can be had by “Set up a position”.`;
}

/** Asks first if a game is being played. */
export function playOn(): void {
    const {start, fen, sans} = movesToHere();
    if (mode === 'own') {
        openDialog('Play on from here', ['A board at a cable takes no list of moves: they are made on it. Choose “person” for both sides, begin a new game, make the moves '
            + 'before this one, and choose “engine” for the side that it is to play. “Set up a position” begins from the position alone.']);
        return;
    }
    leaveGame('Play on from here', () => {
        const {white, black} = session().status, other = white === 'person' && black === 'person' ? 'person' : 'engine';
        leavePast();
        simulated.setPace(FAST);
        habits.hold('One moment: the page makes the moves of the game.');
        void replay(start, sans, fen.includes(' b ') ? [other, 'person'] : ['person', other]).then((words) => {
            habits.hold('');
            simulated.setPace(Number(byId<HTMLSelectElement>('pace').value));
            note(words, whileHere());
        });
    });
}

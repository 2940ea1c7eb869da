// Which side the person has: a new game with it in one click, the board seen from it, and giving the game up.

import {hands, mode, session, view} from './boards';
import {leaveGame, openDialog} from './dialog';
import {byId} from './dom';
import {onDraw} from './drawing';
import {isEditing} from './editor';
import {needs} from './enabled';
import {FACTS} from './facts';
import {watcher} from './glow';
import {press} from './help';
import {isPast, whileHere} from './moves';
import {note} from './note';
import {placementOf, squareOf, START_FEN} from './squares';

type Side = 'white' | 'black';

const MENU_MS = 5000;           // real time for the board to open its menu
const DRAW_SQUARE = squareOf(Object.keys(FACTS.menu).find((square) => FACTS.menu[square] === 'draw') ?? '');

let seats = '';                 // the players for whom the view was turned
let offersUntil = 0;            // the menu is being opened for the offer of a draw

const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** The only side that a person plays; '' if there are two or none. */
function personsSide(): Side | '' {
    const {white, black} = session().status;
    return (white === 'engine') === (black === 'engine') ? '' : white === 'engine' ? 'black' : 'white';
}

/** Begins a game with the players as they are, or with the person on this side; asks first if one is being played. */
function begins(side?: Side): void {
    leaveGame('Begin a new game', () => void session().refusal('board new').then((why) => {
        if (why) {
            return;
        }
        if (side) {
            session().say(`board ${side} person`);
            session().say(`board ${other(side)} engine`);
            view.blackBelow = side === 'black';
        }
        if (mode === 'try') {
            hands.arrange(placementOf(START_FEN));
        }
    }));
}

/** Who resigns where both sides or none are a person's: the side to move, as on the board itself. */
function resign(): void {
    const {status} = session();
    const side = personsSide() || (status.whiteMoves ? 'white' : 'black');
    openDialog('Resign?', [`The game ends, and ${side === 'white' ? 'Black' : 'White'} has won.`], ['Resign', () => session().say(`board resign ${side}`)]);
}

/** On the simulated board by its menu, as a person does it; the line itself only claims draws. */
function offerDraw(): void {
    if (mode === 'own') {
        session().say('board draw');
        return;
    }
    offersUntil = performance.now() + MENU_MS;
    if (!watcher.menuIsOpen) {
        press('menu');
    }
    tapDraw();
}

function tapDraw(): void {
    if (offersUntil && watcher.menuIsOpen) {
        if (performance.now() < offersUntil) {
            hands.tap(DRAW_SQUARE);
        }
        offersUntil = 0;
    }
}

/** The answer of the engine, which the lights show only for a moment. */
export function hear(event: string): void {
    if (event === 'the draw is refused') {
        note('The draw is refused: the game goes on.', whileHere());
    }
}

function isPlaying(): boolean {
    const {status, link} = session();
    return link.open && status.fen !== '' && !status.result && !['', 'setup', 'resume_offer', 'game_over'].includes(status.state);
}

function mayDraw(): boolean {
    const {status} = session();
    return status.moves.length > 0 && !isPast() && !isEditing() && (mode === 'own' || ['person_to_move', 'menu'].includes(status.state));
}

function drawSides(): void {
    const {status} = session();
    const now = `${mode} ${status.white} ${status.black}`;
    if (seats !== now) {
        seats = now;
        const side = personsSide();
        view.blackBelow = side ? side === 'black' : view.blackBelow;
    }
    byId('draw').textContent = mode === 'try' ? 'Offer a draw' : 'Claim a draw';
    tapDraw();
}

export function begin(): void {
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    on('new', () => begins());
    on('play-white', () => begins('white'));
    on('play-black', () => begins('black'));
    on('play-either', () => begins(Math.random() < 0.5 ? 'white' : 'black'));
    on('resign', resign);
    on('draw', offerDraw);
    needs(['resign', 'draw'], isPlaying);
    needs(['draw'], mayDraw);
    onDraw(drawSides);
}

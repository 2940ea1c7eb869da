// The other game of some boards, checkers: its men as the line tells of them, and what the page does for the person in it.

import {hands, mode, session, sessions, simulated} from './boards';
import {byId, make} from './dom';
import {drawSoon, onDraw} from './drawing';
import {isEditing} from './editor';
import {FACTS} from './facts';
import {watcher} from './glow';
import {press} from './help';
import {isPast} from './moves';
import {isWhite, menOf, squareOf, type Piece, type Placement} from './squares';

const MENU_MS = 5000;           // real time for the board to open its menu
const OTHER_GAME = squareOf(Object.keys(FACTS.menu).find((square) => FACTS.menu[square] === 'the other game') ?? '');

let leavesUntil = 0;            // the menu is being opened for the way back to chess

const isMan = (piece: Piece): boolean => /[md]/i.test(piece);

/** A man that has become a king, and men that the board knows otherwise, are drawn as they are; pieces of the other game are put away. */
function sort(): void {
    const {checkers, men} = sessions.try.status, known = menOf(men);
    const tray = hands.tray.filter((piece) => isMan(piece) === (checkers !== ''));
    let isNew = tray.length !== hands.tray.length;
    hands.tray = tray;
    for (const [square, piece] of checkers ? known : []) {
        const there = hands.pieces.get(square);
        if (there && there !== piece && isMan(there) && isWhite(there) === isWhite(piece)) {
            hands.pieces.set(square, piece);
            isNew = true;
        }
    }
    if (isNew) {
        hands.onChange();
    }
}

/** What stands there when the engine's move is made; the lights tell it. */
function afterMove(): Placement {
    const men = new Map(menOf(sessions.try.status.men)), [from] = watcher.squaresOf('move_from'), [to] = watcher.squaresOf('move_to');
    const man = men.get(from);
    if (man !== undefined && to !== undefined) {
        men.delete(from);
        watcher.squaresOf('clear').forEach((square) => men.delete(square));
        men.set(to, man);
    }
    return men;
}

function backToChess(): void {
    leavesUntil = performance.now() + MENU_MS;
    if (!watcher.menuIsOpen) {
        press('menu');
    }
    drawSoon();
}

function tapOther(): void {
    if (leavesUntil && watcher.menuIsOpen) {
        if (performance.now() < leavesUntil) {
            hands.tap(OTHER_GAME);
        }
        leavesUntil = 0;
    }
}

const setUp = make('button', {id: 'checkers-set-up', class: 'primary', click: () => hands.arrange(menOf(sessions.try.status.men))}, 'Set the men up for me');
const move = make('button', {id: 'checkers-move', class: 'primary', click: () => hands.arrange(afterMove())}, 'Make it for me');
const back = make('button', {id: 'checkers-back', click: backToChess}, 'Back to chess');
const answers = make('div', {class: 'answers', hidden: true}, setUp, move, back);

function draw(): void {
    const {checkers} = session().status;
    sort();
    tapOther();
    answers.hidden = !checkers || mode !== 'try' || !simulated.open || isPast() || isEditing();
    byId('answers').hidden = !answers.hidden;
    setUp.hidden = checkers !== 'setup';
    move.hidden = checkers !== 'engine_move';
}

export function begin(): void {
    byId('answers').after(answers);
    onDraw(draw);
}

// The moves of the game, or of one that was opened: their list, the mark of the last one, and the position after any of them,
// shown on the drawn board.

import {mode, onMode, session, showHands, showsBoard, view} from './boards';
import {byId, make} from './dom';
import {draw, onDraw} from './drawing';
import {needs} from './enabled';
import {StillHands} from './hands';
import {note, say} from './note';
import {openingOf} from './openings';
import {commentWords, detailsOf, signsOf, titleOf, variationWords, type Game} from './pgn';
import {stepsOf, type Step} from './positions';
import {kindOf, nameOf, placementOf} from './squares';
import {Status} from './status';

const past = new StillHands();
let steps: Step[] = [];             // of the game in `listed`
let listed = '', startOfSteps = '';
let shown: number | null = null;    // how many moves have been made in the position in view; null: the board as it is
let opened: {game: Game; status: Status} | null = null;     // a game that the board does not play
let buttons: HTMLButtonElement[] = [];

export const isPast = (): boolean => shown !== null;

const game = (): Status => opened?.status ?? session().status;

/** The game that was opened and is in view. */
export const openedGame = (): Game | null => opened?.game ?? null;

/** "!?" after the move with this number, from 0. */
const signsAfter = (i: number): string => opened ? signsOf(opened.game.line.moves[i]) : '';

const fenAfter = (count: number): string => count > 0 ? steps[count - 1].fen : game().start;

/** A game move by move. */
export interface Played { fens: string[]; sans: string[]; isOver: boolean }

/** The game in view; an opened one counts as over. Its moves are those that are understood. */
export const gameInView = (): Played => ({fens: [game().start, ...steps.map(({fen}) => fen)], sans: game().moves.map(({san}) => san), isOver: opened !== null || session().status.result !== ''});

/** The moves that lead to the position in view. */
export const movesToHere = (): {start: string; fen: string; sans: string[]} =>
    ({start: game().start, fen: fenInView(), sans: game().moves.slice(0, shown ?? steps.length).map(({san}) => san)});

/** "12... Qxb2" */
export const labelOf = (i: number): string => `${game().moves[i].label} ${game().moves[i].san}`;

/** The position in view: a past one, or the board's. */
export const fenInView = (): string => shown === null ? session().status.fen : fenAfter(shown);

/** A condition for notes: the position in view is still the one of now. */
export function whileHere(): () => boolean {
    const fen = fenInView();
    return () => fenInView() === fen;
}

/** The past or opened position in view, in words. */
export function pastWords(): {title: string; text: string} {
    const {moves} = game();
    return {
        title: shown ? `After ${moves[shown - 1].label} ${moves[shown - 1].san}${signsAfter(shown - 1)}` : moves.length > 0 ? 'Before the first move' : 'The position that was opened',
        text: opened ? 'The board itself stands as its own game does.'
            : 'This position is past: the board itself stands as the game does.',
    };
}

export function leavePast(): void {
    if (shown !== null) {
        shown = null;
        opened = null;
        showHands();
        draw();
    }
}

function show(count: number): void {
    if (!showsBoard() && !isPast()) {
        note('Leave the setting up of a position first.', () => !showsBoard());
        return;
    }
    if (count >= steps.length && !opened) {
        leavePast();
        return;
    }
    if (!isPast()) {
        view.hands.cancel();
        view.darken();
    }
    shown = Math.min(Math.max(0, count), steps.length);
    past.pieces = placementOf(fenAfter(shown));
    view.hands = past;
    draw();
}

/** Nothing happens while a position is set up. */
export function stepTo(count: number): void {
    const listHasFocus = byId('moves').contains(document.activeElement);
    if (steps.length > 0 && (showsBoard() || isPast())) {
        show(Math.max(0, count));
        if (listHasFocus) {
            buttons[shown ?? steps.length]?.focus();
        }
    }
}

export const step = (by: number): void => stepTo((shown ?? steps.length) + by);

/** "White: knight b1 captures on c3, check" */
function moveWords(count: number): string {
    const {from, to} = steps[count - 1], {san} = game().moves[count - 1], before = fenAfter(count - 1);
    const castles = /^O-O(-O)?/.exec(san), becomes = /=([QRBN])/.exec(san);
    return `${before.includes(' b ') ? 'Black' : 'White'}: `
        + (castles ? `castles on the ${castles[1] ? 'queen' : 'king'}’s side`
            : `${kindOf(placementOf(before).get(from) ?? '')} ${nameOf(from)} ${san.includes('x') ? 'captures on' : 'to'} ${nameOf(to)}`)
        + (becomes ? `, becomes a ${kindOf(becomes[1])}` : '') + (san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '');
}

/** Says the move that led to the position in view. */
export function sayLast(): void {
    const count = shown ?? steps.length;
    say(count > 0 ? moveWords(count) : 'No move has been made');
}

/** Shows the end of a game that the board does not play. */
export function open(game: Game): void {
    leavePast();
    if (!showsBoard()) {
        show(0);                    // which says why not
        return;
    }
    const {start, line: {moves}} = game;
    opened = {game, status: Object.assign(new Status(), {start, moves})};
    steps = stepsOf(start, moves.map(({san}) => san));
    show(steps.length);
}

function list(): void {
    const button = (count: number, san: string) => {
        buttons[count] = make('button', {class: 'move', disabled: count > steps.length, click: () => show(count)}, san + signsAfter(count - 1));
        return buttons[count];
    };
    let count = 0;
    buttons = [];
    byId('moves').replaceChildren(...game().pairs().map(([number, ...pair]) =>
        make('li', {}, make('span', {class: 'number'}, number), ...[0, 1].map((side) =>
            make('span', {}, pair[side] === '…' ? '…' : pair[side] && button(++count, pair[side]))))));
}

/** Who plays the opened game, and what is remarked on the move in view. */
function drawRemarks(count: number): void {
    const about = byId('about'), remarks = byId('remarks'), {line: {before, moves}, tags} = opened?.game ?? {line: {before: [], moves: []}, tags: []};
    about.textContent = opened && (moves.length > 0 || tags.some(([name]) => !['SetUp', 'FEN'].includes(name))) ? `${titleOf(opened.game)}, ${detailsOf(opened.game)}` : '';
    about.hidden = about.textContent === '';
    if (remarks.dataset.key === `${count} ${listed}`) {
        return;
    }
    remarks.dataset.key = `${count} ${listed}`;
    remarks.replaceChildren(...(count > 0 ? moves[count - 1]?.after ?? [] : before).map((one) =>
        typeof one === 'string' ? make('p', {}, commentWords(one)) : make('p', {class: 'variation'}, `Or ${variationWords(one)}`)));
    remarks.hidden = remarks.textContent === '';
}

function drawOpening(count: number): void {
    const key = `${count} ${listed}`, line = byId('opening');
    if (line.dataset.key !== key) {
        line.dataset.key = key;
        line.textContent = openingOf(game().start, steps.slice(0, count).map(({fen}) => fen));
        line.hidden = line.textContent === '';
    }
}

function drawMoves(): void {
    const {start, moves} = game();
    const key = `${mode} ${opened !== null} ${start} ${moves.map(({label, san}, i) => label + san + signsAfter(i)).join(' ')}`;
    if (listed !== key) {
        listed = key;
        const grown = !opened && start === startOfSteps && moves.length === steps.length + 1;
        steps = stepsOf(start, moves.map(({san}) => san));
        startOfSteps = start;
        list();
        if (grown && steps.length === moves.length) {
            say(moveWords(steps.length));
        }
        if (!opened) {
            leavePast();
        }
    }
    const count = shown ?? steps.length;
    drawRemarks(count);
    drawOpening(count);
    const last = isPast() || showsBoard() ? steps[count - 1] : undefined;
    view.setLast(last ? [last.from, last.to] : []);
    buttons.forEach((button, i) => button.toggleAttribute('aria-current', i === count && i > 0));
    byId('steps').hidden = steps.length === 0;
    const box = byId('moves');
    if (box.dataset.count !== `${count} ${key}`) {      // the move in view is in view in the list
        box.dataset.count = `${count} ${key}`;
        const row = buttons[count]?.closest('li');
        box.scrollTop = row ? row.offsetTop - box.offsetTop - box.clientHeight + row.offsetHeight : count > 0 ? box.scrollHeight : 0;
    }
}

export function begin(): void {
    past.onTouch = () => note('This position is only looked at. Go back to the game to move its pieces.', isPast);
    past.onLeave = leavePast;
    byId('step-back').addEventListener('click', () => step(-1));
    byId('step-on').addEventListener('click', () => step(1));
    onMode(() => {
        shown = null;
        opened = null;
    });
    needs(['step-back'], () => shown !== 0 && steps.length > 0);
    needs(['step-on'], () => isPast() && !(opened && shown === steps.length));
    onDraw(drawMoves);
}

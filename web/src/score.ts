// The bar beside the board: who stands better, by the engine's last opinion of the position in view.

import {onMode, session, view} from './boards';
import {byId, make} from './dom';
import {drawSoon, onDraw} from './drawing';
import {isHeld} from './lichess/fair';
import {fenInView, openedGame} from './moves';
import {isWhite, placementOf} from './squares';
import type {Score} from './thinker';

const WORTH: Record<string, number> = {p: 1, n: 3, b: 3, r: 5, q: 9};
const PAWN = 0.0037;            // steepness: a pawn up is 59 % of the bar, five are 86 %
export const SCORE_KEY = 'stackmate.score';

const white = make('span', {class: 'score-white'});
const bar = make('div', {class: 'score', role: 'img', hidden: true}, white);
const opinions = new Map<string, {share: number; text: string}>();    // by FEN
const secrets: (() => boolean)[] = [];
let asked = '';                 // the last position about which the page has asked by itself

/** The engine's opinion of a position. */
export function hear(fen: string, {mate, points, text}: Score): void {
    const share = mate ? (points > 0 ? 1 : points < 0 ? 0 : fen.includes(' b ') ? 1 : 0) : 1 / (1 + Math.exp(-PAWN * points));
    if (opinions.size > 300) {
        opinions.clear();
    }
    opinions.set(fen, {share, text});
    drawScore();
}

/** Nothing is said of itself while this is so: it would be the answer that a person is to find. */
export function isSecretWhile(waits: () => boolean): void { secrets.push(waits); }

function isSecret(): boolean {
    const {chosen: {exercise = 'off'}, result} = session().status;
    return isHeld() || !openedGame() && (exercise !== 'off' && !result || secrets.some((waits) => waits()));
}

/** "White +3" */
function materialOf(fen: string): string {
    const sum = [...placementOf(fen).values()].reduce((all, piece) => all + (isWhite(piece) ? 1 : -1) * (WORTH[piece.toLowerCase()] ?? 0), 0);
    return sum === 0 ? 'even' : `${sum > 0 ? 'White' : 'Black'} +${Math.abs(sum)}`;
}

function drawScore(): void {
    const fen = fenInView(), opinion = isSecret() ? undefined : opinions.get(fen), words = fen && `Material: ${materialOf(fen)}${opinion ? `. The engine, for White: ${opinion.text}` : ''}`;
    bar.hidden = !opinion;
    if (byId('balance').textContent !== words) {
        byId('balance').textContent = words;
    }
    bar.classList.toggle('turned', view.blackBelow);
    if (opinion) {
        white.style.height = `${Math.round(100 * opinion.share)}%`;
        bar.setAttribute('aria-label', `The engine’s opinion, for White: ${opinion.text}`);
        bar.title = opinion.text;
    }
}

/** The position about which the page should ask the engine by itself; '' if there is none. */
export function takeWanted(): string {
    const fen = fenInView();
    return byId<HTMLInputElement>('score').checked && !isSecret() && fen && fen !== asked && !opinions.has(fen) ? asked = fen : '';
}

export function begin(): void {
    const box = byId<HTMLInputElement>('score');
    try {
        box.checked = localStorage.getItem(SCORE_KEY) === 'on';
    } catch {
        // a browser that stores nothing
    }
    box.addEventListener('change', () => {
        asked = '';
        try {
            localStorage.setItem(SCORE_KEY, box.checked ? 'on' : 'off');
        } catch {
            // it holds for this visit
        }
        drawSoon();         // the board may lie still
    });
    view.element.append(bar);
    onMode(() => { asked = ''; });
    onDraw(drawScore);
}

// The bar beside the board: who stands better, by the engine's last opinion of the position in view.

import {onMode, session, showsBoard, view} from './boards';
import {byId, make} from './dom';
import {drawSoon, onDraw} from './drawing';
import {isHeld} from './lichess/fair';
import {fenInView} from './moves';

const PAWN = 0.0037;            // steepness: a pawn up is 59 % of the bar, five are 86 %
export const SCORE_KEY = 'stackmate.score';

const white = make('span', {class: 'score-white'});
const bar = make('div', {class: 'score', role: 'img', hidden: true}, white);
const opinions = new Map<string, {share: number; text: string}>();    // by FEN
let asked = '';                 // the last position about which the page has asked by itself

/** The engine's opinion of a position, from White's side. `mate`: `points` are moves, otherwise hundredths of a pawn. */
export function hear(fen: string, mate: boolean, points: number, text: string): void {
    const share = mate ? (points > 0 ? 1 : points < 0 ? 0 : fen.includes(' b ') ? 1 : 0) : 1 / (1 + Math.exp(-PAWN * points));
    if (opinions.size > 300) {
        opinions.clear();
    }
    opinions.set(fen, {share, text});
    drawScore();
}

function drawScore(): void {
    const opinion = opinions.get(fenInView());
    bar.hidden = !opinion || isHeld();
    bar.classList.toggle('turned', view.blackBelow);
    if (opinion) {
        white.style.height = `${Math.round(100 * opinion.share)}%`;
        bar.setAttribute('aria-label', `The engine’s opinion, for White: ${opinion.text}`);
        bar.title = opinion.text;
    }
}

/** The position about which the page should ask the engine by itself; '' if there is none. It asks while a person is to
 *  move, so that the engine's own thinking is never interrupted. */
export function takeWanted(): string {
    const {status, link} = session();
    const fen = fenInView();
    const idle = link.open && !isHeld() && showsBoard() && status.state === 'person_to_move' && !status.result && !view.hands.inHand;
    return byId<HTMLInputElement>('score').checked && idle && fen && fen !== asked && !opinions.has(fen) ? asked = fen : '';
}

/** The position in view may be asked about again. */
export const forgetAsked = (): void => { asked = ''; };

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
    onMode(forgetAsked);
    onDraw(drawScore);
}

// What a pawn becomes: four pictures to choose from, for both boards.

import {hands, mode, sessions, simulated} from './boards';
import {make} from './dom';
import {watcher} from './glow';
import {promotionOn, type Said} from './lights';
import {drawPiece} from './pieces';
import {kindOf} from './squares';

/** Four pictures; `chosen` hears the piece as its letter in lower case. */
export function pictures(white: boolean, chosen: (letter: string) => void): HTMLElement {
    return make('div', {class: 'pictures', role: 'group', 'aria-label': 'What the pawn becomes'}, ...[...'qrbn'].map((letter) =>
        make('button', {'aria-label': kindOf(letter), title: kindOf(letter), click: () => chosen(letter)}, drawPiece(white ? letter.toUpperCase() : letter) as unknown as Node)));
}

/** The squares that the simulated board lights for its question, by the piece that each stands for. */
function squares(white: boolean): Map<string, number> {
    return new Map([...watcher.squaresOf('promotion'), ...watcher.squaresOf('promotion_default')].map((square) => [promotionOn(square, white), square]));
}

export const isChoice = ({style}: Said): boolean => style.name === 'promotion' || style.name === 'promotion_default';

/** In place of what the four squares say, once all four are seen; a picture taps its square. null: not yet. */
export function lightChoices(): HTMLLIElement | null {
    const white = watcher.whitePromotes(sessions.try.status.whiteMoves);
    const offered = squares(white);
    return offered.size < 4 ? null : make('li', {class: 'whole'}, pictures(white, (letter) => {
        if (mode === 'try' && simulated.open) {
            hands.tap(offered.get(kindOf(letter))!);
        }
    }), make('span', {}, 'or tap one of the lit squares: from the pawn, queen, rook, bishop, knight'));
}

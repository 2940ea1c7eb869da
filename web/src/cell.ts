// A drawn square: its LED, its piece, and the words for both.

import {make} from './dom';
import {shortName} from './menu';
import {drawPiece} from './pieces';
import {nameOf, pieceName, type Piece, type Square} from './squares';

export class Cell {
    readonly element: HTMLElement;
    piece: SVGSVGElement | null = null;
    private readonly glow = make('span', {class: 'glow'});
    private readonly sign = make('span', {class: 'sign', 'aria-hidden': 'true'});
    private readonly label = make('span', {class: 'label', 'aria-hidden': 'true'});
    private letter: Piece | '' = '';
    private lifted = false;
    private light = '';
    private meaning = '';
    private text = '';
    private last = false;
    private planned = false;

    constructor(private readonly square: Square, focus: () => void) {
        const dark = (square % 8 + (square >> 3)) % 2 === 0;
        this.element = make('div', {class: `square ${dark ? 'dark' : 'light'}`, role: 'gridcell', tabindex: -1, 'data-square': nameOf(square), focus},
                            this.glow, this.label, this.sign);
    }

    draw(letter: Piece | '', lifted: boolean, dragging: boolean): void {
        if (letter !== this.letter) {
            this.piece?.remove();
            this.piece = letter ? drawPiece(letter) : null;
            if (this.piece) {
                this.element.append(this.piece);
            }
            this.letter = letter;
        }
        this.lifted = lifted;
        this.element.classList.toggle('lifted', lifted);
        this.element.classList.toggle('dragged', lifted && dragging);
        this.describe();
    }

    /** `colour`: a CSS colour; empty: dark. */
    setGlow(colour: string): void {
        if (this.light !== colour) {
            this.light = colour;
            this.glow.style.setProperty('--led', colour || 'transparent');
            this.glow.classList.toggle('lit', colour !== '');
        }
    }

    /** The meaning of the square: a sign to see, words to hear, and a label in place of the piece (in the menu). */
    setMeaning(sign: string, meaning: string, label: string): void {
        if (this.sign.textContent !== sign) {
            this.sign.textContent = sign;
        }
        const short = shortName(label);
        if (this.label.textContent !== short) {
            this.label.textContent = short;
            this.element.classList.toggle('labelled', label !== '');
        }
        this.meaning = label ? `${meaning}: ${label}` : meaning;
        this.describe();
    }

    setFelt(felt: boolean | null): void {
        this.element.classList.toggle('felt', felt === true);
        this.element.classList.toggle('unfelt', felt === false);
    }

    setLast(last: boolean): void {
        if (this.last !== last) {
            this.last = last;
            this.element.classList.toggle('last', last);
            this.describe();
        }
    }

    setPlanned(planned: boolean): void {
        if (this.planned !== planned) {
            this.planned = planned;
            this.element.classList.toggle('planned', planned);
            this.describe();
        }
    }

    private describe(): void {
        const text = `${nameOf(this.square)}, ${this.letter ? pieceName(this.letter) + (this.lifted ? ' in your hand' : '') : 'empty'}`
            + (this.last ? ', last move' : '') + (this.planned ? ', planned move' : '') + (this.meaning ? `, light: ${this.meaning}` : '');
        if (text !== this.text) {
            this.text = text;
            this.element.setAttribute('aria-label', text);
        }
    }
}

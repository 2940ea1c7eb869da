// The drawn board: squares with their LEDs, pieces, and what pointer and keyboard do to them.

import {Cell} from './cell';
import {make} from './dom';
import type {Hands} from './hands';
import {Marks} from './marks';
import {drawPiece} from './pieces';
import {nameOf, type Square} from './squares';

const DRAG_PX = 6;              // a pointer that moves less is not dragging

interface Drag { id: number; x: number; y: number; moved: boolean; square: Square; deed: 'lifted' | 'put' | 'tap' | 'touched' | 'mark' }

export class BoardView {
    readonly element: HTMLElement;
    hands: Hands;
    private readonly cells: Cell[] = [];
    private readonly grid: HTMLElement;
    private readonly ghost: HTMLElement;
    private readonly marks = new Marks();
    private drag: Drag | null = null;
    private turned = false;
    private cursor: Square = 12;
    private slides: [Square, Square][] = [];

    constructor(hands: Hands) {
        this.hands = hands;
        this.grid = make('div', {class: 'grid', role: 'grid', 'aria-label': 'Chess board. Arrow keys move, Enter lifts and puts, T taps, Escape puts back, Delete takes off, L says the last move.'});
        for (let square = 0; square < 64; square++) {
            this.cells.push(new Cell(square, () => this.focusOn(square)));
        }
        this.ghost = make('div', {class: 'ghost', hidden: true});
        this.element = make('div', {class: 'board'}, this.grid, this.marks.element, this.ghost);
        this.order();
        this.focusOn(this.cursor);
        this.grid.addEventListener('pointerdown', (event) => this.down(event));
        addEventListener('pointermove', (event) => this.moveTo(event));
        addEventListener('pointerup', (event) => this.up(event));
        addEventListener('pointercancel', () => this.give());
        this.grid.addEventListener('keydown', (event) => this.key(event));
        addEventListener('keydown', ({key}) => key === 'Tab' && this.grid.classList.remove('by-pointer'));
        this.grid.addEventListener('contextmenu', (event) => event.preventDefault());
    }

    /** Puts the squares in order: White at the bottom, or Black. */
    private order(): void {
        const rows = [];
        for (let down = 0; down < 8; down++) {
            const rank = this.turned ? down : 7 - down;
            const row = make('div', {class: 'row', role: 'row'});
            row.append(...Array.from({length: 8}, (_, right) => this.cells[8 * rank + (this.turned ? 7 - right : right)].element));
            rows.push(row);
        }
        this.grid.replaceChildren(...rows);
        this.cells.forEach(({element}, square) => {
            const bottom = (square >> 3) === (this.turned ? 7 : 0), left = square % 8 === (this.turned ? 7 : 0);
            element.dataset.file = bottom ? nameOf(square)[0] : '';
            element.dataset.rank = left ? nameOf(square)[1] : '';
        });
    }

    set blackBelow(turned: boolean) {
        if (turned !== this.turned) {
            this.turned = turned;
            this.order();
            this.marks.draw(turned);
        }
    }
    get blackBelow(): boolean { return this.turned; }

    // ------------------------------------------------------------ what is drawn

    /** Draws the pieces where the hands have put them. */
    draw(): void {
        const {pieces, inHand} = this.hands;
        this.cells.forEach((cell, square) => {
            const lifted = inHand?.from === square;
            cell.draw(lifted ? inHand.piece : pieces.get(square) ?? '', lifted, this.drag?.moved === true);
        });
        this.slides.splice(0).forEach(([from, to]) => this.animate(from, to));
        this.grid.classList.toggle('holding', inHand !== null);
    }

    /** The next drawing shows this piece moving. */
    slide(from: Square, to: Square): void { this.slides.push([from, to]); }

    private animate(from: Square, to: Square): void {
        const start = this.cells[from].element.getBoundingClientRect(), end = this.cells[to].element.getBoundingClientRect();
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
            this.cells[to].piece?.animate([{transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)`}, {transform: 'none'}],
                                          {duration: 260, easing: 'ease-in-out'});
        }
    }

    setGlow(square: Square, colour: string): void { this.cells[square].setGlow(colour); }
    setMeaning(square: Square, sign: string, meaning: string, label: string): void { this.cells[square].setMeaning(sign, meaning, label); }
    setFelt(square: Square, felt: boolean | null): void { this.cells[square].setFelt(felt); }
    /** Marks the squares of the last move. */
    setLast(squares: Square[]): void { this.cells.forEach((cell, square) => cell.setLast(squares.includes(square))); }
    /** Marks the squares of a move that waits for its turn. */
    setPlanned(squares: Square[]): void { this.cells.forEach((cell, square) => cell.setPlanned(squares.includes(square))); }
    /** No square glows. */
    darken(): void { this.cells.forEach((cell) => cell.setGlow('')); }

    // ------------------------------------------------------------ pointer

    private squareAt(x: number, y: number): Square {
        const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-square]');
        return element && this.grid.contains(element) ? this.cells.findIndex((cell) => cell.element === element) : -1;
    }

    private down(event: PointerEvent): void {
        if (this.drag || !event.isPrimary || event.button > 0 && event.button !== 2) {
            return;
        }
        const square = this.squareAt(event.clientX, event.clientY);
        if (square < 0) {
            return;
        }
        event.preventDefault();
        this.grid.classList.add('by-pointer');
        this.cells[square].element.focus({preventScroll: true});
        const {hands} = this;
        const tap = event.shiftKey || !hands.pieces.has(square);
        const deed = event.button === 2 ? 'mark' : hands.isTapped(square) ? 'tap' : hands.inHand ? 'put' : tap ? 'tap' : hands.mustDrag(square) ? 'touched' : 'lifted';
        if (deed !== 'mark') {
            this.marks.clear();
        }
        if (deed === 'lifted' && !hands.lift(square)) {
            return;
        }
        this.drag = {id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, square, deed};
    }

    /** This pointer has taken a piece from beside the board. */
    begin(event: PointerEvent): void {
        event.preventDefault();
        (event.target as Element).releasePointerCapture?.(event.pointerId);
        this.drag = {id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, square: -1, deed: 'lifted'};
    }

    private moveTo(event: PointerEvent): void {
        const {drag} = this;
        if (!drag || drag.id !== event.pointerId) {
            return;
        }
        const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_PX;
        if (drag.deed === 'touched' && far && this.hands.lift(drag.square)) {
            drag.deed = 'lifted';
        }
        const held = this.hands.inHand;
        if (drag.deed !== 'lifted' || !held) {
            return;
        }
        if (!drag.moved && far) {
            drag.moved = true;
            this.ghost.replaceChildren(drawPiece(held.piece));
            this.ghost.style.width = this.ghost.style.height = `${this.cells[0].element.offsetWidth}px`;
            this.ghost.hidden = false;
            this.draw();
        }
        if (drag.moved) {
            this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
        }
    }

    private up(event: PointerEvent): void {
        const {drag, hands} = this;
        if (!drag || drag.id !== event.pointerId) {
            return;
        }
        const square = this.squareAt(event.clientX, event.clientY);
        this.drag = null;
        this.ghost.hidden = true;
        if (drag.deed === 'mark') {
            if (square >= 0) {
                this.marks.toggle(drag.square, square, this.turned);
            }
        } else if (drag.deed === 'tap') {
            if (square === drag.square) {
                hands.tap(square);
            }
        } else if (drag.moved || drag.deed === 'put') {
            hands.put(square, drag.deed === 'put');
        } else {
            this.draw();
        }
    }

    private give(): void {
        if (this.drag?.deed === 'lifted') {
            this.cancel();
        }
        this.drag = null;
    }

    /** The piece in the air goes back, also out of a drag. */
    cancel(): void {
        this.hands.cancel();
        this.marks.clear();
        this.drag = null;
        this.ghost.hidden = true;
    }

    // ------------------------------------------------------------ keyboard

    private focusOn(square: Square): void {
        this.cells[this.cursor].element.tabIndex = -1;
        this.cursor = square;
        this.cells[square].element.tabIndex = 0;
    }

    /** Whether the keyboard walks over the squares: the focus has not come to them by the pointer. */
    isWalked(target: Element): boolean { return this.grid.contains(target) && !this.grid.classList.contains('by-pointer'); }

    private key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.altKey || event.metaKey || event.key.startsWith('Arrow') && !this.isWalked(this.grid)) {
            return;
        }
        this.grid.classList.remove('by-pointer');
        const {hands, cursor} = this;
        const way = this.turned ? -1 : 1;
        const step: Record<string, [number, number]> = {ArrowRight: [way, 0], ArrowLeft: [-way, 0], ArrowUp: [0, way], ArrowDown: [0, -way]};
        if (step[event.key]) {
            const file = cursor % 8 + step[event.key][0], rank = (cursor >> 3) + step[event.key][1];
            if (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
                this.cells[8 * rank + file].element.focus();
            }
        } else if (event.key === 'Enter' || event.key === ' ') {
            if (hands.isTapped(cursor)) {
                hands.tap(cursor);
            } else if (hands.inHand) {
                hands.put(cursor, true);
            } else if (!hands.pieces.has(cursor)) {
                hands.tap(cursor);
            } else if (!hands.mustDrag(cursor)) {
                hands.lift(cursor);
            }
        } else if (event.key === 't' || event.key === 'T') {
            if (!hands.inHand) {
                hands.tap(cursor);
            }
        } else if (event.key === 'Escape' && hands.inHand) {
            this.cancel();
        } else if ((event.key === 'Delete' || event.key === 'Backspace') && hands.inHand) {
            hands.put(-1);
        } else {
            return;
        }
        event.preventDefault();
    }
}

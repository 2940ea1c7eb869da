// Arrows and circles that the right mouse button draws over the board.

import type {Square} from './squares';

const NS = 'http://www.w3.org/2000/svg';
const HEAD = 0.32;              // an arrow's head, in squares

export class Marks {
    readonly element = document.createElementNS(NS, 'svg');
    private drawn: [Square, Square][] = [];

    constructor() {
        Object.entries({class: 'marks', viewBox: '0 0 8 8', 'aria-hidden': 'true'}).forEach(([name, value]) => this.element.setAttribute(name, value));
    }

    /** A circle where both squares are one. The same mark once more removes it. */
    toggle(from: Square, to: Square, turned: boolean): void {
        const others = this.drawn.filter(([one, other]) => one !== from || other !== to);
        this.drawn = others.length < this.drawn.length ? others : [...others, [from, to]];
        this.draw(turned);
    }

    clear(): void {
        this.drawn = [];
        this.element.replaceChildren();
    }

    draw(turned: boolean): void {
        const place = (square: Square) => turned ? [7.5 - square % 8, 0.5 + (square >> 3)] : [0.5 + square % 8, 7.5 - (square >> 3)];
        this.element.replaceChildren(...this.drawn.map(([from, to]) => {
            const [x, y] = place(from), [endX, endY] = place(to), length = Math.hypot(endX - x, endY - y);
            const shape = document.createElementNS(NS, from === to ? 'circle' : 'path');
            if (from === to) {
                Object.entries({cx: x, cy: y, r: 0.44}).forEach(([name, value]) => shape.setAttribute(name, String(value)));
            } else {
                const [alongX, alongY] = [(endX - x) / length, (endY - y) / length], [baseX, baseY] = [endX - HEAD * alongX, endY - HEAD * alongY];
                const corner = (side: number) => `L${baseX + side * HEAD * alongY * 0.7} ${baseY - side * HEAD * alongX * 0.7}`;
                shape.setAttribute('d', `M${x} ${y}L${baseX} ${baseY}${corner(1)}L${endX} ${endY}${corner(-1)}L${baseX} ${baseY}`);
            }
            return shape;
        }));
    }
}

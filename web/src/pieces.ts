// The drawn pieces: our own outlines, on a field of 100 by 100.

import type {Piece} from './squares';

const SHAPES: Record<string, string> = {
    p: `<path d="M50 21a13.5 13.5 0 0 1 8.3 24.100c4.2.7 6.7 2.5 6.7 5.400h-7c.6 10.5 3.8 18 10.5 23.5 4.5 3.7 7.5 7.5 7.5 14H24c0-6.5 3-10.3 7.5-14C38.2 68.5 41.4 61 42 50.500h-7c0-2.9 2.5-4.7 6.7-5.400A13.5 13.5 0 0 1 50 21z"/>`
        + '<path class="line" d="M40 50.500h20M29 78h42"/>',
    r: '<path d="M26 18h12v8h7v-8h10v8h7v-8h12v17l-8 7 2.5 29 7.5 6v11H24V77l7.5-6L34 42l-8-7z"/>'
        + '<path class="line" d="M33.5 42h33M31.5 71h37M26 80.500h48"/>',
    n: '<path d="M41 24l-4-10c7 1.5 11.5 4.5 14 8.5 19 2 29 18 29 43 0 8-1 15-2 22.500H31c0-13 5-20 13.5-26.5 5-4 7.5-8 8-13-4.5 3.5-10 5.5-16 6.5-2.5 5-6 8.5-10 9.5-5 1-10-3.5-10.5-9-.4-4.5 3-8 5.5-12 3-5 4-9.5 7-14.5 2.5-4 7-5.5 12.5-5z"/>'
        + '<circle class="dot" cx="39" cy="35.5" r="2.9"/><circle class="dot" cx="23" cy="52.5" r="1.9"/>'
        + '<path class="line" d="M55 25c13 6 18 18 17.5 38M33 79h45"/>',
    b: '<path d="M50 10a6 6 0 0 1 4.5 10C63 26 68 34 68 42.500c0 6.5-3 11.5-7.5 15 3.5.8 5.5 2.5 5.5 5h-8.500c1 7 5.5 10.5 11.5 14 4 2.5 7 5.5 7 11.500H24c0-6 3-9 7-11.5 6-3.5 10.5-7 11.5-14H34c0-2.5 2-4.2 5.5-5-4.5-3.5-7.5-8.5-7.5-15C32 34 37 26 45.5 20A6 6 0 0 1 50 10z"/>'
        + '<path class="line" d="M50 30v17M42.5 38h15M40 62.500h20M29 79h42"/>',
    q: '<path d="M50 9a6.5 6.5 0 0 1 3.5 12l8.5 20 12-16a6.2 6.2 0 1 1 8 1.500L73 56c-2 5-3.5 10-3.5 15 4 2.5 7.5 5 7.5 17H23c0-12 3.5-14.5 7.5-17 0-5-1.5-10-3.5-15l-9-29.500a6.2 6.2 0 1 1 8-1.500l12 16 8.5-20A6.5 6.5 0 0 1 50 9z"/>'
        + '<path class="line" d="M27.5 57c15-4 30-4 45 0M30.5 71c13-3 26-3 39 0M26 80c16-2.5 32-2.5 48 0"/>',
    m: '<ellipse cx="50" cy="58" rx="34" ry="21"/><path class="line" d="M16 58v9c0 27 68 27 68 0v-9"/>',
    d: '<ellipse cx="50" cy="66" rx="34" ry="18"/><path class="line" d="M16 66v7c0 24 68 24 68 0v-7"/><ellipse cx="50" cy="44" rx="34" ry="18"/><path class="line" d="M16 44v9c0 24 68 24 68 0v-9"/>',
    k: '<path d="M46 6h8v7h7v8h-7v8.500c3-2.5 7-4 11.5-4C76 25.5 83 33 83 43c0 10-6 19-14 28 4.5 2.5 8 5.5 8 17H23c0-11.5 3.5-14.5 8-17-8-9-14-18-14-28 0-10 7-17.5 17.5-17.5 4.5 0 8.5 1.5 11.5 4V21h-7v-8h7z"/>'
        + '<path class="line" d="M50 33v35M31 71c12.5-3 25.5-3 38 0M26 80c16-2.5 32-2.5 48 0"/>',
};

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** The outlines, to be added to the page once. */
export function pieceDefinitions(): SVGSVGElement {
    const svg = document.createElementNS(NAMESPACE, 'svg');
    svg.setAttribute('class', 'definitions');
    svg.setAttribute('aria-hidden', 'true');
    svg.innerHTML = Object.entries(SHAPES).map(([kind, shape]) => `<symbol id="piece-${kind}" viewBox="0 0 100 100">${shape}</symbol>`).join('');
    return svg;
}

export function drawPiece(piece: Piece): SVGSVGElement {
    const svg = document.createElementNS(NAMESPACE, 'svg');
    svg.setAttribute('viewBox', '0 0 100 100');
    svg.setAttribute('class', `piece ${piece < 'a' ? 'white' : 'black'}`);
    svg.setAttribute('aria-hidden', 'true');
    const use = document.createElementNS(NAMESPACE, 'use');
    use.setAttribute('href', `#piece-${piece.toLowerCase()}`);
    svg.append(use);
    return svg;
}

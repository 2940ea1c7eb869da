// The table of the simulated board: what stands on it and beside it, kept from visit to visit.

import {hands, mode, sessions, showsBoard, simulated, view} from './boards';
import {byId, make} from './dom';
import {drawSoon, onDraw} from './drawing';
import {watcher} from './glow';
import {whileHere} from './moves';
import {note} from './note';
import {drawPiece} from './pieces';
import {fenOf, isWhite, pieceName, placementOf, squareOf, START_FEN, type Piece} from './squares';

export const TABLE_KEY = 'stackmate.table';

let starts = false;             // the board has power, and has not said yet what it finds in its memory

/** The board begins with what its memory holds: that may not be what this browser has kept of the list of moves. */
export function boardStarts(): void { starts = true; }

function drawBeside(): void {
    const box = byId('beside');
    const shown = mode === 'try' && showsBoard() ? hands.tray : [];
    const key = `${mode}${showsBoard()}${shown.join('')}`;
    if (box.dataset.key === key) {
        return;
    }
    box.dataset.key = key;
    box.replaceChildren(...shown.map((piece, index) => {
        const button = make('button', {'aria-label': `${pieceName(piece)}, beside the board`, title: 'Beside the board: drag it back, or touch it and then a square'},
                            drawPiece(piece) as unknown as Node);
        button.addEventListener('pointerdown', (event) => {
            if (hands.liftFromTray(index)) {
                view.begin(event);
            }
        });
        button.addEventListener('keydown', (event) => {
            if ((event.key === 'Enter' || event.key === ' ') && hands.liftFromTray(index)) {
                event.preventDefault();
                note(`The ${pieceName(piece)} is in your hand: choose a square and press Enter.`, () => hands.inHand !== null);
            }
        });
        return button;
    }));
}

/** Stores what stands on the table, so that it is there at the next visit. */
export function remember(): void {
    try {
        const pieces = new Map(hands.pieces);
        if (hands.inHand && hands.inHand.from >= 0) {
            pieces.set(hands.inHand.from, hands.inHand.piece);
        }
        localStorage.setItem(TABLE_KEY, JSON.stringify({pieces: fenOf(pieces), tray: hands.tray.join(''), power: simulated.open,
                                                        moves: sessions.try.status.moves, start: sessions.try.status.start}));
    } catch {
        // a browser that stores nothing
    }
}

function remembered(): {pieces: string; tray: string; power: boolean; moves: {label: string; san: string}[]; start?: string} {
    try {
        const kept = JSON.parse(localStorage.getItem(TABLE_KEY) ?? 'null');
        if (kept && typeof kept.pieces === 'string' && typeof kept.tray === 'string' && Array.isArray(kept.moves)) {
            return kept;
        }
    } catch {
        // start as at the first visit
    }
    return {pieces: START_FEN, tray: '', power: true, moves: []};
}

/** If a promotion was taken back, the hands exchange the piece for its pawn. */
export function restorePawns(): void {
    for (const [square, piece] of placementOf(sessions.try.status.fen)) {
        const there = hands.pieces.get(square);
        if (there && piece === (square >> 3 === 6 ? 'P' : square >> 3 === 1 ? 'p' : '') && isWhite(there) === isWhite(piece)) {
            hands.exchange(square, piece);
        }
    }
}

/** What the board says is followed on the table: a pawn has become another piece, or a game begins. */
export function hear(event: string): void {
    if (event.startsWith('new game')) {
        hands.arranging = false;
    }
    if (starts && /^(a saved game is there|set up the pieces)/.test(event)) {
        starts = false;
        void sessions.try.readGame();
    }
    const match = /^move \d+\.+ \S*=([QRBN])\S* [a-h][27]([a-h])([18])/.exec(event);
    if (match) {
        hands.exchange(squareOf(match[2] + match[3]), match[3] === '8' ? match[1] : match[1].toLowerCase());
    }
}

/** Puts the pieces where they stood at the last visit; returns whether the power was on. */
export function restore(): boolean {
    const kept = remembered();
    hands.pieces = placementOf(kept.pieces);
    hands.tray = [...kept.tray].filter((piece): piece is Piece => isWhite(piece) || /[a-z]/.test(piece));
    sessions.try.status.moves = kept.moves;
    sessions.try.status.start = kept.start ?? START_FEN;
    return kept.power;
}

export function begin(): void {
    hands.tapped = (square) => simulated.open && watcher.isTapped(square);
    hands.choosing = () => simulated.open && watcher.has('promotion', 'promotion_default');
    hands.onNote = (text, holds = whileHere()) => note(text, holds);
    hands.onSlide = (from, to) => {
        if (showsBoard()) {
            view.slide(from, to);
        }
    };
    hands.onChange = () => {
        remember();
        drawSoon();
        sessions.try.soon();
    };
    onDraw(drawBeside);
}

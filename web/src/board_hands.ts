// What a person's hands do on the simulated board: every piece is felt by its sensor.

import {OFF, type Hands} from './hands';
import {promotionSquare} from './lights';
import type {Castling} from './rules';
import type {SimulatedBoard} from './simulated';
import {isWhite, kindOf, nameOf, squareOf, type Piece, type Placement, type Square} from './squares';

const STEP_MS = 250;            // of the board's time, between two actions of a hand
const TAP_MS = 200;
const BEGIN_MS = 1500;          // until the board has recognised pieces that were set up, or asks what a pawn becomes

/** What becomes of a piece that is put down: it goes `back`, for this reason, or it castles, or one that was only planned to move is `carried`
 *  there; else it stands there. */
export interface Ruling { back?: string; castling?: Castling; carried?: boolean }

export class BoardHands implements Hands {
    pieces: Placement = new Map();
    tray: Piece[] = [];                 // beside the board
    inHand: {piece: Piece; from: Square} | null = null;
    /** The piece in the air is only planned to move: the board feels it where it was. */
    private planned = false;
    /** Takes captured pieces off the board, and moves the rook of a castling king. */
    helps = true;
    onChange: () => void = () => {};
    /** `holds`: whether the note is still true. */
    onNote: (text: string, holds?: () => boolean) => void = () => {};
    onSlide: (from: Square, to: Square) => void = () => {};
    tapped: (square: Square) => boolean = () => false;
    /** Whether the board asks what a pawn becomes. */
    choosing: () => boolean = () => false;
    lifts: (square: Square) => 'felt' | 'planned' | {why: string} = () => 'felt';
    drops: (from: Square, to: Square, planned: boolean) => Ruling = () => ({});

    /** The page is setting pieces up. This ends with the last piece, or when the board has begun a game with them. */
    arranging = false;

    constructor(private readonly board: SimulatedBoard) {}

    isTapped(square: Square): boolean { return this.tapped(square); }
    /** A promoting pawn must be dragged: if a touch lifted it, a touch of its choice could put it back. */
    mustDrag(square: Square): boolean {
        const asked = this.pieces.get(square) === (square >> 3 === 7 ? 'P' : square >> 3 === 0 ? 'p' : '') && this.choosing();
        if (asked) {
            this.onNote('Touch a lit square: it says what the pawn becomes. To take the move back, drag the pawn to where it came from.',
                        () => this.choosing());
        }
        return asked;
    }

    /** Reports a change to the sensors, after everything that the hands have still to do and `pause` more, so that both
     *  of two changes of one square are felt. */
    private feel(set: [Square, boolean][], pause: number): void {
        this.board.setSquares(set, this.board.still ? pause : Math.max(pause, STEP_MS / 2));
    }

    /** Whether the page is setting pieces up: they are drawn in their final places, and the board does not feel all of
     *  them there yet. */
    private isBusy(): boolean {
        const busy = (): boolean => (this.arranging &&= !this.board.still);
        if (busy()) {
            this.onNote('One moment: the pieces are still being put in their places.', busy);
        }
        return this.arranging;
    }

    /** Whether the board feels that a piece is in the air. */
    get holds(): boolean { return this.inHand !== null && !this.planned; }

    lift(square: Square): boolean {
        const piece = this.pieces.get(square);
        if (piece === undefined || this.inHand || this.isBusy()) {
            return false;
        }
        const how = this.lifts(square);
        if (typeof how !== 'string') {
            this.onNote(how.why);
            return false;
        }
        this.inHand = {piece, from: square};
        this.planned = how === 'planned';
        if (!this.planned) {
            this.pieces.delete(square);
            this.feel([[square, false]], 0);
        }
        this.onChange();
        return true;
    }

    liftFromTray(index: number): boolean {
        if (this.inHand || index >= this.tray.length || this.isBusy()) {
            return false;
        }
        this.inHand = {piece: this.tray.splice(index, 1)[0], from: OFF};
        this.planned = false;
        this.onChange();
        return true;
    }

    put(square: Square, touched = false): void {
        const hand = this.inHand;
        if (!hand) {
            return;
        }
        const {planned} = this, {back, castling, carried} = this.drops(hand.from, square, planned), own = this.pieces.get(square);
        if (castling) {
            this.castle(castling);
            return;
        }
        if (carried) {
            this.cancel();
            this.carry(hand.from, square);
            return;
        }
        if (back !== undefined) {
            this.cancel();
            if (touched && !planned && square !== hand.from && own !== undefined && isWhite(own) === isWhite(hand.piece)) {
                this.lift(square);
            } else if (back) {
                this.onNote(back);
            }
            return;
        }
        if (square === OFF) {
            this.tray.push(hand.piece);
            this.inHand = null;
            this.onChange();
            return;
        }
        const there = this.pieces.get(square);
        if (there !== undefined && (!this.helps || isWhite(there) === isWhite(hand.piece))) {
            this.onNote(`There is a ${kindOf(there)} on ${nameOf(square)} already.`);
            this.cancel();
            return;
        }
        this.inHand = null;
        this.complete(hand.piece, hand.from, square, 0);
        this.onChange();
    }

    /** The piece is in the air. Its victim is removed, it is put down, and the rook of a castling king follows. */
    private complete(piece: Piece, from: Square, to: Square, pause: number): void {
        const taken = from === OFF || !this.helps ? OFF : this.victim(piece, from, to);
        if (taken !== OFF) {
            this.tray.push(this.pieces.get(taken)!);
            this.pieces.delete(taken);
            this.feel([[taken, false]], pause);
            pause = STEP_MS;
        }
        this.pieces.set(to, piece);
        this.feel([[to, true]], pause);
        const rook = this.helps ? this.rookOf(piece, from, to) : null;
        if (rook) {
            this.pieces.set(rook[1], this.pieces.get(rook[0])!);
            this.pieces.delete(rook[0]);
            this.feel([[rook[0], false]], STEP_MS);
            this.feel([[rook[1], true]], STEP_MS);
            this.onSlide(rook[0], rook[1]);
        }
    }

    /** The square of what a piece captures by going there: its target, or a pawn captured en passant. */
    private victim(piece: Piece, from: Square, to: Square): Square {
        if (this.pieces.has(to)) {
            return to;
        }
        const passed = 8 * (from >> 3) + to % 8;
        const aslant = piece.toLowerCase() === 'p' && from % 8 !== to % 8;
        return aslant && this.pieces.get(passed) === (piece === 'P' ? 'p' : 'P') ? passed : OFF;
    }

    private rookOf(piece: Piece, from: Square, to: Square): [Square, Square] | null {
        const home = piece === 'K' ? squareOf('e1') : piece === 'k' ? squareOf('e8') : OFF;
        if (home === OFF || from !== home || Math.abs(to - from) !== 2) {
            return null;
        }
        const corner = to > from ? from + 3 : from - 4;
        return this.pieces.get(corner) === (piece === 'K' ? 'R' : 'r') ? [corner, (from + to) / 2] : null;
    }

    cancel(): void {
        const hand = this.inHand;
        if (!hand) {
            return;
        }
        this.inHand = null;
        if (this.planned) {
            this.planned = false;
        } else if (hand.from !== OFF) {
            this.pieces.set(hand.from, hand.piece);
            this.feel([[hand.from, true]], 0);
        } else {
            this.tray.push(hand.piece);
        }
        this.onChange();
    }

    /** The square changes and changes back. A piece in the air is put back to its origin first. */
    tap(square: Square, pause = this.inHand ? STEP_MS : 0): void {
        this.cancel();
        const occupied = this.pieces.has(square);
        this.feel([[square, !occupied]], pause);
        this.feel([[square, occupied]], TAP_MS);
        this.onChange();
    }

    /** No piece is in the air any more but a planned one. */
    private free(): void {
        if (!this.planned) {
            this.cancel();
        }
    }

    /** A planned piece that the board's move has taken is no longer in the hand. */
    private lose(): void {
        if (this.planned && this.inHand && this.pieces.get(this.inHand.from) !== this.inHand.piece) {
            this.cancel();
        }
    }

    /** Makes a whole move for the person. `becomes`: as which letter a pawn is promoted. The board is told in its own time, as it
     *  does not wait for a busy page. */
    carry(from: Square, to: Square, becomes = ''): void {
        this.free();
        const piece = this.pieces.get(from);
        if (piece === undefined) {
            return;
        }
        const helps = this.helps;
        this.helps = true;
        this.pieces.delete(from);
        this.feel([[from, false]], 0);
        this.complete(piece, from, to, STEP_MS);
        this.helps = helps;
        this.lose();
        if (becomes) {
            this.tap(promotionSquare(to, becomes), BEGIN_MS);
        }
        this.onSlide(from, to);
        this.onChange();
    }

    /** Castles for the person: both pieces leave the board before one comes back, as either may go where the other stood. */
    castle({king, rook}: Castling): void {
        const held = this.holds ? this.inHand : null;
        if (held && (held.from === king[0] || held.from === rook[0])) {
            this.pieces.set(held.from, held.piece);     // its square has felt it go
            this.inHand = null;
        } else {
            this.free();
        }
        const moves = [king, rook].map(([from, to]) => ({from, to, piece: this.pieces.get(from)}));
        let pause = 0;
        for (const {from} of moves) {
            this.pieces.delete(from);
            if (from !== held?.from) {
                this.feel([[from, false]], pause);
            }
            pause = STEP_MS;
        }
        for (const {from, to, piece} of moves) {
            if (piece !== undefined) {
                this.pieces.set(to, piece);
                this.feel([[to, true]], STEP_MS);
                this.onSlide(from, to);
            }
        }
        this.lose();
        this.onChange();
    }

    /** Moves every piece to its place in `wanted`; surplus ones go beside the board. */
    arrange(wanted: Placement): void {
        this.cancel();
        const loose: Piece[] = [];
        for (const [square, piece] of [...this.pieces]) {
            if (wanted.get(square) !== piece) {
                this.pieces.delete(square);
                loose.push(piece);
                this.feel([[square, false]], STEP_MS / 2);      // also where another piece comes: an exercise waits for that
            }
        }
        this.tray.push(...loose);
        for (const [square, piece] of wanted) {
            if (this.pieces.get(square) === piece) {
                continue;
            }
            const at = this.tray.indexOf(piece);
            if (at >= 0) {
                this.tray.splice(at, 1);
            }
            this.pieces.set(square, piece);
            this.feel([[square, true]], STEP_MS / 2);
        }
        if (!this.board.still) {
            this.arranging = this.board.open;
            this.feel([], BEGIN_MS);
        }
        this.onChange();
    }

    /** All of it at once, before the power is on. */
    setAll(wanted: Placement): void {
        const set: [Square, boolean][] = [];
        for (let square = 0; square < 64; square++) {
            set.push([square, wanted.has(square)]);
        }
        this.pieces = new Map(wanted);
        this.tray = [];
        this.inHand = null;
        this.board.setSquares(set);
        this.onChange();
    }

    /** A pawn has become this piece: the hands exchange it. */
    exchange(square: Square, piece: Piece): void {
        const pawn = this.pieces.get(square);
        if (pawn !== undefined && pawn !== piece) {
            const at = this.tray.indexOf(piece);
            if (at >= 0) {
                this.tray.splice(at, 1);
            }
            this.tray.push(pawn);
            this.pieces.set(square, piece);
            this.onChange();
        }
    }
}

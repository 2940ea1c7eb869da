// What a person's hands do with pieces on a board at a cable, and while setting up a position.

import type {Piece, Placement, Square} from './squares';

/** What the drawn board needs from the hands. */
export interface Hands {
    readonly pieces: Placement;
    /** The piece in the air, and its origin. */
    readonly inHand: {piece: Piece; from: Square} | null;
    /** Whether touching this square is a tap, not a lift. */
    isTapped(square: Square): boolean;
    /** Whether only a drag lifts this piece; a touch explains why. */
    mustDrag(square: Square): boolean;
    lift(square: Square): boolean;
    /** `touched`: by a touch of the square, not by a drag. */
    put(square: Square, touched?: boolean): void;
    /** Puts the piece in the air back to its origin. */
    cancel(): void;
    tap(square: Square): void;
}

/** The square off the board. */
export const OFF = -1;

/** A board at a cable: its pieces are drawn as the board reports them, and a drag is a move that the board is asked to
 *  show. */
export class RemoteHands implements Hands {
    pieces: Placement = new Map();
    inHand: {piece: Piece; from: Square} | null = null;
    onMove: (from: Square, to: Square, piece: Piece) => void = () => {};
    onChange: () => void = () => {};
    mayMove: () => boolean = () => false;

    isTapped(): boolean { return false; }
    mustDrag(): boolean { return false; }
    tap(): void {}
    lift(square: Square): boolean {
        const piece = this.pieces.get(square);
        if (piece === undefined || this.inHand || !this.mayMove()) {
            return false;
        }
        this.inHand = {piece, from: square};
        this.pieces.delete(square);
        this.onChange();
        return true;
    }
    put(square: Square): void {
        const hand = this.inHand;
        this.cancel();
        if (hand && square !== OFF && square !== hand.from) {
            this.onMove(hand.from, square, hand.piece);
        }
    }
    cancel(): void {
        if (this.inHand) {
            this.pieces.set(this.inHand.from, this.inHand.piece);
            this.inHand = null;
            this.onChange();
        }
    }
}

/** A position that is only looked at. */
export class StillHands implements Hands {
    pieces: Placement = new Map();
    readonly inHand = null;
    onTouch: () => void = () => {};
    onLeave: () => void = () => {};

    isTapped(): boolean { return false; }
    mustDrag(): boolean { return false; }
    tap(): void { this.onTouch(); }
    lift(): boolean {
        this.onTouch();
        return false;
    }
    put(): void {}
    cancel(): void { this.onLeave(); }
}

/** Setting up a position: pieces stay where they are put; off the board they are gone. */
export class EditHands implements Hands {
    pieces: Placement = new Map();
    inHand: {piece: Piece; from: Square} | null = null;
    onChange: () => void = () => {};

    isTapped(): boolean { return false; }
    mustDrag(): boolean { return false; }
    tap(): void {}
    lift(square: Square): boolean {
        const piece = this.pieces.get(square);
        if (piece === undefined || this.inHand) {
            return false;
        }
        this.pieces.delete(square);
        this.inHand = {piece, from: square};
        this.onChange();
        return true;
    }
    take(piece: Piece): boolean {
        this.inHand = {piece, from: OFF};
        this.onChange();
        return true;
    }
    put(square: Square): void {
        if (this.inHand && square !== OFF) {
            this.pieces.set(square, this.inHand.piece);
        }
        this.inHand = null;
        this.onChange();
    }
    cancel(): void { this.put(this.inHand?.from ?? OFF); }
}

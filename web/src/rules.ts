// The rules of chess, as the page asks for them.

import {Chess, type Move} from 'chess.js';

/** A move that was made, in coordinates and as people write it, and the position after it. */
export interface Step { move: string; san: string; fen: string }

export interface Rules {
    /** A FEN or an EPD, written out in full. */
    readFen(text: string): {fen: string; error?: undefined} | {fen?: undefined; error: string};
    legalMoves(fen: string): string[];
    sanToMove(fen: string, san: string): {move: string; error?: undefined} | {move?: undefined; error: string};
    /** As far as the moves are legal. */
    steps(fen: string, moves: string[]): Step[];
}

const load = (fen: string): Chess => new Chess(fen, {skipValidation: true});

export const rules: Rules = {
    readFen(text) {
        const [pieces, side, rights = '-', passant = '-', ...counts] = text.trim().split(/\s+/);
        const [half, full] = counts.every((count, i) => i > 1 || /^\d+$/.test(count)) ? counts : [];
        const castling = rights.replace(/[AHah]/g, (file) => ({A: 'Q', H: 'K', a: 'q', h: 'k'})[file]!);
        try {
            return {fen: new Chess([pieces, side, castling, passant, half ?? '0', full ?? '1'].join(' ')).fen()};
        } catch (error) {
            return {error: (error as Error).message.replace(/^Invalid FEN: /, '')};
        }
    },
    legalMoves: (fen) => load(fen).moves({verbose: true}).map(({lan}: Move) => lan),
    sanToMove(fen, san) {
        try {
            return {move: load(fen).move(san).lan};
        } catch {
            return {error: 'it is no legal move'};
        }
    },
    steps(fen, moves) {
        const steps: Step[] = [];
        try {
            const game = load(fen);
            for (const move of moves) {
                const {san} = game.move({from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4]});
                steps.push({move, san, fen: game.fen()});
            }
        } catch {
            // the rest is not legal
        }
        return steps;
    },
};

// Squares, pieces and positions, as far as a hand knows them: no rules of chess.

/** 0 is a1, 7 is h1, 63 is h8. */
export type Square = number;
/** In FEN notation: White's pieces are capitals. */
export type Piece = string;
/** The piece on each occupied square. */
export type Placement = Map<Square, Piece>;

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const NAMES: Record<string, string> = {k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn', m: 'man', d: 'king'};

export const nameOf = (square: Square): string => 'abcdefgh'[square % 8] + String((square >> 3) + 1);

/** -1 if the name is no square. */
export const squareOf = (name: string): Square =>
    /^[a-h][1-8]$/.test(name) ? name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49) : -1;

export const isWhite = (piece: Piece): boolean => piece < 'a';

export const kindOf = (piece: Piece): string => NAMES[piece.toLowerCase()] ?? 'piece';

/** "white knight" */
export const pieceName = (piece: Piece): string => `${isWhite(piece) ? 'white' : 'black'} ${kindOf(piece)}`;

/** The pieces of a FEN; none if it is not understood. */
export function placementOf(fen: string): Placement {
    const pieces: Placement = new Map();
    fen.split(' ')[0].split('/').forEach((row, down) => {
        let file = 0;
        for (const letter of row) {
            if (letter >= '1' && letter <= '8') {
                file += Number(letter);
            } else {
                pieces.set(8 * (7 - down) + file++, letter);
            }
        }
    });
    return pieces;
}

/** The men and kings of a FEN of checkers, "B:W21-32:B1-3,K12"; square 1 is b8. */
export function menOf(fen: string): Placement {
    const men: Placement = new Map();
    for (const [, side, list] of fen.matchAll(/:([WB])([^:]*)/g)) {
        for (const [, king, first, last] of list.matchAll(/(K?)(\d+)(?:-(\d+))?/g)) {
            for (let number = Number(first); number <= Number(last ?? first); number++) {
                const row = (number - 1) >> 2, piece = king ? 'd' : 'm';
                men.set(8 * (7 - row) + 2 * ((number - 1) % 4) + (row % 2 === 0 ? 1 : 0), side === 'W' ? piece.toUpperCase() : piece);
            }
        }
    }
    return men;
}

/** The first field of a FEN. */
export function fenOf(pieces: Placement): string {
    const rows = [];
    for (let rank = 7; rank >= 0; rank--) {
        let row = '', empty = 0;
        for (let file = 0; file < 8; file++) {
            const piece = pieces.get(8 * rank + file);
            if (piece === undefined) {
                empty++;
                continue;
            }
            row += (empty > 0 ? empty : '') + piece;
            empty = 0;
        }
        rows.push(row + (empty > 0 ? empty : ''));
    }
    return rows.join('/');
}

/** The castling rights that kings and rooks at home allow, in FEN notation. */
export function castlingOf(pieces: Placement): string {
    const at = (name: string) => pieces.get(squareOf(name));
    const rights = (at('e1') === 'K' && at('h1') === 'R' ? 'K' : '') + (at('e1') === 'K' && at('a1') === 'R' ? 'Q' : '')
        + (at('e8') === 'k' && at('h8') === 'r' ? 'k' : '') + (at('e8') === 'k' && at('a8') === 'r' ? 'q' : '');
    return rights || '-';
}

/** Whether kings or rooks castle from elsewhere than in chess. */
export function isChess960(fen: string): boolean {
    const usual = castlingOf(placementOf(fen));
    return [...fen.split(' ')[2]].some((right) => right !== '-' && !usual.includes(right));
}

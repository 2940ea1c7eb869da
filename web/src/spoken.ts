// Moves as chess players say them: "knight f takes e five, check".

const PIECES: Record<string, string> = {K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', '': 'pawn'};
const RANKS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** "f three". The file a is a capital, so that no voice takes it for the article. */
const place = (name: string): string[] => [...name].map((sign) => sign === 'a' ? 'A' : RANKS[Number(sign) - 1] ?? sign);

/** A move in SAN as it is read out; '' if it is none. */
export function spokenMove(san: string): string {
    const [, castles, piece, from, takes, to, becomes, check] = /^(?:(O-O(?:-O)?)|([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?)([+#]?)$/.exec(san) ?? [];
    const move = castles ? `castles ${castles === 'O-O' ? 'short' : 'long'}`
        : to && [PIECES[piece], ...place(from), ...takes ? ['takes'] : [], ...place(to), ...becomes ? ['promotes to', PIECES[becomes]] : []].join(' ');
    return move ? move + (check === '#' ? ', mate' : check === '+' ? ', check' : '') : '';
}

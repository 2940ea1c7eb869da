#!/bin/sh
# What chess.js makes of castling in Chess960.
#
# Guess: it refuses a FEN whose king with castling rights does not stand on the e-file, for it knows only the usual chess.
# Seen, chess.js 1.4.0 (BSD-2-Clause): it takes the FEN. Then O-O is the king's move by two squares from where he stands, with no
# rook or a rook that is not beside him, and O-O-O is refused; with the king on f1 it is the other way round. The position after
# it is one that cannot be, and nothing says so.
# Hurt: whoever shows or saves Chess960 games with it, for example what Lichess exports: later moves are wrong or refused.
#
# Ends with 0 if all is as said here, with 1 if something has changed, with 2 if it cannot be tried (no Node.js, no npm registry).
set -u
if ! command -v node npm >/dev/null; then echo "Node.js and npm are needed" >&2; exit 2; fi
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm init -y >/dev/null 2>&1
npm install --silent --no-audit --no-fund chess.js@1.4.0 >/dev/null 2>&1 || { echo "npm could not install the package"; exit 2; }
cat > try.mjs <<'END'
import {Chess} from 'chess.js';

// White's first rank, the move, what chess.js makes of the rank, and what it should be.
const games = [
    ['R2K3R', 'O-O', 'R4K1R', 'R4RK1'], ['R2K3R', 'O-O-O', 'refused', '2KR3R'],
    ['R1K4R', 'O-O', 'R3K2R', 'R4RK1'], ['R1K4R', 'O-O-O', 'refused', '2KR3R'],
    ['R4K1R', 'O-O', 'refused', 'R4RK1'], ['R4K1R', 'O-O-O', 'R2K3R', '2KR3R'],
    ['1RK3R1', 'O-O', '1R2K1R1', '1R3RK1'],
];
let changed = false;
for (const [rank, san, wanted, right] of games) {
    let seen = 'refused';
    try {
        const game = new Chess(`${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w KQkq - 0 1`);
        game.move(san);
        seen = game.fen().split(' ')[0].split('/')[7];
    } catch {}
    changed ||= seen !== wanted;
    console.log(`${seen === wanted ? 'as said' : 'CHANGED'}: ${rank}, ${san}: ${seen}, and should be ${right}`);
}
process.exit(changed ? 1 : 0);
END
node try.mjs

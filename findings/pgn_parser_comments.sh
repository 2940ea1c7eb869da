#!/bin/sh
# What two PGN readers of npm make of comments and escape lines that the PGN standard (1994, parts 5, 6 and 8.2.5) allows.
#
# Guess: both read them, for Lichess, studies and annotated databases are full of them.
# Seen, @mliebelt/pgn-parser 1.4.19 (Apache-2.0):
#   - `1. e4 (1. d4) {back} e5`: the comment behind the variation belongs to the next move, e5;
#   - `1. e4 e5 (1... c5) {back} *`: two games, the second without a move;
#   - `1. e4 {good} $1 e5`: refused, and so is a line that begins with %.
# Seen, cm-pgn 5.0.0 (MIT): the same NAG, line and last comment are refused, a comment that goes to the end of its line as well,
# and two comments in a row are dropped without a word.
# Hurt: whoever opens annotated games with them. One such mark refuses a whole file, and a count of games is too high.
#
# Ends with 0 if all is as said here, with 1 if something has changed, with 2 if it cannot be tried (no Node.js, no npm registry).
set -u
if ! command -v node npm >/dev/null; then echo "Node.js and npm are needed" >&2; exit 2; fi
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm init -y >/dev/null 2>&1
npm install --silent --no-audit --no-fund @mliebelt/pgn-parser@1.4.19 cm-pgn@5.0.0 >/dev/null 2>&1 || { echo "npm could not install the packages"; exit 2; }
cat > try.mjs <<'END'
import {createRequire} from 'node:module';
import {Pgn} from 'cm-pgn/src/Pgn.js';

const {parse} = createRequire(import.meta.url)('@mliebelt/pgn-parser');
const texts = {
    'a comment behind a variation': '1. e4 (1. d4) {back} e5 2. Nf3 *',
    'a comment behind the last variation': '1. e4 e5 (1... c5) {back} *',
    'a NAG behind a comment': '1. e4 {good} $1 e5 *',
    'a line that begins with %': '% of a program\n1. e4 e5 *',
    'two comments': '1. e4 {one} {two} e5 *',
    'a comment up to the end of the line': '1. e4 ; rest\ne5 *',
};
const tried = (read) => { try { return read(); } catch { return 'refused'; } };
const first = (text) => tried(() => parse(text, {startRule: 'games'}).map(({moves, gameComment}) => [
    gameComment?.comment, ...moves.map((m) => m.notation.notation + (m.commentMove ? ` <${m.commentMove}` : '') + (m.commentAfter ? ` >${m.commentAfter.trim()}` : ''))]
    .filter(Boolean).join(', ')).join(' | '));
const second = (text) => tried(() => new Pgn(text).history.moves.map((m) => m.san + (m.commentBefore || m.commentMove || m.commentAfter ? ' {}' : '')).join(', '));
const wanted = {
    'a comment behind a variation': ['e4, e5 <back, Nf3', 'e4, e5, Nf3'],
    'a comment behind the last variation': ['e4, e5 | back', 'refused'],
    'a NAG behind a comment': ['refused', 'refused'],
    'a line that begins with %': ['refused', 'refused'],
    'two comments': ['e4 >one two, e5', 'e4, e5'],
    'a comment up to the end of the line': ['e4 >rest, e5', 'refused'],
};
let changed = false;
for (const [name, text] of Object.entries(texts)) {
    const seen = [first(text), second(text)], same = seen.every((one, i) => one === wanted[name][i]);
    changed ||= !same;
    console.log(`${same ? 'as said' : 'CHANGED'}: ${name}: @mliebelt/pgn-parser: ${seen[0]}; cm-pgn: ${seen[1]}`);
}
process.exit(changed ? 1 : 0);
END
node try.mjs

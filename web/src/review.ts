// Where a game that is over turned, in three sentences.

import {onDraw} from './drawing';
import {byId} from './dom';
import {isHeld} from './lichess/fair';
import {gameInView, labelOf, type Played} from './moves';
import {sanOf} from './positions';
import type {Reason} from './rules';
import {reasonOf, scoreAtEnd, scoreOf, think, type Score} from './thinker';

const LIMITS = {nodes: 20_000, ms: 2000};
const MOST = 1000;              // more than so many hundredths of a pawn do not count
const SLIP = 80;                // a move that loses less is no slip

/** What a move does, said of the move. */
const DOES: Record<Exclude<Reason, 'none'>, string> = {
    'missed mate': 'misses a mate',
    'allowed mate': 'lets the opponent mate',
    'back rank': 'lets the opponent mate on the back rank',
    'piece left': 'leaves a piece to be captured',
    fork: 'allows a fork',
    pin: 'loses a pinned man',
    skewer: 'allows a skewer',
    'running pawn': 'lets a pawn promote',
    'lost ending': 'leads to a lost ending',
};

let key = '';                   // the game that is or was reviewed

interface Judged { score: Score; best: string }

const worth = ({mate, points}: Score, fen: string): number =>
    mate ? (points > 0 || points === 0 && fen.includes(' b ') ? MOST : -MOST) : Math.max(-MOST, Math.min(MOST, points));

async function judge(fen: string): Promise<Judged> {
    const end = scoreAtEnd(fen);
    if (end) {
        return {score: end, best: ''};
    }
    const opinion = await think(fen, LIMITS);
    return opinion ? {score: scoreOf(fen, opinion), best: sanOf(fen, opinion.line.slice(0, 1))[0] ?? ''} : {score: {mate: false, points: 0, text: '0.00'}, best: ''};
}

/** `judged`: of the position before each move, and of the last. */
async function sentences({fens, sans}: Played, judged: Judged[]): Promise<string> {
    const values = judged.map(({score}, i) => worth(score, fens[i])), white = (i: number) => !fens[i].includes(' b ');
    const losses = values.slice(1).map((after, i) => ({i, loss: white(i) ? values[i] - after : after - values[i]}))
        .sort((one, other) => other.loss - one.loss);
    const [worst, next] = losses, highest = Math.max(...values), lowest = Math.min(...values);
    const stands = `White stood best with ${(highest / 100).toFixed(1)} and worst with ${(lowest / 100).toFixed(1)}.`;
    if (worst.loss < SLIP) {
        return `The engine finds no move at which the game turned. No move cost more than ${(Math.max(0, worst.loss) / 100).toFixed(1)}. ${stands}`;
    }
    const {i} = worst, reason = await reasonOf(fens[i], sans[i]), why = reason === 'none' ? '' : `${sans[i]} ${DOES[reason]}`;
    return `The game turned at ${labelOf(i)}: for White the engine says ${judged[i].score.text} before it and ${judged[i + 1].score.text} after it. `
        + `${judged[i].best ? `It would have played ${judged[i].best}${why && `, as ${why}`}.` : 'It knows nothing better.'} `
        + (next && next.loss >= SLIP ? `The second largest slip was ${labelOf(next.i)}, which cost ${(next.loss / 100).toFixed(1)}.` : stands);
}

async function review(played: Played): Promise<void> {
    const box = byId('review'), mine = key, judged: Judged[] = [];
    box.textContent = 'The engine looks where the game turned…';
    for (const fen of played.fens) {
        judged.push(await judge(fen));
        if (mine !== key) {
            return;
        }
    }
    const text = await sentences(played, judged);
    if (mine === key) {
        box.textContent = text;
    }
}

function drawReview(): void {
    const played = gameInView(), wanted = !isHeld() && played.isOver && played.fens.length > 2 ? played.fens.join() : '';
    byId('review').hidden = wanted === '';
    if (wanted !== key) {
        key = wanted;
        if (wanted) {
            void review(played);
        }
    }
}

export function begin(): void { onDraw(drawReview); }

// What the core's engine thinks of a position, computed beside the page and its boards.

import module from 'rules-module';
import source from 'thinker-source';

import {rules, type Opinion, type Reason} from './rules';
import type {Answer, Question} from './thinker_worker';

/** An opinion from White's side: hundredths of a pawn, or moves to mate. */
export interface Score { mate: boolean; points: number; text: string }

let worker: Worker | null = null;
let number = 0;
const waiting = new Map<number, (answer: Answer) => void>();

/** The last answer; `tell` hears those before it, too. */
function ask(question: Omit<Question, 'id'>, tell: (answer: Answer) => void = () => {}): Promise<Answer> {
    if (!worker) {
        worker = new Worker(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})));
        worker.onmessage = ({data}: MessageEvent<Answer>) => waiting.get(data.id)?.(data);
        worker.postMessage(module);
    }
    const id = ++number;
    worker.postMessage({id, ...question} satisfies Question);
    return new Promise((resolve) => waiting.set(id, (answer) => {
        tell(answer);
        if (answer.done) {
            waiting.delete(id);
            resolve(answer);
        }
    }));
}

/** Thinks about a position; `tell` hears each new depth. Null if it is none, or the game is over there. */
export async function think(fen: string, limits: {nodes: number; ms: number}, tell: (opinion: Opinion) => void = () => {}): Promise<Opinion | null> {
    return (await ask({fen, ...limits}, ({opinion}) => opinion && tell(opinion))).opinion;
}

/** Why a move loses. */
export async function reasonOf(fen: string, move: string): Promise<Reason> {
    return (await ask({fen, move, nodes: 0, ms: 0})).reason ?? 'none';
}

/** How it stands where no move is left; null if one is. */
export function scoreAtEnd(fen: string): Score | null {
    const state = rules.state(fen);
    return state === 'checkmate' ? {mate: true, points: 0, text: state} : rules.legalMoves(fen).length === 0 ? {mate: false, points: 0, text: state} : null;
}

export function scoreOf(fen: string, {score, isMate}: Opinion): Score {
    const points = fen.includes(' b ') ? -score : score;
    return {mate: isMate, points, text: isMate ? `mate in ${Math.abs(points)} for ${points > 0 ? 'White' : 'Black'}` : `${points > 0 ? '+' : ''}${(points / 100).toFixed(2)}`};
}

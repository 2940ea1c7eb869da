// The core's engine, in a worker: one position after the other.

import {rules, rulesReady, type Opinion, type Reason} from './rules';

/** It thinks until one of both is used up. `move`: the question is why this loses. */
export interface Question { id: number; fen: string; nodes: number; ms: number; move?: string }
export interface Answer { id: number; opinion: Opinion | null; done: boolean; reason?: Reason }

const SLICE = 2000;             // nodes between two looks at the clock

const scope = self as unknown as {postMessage(answer: Answer): void; onmessage: ((event: MessageEvent<Question | Uint8Array>) => void) | null};

scope.onmessage = ({data}) => void rulesReady.then(() => {
    if (data instanceof Uint8Array) {
        return;                 // the rules, which rules.ts takes
    }
    const {id, fen, nodes, ms, move} = data, until = performance.now() + ms;
    if (move) {
        return scope.postMessage({id, opinion: null, done: true, reason: rules.reason(fen, move)});
    }
    let depth = 0;
    for (let done = !rules.think(fen, [], nodes), opinion: Opinion | null = null; ; depth = opinion?.depth ?? 0) {
        if (!done) {
            ({done, opinion} = rules.search(SLICE));
            done ||= performance.now() >= until;
        }
        if (done || opinion!.depth > depth) {
            scope.postMessage({id, opinion: opinion && opinion.depth > 0 ? opinion : null, done});
        }
        if (done) {
            return;
        }
    }
});

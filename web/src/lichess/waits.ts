// Time as the parts of this folder use it. Tests give another clock, so that nothing waits there.

export interface Clock {
    /** Milliseconds since 1970. */
    now(): number;
    /** Resolves after `ms`, or at once when the signal aborts. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
    now: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        if (signal?.aborted) {
            resolve();
            return;
        }
        const done = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', done);
            resolve();
        };
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', done);
    }),
};

/** What `work` resolves to, or null if it takes longer than `ms`. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | null> {
    const timer = new AbortController();
    try {
        return await Promise.race([work, clock.sleep(ms, timer.signal).then(() => null)]);
    } finally {
        timer.abort();
    }
}

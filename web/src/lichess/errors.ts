// What can go wrong between the page and Lichess. The message is a sentence for the person.

export type Trouble =
    | 'refused'         // the server, or a rule of its interface, says no; nothing has happened
    | 'later'           // too many requests: nothing has happened, and it may be tried again after `waitMs`
    | 'unsure'          // no answer that can be trusted: it may have happened
    | 'signed out';     // the token is no longer accepted

export class LichessError extends Error {
    /** `status`: of the answer that refused it. */
    constructor(readonly trouble: Trouble, message: string, readonly waitMs = 0, readonly status = 0) {
        super(message);
    }
}

const LEAST_WAIT_MS = 60_000;       // Lichess: after 429 wait a minute at least

/** The error that an answer stands for. `now`: for a date in Retry-After. */
export async function errorOf(response: Response, now: number): Promise<LichessError> {
    const said = await saidIn(response);
    const {status} = response;
    if (status === 429) {
        const header = response.headers.get('Retry-After') ?? '';
        const told = /^\d+$/.test(header) ? 1000 * Number(header) : (Date.parse(header) || now) - now;
        const waitMs = Math.max(LEAST_WAIT_MS, told);
        return new LichessError('later', `Lichess has had too many requests and asks for a pause of ${Math.ceil(waitMs / 1000)} seconds.`, waitMs);
    }
    if (status === 401) {
        return new LichessError('signed out', 'Lichess no longer accepts this sign-in: please sign in again.');
    }
    if (status >= 500) {
        return new LichessError('unsure', `Lichess has a problem of its own (${status}).`);
    }
    return new LichessError('refused', said ? `Lichess says: ${said.replace(/[^.!?]$/, '$&.')}` : `Lichess refuses this (${status}).`, 0, status);
}

async function saidIn(response: Response): Promise<string> {
    try {
        const {error, error_description: description} = JSON.parse(await response.text());
        return String(description ?? (typeof error === 'string' ? error : JSON.stringify(error) ?? ''));
    } catch {
        return '';
    }
}

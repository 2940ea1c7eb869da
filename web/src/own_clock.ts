// A clock of one's own, as `board clock` takes it (docs/SERIAL.md): 5+3, 5+3:1+0, 40/90+30,30, 5+3-delay.

/** Of White and Black. A number is NaN where something else was written. */
export interface OwnClock { minutes: [number, number]; seconds: [number, number]; rule: string; moves: number; then: number }

/** How the rules end the text, and what they do with the seconds. */
export const RULES: Record<string, string> = {
    '': 'seconds added after each move', '-delay': 'delay: the seconds pass first', '-bronstein': 'Bronstein: adds what a move took',
    '-hourglass': 'hourglass: to the other side', '-move': 'all of it for each move',
};
const MOST = {minutes: 180, seconds: 60, moves: 99};

export function readClock(text: string): OwnClock {
    const [, moves, whiteMinutes, white, blackMinutes, black, then, rule] = /^(?:(\d+)\/)?(\d+)(?:\+(\d+))?(?::(\d+)(?:\+(\d+))?)?(?:,(\d+))?(-\w+)?$/.exec(text) ?? [];
    return {
        minutes: [Number(whiteMinutes ?? 5), Number(blackMinutes ?? whiteMinutes ?? 5)], seconds: [Number(white ?? 0), Number(blackMinutes ? black ?? 0 : white ?? 0)],
        rule: rule in RULES ? rule : '', moves: Number(moves ?? 0), then: Number(then ?? 0),
    };
}

export function writeClock({minutes, seconds, rule, moves, then}: OwnClock): string {
    const [white, black] = [0, 1].map((side) => `${minutes[side]}+${seconds[side]}`);
    return `${moves ? `${moves}/` : ''}${white}${black === white ? '' : `:${black}`}${then ? `,${then}` : ''}${rule}`;
}

/** "White 5+3, Black 1+0, hourglass" */
export const clockWords = (text: string): string => text.replace(/^(.+):([^,-]+)/, 'White $1, Black $2').replace(/,(\d+)/, ', then $1').replace(/-(\w)/, (_, letter: string) => `, ${letter === 'b' ? 'B' : letter}`);

const within = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;

/** What is not possible, for the fields of White, of Black, and of the second stage; '' if nothing is. */
export function faultsOf({minutes, seconds, rule, moves, then}: OwnClock): [string, string, string] {
    const [white, black] = [0, 1].map((side) => !within(minutes[side], MOST.minutes) || !within(seconds[side], MOST.seconds)
        ? `Up to ${MOST.minutes} minutes and ${MOST.seconds} seconds, in whole numbers` : minutes[side] + seconds[side] === 0 ? 'A side needs some time' : '');
    const stage = !within(moves, MOST.moves) || !within(then, MOST.minutes) ? `Up to ${MOST.moves} moves and ${MOST.minutes} minutes, in whole numbers`
        : moves + then > 0 && /hourglass|move/.test(rule) ? 'This rule has no second stage: 0 moves and 0 minutes' : (moves > 0) !== (then > 0) ? 'Both moves and minutes, or neither' : '';
    return [white, black, stage];
}

// The menu on the squares: names so short that a square holds them, and what a tap does.

const NAMES: Record<string, string> = {
    'set up a position': 'set up', 'leave a square out': 'leave\nout', 'the other game': 'other\ngame', 'test the board': 'test\nboard',
    'turn the board': 'turn\nboard', 'close the menu': 'close', 'new game: Chess960': 'Chess\n960', '40/90+30, then 30+30': '40/90\n+30',
    'added to the clock': 'added', 'Bronstein': 'Bron-\nstein', 'hourglass': 'hour-\nglass', 'time for a move': 'time for\na move',
    'blindfold': 'blind-\nfold', 'hand and brain': 'hand &\nbrain', 'odds: pawn and move': 'pawn &\nmove',
};
const DEEDS: Record<string, string> = {
    choice: 'tap one to choose it: level, player, coach, sound, exercise, odds or clock', action: 'tap one, and the board does it', chosen: 'chosen now',
};

/** At most two lines of at most eight letters, for the firmware's names. */
export function shortName(name: string): string {
    const bare = name.replace(/^(clock|switch): /, '');
    return NAMES[bare] ?? bare.replace(/ a move$/, '\na move').replace(/:? /, '\n').replace(/^(\d+)\n/, '$1 ');
}

/** What the lights of the menu say; `names`: of the squares that shine like this. */
export const menuText = (light: string, names: string[]): string => DEEDS[light] + (light === 'chosen' ? `: ${names.join(', ')}` : '');

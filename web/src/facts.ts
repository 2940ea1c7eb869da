// What the firmware's own tables say; tools/web asks the sources and writes it into the build.

import facts from 'facts';

export interface LightStyle {
    name: string;
    colour: [number, number, number];   // before brightness and gamma
    period: number;                     // ms
    pattern: string;                    // eight digits: 1 lit, 0 dark
    meaning: string;
}

export interface Level {
    code: string;                       // as `board level` takes it
    name: string;
}

export interface Facts {
    lights: LightStyle[];
    levels: Level[];
    menu: Record<string, string>;       // square -> what a tap on it chooses
    reasons: Record<string, string>;    // square -> how a game ended
    brightness: number;                 // of a board that nobody has set
    build: string;                      // of the image in this page
    reference: boolean;                 // of the library's interface, in a folder of that name beside the page
}

export const FACTS: Facts = facts;

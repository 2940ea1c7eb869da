// Values from the firmware's own tables; tools/web reads the sources and writes them into the build.

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
    exercises: Record<string, string>;  // the same in the menu of exercises
    reasons: Record<string, string>;    // square -> the reason of a game's end
    brightness: number;                 // the default
    build: string;                      // of the image in this page
    reference: boolean;                 // whether the library's API reference is in a folder of that name beside the
                                        // page
}

export const FACTS: Facts = facts;

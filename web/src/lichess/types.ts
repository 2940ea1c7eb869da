// What the server says about a game, and what is to be done about it.

import type {Side} from './line';

export interface Player { id?: string; name?: string; rating?: number; aiLevel?: number; title?: string | null }

/** The server's `gameState`. */
export interface State {
    moves: string; status: string; winner?: Side;
    wtime: number; btime: number;           // milliseconds left
    wdraw?: boolean; bdraw?: boolean; wtakeback?: boolean; btakeback?: boolean;
}

export type Effect =
    | {do: 'say'; line: string}                     // to the board
    | {do: 'ask'}                                   // the board for its position; `boardBack` is to be called with it
    | {do: 'move'; uci: string; number: number}     // to the server; `answered` is to be called with the number
    | {do: 'withdraw'}                              // the person's offer to take back
    | {do: 'reopen'}                                // the game's stream
    | {do: 'tell'; text: string};                   // to the person

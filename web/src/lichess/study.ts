// A study of Lichess: its address, and its chapters as puzzles.

import {gamesOf, read, tagOf, type Written} from '../pgn';
import {LichessError} from './errors';
import type {Puzzle} from './puzzle';
import {isPlayable} from './rules';

/** `hinders`: why it cannot be set up; '' if it can. Without moves it is a position only. */
export interface Chapter { name: string; puzzle: Puzzle; hinders: string }

const NO_ADDRESS = 'This is no address of a study: one is like https://lichess.org/study/AbCdEfGh. “Open a game” takes a PGN or a FEN.';
const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?lichess\.org\/(?:api\/)?study\/(?:embed\/)?([A-Za-z0-9]{8})(?:\/([A-Za-z0-9]{8}))?(?:\.pgn)?\/?(?:[?#].*)?$/;
const WANTED = 'clocks=false&comments=false&variations=false&orientation=true';

/** What is asked of Lichess for the study or the chapter at this address. */
export function pathOf(address: string): string {
    const [, study, chapter] = ADDRESS.exec(address.trim()) ?? [];
    if (!study) {
        throw new LichessError('refused', NO_ADDRESS);
    }
    return `/api/study/${study}${chapter ? `/${chapter}` : ''}.pgn?${WANTED}`;
}

/** What an answer with this status says of a study; '' if it says nothing of one. */
export const refusalOf = (status: number): string => status === 401 || status === 403 ? 'This study is not public: its owner can change that at Lichess.'
    : status === 404 ? 'Lichess has no such study, or no such chapter in it.' : '';

function chapterOf(written: Written): Chapter {
    const name = tagOf(written, 'ChapterName') || tagOf(written, 'Event') || 'A chapter without a name';
    const puzzle: Puzzle = {title: name, task: 'the moves of the study', fen: '', solution: []};
    const variant = tagOf(written, 'Variant') || 'Standard', key = variant === 'From Position' ? 'fromPosition' : variant.toLowerCase();
    if (!isPlayable(key)) {
        return {name, puzzle, hinders: `it is ${variant}, and only standard chess is set up here`};
    }
    const game = read(written);
    if (typeof game === 'string') {
        return {name, puzzle, hinders: `this page cannot read it: ${game}`};
    }
    puzzle.fen = game.start;
    puzzle.solution = game.line.moves.map(({san}) => san);
    puzzle.isSecond = game.start.includes(' w ') === (tagOf(game, 'Orientation') === 'black');
    return {name, puzzle, hinders: ''};
}

export function chaptersOf(pgn: string): Chapter[] {
    const chapters = gamesOf(pgn).filter(({tags}) => tags.length > 0).map(chapterOf);
    if (chapters.length === 0) {
        throw new LichessError('unsure', 'Lichess has sent no study that this page understands.');
    }
    return chapters;
}

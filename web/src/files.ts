// What can be read and saved: games, a log for a bug report, the image.

import {mode, session} from './boards';
import {openDialog, openText} from './dialog';
import {byId, make, save} from './dom';
import {onDraw} from './drawing';
import {FACTS} from './facts';
import {fenInView, open, openedGame} from './moves';
import {note} from './note';
import {detailsOf, gamesOf, read, titleOf, write, type Written} from './pgn';
import {rules} from './rules';
import {SimulatedBoard} from './simulated';

async function report(): Promise<void> {
    const one = session();
    const asked: string[] = [];
    for (const word of ['status', 'board', 'board sensors', 'board ignore']) {
        asked.push(`> ${word}`, ...await one.answers(word, 500));
    }
    const pgn = await one.pgn();
    const text = [`page ${FACTS.build}, ${mode === 'try' ? `simulated, speed ${byId('speed').dataset.speed ?? '?'}` : 'board at a cable'}`, navigator.userAgent,
                  one.status.firmware, '', ...asked, '', pgn, '--- the line, newest last', ...one.log.slice(-400).map((line) => (line.kind === 'sent' ? '> ' : '') + line.text), ''].join('\n');
    openText('Log for a bug report', text, 'stackmate-log.txt');
}

async function storedGames(): Promise<void> {
    const one = session();
    const games = await one.games();
    const list = make('ol', {class: 'kept'}, ...games.map(({number, text}) => make('li', {}, make('button', {click: () => {
        byId<HTMLDialogElement>('dialog').close();
        void one.pgn(`board games ${number}`).then((pgn) => openText(`Game ${number}`, pgn || 'The board did not answer.\n', `stackmate-game-${number}.pgn`, [], ['Look through it', () => openGame(pgn)]));
    }}, String(number)), make('span', {}, text))));
    openDialog('Stored games', games.length > 0 ? ['The newest first; a number shows that game.', list] : ['The board keeps no game that is over.']);
}

const linkTo = (what: 'pgn' | 'fen', text: string): string => `${location.href.split('#')[0]}#${what}=${encodeURIComponent(text)}`;

async function saveGame(): Promise<void> {
    const opened = openedGame(), pgn = opened ? write(opened) : await session().pgn(), fen = fenInView();
    const copy = (text: string) => () => void navigator.clipboard?.writeText(text);
    openText('The game', pgn || 'The board did not answer.\n', 'stackmate-game.pgn',
             [make('label', {class: 'wide'}, 'FEN of the position in view ', make('input', {id: 'fen', readonly: true, value: fen}))],
             ['Copy the FEN', copy(fen)], ['Copy a link to the game', copy(linkTo('pgn', pgn))], ['Copy a link to the position', copy(linkTo('fen', fen))]);
}

const refuse = (why: string) => note(`This is no FEN and no PGN that can be read: ${why}`);

function openWritten(written: Written): void {
    const game = read(written);
    if (typeof game === 'string') {
        refuse(game);
    } else {
        open(game);
    }
}

/** Shows the game or the position in this text; asks which of several; if there is none, says why. */
function openGame(text: string): void {
    if (/^\s*\w+(?:\/\w+){7}(?:\s|$)/.test(text)) {
        const {fen, error} = rules.readFen(text.trim());
        if (fen === undefined) {
            refuse(error);
        } else {
            open({tags: [['SetUp', '1'], ['FEN', fen]], start: fen, line: {before: [], moves: []}, result: '*'});
        }
        return;
    }
    const games = gamesOf(text);
    if (games.length < 2) {
        games.forEach(openWritten);
        if (games.length === 0) {
            refuse('no moves are in it');
        }
        return;
    }
    openDialog('Which game?', [make('ol', {class: 'kept'}, ...games.map((game) => make('li', {}, make('button', {click: () => {
        byId<HTMLDialogElement>('dialog').close();
        openWritten(game);
    }}, titleOf(game)), make('span', {}, detailsOf(game)))))]);
}

/** The text of a file; those of old programs have one byte a letter. */
async function textOf(file: File): Promise<string> {
    const bytes = await file.arrayBuffer();
    try {
        return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    } catch {
        return new TextDecoder('windows-1252').decode(bytes);
    }
}

function askForGame(): void {
    const area = make('textarea', {'aria-label': 'PGN or FEN', placeholder: 'A game as PGN, or a position as FEN', spellcheck: 'false'});
    const file = make('input', {type: 'file', 'aria-label': 'A file with a game', accept: '.pgn,.fen,.txt', change: () => {
        const chosen = file.files?.[0];
        if (chosen) {
            void textOf(chosen).then((text) => { area.value = text; });
        }
    }});
    openDialog('Open a game or a position', [area, file], ['Open', () => openGame(area.value)]);
}

/** The address may end with `#pgn=` or `#fen=`. */
function openLink(): void {
    const match = /^#(?:pgn|fen)=(.+)$/.exec(location.hash);
    if (match) {
        try {
            openGame(decodeURIComponent(match[1]));
        } catch {
            note('The game in this page’s address cannot be read.');
        }
    }
}

export function begin(): void {
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    on('pgn', () => void saveGame());
    on('open', askForGame);
    addEventListener('hashchange', openLink);
    queueMicrotask(openLink);           // when all parts have begun
    on('games', () => void storedGames());
    on('report', () => void report());
    on('image', () => save('stackmate.uf2', SimulatedBoard.image, 'application/octet-stream'));
    onDraw(() => { byId('games').hidden = !/\bgames\b/.test(session().words); });
}

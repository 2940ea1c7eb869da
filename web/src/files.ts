// What can be read and saved: games, a log for a bug report, the image.

import {mode, session} from './boards';
import {openDialog, openText} from './dialog';
import {byId, make, save} from './dom';
import {onDraw} from './drawing';
import {FACTS} from './facts';
import {fenInView, open} from './moves';
import {note} from './note';
import {gameOf} from './positions';
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
    const pgn = await session().pgn(), fen = fenInView();
    const copy = (text: string) => () => void navigator.clipboard?.writeText(text);
    openText('The game', pgn || 'The board did not answer.\n', 'stackmate-game.pgn',
             [make('label', {class: 'wide'}, 'FEN of the position in view ', make('input', {id: 'fen', readonly: true, value: fen}))],
             ['Copy the FEN', copy(fen)], ['Copy a link to the game', copy(linkTo('pgn', pgn))], ['Copy a link to the position', copy(linkTo('fen', fen))]);
}

/** Shows the game or the position in this text; if there is none, says why. */
function openGame(text: string): void {
    const game = gameOf(text);
    if (typeof game === 'string') {
        note(`This is no FEN and no PGN that can be read: ${game}`);
    } else {
        open(game);
    }
}

function askForGame(): void {
    const area = make('textarea', {'aria-label': 'PGN or FEN', placeholder: 'A game as PGN, or a position as FEN', spellcheck: 'false'});
    const file = make('input', {type: 'file', 'aria-label': 'A file with a game', accept: '.pgn,.fen,.txt', change: () => {
        void file.files?.[0]?.text().then((text) => { area.value = text; });
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

// What can be read and saved: games, a log for a bug report, the image.

import {mode, session} from './boards';
import {openDialog, openText} from './dialog';
import {byId, make, save} from './dom';
import {onDraw} from './drawing';
import {FACTS} from './facts';
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
        void one.pgn(`board games ${number}`).then((pgn) => openText(`Game ${number}`, pgn || 'The board did not answer.\n', `stackmate-game-${number}.pgn`));
    }}, String(number)), make('span', {}, text))));
    openDialog('Stored games', games.length > 0 ? ['The newest first; a number shows that game.', list] : ['The board keeps no game that is over.']);
}

export function begin(): void {
    const on = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    on('pgn', () => void session().pgn().then((pgn) => openText('The game', pgn || 'The board did not answer.\n', 'stackmate-game.pgn')));
    on('games', () => void storedGames());
    on('report', () => void report());
    on('image', () => save('stackmate.uf2', SimulatedBoard.image, 'application/octet-stream'));
    onDraw(() => { byId('games').hidden = !/\bgames\b/.test(session().words); });
}

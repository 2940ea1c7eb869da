// The page: its parts begin here, and hear what the boards say. A part has one job and keeps its own state; what it draws it
// gives to onDraw (drawing.ts).

import * as boards from './boards';
import {mode, session, sessions, simulated, type Mode} from './boards';
import * as cable from './cable';
import * as care from './care';
import * as checkers from './checkers';
import * as clockDialog from './clock_dialog';
import * as console from './console';
import {byId, make} from './dom';
import {drawSoon} from './drawing';
import * as editor from './editor';
import {FACTS} from './facts';
import * as enabled from './enabled';
import * as files from './files';
import * as flash from './flash/card';
import * as game from './game';
import * as glow from './glow';
import * as habits from './habits';
import * as help from './help';
import {hold} from './holder';
import * as keys from './keys';
import * as lichess from './lichess/panel';
import * as moves from './moves';
import * as notes from './note';
import {note} from './note';
import * as offline from './offline';
import * as panel from './panel';
import {pieceDefinitions} from './pieces';
import * as review from './review';
import {rulesReady} from './rules';
import * as settings from './settings';
import * as score from './score';
import * as sides from './sides';
import {SimulatedBoard} from './simulated';
import * as sounds from './sounds';
import * as table from './table';
import * as thoughts from './thoughts';
import * as voice from './voice';
import * as words from './words';

/** In the order in which they draw. */
const PARTS = [notes, cable, boards, glow, words, help, habits, checkers, table, moves, game, clockDialog, sides, sounds, voice, score, thoughts, review, files, settings, care, flash, editor, console, panel,
               offline, keys, lichess, enabled];

function listen(which: Mode): void {
    const one = sessions[which];
    let before = {fen: '', state: ''};
    one.onStatus = () => {
        const {fen, state} = one.status;
        if (which === 'try') {
            glow.watcher.playsCheckers = one.status.checkers !== '';
            glow.watcher.brightness = one.status.brightness ?? glow.watcher.brightness;
            if (!one.status.pending && one.status.checkers !== 'engine_move') {
                glow.watcher.drop('move_from', 'move_to');
            }
            if (fen !== before.fen) {
                table.restorePawns();
            }
            help.makeMoveSoon();
            habits.mind();
        }
        if (which === mode) {
            if (before.state === 'promotion_choice' && state === 'person_to_move' && fen === before.fen) {
                note('The pawn stands where it came from: the move is taken back.', moves.whileHere());
            }
            drawSoon();
        }
        before = {fen, state};
    };
    one.onEvent = (text) => {
        if (which === 'own') {
            cable.mind();
        }
        if (which === 'try') {
            table.hear(text);
        }
        if (which === mode) {
            sides.hear(text);
            voice.hear(text);
        }
        if (which === mode && text.startsWith('error: ')) {
            note(`The board: ${text.slice(7)}`, moves.whileHere());
        }
        table.remember();
        lichess.hear(which, text);
    };
    one.onLog = (line) => console.hear(which, line);
}

settings.wearLooks();
document.body.prepend(pieceDefinitions() as unknown as Node);
byId('reference').hidden = !FACTS.reference;
byId('build').append(`Image ${FACTS.build}. Stackmate and what it is made with are free software: `, make('a', {href: 'LICENSES.txt'}, 'the licences'), '.');

void Promise.all([rulesReady, SimulatedBoard.ready, hold()]).then(() => {
    PARTS.forEach((part) => part.begin());
    listen('try');
    listen('own');
    setInterval(() => {
        const {status, link} = session();
        if (link.open && !(mode === 'try' && simulated.resting) && (status.clocks || cable.isMinded() || mode === 'try' && help.mayGoOn())) {
            session().soon();
        }
        care.feelAgain();
        panel.mindRest();
    }, 1000);
    panel.start(table.restore());
    boards.setMode('try');
});

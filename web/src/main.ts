// The page: one board in view, simulated or at a cable, and everything around it.

import {BoardView} from './board';
import {byId, make, save} from './dom';
import {FACTS} from './facts';
import {BoardHands, EditHands, RemoteHands, type Hands} from './hands';
import {MENU_LIGHTS, seen, signOf, STYLES, Watcher, type Said} from './lights';
import {drawPiece, pieceDefinitions} from './pieces';
import {SerialLink} from './serial';
import {Session, type LogLine} from './session';
import {SimulatedBoard} from './simulated';
import {castlingOf, fenOf, isPlacement, isWhite, kindOf, nameOf, pieceName, placementOf, squareOf, START_FEN, type Piece, type Placement, type Square} from './squares';
import {clockText} from './status';

const BUTTONS = ['PLAY', 'HINT', 'MENU', 'PAUSE'];
const HOLD_MS = 1300;           // how long a button is held for the person
const LIVE_MS = 700;            // text must be unchanged for this long before it is read out
const PATIENCE_MS = 10_000;       // after this time without an answer the board counts as refusing
const MINDED_MS = 60_000;       // a board that is asked for ever never dims its lights
const AUTO_MS = 900;            // the person sees the board's move before the page makes it
const TABLE_KEY = 'stackmate.table', SETTINGS_KEY = 'stackmate.settings';
const DEFAULT_LEVEL = 'strength 3';     // the firmware's default
const LEVEL_GROUPS: Record<string, string> = {s: 'Strength', t: 'Time for a move', d: 'Depth', c: 'Clock'};

const simulated = new SimulatedBoard();
const serial = new SerialLink();
const sessions = {try: new Session(simulated), own: new Session(serial)};
const hands = new BoardHands(simulated);
const remote = new RemoteHands();
const edit = new EditHands();
const watcher = new Watcher();
const view = new BoardView(hands);

let mode: 'try' | 'own' = 'try';
let loading = false;            // the simulated board has power, and its worker has not reported that yet
let editing = false;
let feeling = false;            // whether the sensors are shown
let noteTimer = 0;
let autoKey = '';
let meaningKey = '';
let stopped = '';               // why the simulated chip no longer runs
let thinking = false;           // `go` has been sent
let mindedAt = 0;               // when the board at the cable last said something, or the page was last touched

const session = (): Session => sessions[mode];

// ---------------------------------------------------------------- words

let noteHolds: () => boolean = () => true;

/** Shows a note for a while, but no longer than it is true. */
function note(text: string, holds: () => boolean = () => true): void {
    noteHolds = holds;
    const box = byId('note');
    box.textContent = text;
    box.hidden = text === '';
    clearTimeout(noteTimer);
    noteTimer = window.setTimeout(() => { box.hidden = true; }, 8000);
}

let spoken = '', speakTimer = 0;
/** Text for a screen reader, read out once it no longer changes. */
function speak(text: string): void {
    if (text === spoken) {
        return;
    }
    spoken = text;
    clearTimeout(speakTimer);
    speakTimer = window.setTimeout(() => { byId('live').textContent = text; }, LIVE_MS);
}

function headline(): string {
    if (mode === 'own' && !serial.open) {
        return SerialLink.supported ? 'No board is connected' : 'This browser cannot reach a serial port';
    }
    if (mode === 'try' && !simulated.open) {
        return loading ? 'One moment…' : 'The power is off';
    }
    if (mode === 'try' && stopped) {
        return stopped;
    }
    return session().status.headline();
}

function explanation(): string {
    if (mode === 'own' && !SerialLink.supported) {
        return 'Web Serial is needed to talk with a board. Chrome, Edge and Opera on a computer have it; Firefox, Safari and '
            + 'browsers on phones do not. The simulated board works everywhere.';
    }
    if (mode === 'own' && !serial.open) {
        return 'Connect yours, and its game, clocks and settings are shown here. Nothing is sent anywhere.';
    }
    if (mode === 'try' && !simulated.open && !loading) {
        return 'Pieces may be moved. The board keeps its game; switch the power on again.';
    }
    return '';
}

// ---------------------------------------------------------------- drawing

function drawSaid(said: Said[], wantsMove: boolean): void {
    const items = said.filter(({style}) => !(wantsMove && style.name === 'turn'));
    const list = byId('meanings');
    const key = items.map(({style, text}) => style.name + text).join('|') + explanation();
    if (list.dataset.key === key) {
        return;
    }
    list.dataset.key = key;
    const rows = items.map(({style, text}) => {
        const lamp = make('span', {class: 'lamp', 'aria-hidden': 'true'}, signOf(style.name));
        lamp.style.setProperty('--led', `rgb(${style.colour.map((part) => Math.max(part, 40)).join(' ')})`);
        return make('li', {}, lamp, make('span', {}, text));
    });
    if (rows.length === 0 && explanation()) {
        rows.push(make('li', {style: 'grid-template-columns: 1fr'}, make('span', {}, explanation())));
    }
    list.replaceChildren(...rows);
}

/** What a board at a cable asks for: it does not report its lights, but it reports its move. */
function drawPending(): void {
    const {pending} = sessions.own.status;
    const squares = serial.open && !editing ? [squareOf(pending.slice(0, 2)), squareOf(pending.slice(2, 4))] : [-1, -1];
    for (let square = 0; square < 64; square++) {
        const name = square === squares[0] ? 'move_from' : square === squares[1] ? 'move_to' : '';
        const style = STYLES.get(name);
        view.setGlow(square, style ? `rgb(${style.colour.join(' ')} / 70%)` : '');
        view.setMeaning(square, signOf(name), style?.meaning ?? '', '');
    }
}

function drawLights(): void {
    if (mode === 'own') {
        drawPending();
        return;
    }
    const on = !editing;
    const menu = watcher.menuIsOpen;
    for (let square = 0; square < 64; square++) {
        const light = on ? watcher.lightOn(square) : '';
        const label = menu && MENU_LIGHTS.includes(light) ? FACTS.menu[nameOf(square)] ?? '' : '';
        view.setMeaning(square, light === 'choice' || light === 'action' ? '' : signOf(light), light ? STYLES.get(light)!.meaning : '', label);
    }
}

function drawAnswers(): void {
    const box = byId('answers');
    const offers: [string, string, () => void, boolean][] = [];
    if (mode === 'try' && simulated.open && !editing) {
        const deed = helpfulDeed();
        if (deed) {
            offers.push(['do', deed.text, deed.act, true]);
        }
        if (watcher.has('yes')) {
            offers.push(['yes', 'Yes', () => push(0, 120), true], ['no', 'No', () => push(0, HOLD_MS), false]);
        }
        if (hands.inHand && hands.inHand.from < 0) {
            offers.push(['back', `Put the ${kindOf(hands.inHand.piece)} back beside the board`, () => hands.cancel(), false]);
        }
    }
    const key = offers.map(([id, text]) => id + text).join('|');
    if (box.dataset.key !== key) {
        box.dataset.key = key;
        box.replaceChildren(...offers.map(([id, text, act, primary]) =>
            make('button', {id: `answer-${id}`, class: primary ? 'primary' : '', click: act}, text)));
    }
}

/** What the board wants to feel. */
function wantedPieces(): Placement {
    const {status} = sessions.try;
    return placementOf(status.state === 'setup' ? START_FEN : status.fen);      // `fen` is the last game
}

const allStand = (): boolean => fenOf(hands.pieces) === fenOf(wantedPieces());
const asksForPieces = (): boolean => ['setup', 'resume_offer', 'restoring', 'correcting', 'unfinished'].includes(sessions.try.status.state);

/** What the board waits for and the page can do for the person. */
function helpfulDeed(): {text: string; act: () => void} | null {
    const {status} = sessions.try;
    if (!status.fen || hands.inHand) {
        return null;
    }
    const wanted = wantedPieces();
    if (asksForPieces() && !allStand()) {
        return {text: status.state === 'setup' ? 'Set the pieces up for me' : 'Put the pieces right for me', act: () => hands.arrange(wanted)};
    }
    if (status.state === 'move_to_make' && status.pending) {
        const from = squareOf(status.pending.slice(0, 2)), to = squareOf(status.pending.slice(2, 4));
        return {text: 'Make this move for me', act: () => {
            if (fenOf(hands.pieces) !== fenOf(wanted)) {
                hands.arrange(wanted);
            }
            hands.carry(from, to);
        }};
    }
    return null;
}

function drawBeside(): void {
    const box = byId('beside');
    const shown = mode === 'try' && !editing ? hands.tray : [];
    const key = `${mode}${editing}${shown.join('')}`;
    if (box.dataset.key === key) {
        return;
    }
    box.dataset.key = key;
    box.replaceChildren(...shown.map((piece, index) => {
        const button = make('button', {'aria-label': `${pieceName(piece)}, beside the board`, title: 'Beside the board: drag it back, or touch it and then a square'},
                            drawPiece(piece) as unknown as Node);
        button.addEventListener('pointerdown', (event) => {
            if (hands.liftFromTray(index)) {
                view.begin(event);
            }
        });
        button.addEventListener('keydown', (event) => {
            if ((event.key === 'Enter' || event.key === ' ') && hands.liftFromTray(index)) {
                event.preventDefault();
                note(`The ${pieceName(piece)} is in your hand: choose a square and press Enter.`);
            }
        });
        return button;
    }));
}

function drawGame(): void {
    const {status} = session();
    const moves = byId('moves');
    const key = mode + status.moves.map(({label, san}) => label + san).join(' ');
    if (moves.dataset.key !== key) {
        moves.dataset.key = key;
        moves.replaceChildren(...status.pairs().map(([number, white, black]) =>
            make('li', {}, make('span', {class: 'number'}, number), make('span', {}, white), make('span', {}, black ?? ''))));
        moves.scrollTop = moves.scrollHeight;
    }
    const result = byId('result');
    result.hidden = !status.result;
    result.textContent = status.result ? status.verdict() : '';
    const clocks = byId('clocks');
    clocks.hidden = !status.clocks;
    if (status.clocks) {
        clocks.replaceChildren(...(['White', 'Black'] as const).map((side, i) =>
            make('div', {class: status.timeRuns && status.whiteMoves === (i === 0) ? 'runs' : ''}, make('span', {}, side), make('strong', {}, clockText(status.clocks![i])))));
    }
    choose('level', FACTS.levels.find(({name}) => name === status.level)?.code);
    choose('white', status.white);
    choose('black', status.black);
    if (document.activeElement !== byId('brightness') && status.brightness !== null) {
        byId<HTMLInputElement>('brightness').value = String(status.brightness);
    }
    byId<HTMLInputElement>('flip').checked = status.flipped;
    const there = session().link.open;
    for (const id of ['level', 'white', 'black', 'new', 'takeback', 'think', 'pgn', 'games', 'edit', 'sensors', 'check', 'report', 'bootloader', 'flip', 'brightness']) {
        byId<HTMLButtonElement>(id).disabled = !there;
    }
    byId<HTMLButtonElement>('think').disabled ||= thinking;
    byId('games').hidden = !/\bgames\b/.test(session().words);
    byId('connect').textContent = serial.open ? 'Disconnect' : 'Connect a board';
    byId<HTMLButtonElement>('connect').disabled = !SerialLink.supported;
    byId('connect-note').textContent = !SerialLink.supported ? explanation() : serial.open
        ? 'Where a side is played by this page, drag its pieces here: the board shows the move, and it is made there.'
        : 'Plug the board in by USB, press Connect, and choose it in the browser’s list.';
}

function choose(id: string, value: string | undefined): void {
    const select = byId<HTMLSelectElement>(id);
    if (value !== undefined && document.activeElement !== select && select.value !== value) {
        select.value = value;
    }
}

function drawSensors(): void {
    const felt = feeling ? session().sensors : null;
    for (let square = 0; square < 64; square++) {
        view.setFelt(square, felt ? felt[square] : null);
    }
}

/** Draws everything; what has not changed costs little. */
function draw(): void {
    const {status} = session();
    if (!noteHolds()) {
        note('');
    }
    if (mode === 'own' && !remote.inHand) {
        remote.pieces = serial.open && status.fen ? placementOf(status.fen) : new Map();
    }
    view.draw();
    drawLights();
    const said = mode === 'try' && simulated.open ? watcher.say(status.whiteMoves) : [];
    const title = headline();
    if (byId('headline').textContent !== title) {
        byId('headline').textContent = title;
    }
    drawSaid(said, status.state === 'person_to_move');
    speak([title, ...said.filter(({style}) => !['turn', 'candidate_from', 'candidate_to', 'choice', 'action'].includes(style.name)).map(({text}) => text),
           explanation()].filter(Boolean).join('. '));
    drawAnswers();
    drawBeside();
    drawGame();
    drawSensors();
}

let drawing = 0;
function drawSoon(): void {
    drawing ||= requestAnimationFrame(() => {
        drawing = 0;
        draw();
    });
}

// ---------------------------------------------------------------- the simulated board

simulated.onPicture = (colours, ms) => {
    watcher.look(colours, ms);
    if (mode === 'try' && !editing) {
        glow(colours);
    }
    lightsChanged();
};
simulated.onTime = ({ms, speed, load, slow}) => {
    watcher.pass(ms);
    lightsChanged();
    drawSpeed(speed, load, slow);
};
simulated.onOpen = (on) => {
    loading = false;
    stopped = '';
    sessions.try.begin();
    watcher.forget();
    byId<HTMLInputElement>('power').checked = on;
    glow(new Uint8Array(192));
    remember();
    if (on && !sessions.try.words) {
        setTimeout(() => void sessions.try.learn(), 1500);
    }
    drawSoon();
};
simulated.onStopped = (why) => {
    stopped = why === 'bootloader' ? 'The chip is a USB drive now and waits for an image; here: switch the power off and on'
        : `The simulated chip has stopped (${why}): switch the power off and on`;
    drawSoon();
};

function glow(colours: Uint8Array): void {
    for (let square = 0; square < 64; square++) {
        const widths = [...colours.subarray(3 * square, 3 * square + 3)];
        const parts = widths.map((width) => seen(width, watcher.brightness));
        const most = Math.max(...parts);
        view.setGlow(square, most === 0 ? '' : `rgb(${parts.map((part) => Math.round(Math.min(255, 36 + part * 1.25))).join(' ')} / ${Math.round(55 + 45 * most / 255)}%)`);
    }
}

/** Draws the meanings and, if they have changed, asks the board for its state. */
function lightsChanged(): void {
    const key = Array.from({length: 64}, (_, square) => watcher.lightOn(square)).join();
    if (key !== meaningKey) {
        meaningKey = key;
        if (!watcher.has('idle')) {         // a question would wake the board
            sessions.try.soon();
        }
        drawSoon();
    }
}

let speeds: [number, number, boolean][] = [];
function drawSpeed(speed: number, load: number, slow: boolean): void {
    speeds.push([speed, load, slow]);
    if (speeds.length < 10) {
        return;
    }
    const mean = (at: 0 | 1) => speeds.reduce((sum, entry) => sum + entry[at], 0) / speeds.length;
    const isSlow = speeds.filter((entry) => entry[2]).length > speeds.length / 2;
    const [real, busy] = [mean(0), mean(1)];
    speeds = [];
    const text = byId('speed');
    text.dataset.speed = real.toFixed(3);
    text.classList.toggle('slow', isSlow);
    text.textContent = !simulated.open ? '' : isSlow
        ? `Simulated Pico: ${Math.round(100 * real)} % of a real one’s speed. This computer cannot do more; the board thinks slower than at home.`
        : `Simulated Pico: ${Math.round(100 * real)} % of a real one’s speed; that takes ${Math.round(100 * busy)} % of one processor core here.`;
}

/** Pushes a button for `ms` of the board's time. */
function push(button: number, ms: number): void {
    simulated.setButton(button, true);
    simulated.setButton(button, false, ms);
}

hands.tapped = (square) => simulated.open && watcher.isTapped(square);
hands.choosing = () => simulated.open && watcher.has('promotion', 'promotion_default');
hands.onNote = note;
hands.onSlide = (from, to) => view.slide(from, to);
hands.onChange = () => {
    remember();
    drawSoon();
    sessions.try.soon();
};

/** Stores what stands on the table, so that it is there at the next visit. */
function remember(): void {
    try {
        const pieces = new Map(hands.pieces);
        if (hands.inHand && hands.inHand.from >= 0) {
            pieces.set(hands.inHand.from, hands.inHand.piece);
        }
        localStorage.setItem(TABLE_KEY, JSON.stringify({pieces: fenOf(pieces), tray: hands.tray.join(''), power: simulated.open,
                                                        moves: sessions.try.status.moves}));
    } catch {
        // a browser that stores nothing
    }
}

function remembered(): {pieces: string; tray: string; power: boolean; moves: {label: string; san: string}[]} {
    try {
        const kept = JSON.parse(localStorage.getItem(TABLE_KEY) ?? 'null');
        if (kept && typeof kept.pieces === 'string' && typeof kept.tray === 'string' && Array.isArray(kept.moves)) {
            return kept;
        }
    } catch {
        // start as at the first visit
    }
    return {pieces: START_FEN, tray: '', power: true, moves: []};
}

// ---------------------------------------------------------------- both boards

function listen(which: 'try' | 'own'): void {
    const one = sessions[which];
    let before = {fen: '', state: ''};
    one.onStatus = () => {
        const {fen, state} = one.status;
        if (which === 'try') {
            watcher.brightness = one.status.brightness ?? watcher.brightness;
            if (fen !== before.fen) {
                restorePawns();
            }
            makeMoveSoon();
        }
        if (which === mode) {
            if (before.state === 'promotion_choice' && state === 'person_to_move' && fen === before.fen) {
                note('The pawn stands where it came from: the move is taken back.');
            }
            drawSoon();
        }
        before = {fen, state};
    };
    one.onEvent = (text) => {
        let match;
        if (which === 'own') {
            mindedAt = performance.now();
        }
        if (which === 'try' && text.startsWith('new game')) {
            hands.arranging = false;
        }
        if (which === 'try' && (match = /^move \d+\.+ \S*=([QRBN])\S* [a-h][27]([a-h])([18])/.exec(text))) {
            hands.exchange(squareOf(match[2] + match[3]), match[3] === '8' ? match[1] : match[1].toLowerCase());
        }
        if (which === mode && text.startsWith('error: ')) {
            note(`The board: ${text.slice(7)}`);
        }
        remember();
    };
    one.onLog = (line) => {
        if (which === mode) {
            writeConsole(line);
        }
    };
}
listen('try');
listen('own');

/** If a promotion was taken back, the hands exchange the piece for its pawn. */
function restorePawns(): void {
    for (const [square, piece] of placementOf(sessions.try.status.fen)) {
        const there = hands.pieces.get(square);
        if (there && piece === (square >> 3 === 6 ? 'P' : square >> 3 === 1 ? 'p' : '') && isWhite(there) === isWhite(piece)) {
            hands.exchange(square, piece);
        }
    }
}

serial.onOpen = (open) => {
    sessions.own.begin();
    if (open) {
        sessions.own.status.moves = [];
        void (async () => {
            await sessions.own.ask();
            await sessions.own.readGame();
            await sessions.own.learn();
        })();
    } else if (mode === 'own') {
        note(serial.waits ? 'The board has gone. It is connected again when it is back.' : 'The board is no longer connected.', () => !serial.open);
    }
    drawSoon();
};

setInterval(() => {
    const {status, link} = session();
    const minded = mode === 'own' && performance.now() - mindedAt < MINDED_MS;
    // A board that asks for pieces may go on without any change of its lights.
    const goesOn = mode === 'try' && asksForPieces() && allStand() && !watcher.has('idle');
    if (link.open && (status.clocks || minded || goesOn)) {
        session().soon();
    }
    if (feeling && link.open) {
        void session().feel();
    }
}, 1000);

function makeMoveSoon(): void {
    const {status} = sessions.try;
    const key = `${status.fen} ${status.pending}`;
    if (byId<HTMLInputElement>('auto').checked && status.state === 'move_to_make' && status.pending && key !== autoKey && !hands.inHand) {
        autoKey = key;
        setTimeout(() => {
            if (status.state === 'move_to_make' && key === `${status.fen} ${status.pending}`) {
                helpfulDeed()?.act();
            }
        }, AUTO_MS);
    }
}

remote.onChange = drawSoon;
remote.mayMove = () => {
    const {status} = sessions.own;
    if (status.mover !== 'remote') {
        note('Pieces move on your board. To move for a side from here, let it be played by “this page”.');
        return false;
    }
    return serial.open;
};
remote.onMove = (from, to, piece) => {
    const promotes = piece.toLowerCase() === 'p' && (to >> 3 === 0 || to >> 3 === 7);
    const move = nameOf(from) + nameOf(to);
    if (!promotes) {
        sessions.own.say(`board move ${move}`);
        return;
    }
    openDialog('What does the pawn become?', [], ...['queen', 'rook', 'bishop', 'knight'].map((kind): [string, () => void] =>
        [kind, () => sessions.own.say(`board move ${move}${kind === 'knight' ? 'n' : kind[0]}`)]));
};

// ---------------------------------------------------------------- setting up a position

edit.onChange = () => {
    const side = byId<HTMLSelectElement>('edit-side').value;
    byId<HTMLInputElement>('edit-fen').value = `${fenOf(edit.pieces)} ${side} ${castlingOf(edit.pieces)} - 0 1`;
    byId('edit-fen').removeAttribute('aria-invalid');
    drawSoon();
};

function setEditing(on: boolean): void {
    editing = on;
    byId('editor').hidden = !on;
    if (on) {
        hands.cancel();
        edit.pieces = new Map(mode === 'try' ? hands.pieces : remote.pieces);
        edit.inHand = null;
        byId<HTMLSelectElement>('edit-side').value = session().status.whiteMoves ? 'w' : 'b';
        glow(new Uint8Array(192));
        edit.onChange();
    }
    view.hands = currentHands();
    byId('board').scrollIntoView({block: 'nearest'});
    draw();
}

function currentHands(): Hands { return editing ? edit : mode === 'try' ? hands : remote; }

/** Whether the board accepts this position; if not, the person is told why. */
async function isKnown(fen: string): Promise<boolean> {
    if (!session().link.open) {
        note('Nobody is there to be asked about this position.');
        return false;
    }
    const why = await session().refusal(`position fen ${fen}`);
    if (why) {
        note(`The board refuses this position: ${why}`, () => editing && byId('edit-fen').getAttribute('aria-invalid') === 'true');
    }
    byId('edit-fen').setAttribute('aria-invalid', String(why !== ''));
    drawSoon();
    return !why;
}

async function playFrom(fen: string): Promise<void> {
    const one = session();
    const wanted = placementOf(fen);
    const there = () => fenOf(placementOf(one.status.fen)) === fenOf(wanted);
    if (!await isKnown(fen)) {
        return;
    }
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    if (mode === 'try') {
        hands.setAll(wanted);
        await pause(400);
    }
    // While the board still feels the start position it begins a game from there; then the position is set once more.
    const until = performance.now() + PATIENCE_MS;
    let refused = false;
    while (!refused && performance.now() < until) {
        refused = await one.refusal('board set') !== '';       // and has said why
        await pause(700);
        await one.ask();
        await pause(200);
        if (there()) {
            break;
        }
    }
    if (there()) {
        setEditing(false);
    } else if (!refused) {
        note('The board did not take this position. If its pieces stand as a game begins, lift a few of them first.');
    }
}

// ---------------------------------------------------------------- dialog, console, figures

function openDialog(title: string, body: (Node | string)[], ...buttons: [string, () => void][]): void {
    const dialog = byId<HTMLDialogElement>('dialog');
    byId('dialog-title').textContent = title;
    byId('dialog-body').replaceChildren(...body);
    byId('dialog-buttons').replaceChildren(...[...buttons, ['Close', () => {}] as [string, () => void]].map(([text, act], i) =>
        make('button', {class: i === 0 && buttons.length > 0 ? 'primary' : '', click: () => {
            dialog.close();
            act();
        }}, text)));
    dialog.showModal();
}

/** Does what ends the game; while one is being played, only after a question. */
function leaveGame(what: string, act: () => void): void {
    const {status, link} = session();
    if (link.open && status.moves.length > 0 && !status.result && !['setup', 'resume_offer'].includes(status.state)) {
        openDialog(`${what}?`, ['The game that is being played ends there, without a result.'], [what, act]);
    } else {
        act();
    }
}

function openText(title: string, text: string, name: string): void {
    const area = make('textarea', {readonly: true, 'aria-label': title, spellcheck: 'false'});
    area.value = text;
    openDialog(title, [area], ['Save', () => save(name, text, 'text/plain')], ['Copy', () => void navigator.clipboard?.writeText(text)]);
}

function writeConsole(line: LogLine): void {
    const box = byId('console');
    const atEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
    box.append(make('span', {class: line.kind}, (line.kind === 'sent' ? '> ' : '') + line.text + '\n'));
    while (box.childElementCount > 1500) {
        box.firstElementChild!.remove();
    }
    if (atEnd) {
        box.scrollTop = box.scrollHeight;
    }
}

/** Lets the engine think about the position for some seconds; its lines are shown as they come. */
async function think(): Promise<void> {
    const one = session();
    await one.ask();
    const fen = one.status.fen;
    if (!fen) {
        note('The board has told no position to think about.');
        return;
    }
    thinking = true;
    draw();
    const box = byId('thoughts');
    const body = make('tbody');
    box.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'depth'), make('th', {}, 'for White'), make('th', {}, 'best line'))), body));
    box.hidden = false;
    one.link.send(`position fen ${fen}`);
    await one.collect('go movetime 3000', (line) => /^(info (depth|string error)|bestmove)/.test(line), (line) => {
        const match = /^info depth (\d+).* score (cp|mate) (-?\d+).* pv (.+)$/.exec(line);
        if (match) {
            const points = Number(match[3]) * (fen.includes(' b ') ? -1 : 1);
            const score = match[2] === 'mate' ? `mate in ${Math.abs(points)}` : (points / 100).toFixed(2);
            body.prepend(make('tr', {}, make('td', {}, match[1]), make('td', {}, match[2] === 'cp' && points > 0 ? `+${score}` : score), make('td', {}, match[4])));
            while (body.childElementCount > 4) {
                body.lastElementChild!.remove();
            }
        }
        if (line.startsWith('info string error: ')) {
            note(`The board does not think about it: ${line.slice(19)}`);
        }
        return /^(bestmove|info string)/.test(line);
    }, 60_000);
    thinking = false;
    draw();
}

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

async function checkBoard(): Promise<void> {
    const one = session();
    const lines = [...await one.answers('status', 500), ...await one.answers('board ignore', 400), ...await one.answers('board sensors', 600)];
    const clean = lines.map((line) => line.replace(/^info string (board )?/, ''));
    openDialog('How is the board?', [make('p', {}, 'What the chip tells of itself, which squares are left out, and what the sensors feel (o: a piece). To try every square: menu, “test the sensors”.'),
                                     make('pre', {tabindex: 0}, clean.join('\n'))]);
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

// ---------------------------------------------------------------- the page's own parts

function setMode(next: 'try' | 'own'): void {
    if (editing) {
        setEditing(false);
    }
    mode = next;
    document.body.dataset.mode = next;
    for (const name of ['try', 'own'] as const) {
        const tab = byId(`tab-${name}`);
        tab.setAttribute('aria-selected', String(name === next));
        tab.tabIndex = name === next ? 0 : -1;
    }
    byId('console').replaceChildren();
    session().log.slice(-500).forEach(writeConsole);
    byId('thoughts').hidden = true;
    view.hands = currentHands();
    glow(new Uint8Array(192));
    for (const id of ['white', 'black']) {
        byId<HTMLSelectElement>(id).querySelector<HTMLOptionElement>('option[value=remote]')!.hidden = next === 'try';
    }
    session().soon();
    draw();
}

function build(): void {
    document.body.prepend(pieceDefinitions() as unknown as Node);
    byId('board').append(view.element);
    byId('reference').hidden = !FACTS.reference;
    byId('build').append(`Image ${FACTS.build}. Stackmate and what it is made with are free software: `, make('a', {href: 'LICENSES.txt'}, 'the licences'), '.');

    BUTTONS.forEach((name, number) => {
        const button = make('button', {id: `button-${name.toLowerCase()}`, title: name === 'PLAY' ? 'Short: hint, move now, yes. Held for a second: the menu, or no' : name}, name);
        const set = (down: boolean) => {
            if (button.classList.contains('down') !== down) {
                button.classList.toggle('down', down);
                simulated.setButton(number, down);
            }
        };
        button.addEventListener('pointerdown', (event) => {
            button.setPointerCapture(event.pointerId);
            set(true);
        });
        for (const end of ['pointerup', 'pointercancel', 'blur'] as const) {
            button.addEventListener(end, () => set(false));
        }
        button.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                set(true);
            }
        });
        button.addEventListener('keyup', () => set(false));
        byId('buttons').append(button);
    });

    const level = byId<HTMLSelectElement>('level');
    for (const [kind, name] of Object.entries(LEVEL_GROUPS)) {
        const group = make('optgroup', {label: name});
        group.append(...FACTS.levels.filter(({code}) => code[0] === kind).map((entry) =>
            make('option', {value: entry.code}, entry.name + (entry.name === DEFAULT_LEVEL ? ' (as it comes)' : entry.code === 's1' ? ' (beginner)' : ''))));
        level.append(group);
    }
    for (const side of ['white', 'black'] as const) {
        byId<HTMLSelectElement>(side).append(make('option', {value: 'person'}, 'person'), make('option', {value: 'engine'}, 'engine'),
                                             make('option', {value: 'remote'}, 'this page'));
    }
    for (const piece of 'KQRBNPkqrbnp') {
        const button = make('button', {'aria-label': pieceName(piece)}, drawPiece(piece) as unknown as Node);
        button.addEventListener('pointerdown', (event) => edit.take(piece) && view.begin(event));
        button.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                edit.take(piece);
                note(`A ${pieceName(piece)} is in your hand: choose a square and press Enter.`);
            }
        });
        byId('box').append(button);
    }
}

function wire(): void {
    const on = (id: string, event: string, act: () => void) => byId(id).addEventListener(event, act);
    const checked = (id: string) => byId<HTMLInputElement>(id).checked;
    const value = (id: string) => byId<HTMLInputElement | HTMLSelectElement>(id).value;

    for (const name of ['try', 'own'] as const) {
        on(`tab-${name}`, 'click', () => setMode(name));
        byId(`tab-${name}`).addEventListener('keydown', (event) => {
            if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
                setMode(name === 'try' ? 'own' : 'try');
                byId(`tab-${mode}`).focus();
            }
        });
    }
    on('power', 'change', () => simulated.setPower(checked('power')));
    on('level', 'change', () => session().say(`board level ${value('level')}`));
    for (const side of ['white', 'black']) {
        on(side, 'change', () => session().say(`board ${side} ${value(side)}`));
    }
    on('new', 'click', () => leaveGame('Begin a new game', () => void session().refusal('board new').then((why) => {
        if (!why && mode === 'try') {
            hands.arrange(placementOf(START_FEN));
        }
    })));
    on('takeback', 'click', () => {
        const {status} = session();
        session().say('board takeback');
        const alone = (status.white === 'engine') !== (status.black === 'engine');
        if (alone && status.mover === 'person' && status.moves.length > 1) {
            session().say('board takeback');            // the engine's answer and the move before it
        }
    });
    on('edit', 'click', () => setEditing(!editing));
    on('edit-cancel', 'click', () => setEditing(false));
    on('edit-clear', 'click', () => { edit.pieces = new Map(); edit.onChange(); });
    on('edit-start', 'click', () => { edit.pieces = placementOf(START_FEN); edit.onChange(); });
    on('edit-side', 'change', () => edit.onChange());
    on('edit-fen', 'change', () => {
        const fen = value('edit-fen').trim();
        if (isPlacement(fen)) {
            edit.pieces = placementOf(fen);
            byId<HTMLSelectElement>('edit-side').value = fen.split(' ')[1] === 'b' ? 'b' : 'w';
            drawSoon();
        }
        void isKnown(fen);
    });
    on('edit-apply', 'click', () => leaveGame('Play from here', () => void playFrom(value('edit-fen').trim())));
    on('think', 'click', () => void think());
    on('pgn', 'click', () => void session().pgn().then((pgn) => openText('The game', pgn || 'The board did not answer.\n', 'stackmate-game.pgn')));
    on('games', 'click', () => void storedGames());
    on('turn', 'click', () => { view.blackBelow = !view.blackBelow; });
    on('helps', 'change', () => { hands.helps = checked('helps'); keepSettings(); });
    on('auto', 'change', () => { keepSettings(); makeMoveSoon(); });
    on('flip', 'change', () => session().say(`board flip ${checked('flip') ? 'on' : 'off'}`));
    on('brightness', 'change', () => session().say(`board brightness ${value('brightness')}`));
    on('pace', 'change', () => simulated.setPace(Number(value('pace'))));
    on('forget', 'click', () => openDialog('Forget everything?', ['The board’s flash in this browser, with its game and settings, is erased, and the pieces are set up.'], ['Forget everything', () => {
        simulated.setPower(false);
        setTimeout(() => {
            localStorage.removeItem(TABLE_KEY);
            localStorage.removeItem(SETTINGS_KEY);
            const request = indexedDB.deleteDatabase('stackmate');
            request.onsuccess = request.onerror = request.onblocked = () => location.reload();
        }, 300);
    }]));
    on('sensors', 'click', () => {
        feeling = !feeling;
        byId('sensors').setAttribute('aria-pressed', String(feeling));
        void (feeling ? session().feel() : null);
        drawSoon();
    });
    on('check', 'click', () => void checkBoard());
    on('report', 'click', () => void report());
    on('image', 'click', () => save('stackmate.uf2', SimulatedBoard.image, 'application/octet-stream'));
    on('bootloader', 'click', () => openDialog('Restart as a USB drive?', ['The program ends, and the board appears as a drive that takes a new image: drag stackmate.uf2 onto it. The game is kept.'],
                                               ['Restart', () => session().say('bootloader')]));
    byId('console-form').addEventListener('submit', (event) => {
        event.preventDefault();
        const input = byId<HTMLInputElement>('console-input');
        if (!session().link.open) {
            note('Nobody is there to hear this line.');
        } else if (input.value.trim()) {
            session().say(input.value.trim());
            input.value = '';
        }
    });
    on('quiet', 'change', () => byId('console').classList.toggle('all', checked('quiet')));
    on('connect', 'click', () => void (serial.open ? serial.disconnect() : serial.connect().catch((error: Error) => {
        if (error.name !== 'NotFoundError') {       // the person chose no port
            note(`The port cannot be opened: ${error.message}`);
        }
    })));
    addEventListener('pointerdown', () => { mindedAt = performance.now(); });
    addEventListener('keydown', (event) => {
        mindedAt = performance.now();
        if (event.key === 'Escape') {
            view.hands.cancel();
        }
    });
}

function keepSettings(): void {
    try {
        localStorage.setItem(SETTINGS_KEY, JSON.stringify({helps: hands.helps, auto: byId<HTMLInputElement>('auto').checked}));
    } catch {
        // a browser that stores nothing
    }
}

function begin(): void {
    build();
    wire();
    try {
        const kept = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}');
        byId<HTMLInputElement>('auto').checked = kept.auto === true;
        byId<HTMLInputElement>('helps').checked = hands.helps = kept.helps !== false;
    } catch {
        // as at the first visit
    }
    const kept = remembered();
    hands.pieces = placementOf(kept.pieces);
    hands.tray = [...kept.tray].filter((piece): piece is Piece => isWhite(piece) || /[a-z]/.test(piece));
    sessions.try.status.moves = kept.moves;
    const occupied: Square[] = [...hands.pieces.keys()];
    loading = kept.power;
    setMode('try');
    void simulated.start(occupied, kept.power);
}

begin();

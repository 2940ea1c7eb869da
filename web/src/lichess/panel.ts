// The card "Play on Lichess": who is signed in, and which of its parts is shown. Nothing is contacted before a button says so.

import {mode, sessions, view, type Mode} from '../boards';
import {byId, make} from '../dom';
import {draw as drawPage, drawSoon, onDraw} from '../drawing';
import {note, speak} from '../note';
import {LichessError} from './errors';
import {Exercises} from './exercises';
import {drawHeld, heldWords, hold, release} from './fair';
import {Finding} from './finding';
import {GameView} from './game_view';
import {SignIn} from './oauth';
import {Online} from './online';
import {Seat} from './seat';

const TICK_MS = 500;            // of the clocks

const ABOUT = 'Play with people at lichess.org: the board’s lights show their moves, and you answer on its squares. '
    + 'You need an account there first (it is free), and this page contacts Lichess only when you press a button here. While a game is on, the engine gives no help.';
const NO_SERVER = 'Lichess can lead you back only to a page from a web server, by https or on this computer (tools/web): this one was opened in another way.';

let signIn: SignIn | null = null;       // null in a browser that keeps nothing
let online: Online | null = null;
let seat: Seat | null = null;
let turned = false;                     // the view was turned to the person's side

const keep = make('input', {type: 'checkbox', id: 'lichess-keep'});
const signedOut = make('div', {class: 'fields stack'});
const who = make('p', {id: 'lichess-who'});
const connectButton = make('button', {id: 'lichess-connect', class: 'primary', click: () => work(connect)}, 'Connect');
const signOutButton = make('button', {id: 'lichess-sign-out', click: () => work(signOut)}, 'Sign out');
const signedIn = make('div', {class: 'fields stack', hidden: true}, who, make('div', {class: 'row-buttons'}, connectButton, signOutButton));
const exercises = new Exercises(work);
const finding = new Finding(work, begins);
const gameView = new GameView(work, leave);

/** Does something, and says what hinders it. */
function work(act: () => unknown): void {
    void (async () => act())().catch(failed);
}

function failed(error: unknown): void {
    if (!(error instanceof LichessError)) {
        throw error;
    }
    note(error.message);
    if (error.trouble === 'signed out') {
        disconnect();
        signIn?.signOut().catch(() => {});      // so says Lichess itself
    }
    drawSoon();
}

// ---------------------------------------------------------------- signing in

async function leaveForLichess(): Promise<void> { location.assign(await signIn!.address(keep.checked)); }

async function connect(): Promise<void> {
    const token = signIn?.token;
    if (!token || online) {
        drawSoon();
        return;
    }
    const mine = new Online(token, {changed: drawSoon, begins, tell: note, failed});
    online = mine;
    drawSoon();
    try {
        await mine.begin();
    } catch (error) {
        if (online === mine) {
            disconnect();
        }
        throw error;
    }
}

function disconnect(): void {
    leave();
    online?.end();
    online = null;
}

async function signOut(): Promise<void> {
    disconnect();
    await signIn!.signOut().finally(drawSoon);
}

// ---------------------------------------------------------------- a game

function begins(id: string): void {
    if (!online?.account || seat && !seat.isDone) {
        return;
    }
    leave();
    const mine = new Seat(online.client, id, online.account.id, mode, changed);
    seat = mine;
    turned = false;
    byId<HTMLDetailsElement>('lichess').open = true;
    hold(sessions[mine.which], () => mine.words.replace(/\.$/, ''));
    drawPage();
    mine.play.run().catch((error) => {
        if (seat === mine) {
            leave();
        }
        failed(error);
    });
}

/** Ends the view of a game, which is over or cannot be played here. */
function leave(): void {
    seat?.end();
    seat = null;
    release();
    drawSoon();
}

function changed(): void {
    if (seat?.game.me && !turned) {
        turned = true;
        view.blackBelow = seat.game.me === 'black';
    }
    if (seat?.isDone) {
        release();
    }
    drawSoon();
}

/** A report of a board, without "info string board ". */
export function hear(which: Mode, text: string): void {
    if (seat?.which === which) {
        seat.play.hearBoard(text);
    }
}

/** A board has come or gone. */
function link(which: Mode): void {
    if (seat?.which === which) {
        if (seat.isOpen) {
            seat.play.boardBack();
        } else {
            seat.play.boardGone();
        }
        drawSoon();
    }
}

// ---------------------------------------------------------------- the card

function connection(): string {
    if (!online) {
        return 'You are signed in.';
    }
    const name = online.account?.username;
    return !name ? 'Lichess is asked who you are…' : `Signed in as ${name}.${online.live ? '' : ' Lichess is not heard now; the page tries again.'}`;
}

function draw(): void {
    const isIn = Boolean(signIn?.token);
    signedOut.hidden = isIn;
    signedIn.hidden = !isIn;
    if (who.textContent !== connection()) {
        who.textContent = connection();
    }
    connectButton.hidden = online !== null;
    signOutButton.disabled = seat !== null && !seat.isDone;
    exercises.draw(!seat);
    finding.draw(online, !seat);
    gameView.draw(seat);
    drawHeld();
    speak(spoken(), 'lichess');
}

function spoken(): string {
    if (!seat) {
        return exercises.spoken;
    }
    const them = seat.game.me === 'white' ? 'black' : 'white', {name = 'The opponent'} = seat.opponent;
    return [heldWords() ? '' : seat.words, seat.offers(them, 'draw') ? `${name} offers a draw.` : '', seat.offers(them, 'takeback') ? `${name} asks for a takeback.` : '',
            seat.secondsToClaim === 0 ? 'Victory may be claimed.' : ''].filter(Boolean).join(' ');
}

function fill(): void {
    const isPossible = signIn?.possible && isSecureContext;
    signedOut.append(make('label', {class: 'check'}, keep, ' Stay signed in on this computer'),
                     make('div', {class: 'row-buttons'}, make('button', {id: 'lichess-sign-in', class: 'primary', disabled: !isPossible, click: () => work(leaveForLichess)}, 'Sign in at Lichess')),
                     isPossible ? '' : make('p', {}, NO_SERVER));
    byId('lichess').append(make('div', {class: 'fields stack'}, make('p', {}, ABOUT), signedOut, signedIn, exercises.element, finding.element, gameView.element));
}

export function begin(): void {
    try {
        const {location, history, sessionStorage, localStorage, crypto} = window;
        signIn = new SignIn({location, history, sessionStorage, localStorage, crypto, fetch: (...request) => fetch(...request), now: () => Date.now()});
    } catch {
        // a browser that keeps nothing
    }
    fill();
    for (const name of ['try', 'own'] as const) {
        sessions[name].onLink = () => link(name);
    }
    onDraw(draw);
    setInterval(() => {
        if (seat && !seat.isDone) {
            seat.mind();
            drawSoon();
        }
    }, TICK_MS);
    work(async () => {
        if (await signIn?.comeBack()) {
            byId<HTMLDetailsElement>('lichess').open = true;
            await connect();
        }
    });
}

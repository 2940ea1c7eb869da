// The card "Play on Lichess": who is signed in, and which of its parts is shown. Nothing is contacted before a button says so.

import {mode, sessions, view, type Mode} from '../boards';
import {openDialog} from '../dialog';
import {byId, make} from '../dom';
import {draw as drawPage, drawSoon, onDraw} from '../drawing';
import {note, speak} from '../note';
import {isSecretWhile} from '../score';
import {LichessError} from './errors';
import {Exercises} from './exercises';
import {begin as beginFair, heldWords, hold, release} from './fair';
import {Finding} from './finding';
import {GameView} from './game_view';
import {SignIn} from './oauth';
import {forget, giveBack, keep, ongoing, recall, still} from './ongoing';
import {Online} from './online';
import {Seat} from './seat';

const TICK_MS = 500;            // of the clocks
const AGAIN_MS = 10_000;        // until Lichess is asked again for a game that may be on

const ABOUT = 'Play with people at lichess.org: the board’s lights show their moves, and you answer on its squares. '
    + 'You need an account there first (it is free), and this page contacts Lichess only when you press a button here, or opens while your game there may be on. While a game is on, the engine gives no help.';
const NO_SERVER = 'Lichess can lead you back only to a page from a web server, by https or on this computer (tools/web): this one was opened in another way.';

let signIn: SignIn | null = null;       // null in a browser that keeps nothing
let online: Online | null = null;
let seat: Seat | null = null;
let unreached = false;                  // Lichess was asked for the game that may be on, and has not answered
let turned = false;                     // the view was turned to the person's side

const stays = make('input', {type: 'checkbox', id: 'lichess-keep'});
const about = make('p', {}, ABOUT);
const signedOut = make('div', {class: 'fields stack'});
const who = make('p', {id: 'lichess-who'});
const connectButton = make('button', {id: 'lichess-connect', class: 'primary', click: () => work(connect)}, 'Connect');
const signOutButton = make('button', {id: 'lichess-sign-out', click: () => work(signOut)}, 'Sign out');
const signedIn = make('div', {class: 'fields stack', hidden: true}, who, make('div', {class: 'row-buttons'}, connectButton, signOutButton));
const exercises = new Exercises(work);
const finding = new Finding(work, begins);
const gameView = new GameView(work, () => {
    if (seat?.game.isOver) {
        leave();
    } else {
        askToForget();
    }
});
const unheardWords = make('p', {id: 'lichess-unheard'});
const unheard = make('div', {class: 'fields stack', role: 'group', 'aria-label': 'The game that may be on', hidden: true}, unheardWords,
                     make('div', {class: 'row-buttons'}, make('button', {id: 'lichess-forget', click: askToForget}, 'Play without Lichess…')));

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

async function leaveForLichess(): Promise<void> { location.assign(await signIn!.address(stays.checked)); }

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
        unreached = false;
    } catch (error) {
        if (online === mine) {
            disconnect();
            askAgain(error);
        }
        throw error;
    }
    const game = ongoing();
    if (game && online === mine) {
        begins(game.id, game.which);
    }
}

/** Lichess could not say whether the game is on. */
function askAgain(error: unknown): void {
    if (ongoing() && error instanceof LichessError && ['unsure', 'later'].includes(error.trouble)) {
        unreached = true;
        setTimeout(() => work(connect), Math.max(AGAIN_MS, error.waitMs));
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

function begins(id: string, which = mode): void {
    if (!online?.account || seat && !seat.isDone) {
        return;
    }
    leave();
    const before = ongoing(), mine = new Seat(online.client, keep(before?.id === id ? before : {id, which}), online.account.id, changed);
    seat = mine;
    turned = false;
    holdBoard();
    drawPage();
    mine.play.run().catch((error) => {
        if (seat === mine) {
            if (error instanceof LichessError && error.status === 404) {
                isNoMore();                     // there is no such game
            } else {
                disconnect();
                askAgain(error);
            }
        }
        failed(error);
    });
}

/** Whether Lichess has not said how a game stands that may be on. */
const isUnheard = (): boolean => ongoing() !== null && !seat?.game.state;

/** How the game stands. */
function gameWords(): string {
    if (!isUnheard()) {
        return seat?.words ?? '';
    }
    return !signIn?.token ? 'Your game at Lichess may be on. Until you sign in and Lichess has said how it stands, there is no help.'
        : unreached || online?.account && !online.live ? 'Lichess is not heard, and your game there may be on. Until it answers, there is no help.' : 'Lichess is asked for your game.';
}

function holdBoard(): void {
    byId<HTMLDetailsElement>('lichess').open = true;
    hold(sessions[ongoing()!.which], () => gameWords().replace(/\.$/, ''), isUnheard);
}

/** Ends the view of a game. Its board stays without help, unless the game is over. */
function leave(): void {
    seat?.end();
    seat = null;
    drawSoon();
}

/** The game is not on any more: its board is free. */
function isNoMore(): void {
    const game = ongoing();
    forget();
    release();
    leave();
    if (game) {
        giveBack(game);
    }
}

function askToForget(): void {
    openDialog('Play without Lichess?', ['Lichess has not said that your game is over. If it is on, your clock runs there, and help from an engine breaks the rules of fair play.'],
               ['Give the board back', isNoMore]);
}

function changed(): void {
    if (seat?.game.me && !turned) {
        turned = true;
        view.blackBelow = seat.game.me === 'black';
    }
    if (seat?.game.isOver) {
        forget();
        release();
    }
    drawSoon();
}

/** From time to time. */
function mind(): void {
    if (isUnheard()) {
        still(ongoing()!);
    } else {
        seat?.mind();
    }
}

/** A report of a board, without "info string board ". */
export function hear(which: Mode, text: string): void {
    if (seat?.which === which) {
        seat.play.hearBoard(text);
    }
}

/** A board has come or gone. */
function link(which: Mode): void {
    mind();
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
    about.hidden = seat !== null;
    document.body.classList.toggle('online', ongoing() !== null || seat !== null);
    unheard.hidden = !isUnheard();
    unheardWords.textContent = unheard.hidden ? '' : gameWords();
    exercises.draw(!seat && unheard.hidden);
    finding.draw(online, !seat && unheard.hidden);
    gameView.draw(unheard.hidden ? seat : null);
    speak(spoken(), 'lichess');
}

function spoken(): string {
    if (!seat?.game.state) {
        return exercises.spoken;
    }
    const them = seat.game.me === 'white' ? 'black' : 'white', {name = 'The opponent'} = seat.opponent;
    return [heldWords() ? '' : seat.words, seat.offers(them, 'draw') ? `${name} offers a draw.` : '', seat.offers(them, 'takeback') ? `${name} asks for a takeback.` : '',
            seat.secondsToClaim === 0 ? 'Victory may be claimed.' : ''].filter(Boolean).join(' ');
}

function fill(): void {
    const isPossible = signIn?.possible && isSecureContext;
    signedOut.append(make('label', {class: 'check'}, stays, ' Stay signed in on this computer'),
                     make('div', {class: 'row-buttons'}, make('button', {id: 'lichess-sign-in', class: 'primary', disabled: !isPossible, click: () => work(leaveForLichess)}, 'Sign in at Lichess')),
                     isPossible ? '' : make('p', {}, NO_SERVER));
    byId('lichess').append(make('div', {class: 'fields stack'}, unheard, gameView.element, about, signedOut, signedIn, exercises.element, finding.element));
}

export function begin(): void {
    try {
        const {location, history, sessionStorage, localStorage, crypto} = window;
        signIn = new SignIn({location, history, sessionStorage, localStorage, crypto, fetch: (...request) => fetch(...request), now: () => Date.now()});
    } catch {
        // a browser that keeps nothing
    }
    fill();
    recall();
    if (ongoing()) {
        holdBoard();
    }
    for (const name of ['try', 'own'] as const) {
        sessions[name].onLink = () => link(name);
    }
    beginFair();
    isSecretWhile(() => exercises.waits);
    onDraw(draw);
    setInterval(() => {
        mind();
        if (seat && !seat.isDone) {
            drawSoon();
        }
    }, TICK_MS);
    work(async () => {
        const isBack = await signIn?.comeBack();
        if (isBack || ongoing()) {
            byId<HTMLDetailsElement>('lichess').open = true;
            await connect();
        }
    });
}

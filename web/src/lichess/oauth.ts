// Signing in at Lichess: OAuth 2, authorization code with PKCE (RFC 7636, S256), without a registered client or a secret.
//
// Verifier and state live in sessionStorage, so they end with the tab. So does the token, unless the person wants to stay
// signed in. None of them is ever in an address or a log.

import {errorOf, LichessError} from './errors';

export const SCOPES = 'board:play challenge:read challenge:write';
export const HOST = 'https://lichess.org';
const CLIENT = 'stackmate.page';
const ASKED = 'stackmate.lichess.asked', TOKEN = 'stackmate.lichess.token';
const ANSWERS = ['code', 'state', 'error', 'error_description'];

/** What a browser offers; tests give their own. */
export interface Browser {
    location: {href: string};
    history: {replaceState(data: unknown, unused: string, address: string): void};
    sessionStorage: Storage;
    localStorage: Storage;
    crypto: Crypto;
    fetch: typeof fetch;
    now(): number;
}

interface Asked { verifier: string; state: string; keep: boolean; redirect: string }

const base64url = (bytes: Uint8Array): string =>
    btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export class SignIn {
    constructor(private readonly browser: Browser, private readonly host = HOST) {}

    /** Whether Lichess can send the person back to this page: not if it was opened from a disk. */
    get possible(): boolean { return /^https?:$/.test(new URL(this.browser.location.href).protocol); }

    /** The address at which Lichess asks the person. `keep`: stay signed in when the tab is closed. */
    async address(keep = false): Promise<string> {
        if (!this.possible) {
            throw new LichessError('refused', 'Lichess cannot lead back to a page that was opened from a disk. Open it from a web server, such as tools/web.');
        }
        const {crypto, sessionStorage, location} = this.browser;
        const secret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
        const {origin, pathname} = new URL(location.href);
        const asked: Asked = {verifier: secret(), state: secret(), keep, redirect: origin + pathname};
        sessionStorage.setItem(ASKED, JSON.stringify(asked));
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked.verifier));
        return `${this.host}/oauth?${new URLSearchParams({
            response_type: 'code', client_id: CLIENT, redirect_uri: asked.redirect, code_challenge_method: 'S256',
            code_challenge: base64url(new Uint8Array(hash)), scope: SCOPES, state: asked.state,
        })}`;
    }

    /** Call it when the page opens. Resolves to true if the person has just come back signed in; throws if Lichess or the
     *  person refused. Without an answer in the address nothing happens and nobody is contacted. */
    async comeBack(): Promise<boolean> {
        const {location, history, sessionStorage, fetch} = this.browser;
        const address = new URL(location.href), answer = new URLSearchParams(address.search);
        if (!answer.has('state') || !answer.has('code') && !answer.has('error')) {
            return false;
        }
        ANSWERS.forEach((name) => address.searchParams.delete(name));
        history.replaceState(null, '', address.href);
        const asked = parsed<Asked>(sessionStorage.getItem(ASKED));
        sessionStorage.removeItem(ASKED);
        if (!asked || answer.get('state') !== asked.state) {
            throw new LichessError('refused', 'This answer does not belong to a sign-in of this tab: please sign in again.');
        }
        if (answer.has('error')) {
            throw new LichessError('refused', answer.get('error') === 'access_denied' ? 'You have not allowed it at Lichess; you are not signed in.'
                : `Lichess says: ${answer.get('error_description') ?? answer.get('error')}`);
        }
        let response;
        try {
            response = await fetch(`${this.host}/api/token`, {method: 'POST', body: new URLSearchParams({
                grant_type: 'authorization_code', code: answer.get('code')!, code_verifier: asked.verifier,
                redirect_uri: asked.redirect, client_id: CLIENT,
            })});
        } catch {
            throw new LichessError('unsure', 'Lichess could not be reached: please sign in again.');
        }
        if (!response.ok) {
            throw await errorOf(response, this.browser.now());
        }
        const {access_token: token, expires_in: seconds} = await response.json();
        if (typeof token !== 'string' || !/^\w+$/.test(token)) {
            throw new LichessError('refused', 'Lichess has answered with something that is no token: please sign in again.');
        }
        this.forget();
        this.storage(asked.keep).setItem(TOKEN, JSON.stringify({token, until: this.browser.now() + 1000 * (Number(seconds) || 0)}));
        return true;
    }

    /** The token of a person who is signed in; null otherwise. */
    get token(): string | null {
        for (const keep of [false, true]) {
            const kept = parsed<{token: string; until: number}>(this.storage(keep).getItem(TOKEN));
            if (kept && kept.until > this.browser.now()) {
                return kept.token;
            }
        }
        return null;
    }

    /** Forgets the token here, then asks Lichess to do so. Throws if Lichess did not. */
    async signOut(): Promise<void> {
        const {token} = this, {fetch} = this.browser;
        this.forget();
        if (!token) {
            return;
        }
        let response;
        try {
            response = await fetch(`${this.host}/api/token`, {method: 'DELETE', headers: {Authorization: `Bearer ${token}`}});
        } catch {
            response = null;
        }
        if (!response?.ok && response?.status !== 401) {
            throw new LichessError('unsure', 'This page has forgotten the sign-in, but Lichess could not be told. You can end it at lichess.org/account/security.');
        }
    }

    private forget(): void { [false, true].forEach((keep) => this.storage(keep).removeItem(TOKEN)); }

    private storage(keep: boolean): Storage { return keep ? this.browser.localStorage : this.browser.sessionStorage; }
}

function parsed<T>(text: string | null): T | null {
    try {
        return JSON.parse(text ?? 'null') as T | null;
    } catch {
        return null;
    }
}

// The moves of the other side, or all of them, said by a voice of the browser that needs no network.

import {onMode, session} from './boards';
import {byId} from './dom';
import {drawSoon, onDraw} from './drawing';
import {needs} from './enabled';
import {isHolding} from './habits';
import {holds} from './lichess/fair';
import {spokenMove} from './spoken';

let said = '';                  // the move that the board is waiting for, with how many came before it: it is not said again once it is made

const synthesis = (): SpeechSynthesis | undefined => globalThis.speechSynthesis;
const voice = (): SpeechSynthesisVoice | undefined => {
    const english = synthesis()?.getVoices().filter(({lang, localService}) => localService && /^en\b/i.test(lang)) ?? [];
    return english.find((one) => one.default) ?? english[0];
};
const wanted = (): string => byId<HTMLSelectElement>('spoken').value;

function tell(san: string, isOther: boolean): void {
    const by = voice(), speech = synthesis(), text = spokenMove(san);
    if (!speech || !by || !text || isHolding() || wanted() === '' || wanted() === 'other' && !isOther) {
        return;
    }
    if (speech.pending) {
        speech.cancel();        // more than one behind
    }
    speech.speak(Object.assign(new SpeechSynthesisUtterance(text), {voice: by, lang: by.lang}));
}

/** Something has happened on the board in view. It waits for the moves of all that do not move the pieces themselves: of the engine, of Lichess,
 *  and of a person at this page. */
export function hear(event: string): void {
    const {status} = session(), {moves, start} = status;
    const [, awaited] = /^waiting for the move to be made on the board: (\S+) /.exec(event) ?? [], [, made] = /^move \d+\.+ (\S+) /.exec(event) ?? [];
    if (awaited) {
        const last = moves.at(-1)?.label, isWhites = last ? last.endsWith('...') : !start.includes(' b '), key = `${moves.length} ${awaited}`;
        if (said !== key) {
            tell(awaited, holds(session()) || (isWhites ? status.white : status.black) !== 'remote');
        }
        said = key;
    } else if (made) {
        if (said !== `${moves.length - 1} ${made}`) {
            tell(made, false);
        }
        said = '';
    } else if (/^(taken back|new game)/.test(event)) {
        said = '';
    }
}

export function begin(): void {
    const quiet = () => synthesis()?.cancel();
    byId('spoken').addEventListener('change', quiet);
    onMode(() => {
        said = '';
        quiet();
    });
    synthesis()?.addEventListener('voiceschanged', drawSoon);
    needs(['spoken'], () => voice() !== undefined);
    onDraw(() => { byId('no-voice').hidden = voice() !== undefined; });
}

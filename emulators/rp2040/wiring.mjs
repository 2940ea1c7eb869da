// Which part is at which pin of the chess board. The image itself contains this list (hal/pins.hpp), so a board with
// changed pins is wired as its firmware expects.

const HEAD = 'Stackmate pins\n';

/** The wiring for the image in the flash. */
export function wiringOf(flash) {
    const head = Uint8Array.from(HEAD, (letter) => letter.charCodeAt(0));
    let at = flash.indexOf(head[0]);
    while (at >= 0 && !head.every((byte, i) => flash[at + i] === byte)) {
        at = flash.indexOf(head[0], at + 1);
    }
    if (at < 0) {
        throw new Error('the image does not say what its pins are for (hal/pins.hpp): the simulator cannot wire a board to it');
    }
    const begin = at + head.length;
    return wiringFrom(String.fromCharCode(...flash.subarray(begin, flash.indexOf(0, begin))));
}

/** The same from the text: a line `GP2 row of rank 1` for each pin. */
export function wiringFrom(text) {
    const pins = new Map([...text.matchAll(/^GP(\d+) (.+)$/gm)].map(([, pin, use]) => [use, Number(pin)]));
    const pinOf = (use) => {
        if (!pins.has(use)) {
            throw new Error(`the image names no pin for '${use}'`);
        }
        return pins.get(use);
    };
    const buttonNames = ['PLAY', 'HINT', 'MENU', 'PAUSE'].filter((name) => pins.has(name));
    return {
        rows: [...'12345678'].map((rank) => pinOf(`row of rank ${rank}`)),             // row r is rank r + 1
        columns: [...'abcdefgh'].map((file) => pinOf(`column of file ${file}`)),       // column c is file c
        buttons: buttonNames.map(pinOf),
        buttonNames,
        chain: pinOf('LED data'),
        vbus: pins.get('USB supply, on the module'),     // high while the USB socket has a supply
        /** The place of a square's LED in the chain: rank 1 from a to h, rank 2 from h to a, and so on. */
        place: (square) => (square >> 3) % 2 === 0 ? square : square ^ 7,
    };
}

// "Put the firmware onto a Pico": the steps, the ways that this browser has, how far it is, and what to do after a failure. A
// script of its own, which card.ts loads when it is wanted.

import {make, save} from '../dom';
import {canWriteDrive, chooseDrive, DriveError, writeDrive} from './drive';
import {flash, VerifyError} from './order';
import {Picoboot, PicobootError, PRODUCT, VENDOR, type Device} from './picoboot';
import {readUf2, Uf2Error} from './uf2';

/** What the page gives. */
export interface Host {
    readonly image: Uint8Array<ArrayBuffer>;
    readonly build: string;
    isConnected(): boolean;             // whether a board is at the serial line
    restart(): void;                    // lets that board wait for an image
}

interface Usb { requestDevice(options: {filters: {vendorId: number; productId: number}[]}): Promise<Device> }
type Way = 'usb' | 'drive';

const usb = (): Usb | undefined => (navigator as unknown as {usb?: Usb}).usb;
const isOn = (system: string): boolean => navigator.userAgent.includes(system);

// The boot ROM has no Microsoft OS descriptor: its source (usb_boot_device.c) says USB 1.1, and has the strings 0 to 3 only.
const DRIVER = 'On Windows the USB way needs the driver WinUSB for “RP2 Boot (Interface 1)”. The RP2040 does not ask Windows for it; the program Zadig installs it. '
    + 'The drive needs no driver.';
const RULE = 'On Linux the browser may need your permission to use the board. This line in /etc/udev/rules.d/60-pico.rules gives it, from the next plugging in: '
    + 'SUBSYSTEM=="usb", ATTR{idVendor}=="2e8a", ATTR{idProduct}=="0003", TAG+="uaccess"';
const NOTE = isOn('Windows') ? DRIVER : isOn('Linux') && !isOn('Android') ? RULE : '';
const HOLD = 'Hold BOOTSEL while you plug the board in';

/** A Pico from above: USB at the left, BOOTSEL beside it. */
const PICTURE = '<svg class="pico" viewBox="0 0 100 46" role="img" aria-label="The button BOOTSEL is the only one on a Pico, next to its USB socket">'
    + '<rect x="8" y="3" width="90" height="40" rx="4" fill="#1f6f4a"/><rect x="1" y="14" width="18" height="18" rx="2" fill="#b9bec4"/>'
    + '<rect x="52" y="15" width="17" height="17" rx="1" fill="#1b1b1d"/><rect x="28" y="7" width="10" height="10" rx="2" fill="#d9dde1"/>'
    + '<circle cx="33" cy="12" r="3" fill="#fffdf8" stroke="#444"/><circle cx="33" cy="12" r="8" fill="none" stroke="#f5c542" stroke-width="2"/>'
    + '<text x="43" y="12" font-size="7" font-weight="700" fill="#fff">BOOTSEL</text></svg>';

/** What went wrong, and the way on. `begun`: whether anything may have been written. */
function explain(error: Error, way: Way, begun: boolean, stopped: boolean): string {
    if (error.name === 'NotFoundError' && way === 'usb' && !begun) {
        return `No board was chosen. If the list was empty: ${HOLD.toLowerCase()}, then try again.`;
    }
    if (error.name === 'AbortError' && !begun) {
        return 'No drive was chosen. Choose the drive RPI-RP2 itself, not a folder in it.';
    }
    if (error.name === 'SecurityError' && !begun) {
        return ['The browser was not allowed to use the board.', NOTE, way === 'usb' ? 'Or use the drive.' : 'Or save the file, and drag it onto the drive.'].join(' ');
    }
    const own = [DriveError, PicobootError, Uf2Error, VerifyError].some((kind) => error instanceof kind);
    const reason = stopped ? 'Stopped.' : own ? error.message : `The connection broke: ${error.message.replace(/\.$/, '')}.`;
    const after = !begun ? 'Nothing was changed.' : way === 'usb' ? 'The board runs no half image.' : 'The board may hold half an image.';
    return [reason, after, `${HOLD}, then try again${way === 'usb' ? '; or use the drive' : ''}.`].join(' ');
}

export function show(into: HTMLElement, host: Host): {draw(): void} {
    let boot: Picoboot | null = null, stopped = false;
    const status = make('p', {role: 'status', id: 'flash-status'});
    const bar = make('progress', {max: 1, value: 0, hidden: true, 'aria-label': 'How much of the image is in the board'});
    const say = (text: string) => { status.textContent = text; };

    const button = (id: string, text: string, act: () => void): HTMLButtonElement => make('button', {id, click: act}, text);
    const overUsb = button('flash-usb', 'Write over USB', () => void run('usb', overUsb));
    const ontoDrive = button('flash-drive', 'Write onto the drive', () => void run('drive', ontoDrive));
    const file = button('flash-file', 'Save the file', () => {
        save('stackmate-rp2040.uf2', host.image, 'application/octet-stream');
        say('Drag the file onto the drive RPI-RP2. The board restarts by itself.');
    });
    const stop = button('flash-stop', 'Stop', () => {
        stopped = true;
        void boot?.close();
    });
    const restart = make('p', {hidden: true}, 'Or let the connected board do it; the game is kept. ', button('flash-restart', 'Restart it for this', () => {
        host.restart();
        say('The board restarts as a drive. Now write the image.');
    }));
    overUsb.hidden = !usb();
    ontoDrive.hidden = !canWriteDrive();
    [overUsb, ontoDrive, file].find((one) => !one.hidden && (one !== overUsb || NOTE !== DRIVER))!.classList.add('primary');

    /** In whole percent; said aloud at every tenth, so that a screen reader keeps up. */
    function progressFor(begin: () => void): (part: number) => void {
        let said = -1;
        return (part) => {
            begin();
            bar.hidden = false;
            bar.value = part;
            bar.textContent = `${Math.floor(part * 100)} %`;
            if (Math.floor(part * 10) > said) {
                said = Math.floor(part * 10);
                say(`${said * 10} % is written. Leave the board plugged in.`);
            }
        };
    }

    async function writeOverUsb(progress: (part: number) => void): Promise<string> {
        const sectors = readUf2(host.image);
        const device = await usb()!.requestDevice({filters: [{vendorId: VENDOR, productId: PRODUCT}]});
        try {
            boot = await Picoboot.open(device);
            stop.hidden = false;
            await flash(boot, sectors, progress);
        } finally {
            await device.close().catch(() => {
                // it has gone
            });
        }
        return 'Done: the image is in the board and was read back. The board restarts. If it does not, unplug it and plug it in again.';
    }

    async function writeOntoDrive(progress: (part: number) => void): Promise<string> {
        readUf2(host.image);
        const end = await writeDrive(await chooseDrive(), host.image, progress);
        return end === 'closed' ? 'Written. When the drive vanishes by itself, the image is in the board; that may take half a minute.'
            : 'The drive has gone, as it does when the board has all of the image. If the board does not start, or the drive comes back, write it again.';
    }

    async function run(way: Way, pressed: HTMLButtonElement): Promise<void> {
        const ways = [overUsb, ontoDrive, file];
        let begun = false;
        stopped = false;
        ways.forEach((one) => { one.disabled = true; });
        say('One moment…');
        try {
            const progress = progressFor(() => { begun = true; });
            say(await (way === 'usb' ? writeOverUsb(progress) : writeOntoDrive(progress)));
        } catch (error) {
            say(explain(error as Error, way, begun, stopped));
        }
        boot = null;
        bar.hidden = stop.hidden = true;
        ways.forEach((one) => { one.disabled = false; });
        if (document.activeElement === document.body) {
            pressed.focus();            // a disabled button loses it
        }
    }

    const picture = make('div');
    picture.innerHTML = PICTURE;
    const ways = [!overUsb.hidden && 'over USB', !ontoDrive.hidden && 'onto its drive'].filter(Boolean).join(' and ');
    stop.hidden = true;
    into.replaceChildren(
        make('p', {}, `The image ${host.build} goes from this page into a Raspberry Pi Pico; nothing is loaded from elsewhere. A Pico 2 takes another image, a release’s rp2350.uf2. The board’s settings and games stay as they are.`),
        make('ol', {}, make('li', {}, `${HOLD}; let go when the drive RPI-RP2 appears.`, picture, restart),
             make('li', {}, ways ? `Write the image. This browser can write ${ways}.` : 'Save the file, and drag it onto the drive. Chrome and Edge on a computer can also write it themselves.'),
             make('li', {}, 'Wait until the board has restarted, then connect it.')),
        make('div', {class: 'row-buttons'}, overUsb, ontoDrive, file, stop), bar, status, make('p', {class: 'speed', hidden: NOTE === '' || overUsb.hidden}, NOTE));
    return {draw: () => { restart.hidden = !host.isConnected(); }};
}

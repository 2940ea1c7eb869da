// A simulated board at a USB cable whose other end is a fake of the browser's Web Serial.

import {Simulation} from '../../emulators/rp2040/simulation.mjs';
import {UsbCable} from '../../emulators/rp2040/usb_host.mjs';

const SLICE_MS = 5, PAUSE_MS = 4;       // of the board's time, and real time between two slices: about as fast as a real one

export class CabledBoard {
    constructor(image) {
        this.simulation = new Simulation({image});
        for (let square = 0; square < 64; square++) {
            this.simulation.board.setSquare(square, square < 16 || square >= 48);
        }
        this.heard = '';
        this.page = null;
        this.found = false;
        this.cable = new UsbCable(this.simulation, {onBytes: (bytes) => this.says(bytes), onFound: () => { this.found = true; }});
        this.cable.plugIn();
        this.timer = setInterval(() => this.simulation.run(SLICE_MS), PAUSE_MS);
    }

    says(bytes) {
        const text = Buffer.from(bytes).toString('latin1');
        this.heard += text;
        this.page?.evaluate((said) => window.fakePort?.(said), text).catch(() => {});
    }

    /** Gives the page a `navigator.serial` with this board as the one port that can be chosen. */
    async plugInto(page) {
        this.page = page;
        await page.exposeFunction('fakeWrite', (text) => this.cable.send(Buffer.from(text, 'latin1')));
        await page.exposeFunction('fakeSignal', (ready) => this.cable.obey(ready ? 'D' : 'd'));
        await page.addInitScript(() => {
            const latin1 = (bytes) => String.fromCharCode(...bytes);
            const port = {
                readable: null, writable: null,
                async open({baudRate}) {
                    if (baudRate !== 115_200) {
                        throw new Error('a strange speed');
                    }
                    port.readable = new ReadableStream({start(controller) {
                        window.fakePort = (text) => controller.enqueue(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
                        window.fakePull = () => controller.error(new DOMException('The device has been lost.', 'NetworkError'));
                    }});
                    port.writable = new WritableStream({write: (bytes) => window.fakeWrite(latin1(bytes))});
                },
                setSignals: ({dataTerminalReady}) => window.fakeSignal(dataTerminalReady),
                async close() { window.fakePort = null; },
            };
            Object.defineProperty(Navigator.prototype, 'serial', {value: Object.assign(new EventTarget(), {requestPort: async () => port, getPorts: async () => []}), configurable: true});
        });
    }

    /** A hand moves a piece. */
    move(from, to) {
        this.simulation.board.setSquare(from, false);
        this.simulation.after(300, () => this.simulation.board.setSquare(to, true));
    }

    async until(done) {
        while (!done()) {
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    }

    async pullOut() {
        this.cable.pullOut();
        await this.page.evaluate(() => window.fakePull());
    }

    end() { clearInterval(this.timer); }
}

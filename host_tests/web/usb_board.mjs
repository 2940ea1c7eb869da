// A simulated board at a USB cable whose other end is a fake of the browser's WebUSB: each transfer is one on the simulated bus.

import {CabledBoard} from './cabled_board.mjs';
import {FakeDevice, FakeUsb} from './usb_device.mjs';

export class UsbBoard extends CabledBoard {
    usb = new FakeUsb();

    /** The board as it was pulled in, once the simulated host has found it. Between two transfers the host asks for no packet. */
    async appear() {
        const {host} = this.cable;
        await this.until(() => this.found && host.control.length > 0);
        host.setReading(false);
        host.cdc.onSerialData = (bytes) => {
            this.heard += Buffer.from(bytes).toString('latin1');
            host.setReading(false);
            this.given?.([...bytes]);
        };
        this.device = new FakeDevice({
            control: async ({request, value, index}, data) => {
                host.controller.epStallArm = 0;
                host.request(0x21, request, value, index, data.length, data.length > 0 ? data : null);
                await this.until(() => host.control.length > 0 || host.controller.epStallArm !== 0);
                return host.control.length > 0 ? 'ok' : 'stall';
            },
            out: async (bytes) => {
                host.say(Buffer.from(bytes).toString('latin1'));
                await this.until(() => host.out.length === 0);
                return 'ok';
            },
            in: () => new Promise((resolve) => {
                this.given = resolve;
                host.setReading(true);
            }),
        });
        this.usb.plugIn(this.device);
    }

    /** Gives the page a `navigator.usb` at which this board is, and no `navigator.serial`. */
    async plugInto(page) {
        this.page = page;
        const known = [];
        const told = (device) => {
            const {vendorId, productId, serialNumber, configurations, configuration} = device;
            return {number: known.push(device) - 1, vendorId, productId, serialNumber, configurations, configuration};
        };
        await page.exposeFunction('usbCall', async (number, name, ...given) => {
            const args = given.map((one) => one?.bytes ? Uint8Array.from(one.bytes) : one);
            try {
                const answer = await (number < 0 ? this.usb : known[number])[name](...args);
                return name === 'requestDevice' ? told(answer) : name === 'getDevices' ? answer.map(told)
                    : answer?.data ? {...answer, data: [...new Uint8Array(answer.data.buffer)]} : answer;
            } catch ({name: kind, message}) {
                return {failed: [message, kind]};
            }
        });
        this.usb.addEventListener('connect', () => void page.evaluate(() => navigator.usb.dispatchEvent(new Event('connect'))));
        await page.addInitScript(() => {
            const call = async (number, name, ...args) => {
                const answer = await window.usbCall(number, name, ...args.map((one) => one instanceof DataView || one instanceof Uint8Array
                    ? {bytes: [...new Uint8Array(one.buffer, one.byteOffset, one.byteLength)]} : one));
                if (answer?.failed) {
                    throw new DOMException(...answer.failed);
                }
                return answer?.data ? {...answer, data: new DataView(Uint8Array.from(answer.data).buffer)} : answer;
            };
            const made = ({number, ...told}) => Object.assign(told, Object.fromEntries(
                ['open', 'close', 'selectConfiguration', 'claimInterface', 'clearHalt', 'controlTransferOut', 'transferIn', 'transferOut']
                    .map((name) => [name, (...args) => call(number, name, ...args)])));
            const usb = Object.assign(new EventTarget(), {requestDevice: async (options) => made(await call(-1, 'requestDevice', options)),
                                                          getDevices: async () => (await call(-1, 'getDevices')).map(made)});
            Object.defineProperty(Navigator.prototype, 'usb', {value: usb, configurable: true});
            Object.defineProperty(Navigator.prototype, 'serial', {value: undefined, configurable: true});
        });
    }

    async pullOut() {
        this.found = false;
        this.cable.pullOut();
        this.usb.pullOut(this.device);
    }

    async plugIn() {
        this.cable.plugIn();
        await this.appear();
    }
}

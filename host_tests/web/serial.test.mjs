// The page's connection to a serial port (web/src/serial.ts), with a fake of the browser's Web Serial.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {build} from '../../web/node_modules/esbuild/lib/main.js';
import {DESCRIPTORS, FakeDevice, FakeUsb} from './usb_device.mjs';

const folder = mkdtempSync(join(tmpdir(), 'serial-'));
let SerialLink;

before(async () => {
    const outfile = join(folder, 'serial.mjs');
    await build({entryPoints: [fileURLToPath(new URL('../../web/src/serial.ts', import.meta.url))], bundle: true, format: 'esm', outfile});
    ({SerialLink} = await import(outfile));
});
after(() => rmSync(folder, {recursive: true}));

/** A port as the standard describes it: opened once, closed only when its streams are free, a new stream after an error. */
class FakePort {
    readable = null;
    writable = null;
    isOpen = false;
    signalsFail = false;

    constructor(product = 1) { this.product = product; }

    getInfo() { return {usbVendorId: 0x2e8a, usbProductId: this.product}; }

    async open() {
        if (this.isOpen) {
            throw new DOMException('The port is already open.', 'InvalidStateError');
        }
        this.isOpen = true;
        this.renew();
        this.writable = new WritableStream({});
    }

    renew() { this.readable = new ReadableStream({start: (controller) => { this.controller = controller; }}); }

    async setSignals() {
        if (this.signalsFail) {
            throw new DOMException('Failed to set control signals.', 'NetworkError');
        }
    }

    async close() {
        if (!this.isOpen || this.readable?.locked || this.writable.locked) {
            throw new TypeError('The port is closed or in use.');
        }
        this.isOpen = false;
        this.readable = this.writable = null;
    }

    says(text) { this.controller.enqueue(new TextEncoder().encode(text)); }

    /** An overrun, a framing error, a break. */
    stumble() {
        const {controller} = this;
        this.renew();
        controller.error(new DOMException('Buffer overrun', 'BufferOverrunError'));
    }

    vanish() {
        const {controller} = this;
        this.readable = null;
        controller.error(new DOMException('The device has been lost.', 'NetworkError'));
    }
}

function desk(port) {
    const serial = new EventTarget();
    serial.ports = [port];
    serial.requestPort = async () => port;
    serial.getPorts = async () => serial.ports;
    Object.defineProperty(globalThis, 'navigator', {value: {serial}, configurable: true});
    const link = new SerialLink(), heard = [], opened = [];
    link.onLine = (line) => heard.push(line);
    link.onOpen = (open) => opened.push(open);
    return {serial, link, heard, opened};
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a port whose signals cannot be set is closed again, the reason is told, and the next attempt succeeds', async () => {
    const port = new FakePort(), {link, opened} = desk(port);
    port.signalsFail = true;
    await assert.rejects(link.connect(), /Failed to set control signals/);
    assert.equal(port.isOpen, false);
    assert.equal(link.open, false);
    port.signalsFail = false;
    await link.connect();
    assert.deepEqual(opened, [true]);
});

test('a port whose signals fail at the end is closed all the same', async () => {
    const port = new FakePort(), {link} = desk(port);
    await link.connect();
    port.signalsFail = true;
    await link.disconnect();
    assert.equal(port.isOpen, false);
    port.signalsFail = false;
    await link.connect();
    assert.ok(link.open);
});

test('after a read error that leaves the port open, reading goes on, and what was lost is asked for', async () => {
    const port = new FakePort(), {link, heard, opened} = desk(port);
    await link.connect();
    port.says('one\ntw');
    await settled();
    port.stumble();
    await settled();
    port.says('three\n');
    await settled();
    assert.deepEqual(heard, ['one', 'three']);
    assert.deepEqual(opened, [true, true]);
    await link.disconnect();
    assert.equal(port.isOpen, false);
});

test('a port that has gone is closed, and connected again when it comes back, also as another object', async () => {
    const port = new FakePort(), {serial, link, heard, opened} = desk(port);
    await link.connect();
    serial.ports = [];
    port.vanish();
    await settled();
    assert.deepEqual(opened, [true, false]);
    assert.equal(port.isOpen, false);
    assert.ok(link.waits);
    const back = new FakePort();
    serial.ports = [new FakePort(2), back];
    serial.dispatchEvent(new Event('connect'));
    await settled();
    back.says('again\n');
    await settled();
    assert.deepEqual(opened, [true, false, true]);
    assert.deepEqual(heard, ['again']);
    assert.equal(serial.ports[0].isOpen, false);    // another kind of board
});

test('a port that came back before its loss was noticed is connected as well', async () => {
    const port = new FakePort(), {link, opened} = desk(port);
    await link.connect();
    port.vanish();
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(opened, [true, false, true]);
    assert.ok(port.isOpen);
    await link.disconnect();
});

test('what the person has disconnected stays so', async () => {
    const port = new FakePort(), {serial, link, opened} = desk(port);
    serial.dispatchEvent(new Event('connect'));
    await settled();
    assert.deepEqual(opened, []);
    await link.connect();
    await link.disconnect();
    serial.dispatchEvent(new Event('connect'));
    await settled();
    assert.deepEqual(opened, [true, false]);
    assert.equal(link.waits, false);
});

// ------------------------------------------------------------ by WebUSB

/** A board at a USB cable that says packets as the test says them. */
class Packets {
    requests = [];
    heard = '';
    refuses = false;
    deaf = false;
    said = [];
    asks = null;

    async control({request, value}, bytes) {
        this.requests.push([request, value, ...bytes]);
        return this.refuses ? 'stall' : 'ok';
    }

    out(bytes) {
        if (this.deaf) {
            return new Promise(() => {});
        }
        this.heard += Buffer.from(bytes).toString('latin1');
        return Promise.resolve(this.outStatus ?? 'ok');
    }

    in() {
        return new Promise((resolve) => {
            this.asks = resolve;
            this.answer();
        });
    }

    answer() {
        if (this.asks && this.said.length > 0) {
            this.asks(this.said.shift());
            this.asks = null;
        }
    }

    /** Packets, of text, or what becomes of a transfer in their place. */
    async says(...packets) {
        this.said.push(...packets.map((one) => ['stall', 'babble'].includes(one) ? one : Buffer.from(one, 'latin1')));
        this.answer();
        await settled();
    }
}

/** A phone: a page with WebUSB only, or with a Web Serial as well, and a board. */
function phone({serial, userAgent = 'Mozilla/5.0 (Linux; Android 10; K)', ...more} = {}) {
    const usb = new FakeUsb(), board = new Packets(), device = new FakeDevice(board, more);
    usb.plugIn(device);
    Object.defineProperty(globalThis, 'navigator', {value: {usb, serial, userAgent}, configurable: true});
    const link = new SerialLink(), heard = [], opened = [];
    link.onLine = (line) => heard.push(line);
    link.onOpen = (open) => opened.push(open);
    return {usb, board, device, link, heard, opened};
}

test('by WebUSB the port has its speed and its signals, and is given up at the end', async () => {
    for (const configured of [true, false]) {
        const {board, device, link, heard, opened} = phone({configured});
        assert.ok(link.supported);
        await link.connect();
        assert.deepEqual(board.requests, [[0x20, 0, 0x00, 0xc2, 0x01, 0x00, 0, 0, 8], [0x22, 3]]);
        assert.deepEqual([...device.claimed], [0, 1]);
        await board.says('one\ntw', 'o\n');
        link.send('isready');
        await settled();
        assert.equal(board.heard, 'isready\n');
        assert.deepEqual(heard, ['one', 'two']);
        await link.disconnect();
        assert.deepEqual(board.requests.at(-1), [0x22, 0]);
        assert.equal(device.opened, false);
        assert.deepEqual(opened, [true, false]);
        await link.connect();
        await board.says('again\n');
        assert.deepEqual(heard, ['one', 'two', 'again']);
        assert.deepEqual(device.wrongs, []);
    }
});

test('by WebUSB full packets are heard at once, empty ones are nothing, and lines end where they end', async () => {
    const {board, device, link, heard, opened} = phone();
    await link.connect();
    for (const length of [1, 62, 63, 64, 65, 127, 128, 129, 192, 640]) {
        const line = 'x'.repeat(length - 1), text = line + '\n', packets = text.match(/[^]{1,64}/g);
        await board.says(...packets);               // the end of a full one is not waited for
        assert.equal(heard.at(-1), line, `${length} bytes`);
        await board.says('', '');
        link.send(line);
        await settled();
        assert.ok(board.heard.endsWith(text));
    }
    assert.equal(heard.length, 10);
    assert.deepEqual(opened, [true]);
    assert.deepEqual(device.wrongs, []);
});

test('by WebUSB a stall is cleared and what was lost is asked for; a board that only stalls is a lost one', async () => {
    const {usb, board, device, link, heard, opened} = phone();
    await link.connect();
    for (const trouble of ['stall', 'babble', 'stall']) {
        await board.says('lo', trouble, 'rest\n');
        assert.equal(heard.pop(), 'rest');
    }
    assert.deepEqual(opened, [true, true, true, true]);
    usb.allowed.clear();                            // it is not looked for
    await board.says('stall', 'stall');
    assert.deepEqual(opened, [true, true, true, true, true, false]);
    assert.ok(link.waits);
    assert.equal(device.opened, false);
    assert.deepEqual(device.wrongs, []);
});

test('by WebUSB a board pulled out while it is heard or spoken to is lost, and connected again when it is back', async () => {
    const {usb, board, device, link, heard, opened} = phone();
    await link.connect();
    board.deaf = true;
    link.send('while it is written');
    await board.says('half a li');
    usb.pullOut(device);
    await settled();
    assert.deepEqual(opened, [true, false]);
    assert.ok(link.waits);
    const other = Object.assign(new FakeDevice(new Packets()), {serialNumber: 'another'});
    usb.allowed.add('another');
    usb.plugIn(other);
    await settled();
    assert.equal(other.opened, false);              // another board of the same kind
    const back = new Packets(), again = new FakeDevice(back);
    usb.plugIn(again);
    await settled();
    await back.says('ne\n');
    assert.deepEqual(opened, [true, false, true]);
    assert.deepEqual(heard, ['ne']);
    link.send('hello');
    await settled();
    assert.equal(back.heard, 'hello\n');
    usb.pullOut(again);
    await settled();
    usb.plugIn(new FakeDevice(new Packets()));
    await settled();
    assert.deepEqual(opened, [true, false, true, false, true]);
    assert.deepEqual([...device.wrongs, ...again.wrongs, ...other.wrongs], []);
});

test('by WebUSB a board that takes no bytes is a lost one, which is looked for', async () => {
    const {board, device, link, opened} = phone();
    await link.connect();
    board.outStatus = 'stall';
    link.send('hello');
    await settled();
    assert.deepEqual(opened, [true, false]);
    board.outStatus = 'ok';
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(opened, [true, false, true]);
    board.deaf = true;
    link.send('a write that never ends');
    await settled();
    await link.disconnect();
    assert.equal(device.opened, false);
    assert.deepEqual(device.wrongs, []);
});

test('by WebUSB a port that is held is told in words and let go, and so is one that refuses or is none', async () => {
    const {board, device, link} = phone();
    device.held = true;
    await assert.rejects(link.connect(), /another page or program uses it, or this system keeps serial ports/);
    assert.equal(device.opened, false);
    device.held = false;
    board.refuses = true;
    await assert.rejects(link.connect(), /the board refuses to be a serial port \(stall\)/);
    assert.equal(device.opened, false);
    board.refuses = false;
    await link.connect();
    assert.ok(link.open);
    assert.deepEqual(device.wrongs, []);
    const none = phone({descriptors: {device: DESCRIPTORS.device, configuration: DESCRIPTORS.configuration.replace('020a0000', '02ff0000')}});
    await assert.rejects(none.link.connect(), /this device has no serial port/);
    assert.deepEqual(await none.usb.getDevices().then((all) => all.length), 1);     // and is no hindrance where ports are looked for
});

test('on Android WebUSB comes before Web Serial, and each failed attempt is followed by the other way; a computer has Web Serial only', async () => {
    const port = new FakePort(), {serial} = desk(port);
    const {device, link, opened} = phone({serial});
    assert.ok(link.hasOtherWay);
    device.held = true;
    await assert.rejects(link.connect());
    await link.connect();
    assert.ok(port.isOpen);
    assert.deepEqual(opened, [true]);
    const desktop = phone({serial: desk(new FakePort()).serial, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)'});
    assert.ok(!desktop.link.hasOtherWay);
    await desktop.link.connect();
    assert.equal(desktop.device.opened, false);
});

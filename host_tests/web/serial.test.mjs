// The page's connection to a serial port (web/src/serial.ts), with a fake of the browser's Web Serial.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {build} from '../../web/node_modules/esbuild/lib/main.js';

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

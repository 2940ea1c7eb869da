// The models around the chip: flash, serial port, PIO clock, LEDs, sensor matrix.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {RP2040} from 'rp2040js';

import {BootRom} from '../boot_rom.mjs';
import {bootChecksum} from '../chip.mjs';
import {ChessBoard} from '../chess_board.mjs';
import {FlashChip} from '../flash.mjs';
import {PioClock} from '../pio_clock.mjs';
import {random} from '../random.mjs';
import {makeTicks} from '../small_peripherals.mjs';
import {Uart} from '../uart.mjs';
import {wiringFrom, wiringOf} from '../wiring.mjs';
import {Ws2812} from '../ws2812.mjs';

function chip() {
    const rp2040 = new RP2040();
    const warnings = [];
    const warn = (part, text) => warnings.push(`${part}: ${text}`);
    rp2040.logger = {debug() {}, info() {}, warn, error: warn};
    return {rp2040, warnings, clock: rp2040.clock};
}

// ------------------------------------------------------------ ticks

function timed() {
    const made = chip();
    makeTicks(made.rp2040);
    const timer = made.rp2040.peripherals[0x40054], watchdog = made.rp2040.peripherals[0x40058];
    return {...made, timer, watchdog, time: () => timer.readUint32(0x28)};
}
const TICKS = 1 << 9 | 12;

test('the boot ROM counts and turns bits, as the Pico SDK’s division and bit scans ask it to', () => {
    const core = {registers: [0]}, rom = new BootRom({rp2040: {core}});
    const bits = (name, word) => {
        rom.call(name, word);
        return core.registers[0];
    };
    assert.deepEqual(['popcount32', 'reverse32', 'clz32', 'ctz32'].map((name) => [0, 1, 0x80000000, 0x00f00010].map((word) => bits(name, word))),
                     [[0, 1, 1, 5], [0, 0x80000000, 1, 0x08000f00], [32, 31, 0, 8], [32, 0, 31, 4]]);
});

test('the timer and its alarms stand until there are ticks, and go on from there', () => {
    const {clock, timer, watchdog, time} = timed();
    clock.tick(5e6);
    timer.writeUint32(0x10, 100);
    clock.tick(5e6);
    assert.deepEqual([time(), timer.readUint32(0x20), timer.readUint32(0x34)], [0, 1, 0]);
    watchdog.writeUint32(0x2c, TICKS);
    clock.tick(99e3);
    assert.deepEqual([time(), timer.readUint32(0x34)], [99, 0]);
    clock.tick(1e3);
    assert.deepEqual([time(), timer.readUint32(0x34)], [100, 1]);
    watchdog.writeUint32(0x2c, 12);
    clock.tick(5e6);
    assert.equal(time(), 100);
});

test('the watchdog stands until there are ticks', () => {
    const {clock, watchdog} = timed();
    let barks = 0;
    watchdog.onWatchdogTrigger = () => { barks++; watchdog.alarm.enable = false; };
    watchdog.writeUint32(0x04, 2000);
    watchdog.writeUint32(0x00, 1 << 30);
    clock.tick(5e6);
    assert.equal(barks, 0);
    watchdog.writeUint32(0x2c, TICKS);
    clock.tick(5e6);
    assert.equal(barks, 1);
});

test('ticks that are no microsecond are said to be wrong', () => {
    const {watchdog, warnings} = timed();
    watchdog.writeUint32(0x2c, 1 << 9 | 6);
    assert.match(warnings.join(), /6 periods/);
});

// ------------------------------------------------------------ flash

function flash(seed = 1) {
    const {clock} = chip();
    const memory = new FlashChip({random: random(seed)});
    memory.powerUp(clock);
    return {memory, clock};
}

test('programming clears bits and takes its time', () => {
    const {memory, clock} = flash();
    memory.program(0x100, [0xf0, 0x0f]);
    clock.tick(0.6e6);
    assert.equal(memory.bytes[0x100], 0xff);
    assert.ok(memory.busy);
    clock.tick(0.2e6);
    assert.deepEqual([...memory.bytes.subarray(0x100, 0x103)], [0xf0, 0x0f, 0xff]);
    memory.program(0x100, [0x3c]);
    clock.tick(1e6);
    assert.equal(memory.bytes[0x100], 0x30);
});

test('a page wraps within itself', () => {
    const {memory, clock} = flash();
    memory.program(0x2fe, [1, 2, 3, 4]);
    clock.tick(1e6);
    assert.deepEqual([...memory.bytes.subarray(0x2fe, 0x301)], [1, 2, 0xff]);
    assert.deepEqual([...memory.bytes.subarray(0x200, 0x202)], [3, 4]);
});

test('a power cut tears only what was being written', () => {
    for (let seed = 1; seed < 40; seed++) {
        const {memory, clock} = flash(seed);
        memory.bytes.fill(0x55, 0x1000, 0x3000);
        memory.erase(0x1000);
        clock.tick(20e6);
        memory.cut();
        assert.ok(memory.bytes.subarray(0x2000, 0x3000).every((byte) => byte === 0x55));
        const page = Array.from({length: 256}, (_, i) => i);
        memory.program(0x5000, page);
        clock.tick(0.35e6);
        memory.cut();
        page.forEach((byte, i) => assert.equal(memory.bytes[0x5000 + i] & byte, byte, 'no other bit is cleared'));
        assert.ok(memory.bytes.subarray(0x5100).every((byte) => byte === 0xff));
        clock.tick(10e6);
        assert.ok(!memory.busy);
    }
});

test('a planned cut comes in the operation that was named, at its instant', () => {
    const {memory, clock} = flash();
    const cuts = [];
    memory.onCutDue = (nanos) => cuts.push(nanos);
    memory.planCut({nth: 2, kind: 'program', fraction: 0.5});
    memory.program(0, [0]);
    clock.tick(1e6);
    memory.erase(0);
    clock.tick(50e6);
    assert.deepEqual(cuts, []);
    memory.program(0, [0]);
    assert.deepEqual(cuts, [51.35e6]);
});

test('the serial commands read the unique id and the status', () => {
    const {memory} = flash();
    memory.select();
    const answer = [0x4b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].map((byte) => memory.transfer(byte)).slice(5);
    memory.deselect();
    assert.deepEqual(answer, memory.uniqueId);
    memory.select();
    memory.transfer(0x06);
    memory.deselect();
    memory.select();
    assert.deepEqual([0x05, 0].map((byte) => memory.transfer(byte))[1], 2, 'write enabled');
});

test('the check sum of the second stage is the boot ROM\'s', () => {
    // CRC-32/MPEG-2 of "123456789": the check value of the CRC catalogue.
    assert.equal(bootChecksum(Buffer.from('123456789')), 0x0376e6e7);
});

// ------------------------------------------------------------ serial port

function uart() {
    const parts = chip();
    const sent = [];
    const port = new Uart(parts.rp2040, 0, {irq: 20, dreqTx: 20, dreqRx: 21}, (byte) => sent.push([parts.clock.nanos, byte]));
    parts.rp2040.clkPeri = 125e6;
    parts.rp2040.gpio[0].ctrl = 2;
    parts.rp2040.gpio[1].ctrl = 2;
    [[0x24, 67], [0x28, 52], [0x2c, 0x70], [0x30, 0x301]].forEach(([at, value]) => port.writeUint32(at, value));
    return {...parts, port, sent};
}

test('bytes leave one after another at 115200 baud', () => {
    const {port, sent, clock} = uart();
    port.writeUint32(0, 65);
    port.writeUint32(0, 66);
    clock.tick(80_000);
    assert.deepEqual(sent, []);
    clock.tick(1e6);
    assert.deepEqual(sent.map(([, byte]) => byte), [65, 66]);
    assert.ok(Math.abs(sent[1][0] - 2 * 10e9 / 115200) < 200, `second byte after ${sent[1][0]} ns`);
});

test('the 33rd byte fits behind the one that is leaving, the 34th is lost with a warning', () => {
    const {port, warnings} = uart();
    for (let i = 0; i < 34; i++) {
        port.writeUint32(0, i);
    }
    assert.equal(warnings.length, 1);
});

test('the transmit interrupt comes when the queue has fallen to half, not before', () => {
    const {port, clock} = uart();
    port.writeUint32(0x38, 1 << 5);
    assert.equal(port.readUint32(0x40), 0);
    for (let i = 0; i < 20; i++) {
        port.writeUint32(0, i);
    }
    clock.tick(2 * 86_806);
    assert.equal(port.readUint32(0x40), 0);
    clock.tick(3 * 86_806);
    assert.equal(port.readUint32(0x40), 1 << 5);
});

test('a lone byte raises the receive timeout, sixteen the receive interrupt', () => {
    const {port, clock} = uart();
    port.feed([65]);
    clock.tick(100_000);
    assert.equal(port.readUint32(0x3c) & 0x50, 0);
    clock.tick(300_000);
    assert.equal(port.readUint32(0x3c) & 0x50, 0x40);
    assert.equal(port.readUint32(0), 65);
    assert.equal(port.readUint32(0x3c) & 0x50, 0);
    port.feed(Array(16).fill(66));
    clock.tick(16.5 * 86_806);
    assert.equal(port.readUint32(0x3c) & 0x10, 0x10);
});

test('an impatient sender loses what the queue has no room for, a patient one waits', () => {
    for (const [patient, lost] of [[false, 8], [true, 0]]) {
        const {port, clock} = uart();
        port.patient = patient;
        port.feed(Array.from({length: 40}, (_, i) => i));
        clock.tick(50 * 86_806);
        assert.equal(port.statistics.lost, lost);
        assert.equal(port.receive.length, 32);
    }
});

// ------------------------------------------------------------ PIO and LEDs

/** The WS2812 program of the PIO chapter's examples, 10 cycles a bit at 8 MHz, with its FIFO written by the test. */
function pioChain() {
    const {rp2040, clock} = chip();
    rp2040.clkSys = 125e6;
    const pio = rp2040.pio[0];
    const pictures = [];
    const leds = new Ws2812(clock, 1, (bytes) => pictures.push([...bytes]));
    rp2040.gpio[28].addListener((state) => leds.level(state === 1));
    new PioClock(rp2040, pio);
    // out x, 1 side 0 [2]; jmp !x 3 side 1 [1]; jmp 0 side 1 [4]; nop side 0 [4]
    [0x6221, 0x1123, 0x1400, 0xa442].forEach((word, i) => pio.writeUint32(0x48 + 4 * i, word));
    pio.writeUint32(0xc8, (15 << 16 | 160 << 8) >>> 0);             // 15.625
    pio.writeUint32(0xcc, 3 << 12);
    pio.writeUint32(0xd0, (24 << 25 | 1 << 17) >>> 0);
    pio.writeUint32(0xdc, (1 << 29 | 28 << 10 | 1 << 26 | 28 << 5) >>> 0);
    rp2040.gpio[28].ctrl = 6;
    pio.writeUint32(0xd8, 0xe081);                                  // set pindirs, 1
    pio.writeUint32(0x00, 0x11);                                   // restarted and on
    return {pio, clock, leds, pictures};
}

test('a PIO program makes bits of the wire in virtual time, whatever the step', () => {
    for (const step of [8, 40, 1000]) {
        const {pio, clock, leds, pictures} = pioChain();
        for (const word of [0x12345600, 0xff00aa00]) {
            clock.tick(1000);
            pio.writeUint32(0x10, word);
            for (let i = 0; i < 150_000 / step; i++) {
                clock.tick(step);
            }
        }
        assert.deepEqual(pictures, [[0x12, 0x34, 0x56], [0xff, 0x00, 0xaa]]);
        const {oneHigh, zeroHigh, bits} = leds.statistics;
        assert.equal(bits, 48);
        assert.deepEqual(oneHigh.map(Math.round), [872, 880]);
        assert.deepEqual(zeroHigh.map(Math.round), [248, 256]);     // the divider's fraction moves edges by 8 ns
    }
});

/** Sends bits to a chain as pairs of high and low nanoseconds. */
function wire(times) {
    const {clock} = chip();
    const leds = new Ws2812(clock, 1, () => {});
    for (const [high, low] of times) {
        leds.level(true);
        clock.tick(high);
        leds.level(false);
        clock.tick(low);
    }
    return leds.statistics;
}

test('a bit out of the data sheet\'s limits is a violation, as is a picture cut short', () => {
    const good = [...Array(23).fill([400, 850]), [800, 60_000]];
    assert.equal(wire(good).violations, 0);
    assert.equal(wire([...Array(23).fill([240, 850]), [800, 60_000]]).violations, 23);
    assert.match(wire([[400, 1200], ...good.slice(1)]).first_violation, /zeroLow lasts 1200/);
    assert.match(wire(good.slice(3)).first_violation, /21 bits instead of 24/);
});

// ------------------------------------------------------------ sensors and buttons

const PINS = [...'12345678'].map((rank, i) => `GP${2 + i} row of rank ${rank}`)
    .concat([...'abcdefgh'].map((file, i) => `GP${10 + i} column of file ${file}`),
            ['GP18 PLAY', 'GP19 HINT', 'GP20 MENU', 'GP21 PAUSE', 'GP28 LED data', 'GP0 serial line, sends']);
const WIRING = wiringFrom(PINS.join('\n'));

test('a board is wired as its image says', () => {
    const flash = new Uint8Array(4096).fill(0xff);
    flash.set(Buffer.from(`Stackmate pins\n${PINS.join('\n').replace('GP9 ', 'GP22 ')}\n\0GP7 row of rank 1`, 'latin1'), 1000);
    const wiring = wiringOf(flash);
    assert.deepEqual(wiring.rows, [2, 3, 4, 5, 6, 7, 8, 22]);
    assert.deepEqual(wiring.columns, [10, 11, 12, 13, 14, 15, 16, 17]);
    assert.deepEqual([wiring.buttons, wiring.buttonNames, wiring.chain], [[18, 19, 20, 21], ['PLAY', 'HINT', 'MENU', 'PAUSE'], 28]);
});

test('an image whose pins do not make a chess board is refused with what is missing', () => {
    assert.throws(() => wiringOf(new Uint8Array(100)), /does not say what its pins are for/);
    assert.throws(() => wiringFrom(PINS.slice(0, 15).join('\n')), /no pin for 'column of file h'/);
});

function board(options = {}) {
    const {rp2040, clock} = chip();
    const warnings = [];
    const wood = new ChessBoard({random: random(3), onWarning: (warning) => warnings.push(warning), ...options});
    const {gpio, sio} = rp2040;
    for (const pin of [...WIRING.rows, ...WIRING.columns, ...WIRING.buttons]) {
        gpio[pin].ctrl = 5;
        gpio[pin].padValue = WIRING.buttons.includes(pin) ? 0x4a : 0x46;
    }
    const drive = (rank, {others = 'low'} = {}) => {
        const all = 0xff << WIRING.rows[0];
        sio.writeUint32(0x20, others === 'low' ? all : 1 << WIRING.rows[rank]);     // outputs enabled
        sio.writeUint32(0x10, 1 << WIRING.rows[rank]);                              // one of them high
        return sio.readUint32(0x04) >> WIRING.columns[0] & 0xff;
    };
    wood.connect({rp2040, clock}, WIRING);
    return {wood, clock, drive, warnings, inputs: () => sio.readUint32(0x04)};
}

test('a driven row shows its squares in the columns', () => {
    const {wood, drive} = board();
    [0, 3, 12, 63].forEach((square) => wood.setSquare(square, true));
    assert.equal(drive(0), 0b00001001);
    assert.equal(drive(1), 0b00010000);
    assert.equal(drive(7), 0b10000000);
    wood.setSquare(12, false);
    assert.equal(drive(1), 0);
});

test('three corners of a rectangle show the fourth without diodes and not with them', () => {
    for (const [diodes, seen] of [[true, 0b01], [false, 0b11]]) {
        const {wood, drive} = board({diodes});
        [0, 8, 9].forEach((square) => wood.setSquare(square, true));        // a1, a2, b2: b1 is the ghost
        assert.equal(drive(0, {others: 'open'}), seen);
    }
});

test('two rows driven against each other without diodes are a short circuit', () => {
    const {wood, drive, warnings} = board({diodes: false});
    [0, 8].forEach((square) => wood.setSquare(square, true));
    drive(0);
    assert.ok(warnings.some(({text}) => /against each other/.test(text)));
});

test('a contact bounces for as long as told and then rests', () => {
    const {wood, clock, drive} = board({bounceMs: 5});
    let changes = 0;
    for (let i = 0; i < 20; i++) {
        wood.setSquare(i, true);
    }
    let before = drive(0);
    for (let i = 0; i < 500; i++) {
        clock.tick(10_000);
        const now = drive(0);
        changes += now === before ? 0 : 1;
        before = now;
    }
    assert.ok(changes > 5, `only ${changes} changes`);
    clock.tick(1e6);
    assert.deepEqual([drive(0), drive(1), drive(2)], [0xff, 0xff, 0x0f]);
});

test('a contact that is stuck says so whatever stands on it', () => {
    const {wood, drive} = board();
    wood.setStuck(4, true);
    assert.equal(drive(0), 0b00010000);
    wood.setStuck(4, null);
    assert.equal(drive(0), 0);
});

test('a pushed button pulls its pin to ground', () => {
    const {wood, inputs} = board();
    assert.equal(inputs() >> 18 & 15, 15);
    wood.setButton(2, true);
    assert.equal(inputs() >> 18 & 15, 11);
    wood.setButton(2, false);
    assert.equal(inputs() >> 18 & 15, 15);
});

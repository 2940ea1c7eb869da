// The second core: its launch by the boot ROM, what each core has for itself, sleep and wake, turns.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {RP2040} from 'rp2040js';

import {SecondCore} from '../second_core.mjs';

const ST = 0x50, WR = 0x54, RD = 0x58;
const VECTORS = 0x20000100, STACK = 0x20001000, CODE = 0x20002000, DATA = 0x20003000;

function machine() {
    const rp2040 = new RP2040();
    const complaints = [];
    rp2040.logger = {debug() {}, info() {}, warn() {}, error() {}};
    const chip = {rp2040, complaints, active: rp2040.core, stopped: '', faultDue: false, complain: (part, text) => complaints.push(text),
                  stop(why) { this.stopped = why; }, fault() { this.faultDue = false; this.faulted = this.active; this.stop('fault'); }};
    chip.second = new SecondCore(chip);
    return chip;
}

/** Puts Thumb instructions into RAM. */
function program(chip, ...halves) {
    halves.forEach((half, i) => chip.rp2040.writeUint16(CODE + 2 * i, half));
}

/** Sends words, and returns what the boot ROM answers. */
function send(chip, ...words) {
    const {sio} = chip.rp2040;
    return words.map((word) => {
        sio.writeUint32(WR, word);
        assert.equal(sio.readUint32(ST) & 1, 1);
        return sio.readUint32(RD);
    });
}

const greet = (chip) => assert.equal(chip.rp2040.sio.readUint32(RD), 0);
const launch = (chip) => { greet(chip); return send(chip, 0, 0, 1, VECTORS, STACK, CODE | 1); };

test('it waits in the boot ROM until it is told where to go, and repeats each word', () => {
    const chip = machine();
    program(chip, 0xe7fe);      // b .
    chip.second.run(0, 1000, 8);
    assert.equal(chip.second.busy, false);
    assert.deepEqual(launch(chip), [0, 0, 1, VECTORS, STACK, CODE | 1]);
    assert.equal(chip.second.busy, true);
    const {core} = chip.second;
    assert.deepEqual([core.VTOR, core.SP, core.PC], [VECTORS, STACK, CODE]);
});

test('a word that is out of order begins the launch anew', () => {
    const chip = machine();
    greet(chip);
    send(chip, 0, 0, 7);
    assert.deepEqual(send(chip, 0, 0, 1, VECTORS, STACK), [0, 0, 1, VECTORS, STACK]);
    assert.equal(chip.second.launched, false);
    send(chip, CODE | 1);
    assert.equal(chip.second.launched, true);
});

test('a core that is to stay asleep answers nothing and never runs', () => {
    const chip = machine();
    chip.second = new SecondCore(chip, true);
    const {sio} = chip.rp2040;
    sio.readUint32(RD);     // the greeting
    [0, 0, 1, VECTORS, STACK, CODE | 1].forEach((word) => sio.writeUint32(WR, word));
    assert.deepEqual([sio.readUint32(ST) & 1, chip.second.busy], [0, false]);
});

test('both see the same memory, and time passes for both alike', () => {
    const chip = machine();
    program(chip, 0x6801, 0x3101, 0x6001, 0xe7fb);      // ldr r1, [r0]; adds r1, #1; str r1, [r0]; b back
    launch(chip);
    chip.second.core.registers[0] = DATA;
    chip.rp2040.writeUint32(DATA, 40);
    for (let turn = 0; turn < 10; turn++) {
        chip.second.run(turn * 700, (turn + 1) * 700, 8);
    }
    // 2 + 1 + 2 + 2 cycles of 8 ns, and the last round may be under way
    assert.equal(chip.rp2040.readUint32(DATA), 40 + 7000 / 56);
});

test('WFE sleeps until the other core sends an event, even one sent before', () => {
    const chip = machine();
    program(chip, 0xbf20, 0x3001, 0xe7fc);      // wfe; adds r0, #1; b back
    launch(chip);
    const {second} = chip;
    second.run(0, 1000, 8);
    assert.deepEqual([second.busy, second.core.registers[0]], [false, 0]);
    second.heard('SEV');
    second.run(1000, 2000, 8);
    assert.deepEqual([second.busy, second.core.registers[0]], [false, 1]);
    second.heard('SEV');
    second.heard('SEV');
    second.run(2000, 3000, 8);
    assert.deepEqual([second.busy, second.core.registers[0]], [false, 3]);
});

test('each core has its own number and its own end of the queues; the pins are common', () => {
    const chip = machine();
    launch(chip);
    const first = chip.rp2040.sio, second = chip.second.core.rp2040.sio;
    assert.deepEqual([first.readUint32(0), second.readUint32(0)], [0, 1]);
    second.writeUint32(WR, 5);
    assert.deepEqual([first.readUint32(ST) & 1, second.readUint32(ST) & 1, first.readUint32(RD)], [1, 0, 5]);
    second.writeUint32(0x24, 1 << 9);       // GPIO_OE_SET
    assert.equal(first.readUint32(0x20), 1 << 9);
});

test('a full queue says so, and what is sent all the same is reported', () => {
    const chip = machine();
    launch(chip);
    for (let i = 0; i < 8; i++) {
        assert.equal(chip.rp2040.sio.readUint32(ST) & 2, 2);
        chip.rp2040.sio.writeUint32(WR, i);
    }
    assert.equal(chip.rp2040.sio.readUint32(ST) & 2, 0);
    assert.equal(chip.complaints.length, 0);
    chip.rp2040.sio.writeUint32(WR, 8);
    assert.match(chip.complaints[0], /lost/);
});

test('a core that is forced off runs no more, and waits in the boot ROM when it is on again', () => {
    const chip = machine();
    program(chip, 0xe7fe);
    launch(chip);
    const psm = chip.rp2040.peripherals[0x40010];
    psm.writeUint32(4, 1 << 16);
    assert.equal(chip.second.busy, false);
    psm.writeUint32(4, 0);
    assert.equal(chip.second.busy, false);
    assert.equal(launch(chip).length, 6);
    assert.equal(chip.second.busy, true);
});

test('a fault is that of the core whose instruction it was', () => {
    const chip = machine();
    chip.rp2040.logger.warn = () => { chip.faultDue = true; };
    chip.second = new SecondCore(chip);
    program(chip, 0x6801);      // ldr r1, [r0]
    launch(chip);
    chip.second.core.registers[0] = 0x30000000;
    chip.second.run(0, 1000, 8);
    assert.equal(chip.faulted, chip.second.core);
    assert.equal(chip.active, chip.rp2040.core);
});

test('an even entry is a fault of the second core', () => {
    const chip = machine();
    program(chip, 0xe7fe);
    greet(chip);
    send(chip, 0, 0, 1, VECTORS, STACK, CODE);
    assert.equal(chip.faulted, chip.second.core);
    assert.match(chip.complaints.join(), /a branch to the even address 0x20002000/);
    assert.equal(chip.active, chip.rp2040.core);
});

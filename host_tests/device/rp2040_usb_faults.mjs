#!/usr/bin/env node
// What goes wrong at the RP2040's USB port, and what USB asks of a device then: the firmware in the simulator with a
// host that misbehaves.
//
// usage: rp2040_usb_faults.mjs IMAGE
//
// Prints "ok SENTENCE" or "FAILED SENTENCE" for each promise; exit status 0 if all held. "USB 2.0" is the Universal
// Serial Bus Specification, revision 2.0.

import {Simulation} from '../../emulators/rp2040/simulation.mjs';
import {FaultyUsbHost} from './faulty_usb_host.mjs';

let failed = 0;
function report(sentence, held) {
    failed += held ? 0 : 1;
    console.log(`${held ? 'ok' : 'FAILED'} ${sentence}`);
}

const IN = 0x82, OUT = 0x02;
const CONTROL_OUT = 0x84, OUT_CONTROL = 0x80 + 8 * 2 + 4;   // buffer control: RP2040 data sheet, 4.1.2.5

const simulation = new Simulation({image: process.argv[2]});
let wire = '';
const sent = [];        // on the wire: {byte, ms}
simulation.onUartByte = (byte) => {
    wire += String.fromCharCode(byte);
    sent.push({byte: String.fromCharCode(byte), ms: simulation.ms});
};
let brightest = 0;
simulation.onFrame = (ms, colours) => { brightest = Math.max(...colours); };
simulation.powerOn();
const {usbDPRAMView} = simulation.chip.rp2040;

function until(done, ms) {
    for (let passed = 0; passed < ms && !done(); passed += 0.25) {
        simulation.run(0.25);
    }
    return done();
}

let host, connected;
function plugIn() {
    host = new FaultyUsbHost(simulation);
    connected = false;
    host.cdc.onDeviceConnected = () => { connected = true; host.startFrames(); };
}
/** Frames run, and the port is open. */
const plugged = () => until(() => connected, 200) && (simulation.run(20), true);
const quiet = () => { simulation.run(50); host.heard = wire = ''; };
const ask = (line, reply, ms = 200) => { host.say(line + '\n'); return until(() => host.heard.includes(reply), ms); };
const control = (...request) => {
    host.controller.epStallArm = 0;
    host.request(...request);
    return until(() => host.control.length > 0 || host.controller.epStallArm === 3, 20) && host.controller.epStallArm === 0;
};
const stalled = (...request) => !control(...request);
const status = (...request) => (control(...request) ? host.control[0].join() : 'STALL');
/** The PID that the next packet from the host must have. */
const expects = () => usbDPRAMView.getUint32(OUT_CONTROL, true) >> 13 & 1;

plugIn();
report('the host finds the port', plugged());
simulation.run(100);
quiet();

// ---- data toggles: USB 2.0, 9.4.5 and 9.1.1.5
const odd = () => {     // an odd number of packets to the host and from it
    for (let tries = 0; tries < 8 && (host.packets.at(-1)?.pid !== 0 || expects() !== 1); tries++) {
        ask(['isready', 'isready' + ' '.repeat(30)][tries & 1], 'readyok');     // one packet, and two
        quiet();
    }
    return host.packets.at(-1).pid === 0 && expects() === 1;
};
const next = () => { host.packets = []; ask('isready', 'readyok'); quiet(); return host.packets[0]?.pid; };

report('the toggles alternate', ask('isready', 'readyok') && (quiet(), odd()));
report('the end of a halt to the host begins with DATA0', control(0x02, 1, 0, IN, 0) && next() === 0);
odd();
report('the end of a halt from the host begins with DATA0', control(0x02, 1, 0, OUT, 0) && expects() === 0);
report('and the port is served as before', ask('isready', 'readyok'));
quiet();
odd();
report('the choice of an interface begins with DATA0 both ways',
       control(0x01, 11, 0, 1, 0) && expects() === 0 && next() === 0);
report('an interface has no alternative', stalled(0x01, 11, 1, 1, 0) && control(0x01, 11, 0, 0, 0));
report('there are two interfaces', stalled(0x01, 11, 0, 2, 0) && stalled(0x81, 10, 0, 2, 1) && status(0x81, 10, 0, 1, 1) === '0');
report('there is one configuration', stalled(0x00, 9, 2, 0, 0) && status(0x80, 8, 0, 0, 1) === '1');

// ---- halts: USB 2.0, 9.4.5 and 9.4.9
report('an endpoint that is halted says so', control(0x02, 3, 0, IN, 0) && status(0x82, 0, 0, IN, 2) === '1,0'
       && status(0x82, 0, 0, OUT, 2) === '0,0');
host.say('isready\n');
simulation.run(30);
report('what waits for a halted endpoint is kept', host.heard === '' && control(0x02, 1, 0, IN, 0)
       && until(() => host.heard.includes('readyok'), 50) && status(0x82, 0, 0, IN, 2) === '0,0');
report('endpoint 0 is never halted', stalled(0x02, 3, 0, 0, 0) && control(0x02, 1, 0, 0, 0));
report('there is no endpoint 5, nor a feature of the device',
       stalled(0x02, 3, 0, 0x85, 0) && stalled(0x82, 0, 0, 5, 2) && stalled(0x00, 3, 1, 0, 0));
report('the bus feeds the device, which wakes nobody', status(0x80, 0, 0, 0, 2) === '0,0');
report('half a line coding is refused', stalled(0x21, 0x20, 0, 0, 7, Uint8Array.of(1, 2, 3)));
host.withholds = true;
host.request(0x21, 0x20, 0, 0, 7, null);
simulation.run(1);
host.withholds = false;
report('a request takes back the buffers of one that was never ended',
       control(0x21, 0x22, 3, 0, 0) && usbDPRAMView.getUint32(CONTROL_OUT, true) === 0 && ask('isready', 'readyok'));
quiet();

// ---- erratum RP2040-E15
host.packets = [];
for (let i = 0; i < 60; i++) {
    host.say('uci\n');
    simulation.run(7.13);
}
quiet();
// The firmware learns of a frame by an interrupt, a little late.
const late = host.packets.filter(({late_us: at}) => at >= 820 && at < 999).length;
report(`no packet is offered in the last fifth of a frame (${host.packets.length} packets)`, host.packets.length > 200 && late === 0);

// ---- sleep: USB 2.0, 7.1.7.6
host.suspend();
until(() => brightest === 0, 100);
report('the board goes dark when the host sleeps', brightest === 0);
simulation.run(500);
report('and the controller is left alone', host.attached);
host.say('');
simulation.send(Buffer.from('isready\n'));
report('while it sleeps its session goes on', until(() => wire.includes(' not obeyed\n'), 200));
host.resume();
simulation.run(30);
host.say('quit\n');
simulation.run(50);
host.suspend();
simulation.run(50);
simulation.send(Buffer.from('isready\n'));
report('and without one the wire is served', until(() => wire.includes('readyok'), 200));
{
    // How long after the last byte of "stop" the answer begins, on a line that is free.
    const late = [];
    for (let ms = 17; ms < 45; ms += 1.3) {
        host.resume();
        simulation.run(30);
        simulation.send(Buffer.from('position startpos moves a2a4\ngo infinite\n'));
        simulation.run(300);
        host.suspend();
        simulation.run(ms - 6 * simulation.byteMs);
        sent.length = 0;
        simulation.send(Buffer.from('stop\n'));
        simulation.run(20);
        const heard = simulation.statistics().uart.last_received_ms;
        const answer = sent.map(({byte}) => byte).join('').lastIndexOf('bestmove');
        if (answer === 0 || sent[answer - 1].ms < heard) {
            late.push(sent[answer].ms - simulation.byteMs - heard);
        }
    }
    const worst = Math.max(...late);
    report(`a host that falls asleep keeps no answer waiting (${late.length} answers, ${worst.toFixed(2)} ms at worst)`,
           late.length > 15 && worst <= 0.5);
}
simulation.send(Buffer.from('quit\n'));
simulation.run(20);
host.suspend();
simulation.run(50);
host.resume();
report('the lights come back with the host', until(() => brightest > 0, 100));
report('which is served as before', ask('isready', 'readyok'));
quiet();
{
    host.say('go movetime 100\n');
    simulation.run(30);
    host.suspend();
    simulation.run(2000);
    host.resume();
    report('a search whose host fell asleep is answered when it wakes',
           until(() => /(^|\n)bestmove [a-h][1-8][a-h][1-8][^\n]*\n/.test(host.heard), 200));
    quiet();
}

// ---- a cable that is pulled from a board with a supply of its own: USB 2.0, 7.1.5
host.say('position startpos moves e2e4\ngo infinite\n');
simulation.run(50);
host.say('sto');
simulation.run(5);
host.pullOut();
report('a board without the host\'s supply pulls nothing up', until(() => !host.attached, 20));
simulation.run(200);
report('a board with a supply of its own stays lit when the cable is pulled', brightest > 0);
simulation.send(Buffer.from('isready\n'));
report('the wire is served', until(() => wire.includes('readyok'), 200));
simulation.run(10);
wire = '';
simulation.send(Buffer.from('go movetime 50\n'));
report('and nobody has a search or the engine any more', until(() => wire.includes('bestmove'), 300));
simulation.send(Buffer.from('quit\n'));     // else the wire has the session
simulation.run(20);
plugIn();
report('with the cable back the host finds it again', until(() => host.attached, 20) && plugged());
report('and a new session, which knows nothing of the one before', ask('d', 'Fen:', 300)
       && /Fen: rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w/.test(host.heard));
quiet();

// ---- a program that never raises DTR
host.cdc.cdcSetControlLineState(0);
simulation.run(20);
report('a program that never raises DTR is answered once it has said something', ask('isready', 'readyok') && wire === '');
host.cdc.cdcSetControlLineState(0);
simulation.run(5);
simulation.send(Buffer.from('isready\n'));
host.heard = '';
report('and is forgotten when it has gone', until(() => wire.includes('readyok'), 200) && host.heard === '');

// ---- erratum RP2040-E5, and E2: chips before stepping B2
{
    const old = new Simulation({image: process.argv[2], stepping: 1});
    const states = [];
    old.onUartByte = () => {};
    old.powerOn();
    const pin = old.chip.rp2040.gpio[15];       // a column of the squares
    const set = (rows) => { for (let square = 0; square < 64; square++) { old.board.setSquare(square, rows.includes(square >> 3)); } };
    set([0, 1, 6, 7]);
    const usual = {ctrl: 0, pad: 0};
    const neighbour = new FaultyUsbHost(old);
    neighbour.cdc.onDeviceConnected = () => { states.push('found'); neighbour.startFrames(); };
    const passes = (done, ms) => { for (let i = 0; i < 20 * ms && !done(); i++) { old.run(0.05); } return done(); };
    let forced = 0;
    passes(() => { forced += pin.ctrl >> 16 & 3 ? 0.05 : 0; return false; }, 200);
    Object.assign(usual, {ctrl: pin.ctrl, pad: pin.padValue});
    report(`an old chip is shown a line at rest for a millisecond after the reset (${forced.toFixed(2)} ms)`,
           states.length > 0 && forced >= 0.8 && forced <= 2.1);
    report('and has its pin back', (usual.ctrl & 31) === 5 && (usual.pad & 12) === 4);
    old.run(400);
    neighbour.heard = '';
    for (let i = 0; i < 20; i++) {
        neighbour.resetBus();
        old.run(3.7);
    }
    old.run(100);
    report('no square has moved by that', !/string board (lifted|placed|.*square)/.test(neighbour.heard));
    neighbour.request(0x00, 9, 1, 0, 0);
    old.run(5);
    neighbour.request(0x21, 0x22, 3, 0, 0);
    old.run(5);
    neighbour.heard = '';
    neighbour.say('go movetime 100\n');
    old.run(60);
    neighbour.setReading(false);
    old.run(20);
    neighbour.cdc.cdcSetControlLineState(0);
    old.run(200);
    neighbour.setReading(true);
    neighbour.heard = '';
    neighbour.cdc.cdcSetControlLineState(3);
    neighbour.say('uci\n');
    report('an old chip, too, takes back what a closed window left', passes(() => neighbour.heard.includes('uciok\n'), 300)
           && /^\n?id name/.test(neighbour.heard));
    for (const {part, text: said, pc, ms} of old.warnings.slice(0, 10)) {
        report(`nothing that a chip would not stand for; but ${part}: ${said} (pc ${pc.toString(16)}, ${ms.toFixed(3)} ms)`, false);
    }
}

const {warnings, masked_ns: masked, longest_interrupt_ns: interrupt} = simulation.statistics();
for (const {part, text: said, pc, ms} of warnings.slice(0, 10)) {
    report(`nothing that a chip would not stand for; but ${part}: ${said} (pc ${pc.toString(16)}, ${ms.toFixed(3)} ms)`, false);
}
report(`no interrupt waits for more than 20 us (${(masked / 1000).toFixed(1)}, and ${(interrupt / 1000).toFixed(1)} for another)`,
       masked <= 20_000 && interrupt <= 20_000);
process.exitCode = failed === 0 ? 0 : 1;

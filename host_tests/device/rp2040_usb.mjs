#!/usr/bin/env node
// The RP2040's serial port over USB: the firmware in the simulator with a host at its socket.
//
// usage: rp2040_usb.mjs IMAGE
//
// Prints "ok SENTENCE" or "FAILED SENTENCE" for each promise; exit status 0 if all held. What goes wrong on a bus is in
// rp2040_usb_faults.mjs.

import {Simulation} from '../../emulators/rp2040/simulation.mjs';
import {UsbHost} from '../../emulators/rp2040/usb_host.mjs';

let failed = 0;
function report(sentence, held) {
    failed += held ? 0 : 1;
    console.log(`${held ? 'ok' : 'FAILED'} ${sentence}`);
}

const simulation = new Simulation({image: process.argv[2]});
let wire = '';
simulation.onUartByte = (byte) => { wire += String.fromCharCode(byte); };
simulation.powerOn();
let host = new UsbHost(simulation);
let connected = false;
host.cdc.onDeviceConnected = () => { connected = true; };

/** Lets up to `ms` go by until it is so. */
function until(done, ms) {
    for (let passed = 0; passed < ms && !done(); passed += 0.25) {
        simulation.run(0.25);
    }
    return done();
}
const answered = (request, count = 1) => {
    host.request(...request);
    return until(() => host.control.length >= count, 20);
};
const quiet = () => {
    simulation.run(50);
    host.heard = wire = '';
};

report('the host finds a serial port and opens it', until(() => connected, 200) && host.cdc.inEndpoint === 2
       && host.cdc.outEndpoint === 2 && host.cdc.descriptors.length === 67);
report('the greeting goes to the wire, and what follows to both', until(() => host.heard.includes('\n'), 200)
       && wire.startsWith('Stackmate'));
quiet();

report('it says what it is', answered([0x80, 6, 0x0100, 0, 18]) && host.control[0].length === 18
       && host.control[0][0] === 18 && host.control[0][7] === 64);
report('a description is cut to what the host asked for', answered([0x80, 6, 0x0100, 0, 8]) && host.control[0].length === 8);
const text = () => Buffer.from(host.control[0].slice(2)).toString('utf16le');
report('it has a name', answered([0x80, 6, 0x0302, 0x0409, 255]) && text() === 'Stackmate chess computer');
report('it has a number of its own', answered([0x80, 6, 0x0303, 0x0409, 255]) && /^[0-9A-F]{16}$/.test(text()));
report('a line coding is taken and given back', answered([0x21, 0x20, 0, 0, 7, Uint8Array.of(0x80, 0x25, 0, 0, 0, 0, 8)])
       && answered([0xA1, 0x21, 0, 0, 7]) && host.control[0].join() === [0x80, 0x25, 0, 0, 0, 0, 8].join());
host.controller.epStallArm = 0;
host.request(0xC0, 0x77, 0, 0, 4);
report('a request it does not know is refused', until(() => host.controller.epStallArm === 3, 20));
quiet();

host.say('uci\n');
report('an answer goes to USB if the line came from there', until(() => host.heard.includes('uciok'), 500) && wire === '');
quiet();
simulation.send(Buffer.from('isready\n'));
report('while USB has the session the wire is turned away, in words', until(() => wire.includes(' not obeyed\n'), 500)
       && wire.startsWith('info string error: the USB port has the session') && host.heard === '');
quiet();

host.say('go infinite\n');
simulation.run(100);
host.say('stop\n');
report('a stop by USB ends the search within 5 ms', until(() => host.heard.includes('bestmove'), 5));
quiet();

host.say('position startpos moves ' + 'g1f3 g8f6 f3g1 f6g8 '.repeat(300) + '\r\nd\r\n');
report('a line of 6,000 bytes arrives whole', until(() => host.heard.includes(' 601\n'), 3000));
quiet();

host.say('isready\n');
until(() => host.heard.includes('readyok'), 100);
host.setReading(false);
host.say('uci\n');
simulation.run(20);
simulation.send(Buffer.from('isready\n'));
report('a host that stops reading does not hold the firmware up for more than a second', until(() => wire.includes(' not obeyed\n'), 1000));
host.setReading(true);
simulation.run(50);
quiet();
host.say('isready\n');
report('when it reads again it is answered again', until(() => host.heard.includes('readyok'), 200));
quiet();

// ---- a pause, and a window that is closed
/** What an engine says to a "go": whole lines, the last of them its move. */
const isAnswer = (text) => /^((info|bestmove) [^\n]*\n)+$/.test(text) && /(^|\n)bestmove [a-h][1-8][a-h][1-8][^\n]*\n$/.test(text)
    && text.match(/bestmove/g).length === 1 && !/.(info|bestmove) /.test(text.replace(/info string.*/g, ''));
for (const ms of [700, 10_000]) {
    host.say('go movetime 300\n');
    simulation.run(100);
    host.setReading(false);
    simulation.run(ms);
    host.setReading(true);
    report(`a host that pauses for ${ms} ms has lost nothing`, until(() => /bestmove.*\n/.test(host.heard), 500) && isAnswer(host.heard));
    quiet();
}
for (const ms of [60, 61.3, 70]) {
    host.say('go movetime 200\n');
    simulation.run(ms);
    host.setReading(false);
    simulation.run(50);
    const begun = !host.heard.endsWith('\n');
    host.heard = '';
    host.cdc.cdcSetControlLineState(0);
    simulation.run(300);
    host.setReading(true);
    simulation.run(20);
    const kept = host.heard;
    host.cdc.cdcSetControlLineState(3);
    host.say('uci\n');
    report(`a window that was closed leaves nothing to the next (${ms} ms)`, until(() => host.heard.includes('uciok\n'), 500) && kept === ''
           && host.heard.startsWith((begun ? '\n' : '') + 'id name'));
    quiet();
}

host.say('isrea');
simulation.run(100);
simulation.send(Buffer.from('isready\n'));
report('half a line from USB does not keep the wire waiting', until(() => wire.includes(' not obeyed\n'), 50));
host.say('dy\n');
report('and is whole when its end comes', until(() => host.heard.includes('readyok'), 100));
quiet();

host.say('go movetime 100\n');
simulation.run(20);
host.cdc.cdcSetControlLineState(0);
simulation.run(200);
host.heard = wire = '';
simulation.send(Buffer.from('isready\n'));
report('with the port closed the wire is served, and alone', until(() => wire.includes('readyok'), 200) && host.heard === '');
simulation.send(Buffer.from('quit\n'));
quiet();

const before = host;
host = new UsbHost(simulation);
connected = false;
host.cdc.onDeviceConnected = () => { connected = true; };
host.controller.resetDevice();
report('after a reset of the bus the host finds it again', before !== host && until(() => connected, 200));
host.say('isready\n');
report('and is answered', until(() => host.heard.includes('readyok'), 200));

const {warnings, masked_ns: masked, longest_interrupt_ns: interrupt} = simulation.statistics();
for (const {part, text: what, pc, ms} of warnings.slice(0, 10)) {
    report(`nothing that a chip would not stand for; but ${part}: ${what} (pc ${pc.toString(16)}, ${ms.toFixed(3)} ms)`, false);
}
report(`no interrupt waits for more than 20 us (${(masked / 1000).toFixed(1)}, and ${(interrupt / 1000).toFixed(1)} for another)`,
       masked <= 20_000 && interrupt <= 20_000);
process.exitCode = failed === 0 ? 0 : 1;

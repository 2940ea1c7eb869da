#!/usr/bin/env node
// How the RP2040 starts: crystals that take their time, a core that is watched, the reset button.
//
// usage: rp2040_start.mjs IMAGE
//
// Prints "ok SENTENCE" or "FAILED SENTENCE" for each promise; exit status 0 if all held.

import {Simulation} from '../../emulators/rp2040/simulation.mjs';

let failed = 0;
function report(sentence, held) {
    failed += held ? 0 : 1;
    console.log(`${held ? 'ok' : 'FAILED'} ${sentence}`);
}

const BOD = 0x40064004;

function board(options = {}) {
    const simulation = new Simulation({image: process.argv[2], ...options});
    simulation.said = '';
    simulation.onUartByte = (byte) => { simulation.said += String.fromCharCode(byte); };
    simulation.powerOn();
    return simulation;
}
const greets = (simulation, ms = 300) => {
    simulation.said = '';
    simulation.run(ms);
    return simulation.said.startsWith('Stackmate');
};
const clean = ({warnings}) => warnings.length === 0 || (console.log(warnings[0].text), false);

for (const crystalMs of [1, 6, 32, 60]) {
    const simulation = board({crystalMs});
    report(`a crystal that takes ${crystalMs} ms is waited for`, greets(simulation) && clean(simulation));
}
for (const [what, options] of [['that never starts', {crystalMs: null}], ['that starts after 9 s', {crystalFromMs: 9000}]]) {
    const simulation = board(options);
    simulation.run(9000);
    const {chip, said, resets} = simulation;
    // Not even for a moment: what the ring oscillator makes of the LEDs' bits shines white.
    report(`before a crystal ${what} nothing is said, nothing shines, and nothing restarts`,
           chip.stopped === '' && said === '' && resets.length === 0 && simulation.statistics().frames.pictures === 0
           && clean(simulation));
    if (options.crystalFromMs) {
        report('behind it all goes its way', greets(simulation) && (simulation.run(1000), simulation.statistics().frames.pictures > 0)
               && clean(simulation));
    }
}

const [pico, picoW] = [board(), board({radio: true})];
const drives = ({chip}, pin) => chip.rp2040.gpio[pin].outputEnable;
report('a Pico blinks with its LED', greets(pico) && drives(pico, 25) && clean(pico));
report('a Pico W starts as well, and none of the radio\'s pins is driven or pulled another way than after a reset',
       greets(picoW) && [23, 24, 25, 29].every((pin) => !drives(picoW, pin) && picoW.chip.rp2040.gpio[pin].pulldownEnabled)
       && clean(picoW));
report('nor after a restart', (picoW.pressReset(), greets(picoW, 600)) && clean(picoW));

const simulation = board();
report('it starts', greets(simulation));
report('the core is reset below 0.946 V', simulation.chip.rp2040.readUint32(BOD) === 0xb1);
const slice = 0x40050000 + 0x14 * 5;      // the PWM of GP27, which is its second output
const high = () => simulation.chip.rp2040.readUint32(slice + 0xc) >>> 16, top = () => simulation.chip.rp2040.readUint32(slice + 0x10);
const hear = (word) => { simulation.send(Buffer.from(`board sound ${word}\n`)); simulation.run(40); return high() / (top() + 1); };
report('a sounder at GP27 is as loud as is asked', (simulation.run(300), high() === 0) && Math.abs(hear('loud') - 1 / 2) < 0.01
       && top() === Math.floor(125e6 / 64 / 550) - 1 && (simulation.run(100), high() === 0) && Math.abs(hear('quiet') - 1 / 8) < 0.01
       && (simulation.run(100), high() === 0) && hear('off') === 0);
report('a press right after the power came is the first', (simulation.pressReset(), greets(simulation, 600)));
simulation.pressReset();
report('one press of the reset button starts it anew', greets(simulation, 600));
simulation.pressReset();
report('so does another a second later', greets(simulation, 600));

// ---- the reset button, twice
/** What two presses so far apart lead to. */
const twice = (ms) => {
    simulation.run(1000);
    simulation.pressReset();
    simulation.run(ms);
    simulation.pressReset();
    const became = simulation.run(300);
    simulation.pressReset();
    return became;
};
const near = [20, 40, 60, 64, 66, 70, 100, 150, 300, 500], far = [650, 800, 1500];
const asked = near.filter((ms) => twice(ms) !== 'bootloader');
report('two presses 20 to 500 ms apart start the drive that takes an image' + (asked.length ? `, but not ${asked.join(' ')}` : ''),
       asked.length === 0);
report('presses further apart do not', far.every((ms) => twice(ms) === 'time'));
simulation.run(1000);
for (const ms of [3, 1, 7]) {
    simulation.pressReset();
    simulation.run(ms);
}
report('a button that bounces is one press', (simulation.pressReset(), greets(simulation, 600)));

/** A program that does not live long, for so many starts: it faults, or the watchdog bites. */
const crashes = (starts, how) => {
    for (let i = 0; i < starts; i++) {
        const became = simulation.run(90 + 13 * i % 80);
        if (became !== 'time') {
            return became;
        }
        const before = simulation.resets.length;
        if (how === 'fault') {
            simulation.chip.rp2040.core.PC = 0x30000000;
        } else {
            simulation.chip.watchdog.reason = 1;
            simulation.chip.stop('reset', 'watchdog');
        }
        simulation.run(1);
        if (simulation.resets.length === before) {
            return 'no restart';
        }
    }
    return 'time';
};
for (const [how, what] of [['fault', 'faults'], ['watchdog', 'is stopped by the watchdog']]) {
    simulation.run(1000);
    simulation.pressReset();
    report(`a program that ${what} soon after each start does not lead there by itself`, crashes(20, how) === 'time');
    report('but the next press does', (simulation.pressReset(), simulation.run(300) === 'bootloader'));
    simulation.pressReset();
    simulation.run(1000);
    simulation.powerOff();
    simulation.powerOn();
    report('from power-on it takes two', crashes(3, how) === 'time' && (simulation.pressReset(), crashes(3, how) === 'time')
           && (simulation.pressReset(), simulation.run(300) === 'bootloader'));
    simulation.pressReset();
    report('a program that lives on after a crash forgets the press',
           crashes(1, how) === 'time' && simulation.run(700) === 'time' && (simulation.pressReset(), simulation.run(700) === 'time'));
}
simulation.pressReset();
simulation.run(200);
report('pressed once more it becomes the drive', (simulation.pressReset(), simulation.run(300) === 'bootloader'));
simulation.warnings.length = 0;     // which for a game would be an end
simulation.pressReset();
report('from which the next press leads back', greets(simulation));

simulation.run(1000);
simulation.powerOff();
simulation.powerOn();
simulation.run(200);
const {chip} = simulation;
simulation.base = simulation.nanos;
simulation.powerOn({...chip.kept(), cause: 'power'});    // RAM keeps what it holds for a while
report('a plug that loses its contact while it is pushed in is no second press', greets(simulation));
simulation.run(1000);
report('nothing happened that a chip would not stand for', clean(simulation));
process.exitCode = failed === 0 ? 0 : 1;

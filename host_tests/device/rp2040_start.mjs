#!/usr/bin/env node
// How the RP2040 starts: crystals that take their time, a core that is watched, the reset button.
//
// usage: rp2040_start.mjs IMAGE
//
// Prints "ok SENTENCE" or "FAILED SENTENCE" for each promise; exit status 0 if all held.

import {Simulation} from '../../tools/rp2040/simulation.mjs';

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
{
    const simulation = board({crystalMs: null});
    simulation.run(10_000);
    report('without a crystal the program runs on the ring oscillator', simulation.chip.stopped === ''
           && simulation.chip.rp2040.clkSys < 15e6 && simulation.chip.instructions > 1e6);
}

const simulation = board();
report('it starts', greets(simulation));
report('the core is reset below 0.946 V', simulation.chip.rp2040.readUint32(BOD) === 0xb1);
report('a press right after the power came is the first', (simulation.pressReset(), greets(simulation, 600)));
simulation.pressReset();
report('one press of the reset button starts it anew', greets(simulation, 600));
simulation.pressReset();
report('so does another a second later', greets(simulation, 600));
simulation.pressReset();
simulation.run(200);
report('two presses within half a second start the drive that takes an image',
       (simulation.pressReset(), simulation.run(200) === 'bootloader'));
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

#!/usr/bin/env node
// Boots a firmware image on the simulated RP2040 chess board, its serial port on stdin and stdout.

import {createReadStream, readFileSync, writeFileSync, writeSync} from 'node:fs';
import {parseArgs} from 'node:util';

const USAGE = `usage: node simulator.mjs [options] IMAGE

Boots IMAGE (.elf, .uf2 or .bin) on a simulated RP2040 chess board.

  --free            virtual time runs as fast as it can, idle time passes at once (default: not faster than real time)
  --control         JSON commands on stdin, answers on stdout, instead of the serial port (see control.mjs)
  --seed N          seed of everything that is left to chance (default: 1)
  --bounce MS       contacts bounce for so long (default: 0)
  --no-diodes       the sensor matrix has no diodes: ghosts
  --flash FILE      keep the flash in this file: read at the start if it is there, written at the end
  --position        the pieces stand in the starting position (default: the board is empty)
  --usb N           the serial port is that of USB, with power from the same cable; descriptor N tells what the computer
                    does: D and d open and close the port, c pulls the cable out, C puts it back, and B, a number in two
                    bytes and so many bytes are what it sends; an F comes back when it has found the port
  --allow-faults    what the chip would answer with a fault is no error of the run
  --help            this text

Exit status: the firmware's own if it ends by semihosting; 3 if something happened that a chip would not stand for.`;

function options() {
    const {values, positionals} = parseArgs({
        allowPositionals: true,
        options: {
            free: {type: 'boolean', default: false}, control: {type: 'boolean', default: false},
            seed: {type: 'string', default: '1'}, bounce: {type: 'string', default: '0'},
            'no-diodes': {type: 'boolean', default: false}, flash: {type: 'string'},
            position: {type: 'boolean', default: false}, usb: {type: 'string'},
            'allow-faults': {type: 'boolean', default: false}, help: {type: 'boolean', default: false},
        },
    });
    return {...values, image: positionals[0], extra: positionals.length > 1};
}

const chosen = options();
if (chosen.help) {
    console.log(USAGE);
    process.exit(0);
}

// Imported only here: they need what npm installs, and help does not.
const {control} = await import('./control.mjs');
const {Simulation, hex} = await import('./simulation.mjs');
const {CableEnd, UsbCable} = await import('./usb_host.mjs');

function reportWarnings(simulation) {
    for (const {part, text, pc, ms} of simulation.warnings.slice(0, 10)) {
        process.stderr.write(`simulator: ${part}: ${text} (pc ${hex(pc)}, ${ms.toFixed(3)} ms)\n`);
    }
}

/** Connects the serial port with stdin and stdout until the firmware ends or, when it has no more output, the input
 *  does. */
function serial(simulation, {free, usb, allowFaults}) {
    let output = [];
    let inputEnded = false;
    let quietSince = 0;
    const cable = usb ? new UsbCable(simulation, {onBytes: (bytes) => output.push(...bytes), onFound: () => writeSync(Number(usb), 'F')}) : null;
    const end = cable && new CableEnd(cable);
    if (usb) {
        createReadStream(null, {fd: Number(usb)}).on('data', (data) => end.take(data));
    } else {
        simulation.onUartByte = (byte) => output.push(byte);
        process.stdin.on('data', (data) => simulation.send(data));
    }
    process.stdin.resume();
    process.stdin.on('end', () => { inputEnded = true; quietSince = simulation.ms; });
    process.stdout.on('error', () => process.exit(141));
    const started = process.hrtime.bigint();
    let lag = 0;        // real time that the simulation was too slow for; it is not caught up
    const flush = () => {
        if (output.length > 0) {
            process.stdout.write(Uint8Array.from(output));
            output = [];
            quietSince = simulation.ms;
        }
    };
    const finish = (status) => {
        flush();
        reportWarnings(simulation);
        process.exitCode = status || (simulation.warnings.length > 0 && !allowFaults ? 3 : 0);
        process.stdin.destroy();
        simulation.onEnd?.();
    };
    const turn = () => {
        const real = Number(process.hrtime.bigint() - started) / 1e6 - lag;
        const ahead = simulation.ms - real;
        if (!free && ahead > 2) {
            setTimeout(turn, Math.min(ahead, 10));
            return;
        }
        if (ahead < -50) {
            lag += -ahead;
        }
        const ended = simulation.run(free ? 20 : Math.min(5, Math.max(1, -ahead)));
        end?.goOn();
        flush();
        if (ended === 'exit') {
            finish(simulation.exitStatus);
        } else if (ended !== 'time') {
            finish(3);
        } else if (inputEnded && simulation.ms - quietSince > 1000) {
            finish(0);
        } else {
            setImmediate(turn);
        }
    };
    turn();
}

function main() {
    if (!chosen.image || chosen.extra) {
        console.error(USAGE);
        process.exitCode = 2;
        return;
    }
    let flashImage = null;
    if (chosen.flash) {
        try {
            flashImage = readFileSync(chosen.flash);
        } catch (error) {
            if (error.code !== 'ENOENT') {
                throw error;
            }
        }
    }
    const simulation = new Simulation({
        image: chosen.image, seed: Number(chosen.seed), bounceMs: Number(chosen.bounce), diodes: !chosen['no-diodes'],
    });
    if (flashImage) {
        simulation.flash.bytes.set(flashImage);
        simulation.program(chosen.image);
    }
    if (chosen.flash) {
        simulation.onEnd = () => writeFileSync(chosen.flash, simulation.flash.bytes);
    }
    if (chosen.position) {
        for (let square = 0; square < 64; square++) {
            simulation.board.setSquare(square, square < 16 || square >= 48);
        }
    }
    if (chosen.control) {
        control(simulation);
        simulation.onEnd?.();
        return;
    }
    simulation.powerOn();
    serial(simulation, {free: chosen.free, usb: chosen.usb, allowFaults: chosen['allow-faults']});
}

main();

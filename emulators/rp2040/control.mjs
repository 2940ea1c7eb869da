// The simulated board as another program sees it: a line of JSON in, a line of JSON out.
//
// A command is {"do": NAME, ...}; every answer has
//   ms        virtual time in milliseconds
//   lines     what the serial line has said since the last answer: [[ms, text], ...]
//   elsewhere the lines that came at the other port meanwhile, which is nobody's: [[ms, text], ...]
//   bytes     all that it has said, in hexadecimal digits; after {"do": "options", "bytes": true} only
//   starts    when the first byte of each of these lines began to leave
//   frames    the pictures since the last answer that differ from the one before: [[ms, colours], ...]; colours are 64
//             times red, green, blue as two hexadecimal digits each, from a1, b1 to h8: pulse widths, as on the wire
//   powered   whether the board has power
//   warnings  how often something happened that a chip would not stand for; "statistics" says what
//   error     what was wrong with the command, in which case it had no effect
//
//   power     {on}                       off is a power cut: RAM is lost, what the flash is doing is torn
//   run       {ms}                       answers with "ended": time, found, cut, exit, ...
//   until     {ms, line|frame}           the same, and ends when a line of the serial port matches the regular
//                                        expression `line`, or with `frame: true` when the picture changes
//   squares   {set: {SQUARE: bool}}      squares are 0 (a1) to 63 (h8)
//   stuck     {square, value}            a contact that says true or false for good; null repairs it
//   button    {button, down}
//   send      {text, elsewhere}          to the serial port, at its pace; `elsewhere`: to the other one, as a stranger
//   usb       {deed}                     a cable that brings the power, too: C puts it in, c pulls it out, D and d open and close
//                                        its port. "found" says whether the computer has found the port. Lines and what is sent are
//                                        USB's while the port is open, otherwise the UART's; with `wire` always the UART's.
//   cut       {nth, kind, fraction}      the power will fail in the nth flash operation from now: kind is any, erase or
//                                        program; fraction says how much of it is done
//   options   {bounce, diodes, patient, exactLeds, bytes, wire}      ms of bouncing; diodes in the matrix; whether the sender waits
//                                        for room; whether every edge of the LEDs' line is looked at
//   flash     {at, size}                 what the flash holds, "bytes" in hexadecimal
//   poke      {at, bytes}                changes what the flash holds
//   ram       {at, size}                 what the RAM holds, "bytes"; `at` counts from its start
//   frame     {}                         the picture as it is: "colours"
//   pins      {}                         levels of all pins: "high", a number of 30 bits
//   statistics {reset}                   counts, times, warnings; with `reset` they begin anew
//   quit      {}

import {readSync, writeSync} from 'node:fs';

import {UsbCable} from './usb_host.mjs';

/** Lines of standard input, one at a time; waits for them. */
function* inputLines() {
    const chunk = Buffer.alloc(65536);
    let rest = '';
    for (;;) {
        let size;
        try {
            size = readSync(0, chunk);
        } catch (error) {
            if (error.code === 'EAGAIN') {
                Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
                continue;
            }
            throw error;
        }
        if (size === 0) {
            return;
        }
        const lines = (rest + chunk.toString('latin1', 0, size)).split('\n');
        rest = lines.pop();
        yield* lines;
    }
}

function writeAll(text) {
    const bytes = Buffer.from(text, 'latin1');
    for (let at = 0; at < bytes.length;) {
        try {
            at += writeSync(1, bytes, at);
        } catch (error) {
            if (error.code !== 'EAGAIN') {
                throw error;
            }
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
        }
    }
}

const toHex = (bytes) => Buffer.from(bytes).toString('hex');

export class Control {
    constructor(simulation) {
        this.simulation = simulation;
        this.lines = [];
        this.frames = [];
        this.elsewhere = [];
        this.starts = [];
        this.forgetPartial();
        this.bytes = null;
        this.wanted = {};
        this.cable = null;
        this.wire = false;
        simulation.onUartByte = (byte) => this.byteCame(byte, this.atUart);
        simulation.onFrame = (ms, colours) => {
            this.frames.push([ms, toHex(colours)]);
            if (this.wanted.frame) {
                simulation.found();
            }
        };
    }

    get usbIsOpen() { return Boolean(this.cable?.found && this.cable.open); }
    /** The port that is spoken with, and the other one. */
    get port() { return this.usbIsOpen && !this.wire ? this.atUsb : this.atUart; }
    get stranger() { return this.port === this.atUsb ? this.simulation : this.usbIsOpen ? this.cable : null; }

    forgetPartial() {
        this.atUart = {partial: '', started: 0};
        this.atUsb = {partial: '', started: 0};
    }

    byteCame(byte, from) {
        const isOurs = from === this.port;
        if (isOurs) {
            this.bytes?.push(byte);
        }
        if (from.partial === '') {
            from.started = this.simulation.ms - this.simulation.byteMs;
        }
        if (byte !== 10) {
            from.partial += String.fromCharCode(byte);
            return;
        }
        const line = from.partial.replace(/\r$/, '');
        from.partial = '';
        if (!isOurs) {
            this.elsewhere.push([this.simulation.ms, line]);
            return;
        }
        this.lines.push([this.simulation.ms, line]);
        this.starts.push(from.started);
        if (this.wanted.line?.test(line)) {
            this.simulation.found();
        }
    }

    answer(text) {
        let result = {};
        try {
            const command = JSON.parse(text);
            if (!Object.hasOwn(COMMANDS, command.do)) {
                throw new Error(`there is no command '${command.do}'`);
            }
            result = COMMANDS[command.do](this.simulation, command, this) ?? {};
        } catch (error) {
            result = {error: error.message};
        }
        const {simulation} = this;
        if (!simulation.powered) {
            this.forgetPartial();
            if (this.cable?.host) {
                this.cable.pullOut();
            }
        }
        result = {ms: simulation.ms, ...result, lines: this.lines, elsewhere: this.elsewhere, starts: this.starts,
                  frames: this.frames, powered: simulation.powered, warnings: simulation.warnings.length};
        if (this.bytes !== null) {
            result.bytes = toHex(this.bytes);
            this.bytes = [];
        }
        this.lines = [];
        this.elsewhere = [];
        this.starts = [];
        this.frames = [];
        return result;
    }
}

function number(command, name, least, most, usual) {
    const value = command[name] ?? usual;
    if (typeof value !== 'number' || !(value >= least && value <= most)) {
        throw new Error(`'${name}' must be a number from ${least} to ${most}`);
    }
    return value;
}

const COMMANDS = {
    power(simulation, {on}) {
        if (on && !simulation.powered) {
            simulation.powerOn();
        } else if (!on) {
            simulation.powerOff();
        }
    },
    run: (simulation, command) => ({ended: simulation.run(number(command, 'ms', 0, 1e9))}),
    until(simulation, command, control) {
        control.wanted = {line: command.line === undefined ? null : new RegExp(command.line), frame: command.frame};
        try {
            return {ended: simulation.run(number(command, 'ms', 0, 1e9))};
        } finally {
            control.wanted = {};
        }
    },
    squares(simulation, command) {
        const changes = Object.entries(command.set ?? {}).map(([square, on]) => [Number(square), on]);
        if (changes.some(([square]) => !(square >= 0 && square < 64))) {
            throw new Error('a square is a number from 0 to 63');
        }
        changes.forEach(([square, on]) => simulation.board.setSquare(square, on));
    },
    stuck: (simulation, command) => simulation.board.setStuck(number(command, 'square', 0, 63), command.value),
    button(simulation, command) {
        const button = number(command, 'button', 0, 3);
        simulation.board.setButton(button, Boolean(command.down));
    },
    send(simulation, {text, elsewhere}, control) {
        const to = elsewhere ? control.stranger : control.port === control.atUsb ? control.cable : simulation;
        if (!to) {
            throw new Error('nobody has opened the other port');
        }
        to.send(Buffer.from(text, 'latin1'));
    },
    usb(simulation, {deed}, control) {
        control.cable ??= new UsbCable(simulation, {onBytes: (bytes) => bytes.forEach((byte) => control.byteCame(byte, control.atUsb)), onFound: () => {}});
        control.cable.obey(deed);
        return {found: Boolean(control.cable.found)};
    },
    cut(simulation, {nth = 1, kind = 'any', fraction = 0.5}) {
        if (!['any', 'erase', 'program'].includes(kind)) {
            throw new Error("'kind' is any, erase or program");
        }
        simulation.flash.planCut({nth, kind, fraction});
    },
    options(simulation, {bounce, diodes, patient, exactLeds, bytes, wire}, control) {
        control.wire = wire ?? control.wire;
        if (bytes) {
            control.bytes ??= [];
        }
        simulation.board.exactLeds = exactLeds ?? simulation.board.exactLeds;
        simulation.chip?.pioClocks.forEach((pio) => {
            pio.exact = simulation.board.exactLeds;
            if (pio.exact) {
                pio.leaveShortcuts();
            }
        });
        simulation.board.bounceMs = bounce ?? simulation.board.bounceMs;
        simulation.board.diodes = diodes ?? simulation.board.diodes;
        if (patient !== undefined) {
            simulation.patient = patient;
            simulation.chip?.uarts.forEach((uart) => { uart.patient = patient; });
        }
    },
    flash: (simulation, {at, size}) => ({bytes: toHex(simulation.flash.bytes.subarray(at, at + size))}),
    poke: (simulation, {at, bytes}) => simulation.flash.bytes.set(Buffer.from(bytes, 'hex'), at),
    ram: (simulation, {at, size}) => ({bytes: toHex(simulation.chip?.rp2040.sram.subarray(at, at + size) ?? [])}),
    frame: (simulation) => ({colours: toHex(simulation.board.colours)}),
    pins(simulation) {
        const gpio = simulation.chip?.rp2040.gpio ?? [];
        return {high: gpio.reduce((all, pin, i) => all | (pin.outputEnable ? pin.outputValue : pin.inputValue) << i, 0)};
    },
    statistics(simulation, {reset}) {
        const statistics = simulation.statistics();
        if (reset) {
            simulation.resetStatistics();
        }
        return {statistics};
    },
    quit: () => ({quit: true}),
};

export function control(simulation) {
    const board = new Control(simulation);
    for (const line of inputLines()) {
        if (line.trim() === '') {
            continue;
        }
        const result = board.answer(line);
        writeAll(JSON.stringify(result) + '\n');
        if (result.quit) {
            return;
        }
    }
}

// The clock of a PIO block. rp2040js executes PIO programs but does not clock them. Here every state machine executes
// its next instruction at the virtual time at which the chip would, including the fractional divider.

const FAR = Infinity;

export class PioClock {
    constructor(rp2040, pio) {
        this.rp2040 = rp2040;
        this.pio = pio;
        this.exact = false;
        this.decoder = null;        // of the LEDs connected to this block, see `serve`
        pio.run = () => {};
        this.machines = pio.machines.map((machine) => {
            machine.clkDivRestart = () => { state.origin = rp2040.clock.nanos; };
            const state = {machine, next: FAR, origin: 0, stalled: false, running: false};
            state.alarm = rp2040.clock.createAlarm(() => this.step(state));
            return state;
        });
        const write = pio.writeUint32;
        pio.writeUint32 = (offset, value) => {
            write.call(pio, offset, value);
            if (offset >= 0x48 || offset === 0) {
                this.leaveShortcuts();
            }
            this.kick();
        };
    }

    /** A machine that drives this pin may pass its words to the decoder. */
    serve(pin, decoder) {
        this.pin = pin;
        this.decoder = decoder;
    }

    drivesLeds({pinCtrl, shiftCtrl}) {
        const autopull = (shiftCtrl & 1 << 17) !== 0, leftwards = (shiftCtrl & 1 << 19) === 0;
        const bits = shiftCtrl >>> 25 & 31;
        return [pinCtrl, pinCtrl >> 5, pinCtrl >> 10].some((base) => (base & 31) === this.pin)
            && autopull && leftwards && bits === 24;
    }

    /** From now on every word is one alarm. Only while the machine waits for its next word. */
    enterShortcut(state) {
        const {machine} = state;
        state.wordNanos = 24 * this.decoder.bitNanos;
        state.shortcut = true;
        machine.checkWait = () => {};       // for rp2040js it is still waiting
        state.busyUntil = 0;
    }

    leaveShortcuts() {
        for (const state of this.machines) {
            if (state.shortcut) {
                state.shortcut = false;
                state.alarm.cancel();
                delete state.machine.checkWait;
                state.machine.checkWait();
            }
        }
        if (this.decoder) {
            this.decoder.bitNanos = 0;
        }
    }

    /** Sends the next word, if there is one and the previous one has been sent. */
    nextWord(state) {
        const {machine} = state;
        const now = this.rp2040.clock.nanos;
        if (machine.txFIFO.empty || now < state.busyUntil - 1e-6) {
            return;
        }
        const word = machine.txFIFO.pull();
        state.busyUntil = now + state.wordNanos;
        state.alarm.schedule(state.wordNanos);
        this.decoder.word(word, state.wordNanos);
        machine.updateDMATx();
        this.pio.checkInterrupts();
    }

    /** The duration of a machine's PIO cycle, in nanoseconds. */
    period(machine) {
        return ((machine.clockDivInt || 65536) + machine.clockDivFrac / 256) * 1e9 / this.rp2040.clkSys;
    }

    /** The first edge of the machine's clock at or after `nanos`, on a system clock edge. */
    edge(state, nanos) {
        const period = this.period(state.machine);
        const system = 1e9 / this.rp2040.clkSys;
        const ideal = state.origin + Math.ceil((nanos - state.origin) / period - 1e-6) * period;
        return Math.ceil(ideal / system - 1e-6) * system;
    }

    schedule(state, nanos) {
        state.ideal = nanos;
        state.alarm.schedule(Math.max(0, this.edge(state, nanos) - this.rp2040.clock.nanos));
    }

    /** Something was written: machines may have been started, stopped or given data. */
    kick() {
        const now = this.rp2040.clock.nanos;
        for (const state of this.machines) {
            const {machine} = state;
            if (!machine.enabled) {
                if (state.running) {
                    state.running = false;
                    state.stalled = false;
                    state.alarm.cancel();
                }
            } else if (state.shortcut) {
                this.nextWord(state);
            } else if (!state.running) {
                state.running = true;
                state.origin = now;
                state.stalled = machine.waiting;
                if (!machine.waiting) {
                    this.schedule(state, now);
                }
            } else if (state.stalled && !machine.waiting) {
                // The waiting instruction is executed at the next edge, followed by its own cycle and its delay.
                state.stalled = false;
                this.schedule(state, this.edge(state, now) + (1 + Math.max(0, machine.waitDelay)) * this.period(machine));
            }
        }
        this.pio.checkChangedPins();
    }

    step(state) {
        const {machine} = state;
        if (state.shortcut) {
            this.nextWord(state);
            return;
        }
        const before = machine.cycles;
        machine.step();
        this.pio.checkChangedPins();
        if (machine.waiting) {
            if (machine.waitType === 2 || machine.waitType === 3 || machine.waitType === 5) {
                state.stalled = true;       // on a FIFO: a write or read of it wakes the machine
                if (!this.exact && this.decoder?.bitNanos > 0 && machine.waitType === 5 && this.drivesLeds(machine)) {
                    this.enterShortcut(state);
                }
                return;
            }
            this.schedule(state, this.rp2040.clock.nanos + this.period(machine));
            return;
        }
        this.schedule(state, state.ideal + Math.max(1, machine.cycles - before) * this.period(machine));
    }
}

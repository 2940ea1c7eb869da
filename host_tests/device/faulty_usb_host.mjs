// The computer at the simulated RP2040's socket, with what goes wrong on a bus: it has frames, sleeps, wakes up, and hangs
// the controller as silicon does.

import {UsbHost} from '../../sim/usb_host.mjs';

const RESET_AT = 0x4000c;
const USB_RESET = 1 << 24;
const SOF_RD = 0x48, SIE_STATUS = 0x50;
const DEVICE_FRAME = 1 << 17;
const BUS_RESET = 1 << 19, RESUME = 1 << 11, SUSPENDED = 1 << 4, J = 1 << 2, LINE_STATE = 3 << 2, PULL_UP = 1 << 16;
const SYSTICK = 15;
const MS = 1e6;

export class FaultyUsbHost extends UsbHost {
    constructor(simulation) {
        super(simulation);
        this.packets = [];          // to the host, on its endpoint for data: {pid, size, late_us}
        this.frameAt = -Infinity;   // when the last frame began
        this.frames = false;
        this.resetUntil = -Infinity;
        this.hung = false;
        this.unplugged = 0;
        this.simulation = simulation;
        this.clock = simulation.chip.clock;
        this.followController(simulation.chip.rp2040);
    }

    /** What rp2040js's controller does otherwise than the chip's: frames, the line's state, a hang, a reset. */
    followController(rp2040) {
        const {controller} = this;
        const read = controller.readUint32.bind(controller);
        controller.readUint32 = (offset) => {
            if (offset === SOF_RD) {
                controller.intRaw &= ~DEVICE_FRAME;
                controller.checkInterrupts();
            }
            return offset === SIE_STATUS ? (read(offset) & ~LINE_STATE | this.line()) >>> 0 : read(offset);
        };
        const write = controller.writeUint32.bind(controller);
        controller.writeUint32 = (offset, value) => {
            if (offset === SIE_STATUS) {
                controller.sieStatus &= ~(controller.rawWriteValue & SUSPENDED);
            }
            write(offset, value);
        };
        // What hangs takes nothing from the bus, and gives nothing to it.
        for (const name of ['sendSetupPacket', 'indicateBufferReady', 'DPRAMUpdated', 'onEndpointWrite']) {
            const does = controller[name].bind(controller);
            controller[name] = (...what) => {
                if (!this.hung) {
                    does(...what);
                }
            };
        }
        const update = controller.DPRAMUpdated;
        controller.DPRAMUpdated = (offset, value) => {
            const endpoint = offset - 0x80 >> 3;
            if (offset >= 0x80 && value & 1 << 10 && !(offset & 4) && endpoint === this.cdc.inEndpoint) {
                this.packets.push({pid: value >> 13 & 1, size: value & 0x3ff, late_us: (this.clock.nanos - this.frameAt) / 1000});
            }
            update(offset, value);
        };
        const resets = rp2040.peripherals[RESET_AT];
        const reset = resets.writeUint32.bind(resets);
        resets.writeUint32 = (offset, value) => {
            if (offset === 0 && value & USB_RESET) {
                this.controllerReset();
            }
            reset(offset, value);
        };
    }

    controllerReset() {
        const {controller} = this;
        this.unplugged += controller.sieCtrl & PULL_UP ? 1 : 0;
        this.hung = false;
        this.stopFrames();
        Object.assign(controller, {intRaw: 0, intEnable: 0, sieStatus: 0, sieCtrl: 0, buffStatus: 0, addrEndp: 0});
        controller.checkInterrupts();
    }

    /** A frame each millisecond, as a host that is awake sends them. */
    startFrames() {
        this.alarm ??= this.clock.createAlarm(() => this.frame());
        this.frames = true;
        this.nextFrame(this.clock.nanos + MS);
    }

    nextFrame(due) {
        this.due = due;
        this.alarm.schedule(due - this.clock.nanos);
    }

    stopFrames() { this.frames = false; }

    frame() {
        if (!this.frames) {
            return;
        }
        this.nextFrame(this.due + MS);     // an alarm may come an instruction late, which must not add up
        this.frameAt = this.clock.nanos;
        if (!this.hung) {
            this.controller.sofFrameNumber = this.controller.sofFrameNumber + 1 & 0x7ff;
            this.controller.intRaw |= DEVICE_FRAME;
            this.controller.checkInterrupts();
        }
    }

    /** Of the two wires: both low while the bus is reset, else at rest, but for the 3 us of a frame's beginning. */
    line() {
        const now = this.clock.nanos;
        return now < this.resetUntil ? 0 : this.frames && now - this.frameAt < 3000 ? 2 << 2 : J;
    }

    /** The bus is reset, which a controller that hangs does not notice; then the frames go on. */
    resetDeafBus(ms) { this.resetUntil = this.clock.nanos + ms * MS; }

    /** From the tick interrupt after the next on, each frame begins so many nanoseconds after a tick. */
    keepStepWithTick(nanos) {
        const {core} = this.controller.rp2040;
        const enter = core.exceptionEntry;
        core.exceptionEntry = (number) => {
            if (number === SYSTICK) {
                this.nextFrame(this.clock.nanos + 2 * MS + nanos);
                core.exceptionEntry = enter;
            }
            enter.call(core, number);
        };
    }

    /** No more frames: the host sleeps, or the cable was pulled. A controller that hangs sees the same. */
    suspend() {
        this.stopFrames();
        this.setReading(false);
        this.controller.sieStatus |= SUSPENDED;
        this.controller.sieStatusUpdated();
    }

    resume() {
        this.controller.sieStatus = this.controller.sieStatus & ~SUSPENDED | RESUME;
        this.controller.sieStatusUpdated();
        this.setReading(true);
        this.startFrames();
    }

    /** The cable of a board that has a supply of its own. */
    pullOut() {
        this.suspend();
        this.reads = true;      // who comes after it asks the same controller
        this.simulation.setVbus(false);
    }

    /** Erratum RP2040-E15: from now on the controller notices nothing any more. */
    hang(suspended = false) {
        if (suspended) {
            this.controller.sieStatus |= SUSPENDED;
            this.controller.sieStatusUpdated();
        }
        this.hung = true;
    }

    get attached() { return (this.controller.sieCtrl & PULL_UP) !== 0; }

    resetBus() {
        this.controller.sieStatus |= BUS_RESET;
        this.controller.sieStatusUpdated();
    }
}

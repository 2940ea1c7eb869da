// The computer at the simulated RP2040's socket, with what goes wrong on a bus: it has frames, sleeps, wakes up, and its cable
// is pulled.

import {UsbHost} from '../../emulators/rp2040/usb_host.mjs';

const RESET_AT = 0x4000c;
const USB_RESET = 1 << 24;
const SOF_RD = 0x48, SIE_STATUS = 0x50;
const DEVICE_FRAME = 1 << 17;
const BUS_RESET = 1 << 19, RESUME = 1 << 11, SUSPENDED = 1 << 4, J = 1 << 2, LINE_STATE = 3 << 2, PULL_UP = 1 << 16;
const MS = 1e6;

export class FaultyUsbHost extends UsbHost {
    constructor(simulation) {
        super(simulation);
        this.packets = [];          // to the host, on its endpoint for data: {pid, size, late_us}
        this.frameAt = -Infinity;   // when the last frame began
        this.frames = false;
        this.simulation = simulation;
        this.clock = simulation.chip.clock;
        this.followController(simulation.chip.rp2040);
    }

    /** What rp2040js's controller does otherwise than the chip's: frames, the line's state, a reset. */
    followController(rp2040) {
        const {controller} = this;
        const read = controller.readUint32.bind(controller);
        controller.readUint32 = (offset) => {
            if (offset === SOF_RD) {
                controller.intRaw &= ~DEVICE_FRAME;
                controller.checkInterrupts();
            }
            return offset === SIE_STATUS ? (read(offset) & ~LINE_STATE | J) >>> 0 : read(offset);
        };
        const write = controller.writeUint32.bind(controller);
        controller.writeUint32 = (offset, value) => {
            if (offset === SIE_STATUS) {
                controller.sieStatus &= ~(controller.rawWriteValue & SUSPENDED);
            }
            write(offset, value);
        };
        const update = controller.DPRAMUpdated.bind(controller);
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
        this.controller.sofFrameNumber = this.controller.sofFrameNumber + 1 & 0x7ff;
        this.controller.intRaw |= DEVICE_FRAME;
        this.controller.checkInterrupts();
    }

    /** No more frames: the host sleeps, or the cable was pulled. */
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

    get attached() { return (this.controller.sieCtrl & PULL_UP) !== 0; }

    resetBus() {
        this.controller.sieStatus |= BUS_RESET;
        this.controller.sieStatusUpdated();
    }
}

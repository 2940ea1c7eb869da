// Where rp2040js's processor is kinder than the chip's. Source: Armv6-M Architecture Reference Manual (DDI 0419): A3.2.1, A5.1.2, B1.5
// and B3.4; Cortex-M0+ Technical Reference Manual (DDI 0484), 3.6.1.

// The second manual gives the way in. The way out loads the same eight words, but no vector: its figure is ours. That a handler may
// follow another one without both is not modelled.
const ENTRY_CYCLES = 15, EXIT_CYCLES = 13;
const ICPR = 0x280;
const HANDLER_MODE = 1;

/** Accesses that are not aligned, branches to even addresses and SVC where it may not interrupt are faults; exceptions take time. */
export function makeStrict(core, chip) {
    const {rp2040} = core;
    const {executeInstruction, exceptionEntry, exceptionReturn} = core;
    const fault = (text) => {
        chip.complain('processor', text);
        chip.faultDue = true;
    };
    for (const [access, bytes] of [['readUint16', 2], ['writeUint16', 2], ['writeUint32', 4]]) {        // rp2040js refuses the fourth
        core[access] = (address, value) => {
            if ((address & bytes - 1) !== 0) {
                fault(`an access of ${bytes} bytes to 0x${(address >>> 0).toString(16)}, which is not aligned`);
                return 0;
            }
            return rp2040[access](address, value);
        };
    }
    const branch = (address) => {
        core.PC = address & ~1;
        if ((address & 1) === 0) {
            fault(`a branch to the even address 0x${(address >>> 0).toString(16)}`);
            core.PC += 2;       // the fault is that of the instruction there
        }
    };
    core.BXWritePC = (address) => {
        if (core.currentMode === HANDLER_MODE && address >>> 28 === 15) {
            core.exceptionReturn(address & 0x0fffffff);
        } else {
            branch(address);
        }
    };
    core.entryCycles = core.exitCycles = 0;
    core.executeInstruction = () => {
        const at = core.PC & ~1, region = at >>> 28;
        const bytes = region === 2 ? rp2040.sram : rp2040.flash, place = at & 0xffffff;
        const opcode = region === 1 || region === 2 ? bytes[place] | bytes[place + 1] << 8 : 0;
        let cycles = 2;
        if ((opcode & 0xff07) === 0x4700) {             // BX, BLX
            const target = (opcode >> 3 & 15) === 15 ? at + 4 : core.registers[opcode >> 3 & 15];
            if ((opcode & 0x80) === 0) {
                core.BXWritePC(target);
            } else {
                core.LR = at + 2 | 1;
                branch(target);
            }
        } else if (opcode >> 8 === 0xdf && (core.PM || core.exceptionPriority(core.IPSR) <= core.svCallPriority)) {
            core.PC = at + 2;
            fault('SVC while its exception may not be taken');
        } else {
            cycles = executeInstruction.call(core);
        }
        cycles += core.exitCycles;
        core.exitCycles = 0;
        return cycles;
    };
    core.exceptionEntry = (number) => {
        exceptionEntry.call(core, number);
        core.entryCycles += ENTRY_CYCLES;
        branch(core.PC);
    };
    core.exceptionReturn = (kind) => {
        exceptionReturn.call(core, kind);
        core.exitCycles += EXIT_CYCLES;
    };
}

/**
 * Interrupts are latched: one that has come stays pending until it is taken or ICPR forgets it, even if its source no longer asks. A
 * source that still asks when its handler returns comes again. One that is masked wakes the processor. In rp2040js the source alone
 * decides, and ICPR does nothing.
 */
export function latchInterrupts({core, ppb}) {
    let asking = 0, active = 0;
    const bitOf = (number) => number < 16 ? 0 : 1 << number - 16;
    const again = (bits) => {
        core.pendingInterrupts |= bits & asking & ~active;
        core.interruptsUpdated = true;
    };
    core.setInterrupt = (irq, value) => {
        const bit = 1 << irq, rises = value && (asking & bit) === 0;
        asking = value ? asking | bit : asking & ~bit;
        if (rises) {
            core.pendingInterrupts |= bit;
            core.interruptsUpdated = true;
        }
    };
    const {exceptionEntry, exceptionReturn} = core, write = ppb.writeUint32;
    core.exceptionEntry = (number) => {
        active |= bitOf(number);
        core.pendingInterrupts &= ~bitOf(number);
        exceptionEntry.call(core, number);
    };
    core.exceptionReturn = (kind) => {
        const bit = bitOf(core.IPSR);
        active &= ~bit;
        exceptionReturn.call(core, kind);
        again(bit);
    };
    ppb.writeUint32 = (offset, value) => {
        if (offset === ICPR) {
            core.pendingInterrupts &= ~value;
            again(value);
        } else {
            write.call(ppb, offset, value);
        }
    };
}

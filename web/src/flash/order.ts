// In which order an image goes into the flash, so that at no moment a half image could start.
//
// The boot ROM runs the flash only if a CRC-32 of its first 252 bytes is right; otherwise it waits as a USB device (RP2040 data
// sheet, 2.8.1, "Bootrom processor controlled boot sequence", and the boot ROM's source, _flash_boot in bootrom_main.c). So the
// first page is spoiled before anything else is touched, and programmed after everything else has been read back.

import type {Picoboot} from './picoboot';
import {PAGE, SECTOR, type Sector} from './uf2';

/** A sector that does not hold what was written into it. */
export class VerifyError extends Error {}

async function program(boot: Picoboot, address: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await boot.write(address, bytes);
    const found = await boot.read(address, bytes.length);
    const wrong = found.findIndex((byte, i) => byte !== bytes[i]);
    if (wrong >= 0) {
        throw new VerifyError(`The flash does not hold what was written at ${(address + wrong).toString(16)}.`);
    }
}

/**
 * Erases and programs these sectors and no others, then restarts the board. `progress` is called with rising values from 0 to 1.
 * The program is complete when this returns; it may be that the restart was not acknowledged.
 */
export async function flash(boot: Picoboot, [first, ...others]: Sector[], progress: (part: number) => void): Promise<void> {
    let done = 0;
    const advance = () => progress(++done / (others.length + 2));
    progress(0);
    // An erase that the power cut interrupts may leave the first page as it was, and not the rest of its sector. Zeros can be
    // programmed over anything: while they are, the rest is whole, and then the page is no valid one any more.
    await boot.write(first.address, new Uint8Array(PAGE));
    await boot.erase(first.address, SECTOR);
    advance();
    for (const {address, bytes} of others) {
        await boot.erase(address, SECTOR);
        await program(boot, address, bytes);
        advance();
    }
    await program(boot, first.address + PAGE, first.bytes.subarray(PAGE));
    await program(boot, first.address, first.bytes.subarray(0, PAGE));
    advance();
    await boot.reboot().catch(() => {
        // it may have gone before it answered
    });
}

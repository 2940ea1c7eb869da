// Reads a UF2 image for an RP2040 (Microsoft's description of the format; RP2040 data sheet, 2.8.4.2): blocks of 512 bytes that
// each say where their 256 bytes belong.

export const SECTOR = 4096, PAGE = 256;         // bytes erased and programmed at a time
export const FLASH = 0x1000_0000;
/** From here on the board keeps its settings and games (boards/chips/rp2040/board.ld). */
export const STORE = FLASH + 1856 * 1024;

const BLOCK = 512, BOOT_BYTES = 252;
const MAGIC = [0x0a32_4655, 0x9e5d_5157], MAGIC_END = 0x0ab1_6f30;
const NOT_FOR_FLASH = 0x1, FAMILY_PRESENT = 0x2000, RP2040 = 0xe48b_ff56;

export interface Sector {
    address: number;
    bytes: Uint8Array<ArrayBuffer>;     // a whole sector; what the image leaves open is ff, as after an erase
}

/** The file is no image for this chip; the message says why. */
export class Uf2Error extends Error {}

/**
 * CRC-32 as the boot ROM computes it over the first 252 bytes of the flash (RP2040 data sheet, 2.8.1.3.1): polynomial 04C11DB7,
 * highest bit first, begun with ones, nothing reflected or inverted.
 */
function bootCheck(bytes: Uint8Array): number {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte << 24;
        for (let bit = 0; bit < 8; bit++) {
            crc = crc << 1 ^ (crc < 0 ? 0x04c1_1db7 : 0);
        }
    }
    return crc >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** The sectors that the image fills, in rising order; the first is the start of the flash. */
export function readUf2(file: Uint8Array): Sector[] {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength), count = file.length / BLOCK;
    if (file.length === 0 || file.length % BLOCK !== 0) {
        throw new Uf2Error(`The image has ${file.length} bytes, which is no whole number of blocks.`);
    }
    const seen = new Set<number>(), pages = new Set<number>(), sectors = new Map<number, Sector>();
    for (let index = 0; index < count; index++) {
        const word = (at: number) => view.getUint32(index * BLOCK + at, true);
        const refuse = (why: string): never => { throw new Uf2Error(`Block ${index} of the image ${why}.`); };
        if (word(0) !== MAGIC[0] || word(4) !== MAGIC[1] || word(508) !== MAGIC_END) {
            refuse('does not have the marks of a UF2 file');
        }
        const flags = word(8), address = word(12), number = word(20);
        if (!(flags & FAMILY_PRESENT) || flags & NOT_FOR_FLASH || word(28) !== RP2040) {
            refuse('is not for the flash of an RP2040');
        }
        if (word(16) !== PAGE) {
            refuse(`has ${word(16)} bytes, not ${PAGE}`);
        }
        if (word(24) !== count) {
            refuse(`says that there are ${word(24)} blocks, and there are ${count}`);
        }
        if (number >= count || seen.has(number)) {
            refuse(`has the number ${number}, which is too high or there twice`);
        }
        if (address % PAGE !== 0 || address < FLASH || address >= STORE) {
            refuse(`is for the address ${hex(address)}, where no firmware goes`);
        }
        if (pages.has(address)) {
            refuse(`is for the address ${hex(address)}, as another block is`);
        }
        seen.add(number);
        pages.add(address);
        const start = address - address % SECTOR;
        const sector = sectors.get(start) ?? {address: start, bytes: new Uint8Array(SECTOR).fill(0xff)};
        sectors.set(start, sector);
        sector.bytes.set(file.subarray(index * BLOCK + 32, index * BLOCK + 32 + PAGE), address - start);
    }
    const sorted = [...sectors.values()].sort((a, b) => a.address - b.address), [{address, bytes}] = sorted;
    if (address !== FLASH || bootCheck(bytes.subarray(0, BOOT_BYTES)) !== new DataView(bytes.buffer).getUint32(BOOT_BYTES, true)) {
        throw new Uf2Error('The image has no valid start: a board would not run it.');
    }
    return sorted;
}

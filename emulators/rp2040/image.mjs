// Firmware images: .bin (a copy of the flash), .uf2 and .elf.

import {readFileSync} from 'node:fs';

const FLASH_AT = 0x10000000;
const RP2040_FAMILY = 0xe48bff56;

/** Returns [{at, bytes}]: pieces of the flash and their offsets. `image`: the path of a file, or its bytes. */
export function loadImage(image) {
    const file = typeof image === 'string' ? readFileSync(image) : image;
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const word = (at) => view.getUint32(at, true);
    if (file.length >= 512 && word(0) === 0x0a324655) {
        return uf2Pieces(file, word);
    }
    if (file.length >= 52 && word(0) === 0x464c457f) {
        return elfPieces(file, view);
    }
    return [{at: 0, bytes: file}];
}

function uf2Pieces(file, word) {
    const pieces = [];
    for (let at = 0; at + 512 <= file.length; at += 512) {
        if (word(at) !== 0x0a324655 || word(at + 4) !== 0x9e5d5157 || word(at + 508) !== 0x0ab16f30) {
            throw new Error('a block of the UF2 file is damaged');
        }
        if (word(at + 8) & 0x2000 && word(at + 28) !== RP2040_FAMILY) {
            throw new Error('the UF2 file is for another chip');
        }
        pieces.push({at: word(at + 12) - FLASH_AT, bytes: file.subarray(at + 32, at + 32 + word(at + 16))});
    }
    return pieces;
}

function elfPieces(file, view) {
    const pieces = [];
    const first = view.getUint32(28, true), size = view.getUint16(42, true), count = view.getUint16(44, true);
    for (let i = 0; i < count; i++) {
        const at = first + i * size;
        const [type, offset, , load, length] = [0, 4, 8, 12, 16].map((field) => view.getUint32(at + field, true));
        if (type === 1 && length > 0) {
            pieces.push({at: load - FLASH_AT, bytes: file.subarray(offset, offset + length)});
        }
    }
    return pieces;
}

#!/usr/bin/python3
"""Finishes an image for an RP2040 or RP2350: what the boot ROM checks, and the file that a person drags onto the board.

usage: tools/lib/rp2_image.py IMAGE.elf IMAGE.uf2

An RP2350's image says in its first 4 KB that it is one (boards/chips/rp2350/image_definition.cpp); any other is an RP2040's. That
chip's boot ROM runs the first 252 bytes of the flash only if their CRC-32 stands behind them (RP2040 data sheet, 2.8.1.3.1,
"Checksum"). It is put into the ELF file itself, so all that is made from that has it. UF2: the format's description by
Microsoft; the board's USB drive takes files of blocks of 512 bytes that each say where their 256 bytes belong.
"""

import struct
import sys
from pathlib import Path

FLASH = range(0x1000_0000, 0x1100_0000)
BOOT_BYTES = 252

UF2_MAGIC = (0x0A32_4655, 0x9E5D_5157)
UF2_MAGIC_END = 0x0AB1_6F30
UF2_FAMILY_PRESENT = 0x2000
RP2040_FAMILY, RP2350_FAMILY = 0xE48B_FF56, 0xE48B_FF59
# RP2350-E10: where there is a partition table, the drive of stepping A2 does not set up the flash before it looks at it. A first
# block of no family does that; later steppings leave it out. As picotool writes it (elf2uf2.cpp, gen_abs_block).
ABSOLUTE_FAMILY, EXTENSION_PRESENT, IGNORE_BLOCK, IGNORED_PAGE = 0xE48B_FF57, 0x8000, 0x9957_E304, 0x10FF_FF00
DEFINITION = struct.pack("<I", 0xFFFF_DED3)     # begins a block of items, RP2350 data sheet, "Bootrom"
SEARCHED_BYTES = 4096
PAGE = 256
SECTOR = 4096


class ImageError(Exception):
    """The file is not an image of this chip; the text says why."""


def boot_check(data: bytes) -> int:
    """CRC-32, polynomial 04C11DB7, highest bit first, begun with ones, nothing reflected or inverted."""
    crc = 0xFFFF_FFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C1_1DB7 if crc & 0x8000_0000 else 0)) & 0xFFFF_FFFF
    return crc


def segments(elf: bytes) -> list:
    """(offset in the file, address in flash, length) of what is to be loaded."""
    if elf[:6] != b"\x7fELF\x01\x01":
        raise ImageError("not a little-endian 32-bit ELF file")
    offset, entry_size, count = struct.unpack_from("<I", elf, 28)[0], *struct.unpack_from("<HH", elf, 42)
    found = []
    for index in range(count):
        kind, start, _, physical, length = struct.unpack_from("<5I", elf, offset + index * entry_size)
        if kind == 1 and length:
            if physical not in FLASH or physical + length not in FLASH:
                raise ImageError(f"{length} bytes at {physical:#x} are not in flash")
            found.append((start, physical, length))
    return sorted(found, key=lambda segment: segment[1])


def with_check(elf: bytes) -> bytes:
    """The same image with the check sum in its place."""
    first = segments(elf)[:1]
    if not first or first[0][1] != FLASH.start or first[0][2] < BOOT_BYTES + 4:
        raise ImageError("nothing at the start of the flash: no second stage of the boot")
    at = first[0][0]
    check = struct.pack("<I", boot_check(elf[at:at + BOOT_BYTES]))
    return elf[:at + BOOT_BYTES] + check + elf[at + BOOT_BYTES + 4:]


def is_rp2350(elf: bytes) -> bool:
    first = segments(elf)[:1]
    return bool(first) and DEFINITION in elf[first[0][0]:first[0][0] + min(first[0][2], SEARCHED_BYTES)]


def block_of(flags: int, address: int, data: bytes, number: int, count: int, family: int, tail: bytes = b"") -> bytes:
    header = struct.pack("<8I", *UF2_MAGIC, UF2_FAMILY_PRESENT | flags, address, PAGE, number, count, family)
    return (header + data + tail).ljust(508, b"\0") + struct.pack("<I", UF2_MAGIC_END)


def uf2(elf: bytes) -> bytes:
    """Whole pages, in rising order; what the image leaves open in a sector is filled with ones, as erased flash reads.

    A sector that has any page has them all, but for those behind the image's last: the boot ROM may write others wrongly
    (RP2040-E14).
    """
    pages = {}
    for start, address, length in segments(elf):
        for offset in range(length):
            page = (address + offset) // PAGE * PAGE
            pages.setdefault(page, bytearray(b"\xff" * PAGE))[address + offset - page] = elf[start + offset]
    last = max(pages, default=0)
    for sector in {page // SECTOR * SECTOR for page in pages}:
        for page in range(sector, min(sector + SECTOR, last), PAGE):
            pages.setdefault(page, bytearray(b"\xff" * PAGE))
    new = is_rp2350(elf)
    family = RP2350_FAMILY if new else RP2040_FAMILY
    ignored = block_of(EXTENSION_PRESENT, IGNORED_PAGE, b"\xef" * PAGE, 0, 2, ABSOLUTE_FAMILY, struct.pack("<I", IGNORE_BLOCK))
    return (ignored if new else b"") + b"".join(
        block_of(0, page, bytes(pages[page]), number, len(pages), family) for number, page in enumerate(sorted(pages)))


def main(arguments: list) -> int:
    if len(arguments) != 2 or arguments[0].startswith("-"):
        print(__doc__)
        return 0 if arguments[:1] == ["--help"] else 2
    image, target = map(Path, arguments)
    try:
        elf = image.read_bytes()
        if not is_rp2350(elf):
            elf = with_check(elf)
            image.write_bytes(elf)
        target.write_bytes(uf2(elf))
    except (ImageError, OSError) as error:
        print(f"{image}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

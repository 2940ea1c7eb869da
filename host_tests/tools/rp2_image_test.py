"""The image tool of Raspberry Pi's chips: the boot ROM's check sum, and the file that is dragged onto the board."""

import struct
import unittest

import paths  # noqa: F401

import rp2_image


def elf_with(*contents) -> bytes:
    """An ELF file whose segments are (address in flash, bytes)."""
    offset = 52 + 32 * len(contents)
    headers, data = b"", b""
    for address, content in contents:
        headers += struct.pack("<8I", 1, offset + len(data), 0x2000_0000, address, len(content), len(content), 5, 4)
        data += content
    return (b"\x7fELF\x01\x01".ljust(28, b"\0") + struct.pack("<IIIHHH", 52, 0, 0, 52, 32, len(contents))).ljust(52, b"\0") \
        + headers + data


class CheckSum(unittest.TestCase):
    def test_it_is_the_crc_that_catalogues_call_mpeg_2(self):
        self.assertEqual(rp2_image.boot_check(b"123456789"), 0x0376_E6E7)

    def test_it_stands_behind_the_252_bytes_it_covers_and_nothing_else_changes(self):
        code = bytes(range(256)) + b"what follows"
        elf = elf_with((0x1000_0000, code))
        checked = rp2_image.with_check(elf)
        expected = code[:252] + struct.pack("<I", rp2_image.boot_check(code[:252])) + code[256:]
        self.assertEqual(checked, elf_with((0x1000_0000, expected)))
        self.assertEqual(rp2_image.with_check(checked), checked)

    def test_an_image_without_second_stage_is_refused(self):
        for contents in ([], [(0x1000_0100, bytes(300))], [(0x1000_0000, bytes(200))]):
            with self.assertRaises(rp2_image.ImageError):
                rp2_image.with_check(elf_with(*contents))

    def test_an_image_that_is_not_for_flash_is_refused(self):
        with self.assertRaises(rp2_image.ImageError):
            rp2_image.with_check(elf_with((0x0800_0000, bytes(300))))


class DraggedFile(unittest.TestCase):
    def blocks(self, elf):
        file = rp2_image.uf2(elf)
        self.assertEqual(len(file) % 512, 0)
        return [file[at:at + 512] for at in range(0, len(file), 512)]

    def test_each_block_says_whose_it_is_which_it_is_and_where_it_goes(self):
        blocks = self.blocks(elf_with((0x1000_0000, b"a" * 600)))
        self.assertEqual(len(blocks), 3)
        for number, block in enumerate(blocks):
            self.assertEqual(struct.unpack_from("<8I", block), (0x0A324655, 0x9E5D5157, 0x2000,
                                                               0x1000_0000 + 256 * number, 256, number, 3, 0xE48BFF56))
            self.assertEqual(struct.unpack_from("<I", block, 508)[0], 0x0AB16F30)
        self.assertEqual(b"".join(block[32:288] for block in blocks), b"a" * 600 + b"\xff" * 168)

    def places(self, elf):
        return [struct.unpack_from("<I", block, 12)[0] for block in self.blocks(elf)]

    def test_segments_that_share_a_page_share_a_block(self):
        blocks = self.blocks(elf_with((0x1000_0000, b"a" * 100), (0x1000_0080, b"b" * 128)))
        self.assertEqual(len(blocks), 1)
        self.assertEqual(blocks[0][32:288], b"a" * 100 + b"\xff" * 28 + b"b" * 128)

    def test_a_sector_that_is_begun_has_all_its_pages_up_to_the_last_one_of_the_image(self):
        blocks = self.blocks(elf_with((0x1000_0000, b"a" * 256), (0x1000_1200, b"c" * 256)))
        self.assertEqual([struct.unpack_from("<I", block, 12)[0] for block in blocks],
                         list(range(0x1000_0000, 0x1000_1300, 256)))
        self.assertEqual(blocks[1][32:288], b"\xff" * 256)

    def test_sectors_between_segments_are_left_out(self):
        self.assertEqual(self.places(elf_with((0x1000_0F00, b"a" * 256), (0x1000_4000, b"c" * 256))),
                         [*range(0x1000_0000, 0x1000_1000, 256), 0x1000_4000])

    def test_an_rp2350s_file_begins_with_a_block_that_is_nobodys(self):
        code = struct.pack("<2I", 0x2000_1000, 0x1000_0021) + rp2_image.DEFINITION + b"a" * 300
        first, *others = self.blocks(elf_with((0x1000_0000, code)))
        self.assertEqual(struct.unpack_from("<8I", first), (0x0A324655, 0x9E5D5157, 0xA000, 0x10FF_FF00, 256, 0, 2, 0xE48BFF57))
        self.assertEqual((first[32:288], first[288:292]), (b"\xef" * 256, b"\x04\xe3\x57\x99"))
        self.assertEqual([struct.unpack_from("<I", block, 28)[0] for block in others], [0xE48BFF59] * 2)
        self.assertEqual(b"".join(block[32:288] for block in others)[:len(code)], code)

    def test_a_definition_where_the_boot_rom_does_not_look_makes_no_rp2350s_image(self):
        self.assertFalse(rp2_image.is_rp2350(elf_with((0x1000_0000, bytes(4096) + rp2_image.DEFINITION))))


if __name__ == "__main__":
    unittest.main()

"""The table of boards agrees with what the build and the boards' own sources say."""

import json
import re
import tempfile
import unittest
from pathlib import Path

import paths

import boards


class Table(unittest.TestCase):
    def source(self, board, name):
        return (paths.ROOT / "boards/chips" / boards.chip_of(board.kit) / name).read_text(encoding="utf-8")

    def test_every_board_has_its_three_presets_and_every_row_a_kit(self):
        presets = json.loads((paths.ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
        for kind in ("configurePresets", "buildPresets", "testPresets"):
            self.assertLessEqual({boards.configuring(name)[1] for name in boards.BOARDS} - {"kit"}, {preset["name"] for preset in presets[kind]}, kind)
        self.assertEqual({kit.stem for kit in boards.kits()} | {"host"}, set(boards.BOARDS))
        self.assertEqual([board.name for board in boards.ROWS if board.name != "host" and not board.kit.exists()], [])

    def test_what_is_read_is_what_stands_there(self):
        pico, arm = boards.BOARDS["rp2040"], boards.BOARDS["mps2_an521"]
        self.assertEqual((pico.machine, pico.images), (boards.RP2040JS, ("hal_conformance", "chess_parts")))
        self.assertEqual((pico.flash_base, pico.flash_bytes, pico.ram_bytes), (0x10000000, 1856 * 1024, 264 * 1024))
        self.assertEqual((arm.machine, arm.images), ("mps2-an521", ("hal_conformance", "second_core", "two_cores", "helped_engine")))

    def test_a_kit_that_lies_elsewhere_is_a_board_of_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            mine, taken, wrong = (Path(folder).resolve() / f"{name}.hpp" for name in ("mine", "rp2040", "wrong"))
            for kit in (mine, taken):
                kit.write_text(boards.BOARDS["rp2040"].kit.read_text(encoding="utf-8"), encoding="utf-8")
            wrong.write_text('chip = "rp2041"', encoding="utf-8")
            self.addCleanup(boards.BOARDS.pop, "mine")
            self.assertEqual(boards.find(str(mine)).stack_budget, boards.BOARDS["rp2040"].stack_budget)
            # As `cmake --preset kit` does it: what that has built is not built again.
            self.assertEqual(boards.configuring("mine"), ["--preset", "kit", "-B", str(paths.ROOT / "build/kit"), f"-DSTACKMATE_KIT={mine}"])
            self.assertEqual(boards.BOARDS["mine"].image, "build/kit/stackmate.elf")
            for kit, error in ((taken, "there is a board 'rp2040' already"), (wrong, "names no chip of boards/chips")):
                with self.assertRaisesRegex(ValueError, error):
                    boards.find(str(kit))
        self.assertEqual((boards.BOARDS["stm32f103"].configuration, boards.BOARDS["stm32f103"].machine), ("Tiny", ""))
        self.assertEqual(boards.BOARDS["rp2040_openchess"].images, ("hal_conformance",))

    def test_the_headers_memories_are_those_of_the_linker_script(self):
        for board in boards.device_boards():
            with self.subTest(board.name):
                folder = paths.ROOT / "boards/chips" / boards.chip_of(board.kit)
                header = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.hpp"))
                for name, size in (("flash_bytes", board.flash_bytes), ("ram_bytes", board.ram_bytes)):
                    self.assertEqual(int(re.search(rf"{name} = (\d+) \* 1024;", header)[1]) * 1024, size, name)

    def test_the_saved_games_of_an_stm32_lie_beside_its_program(self):
        f4, f1 = ("../stm32/peripherals_f4.hpp", r"FlashF4<B, 1, (0x\w+), (\d+), (\d+) \* 1024"), ("peripherals.hpp", r"FlashF1<B, (0x\w+), (\d+)()")
        for name, (file, pages) in (("stm32f411", f4), ("stm32f405", f4), ("stm32f103", f1)):
            with self.subTest(name):
                header = self.source(boards.BOARDS[name], file)
                script = self.source(boards.BOARDS[name], "board.ld")
                start, sectors, kilobytes = re.search(pages, header).groups()
                start, size = int(start, 16), int(sectors) * int(kilobytes or 1) * 1024
                flash = re.search(r"FLASH [^\n]*ORIGIN = (0x\w+), LENGTH = (\d+)K", script)
                origin, length = int(flash[1], 16), int(flash[2]) * 1024
                code = re.search(r"__code_start = (0x\w+);", script)
                if code:    # between the vector table, which has the first sector, and the program
                    self.assertGreaterEqual(start, origin + 1024)
                    self.assertEqual(start + size, int(code[1], 16))
                else:
                    self.assertEqual(start, origin + length)


if __name__ == "__main__":
    unittest.main()

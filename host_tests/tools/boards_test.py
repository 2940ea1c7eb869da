"""The table of boards agrees with what the build and the boards' own sources say."""

import json
import re
import unittest

import paths

import boards


class Table(unittest.TestCase):
    def source(self, board, name):
        folder = paths.ROOT / "boards/chips" / board.name
        kit = paths.ROOT / "boards/kits" / f"{board.name}.hpp"
        if kit.exists():
            folder = paths.ROOT / "boards/chips" / re.search(r'chip = "(\w+)"', kit.read_text(encoding="utf-8"))[1]
            name = "chip.cmake" if name == "board.cmake" else name
            name = "chip.hpp" if name == "board.hpp" and (folder / "chip.hpp").exists() and not (folder / name).exists() else name
        return (folder / name).read_text(encoding="utf-8")

    def test_every_board_has_its_three_presets_and_every_folder_its_row(self):
        presets = json.loads((paths.ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
        for kind in ("configurePresets", "buildPresets", "testPresets"):
            self.assertLessEqual(set(boards.BOARDS), {preset["name"] for preset in presets[kind]}, kind)
        folders = {path.parent.name for path in (paths.ROOT / "boards" / "chips").glob("*/board.cmake")}
        folders |= {path.stem for path in (paths.ROOT / "boards/kits").glob("*.hpp") if ' chip = "' in path.read_text(encoding="utf-8")}
        self.assertEqual(folders, set(boards.BOARDS) - {"host"})

    def test_machine_configuration_and_test_images_are_those_of_the_build(self):
        for board in boards.device_boards():
            with self.subTest(board.name):
                settings = dict(re.findall(r"set\((STACKMATE_BOARD_\w+)\s+([^)]*)\)", self.source(board, "board.cmake")))
                self.assertEqual(settings["STACKMATE_BOARD_CONFIG"], board.configuration)
                kit = paths.ROOT / "boards/kits" / f"{board.name}.hpp"
                machine = re.search('emulator = "(.*)"', kit.read_text(encoding="utf-8")) if kit.exists() else None
                self.assertEqual(machine[1] if machine else settings.get("STACKMATE_BOARD_EMULATOR", ""), board.machine)
                if not board.machine:       # further test images want one
                    settings.pop("STACKMATE_BOARD_TEST_IMAGES", None)
                images = re.findall(r"(\w+)_image\.cpp", settings.get("STACKMATE_BOARD_TEST_IMAGES", ""))
                self.assertEqual(("hal_conformance", *images), board.images)

    def test_memories_are_those_of_header_and_linker_script(self):
        for board in boards.device_boards():
            with self.subTest(board.name):
                header, script = self.source(board, "board.hpp"), self.source(board, "board.ld")
                for name, region, size in (("flash_bytes", "FLASH", board.flash_bytes), ("ram_bytes", "RAM", board.ram_bytes)):
                    said = re.search(rf"{name} = (\d+) \* 1024;", header)
                    self.assertEqual(int(said[1]) * 1024, size, name)
                    linked = re.search(rf"^ *{region} [^\n]*ORIGIN = (0x\w+), LENGTH = (\d+)K", script, re.M)
                    self.assertEqual(int(linked[2]) * 1024, size, region)
                    if region == "FLASH":
                        self.assertEqual(int(linked[1], 16), board.flash_base)

    def test_the_saved_games_of_an_stm32_lie_beside_its_program(self):
        for name, pages in (("stm32f411", r"FlashF4<B, 1, (0x\w+), (\d+), (\d+) \* 1024"),
                            ("stm32f103", r"FlashF1<B, (0x\w+), (\d+)()")):
            with self.subTest(name):
                header = self.source(boards.BOARDS[name], "peripherals.hpp")
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

"""Wrong pins do not compile, and the compiler's error names the pin and both its uses."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

CPUS = {"rp2040": "cortex-m0plus", "rp2040_openchess": "cortex-m0plus", "stm32f103": "cortex-m3", "stm32f100": "cortex-m3", "microbit": "cortex-m0"}
PICO = "boards/kits/rp2040.hpp"


def page_of(board: str) -> tuple:
    """The header that defines the board, and what it wants to be told."""
    kit = f"boards/kits/{board}.hpp"
    chip = re.search(r'chip = "(\w+)"', (paths.ROOT / kit).read_text(encoding="utf-8"))[1]
    settings = (paths.ROOT / f"boards/chips/{chip}/chip.cmake").read_text(encoding="utf-8")
    page = re.search(r"set\(STACKMATE_BOARD_HEADER (.*)\)", settings)
    return page[1] if page else f"boards/chips/{chip}/board.hpp", [
        f'-DSTACKMATE_KIT_HEADER="{kit}"', f'-DSTACKMATE_CHIP_HEADER="boards/chips/{chip}/chip.hpp"',
        '-DSTACKMATE_BOARD_NAME="a board"']


def errors_of(board: str, header: str = "", text: str = "") -> str:
    """What the compiler says of a board's page, or of the page with `text` in place of the file `header`."""
    with tempfile.TemporaryDirectory() as directory:
        if header:
            changed = Path(directory) / header
            changed.parent.mkdir(parents=True)
            changed.write_text(text, encoding="utf-8")
        page, flags = page_of(board)
        command = ["arm-none-eabi-g++", *flags, f"-mcpu={CPUS.get(board, 'cortex-m4')}", "-mthumb", "-std=c++20", "-fsyntax-only",
                   "-fno-exceptions", "-fno-rtti", f"-I{directory}", f"-I{paths.ROOT}", "-x", "c++", "-"]
        result = subprocess.run(command, input=f'#include "{page}"\n', capture_output=True, text=True,
                                check=False, cwd=directory, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})
    return result.stderr


@unittest.skipUnless(shutil.which("arm-none-eabi-g++"), "needs the cross compiler")
class Pins(unittest.TestCase):
    def errors_with(self, board: str, header: str, old: str, new: str) -> str:
        source = (paths.ROOT / header).read_text(encoding="utf-8")
        self.assertEqual(source.count(old), 1, f"{header} has changed: {old}")
        return errors_of(board, header, source.replace(old, new))

    def assert_clash(self, errors: str, pin: str, use: str, other: str) -> None:
        self.assertRegex(errors, rf'PinIsUsedTwice<[^>]*>{{"{pin}"}}, [^>]*>{{"{use}"}}, [^>]*>{{"{other}"}}')
        self.assertIn("a pin has two uses", errors)

    def test_the_boards_as_they_are_compile(self):
        for board in ("rp2040", "rp2040_openchess", "stm32f103", "stm32f411", "stm32l475", "stm32f405", "stm32f100", "microbit"):
            with self.subTest(board):
                self.assertEqual(errors_of(board), "")

    def test_every_page_with_pins_is_checked(self):
        for page in sorted((paths.ROOT / "boards" / "chips").glob("*/*board.hpp")):
            text = page.read_text(encoding="utf-8")
            if "struct Board" in text and "Pin" in text:
                with self.subTest(page.parent.name):
                    self.assertIn("static_assert(hal::each_pin_has_one_use<Board>());", text)

    def test_a_row_on_a_column(self):
        self.assert_clash(self.errors_with("rp2040", PICO, '"GP9"', '"GP10"'),
                          "GP10", "row of rank 8", "column of file a")

    def test_the_leds_data_on_the_serial_line(self):
        self.assert_clash(self.errors_with("rp2040", PICO, 'led_data = "GP28"', 'led_data = "GP0"'),
                          "GP0", "LED data", "serial line, sends")

    def test_a_button_on_a_pin_that_the_module_keeps(self):
        self.assert_clash(self.errors_with("rp2040", PICO, '"GP21"', '"GP23"'),
                          "GP23", "PAUSE", "power save, on the module")

    def test_the_serial_line_at_another_pair_of_its_uart(self):
        page = (paths.ROOT / PICO).read_text(encoding="utf-8")
        moved = page
        for old, new in (("GP0", "GP16"), ("GP1", "GP17")):
            moved = moved.replace(f'"{new}"', f'"{old} "').replace(f'"{old}"', f'"{new}"').replace(f'"{old} "', f'"{old}"')
        self.assertIn('sends = "GP16", receives = "GP17"', moved)
        self.assertEqual(errors_of("rp2040", PICO, moved), "")

    def test_rows_in_any_order(self):
        page = (paths.ROOT / PICO).read_text(encoding="utf-8")
        self.assertEqual(errors_of("rp2040", PICO, page.replace('"GP2", "GP3"', '"GP3", "GP2"')), "")

    def test_what_is_no_pin(self):
        self.assertIn("a_pin_is_two_letters_and_a_number_below_100", self.errors_with("rp2040", PICO, '"GP2"', '"GP"'))
        self.assertIn("there are 30 pins", self.errors_with("rp2040", PICO, '"GP2"', '"GP30"'))
        self.assertIn("there are 30 pins", self.errors_with("rp2040", PICO, '"GP2"', '"PA2"'))

    def test_seven_columns(self):
        errors = self.errors_with("rp2040", PICO, ', "GP17"}', '}')
        self.assertIn("a pin for each use: eight rows, eight columns", errors)

    def test_a_pin_twice_in_one_group(self):
        self.assert_clash(self.errors_with("stm32f411", "boards/kits/pills.hpp", '"PB8"', '"PB9"'),
                          "PB9", "row of rank 1", "row of rank 2")

    def test_nine_rows(self):
        errors = self.errors_with("stm32f103", "boards/kits/pills.hpp", '"PA15"', '"PA15", "PB1"')
        self.assertIn("there are eight rows", errors)

    def test_a_row_on_a_line_of_the_shield(self):
        self.assert_clash(self.errors_with("stm32l475", "boards/kits/stm32l475.hpp", '"PA15"', '"PA4"'),
                          "PA4", "row of rank 7", "shield, data")

    def test_a_row_of_the_register_on_a_column(self):
        self.assert_clash(self.errors_with("rp2040_openchess", "boards/kits/rp2040_openchess.hpp", '"GP15"', '"GP20"'),
                          "GP20", "rows, shift clock", "column of file c")

    def test_a_pin_where_its_peripheral_does_not_come_out(self):
        pills = "boards/kits/pills.hpp"
        for board, header, old, new, error in (
                ("rp2040", PICO, 'sends = "GP0"', 'sends = "GP22"', "UART0 sends at GP0"),
                ("rp2040", PICO, 'receives = "GP1"', 'receives = "GP26"', "UART0 receives at GP1"),
                ("rp2040_openchess", "boards/kits/rp2040_openchess.hpp", 'sends = "GP0"', 'sends = "GP8"',
                 "UART0 sends at GP0"),
                ("stm32f103", pills, 'led_data = "PA8"', 'led_data = "PB10"', "channel 1 of timer 1 is at PA8"),
                ("stm32f411", pills, 'led_data = "PA8"', 'led_data = "PB10"', "channel 1 of timer 1 is at PA8"),
                ("stm32f103", pills, 'sends = "PA9"', 'sends = "PB10"', "USART1 sends at PA9"),
                ("stm32f103", pills, 'receives = "PA10"', 'receives = "PB10"', "USART1 receives at PA10"),
                ("stm32f411", pills, 'sends = "PA9"', 'sends = "PB10"', "USART1 sends at PA9"),
                ("stm32f411", pills, 'receives = "PA10"', 'receives = "PB10"', "USART1 receives at PA10"),
                ("stm32l475", "boards/kits/stm32l475.hpp", 'sends = "PB6"', 'sends = "PC8"',
                 "USART1 sends at PA9 and PB6"),
                ("stm32l475", "boards/kits/stm32l475.hpp", 'receives = "PB7"', 'receives = "PC8"',
                 "USART1 receives at PA10 and PB7"),
                ("stm32f405", "boards/kits/stm32f405.hpp", 'sends = "PA9"', 'sends = "PA3"', "USART1 sends at PA9"),
                ("stm32f405", "boards/kits/stm32f405.hpp", 'receives = "PA10"', 'receives = "PA3"', "USART1 receives at PA10")):
            with self.subTest(board=board, new=new):
                self.assertIn(error, self.errors_with(board, header, old, new))

    def test_a_pin_of_a_port_that_the_start_does_not_switch_on(self):
        for board, kit, pin in (("stm32f103", "pills", "PB9"), ("stm32f411", "pills", "PB9"), ("stm32l475", "stm32l475", "PB2")):
            with self.subTest(board):
                errors = self.errors_with(board, f"boards/kits/{kit}.hpp", f'"{pin}"', '"PD0"')
                self.assertIn("ports A, B and C alone", errors)

    def test_a_pin_that_no_port_has(self):
        errors = self.errors_with("stm32f103", "boards/kits/pills.hpp", '"PB12"', '"PB16"')
        self.assertIn("ports A to H have 16 pins each", errors)

    def test_the_leds_data_on_the_pin_that_usb_borrows(self):
        for board, kit, pin in (("rp2040", PICO, "GP28"), ("rp2040_openchess", "boards/kits/rp2040_openchess.hpp", "GP29")):
            with self.subTest(board):
                self.assertIn("USB borrows GP15", self.errors_with(board, kit, f'led_data = "{pin}"', 'led_data = "GP15"'))

    def test_one_pin_for_both_ways_of_the_line(self):
        errors = self.errors_with("microbit", "boards/kits/microbit.hpp", "sends = 24", "sends = 25")
        self.assertIn("a pin each way", errors)


if __name__ == "__main__":
    unittest.main()

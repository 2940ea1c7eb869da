"""Wrong pins do not compile, and the compiler's error names the pin, its use, and the other use or the reason."""

import functools
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

CPUS = {"rp2040": "cortex-m0plus", "rp2350": "cortex-m33+nofp", "rp2040_openchess": "cortex-m0plus",
        "rp2040_analogue": "cortex-m0plus", "stm32f103": "cortex-m3", "stm32f100": "cortex-m3", "microbit": "cortex-m0"}
PICO, PILLS = "boards/kits/picos.hpp", "boards/kits/pills.hpp"
OPENCHESS, DISCOVERY = "boards/kits/rp2040_openchess.hpp", "boards/kits/stm32l475.hpp"
MODULES = {"stm32f103": "the Blue Pill", "stm32f411": "the Black Pill", "rp2040_openchess": "the Nano RP2040 Connect",
           "stm32l475": "the Discovery kit", "rp2040": "the Pico"}

# What the pages of most boards include beside their kits.
COMMON = ("boards/kit.hpp", "hal/chess_concepts.hpp", "hal/debounced_buttons.hpp", "hal/flash_log.hpp", "hal/scan.hpp",
          "hal/status_led.hpp", "hal/ws2812.hpp")
PRECOMPILED = tempfile.TemporaryDirectory()

# As docs/PORTING.md tells a new user: a Blue Pill whose columns lie on the left edge.
OWN_KIT = """#pragma once
#include "boards/chips/stm32/modules.hpp"
#include "hal/sensing.hpp"
#include "hal/ws2812.hpp"
namespace stackmate::boards {
struct Kit {
    static constexpr std::string_view chip = "stm32f103";
    using Module = stm32::BluePill;
    static constexpr hal::PinId rows[] = {"PA0", "PA1", "PA2", "PA3", "PA4", "PA5", "PA6", "PA7"};
    static constexpr hal::PinId columns[] = {"PB9", "PB8", "PB7", "PB6", "PB5", "PB4", "PB3", "PA15"};
    static constexpr bool columns_high = true;
    static constexpr hal::Button buttons[] = {{"PLAY", "PB12"}, {"MENU", "PB13"}};
    static constexpr hal::PinId led_data = "PA8", status_led = "PC13", sends = "PA9", receives = "PA10";
    using Wiring = hal::RowsAreRanks;
    using Chain = hal::ChainInSerpentines;
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 12, .idle_ma = 1};
};
}
"""

# A source of squares in a file of its own: eight 74HC165, read through three pins.
OWN_SOURCE = """#pragma once
#include "boards/chips/rp2/gpio.hpp"
#include "hal/sensing.hpp"
#include "hal/shift_register_scan.hpp"
namespace stackmate::boards {
template <hal::PinId Id>
struct Line : rp2040::At<Id> {
    [[nodiscard]] static bool read() noexcept { return rp2040::At<Id>::get(); }
};
template <hal::PinId Load, hal::PinId Clock, hal::PinId Data>
struct ChainOf165 {
    static constexpr auto uses = hal::all_pins(hal::pin_use(Load, "chain, load"), hal::pin_use(Clock, "chain, clock"),
                                               hal::pin_use(Data, "chain, data"));
    static void use() noexcept {
        Line<Load>::use_as_output(true);
        Line<Clock>::use_as_output(false);
        Line<Data>::use_as_input(rp2040::Pull::up);
    }
    template <hal::ScanTiming Timing>
    [[nodiscard]] constexpr auto sensors() noexcept {
        return hal::ScannedSquares<hal::ShiftRegisterScan<Line<Load>, Line<Clock>, Line<Data>, Timing>>{load, clock, data};
    }
    Line<Load> load{};
    Line<Clock> clock{};
    Line<Data> data{};
};
}
"""


def page_of(kit: str, folder: Path) -> tuple:
    """The header that defines the board of a kit, and what it wants to be told."""
    chip = re.search(r'chip = "(\w+)"', (folder / kit).read_text(encoding="utf-8"))[1]
    settings = (paths.ROOT / f"boards/chips/{chip}/chip.cmake").read_text(encoding="utf-8")
    page = re.search(r"set\(STACKMATE_BOARD_HEADER (.*)\)", settings)
    return page[1] if page else f"boards/chips/{chip}/board.hpp", [
        f'-DSTACKMATE_KIT_HEADER="{kit}"', f'-DSTACKMATE_CHIP_HEADER="boards/chips/{chip}/chip.hpp"',
        '-DSTACKMATE_BOARD_NAME="a board"']


@functools.cache
def compiler(cpu: str) -> list:
    """The compiler for a processor, with the common headers precompiled: parsing them takes half of the time of a page."""
    words = ["arm-none-eabi-g++", f"-mcpu={cpu}", "-mthumb", "-std=c++20", "-fno-exceptions", "-fno-rtti"]
    header = Path(PRECOMPILED.name) / cpu / "common.hpp"
    header.parent.mkdir()
    header.write_text("".join(f'#include "{name}"\n' for name in COMMON), encoding="utf-8")
    subprocess.run([*words, f"-I{paths.ROOT}", header, "-o", f"{header}.gch"], check=True)
    return [*words, "-Winvalid-pch", "-include", header]


def errors_of(board: str, header: str = "", text: str = "", then: str = "") -> str:
    """What the compiler says of a board's page, or of the page with `text` in place of the file `header`; of a kit that is that
    file if there is no `board`. `then` stands below the page."""
    with tempfile.TemporaryDirectory() as directory:
        if header:
            changed = Path(directory) / header
            changed.parent.mkdir(parents=True, exist_ok=True)
            changed.write_text(text, encoding="utf-8")
        page, flags = page_of(f"boards/kits/{board}.hpp", paths.ROOT) if board else page_of(header, Path(directory))
        command = [*compiler(CPUS.get(board, "cortex-m4")), *flags, "-fsyntax-only", f"-I{directory}", f"-I{paths.ROOT}", "-x", "c++", "-"]
        result = subprocess.run(command, input=f'#include "{page}"\n{then}\n', capture_output=True, text=True,
                                check=False, cwd=directory, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})
    return result.stderr


@unittest.skipUnless(shutil.which("arm-none-eabi-g++"), "needs the cross compiler")
class Pins(unittest.TestCase):
    maxDiff = None

    def errors_with(self, board: str, header: str, *changes: tuple) -> str:
        source = (paths.ROOT / header).read_text(encoding="utf-8")
        for old, new in changes:
            self.assertEqual(source.count(old), 1, f"{header} has changed: {old}")
            source = source.replace(old, new)
        return errors_of(board, header, source)

    def errors_with_word(self, board: str, word: str) -> str:
        header = PILLS if board in ("stm32f103", "stm32f411", "stm32f405") else PICO if board == "rp2040" else f"boards/kits/{board}.hpp"
        opening = {PILLS: "struct PillKit {", PICO: "struct PicoKit {"}.get(header, "struct Kit {")
        return self.errors_with(board, header, (opening, f"{opening} {word};"))

    def assert_first(self, errors: str, *expected: str) -> None:
        first = re.search("error: (.*)", errors)
        self.assertTrue(first, errors)
        for words in expected:
            self.assertIn(words, first[1])

    def assert_clash(self, errors: str, pin: str, use: str, other: str) -> None:
        self.assertRegex(errors, rf'PinIsUsedTwice<[^>]*>{{"{pin}"}}, [^>]*>{{"{use}"}}, [^>]*>{{"{other}"}}')
        self.assertIn("a pin has two uses", errors)

    def assert_cannot(self, errors: str, pin: str, use: str, reason: str) -> None:
        self.assertRegex(errors, rf'PinCannot<[^>]*>{{"{pin}"}}, [^>]*>{{"{use}"}}, [^>]*>{{"{re.escape(reason)}')
        self.assertIn("a pin cannot be what the kit says", errors)

    def test_the_boards_as_they_are_compile(self):
        for board in CPUS | {"stm32f411": "", "stm32l475": "", "stm32f405": ""}:
            with self.subTest(board):
                self.assertEqual(errors_of(board), "")

    def test_every_page_with_pins_is_checked(self):
        for page in sorted((paths.ROOT / "boards" / "chips").glob("*/*board.hpp")):
            text = page.read_text(encoding="utf-8")
            if "struct Board" in text and "Kit::" in text:
                with self.subTest(page.parent.name):
                    self.assertRegex(text, r"static_assert\(hal::pins_fit<Kit, PinUses>\(\)\);\n[^§]*struct Board : [^{]*PinUses {")

    def test_a_row_on_a_column(self):
        self.assert_clash(self.errors_with("rp2040", PICO, ('"GP9"', '"GP10"')),
                          "GP10", "row of rank 8", "column of file a")

    def test_the_leds_data_on_the_serial_line(self):
        self.assert_clash(self.errors_with("rp2040", PICO, ('led_data = "GP28"', 'led_data = "GP0"')),
                          "GP0", "LED data", "serial line, sends")

    def test_a_button_on_a_pin_that_the_module_keeps(self):
        self.assert_clash(self.errors_with("rp2040", PICO, ('"GP21"', '"GP23"')),
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
        for name in ("GP", "GP30", "GP02", "PA2", "12", "D1"):
            with self.subTest(name):
                self.assert_cannot(self.errors_with("rp2040", PICO, ('"GP2"', f'"{name}"')), name, "row of rank 1",
                                   "the pins are GP0 to GP29")
        for name in ("PB16", "PD0", "A8", "PA08"):
            with self.subTest(name):
                self.assert_cannot(self.errors_with("stm32f103", PILLS, ('"PB12"', f'"{name}"')), name, "HINT",
                                   "the pins are PA0 to PC15: the start switches on ports A, B and C alone")
        self.assert_cannot(self.errors_with("microbit", "boards/kits/microbit.hpp", ("P0.24", "P0.32")),
                           "P0.32", "serial line, sends", "the pins are P0.0 to P0.31")

    def test_a_pin_that_the_module_does_not_bring_out(self):
        for board, header, old, new, use in (
                ("stm32f103", PILLS, "PB12", "PB2", "HINT"), ("stm32f411", PILLS, "PB12", "PB11", "HINT"),
                ("stm32f411", PILLS, "PB9", "PC0", "row of rank 1"), ("stm32f103", PILLS, "PB0", "PC12", "column of file h"),
                ("rp2040_openchess", OPENCHESS, "GP17", "GP8", "PLAY"),
                ("rp2040_openchess", OPENCHESS, "GP25", "GP14", "rows, data"),
                ("stm32l475", DISCOVERY, "PC0", "PB12", "column of file a")):
            with self.subTest(board=board, new=new):
                self.assert_cannot(self.errors_with(board, header, (f'"{old}"', f'"{new}"')), new, use,
                                   MODULES[board] + " brings out ")

    def test_pins_of_the_module_that_its_sibling_has_not(self):
        for board, pin in (("stm32f103", "PB11"), ("stm32f411", "PB2"), ("stm32f405", "PC0")):
            with self.subTest(board):
                self.assertEqual(self.errors_with(board, PILLS, ('"PB12"', f'"{pin}"')), "")

    def test_a_row_on_a_pin_that_must_not_be_a_source(self):
        reason = "PC13 to PC15 must not be a source of current"
        for board in ("stm32f103", "stm32f411"):
            with self.subTest(board):
                self.assert_cannot(self.errors_with(board, PILLS, ('"PC13"', '"PB10"'), ('"PB9"', '"PC13"')),
                                   "PC13", "row of rank 1", reason)
        for old, use in (('"PA15"', "row of rank 7"), ('data = "PA4"', "shield, data")):
            with self.subTest(use):
                self.assert_cannot(self.errors_with("stm32l475", DISCOVERY, ('"PC13"', '"PB7"'), ('receives = "PB7"', 'receives = "PA10"'),
                                                    (old, old.replace("PA15", "PC13").replace("PA4", "PC13"))), "PC13", use, reason)

    def test_seven_columns(self):
        self.assert_cannot(self.errors_with("rp2040", PICO, (', "GP17"}', '}')), "", "column of file h",
                           "the kit names no pin for it")

    def test_a_pin_twice_in_one_group(self):
        self.assert_clash(self.errors_with("stm32f411", PILLS, ('"PB8"', '"PB9"')),
                          "PB9", "row of rank 1", "row of rank 2")

    def test_nine_rows(self):
        self.assert_cannot(self.errors_with("stm32f103", PILLS, ('"PA15"', '"PA15", "PB1"')), "PB1", "row of rank 8",
                           "another pin has that use already")

    def test_two_buttons_of_one_name(self):
        self.assert_cannot(self.errors_with("rp2040", PICO, ('{"HINT"', '{"PLAY"')), "GP19", "PLAY", "another pin has that use already")

    def test_a_row_on_a_line_of_the_shield(self):
        self.assert_clash(self.errors_with("stm32l475", DISCOVERY, ('"PA15"', '"PA4"')),
                          "PA4", "row of rank 7", "shield, data")

    def test_a_row_of_the_register_on_a_column(self):
        self.assert_clash(self.errors_with("rp2040_openchess", OPENCHESS, ('"GP15"', '"GP20"')),
                          "GP20", "rows, shift clock", "column of file c")

    def test_a_pin_where_its_peripheral_does_not_come_out(self):
        uart, usart, far = "UART0 {} at GP{}", "USART1 sends at PA9", "; it also reaches port B, whose clock is off"
        sends, receives = "serial line, sends", "serial line, receives"
        both = usart + " and PB6, and receives at PA10 and PB7"
        alone = usart + " and receives at PA10"
        timer = "a timer sends the LEDs\\' data, and channel 1 of timer 1 is at PA8"
        for board, header, name, old, new, use, reason in (
                ("rp2040", PICO, "sends", "GP0", "GP22", sends, uart.format("sends", "0, GP12, GP16 and GP28")),
                ("rp2040", PICO, "receives", "GP1", "GP26", receives, uart.format("receives", "1, GP13, GP17 and GP29")),
                ("rp2040_openchess", OPENCHESS, "sends", "GP0", "GP8", sends, uart.format("sends", "0, GP12")),
                ("stm32f103", PILLS, "led_data", "PA8", "PB10", "LED data", timer),
                ("stm32f411", PILLS, "led_data", "PA8", "PB10", "LED data", timer),
                ("stm32f103", PILLS, "sends", "PA9", "PB10", sends, alone),
                ("stm32f103", PILLS, "receives", "PA10", "PB10", receives, alone),
                ("stm32f411", PILLS, "sends", "PA9", "PB10", sends, both),
                ("stm32f411", PILLS, "receives", "PA10", "PB10", receives, both),
                ("stm32l475", DISCOVERY, "sends", "PB6", "PC8", sends, both),
                ("stm32l475", DISCOVERY, "receives", "PB7", "PC8", receives, both),
                ("stm32f100", "boards/kits/stm32f100.hpp", "sends", "PA9", "PB6", sends, alone + far),
                ("stm32f405", PILLS, "led_data", "PA8", "PB10", "LED data", timer),
                ("stm32f405", PILLS, "sends", "PA9", "PB10", sends, both),
                ("stm32f405", PILLS, "receives", "PA10", "PB10", receives, both)):
            with self.subTest(board=board, new=new):
                self.assert_cannot(self.errors_with(board, header, (f'{name} = "{old}"', f'{name} = "{new}"')), new, use, reason)

    def test_a_pin_of_a_port_that_the_start_does_not_switch_on(self):
        for board, header, pin, rank in (("stm32f103", PILLS, "PB9", 1), ("stm32f411", PILLS, "PB9", 1), ("stm32l475", DISCOVERY, "PB2", 8)):
            with self.subTest(board):
                self.assert_cannot(self.errors_with(board, header, (f'"{pin}"', '"PD14"')), "PD14", f"row of rank {rank}",
                                   "the pins are PA0 to PC15: the start switches on ports A, B and C alone")

    def test_the_leds_data_on_the_pin_that_usb_borrows(self):
        for board, header, pin, other in (("rp2040", PICO, "GP28", "GP22"), ("rp2040_openchess", OPENCHESS, "GP29", "GP12")):
            with self.subTest(board):
                errors = self.errors_with(board, header, ('"GP15"', f'"{other}"'), (f'led_data = "{pin}"', 'led_data = "GP15"'))
                self.assert_cannot(errors, "GP15", "LED data", "USB borrows GP15 after each reset of its bus")

    def test_one_pin_for_both_ways_of_the_line(self):
        self.assert_clash(self.errors_with("microbit", "boards/kits/microbit.hpp", ("P0.24", "P0.25")),
                          "P0.25", "serial line, sends", "serial line, receives")

    def test_a_kit_of_ones_own_anywhere(self):
        self.assertLessEqual(len(OWN_KIT.splitlines()), 30)
        self.assertEqual(errors_of("", "mine.hpp", OWN_KIT), "")
        clash, cannot = self.assert_clash, self.assert_cannot
        for old, new, check, *expected in (
                ('"PA7"', '"PB9"', clash, "PB9", "row of rank 8", "column of file a"),
                ('"PA7"', '"PE2"', cannot, "PE2", "row of rank 8", "the pins are PA0 to PC15"),
                ('"PA7"', '"PB2"', cannot, "PB2", "row of rank 8", "the Blue Pill brings out PB12 PB13"),
                ('"PA7"', '"PA13"', clash, "PA13", "row of rank 8", "debug port"),
                (', "PA7"', "", cannot, "", "row of rank 8", "the kit names no pin for it"),
                ('"PA7"', '"PA7", "PB0"', cannot, "PB0", "row of rank 8", "another pin has that use already"),
                ('led_data = "PA8"', 'led_data = "PB0"', cannot, "PB0", "LED data", "a timer sends the LEDs"),
                ('sends = "PA9"', 'sends = "PB10"', cannot, "PB10", "serial line, sends", "USART1 sends at PA9")):
            with self.subTest(new=new):
                self.assertEqual(OWN_KIT.count(old), 1)
                check(errors_of("", "mine.hpp", OWN_KIT.replace(old, new)), *expected)

    def test_a_crystal_from_which_the_clock_cannot_be_made(self):
        for board, right, example, wrong in (
                ("stm32f103", (12_000_000, 16_000_000), "of 6, 8, 9, 12 or 16 MHz", (4_000_000, 18_000_000)),
                ("stm32f100", (24_000_000,), "of 4, 6, 8, 12, 16 or 24 MHz", (10_000_000,)),
                ("stm32f405", (25_000_000,), "whole MHz", (12_288_000, 27_000_000))):
            for hz in right + wrong:
                with self.subTest(board=board, hz=hz):
                    errors = self.errors_with_word(board, f"static constexpr unsigned crystal_hz = {hz}")
                    if hz in right:
                        self.assertEqual(errors, "")
                    else:
                        self.assert_first(errors, "the kit's `crystal_hz`: the chip takes crystals of ", example)

    def test_every_word_that_a_kit_lacks_is_named(self):
        line, table = ["sends", "receives"], ["buttons", "led_supply", "sends", "receives"]
        chain = ["rows", "columns", "columns_high", "led_data", "Chain"] + table
        for chip, words in (("rp2040", chain), ("rp2350", chain), ("stm32f103", chain), ("stm32f411", chain), ("stm32f405", chain), ("stm32l475", ["rows", "columns", "Shield"] + table),
                            ("stm32f100", line), ("nrf51", line)):
            with self.subTest(chip):
                errors = errors_of("", "bare.hpp", "#include <string_view>\nnamespace stackmate::boards { struct Kit { "
                                   f'static constexpr std::string_view chip = "{chip}"; }}; }}')
                self.assert_first(errors, "the kit lacks `")
                self.assertEqual(re.findall(r"error: static assertion failed: the kit lacks `(\w+)`", errors), words)

    def test_a_word_that_is_something_else_is_named(self):
        for old, new, word in (('hal::PinId rows[] = {"PA0", "PA1", "PA2", "PA3", "PA4", "PA5", "PA6", "PA7"}', "int rows = 8", "rows"),
                               ("hal::RowsAreRanks;\n    using Chain = hal::ChainInSerpentines", "hal::RowsAreRanks;\n    using Chain = int", "Chain")):
            with self.subTest(word):
                self.assertIn(old, OWN_KIT)
                self.assert_first(errors_of("", "mine.hpp", OWN_KIT.replace(old, new)), f"the kit lacks `{word}`")

    def test_words_that_a_kit_may_leave_out(self):
        own = OWN_KIT
        for words in ("    using Module = stm32::BluePill;\n", 'status_led = "PC13", ', "    using Wiring = hal::RowsAreRanks;\n"):
            self.assertIn(words, own)
            own = own.replace(words, "")
        self.assertEqual(errors_of("", "mine.hpp", own), "")
        module, bits = "    using Module = rp2040::PicoModule;\n", "    static constexpr unsigned led_bits = 24;\n"
        self.assertEqual(self.errors_with("rp2040", PICO, (bits, "")), "")
        self.assertEqual(self.errors_with("rp2040", "boards/kits/rp2040.hpp", (module, "")), "")

    def test_a_word_of_which_the_chip_can_make_nothing(self):
        crystal, pin, shield = "static constexpr unsigned crystal_hz = ", "static constexpr hal::PinId ", "on this chip the shield fixes that"
        line = "its chip here plays over the serial line alone"
        for board, word, sentence in (
                ("rp2040", pin + 'status_led = "GP22"', "`status_led`: on these chips it is the module's"),
                ("rp2040", crystal + "16'000'000", "`crystal_hz`: the boot ROM needs 12 MHz"),
                ("stm32f411", crystal + "10'000'000", "`crystal_hz`: the start measures the crystal, and knows those of 8, 12, 16 and 25 MHz"),
                ("stm32f103", "static constexpr unsigned led_bits = 32", "`led_bits`: this chip's timer sends 24 bits"),
                ("microbit", crystal + "32'000'000", "`crystal_hz`: the start expects 16 MHz"),
                ("stm32f100", pin + 'led_data = "PA8"', line),
                ("stm32l475", crystal + "8'000'000", "`crystal_hz`: this chip runs without a crystal"),
                ("stm32l475", pin + 'led_data = "PA8"', shield)):
            with self.subTest(board=board, word=word):
                self.assert_first(self.errors_with_word(board, word), sentence)

    def test_a_sounder_is_at_a_timer(self):
        sounder = 'static constexpr hal::PinId sounder = "{}"'.format
        for board, pin in (("stm32f103", "PB1"), ("stm32f411", "PB10"), ("stm32f405", "PC7")):
            with self.subTest(board):
                self.assertEqual(self.errors_with_word(board, sounder(pin)), "")
        for board, pin, pins in (("stm32f103", "PB10", "PA0 to PA3, PA6, PA7, PB0, PB1 and PB6 to PB9"),
                                 ("stm32f411", "PB15", "PA0 to PA3, PA5 to PA7, PA15, PB0, PB1, PB3 to PB11 and PC6 to PC9")):
            with self.subTest(board, pin=pin):
                self.assert_cannot(self.errors_with_word(board, sounder(pin)), pin, "sounder", f"timers 2 to 4 come out at {pins}")
        self.assert_clash(self.errors_with_word("stm32f411", sounder("PB9")), "PB9", "row of rank 1", "sounder")
        free = self.errors_with("stm32l475", DISCOVERY, ("    using Module = stm32::DiscoveryL475;", f"    {sounder('PB10')};"))
        self.assertEqual(free, "")

    def test_the_rows_of_a_pico_are_wired_as_its_kit_says(self):
        kit = (paths.ROOT / PICO).read_text(encoding="utf-8").replace(
            '#include "hal/ws2812.hpp"', '#include "hal/scan.hpp"\n#include "hal/ws2812.hpp"').replace(
            "struct PicoKit {", "struct PicoKit { using Wiring = hal::RowsAreFiles;")
        then = ("using Sensing = stackmate::boards::Board::Sensing; static_assert(std::same_as<Sensing, "
                "stackmate::hal::MatrixSensing<Sensing::Rows, Sensing::Columns, stackmate::hal::RowsAreFiles>>);")
        self.assertEqual(errors_of("rp2040", PICO, kit, then), "")

    def test_linear_sensors_at_the_wrong_pins(self):
        kit = "boards/kits/rp2040_analogue.hpp"
        for old, new, check, *expected in (
                ('"GP9"', '"GP10"', self.assert_clash, "GP10", "row of rank 8", "address A of the multiplexers"),
                ('"GP26"', '"GP28"', self.assert_clash, "GP28", "output of the multiplexers, to the converter", "LED data"),
                ('"GP26"', '"GP29"', self.assert_clash, "GP29", "output of the multiplexers, to the converter", "VSYS, on the module"),
                ('"GP26"', '"GP22"', self.assert_cannot, "GP22", "output of the multiplexers, to the converter", "the converter reads GP26 to GP29"),
                (', "GP9"', "", self.assert_cannot, "", "row of rank 8", "the kit names no pin for it"),
                (', "GP12"', "", self.assert_cannot, "", "address C of the multiplexers", "the kit names no pin for it"),
                ('"GP26"', '""', self.assert_cannot, "", "output of the multiplexers, to the converter", "the kit names no pin for it")):
            with self.subTest(new=new or old):
                check(self.errors_with("rp2040_analogue", kit, (old, new)), *expected)
        self.assertEqual(self.errors_with("rp2040_analogue", kit, ('chip = "rp2040"', 'chip = "rp2350"')), "", "an RP2350 as well")

    def test_the_page_explains_every_word_of_a_kit(self):
        page = (paths.ROOT / "docs" / "PORTING.md").read_text(encoding="utf-8").split("| a kit says |")[1].split("\n\n")[0]
        listed = [word for row in page.splitlines() for word in re.findall(r"`(\w+)`", row.split("|")[1])]
        used = {word for folder in ("boards", "hal") for path in (paths.ROOT / folder).rglob("*.[ch]pp")
                for word in re.findall(r"\bKit::(\w+)", path.read_text(encoding="utf-8"))}
        self.assertEqual(sorted(listed), sorted(used | {"chip", "emulator"}))

    def test_a_kit_of_ones_own_becomes_an_image(self):
        build = paths.ROOT / "build" / "own_kit"
        with tempfile.TemporaryDirectory(prefix="a kit ") as directory:
            (Path(directory) / "mine.hpp").write_text(OWN_KIT, encoding="utf-8")
            for command in (["--preset", "kit", "-S", paths.ROOT, "-B", build, "-DSTACKMATE_KIT=mine.hpp"],
                            ["--build", build, "--target", "stackmate"]):
                result = subprocess.run(["cmake", *command], cwd=directory, capture_output=True, text=True, check=False)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertTrue(b"mine\0" in (build / "stackmate.bin").read_bytes(), "the board is called like its kit")

    def test_a_source_of_ones_own(self):
        kit = (paths.ROOT / PICO).read_text(encoding="utf-8").replace("namespace", OWN_SOURCE.replace("#pragma once\n", "") + "namespace", 1)
        kit = re.sub(r"    // Rank 1 and file a first.*?columns_high = true;\n", '    using Squares = ChainOf165<"GP2", "GP3", "GP4">;\n', kit,
                     flags=re.S)
        self.assertNotIn("GP10", kit)
        self.assertEqual(errors_of("rp2040", PICO, kit), "")
        self.assert_clash(errors_of("rp2040", PICO, kit.replace('"GP4"', '"GP18"')), "GP18", "chain, data", "PLAY")
        self.assert_cannot(errors_of("rp2040", PICO, kit.replace('"GP4"', '"PA4"')), "PA4", "chain, data", "the pins are GP0 to GP29")


if __name__ == "__main__":
    unittest.main()

"""Around the chess board in QEMU: pins from a header, colours of a screenshot, meanings of colours."""

import re
import unittest

import paths  # noqa: F401

import boards
import build
import lights
import qtest
import terminal
from simboard import Frame, square_index

CHESS_BOARD = boards.find("stm32l475")


class Pins(unittest.TestCase):
    def test_each_line_has_a_pin_of_its_own(self):
        kit = CHESS_BOARD.kit.read_text(encoding="utf-8")
        rows, columns = qtest.pins(kit, "rows"), qtest.pins(kit, "columns")
        button = qtest.pins(kit, "buttons")
        self.assertEqual((len(rows), len(columns), button), (8, 8, [("C", 13)]))
        display = [("A", 4), ("B", 1), ("C", 3), ("C", 4), ("C", 5)]
        self.assertEqual(len({*rows, *columns, *button, *display, ("B", 6), ("B", 7)}), 24)

    def test_the_page_about_wiring_names_the_pins_of_the_kit(self):
        kit = CHESS_BOARD.kit.read_text(encoding="utf-8")
        page = (build.ROOT / "docs" / "WIRING.md").read_text(encoding="utf-8").partition("## STM32L475")[2]
        told = re.findall(r"^\| P([A-H])(\d+) \| (\S+) \| (row line of rank|sensor column of file|button) (\w+)", page, re.M)
        wanted = [*zip(qtest.pins(kit, "rows"), "87654321"), *zip(qtest.pins(kit, "columns"), "abcdefgh"),
                  *zip(qtest.pins(kit, "buttons"), ["PLAY"])]
        self.assertEqual([((port, int(bit)), what) for port, bit, _, _, what in told], wanted)
        said = re.findall(r"// (?:Rank 8|File a) first.*: (.*)\.\n", kit)      # the kit's comments say the same of the connectors
        self.assertEqual(", ".join(said).split(", "), [connector for _, _, connector, _, _ in told if connector != "-"])

    def test_a_list_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(terminal.ToolError, "no rows"):
            qtest.pins("cols[] = {};", "rows")


class Screenshot(unittest.TestCase):
    SIZE = 80

    def shot(self, squares):
        pixels = bytearray(3 * self.SIZE * self.SIZE)
        for name, colour in squares.items():
            number = square_index(name)
            left, top = number % 8 * 10, (7 - number // 8) * 10
            for y in range(top, top + 10):
                pixels[3 * (y * self.SIZE + left):3 * (y * self.SIZE + left + 10)] = bytes(colour) * 10
        return f"P6\n{self.SIZE} {self.SIZE}\n255\n".encode() + pixels

    def test_its_top_left_square_is_a8(self):
        squares = {"a8": (1, 2, 3), "h1": (4, 5, 6), "e4": (250, 0, 9)}
        self.assertEqual(Frame(0, qtest.squares_of(self.shot(squares))).lit, squares)

    def test_what_is_no_screenshot_is_refused(self):
        good = self.shot({})
        for bad in (b"", b"P5" + good[2:], good[:-1], b"P6\n81 81\n255\n" + bytes(3 * 81 * 81)):
            with self.assertRaises(terminal.ToolError):
                qtest.squares_of(bad)


class Lights(unittest.TestCase):
    def test_every_meaning_is_read_back_whatever_the_driver(self):
        for brightness in (255, 128):
            for shown in (lambda width: width, lambda width: 63 * width >> 6):
                reader = lights.Reader(brightness, shown)
                for style in lights.styles().values():
                    widths = tuple(shown(lights.pulse_width(part, brightness)) for part in style.colour)
                    self.assertEqual(reader.name_of(widths), style.name)

    def test_a_colour_that_means_nothing_is_an_error(self):
        with self.assertRaises(lights.LightsError):
            lights.Reader().name_of((1, 99, 1))


if __name__ == "__main__":
    unittest.main()

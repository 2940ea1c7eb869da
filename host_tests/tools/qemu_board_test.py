"""Around the chess board in QEMU: pins from a header, colours of a screenshot, meanings of colours, the README's picture."""

import re
import struct
import unittest
import zlib

import paths  # noqa: F401

import boards
import build
import lights
import picture
import qtest
from simboard import Frame, square_index

CHESS_BOARD = boards.find("stm32l475")


class Pins(unittest.TestCase):
    def test_each_line_has_a_pin_of_its_own(self):
        header = (build.ROOT / "boards" / CHESS_BOARD.name / "board.hpp").read_text(encoding="utf-8")
        rows, columns = qtest.pins(header, "Rows"), qtest.pins(header, "Columns")
        button = qtest.pins(header, "ButtonLine")
        self.assertEqual((len(rows), len(columns), button), (8, 8, [("C", 13)]))
        display = [("A", 4), ("B", 1), ("C", 3), ("C", 4), ("C", 5)]
        self.assertEqual(len({*rows, *columns, *button, *display, ("B", 6), ("B", 7)}), 24)

    def test_the_page_about_wiring_names_the_pins_of_the_header(self):
        header = (build.ROOT / "boards" / CHESS_BOARD.name / "board.hpp").read_text(encoding="utf-8")
        page = (build.ROOT / "docs" / "WIRING.md").read_text(encoding="utf-8").partition("## STM32L475")[2]
        told = re.findall(r"^\| P([A-H])(\d+) \| (\S+) \| (row line of rank|sensor column of file|button) (\w+)", page, re.M)
        wanted = [*zip(qtest.pins(header, "Rows"), "87654321"), *zip(qtest.pins(header, "Columns"), "abcdefgh"),
                  *zip(qtest.pins(header, "ButtonLine"), ["PLAY"])]
        self.assertEqual([((port, int(bit)), what) for port, bit, _, _, what in told], wanted)
        for port, bit, connector, _, _ in told:     # the header's comment says the same of the connectors
            if connector != "-":
                self.assertRegex(header, rf"//.*\bP{port}{bit} {connector}\b")

    def test_a_list_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(qtest.BoardError, "no Rows"):
            qtest.pins("using Cols = int;", "Rows")


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
            with self.assertRaises(qtest.BoardError):
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


class Picture(unittest.TestCase):
    def chunks(self, data):
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        at = 8
        while at < len(data):
            size, kind = struct.unpack_from(">I4s", data, at)
            body = data[at + 8:at + 8 + size]
            self.assertEqual(struct.unpack_from(">I", data, at + 8 + size)[0], zlib.crc32(kind + body))
            yield kind, body
            at += 12 + size

    def test_it_is_an_animation_whose_parts_fit(self):
        lit = [(0, 0, 0)] * 64
        other = lit.copy()
        other[28] = (0, 0, 251)
        data = picture.png([(500, lit, {"e1": "K", "d8": "q"}), (300, other, {"e1": "K", "d8": "q"}), (200, lit, {"e2": "K"})])
        numbers, size, times = [], None, []
        for kind, body in self.chunks(data):
            if kind == b"IHDR":
                size = struct.unpack_from(">II", body)
            elif kind == b"fcTL":
                number, width, height, left, top, ms = struct.unpack_from(">IIIIIH", body)
                numbers.append(number)
                times.append(ms)
                part = width, height
                self.assertTrue(left + width <= size[0] and top + height <= size[1])
            elif kind in (b"IDAT", b"fdAT"):
                if kind == b"fdAT":
                    numbers.append(struct.unpack_from(">I", body)[0])
                pixels = zlib.decompress(body if kind == b"IDAT" else body[4:])
                self.assertEqual(len(pixels), (part[0] + 1) * part[1])
        self.assertEqual(numbers, list(range(5)))
        self.assertEqual(times, [500, 300, 200])

    def test_a_piece_hides_its_own_square_only(self):
        canvas = picture.Canvas(picture.EDGE + 8 * picture.CELL + 2, 2 * picture.EDGE + 8 * picture.CELL)
        dark = [(0, 0, 0)] * 64
        left, top, right, bottom = picture.changed_part(canvas.draw(dark, {}), canvas.draw(dark, {"a1": "r"}))
        self.assertGreaterEqual(left, picture.EDGE)
        self.assertLess(right, picture.EDGE + picture.CELL)
        self.assertGreaterEqual(top, picture.EDGE + 7 * picture.CELL)
        self.assertLess(bottom, picture.EDGE + 8 * picture.CELL)

    def test_the_one_that_is_checked_in_is_small_enough_for_a_page(self):
        self.assertLess(picture.OUT.stat().st_size, 60_000)


if __name__ == "__main__":
    unittest.main()

"""The pictures of the board are what they say: one that stands still, large enough to be read, and one that moves."""

import struct
import unittest
import zlib

import paths

import picture

DARK = ((0, 0, 0),) * 64


def chunks_of(data: bytes) -> list:
    """(kind, content) of a PNG's chunks."""
    found, at = [], 8
    while at < len(data):
        size, = struct.unpack_from(">I", data, at)
        kind, content = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(kind + content)
        found.append((kind, content))
        at += 12 + size
    return found


class Pictures(unittest.TestCase):
    def drawn(self, lit=DARK, pieces=None, air=None):
        canvas = picture.Canvas(1)
        rows = canvas.draw(lit, pieces or {}, air)
        colours = list(canvas.palette)
        return canvas, [[colours[number] for number in row] for row in rows]

    def square(self, canvas, rows, file, rank):
        """The colour in the middle of a square."""
        return rows[canvas.edge + (7 - rank) * canvas.cell + canvas.cell // 2][canvas.edge + file * canvas.cell + canvas.cell // 2]

    def test_the_pictures_of_the_documents_are_large_and_one_of_them_moves(self):
        for name, least, moves in ((picture.STILL, 900, False), (picture.MOVING, 400, True)):
            with self.subTest(name):
                chunks = chunks_of((picture.OUT / name).read_bytes())
                width, height = struct.unpack_from(">II", chunks[0][1])
                self.assertGreaterEqual(min(width, height), least)
                self.assertEqual(b"acTL" in dict(chunks), moves)
                self.assertLess(sum(len(content) for _, content in chunks), 100_000)

    def test_unlit_squares_are_wood_and_lit_ones_have_the_lights_colour(self):
        lit = list(DARK)
        lit[12] = (0, 0, 200)       # e2
        canvas, rows = self.drawn(lit)
        self.assertEqual(self.square(canvas, rows, 0, 0), picture.WOOD[False])
        self.assertEqual(self.square(canvas, rows, 1, 0), picture.WOOD[True])
        red, green, blue = self.square(canvas, rows, 4, 1)
        self.assertGreater(blue, red + 100)
        self.assertGreater(blue, green + 100)

    def test_a_piece_in_the_air_is_drawn_above_its_square_with_its_shadow_on_it(self):
        def colours(rows):
            return {colour for row in rows for colour in row}
        canvas, standing = self.drawn(pieces={"c1": "B"})
        _, lifted = self.drawn(air=("B", 2, 0))
        self.assertNotIn(picture.SHADOW, colours(standing))
        self.assertIn(picture.SHADOW, colours(lifted))
        above = canvas.edge + 7 * canvas.cell - 1       # the last row of the rank above
        body = picture.PIECE[True][0]
        self.assertNotIn(body, standing[above])
        self.assertIn(body, lifted[above])

    def test_only_several_scenes_make_a_film(self):
        one = [(100, DARK, {"e1": "K"}, None)]
        self.assertNotIn(b"acTL", dict(chunks_of(picture.png(one, 0))))
        chunks = chunks_of(picture.png(one + [(100, DARK, {"e2": "K"}, None)], 0))
        self.assertEqual(struct.unpack(">II", dict(chunks)[b"acTL"]), (2, 0))
        self.assertEqual([kind for kind, _ in chunks].count(b"fdAT"), 1)

    def test_the_parts_of_a_film_fit_and_come_in_order(self):
        other = list(DARK)
        other[28] = (0, 0, 251)
        still = {"e1": "K", "d8": "q"}
        numbers, size, times = [], None, []
        for kind, body in chunks_of(picture.png([(500, DARK, still, None), (300, other, still, None), (200, DARK, {"e2": "K"}, None)], 0)):
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
        canvas = picture.Canvas(0)
        left, top, right, bottom = picture.changed_part(canvas.draw(DARK, {}, None), canvas.draw(DARK, {"a1": "r"}, None))
        self.assertGreaterEqual(left, canvas.edge)
        self.assertLessEqual(right, canvas.edge + canvas.cell)
        self.assertGreaterEqual(top, canvas.edge + 7 * canvas.cell)
        self.assertLessEqual(bottom, canvas.edge + 8 * canvas.cell)

    def test_a_doubled_shape_is_the_same_shape(self):
        self.assertEqual(picture.doubled(["#"]), ["##", "##"])
        self.assertEqual(picture.doubled(["..", "##"]), ["....", "....", "####", "####"])


if __name__ == "__main__":
    unittest.main()

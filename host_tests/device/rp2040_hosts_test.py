"""Apps that speak ChessLink, Certabo or the Chess Peripheral Protocol, at the simulated RP2040 board with the real image.

The dialogues are our own. What foreign clients have said is in docs/SERIAL.md.
"""

import functools
import operator
import unittest

import rp2040_hands as hands
from rp2040_hands import lights, simboard

START = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"
AFTER_E4 = "rnbqkbnrpppppppp" + "." * 20 + "P" + "." * 11 + "PPPP.PPPRNBQKBNR"
PIECES = " PNBRQK"


def block(text: str) -> bytes:
    """With its check, in odd parity."""
    check = functools.reduce(operator.xor, text.encode())
    return bytes(c | (0x80 if c.bit_count() % 2 == 0 else 0) for c in f"{text}{check:02X}".encode())


def leds(**patterns) -> str:
    """The command that lights squares at their corners."""
    corners = [0] * 81
    for square, pattern in patterns.items():
        column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
        for at in (9 * column + row, 9 * column + row + 1, 9 * column + row + 9, 9 * column + row + 10):
            corners[at] = pattern
    return "L20" + "".join(f"{corner:02X}" for corner in corners)


class Hosts(unittest.TestCase):
    def setUp(self):
        self.board = simboard.SimBoard(seed=7, bounce=3.0)
        self.addCleanup(self.board.close)
        self.board.set_up()
        self.board.power_on()
        self.board.wait_line("new game")
        self.board.keep_bytes()

    def ask(self, data: bytes, ms=60) -> bytes:
        self.board.run(5)
        self.board.bytes.clear()
        self.board.send_bytes(data)
        self.board.run(ms)
        return bytes(self.board.bytes)

    def make(self, move):
        self.board.move(move)
        self.board.run(hands.REST)

    def lit(self) -> dict:
        """Square -> the meanings it had in one whole rhythm."""
        found = {}
        for frame in self.board.watch(1100):
            for square, meaning in lights.read(frame).items():
                found.setdefault(square, set()).add(meaning)
        return found

    def test_a_chesslink_app_reads_the_squares_and_lights_them(self):
        self.assertTrue(self.ask(block("V")).startswith(block("v0001")))
        self.assertTrue(self.ask(block("W0201")).endswith(block("w0201")), "and no report behind it")
        self.assertEqual(self.ask(block("S")), block("s" + START))
        self.make("e2e4")
        self.assertEqual(self.ask(block("S")), block("s" + AFTER_E4))
        self.assertEqual(self.ask(block(leds(e7=0x0F, e5=0xF0)), 100), block("l"))
        self.assertEqual(self.lit(), {"e7": {"host_second"}, "e5": {"host_first"}})
        self.assertEqual(self.ask(block("X")), block("x"))
        self.assertEqual(self.lit(), {})
        self.assertIn(b"uciok\n", self.ask(b"uci\n", 400))
        self.assertIn("e8", self.lit(), "the game's lights are back")

    def test_a_certabo_app_gets_lines_and_lights_squares(self):
        self.ask(b"U\xaaU\xaaU\xaaU\xaa", 500)
        self.make("e2e4")
        self.board.bytes.clear()
        self.board.run(600)
        line = bytes(self.board.bytes).decode().split("\r\n")[1]
        numbers = [int(number) for number in line[1:].split()]
        self.assertEqual((line[0], len(numbers)), (":", 320))
        cells = [numbers[i:i + 5] for i in range(0, 320, 5)]
        named = "".join("." if cell.count(0) > 2 else PIECES[cell[4]] if cell[3] == 1 else PIECES[cell[4]].lower()
                        for cell in cells)
        self.assertEqual(named, AFTER_E4)
        self.ask(bytes([0, 0x10, 0, 0x10, 0, 0, 0, 0]))
        self.assertEqual(self.lit(), {"e7": {"host"}, "e5": {"host"}})

    def test_an_app_of_the_chess_peripheral_protocol_plays_through_the_board(self):
        self.assertEqual(self.ask(b"feature moved\nfeature msg\n"), b"ok\nnok\n")
        start = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
        self.assertEqual(self.ask(b"begin " + start + b"\n"), b"sync " + start + b"\n")
        self.board.run(1000)
        self.board.bytes.clear()
        self.make("e2e4")
        self.assertEqual(bytes(self.board.bytes), b"move e2e4\n")
        self.assertEqual(self.ask(b"ok\nmove e7e5\n"), b"moved\n")
        self.assertEqual({square: meanings for square, meanings in self.lit().items() if square in ("e7", "e5")},
                         {"e7": {"move_from"}, "e5": {"move_to"}})
        self.board.bytes.clear()
        self.make("e7e5")
        self.assertEqual(bytes(self.board.bytes), b"moved\n")


if __name__ == "__main__":
    unittest.main()

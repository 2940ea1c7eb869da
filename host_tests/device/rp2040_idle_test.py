"""The real image while nobody minds the board: how long the chip sleeps, how the lights dim, and that a touch counts.

Exact virtual time. With STACKMATE_TRIALS the figures are told, and the board is waited for until it dims, which takes minutes.
"""

import os
import unittest

import rp2040_hands as hands
from rp2040_hands import lights, simboard

TELLS = "STACKMATE_TRIALS" in os.environ


class Idle(unittest.TestCase):
    def setUp(self):
        self.board = simboard.SimBoard(seed=5)
        self.addCleanup(self.board.close)

    def begin(self):
        """A game has begun, and a person is to move."""
        self.board.set_up()
        self.board.power_on()
        self.board.wait_frame(lambda frame: lights.read(frame) == {"e1": "turn"}, 5000, "the game")
        self.board.run(500)

    def slept(self, ms: float) -> float:
        """Which part of this time the processor sleeps."""
        before = self.board.statistics()["slept_ms"]
        self.board.run(ms)
        return (self.board.statistics()["slept_ms"] - before) / ms

    def test_the_chip_sleeps_while_pieces_are_to_be_set_up(self):
        self.board.power_on()
        self.board.run(1000)
        share = self.slept(2048)
        print({"asleep while pieces are asked for": share}) if TELLS else None
        self.assertGreater(share, 0.9)

    def test_the_chip_sleeps_while_a_person_thinks(self):
        self.begin()
        share = self.slept(2048)
        print({"asleep while a person thinks": share}) if TELLS else None
        self.assertGreater(share, 0.9)

    @unittest.skipUnless(TELLS, "takes minutes")
    def test_a_board_that_nobody_minds_dims_and_the_touch_that_wakes_it_counts(self):
        self.begin()
        board = self.board
        board.run(121_000)
        board.wait_frame(lambda frame: frame.lit, 1000, "the king's light")
        turn = lights.styles()["turn"].colour[0]
        self.assertEqual(board.picture.lit, {"e1": (lights.pulse_width(turn, lights.BRIGHTNESS // 4),) * 3})
        print({"asleep while the lights are dimmed": self.slept(2048)})
        touched = board.ms
        board.lift("g2")
        bright = lights.widths(lights.BRIGHTNESS)
        board.wait_frame(lambda frame: "target" in map(bright.get, frame.lit.values()), 46, "where the pawn may go")
        print({"from the touch to the light, ms": board.ms - touched})
        board.run(hands.CARRY)
        board.place("g4", 700)
        self.assertTrue(any("move 1. g4" in line for _, line in board.lines), board.tail())


if __name__ == "__main__":
    unittest.main()

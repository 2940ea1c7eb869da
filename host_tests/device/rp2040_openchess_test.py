"""The firmware for Open-Chess with that board's wiring around it, in the simulator: rp2040_openchess.mjs."""

import unittest

import board_case  # noqa: F401

import promises


class OpenChess(unittest.TestCase):
    def test_a_move_is_played_through_its_wiring(self):
        promises.hold(self, "rp2040_openchess.mjs", "rp2040_openchess")


if __name__ == "__main__":
    unittest.main()

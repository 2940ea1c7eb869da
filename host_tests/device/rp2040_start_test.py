"""How the RP2040 starts, in the simulator: rp2040_start.mjs."""

import unittest

import board_case  # noqa: F401

import promises


class Start(unittest.TestCase):
    def test_no_start_depends_on_luck(self):
        promises.hold(self, "rp2040_start.mjs", "rp2040")


if __name__ == "__main__":
    unittest.main()

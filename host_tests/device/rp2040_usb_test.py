"""The RP2040's serial port over USB, with a host at its socket in the simulator: rp2040_usb.mjs."""

import unittest

import board_case  # noqa: F401

import promises


class Usb(unittest.TestCase):
    def test_every_promise_of_the_port_holds(self):
        promises.hold(self, "rp2040_usb.mjs", "rp2040")


if __name__ == "__main__":
    unittest.main()

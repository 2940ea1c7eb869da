"""The RP2040's serial port over USB, with a host at its socket in the simulator: rp2040_usb.mjs, rp2040_usb_faults.mjs."""

import unittest

import board_case  # noqa: F401

import promises


class Usb(unittest.TestCase):
    def test_every_promise_of_the_port_holds(self):
        promises.hold(self, "rp2040_usb.mjs", "rp2040")

    def test_what_goes_wrong_on_the_bus_does_no_harm(self):
        promises.hold(self, "rp2040_usb_faults.mjs", "rp2040")


if __name__ == "__main__":
    unittest.main()

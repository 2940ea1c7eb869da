"""The RP2040's serial port over USB, with a host at its socket in the simulator: rp2040_usb.mjs."""

import subprocess
import unittest
from pathlib import Path

import board_case  # noqa: F401

import boards
import build
import emulator


class Usb(unittest.TestCase):
    def test_every_promise_of_the_port_holds(self):
        if reason := emulator.why_not(boards.find("rp2040")):
            self.skipTest(reason)
        image = build.ROOT / "build" / "rp2040" / "stackmate.elf"
        run = subprocess.run(["node", str(Path(__file__).with_name("rp2040_usb.mjs")), str(image)],
                             capture_output=True, text=True, timeout=300, check=False)
        lines = run.stdout.splitlines()
        for line in lines:
            if not line.startswith("ok "):
                with self.subTest(line):
                    self.fail(line)
        self.assertGreater(len(lines), 15, run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main()

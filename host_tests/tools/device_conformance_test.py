"""host_tests/hal/device_conformance.py: what it says of an image that stands still."""

import os
import stat
import subprocess
import sys
import tempfile
import unittest

import paths

SCRIPT = paths.ROOT / "host_tests" / "hal" / "device_conformance.py"


class StandingStill(unittest.TestCase):
    def run_image(self, said):
        """Status and output for an image that says these lines and then nothing more."""
        with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as emulator:
            emulator.write(f"#!/bin/sh\nprintf '{said}'\nexec sleep 60\n")
        self.addCleanup(os.unlink, emulator.name)
        os.chmod(emulator.name, stat.S_IRWXU)
        result = subprocess.run([sys.executable, "-B", SCRIPT, "--timeout", "1", "--qemu", emulator.name, "machine", "image"],
                                capture_output=True, text=True, check=False)
        return result.returncode, result.stdout

    def test_it_is_given_up_and_the_likely_reason_is_told(self):
        for said, reason in (("", "does its serial port send?"), ("ready\\n", "Does the tick's interrupt come"),
                             ("ready\\nok one\\n", "After the last promise above")):
            with self.subTest(said):
                status, output = self.run_image(said)
                self.assertEqual(status, 1)
                self.assertIn("given up after 1 s", output)
                self.assertIn(reason, output)


if __name__ == "__main__":
    unittest.main()

"""host_tests/hal/device_conformance.py: what it says of an image that stands still, and its dialogue with a real board."""

import os
import pty
import stat
import subprocess
import sys
import tempfile
import tty
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


class AtAPort(unittest.TestCase):
    """The board is this test, at the other end of a pseudo-terminal."""

    def run_board(self, said):
        board, port = pty.openpty()
        tty.setraw(port)
        self.addCleanup(os.close, board)
        self.addCleanup(os.close, port)
        driver = subprocess.Popen([sys.executable, "-B", SCRIPT, "--timeout", "20", "--quiet", "1", "--port", os.ttyname(port)],
                                  stdout=subprocess.PIPE, text=True)
        os.write(board, said)
        output, _ = driver.communicate(timeout=60)
        os.set_blocking(board, False)
        try:
            return driver.returncode, output, os.read(board, 100)
        except BlockingIOError:
            return driver.returncode, output, b""

    def test_it_answers_the_image_and_counts_its_promises_until_it_begins_again(self):
        status, output, heard = self.run_board(b"ready\nsend 6869\nok one\nready\nok two\nready\nok three\nready\nok one\n")
        self.assertIn("3 promises held, 0 failed, 3 of 3 starts", output)
        self.assertEqual((status, heard), (0, b"hi"))

    def test_a_board_that_stops_early_or_breaks_a_promise_has_not_passed(self):
        for said in (b"ready\nok one\n", b"ready\nready\nready\nFAILED one\nok two\n"):
            self.assertEqual(self.run_board(said)[0], 1)

    def test_a_port_that_is_none_is_named(self):
        for words in (["--port", "/nowhere"], ["--port", __file__], []):
            result = subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, "is no serial port that can be opened|either a machine and an image, or --port")


if __name__ == "__main__":
    unittest.main()

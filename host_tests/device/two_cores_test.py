"""Two cores search together: what the image promises, and in virtual time every run is the same."""

import subprocess
import unittest

from board_case import chosen_boards

import build
import emulator

BOARD = "mps2_an521"


class TwoCores(unittest.TestCase):
    def setUp(self):
        found = [board for board in chosen_boards() if board.name == BOARD]
        reason = emulator.why_not(found[0]) if found else f"{BOARD} is not among the chosen boards"
        if reason:
            self.skipTest(reason)
        self.command = emulator.command(found[0], build.ROOT / "build" / BOARD / "two_cores.elf", icount=True, extra=("-append", "sb4"))

    def said(self) -> list:
        result = subprocess.run(self.command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=600,
                                check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout.splitlines()

    def test_both_cores_search_and_every_run_is_the_same(self):
        first, second = self.said(), self.said()
        self.assertEqual(sum(line.startswith("ok ") for line in first), 5, first)
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()

"""Draughts on a chip: the search and the count of another game than chess come to what they come to on the desktop."""

import subprocess
import unittest

from board_case import LONG, ROOT, chosen_boards

import boards
import emulator


class Draughts(unittest.TestCase):
    def test_nodes_and_leaves_are_those_of_the_desktop(self):
        for board in chosen_boards():
            if "draughts" not in board.tests or board not in boards.qemu_boards():
                continue
            with self.subTest(board.name):
                reason = emulator.why_not(board)
                if reason:
                    self.skipTest(reason)
                image = ROOT / "build" / board.name / "draughts.elf"
                self.assertTrue(image.exists(), f"{image} was not built")
                status = subprocess.run(emulator.command(board, image), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, timeout=LONG, check=False).returncode
                self.assertEqual(status, 0, "1: checkers' search, 2: its perft; 4 and 8: those of international draughts")


if __name__ == "__main__":
    unittest.main()

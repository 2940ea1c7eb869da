"""The nets' arithmetic with the chip's own instructions gives the integers of plain C++, a million times over."""

import subprocess
import unittest

from board_case import LONG, ROOT, chosen_boards

import boards
import emulator


class NetKernels(unittest.TestCase):
    def test_every_lane_and_sum_is_that_of_plain_cpp(self):
        for board in chosen_boards():
            if board not in boards.qemu_boards():
                continue
            with self.subTest(board.name):
                reason = emulator.why_not(board)
                if reason:
                    self.skipTest(reason)
                image = ROOT / "build" / board.name / "net_kernels.elf"
                self.assertTrue(image.exists(), f"{image} was not built")
                status = subprocess.run(emulator.command(board, image), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, timeout=2 * LONG, check=False).returncode
                self.assertEqual(status, 0, "the lanes of the accumulators that differ")


if __name__ == "__main__":
    unittest.main()

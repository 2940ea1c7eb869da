"""Two cores search together, in each of the three forms: what the image promises, and in virtual time every run is the same."""

import unittest

from board_case import chosen_boards

import emulator
import parallel


class TwoCores(unittest.TestCase):
    def setUp(self):
        found = [board for board in chosen_boards() if board.name == parallel.BOARD]
        reason = emulator.why_not(found[0]) if found else f"{parallel.BOARD} is not among the chosen boards"
        if reason:
            self.skipTest(reason)

    def test_both_cores_search_and_every_run_is_the_same(self):
        for form in parallel.FORMS:
            with self.subTest(form=form):
                first, second = parallel.transcript(form, "b4"), parallel.transcript(form, "b4")
                self.assertEqual(sum(line.startswith("ok ") for line in first), 5)
                self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()

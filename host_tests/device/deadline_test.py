"""No answer leaves late: a sample of what tools/deadline looks at in full, in exact virtual time."""

import random
import unittest

import board_case
import build
import deadline
import emulator
import terminal

SEARCHES, STOPS, SEED = 150, 75, 7
# So few leave room for what thousands would find.
MOST_US_OF_A_SAMPLE = 350


class Deadline(unittest.TestCase):
    def test_every_answer_is_legal_and_leaves_within_half_a_millisecond(self):
        places = deadline.gather(48, random.Random(SEED), terminal.Progress())
        for board in (board for board in board_case.chosen_boards() if board.name in deadline.DATA_REGISTERS):
            with self.subTest(board=board.name):
                if reason := emulator.why_not(board):
                    self.skipTest(reason)
                result = deadline.measure(board, build.ROOT / board.image, places, SEARCHES, STOPS, SEED,
                                          lambda done: None)
                self.assertEqual(result.misses, [], deadline.summary(result))
                self.assertEqual((result.searches, result.stops), (SEARCHES, STOPS))
                self.assertLess(max(result.worst_us, result.worst_stop_us), MOST_US_OF_A_SAMPLE)
                self.assertLess(0, result.worst_us + deadline.TICK_NS / 1000, "the limit was used")


if __name__ == "__main__":
    unittest.main()

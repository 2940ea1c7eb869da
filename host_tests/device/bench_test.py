"""The bench signature of every board: the nodes of a fixed search, the same on every machine.

host_tests/bench_signature.txt pins it, one line a configuration: its name and its nodes.
"""

import unittest

from board_case import LONG, BoardCase, for_every_board

import pin_bench


@for_every_board(globals())
class Bench(BoardCase):
    def test_bench_gives_the_pinned_signature(self):
        self.send("bench")
        words = self.engine.wait_for(lambda line: line.endswith(" nps"), 5 * LONG).split()
        self.assertEqual(words[1], "nodes")
        self.assertEqual(int(words[0]), pin_bench.pinned()[self.board.configuration])


if __name__ == "__main__":
    unittest.main()

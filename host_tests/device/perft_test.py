"""Perft to depth 4, exact, on every board; and what it costs there.

Positions and figures: the chess programming wiki, "Perft Results", positions 1 to 6.
"""

import unittest

from board_case import LONG, BoardCase, chosen_boards, for_every_board

import bench
import boards
import counting
import emulator

POSITIONS = (
    ("the starting position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 197_281),
    ("the second position", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4_085_603),
    ("the third position", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 43_238),
    ("the fourth position", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 422_333),
    ("the fifth position", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2_103_487),
    ("the sixth position", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3_894_594),
)


@for_every_board(globals())
class Perft(BoardCase):
    def count(self, fen, depth):
        self.position(f"fen {fen}")
        self.send(f"go perft {depth}")
        lines = []
        total = int(self.engine.wait_for("Nodes searched", LONG, lines).split(":")[1])
        counts = [int(line.split(":")[1]) for line in lines if len(line.split(":")[0]) in (4, 5) and ": " in line]
        return total, counts

    def test_perft_4_is_exact_on_the_six_positions(self):
        for name, fen, leaves in POSITIONS:
            with self.subTest(name):
                total, counts = self.count(fen, 4)
                self.assertEqual(total, leaves)
                self.assertEqual(sum(counts), leaves)


@unittest.skipUnless(emulator.qemu_version() >= counting.OLDEST_QEMU, "counting instructions needs QEMU 9.0")
class Cost(unittest.TestCase):
    """Instructions, counted exactly; `tools/bench --only perft` prints them."""

    class Silent:
        def update(self, *_args, **_more):
            pass

    def test_the_skeleton_costs_what_a_loop_by_hand_costs_and_bulk_counting_at_most_200_a_leaf(self):
        for board in chosen_boards():
            if board not in boards.qemu_boards():
                continue
            with self.subTest(board.name):
                costs = bench.measure_perft(board, self.Silent())
                self.assertAlmostEqual(costs["perft_plain"] / costs["perft_by_hand"], 1, delta=0.01)
                self.assertLessEqual(costs["perft_bulk"], 200)


if __name__ == "__main__":
    unittest.main()

"""No answer leaves late on the RP2040: movetime and stop over the serial line, in exact virtual time.

An answer leaves when its first byte begins on the line. Where the line is still busy with an info line then, which takes
87 us a byte, the answer waits for that; such answers are counted and held against the line's own end.

tools/test takes a sample; STACKMATE_SEARCHES=500 takes as many of each.
"""

import os
import random
import types
import unittest

from rp2040_hands import simboard

SEARCHES = int(os.environ.get("STACKMATE_SEARCHES", "15"))
LATE_MS = 0.5
EARLY_MS = 1.1          # a tick of the clock: a search may end that much before its limit
NOTICED_MS = 0.02       # after the last byte of `stop` until the firmware knows it: no interrupt waits longer
PLACES = (
    "startpos", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


def lateness(board, due: float, seen: int = 0) -> tuple:
    """How late the answer leaves (ms), and whether the line was busy when it was due. The answer is the first after `seen`
    lines, or comes within five seconds."""
    def answered():
        return next((i for i in range(seen, len(board.lines)) if board.lines[i][1].startswith("bestmove")), None)
    if answered() is None:
        board.wait_line("^bestmove", 5000)
    at = answered()
    # Only a line that had begun when the answer was due excuses it, or that begins while an interrupt takes the last byte of `stop`.
    free = max((end for (end, _), start in zip(board.lines[:at], board.starts) if start < due + NOTICED_MS), default=0.0)
    return board.starts[at] - max(due, free), free > due


class Lateness(unittest.TestCase):
    """What excuses an answer that is due at 100 ms."""

    def late(self, info_began):
        info, answer = (info_began, info_began + 4, "info depth 1 pv d2d4"), (info_began + 4.1, info_began + 6, "bestmove d2d4")
        board = types.SimpleNamespace(lines=[(end, text) for _, end, text in (info, answer)], starts=[info[0], answer[0]])
        return tuple(round(figure, 3) for figure in lateness(board, 100))

    def test_a_line_that_had_begun_does(self):
        self.assertEqual(self.late(99), (0.1, True))

    def test_one_that_begins_while_stop_is_taken_from_the_line_does(self):
        self.assertEqual(self.late(100.006), (0.1, True))

    def test_one_that_begins_later_does_not(self):
        self.assertEqual(self.late(100.05), (4.15, False))


class Deadline(unittest.TestCase):
    def setUp(self):
        self.board = simboard.SimBoard(seed=7)
        self.addCleanup(self.board.close)
        self.board.power_on()
        self.board.wait_line("info string board fen", 3000)
        self.chance = random.Random(7)

    def heard(self) -> float:
        return self.board.statistics()["uart"]["last_received_ms"]

    def forget(self):
        del self.board.lines[:], self.board.starts[:], self.board.frames[:], self.board.transcript[:]

    def test_every_answer_leaves_within_half_a_millisecond_of_its_limit(self):
        board, late, busy = self.board, [], 0
        for _ in range(SEARCHES):
            board.send(f"position {self.chance.choice(PLACES)}", "isready")
            board.wait_line("readyok", 3000)
            self.forget()
            limit = self.chance.randint(1, 300)
            board.send(f"go movetime {limit}")
            board.run(3)
            late.append(lateness(board, self.heard() + limit))
        busy = sum(waited for _, waited in late)
        worst = max(lateness for lateness, _ in late)
        print(f"movetime: worst {worst:+.3f} ms, {busy} of {len(late)} behind an info line") if SEARCHES > 100 else None
        self.assertLessEqual(worst, LATE_MS, late)
        self.assertGreater(sum(-EARLY_MS - 30 < lateness for lateness, _ in late), len(late) // 2, "the limit is used")

    def test_a_limit_is_kept_though_the_engine_is_called_away_from_the_board(self):
        board, late = self.board, []
        board.send("board white person", "board black engine", "board level t5")
        board.set_up()
        board.wait_line("info string board new game", 5000)
        board.move("a2a4")      # of which the book knows nothing
        board.wait_line("info string board move 1. a4", 3000)
        for _ in range(SEARCHES):
            board.send(f"position {self.chance.choice(PLACES)}", "board", "isready")
            board.wait_line("info string board state engine_thinking", 3000)
            board.wait_line("readyok", 3000)
            board.run(self.chance.uniform(20, 60))
            self.forget()
            limit = self.chance.randint(1, 50)
            board.send(f"go movetime {limit}")
            board.run(3)
            late.append(lateness(board, self.heard() + limit)[0])
        print(f"called away: worst {max(late):+.3f} ms") if SEARCHES > 100 else None
        self.assertLessEqual(max(late), LATE_MS, late)

    def test_a_stop_is_answered_within_half_a_millisecond(self):
        board, late = self.board, []
        for _ in range(SEARCHES):
            board.send(f"position {self.chance.choice(PLACES)}", "go infinite")
            board.run(self.chance.uniform(5, 200))
            self.forget()
            board.send("stop")
            board.run(1)
            late.append(lateness(board, self.heard()))
        worst = max(lateness for lateness, _ in late)
        print(f"stop: worst {worst:+.3f} ms") if SEARCHES > 100 else None
        self.assertLessEqual(worst, LATE_MS, late)
        self.assertEqual(board.warnings, 0)


if __name__ == "__main__":
    unittest.main()

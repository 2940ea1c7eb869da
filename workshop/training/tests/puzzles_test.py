"""workshop/training/puzzles: which candidates stay, and that what was judged is not judged again."""

import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import puzzles
import terminal

LINE = ["a1a2", "h8h7", "a2a3"]


class Kept(unittest.TestCase):
    def test_a_solution_stays_as_far_as_each_move_is_the_only_one_that_wins(self):
        clear = [["a1a2", 400], ["a1b1", 0]]
        for later, stay in (([["a2a3", 400], ["a2b2", 0]], LINE),
                            ([["a2a3", 400]], LINE),                         # the only legal move
                            ([["a2a3", 400], ["a2b2", 100]], LINE[:1]),      # that wins, too
                            ([["a2b2", 400], ["a2a3", 0]], LINE[:1]),        # another one is better
                            ([["a2a3", 199], ["a2b2", 0]], [])):            # nothing was won
            self.assertEqual(puzzles.kept([clear, later], LINE), stay, later)

    def test_a_second_move_must_be_much_worse(self):
        self.assertEqual(puzzles.kept([[["a1a2", 200], ["a1b1", 51]]], LINE), [])
        self.assertEqual(puzzles.kept([[["a1a2", 200], ["a1b1", 50]]], LINE), LINE[:1])

    def test_the_short_search_refuses_only_what_fails_plainly(self):
        for best, fails in (([["a1a2", 40], ["a1b1", 0]], False), ([["a1b1", 100], ["a1a2", 0]], False),
                            ([["a1b1", 200], ["a1a2", 0]], True), ([["a1a2", 900], ["a1b1", 300]], True),
                            ([["a1b1", 0], ["a1c1", 0]], True)):
            self.assertEqual(puzzles.fails_plainly(best, "a1a2"), fails, best)


class Judged(unittest.TestCase):
    def test_an_interrupted_run_goes_on(self):
        class Judge:
            asked = []

            def record(self, fen, moves):
                self.asked.append(fen)
                return {"fen": fen, "moves": moves, "turns": [[[moves[0], 400]]]}

        with tempfile.TemporaryDirectory() as folder:
            text, judged = Path(folder, "mined.txt"), Path(folder, "judged.jsonl")
            text.write_text("A;a1a2;1\nB;a1a2;2\nC;a1a2;3\nD;a1", encoding="ascii")
            for wanted, asked in ((2, ["A", "B"]), (9, ["C"])):     # D is not written to its end
                Judge.asked = []
                records = puzzles.judge_all(Judge(), [text], judged, wanted, None, terminal.Progress())
                self.assertEqual(Judge.asked, asked)
            self.assertEqual(len(records), 3)


if __name__ == "__main__":
    unittest.main()

"""Two short episodes of the soak (tools/soak), from fixed seeds, with the real image; the second is played twice. And what it holds
against a board that loses or ends a game (rp2040_promises.py), without one.

Whole hours: tools/soak --hours N.
"""

import tempfile
import types
import unittest
from pathlib import Path

import rp2040_hands
import rp2040_promises
import soak

SEED = 5
MINUTES = 0.35


class Soak(unittest.TestCase):
    def test_two_episodes_keep_their_promises_and_the_second_is_the_same_again(self):
        with tempfile.TemporaryDirectory() as home:
            run = soak.Run(Path(home), SEED)
            entries = []
            for number in (0, 1):
                entries.append(soak.episode(run, number, MINUTES, lambda text: None))
                self.assertEqual(entries[-1]["finding"], "", self.told(run, number))
                run.end(number, run.home / "flash.bin", entries[-1].pop("known"), entries[-1])
            again = soak.episode(run, 1, MINUTES, lambda text: None)
            again.pop("known")
            for entry in (entries[1], again):
                del entry["figures"]["real hours"], entry["figures"]["core hours"]
            self.assertEqual(again, entries[1])
            figures = soak.totals(entries)
        self.assertGreater(figures["half moves"], 8, figures)
        self.assertGreater(figures["power cuts"], 0, figures)
        self.assertGreater(figures["dialogues"], 0, figures)
        self.assertGreater(figures["lines of strangers turned away"], 0, figures)

    def test_a_stored_game_that_is_gone_is_a_finding(self):
        with tempfile.TemporaryDirectory() as home:
            run = soak.Run(Path(home), SEED)
            (run.home / "known-00000.json").write_text('{"moves": ["e2e4"]}', encoding="utf-8")
            found = soak.episode(run, 0, MINUTES, lambda text: None)
        self.assertRegex(found["finding"], "^Finding: after power-on the game is")

    def told(self, run, number):
        file = run.home / f"finding-{number:05}.txt"
        return file.read_text(encoding="utf-8")[-6000:] if file.exists() else ""


class Promises(unittest.TestCase):
    MATE = ("f2f3", "e7e5", "g2g4", "d8h4")

    @classmethod
    def setUpClass(cls):
        cls.referee = rp2040_hands.Referee()
        cls.addClassCleanup(cls.referee.close)

    def setUp(self):
        self.lines = []
        self.heard = rp2040_promises.Listener(types.SimpleNamespace(lines=self.lines), [])
        self.ledger = rp2040_promises.Ledger(self.heard, lambda moves: self.referee.situation(moves), False)

    def tell(self, *lines):
        self.lines += [(float(len(self.lines)), f"info string board {line}") for line in lines]
        self.heard.hear()

    def play(self, *moves):
        self.tell(*(f"move 1. x {move}" for move in moves))

    def possible(self, has_clock=False):
        return self.ledger.possible(has_clock)

    def test_what_was_told_is_stored_and_nothing_else(self):
        self.play("e2e4", "e7e5", "g1f3")
        self.assertEqual(self.possible(), {("e2e4", "e7e5", "g1f3")})
        self.tell("taken back 1 half move")
        self.assertEqual(self.possible(), {("e2e4", "e7e5")})
        self.assertEqual(self.possible(has_clock=True), {("e2e4", "e7e5"), ()}, "a flag may have fallen")

    def test_what_hands_are_doing_is_stored_or_is_not(self):
        self.play("e2e4", "e7e5")
        self.ledger.begin(["g1f3"], engine_after=[["e2e4", "e7e5", "g1f3"]])
        self.assertEqual(self.possible(), {("e2e4", "e7e5"), ("e2e4", "e7e5", "g1f3")}, "the engine has told nothing")
        self.play("g1f3")
        self.tell("waiting for the move to be made on the board: Nc6 b8c6")
        self.assertIn(("e2e4", "e7e5", "g1f3", "b8c6"), self.possible())
        self.ledger.done()
        self.assertEqual(self.possible(), {("e2e4", "e7e5", "g1f3")})
        self.ledger.begin(takes_back=2)
        self.assertEqual(self.possible(), {("e2e4", "e7e5", "g1f3")[:n] for n in (1, 2, 3)})
        self.ledger.begin(ends=True)
        self.assertEqual(self.possible(), {("e2e4", "e7e5", "g1f3"), ()})

    def test_a_game_that_is_over_is_offered_no_more(self):
        self.play("e2e4")
        self.tell("result 0-1 resigned")
        self.assertEqual(self.possible(), {()})
        self.tell("result * the game goes on")
        self.assertEqual(self.possible(), {("e2e4",)})
        self.tell("new game x")
        self.play(*self.MATE)
        self.assertEqual(self.possible(), {self.MATE, ()}, "that it is mate may have been stored, and not told")
        self.tell("result 0-1 checkmate", "new game x")
        self.assertEqual((self.heard.ended, self.possible()), ("0-1 checkmate", {()}))

    def test_every_end_has_a_cause(self):
        def caused(result, moves=("e2e4",), has_clock=False):
            return self.ledger.cause(result, moves, has_clock) != ""
        self.assertTrue(caused("0-1 checkmate", self.MATE))
        self.assertFalse(caused("1-0 checkmate", self.MATE))
        self.assertFalse(caused("0-1 checkmate"))
        self.assertFalse(caused("1/2-1/2 stalemate"))
        self.assertFalse(caused("0-1 resigned"))
        self.assertFalse(caused("0-1 time is up"))
        self.assertTrue(caused("0-1 time is up", has_clock=True))
        for times in (3, 4, 5):
            self.assertTrue(caused("1/2-1/2 draw by repetition", ("g1f3", "g8f6", "f3g1", "f6g8") * (times - 1)), times)
        self.assertFalse(caused("1/2-1/2 draw by repetition", ("g1f3", "g8f6", "f3g1", "f6g8")))
        self.assertFalse(caused("1/2-1/2 draw by fifty moves", ("g1f3", "g8f6", "f3g1", "f6g8") * 2))
        self.ledger.given_up = "white"
        self.assertTrue(caused("0-1 resigned"))
        self.assertFalse(caused("1-0 resigned"))
        self.assertFalse(caused("1/2-1/2 draw agreed"))
        self.ledger.given_up = "draw"
        self.assertTrue(caused("1/2-1/2 draw agreed"))
        self.assertFalse(caused("* abandoned"))

    def test_what_no_program_can_cause_is_not_forgiven(self):
        self.tell("error: there is no setting 'nonsense'", "the game is not saved: the memory is full")
        self.heard.forgive()
        self.assertEqual(self.heard.errors, ["info string board the game is not saved: the memory is full"])


if __name__ == "__main__":
    unittest.main()

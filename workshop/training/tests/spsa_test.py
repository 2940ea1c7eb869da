"""workshop/training/spsa's arithmetic, its log and its players. The last test plays a few short games."""

import random
import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401  (where the tools are)

import duel
import spsa
from spsa import Tunable, Tuning
from terminal import ToolError


class Quiet:
    def update(self, *_arguments, **_more):
        pass


class Fake:
    """A player whose results follow a parabola: the setting nearer to `best` wins more often."""

    def __init__(self, best, noise=1):
        self.best = best
        self.chance = random.Random(noise)

    def play(self, _pair, one, other):
        def far(values):
            return sum((value - best) ** 2 for value, best in zip(values, self.best))
        even = 0.5 + (far(other) - far(one)) / 4000
        return sum(self.chance.random() < even for _ in range(4))

    def stop(self):
        pass


class Arithmetic(unittest.TestCase):
    tunables = [Tunable("a", 50, 0, 200, 10), Tunable("b", 50, 0, 200, 10)]

    def tuned(self, tuning, played=(), worker=None):
        log = []
        spsa.tune(tuning, list(played), 1, 1, lambda: worker or Fake((80, 20)), log.append, Quiet())
        return [(e["pair"], e["signs"], e["points"]) for e in log if "points" in e]

    def test_it_finds_the_top_of_a_noisy_hill(self):
        tuning = Tuning(self.tunables, 4000)
        self.tuned(tuning)
        self.assertAlmostEqual(tuning.values[0], 80, delta=8)
        self.assertAlmostEqual(tuning.values[1], 20, delta=8)

    def test_settings_are_whole_within_their_bounds_and_the_same_each_time(self):
        tuning = Tuning([Tunable("a", 1, 1, 3, 5), Tunable("b", 7, 0, 9, 1)], 100)
        for pair in range(100):
            signs, one, other = tuning.settings(pair, 7)
            self.assertEqual((signs, one, other), tuning.settings(pair, 7))
            for values in (one, other):
                self.assertIn(values[0], (1, 2, 3))
                self.assertIn(values[1], range(10))

    def test_a_fraction_of_a_step_counts_as_often_as_it_is_large(self):
        tuning = Tuning([Tunable("a", 10, 0, 20, 1)], 1)
        tuning.values = [10.25]
        rounded = [sum(tuning.settings(0, seed)[1]) - tuning.settings(0, seed)[0][0] for seed in range(2000)]
        self.assertAlmostEqual(sum(rounded) / len(rounded), 10.25, delta=0.05)

    def test_a_drawn_pair_teaches_nothing(self):
        tuning = Tuning(self.tunables, 10)
        tuning.learn(0, (1, -1), 2)
        self.assertEqual(tuning.values, [50, 50])

    def test_what_was_played_is_learnt_again_from_the_log(self):
        whole = Tuning(self.tunables, 60)
        played = self.tuned(whole)
        again = Tuning(self.tunables, 60)
        for entry in played:
            again.learn(*entry)
        self.assertEqual(again.values, whole.values)
        self.assertEqual(self.tuned(again, played), [], "nothing is left to play")

    def test_a_player_that_fails_ends_the_tuning_with_its_error(self):
        class Broken(Fake):
            def play(self, *_arguments):
                raise ToolError("a player ended before its games")
        with self.assertRaisesRegex(ToolError, "ended before"):
            self.tuned(Tuning(self.tunables, 10), worker=Broken((0, 0)))


class Log(unittest.TestCase):
    heading = {"version": "large", "pairs": 3}

    def read(self, text):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "log"
            path.write_text(text, encoding="utf-8")
            return spsa.read_log(path, self.heading)

    def test_of_another_tuning_is_refused(self):
        with self.assertRaisesRegex(ToolError, "another tuning"):
            self.read('{"version": "small", "pairs": 3}\n')

    def test_counts_whole_lines_of_results_only(self):
        text = ('{"version": "large", "pairs": 3}\n{"pair": 1, "signs": [1], "points": 3}\n{"values": [4.5]}\n'
                '{"pair": 0, "signs": [-1], "po')
        self.assertEqual(self.read(text), [(1, [1], 3)])


class Players(unittest.TestCase):
    def test_equal_settings_share_the_points_and_a_mad_one_loses(self):
        program = duel.program("duel_spsa")
        for version in ("large", "small"):
            tunables = spsa.tunables_of(program, version)
            start = [t.start for t in tunables]
            for t in tunables:
                self.assertLessEqual(t.least, t.start, t.name)
                self.assertLessEqual(t.start, t.most, t.name)
            mad = [-5000 if t.name in ("futility_base", "razoring_base") else value for t, value in zip(tunables, start)]
            worker = spsa.Worker(program, version, 1000)
            try:
                self.assertEqual(worker.play(0, start, start), 2)
                self.assertGreater(sum(worker.play(pair, start, mad) for pair in range(4)), 8)
            finally:
                worker.stop()

    def test_a_line_that_is_no_setting_is_said_to_be_none(self):
        worker = spsa.Worker(duel.program("duel_spsa"), "small", 100)
        try:
            with self.assertRaisesRegex(ToolError, "before its games"):
                worker.play(0, [1], [2])
        finally:
            worker.stop()


if __name__ == "__main__":
    unittest.main()

"""tools/test: which steps it runs, in which order, and what it says at the end of where the time went."""

import contextlib
import io
import pathlib
import tempfile
import threading
import unittest
from unittest import mock

import paths  # noqa: F401

import boards
import run_tests
from run_tests import Outcome, Step


class Plans(unittest.TestCase):
    def test_a_step_comes_after_those_it_needs(self):
        for quick in (False, True):
            seen = set()
            for step in run_tests.plan(quick):
                self.assertLessEqual(set(step.needs), seen, step.name)
                self.assertNotIn(step.name, seen)
                seen.add(step.name)

    def test_each_board_is_built_and_tested_and_each_check_made(self):
        names = {step.name for step in run_tests.plan()}
        for board in boards.BOARDS.values():
            self.assertLessEqual({f"build {board.name}", *(f"{board.name}: {kind}" for kind in board.tests)}, names)
        self.assertLessEqual({f"check {name}" for name in run_tests.CHECKS}, names)

    def test_quick_leaves_steps_out_and_has_none_of_its_own(self):
        names, quick = ({step.name for step in run_tests.plan(which)} for which in (False, True))
        self.assertLess(quick, names)
        self.assertLessEqual({"host tests", "check call_graph", f"{boards.DEFAULT}: dialogue"}, quick)


class Runs(unittest.TestCase):
    def run_of(self, *steps):
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(run_tests, "TIMES", pathlib.Path(folder) / "times.json"), \
                contextlib.redirect_stdout(io.StringIO()):
            run = run_tests.Run(list(steps), io.StringIO())
            run.all()
        return run

    def test_a_step_waits_for_one_it_needs_that_could_run_beside_it(self):
        begun, built = threading.Event(), []

        def build(_tell):
            begun.wait(0.2)
            built.append(True)
            return Outcome(1)

        def check(_tell):
            begun.set()
            return Outcome(len(built), [] if built else ["too early"])
        run = self.run_of(Step("build a", build, 1), Step("check a", check, 1, needs=("build a",)))
        self.assertEqual(run.totals(), (2, 0))

    def test_what_needs_a_failed_step_is_not_run(self):
        run = self.run_of(Step("build a", lambda tell: Outcome(0, ["a"]), 1),
                          Step("check a", lambda tell: Outcome(1), 1, needs=("build a",)))
        self.assertEqual(run.totals(), (0, 2))

    def test_of_two_steps_side_by_side_each_counts_half(self):
        run = self.run_of()
        run.begun = {"a": 0.0, "b": 2.0, "c": 6.0}
        run.seconds = {"a": 4.0, "b": 4.0, "c": 1.0}
        self.assertEqual(run.shares(), {"a": 3.0, "b": 3.0, "c": 1.0})

    def test_the_closing_table_begins_with_what_took_longest(self):
        run = self.run_of()
        run.steps = [Step(name, None, 1, group=group) for name, group in (("a", "builds"), ("b", "tests"), ("c", "builds"))]
        run.begun = {"a": 0.0, "b": 10.0, "c": 100.0}
        run.seconds = {"a": 10.0, "b": 90.0, "c": 20.0}
        lines = run.where_the_time_went().splitlines()[1:]
        self.assertEqual([line.split("  ")[0] for line in lines], ["tests", "builds"])
        self.assertIn("75 %", lines[0])
        self.assertIn("c 20 s, a 10 s", lines[1])


if __name__ == "__main__":
    unittest.main()

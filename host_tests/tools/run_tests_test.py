"""tools/test: which steps it runs, in which order, and what it says at the end of where the time went."""

import contextlib
import io
import pathlib
import re
import tempfile
import threading
import time
import unittest
from unittest import mock

import paths  # noqa: F401

import boards
import build
import googletest
import pin_bench
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

    def test_every_kind_of_tests_on_a_board_is_some_boards(self):
        kinds = {path.name.removesuffix("_test.py") for path in run_tests.ROOT.glob("host_tests/device/*_test.py")}
        of_boards = {kind for board in boards.BOARDS.values() for kind in board.tests}
        self.assertEqual(kinds - {"bridge"}, of_boards)     # the bridge's steps are of no one board

    def test_quick_leaves_steps_out_and_has_none_of_its_own(self):
        names, quick = ({step.name for step in run_tests.plan(which)} for which in (False, True))
        self.assertLess(quick, names)
        self.assertLessEqual({"host tests", "check call_graph", f"{boards.DEFAULT}: dialogue"}, quick)

    def test_quick_builds_one_board_and_nothing_twice(self):
        self.assertEqual([step.name for step in run_tests.plan(True) if step.name.startswith("build ")],
                         ["build host", f"build {boards.DEFAULT}"])

    def test_the_long_computations_are_made_whole_once_and_as_a_sample_under_sanitizers_and_quick(self):
        for quick, name, programs, sample in ((False, "host tests", ("host_tests", "beside_tests", "thorough_tests"), None),
                                              (False, "host tests, sanitizers", ("host_tests", "beside_tests"), run_tests.SAMPLE),
                                              (True, "host tests", ("host_tests",), run_tests.SAMPLE)):
            with mock.patch("googletest.run", return_value=googletest.Results(passed=["A.One"])) as ran:
                step = next(step for step in run_tests.plan(quick) if step.name == name)
                self.assertEqual(step.run(lambda *_: None).failed, [])
            self.assertEqual(tuple(pathlib.Path(call.args[0][0]).name for call in ran.call_args_list), programs)
            self.assertEqual([call.kwargs["environment"] for call in ran.call_args_list], [sample] * len(programs))

    def chosen(self, *patterns):
        """The steps' names, and what of this computer's build is built; None: all of it or nothing."""
        steps = run_tests.only(run_tests.plan(), list(patterns))
        with mock.patch("build.build") as built:
            for step in steps:
                if step.name == "build host":
                    step.run(lambda *_: None)
        return [step.name for step in steps], built.call_args and built.call_args.kwargs["targets"] or None

    def test_a_step_that_is_named_in_full_comes_alone_and_builds_what_it_needs(self):
        self.assertEqual(self.chosen("host tests"), (["build host", "host tests"], run_tests.ALL_CASES))
        self.assertEqual(self.chosen("page"), (["build rp2040", "page"], None))
        self.assertEqual(self.chosen("stm32f405: bench"), (["build host", "build stm32f405", "stm32f405: bench"], run_tests.PLAYERS))
        self.assertEqual(self.chosen("host tests", "bridge")[1], (*run_tests.ALL_CASES, *run_tests.PLAYERS))
        self.assertEqual(self.chosen("tools", "host tests")[1], None)
        self.assertEqual(self.chosen("build host"), (["build host"], None))

    def test_a_part_of_a_name_chooses_every_step_that_has_it(self):
        self.assertEqual([name for name in self.chosen("host test")[0] if not name.startswith("build ")],
                         ["host tests", "host tests, sanitizers", "host tests, thread sanitizer"])
        self.assertEqual(self.chosen("nothing is called so"), ([], None))

    def test_what_has_no_case_has_failed(self):
        with mock.patch("googletest.run", return_value=googletest.Results()):
            step = next(step for step in run_tests.plan(True) if step.name == "host tests")
            self.assertEqual(len(step.run(lambda *_: None).failed), 1)

    def test_first_comes_what_uses_all_cores_then_what_is_waited_for_then_what_takes_longest(self):
        steps = [Step("short", None, 1, needs=("board",)), Step("long", None, 9, needs=("board",)), Step("board", None, 2),
                 Step("all", None, 1, alone=True), Step("more", None, 5, alone=True)]
        self.assertEqual([step.name for step in run_tests.in_order(steps, lambda step: step.guess)],
                         ["all", "more", "board", "long", "short"])


class Images(unittest.TestCase):
    def test_whoever_plays_or_measures_builds_the_engine_and_no_test(self):
        with mock.patch("build.build") as built, mock.patch.object(pathlib.Path, "exists", return_value=True):
            build.image_of(boards.find("host"))
        self.assertEqual(built.call_args.kwargs["targets"], ("stackmate",))


class BenchSignature(unittest.TestCase):
    def test_it_is_pinned_in_one_file_that_pin_bench_writes(self):
        figures = [line.split()[1] for line in pin_bench.FILE.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(len(figures), 2)
        anywhere = re.compile("|".join(f"{int(figure):,}".replace(",", "[,']?") for figure in figures))
        self.assertTrue(anywhere.search(figures[0]) and anywhere.search(f"{int(figures[1]):,}"))
        for room in ("bridge", "core", "firmware", "host_tests", "tools"):
            for path in (run_tests.ROOT / room).rglob("*.[chp][py]*"):
                if "node_modules" not in path.parts:
                    self.assertIsNone(anywhere.search(path.read_text(encoding="utf-8")), path)


class Runs(unittest.TestCase):
    def run_of(self, *steps, cores=2):
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(run_tests, "TIMES", pathlib.Path(folder) / "times.json"), \
                contextlib.redirect_stdout(io.StringIO()):
            run = run_tests.Run(list(steps), io.StringIO(), cores)
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

    def test_no_core_idles_while_a_step_could_run(self):
        met = threading.Barrier(2, timeout=10)

        def meets(_tell):
            met.wait()
            return Outcome(1)
        # The second of those that meet waits for a short step; the first must not keep it from beginning.
        run = self.run_of(Step("meets", meets, 9), Step("short", lambda tell: Outcome(1), 1),
                          Step("meets too", meets, 1, needs=("short",)))
        self.assertEqual(run.totals(), (3, 0))

    def test_what_keeps_half_a_core_busy_runs_beside_another_such_step_on_one_core(self):
        met = threading.Barrier(2, timeout=10)

        def meets(_tell):
            met.wait()
            return Outcome(1)
        run = self.run_of(Step("a", meets, 1, cores=0.5), Step("b", meets, 1, cores=0.5), cores=1)
        self.assertEqual(run.totals(), (2, 0))

    def test_beside_a_step_that_is_alone_nothing_runs(self):
        running, together = [], []

        def step(_tell):
            running.append(1)
            together.append(len(running))
            time.sleep(0.02)
            running.pop()
            return Outcome(1)
        self.run_of(Step("a", step, 1), Step("b", step, 1, alone=True), Step("c", step, 1, alone=True), cores=1)
        self.run_of(Step("a", step, 1), Step("b", step, 1, alone=True), Step("c", step, 1, alone=True), cores=4)
        self.assertEqual(together, [1] * 6)

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

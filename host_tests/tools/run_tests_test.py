"""tools/test: which steps it runs, how it counts their cases, and what it says at the end of where the time went."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import textwrap
import time
import unittest
from unittest import mock

import paths

import boards
import build
import fuzz
import pin_bench
import run_tests


class Steps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all, cls.quick = run_tests.known_steps(False), run_tests.known_steps(True)

    def test_each_board_is_built_and_tested_and_each_check_made(self):
        for board in boards.BOARDS.values():
            self.assertLessEqual({f"{board.name}: {kind}" for kind in board.tests}, set(self.all))
            if board.machine:
                self.assertLessEqual({f"{board.name}: HAL, {image}" for image in board.images}, set(self.all))
        checks = {path.stem for path in (paths.ROOT / "tools/checks").glob("*.py") if os.access(path, os.X_OK)}
        for check in checks:
            steps = {name for name in self.all if name.split(":")[0] == f"check {check}"}
            self.assertIn(len(steps), (1, len(boards.device_boards())), check)

    def test_every_kind_of_tests_on_a_board_is_some_boards(self):
        kinds = {path.name.removesuffix("_test.py") for path in paths.ROOT.glob("host_tests/device/*_test.py")}
        of_boards = {kind for board in boards.BOARDS.values() for kind in board.tests}
        self.assertEqual(kinds - {"bridge"}, of_boards)     # the bridge's steps are of no one board

    def test_what_runs_on_a_board_or_looks_at_its_image_needs_its_build(self):
        for board in boards.device_boards():
            for name, properties in self.all.items():
                if name.startswith(f"{board.name}: ") or name.endswith(f": {board.name}"):
                    self.assertIn(board.name, properties["FIXTURES_REQUIRED"], name)

    def test_every_fuzz_target_runs_a_sample_for_each_change(self):
        steps = {name: of for name, of in self.all.items() if name.startswith("fuzz: ")}
        self.assertEqual(list(steps), [f"fuzz: {name}" for name in fuzz.targets()])
        for name, of in steps.items():
            self.assertIn("fuzz", of["FIXTURES_REQUIRED"], name)
            self.assertTrue(of["COMMAND"].endswith(f"{name.removeprefix('fuzz: ')} --sample"), name)

    def test_the_workshops_tests_are_in_the_run_of_everything_and_in_none_of_the_product(self):
        for preset, wanted in (("everything", True), ("workshop", True), ("all", False), ("quick", False)):
            listed = subprocess.run(["ctest", "--preset", preset, "-N"], cwd=paths.ROOT, capture_output=True, text=True, check=True).stdout
            found = set(re.findall(r": ((?:lab|training): \w+|build lab)", listed))
            self.assertEqual(found >= {"build lab", "lab: lab_tests", "lab: match", "training: spsa"}, wanted, preset)
            self.assertEqual(bool(found), wanted, preset)

    def test_quick_leaves_steps_out_and_builds_one_board(self):
        self.assertLess(set(self.quick), set(self.all))
        self.assertLessEqual({"host tests: host_tests 1", f"check call_graph: {boards.DEFAULT}", f"{boards.DEFAULT}: dialogue"},
                             set(self.quick))
        self.assertEqual({name for name in self.quick if name.startswith("build ")},
                         {"build cases", "build players", f"build {boards.DEFAULT}"})

    def test_the_long_computations_are_made_whole_once_and_as_a_sample_under_sanitizers(self):
        for name, properties in self.all.items():
            if "_tests " in name and not name.startswith("lab: "):
                self.assertEqual(properties.get("ENVIRONMENT", []),
                                 [] if "thorough_tests" in name else ["STACKMATE_SAMPLE=1"], name)

    def test_every_step_belongs_to_one_part(self):
        for name, properties in self.all.items():
            self.assertEqual(len(set(properties["LABELS"]) - {"quick"}), 1, name)

    def test_every_step_has_a_cost_and_what_takes_all_cores_begins_before_the_others(self):
        for name, of in self.all.items():
            self.assertGreater(of.get("COST", 0), 0, name)
            if of["COST"] > 10_000:
                self.assertEqual(of["PROCESSORS"], 2 * os.cpu_count(), name)

    def test_tests_that_configure_the_steps_themselves_run_one_at_a_time(self):
        for path in (paths.ROOT / "host_tests/tools").glob("*_test.py"):
            if "run_tests.known_steps(" in path.read_text(encoding="utf-8"):
                self.assertEqual(self.all[f"tools: {path.stem.removesuffix('_test')}"]["RESOURCE_LOCK"], ["steps"], path.name)

    def test_the_build_of_all_cases_begins_before_that_of_quicks_and_leaves_it_nothing(self):
        some, all_of_them = ((set(self.all[name]["COMMAND"].split()[4:]), self.all[name]["COST"]) for name in ("build cases", "build more-cases"))
        self.assertLess(some[0], all_of_them[0])
        self.assertLess(some[1], all_of_them[1])

    def test_every_row_of_the_table_of_steps_is_of_a_step(self):
        table = re.search(r"^set\(table \[\[\n(.*?)^\]\]\)", (paths.ROOT / "host_tests/steps.cmake").read_text(encoding="utf-8"), re.M | re.S)[1]
        rows = [row.partition("|")[0].strip() for row in table.splitlines()]
        first = {next(row for row in rows if re.fullmatch(row.replace("*", ".*"), name)) for name in self.all}
        self.assertEqual(set(rows) - first, set())

    def test_a_step_that_is_named_in_full_comes_alone_else_all_that_have_the_word(self):
        self.assertEqual(run_tests.only(self.all, ["page"]), ["page"])
        self.assertEqual(run_tests.only(self.all, ["stm32f405: bench"]), ["stm32f405: bench"])
        self.assertEqual({name.split(":")[0] for name in run_tests.only(self.all, ["host tests", "tsan"])},
                         {"host tests", "tsan", "build host-tsan"})
        self.assertEqual(run_tests.only(self.all, ["nothing is called so"]), [])

    def test_a_cpp_test_that_a_pattern_names_is_built_as_one_that_a_path_names(self):
        chosen = run_tests.only(self.all, ["host_tests/core/search/frame_test.cpp", "page"])
        with mock.patch.object(build, "build") as built:
            self.assertTrue(run_tests.build_files(chosen))
            self.assertEqual(built.call_args.kwargs["targets"], ("core.search.frame_test",))
            self.assertFalse(run_tests.build_files(["page"]))
            self.assertEqual(built.call_count, 1)


class Images(unittest.TestCase):
    def test_whoever_plays_or_measures_builds_the_engine_and_no_test(self):
        with mock.patch("build.build") as built, mock.patch.object(pathlib.Path, "exists", return_value=True):
            build.image_of(boards.find("host"))
        self.assertEqual(built.call_args.kwargs["targets"], ("stackmate",))


class BenchSignature(unittest.TestCase):
    def test_it_is_pinned_in_one_file_that_pin_bench_writes(self):
        figures = [line.split()[1] for line in pin_bench.FILE.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(len(figures), 3)
        anywhere = re.compile("|".join(f"{int(figure):,}".replace(",", "[,']?") for figure in figures))
        self.assertTrue(anywhere.search(figures[0]) and anywhere.search(f"{int(figures[1]):,}"))
        for room in ("bridge", "core", "firmware", "host_tests", "tools"):
            for path in (run_tests.ROOT / room).rglob("*.[chp][py]*"):
                if "node_modules" not in path.parts:
                    self.assertIsNone(anywhere.search(path.read_text(encoding="utf-8")), path)


# Steps of a project whose CTest is run in earnest.
PROJECT = textwrap.dedent('''
    cmake_minimum_required(VERSION 3.22)
    project(steps NONE)
    enable_testing()
    function(step name)
        add_test(NAME ${name} COMMAND ${ARGN})
        set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
    endfunction()
    step(plain true)
    step(bad false)
    step(skipped echo "skipped: no such board")
    step("board: HAL" printf "ok one thing\\nFAILED another\\nboard: 1 promises held\\n")
    step(cases /usr/bin/python3 -B -m unittest discover -v -s ${CMAKE_SOURCE_DIR} -p some_test.py)
    step(build false)
    set_tests_properties(build PROPERTIES FIXTURES_SETUP f)
    step(needs true)
    set_tests_properties(needs PROPERTIES FIXTURES_REQUIRED f)
    step(dies sh -c "kill -SEGV $$")
    step("many cases 1" true)
''')
CASES = textwrap.dedent('''
    import unittest

    class Some(unittest.TestCase):
        def test_good(self):
            """Said in words."""
        def test_noisy(self):
            print("noise")
        def test_bad(self):
            self.fail("it is wrong")
        def test_broken(self):
            raise OSError
        def test_in_parts(self):
            for part in (1, 2):
                with self.subTest(part=part):
                    self.assertEqual(part, 1)
        @unittest.skip("no reason")
        def test_left_out(self):
            pass

    class Elsewhere(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            raise unittest.SkipTest("no board")
        def test_one(self):
            pass
''')


class Counting(unittest.TestCase):
    def outcomes(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(run_tests, "REPORTS", pathlib.Path(folder)):
            folder = pathlib.Path(folder)
            (folder / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
            (folder / "some_test.py").write_text(CASES, encoding="utf-8")
            for n in (1, 2):
                (folder / f"many cases 1.{n}.xml").write_text(
                    "<testsuites><testcase name='One' classname='A'/><testcase name='Two' classname='A' result='skipped'>"
                    "<skipped message=''/></testcase></testsuites>", encoding="utf-8")
            for command in (["cmake", "-S", folder, "-B", folder], ["ctest", "--test-dir", folder, "--output-junit", folder / "o.xml"]):
                subprocess.run(command, capture_output=True, check=False)
            found = {name: run_tests.outcome_of(name, word, output) for name, word, output, _ in run_tests.cases_in(folder / "o.xml")}
        return {name: (outcome.passed, len(outcome.failed), len(outcome.skipped)) for name, outcome in found.items()}, found

    def test_every_case_counts_and_what_was_not_run_for_a_failed_build_has_failed(self):
        counts, found = self.outcomes()
        self.assertEqual(counts, {"plain": (1, 0, 0), "bad": (0, 1, 0), "skipped": (0, 0, 1), "board: HAL": (1, 1, 0),
                                  "cases": (2, 3, 2), "build": (0, 1, 0), "needs": (0, 1, 0), "dies": (0, 1, 0),
                                  "many cases 1": (2, 0, 2)})
        self.assertEqual(found["board: HAL"].failed, ["board: HAL: another"])
        self.assertIn("test_bad", found["cases"].failed[0])


class Ends(unittest.TestCase):
    def test_an_interrupted_run_leaves_nothing_running(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            begun = folder / "begun"
            (folder / "CTestTestfile.cmake").write_text(f'add_test(long sh -c "sleep 60 & echo $! > {begun}; wait")\n', encoding="utf-8")
            run = subprocess.Popen(["python3", "-B", "-c", f"import run_tests; run_tests.ctest(['--test-dir', '{folder}'], {{}})"],
                                   cwd=paths.ROOT / "tools/lib", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while not (begun.exists() and begun.read_text(encoding="utf-8").strip()):
                self.assertIsNone(run.poll())
                time.sleep(0.05)
            run.send_signal(signal.SIGINT)
            self.assertNotEqual(run.wait(20), 0)
            status = pathlib.Path("/proc", begun.read_text(encoding="utf-8").strip(), "stat")
            self.assertTrue(not status.exists() or status.read_text(encoding="utf-8").split()[2] == "Z")

    def test_on_a_terminal_a_build_shows_ninjas_counter_until_it_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "build-host-asan.log").write_text("$ cmake\n[1/40] a\n[12/40] b\n", encoding="utf-8")
            (folder / "CTestTestfile.cmake").write_text('add_test("build cases" sleep 2)\nadd_test(after sleep 2)\n', encoding="utf-8")
            call = (f"import build, pathlib, run_tests; build.LOGS = pathlib.Path('{folder}'); "
                    f"run_tests.ctest(['--test-dir', '{folder}'], {{'build cases': {{'COMMAND': 'tools/lib/build.py host-asan 2'}}}})")
            screen, end = os.openpty()
            run = subprocess.Popen(["python3", "-B", "-c", call], cwd=paths.ROOT / "tools/lib", stdout=end)
            os.close(end)
            shown = b""
            with contextlib.suppress(OSError):      # EIO: it has ended
                while part := os.read(screen, 1 << 16):
                    shown += part
            os.close(screen)
            self.assertEqual(run.wait(), 0)
        before, _, after = shown.decode().partition("Passed")
        self.assertIn("building  host-asan 12/40", before)
        self.assertNotIn("building  host", after)
        self.assertIn("100% tests passed", after)

    def test_the_closing_table_begins_with_what_took_longest(self):
        steps = {name: {"LABELS": labels, "PROCESSORS": slots} for name, labels, slots in
                 (("a", ["builds"], 4), ("b", ["host", "quick"], 4), ("c", ["builds"], 2), ("d", ["host"], 4))}
        lines = run_tests.where_the_time_went({"a": 10.0, "b": 89.0, "c": 40.0, "d": 1.0}, steps, 4, 30.0, 60.0).splitlines()[1:-1]
        self.assertEqual([" ".join(line.split()) for line in lines], ["host 1 min 30 s 75 %", "b 1 min 29 s", "builds 30 s 25 %", "c 20 s", "a 10 s"])

    def test_the_closing_table_ends_with_the_time_in_which_cores_were_idle(self):
        steps = {"a": {"LABELS": ["builds"], "PROCESSORS": 4}}
        last = run_tests.where_the_time_went({"a": 10.0}, steps, 4, 30.0, 60.0).splitlines()[-1]
        self.assertEqual(" ".join(last.split()), "cores that were idle 30 s 25 % of 2 cores")

    def test_the_machine_says_how_long_its_cores_were_idle(self):
        before, began = run_tests.idle_seconds(), time.monotonic()
        time.sleep(0.2)
        self.assertLessEqual(run_tests.idle_seconds() - before, (time.monotonic() - began + 0.1) * os.cpu_count())
        self.assertGreater(before, 0)


if __name__ == "__main__":
    unittest.main()

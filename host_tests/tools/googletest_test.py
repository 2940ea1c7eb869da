"""tools/lib/googletest.py: many cases to a process, and whose fault it is when a process dies."""

import pathlib
import sys
import tempfile
import textwrap
import unittest

import paths  # noqa: F401

import googletest

# Stands for a program of GoogleTest: each case does what its name says.
PROGRAM = textwrap.dedent('''
    import os, sys
    cases = ["Good.One", "Good.Two", "Bad.Fails", "Bad.Dies", "Bad.Skips", "Bad.Leaks", "Good.Three"]
    arguments = dict(a[2:].partition("=")[::2] for a in sys.argv[1:])
    wanted = arguments.get("gtest_filter", "*").split(":")
    cases = [c for c in cases if c in wanted or any(w.endswith("*") and c.startswith(w[:-1]) for w in wanted)]
    if "gtest_list_tests" in arguments:
        print("Running main() from gtest_main.cc")
        for c in cases:
            print(c.partition(".")[0] + ".  # TypeParam = stackmate::Full")
            print("  " + c.partition(".")[2] + "  # GetParam() = 80-byte object <06-00>")
        sys.exit(0)
    print(len(cases), file=open(os.environ["RUNS"], "a"))
    status = 0
    for c in cases:
        print("[ RUN      ] " + c, flush=True)
        if c == "Bad.Dies":
            sys.exit("no more of this")
        if c == "Bad.Fails":
            status = 1
            print("it is wrong")
        word = {"Bad.Fails": "  FAILED  ", "Bad.Skips": "  SKIPPED "}.get(c, "       OK ")
        print("[" + word + "] " + c + (", where TypeParam = stackmate::Full" if status else "") + " (3 ms)")
    if "Bad.Leaks" in cases:
        sys.exit("memory is lost")
    sys.exit(status)
''')


class Runs(unittest.TestCase):
    def run_of(self, pattern, **options):
        with tempfile.TemporaryDirectory() as folder:
            program, runs = pathlib.Path(folder) / "program.py", pathlib.Path(folder) / "runs"
            program.write_text(PROGRAM, encoding="utf-8")
            runs.touch()
            results = googletest.run([sys.executable, str(program)], pattern=pattern, workers=2,
                                     environment={"RUNS": str(runs)}, **options)
            self.processes = [int(line) for line in runs.read_text(encoding="utf-8").split()]
        return results

    def test_all_good_cases_take_one_process(self):
        results = self.run_of("Good*")
        self.assertEqual(results.passed, ["Good.One", "Good.Two", "Good.Three"])
        self.assertEqual((results.failed, results.skipped, results.output), ([], [], ""))
        self.assertEqual(self.processes, [3])

    def test_a_failed_case_is_named_with_what_it_said_and_no_other(self):
        results = self.run_of("Good*:Bad.Fails:Bad.Skips")
        self.assertEqual((results.failed, results.skipped), (["Bad.Fails"], ["Bad.Skips"]))
        self.assertEqual(len(results.passed), 3)
        self.assertIn("it is wrong", results.output)
        self.assertNotIn("Good.One", results.output)

    def test_when_a_case_ends_the_process_the_others_get_another(self):
        results = self.run_of("Good*:Bad.Dies")
        self.assertEqual(results.failed, ["Bad.Dies"])
        self.assertEqual(sorted(results.passed), ["Good.One", "Good.Three", "Good.Two"])
        self.assertIn("no more of this", results.output)
        self.assertEqual(self.processes, [4, 1])

    def test_when_a_process_ends_badly_after_good_cases_each_is_run_alone(self):
        results = self.run_of("Good*:Bad.Leaks")
        self.assertEqual(results.failed, ["Bad.Leaks"])
        self.assertEqual(sorted(results.passed), ["Good.One", "Good.Three", "Good.Two"])
        self.assertIn("memory is lost", results.output)
        self.assertEqual(self.processes, [4, 1, 1, 1, 1])

    def test_a_program_that_does_not_start_fails(self):
        self.assertEqual(len(googletest.run([sys.executable, "-c", "import sys; sys.exit(3)"]).failed), 1)

    def test_progress_counts_every_case_once(self):
        told = []
        self.run_of("Good*:Bad.Fails", on_progress=lambda done, total: told.append((done, total)))
        self.assertEqual(told, [(1, 4), (2, 4), (3, 4), (4, 4)])


class Lists(unittest.TestCase):
    def test_names_are_those_that_the_filter_takes(self):
        listing = ("Running main() from gtest_main.cc\n"
                   "Plain.\n  First\n  DISABLED_Second\n"
                   "SelfPlay/Full.  # TypeParam = stackmate::Full\n  Ends\n"
                   "DISABLED_Old.\n  Any\n"
                   "Position/Perft.\n  IsExact/Start  # GetParam() = 80-byte object <05-00 00>\n")
        self.assertEqual(googletest.cases_of(listing), ["Plain.First", "SelfPlay/Full.Ends", "Position/Perft.IsExact/Start"])

    def test_every_case_is_dealt_once_and_neighbours_to_different_processes(self):
        cases = [f"Suite.Case{n}" for n in range(3 * googletest.PER_PROCESS)]
        hands = googletest.dealt(cases)
        self.assertEqual(sorted(sum(hands, [])), sorted(cases))
        self.assertTrue(all(len(hand) <= googletest.PER_PROCESS for hand in hands))
        self.assertFalse(any({"Suite.Case0", "Suite.Case1"} <= set(hand) for hand in hands))

    def test_the_longest_begin_first_and_alone(self):
        self.assertEqual(googletest.dealt(["A.One", "Long/2.Game", "B.Two", "Long/1.Game"], ("Long/",)),
                         [["Long/2.Game"], ["Long/1.Game"], ["A.One", "B.Two"]])


if __name__ == "__main__":
    unittest.main()

"""tools/lib/googletest.py: many cases to a process, and whose fault it is when a process dies."""

import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

import paths  # noqa: F401

import googletest
import run_tests

# Stands for a program of GoogleTest: each case does what its name says. A failed one does not end the process.
PROGRAM = textwrap.dedent('''
    import fnmatch, os, sys
    cases = ["Good.One", "Good.Two", "Bad.Fails", "Bad.Dies", "Pair.One", "Bad.Skips", "Bad.Leaks", "Pair.Two", "Good.Three"]
    arguments = dict(a[2:].partition("=")[::2] for a in sys.argv[1:])
    cases = [c for c in cases if any(fnmatch.fnmatch(c, w) for w in arguments["gtest_filter"].split(":"))]
    if "gtest_list_tests" in arguments:
        print("Running main() from gtest_main.cc")
        for c in cases:
            print(c.partition(".")[0] + ".  # TypeParam = stackmate::Full")
            print("  " + c.partition(".")[2] + "  # GetParam() = 80-byte object <06-00>")
        sys.exit(0)
    print(len(cases), file=open(os.environ["RUNS"], "a"))
    if "Bad.Dies" in cases:
        sys.exit("no more of this")
    inner = {"Bad.Fails": "<failure/>", "Bad.Skips": "<skipped/>"}
    with open(arguments["gtest_output"].removeprefix("xml:"), "w") as report:
        report.write("<testsuites>" + "".join("<testcase name='%s' classname='%s'>%s</testcase>" %
                     (*c.split(".")[::-1], inner.get(c, "")) for c in cases) + "</testsuites>")
    if "Bad.Fails" in cases:
        print("it is wrong")
        sys.exit(1)
    if "Bad.Leaks" in cases or {"Pair.One", "Pair.Two"} <= set(cases):
        sys.exit("memory is lost")
''')
GOOD = ["Good.One", "Good.Three", "Good.Two"]


class Shards(unittest.TestCase):
    def run_of(self, pattern, which=1, shards=1):
        """Runs the shard; (status, what it says, names that passed, failed, were skipped) and, in self, cases of each process."""
        with tempfile.TemporaryDirectory() as folder:
            program, runs = pathlib.Path(folder) / "program", pathlib.Path(folder) / "runs"
            program.write_text(f"#!{sys.executable}\n{PROGRAM}", encoding="utf-8")
            program.chmod(0o755)
            runs.touch()
            report = pathlib.Path(folder) / "some"
            ended = subprocess.run([sys.executable, "-B", googletest.__file__, program, str(which), str(shards), report, pattern],
                                   capture_output=True, text=True, check=False, env=dict(os.environ, RUNS=str(runs)))
            cases = [case for path in report.parent.glob("some.*.xml") for case in run_tests.cases_in(path)]
            self.processes = [int(line) for line in runs.read_text(encoding="utf-8").split()]
        names = [sorted(name for name, word, *_ in cases if word == wanted) for wanted in ("ok", "FAILED", "skipped")]
        return ended.returncode, ended.stdout, *names

    def test_all_good_cases_take_one_process(self):
        self.assertEqual(self.run_of("Good*"), (0, "", GOOD, [], []))
        self.assertEqual(self.processes, [3])

    def test_each_case_is_in_one_shard(self):
        shards = [self.run_of("Good*", which, 2)[2] for which in (1, 2)]
        self.assertEqual(shards, [["Good.One", "Good.Three"], ["Good.Two"]])

    def test_a_failed_case_is_named_with_what_it_said(self):
        status, said, passed, failed, skipped = self.run_of("Good*:Bad.Fails:Bad.Skips")
        self.assertEqual((status, passed, failed, skipped), (1, GOOD, ["Bad.Fails"], ["Bad.Skips"]))
        self.assertIn("it is wrong", said)
        self.assertEqual(self.processes, [5])

    def test_when_a_case_ends_the_process_the_others_are_run_without_it(self):
        for bad, reason in (("Bad.Dies", "no more of this"), ("Bad.Leaks", "memory is lost")):
            with self.subTest(bad):
                status, said, passed, failed, _ = self.run_of(f"Good*:{bad}")
                self.assertEqual((status, passed, failed), (1, GOOD, [bad]))
                self.assertIn(f"{bad}: the process ended with status 1", said)

    def test_cases_that_only_together_end_badly_have_failed(self):
        status, _, passed, failed, _ = self.run_of("Good*:Pair*")
        self.assertEqual((status, passed), (1, [*GOOD, "Pair.One", "Pair.Two"]))
        self.assertEqual(len(failed), 1)
        self.assertIn("together", failed[0])

    def test_a_program_that_does_not_start_or_has_no_case_fails(self):
        self.assertEqual(self.run_of("Nothing*")[0], 1)
        self.assertEqual(self.run_of("Good*", 4, 4)[0], 1)
        self.assertNotEqual(subprocess.run([sys.executable, "-B", googletest.__file__, "false", "1", "1", "report"],
                                           capture_output=True, check=False).returncode, 0)


class Lists(unittest.TestCase):
    def test_names_are_those_that_the_filter_takes(self):
        listing = ("Running main() from gtest_main.cc\n"
                   "Plain.\n  First\n  DISABLED_Second\n"
                   "SelfPlay/Full.  # TypeParam = stackmate::Full\n  Ends\n"
                   "DISABLED_Old.\n  Any\n"
                   "Position/Perft.\n  IsExact/Start  # GetParam() = 80-byte object <05-00 00>\n")
        self.assertEqual(googletest.cases_of(listing), ["Plain.First", "SelfPlay/Full.Ends", "Position/Perft.IsExact/Start"])


if __name__ == "__main__":
    unittest.main()

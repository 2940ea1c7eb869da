"""tools/fuzz: what it can fuzz, the seeds, a run that goes on from the one before, and what is said of bytes that break a promise.

A script stands in for libFuzzer: nothing is compiled here.
"""

import contextlib
import io
import os
import tempfile
import textwrap
import unittest
from pathlib import Path
from unittest import mock

import paths

import fuzz
import terminal

STAND_IN = """\
#!/usr/bin/python3
import pathlib, sys
flags = [word for word in sys.argv[1:] if word.startswith("-")]
places = [word for word in sys.argv[1:] if not word.startswith("-")]
print("INFO: Seed: 1")
if pathlib.Path(places[0]).is_file():                   # bytes, again
    sys.exit(77 if b"bad" in pathlib.Path(places[0]).read_bytes() else 0)
found = pathlib.Path(places[0])
begun = sum(1 for folder in places for _ in pathlib.Path(folder).iterdir())
print(f"#{begun}\\tINITED cov: 10 ft: 20 corp: {begun}/10b exec/s: 0 rss: 30Mb")
(found / f"input-{begun}").write_bytes(b"x")
print("#512\\tpulse  cov: 11 ft: 22 corp: 5/10b lim: 4 exec/s: 256 rss: 30Mb")
print("#1000\\tNEW    cov: 12 ft: 25 corp: 6/12b lim: 4 exec/s: 500 rss: 30Mb L: 2/2 MS: 1 ChangeBit-")
prefix = [flag.partition("=")[2] for flag in flags if flag.startswith("-artifact_prefix=")][0]
if pathlib.Path(places[1]).name == "slow":
    print(f"Slowest unit: 121 s:\\nartifact_prefix='{prefix}'; Test unit written to {prefix}slow-unit-1")
if pathlib.Path(places[1]).name == "breaks":
    pathlib.Path(prefix + "crash-1").write_bytes(b"bad")
    print("terminate called after throwing an instance of 'stackmate::fuzz::Broken'")
    print("  what():  x_fuzz.cpp:7: a promise is kept")
    print(f"artifact_prefix='{prefix}'; Test unit written to {prefix}crash-1")
    sys.exit(77)
print("#2000\\tDONE   cov: 12 ft: 25 corp: 6/12b lim: 4 exec/s: 1000 rss: 30Mb")
print("Done 2000 runs in 2 second(s)")
"""


class Quiet:
    live = False

    def update(self, *_arguments, **_more):
        pass

    def clear(self):
        pass


class Runs(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        for name in ("holds", "breaks"):
            (self.root / "fuzz" / "corpus" / name).mkdir(parents=True)
            (self.root / "fuzz" / "corpus" / name / "seed-01").write_bytes(b"1")
            (self.root / "fuzz" / f"{name}_fuzz.cpp").touch()
            program = self.root / "bin" / f"{name}_fuzz"
            program.parent.mkdir(exist_ok=True)
            program.write_text(textwrap.dedent(STAND_IN), encoding="utf-8")
            program.chmod(0o755)
        for name, value in (("HOME", self.root / "fuzz"), ("SEEDS", self.root / "fuzz" / "corpus"),
                            ("WORDS", self.root / "fuzz" / "words"), ("PROGRAMS", self.root / "bin"),
                            ("FOUND", self.root / "found")):
            changed = mock.patch.object(fuzz, name, value)
            changed.start()
            self.addCleanup(changed.stop)

    def tool(self, *words):
        """Exit status, what was printed."""
        out = io.StringIO()
        with mock.patch("sys.argv", ["tools/fuzz", *words]), mock.patch.object(fuzz.build, "setup"), \
                mock.patch.object(fuzz.build, "build"), contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(io.StringIO()):
            try:
                status = fuzz.main()
            except SystemExit as end:
                status = end.code
        return status, out.getvalue()

    def test_a_run_tells_how_far_it_came(self):
        result = fuzz.fuzz("holds", 1, Quiet())
        self.assertEqual((result.executions, result.edges, result.features, result.files, result.crash), (2000, 12, 25, 6, ""))
        status, said = self.tool("holds", "--minutes", "0.1")
        self.assertEqual(status, 0)
        self.assertIn("holds: 2,000 executions", said)
        self.assertIn("nothing found", said)

    def test_the_next_run_goes_on_from_what_was_found(self):
        self.tool("holds")
        self.assertEqual([path.name for path in (self.root / "found" / "holds").iterdir()], ["input-1"])
        self.tool("holds")
        self.assertEqual(sorted(path.name for path in (self.root / "found" / "holds").iterdir()), ["input-1", "input-2"])
        self.assertEqual(fuzz.total("holds")["executions"], 4000)

    def test_bytes_that_break_a_promise_are_shown_with_their_file_and_how_to_give_them_again(self):
        status, said = self.tool("breaks")
        crash = str(self.root / "found" / "breaks-crash-1")
        self.assertEqual(status, 1)
        self.assertIn("a promise is kept", said)
        self.assertIn(f"tools/fuzz breaks {crash}", said)
        self.assertEqual(self.tool("breaks", crash)[0], 1)
        Path(crash).write_bytes(b"good")
        self.assertEqual(self.tool("breaks", crash)[0], 0)

    def test_bytes_that_break_a_promise_are_printed_if_they_are_few(self):
        self.assertIn("in base64: YmFk\n", self.tool("breaks")[1])
        with mock.patch.object(fuzz, "SHOWN", 2):
            self.assertNotIn("base64", self.tool("breaks")[1])

    def test_a_sample_begins_with_the_corpus_alone_and_adds_only_what_breaks_a_promise(self):
        for _ in range(2):
            status, said = self.tool("holds", "--sample")
            self.assertEqual(status, 0)
            self.assertIn("nothing found", said)
        self.assertEqual(list((self.root / "found").iterdir()), [])
        self.assertEqual([path.name for path in (self.root / "fuzz/corpus/holds").iterdir()], ["seed-01"])
        status, said = self.tool("breaks", "--sample")
        self.assertEqual(status, 1)
        self.assertIn(str(self.root / "found" / "breaks-crash-1"), said)
        self.assertTrue(fuzz.history()[-1]["crash"])

    def test_all_goes_on_behind_one_that_breaks(self):
        status, said = self.tool("all")
        self.assertEqual(status, 1)
        self.assertLess(said.index("breaks: "), said.index("holds: "))

    def test_side_by_side_each_has_its_run(self):
        status, said = self.tool("all", "--jobs", "2")
        self.assertEqual(status, 1)
        self.assertIn("holds: 2,000 executions", said)
        self.assertIn("breaks: a promise is broken", said)

    def test_bytes_that_took_long_break_nothing(self):
        (self.root / "fuzz" / "corpus" / "holds").rename(self.root / "fuzz" / "corpus" / "slow")
        (self.root / "fuzz" / "holds_fuzz.cpp").rename(self.root / "fuzz" / "slow_fuzz.cpp")
        (self.root / "bin" / "holds_fuzz").rename(self.root / "bin" / "slow_fuzz")
        status, said = self.tool("slow")
        self.assertEqual(status, 0)
        self.assertIn("nothing found", said)
        self.assertFalse(fuzz.history()[-1]["crash"])

    def test_an_input_may_take_as_long_as_the_patience_lasts(self):
        self.assertIn(f"-report_slow_units={fuzz.PATIENCE}", fuzz.command("holds", [], self.root / "found"))

    def test_what_was_run_up_to_a_broken_promise_does_not_count(self):
        def run(target, executions, crash=False):
            return {"target": target, "executions": executions, "core_seconds": 3600, "edges": executions, "files": 1, "crash": crash}
        runs = [run("holds", 1), run("breaks", 2), run("breaks", 4, crash=True), run("holds", 8), run("breaks", 16), run("breaks", 32)]
        self.assertEqual(fuzz.total("breaks", runs), {"executions": 48, "core_seconds": 7200, "edges": 32, "files": 1})
        self.assertEqual(fuzz.total("breaks", runs[:3])["executions"], 0)
        self.assertEqual(fuzz.total("holds", runs)["executions"], 9)
        told = "<!-- runs:begin -->\n| `breaks` | 1,000 | 1.00 | 8 | 9 |\n| `holds` | 1,000 | 1.00 | 8 | 9 |\n<!-- runs:end -->\n"
        page = fuzz.page(["breaks", "holds"], told, runs)
        self.assertIn("| `breaks` | 48 | 2.00 | 32 | 1 |\n| `holds` | 1,009 | 3.00 | 8 | 1 |\n", page)
        self.assertIn("| `breaks` | 0 | 0.00 | 0 | 0 |\n", fuzz.page(["breaks"], told, runs[:3]))

    def test_the_list_adds_the_runs_up_and_passes_over_a_torn_line(self):
        self.tool("holds")
        with open(self.root / "found" / "history.jsonl", "a", encoding="utf-8") as out:
            out.write('{"target": "ho')
        status, said = self.tool("--list")
        self.assertEqual(status, 0)
        self.assertRegex(said, r"(?m)^holds +1 +6 +12 +2,000 ")
        self.assertRegex(said, r"(?m)^breaks +1 +0 +0 +0 ")

    def test_the_page_gets_the_runs_and_keeps_its_words(self):
        self.tool("holds")
        page = fuzz.page(["breaks", "holds"], "before\n<!-- runs:begin -->\nstale\n<!-- runs:end -->\nafter\n", fuzz.history())
        self.assertTrue(page.startswith("before\n<!-- runs:begin -->\n| target |"))
        self.assertIn("| `holds` | 2,000 | 0.00 | 12 | 6 |\n<!-- runs:end -->\nafter\n", page)
        self.assertNotIn("stale", page)

    def test_each_run_is_added_once_to_what_the_page_tells_of_other_machines(self):
        page = self.root / "TRUST.md"
        page.write_text("<!-- runs:begin -->\n| `breaks` | 5 | 1.00 | 8 | 9 |\n| `holds` | 1,000,000 | 2.50 | 90 | 70 |\n<!-- runs:end -->\n",
                        encoding="utf-8")
        with mock.patch.object(fuzz, "PAGE", page):
            self.tool("holds")
            for _ in range(2):
                self.assertEqual(self.tool("--page")[0], 0)
                self.assertIn("| `breaks` | 5 | 1.00 | 8 | 9 |\n| `holds` | 1,002,000 | 2.50 | 12 | 6 |\n", page.read_text(encoding="utf-8"))
            self.tool("holds")
            self.tool("--page")
            self.assertIn("| `holds` | 1,004,000 | 2.50 | ", page.read_text(encoding="utf-8"))

    def test_an_unknown_name_is_refused(self):
        for words in (("nothing",), (), ("all", "a_file"), ("holds", "--minutes", "0"), ("holds", "--minutes", "inf"),
                      ("holds", "--minutes", "nan"), ("holds", "--jobs", "0"), ("holds", "--sample", "--minutes", "1")):
            self.assertEqual(self.tool(*words)[0], 2, words)

    def test_what_is_no_file_is_refused_before_anything_is_built(self):
        for path in (self.root / "fuzz" / "corpus" / "holds", self.root / "nothing"):
            with self.subTest(path.name), contextlib.redirect_stderr(io.StringIO()) as said, \
                    mock.patch("sys.argv", ["tools/fuzz", "holds", str(path)]), \
                    mock.patch.object(fuzz.build, "build", side_effect=AssertionError("it builds")), \
                    self.assertRaises(SystemExit) as ended:
                fuzz.main()
            self.assertEqual(ended.exception.code, 2)
            self.assertIn(f"{path} is no file", said.getvalue())

    def test_a_program_that_ends_badly_without_bytes_is_no_success(self):
        (self.root / "bin" / "holds_fuzz").write_text("#!/bin/sh\necho no such sanitizer\nexit 1\n", encoding="utf-8")
        with self.assertRaisesRegex(terminal.ToolError, "holds ended with status 1: no such sanitizer"):
            self.tool("holds")


class CheckedIn(unittest.TestCase):
    def test_every_target_has_seeds_and_a_page(self):
        page = (paths.ROOT / "docs/TRUST.md").read_text(encoding="utf-8")
        self.assertEqual(sorted(os.listdir(fuzz.SEEDS)), fuzz.targets())
        for name in fuzz.targets():
            with self.subTest(name):
                self.assertTrue(list((fuzz.SEEDS / name).iterdir()))
                self.assertIn(f"| `{name}` |", page)

    def test_the_corpora_stay_small(self):
        files = [path for path in fuzz.SEEDS.rglob("*") if path.is_file()]
        self.assertLess(sum(path.stat().st_size for path in files), 200_000)
        for name in fuzz.targets():
            self.assertLess(len(os.listdir(fuzz.SEEDS / name)), 60, name)

    def test_every_dictionary_is_of_a_target(self):
        for words in fuzz.WORDS.glob("*.dict"):
            self.assertIn(words.stem, fuzz.targets())


if __name__ == "__main__":
    unittest.main()

"""workshop/lab/mutate: where a file can be mutated, a copy with all its mutants, and what comes of each.

A file of a few lines with one test stands in for the project; it is compiled once.
"""

import contextlib
import importlib.util
import io
import json
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import paths

import mutate
from terminal import ToolError

WITH_LIBCLANG = importlib.util.find_spec("clang") is not None

SAMPLE = """\
#pragma once
constexpr int twice(int x) { return x * 2; }
static_assert(twice(2) == 4);
constexpr int table[] = {1, 2, 3};
inline bool may_vote(int age) { return age >= 18; }
inline unsigned count(unsigned set) {
    unsigned n = 0;
    for (; set != 0; set &= set - 1) ++n;  // "a - b" in a comment is none
    return n;
}
inline int nobody_calls_this(int x) { return x - 1; }
inline void add(int& total) { total += 5; }
inline int sum() {
    int total = 0;
    add(total);
    return total;
}
inline bool both(bool a, bool b) { return a && b; }
template <class T>
auto gap(T from, T to) { return to - from; }
"""

TEST = """\
#include "core/sample.hpp"
#include <gtest/gtest.h>
TEST(Sample, VotesAndCounts) {
    EXPECT_FALSE(may_vote(3));
    EXPECT_TRUE(may_vote(80));
    EXPECT_EQ(count(1), 1u);
    EXPECT_EQ(count(5), 2u);
}
TEST(Sample, AddsUp) {
    EXPECT_EQ(sum(), 5);
    EXPECT_TRUE(both(true, true));
    EXPECT_FALSE(both(true, false));
    const char* text = "four";
    EXPECT_EQ(gap(text, text + 4), 4);
}
"""


@unittest.skipUnless(WITH_LIBCLANG, "needs libclang's Python module: tools/setup --mutation")
class Points(unittest.TestCase):
    def points(self, text):
        import mutation_points
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "sample.hpp")
            path.write_text(text, encoding="utf-8")
            return mutation_points.Reader(path, ["-std=c++20"])

    def changes(self, text):
        return [f"{m.operator}: {m.before} -> {m.after}" for m in self.points(text).mutants]

    def test_a_comparison_has_its_boundary_and_its_contrary(self):
        self.assertEqual(self.changes("bool f(int a, int b) { return a < b; }"),
                         ["boundary: < -> <=", "negated condition: < -> >="])
        self.assertEqual(self.changes("bool f(int a, int b) { return a == b; }"), ["negated condition: == -> !="])

    def test_calculations_become_their_contrary(self):
        self.assertEqual(self.changes("void f(int& a, int b) { a = b + b; a <<= b; ++a; b--; a = -b; }"),
                         ["arithmetic: + -> -", "arithmetic: <<= -> >>=", "increment: ++ -> --", "increment: -- -> ++",
                          "negative: -b -> b"])

    def test_of_a_condition_each_part_is_negated_and_the_whole_joined_otherwise(self):
        self.assertEqual(self.changes("void f(bool a, bool b, int c) { if (a && !b && c > 3) { return; } }"),
                         ["logical: && -> ||", "logical: && -> ||", "negated condition: a -> !a", "negated condition: !b -> b",
                          "boundary: > -> >=", "negated condition: > -> <=", "constant: 3 -> 3 + 1"])

    def test_constants_returned_values_and_calls_for_what_they_do_are_changed(self):
        self.assertEqual(self.changes("void g(); int h(); int f(int a) { g(); h(); (void)h(); return a; }"),
                         ["removed call: g() -> nothing", "removed call: (void)h() -> nothing", "returned value: a -> 0"])
        self.assertEqual(self.changes("bool h(); bool f() { return h(); } bool t() { return true; } int one() { return 1; }"),
                         ["returned value: h() -> !(h())", "constant: true -> false", "constant: 1 -> 0"])

    def test_what_only_the_compiler_computes_is_counted_and_left_alone(self):
        found = self.points("constexpr int a = 1 + 2;\nstatic_assert(a == 3);\nenum { b = 5 };\nint c[7];\n"
                            "template <int n = 4> int f() { if constexpr (n > 3) return n; switch (n) { case 9: break; } return {}; }")
        self.assertEqual([str(m) for m in found.mutants], ["5:60: returned value: n -> 0"])
        self.assertGreaterEqual(found.constant, 9)

    def test_all_mutants_of_a_file_are_in_one_text_on_the_same_lines(self):
        import mutation_points
        text = "int f(int a,\n      int b) {\n    return a + // sum\n           b * 2;\n}\n"
        mutants = self.points(text).mutants
        out = mutation_points.mutated(text.encode(), list(enumerate(mutants, 1))).decode()
        self.assertEqual(out.count("\n"), text.count("\n"))
        for number in range(1, len(mutants) + 1):
            self.assertEqual(out.count(f"mutation::on({number})"), 1)
        self.assertIn("return a", mutation_points.mutated(text.encode(), []).decode())

    def test_a_file_that_does_not_compile_is_refused(self):
        with self.assertRaises(ToolError):
            self.points("int f( {")


@unittest.skipUnless(WITH_LIBCLANG and shutil.which("ninja"), "needs libclang's Python module: tools/setup --mutation")
class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = root = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (root / "core").mkdir()
        (root / "host_tests/core").mkdir(parents=True)
        (root / "build/host").mkdir(parents=True)
        (root / "build/host/build.ninja").touch()
        (root / "core/sample.hpp").write_text(SAMPLE, encoding="utf-8")
        test = root / "host_tests/core/sample_test.cpp"
        test.write_text(TEST, encoding="utf-8")
        (root / "build/host/compile_commands.json").write_text(json.dumps(
            [{"file": str(test), "command": f"g++ -std=c++20 -O0 -Wall -Werror -I{root} -o x.o -c {test}"}]), encoding="utf-8")
        cls.listed = [{"file": "core/sample.hpp", "line": "inline bool may_vote(int age) { return age >= 18; }", "column": 0,
                       "change": "constant: 18 -> 18 + 1", "reason": "nobody is 18"}]
        for target, name, value in ((mutate.build, "ROOT", root), (mutate, "WORK", root / "build/mutants"),
                                    (mutate, "DATABASE", root / "build/host"), (mutate.build, "setup", mock.Mock()),
                                    (mutate.build, "build", mock.Mock()),
                                    (mutate, "equivalents", lambda: cls.listed)):
            cls.enterClassContext(mock.patch.object(target, name, value))
        cls.group = mutate.group_of(str(root / "core/sample.hpp"))
        mutate.judge(cls.group, None)
        cls.known = mutate.results("core/sample.hpp")

    def test_a_file_in_no_group_is_judged_by_the_test_that_mirrors_its_path(self):
        self.assertEqual(self.group.tests, ["host_tests/core/sample_test.cpp"])

    def test_each_mutant_comes_to_its_result(self):
        for line, change, result in ((5, "negated condition: >= -> <", mutate.KILLED), (5, "boundary: >= -> >", mutate.SURVIVED),
                                     (8, "increment: ++ -> --", mutate.KILLED), (15, "removed call: add(total) -> nothing", mutate.KILLED),
                                     (18, "logical: && -> ||", mutate.KILLED), (8, "arithmetic: &= -> |=", mutate.TIMED_OUT),
                                     (11, "arithmetic: - -> +", mutate.NOT_RUN), (20, "arithmetic: - -> +", mutate.REFUSED),
                                     (5, "constant: 18 -> 18 + 1", mutate.EQUIVALENT)):
            with self.subTest(change):
                self.assertEqual([m["result"] for m in self.known["mutants"].values()
                                  if m["at"].startswith(f"{line}:") and m["at"].split(": ", 1)[1] == change], [result])

    def test_what_is_listed_as_equivalent_later_needs_no_other_run(self):
        entry = dict(self.listed[0], reason="both may")
        for change, result in (("boundary: >= -> >", mutate.EQUIVALENT), ("negated condition: >= -> <", mutate.KILLED)):
            with mock.patch.object(mutate, "equivalents", lambda change=change: [dict(entry, change=change)]):
                mutants = mutate.with_equivalents("core/sample.hpp", self.known)["mutants"]
            self.assertEqual([m["result"] for m in mutants.values() if m["at"].endswith(": " + change)], [result])

    def test_the_counts_add_up(self):
        count = mutate.Count.of(self.known)
        self.assertEqual(count.mutants, count.killed + count[mutate.SURVIVED] + count[mutate.NOT_RUN])
        self.assertEqual((count[mutate.EQUIVALENT], count[mutate.SURVIVED]), (1, 1))
        self.assertGreaterEqual(count[mutate.TIMED_OUT], 1)
        self.assertEqual(len(self.known["mutants"]), count.mutants + 1 + 1)

    def test_each_survivor_is_told_with_its_line(self):
        said = mutate.told("core/sample.hpp", self.known)
        self.assertIn("core/sample.hpp:5:44: boundary: >= -> >\n      inline bool may_vote", said)
        self.assertIn("nobody_calls_this", said)
        self.assertNotIn("add(total)", said)

    def test_what_is_known_is_not_run_again(self):
        with mock.patch.object(mutate.Program, "run", side_effect=AssertionError("run again")):
            mutate.judge(self.group, None)
        self.assertEqual(mutate.results("core/sample.hpp"), self.known)

    def test_a_group_that_compiles_and_passes_without_a_mutant_is_checked_and_mutates_nothing(self):
        good, said = {"sample": self.group}, io.StringIO()
        without_tests = mutate.Group("bad", self.group.files, ["host_tests/core/other_test.cpp"], [])
        with mock.patch.object(mutate, "groups", lambda: good), mock.patch.object(mutate.Program, "run", side_effect=AssertionError), \
                contextlib.redirect_stderr(said):
            self.assertEqual(mutate.check(good, mock.Mock()), 0)
            good = {"bad": without_tests, **good}
            self.assertEqual(mutate.check(good, mock.Mock()), 1)
        self.assertIn("host_tests/core/other_test.cpp is not in the compile database", said.getvalue())

    def test_a_run_that_was_ended_goes_on_with_what_is_missing(self):
        part = json.loads(json.dumps(self.known))
        missing = next(key for key, m in part["mutants"].items() if m["result"] == mutate.SURVIVED)
        del part["mutants"][missing]
        part["whole"] = False
        mutate.resume.replace(mutate.result_path("core/sample.hpp"), part)
        with mock.patch.object(mutate.Program, "run", return_value=(mutate.SURVIVED, "")) as run:
            mutate.judge(self.group, None)
        self.assertTrue(run.called)
        self.assertEqual(mutate.results("core/sample.hpp")["mutants"], self.known["mutants"])

    def test_the_page_gets_the_table_and_keeps_its_words(self):
        text = "before\n<!-- mutants:begin -->\nstale\n<!-- mutants:end -->\nafter\n"
        with mock.patch.object(mutate, "groups", lambda: {"sample": self.group}):
            page = mutate.page(text)
        self.assertTrue(page.startswith("before\n<!-- mutants:begin -->\n| group |"))
        self.assertIn("`core/sample.hpp`", page)
        self.assertNotIn("stale", page)
        self.assertTrue(page.endswith("<!-- mutants:end -->\nafter\n"))

    def test_results_of_another_file_are_in_no_table(self):
        changed = dict(self.known, file="0" * 16)
        with mock.patch.object(mutate, "groups", lambda: {"sample": self.group}), \
                mock.patch.object(mutate, "results", lambda _file: changed):
            text, missing = mutate.table()
        self.assertNotIn("core/sample.hpp", text)
        self.assertEqual(missing, ["core/sample.hpp"])


class Order(unittest.TestCase):
    def test_the_test_that_killed_it_before_comes_first_then_the_quickest(self):
        tests = [("quick", 0.01), ("middling", 0.05), ("killer", 1.0), ("slow", 1.5), ("slowest", 30.0)]
        self.assertEqual(mutate.batches(tests, "killer"),
                         [[("killer", 1.0)], [("quick", 0.01)], [("middling", 0.05)], [("slow", 1.5)], [("slowest", 30.0)]])

    def test_a_share_is_not_rounded_up(self):
        self.assertEqual(mutate.Count({mutate.KILLED: 84_999, mutate.SURVIVED: 15_001}).share, "84.9 %")
        self.assertEqual(mutate.Count().share, "-")


class CheckedIn(unittest.TestCase):
    def test_every_group_names_files_that_there_are(self):
        for group in mutate.groups().values():
            for path in (*group.files, *group.tests, *group.extra):
                self.assertTrue((paths.ROOT / path).is_file(), path)

    def test_every_group_has_the_sources_of_the_headers_that_it_includes(self):
        for name, group in mutate.groups().items():
            read = [*group.tests, *group.extra]
            for file in read:
                included = re.findall(r'^#include "(host_tests/.+)"', (paths.ROOT / file).read_text(encoding="utf-8"), re.M)
                read += [header for header in included if header not in read]
            sources = {str(Path(file).with_suffix(".cpp")) for file in read}
            missing = {source for source in sources if (paths.ROOT / source).is_file()}
            missing -= {*group.tests, *group.extra, "host_tests/support/precompiled.cpp"}      # which has nothing of its own
            self.assertEqual(missing, set(), f"{name} does not link without them")

    def test_every_mutant_that_is_listed_as_equivalent_has_its_line_and_a_reason(self):
        for entry in mutate.equivalents():
            lines = (paths.ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()
            self.assertIn(entry["line"], [" ".join(line.split()) for line in lines])
            self.assertRegex(entry["change"], r"^[a-z ]+: .+ -> ")
            self.assertGreater(len(entry["reason"]), 10)

    def refused(self, *words):
        """Exit status, what was said of it."""
        with contextlib.redirect_stderr(io.StringIO()) as said, mock.patch("sys.argv", ["workshop/lab/mutate", *words]), \
                mock.patch.object(mutate.build, "setup"), mock.patch.object(mutate, "judge", side_effect=AssertionError("it runs")), \
                self.assertRaises(SystemExit) as ended:
            mutate.terminal.run(mutate.main)
        return ended.exception.code, said.getvalue()

    def test_an_unknown_name_a_file_from_elsewhere_and_a_limit_that_is_none_are_refused(self):
        for words, status, reason in ((("nothing",), 1, "nothing is neither a file"),
                                      (("/etc/passwd",), 1, "/etc/passwd is no file of this project"),
                                      *((("tracker", f"--longest={limit}"), 2, "--longest must be") for limit in ("0", "-1", "nan"))):
            with self.subTest(words):
                ended, said = self.refused(*words)
                self.assertEqual(ended, status)
                self.assertIn(reason, said)


if __name__ == "__main__":
    unittest.main()

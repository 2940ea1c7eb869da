"""workshop/lab/experiments: what it measures is exact where it must be, and what it writes is kept together."""

import contextlib
import re
import shutil
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import paths  # noqa: F401

import build
import counting
import emulator
import experiments
import marked
import measuring
import search_cost
from experiment_pages import PAGES, common, deepening, iid, loop, skeleton
from terminal import ToolError


@contextlib.contextmanager
def fresh_results():
    with tempfile.TemporaryDirectory() as directory, mock.patch.object(measuring, "RESULTS", Path(directory)) as results:
        yield results


@unittest.skipUnless(shutil.which("arm-none-eabi-gcc") and emulator.qemu_version() >= counting.OLDEST_QEMU,
                     "needs the cross compiler and QEMU 9.0")
class Cost(unittest.TestCase):
    """On a Cortex-M3, at depth 2."""

    @classmethod
    def setUpClass(cls):
        directory = cls.enterClassContext(fresh_results())
        shallow = ("-DSTACKMATE_DEPTH=2",)
        image = search_cost.compile_form("switch_jump", "x86-64", 0, directory / "host", shallow)
        cls.nodes = int(measuring.run([image], "host").split()[0])
        cls.figures = {form: search_cost.device_form(form, "Cortex-M3", cls.nodes, shallow)
                       for form in ("switch_jump", "no_operation", "recursive")}

    def test_an_enhancement_that_does_nothing_changes_neither_instructions_nor_code_size(self):
        without, withit = self.figures["switch_jump"], self.figures["no_operation"]
        self.assertEqual(without["instructions"], withit["instructions"])
        self.assertEqual(without["code"], withit["code"])
        self.assertEqual(without["frame"], withit["frame"])
        self.assertGreater(without["instructions"], 100 * self.nodes)

    def test_the_recursive_form_searches_the_same_tree_and_takes_more_stack(self):
        # Another number of nodes would have ended the image with a status, and the measurement with an error.
        self.assertEqual(self.figures["recursive"]["frame"], self.figures["switch_jump"]["frame"])
        self.assertGreater(self.figures["recursive"]["stack"], self.figures["switch_jump"]["stack"] + 500)

    def test_only_a_form_of_the_loop_that_calls_itself_takes_stack_for_a_ply(self):
        shallow = ("-DSTACKMATE_DEPTH=1",)
        nodes = loop.measure_loop("slices", "x86-64", "GCC", 0, shallow)["nodes"]
        sliced, calling = (loop.measure_loop(form, "Cortex-M3", "GCC", nodes, shallow) for form in ("slices", "shared_frames"))
        self.assertEqual(sliced["ply"], sliced["frame"])
        self.assertGreater(calling["ply"], calling["frame"] + 40)
        self.assertGreater(calling["stack"], sliced["stack"] + 40)

    def test_ending_a_kept_loop_costs_the_same_at_any_ply_and_unwinding_more_at_each(self):
        cost = {form: [loop.ending(form, "Cortex-M3", ply) for ply in (1, 5)] for form in ("engine_kept", "shared_frames")}
        self.assertEqual(*cost["engine_kept"])
        self.assertGreater(cost["shared_frames"][1], cost["shared_frames"][0] + 4 * 50)


class Loops(unittest.TestCase):
    def test_the_lines_of_a_form_are_those_of_its_loop(self):
        lines = {form: loop.lines_of(file) for form, _, file in loop.LOOPS}
        self.assertIsNone(lines["engine"])
        self.assertEqual(lines["labels"], 21)
        self.assertGreater(lines["macros"], lines["shared_frames"])
        self.assertLessEqual(lines["shared_frames"], 20)

    def test_decisions_and_jumps_are_counted_in_the_loop_itself_and_an_address_of_a_label_is_no_decision(self):
        counted = {form: loop.decisions_and_jumps(file) for form, _, file in loop.LOOPS if file}
        self.assertEqual((counted["shared_frames"], counted["no_call"], counted["label_address"]), ((6, 0), (9, 9), (8, 8)))

    def test_each_breadth_first_ply_has_as_many_positions_as_perft_counts(self):
        with fresh_results():
            rows = re.findall(r"^\| (\d) \| ([\d,]+) ", loop.text_breadth(None), re.M)
        self.assertEqual([row[1] for row in rows], ["1", "20", "400", "8,902", "197,281"])

    def test_every_form_of_the_derivation_is_measured(self):
        there = {path.name for path in loop.DERIVATION.glob("[sf]*_*.hpp")}
        self.assertEqual(there, {file for _, _, file in loop.LOOPS if file})

    @unittest.skipUnless(shutil.which("valgrind"), "needs valgrind")
    def test_the_loop_over_frames_misses_a_small_cache_less_often_than_the_recursion(self):
        with fresh_results():
            rows = re.findall(r"^\| (\w+).* \| ([\d,]+) \| ([\d,]+) \| .*million \|$", loop.text_cache(types.SimpleNamespace(quick=True, progress=mock.Mock())), re.M)
            fewest, most = ({form: int(row[at].replace(",", "")) for form, *row in rows} for at in (0, 1))
            self.assertLess(most["loop"], fewest["recursion"])

    @unittest.skipUnless(shutil.which("valgrind"), "needs valgrind")
    def test_a_profiler_reports_no_more_than_the_whole_for_a_function_of_the_loop_and_more_for_the_recursion(self):
        with fresh_results():
            for form, calls_itself in (("recursion", True), ("slices", False)):
                own, reported, called = loop.profile(loop.compile_loop(form, "x86-64", "GCC", 0, ("-DSTACKMATE_DEPTH=1", "-fno-inline")))
                self.assertEqual(len(loop.on_cycles(called)), calls_itself)
                self.assertEqual(max(reported.values()) > sum(own.values()), calls_itself)

    def test_a_function_is_on_a_cycle_if_it_is_called_below_itself(self):
        self.assertEqual(loop.on_cycles({"a": {"b"}, "b": {"c", "e"}, "c": {"b"}, "d": {"d"}}), {"b", "c", "d"})

    def test_without_valgrind_the_misses_are_not_counted_and_the_package_is_named(self):
        with mock.patch.object(shutil, "which", return_value=None), self.assertRaisesRegex(ToolError, "package valgrind"):
            loop.misses(Path("image"), 0)


def names_in(text: str) -> set:
    """Of versions, their parts and enhancements, without numbers: set as code, and the forms of IID that begin a row."""
    forms = "| IID |" in text and re.findall(r"^\| (?:[^|:]*: )?([a-z0-9]+(?:-[a-z0-9]+)*)(?:: nodes)?(?: against ([a-z0-9-]+))? \|(?!.*\n\|---)", text,
                                              re.M)
    return {*re.findall(r"`([A-Za-z][\w-]*)(?:<[^`\n]*>)?`", text), *filter(None, (name for pair in forms or () for name in pair))}


def known_names() -> set:
    """What the sources of the programs call so, and the parts of such names; a program itself takes minutes to build."""
    names = set()
    for file in (file for folder in ("core", "games", "workshop", "bridge") for file in (build.ROOT / folder).rglob("*.[ch]pp")):
        text = file.read_text(encoding="utf-8")
        names.update(re.findall(r"\b(?:struct|class|using) (\w+)", text))
        for name in re.findall(r'"([\w-]+)"', text):
            parts = name.split("-")
            names.update("-".join(parts[first:last]) for first in range(len(parts)) for last in range(first + 1, len(parts) + 1))
    return names


class Labels(unittest.TestCase):
    pages = {path.name: path.read_text(encoding="utf-8")
             for path in (*experiments.FOLDER.glob("*.md"), build.ROOT / "workshop/lab/EXPERIMENTS.md")}

    def test_a_program_knows_every_version_and_enhancement_that_a_page_names(self):
        known = known_names()
        self.assertEqual({page: names_in(text) - known for page, text in self.pages.items()}, dict.fromkeys(self.pages, set()))
        wrong = "| IID |\n| Full: min-pv against min-pw |\n| `Killer<4>` | `NullMove`"
        self.assertEqual(names_in(wrong) - known, {"min-pw", "Killer"})

    @unittest.skipUnless((build.ROOT / ".git").exists() and measuring.git("rev-parse", "--is-shallow-repository") == "false",
                         "needs the history")
    def test_what_a_table_says_of_its_engine_is_true_of_a_commit_in_the_history(self):
        tables = {name: table for text in self.pages.values() for name, table in marked.parts_of(text).items()}
        self.assertEqual({name: measuring.unresolved(table) for name, table in tables.items()}, dict.fromkeys(tables, []))
        true = measuring.engine_state().replace(" with changes", "")
        self.assertEqual(measuring.unresolved(f"Measured at {true}."), [])
        for false in (true.replace("commit ", "commit f0f"), true.replace(" (Full)", "1 (Full)"), "commit unknown"):
            self.assertNotEqual(measuring.unresolved(f"Measured at {false}."), [])


class Writing(unittest.TestCase):
    def test_sections_survive_being_written_and_read(self):
        before = "# X\n\nHow much?\n\n<!-- one:begin -->\n<!-- one:end -->\n\nMuch.\n\n<!-- two:begin -->\nold\n<!-- two:end -->\n"
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "X.md")
            path.write_text(before, encoding="utf-8")
            measuring.write(path, {"one": "| a |\n|---|\n| 1 |"})
            measuring.write(path, {"two": "text\n\nmore \\1"})
            text = path.read_text(encoding="utf-8")
        self.assertEqual(marked.parts_of(text), {"one": "| a |\n|---|\n| 1 |", "two": "text\n\nmore \\1"})
        self.assertEqual(re.sub(r"(begin -->\n).*?(<!-- \w+:end)", r"\1\2", text, flags=re.S), before.replace("old\n", ""))

    def test_a_table_without_a_place_in_its_page_is_named(self):
        with self.assertRaisesRegex(ToolError, "0 places for one"):
            measuring.filled("# X\n", {"one": "1"})

    def test_every_table_has_one_place_in_its_page_and_no_place_is_left_over(self):
        for page, tables in PAGES.items():
            with self.subTest(page):
                text = (experiments.FOLDER / f"{page.upper()}.md").read_text(encoding="utf-8")
                self.assertCountEqual(re.findall(r"<!-- ([\w-]+):begin -->", text), tables)
                self.assertCountEqual(marked.parts_of(text), tables)

    def test_no_table_is_on_two_pages(self):
        names = [name for tables in PAGES.values() for name in tables]
        self.assertEqual(len(names), len(set(names)))

    def test_positions_that_one_version_did_not_finish_do_not_count(self):
        groups = [[[1, 10], [1], [2, 20]], [[1, 11], [1, 12], [2, 22]]]
        self.assertEqual(common.finished_by_all(groups, 2), [0, 2])
        self.assertEqual(common.at_depth(groups[1], 2, [0, 2]), [11, 22])

    def test_an_iteration_surprises_by_what_it_takes_beyond_the_positions_own_growth(self):
        steady, sudden = [[1000, 4000, 13000, 40000, 121000]], [[1000, 4000, 13000, 283000]]
        for ratio in iid.surprises(steady, 5):
            self.assertAlmostEqual(ratio, 1, places=2)
        self.assertEqual(len(iid.surprises(steady, 5)), 2)
        self.assertEqual(len(iid.surprises(steady, 4)), 1)
        self.assertAlmostEqual(iid.surprises(sudden, 4)[0], 10, places=1)

    def test_a_percentile_is_a_value_that_was_measured(self):
        self.assertEqual([common.percentile(range(1, 101), p) for p in (0, 10, 50, 99, 100)], [1, 11, 51, 100, 100])

    def test_earlier_iterations_are_held_against_the_last_one_and_against_a_search_without_them(self):
        class Known:
            """Each depth takes ten times the nodes of the one before, and as many when it is searched alone."""
            quick = True

            def kept(self, _name, _total):
                return self

            def get(self, name, _measure):
                alone = [10 ** depth for depth in range(1, 9)]
                return [alone if "direct" in name else [sum(alone[:depth + 1]) for depth in range(8)]] * 2

            def positions(self):
                return ["", ""]

        rows = [line for line in deepening.text_direct(Known()).splitlines() if line.startswith("| ")][1:]
        self.assertEqual(len(rows), sum(len(sizes) for *_, sizes in deepening.DIRECT))
        for row in rows:
            with self.subTest(row):
                self.assertRegex(row, r"\| (\+11\.[01] %) \| \+11\.[01] ± 0\.0 % \| \1 \| 2 of 2 \| 11 % \| 10\.0 \|$")

    def test_a_sum_that_one_long_search_rules_has_the_middle_of_the_positions_beside_it(self):
        plain = [1000] * 8 + [99_999, 1000]
        self.assertEqual(common.compared([1100] * 8 + [9_999, 1100], plain), ["-81.7 %", "-13.5 ± 40.7 %", "+10.0 %", "9 of 10"])
        self.assertEqual(common.compared([1], [2]), ["-"] * 4)

    def test_a_match_on_clocks_is_called_with_clocks(self):
        with fresh_results() as directory:
            lab = directory / "lab"
            lab.write_text(f'#!/bin/sh\necho "$*" >> {directory}/calls\necho "a - b  +1 =2 -1  50.0 %  Elo +0.0 +- 9.5  from -9.4 to +9.6  nElo +0.0 +- 3.1  LOS 50.0 %  pairs 0 0 2 0 0"\n',
                           encoding="ascii")
            lab.chmod(0o755)
            context = common.Context(types.SimpleNamespace(quick=False, games=2), None)
            context._programs["duel_lab"] = lab
            self.assertEqual(context.match("a", "b", 4, clock=("60+0.6", 16)), {
                "games": 4, "won": 1, "drawn": 2, "lost": 1, "score": 50.0, "elo": 0.0, "error": 9.5, "low": -9.4, "high": 9.6,
                "more": "nElo +0.0 +- 3.1  LOS 50.0 %  pairs 0 0 2 0 0"})
            context.match("a", "b", 4, 3000)
            calls = (directory / "calls").read_text(encoding="ascii").splitlines()
        self.assertIn(" --clock 60+0.6 --speed 16 ", calls[0])
        self.assertNotIn("--nodes", calls[0])
        self.assertIn(" --nodes 3000 ", calls[1])
        self.assertNotEqual(calls[0].split("--log")[1], calls[1].split("--log")[1])

    def test_plain_gets_as_many_more_nodes_as_it_was_counted_to_cost_less(self):
        class Known:
            """Plain costs 1,000 instructions a node, Full 1,500, Tiny 1,200."""
            games, counted = 500, {"plain_hooks": 100_000, "full": 150_000, "switch_jump": 120_000}

            def kept(self, _name, _total):
                return self

            def get(self, name, measure):
                form, processor = name.split()[:2]
                return {"nodes": 100, "instructions": self.counted[form]} if "M4" in processor or "x86" in processor else measure()

            def match(self, base, _other, games, nodes, tables):
                played[base] = nodes
                return {"games": games, "score": 50.0, "elo": 0.0, "error": 1.0}

        played = {}
        text = skeleton.text_whole(Known())
        self.assertEqual(played, {"large": "25000:37500", "small": "25000:30000"})
        self.assertIn("1,000 instructions against 1,500 in Full and 1,200 in Tiny", text)

    def test_results_are_kept_item_by_item(self):
        with fresh_results():
            kept = measuring.Kept("x", "0", False, mock.Mock())
            self.assertEqual(kept.get("a", lambda: [1]), [1])
            again = measuring.Kept("x", "0", False, mock.Mock())
            self.assertEqual(again.get("a", lambda: self.fail("measured twice")), [1])
            self.assertEqual(measuring.Kept("x", "1", False, mock.Mock()).get("a", lambda: 2), 2)


if __name__ == "__main__":
    unittest.main()

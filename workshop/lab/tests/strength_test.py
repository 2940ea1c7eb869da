"""workshop/lab/strength: it gives both sides what they should have, asks workshop/lab/match for what is missing only, and keeps what came of it."""

import contextlib
import io
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import paths

import marked
import strength
from terminal import ToolError

ENGINES = """
# comment
[Some]
program = {program}
version = 1.2
options = Hash=1, OwnBook=false
instructions = 3,000
against = Full, Tiny
note = made to stop

[Scale]
program = {program}
version = 15
elo = 2200, 2450
clock = 5+0.05

[Listed]
program = {program}
version = 20
clock = 2+0.02
rating = 2510
"""


def silent():
    return mock.Mock(live=False, stream=io.StringIO())


class Engines(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "engines")
            path.write_text(text, encoding="utf-8")
            return strength.read_engines(path)

    def test_a_file_of_engines_is_read(self):
        some, scale, listed = self.read(ENGINES.format(program="/bin/sh"))
        self.assertEqual((some.name, some.version, some.options, some.instructions, some.against),
                         ("Some", "1.2", ("Hash=1", "OwnBook=false"), 3000, ("Full", "Tiny")))
        self.assertEqual((scale.elo, scale.clock), ((2200, 2450), "5+0.05"))
        self.assertEqual((listed.elo, listed.clock, listed.rating), ((), "2+0.02", 2510))

    def test_what_is_wrong_in_it_is_named(self):
        head = "[X]\nprogram = /bin/sh\n"
        for text, reason in ((head + "nodes = 1", "version is missing"), ("[X]\nprogram = /no/such\nversion = 1", "/no/such"),
                             (head + "version = 1", "one of nodes"), (head + "version = 1\nnodes = many", "'many'"),
                             (head + "version = 1\nnodes = -1", "more than 0"), (head + "version = 1\nspeed = 1", "'speed'"),
                             (head + "version = 1\nnodes = 5\ninstructions = 5", "one of nodes"),
                             (head + "version = 1\nnodes = 5\nelo = 2000", "goes with clock"),
                             (head + "version = 1\nclock = 1\nelo = 2000\nrating = 2000", "not both"), (head + "version = 1\nnodes = 5\nagainst = Huge", "Huge"),
                             (head + "version = 1\nnodes = 5\noptions = Hash", "OPTION=VALUE"), ("program = x", "section")):
            with self.subTest(text), self.assertRaisesRegex(ToolError, reason):
                self.read(text)


class Tool(unittest.TestCase):
    """The whole of it, with matches that nobody plays: of each pair the first player wins as White and draws as Black."""

    def setUp(self):
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.calls = []
        self.engines = self.directory / "engines"
        self.engines.write_text(ENGINES.format(program="/bin/sh"), encoding="utf-8")
        for target, name, value in ((strength, "RESULTS", self.directory), (strength, "DOCUMENT", self.directory / "STRENGTH.md"),
                                    (strength.build, "setup", mock.Mock()), (strength.build, "build", mock.Mock()),
                                    (strength.duel, "match", self.match)):
            self.enterContext(mock.patch.object(target, name, value))
        self.begin_page()

    def match(self, _player, *words, log, told):
        self.calls.append(" ".join(map(str, words)))
        games = words[words.index("--games") + 1]
        told("half way")
        log.write_text("heading\n0 2 1 late\n" + "".join(f"{pair} 2 1\n" for pair in range(1, games // 2)), encoding="ascii")
        return {"games": games, "won": games // 2, "drawn": games // 2, "lost": 0, "score": 75.0, "elo": 190.8, "error": 90.0, "low": 99.6,
                "high": 1320.3, "more": "nElo +1"}

    def begin_page(self):
        strength.DOCUMENT.write_text("".join(f"<!-- {name}:begin -->\n<!-- {name}:end -->\n" for name in strength.TABLES), encoding="utf-8")

    def run_tool(self, *extra):
        options = strength.arguments().parse_args([str(self.engines), "--games", "8", "--log", str(self.directory / "log"),
                                                   "--cost", "Full=2000", "--cost", "Tiny=1800", *extra])
        with contextlib.redirect_stdout(io.StringIO()) as said:
            strength.run(options, silent())
        return said.getvalue()

    def document(self):
        return (self.directory / "STRENGTH.md").read_text(encoding="utf-8")

    def test_both_sides_get_the_same_number_of_instructions(self):
        self.run_tool("--only", "devices", "--budget", "90e6")
        full, tiny = self.calls
        for call, cost in ((full, 2000), (tiny, 1800)):
            ours, theirs = map(int, re.search(r" --nodes (\d+):(\d+) ", call).groups())
            self.assertLessEqual(abs(ours * cost - 90e6), cost)
            self.assertLessEqual(abs(theirs * 3000 - 90e6), 3000)
        program = Path("/bin/sh").resolve()
        self.assertTrue(full.startswith(f"large uci:{program},Hash=1,OwnBook=false --nodes "))
        self.assertIn(" --table 65536 --to-the-end ", full)
        self.assertTrue(tiny.startswith("small uci:"))
        self.assertIn(" --table 2048 --to-the-end ", tiny)

    def test_nodes_that_are_fixed_stay_so_at_any_budget(self):
        self.engines.write_text("[Fixed]\nprogram = /bin/sh\nversion = 3\nnodes = 700\n", encoding="utf-8")
        self.run_tool("--only", "devices", "--budget", "10e6")
        self.assertIn(" --nodes 5000:700 ", self.calls[0])
        self.assertIn("| 5,000 | Fixed 3 | - | 700 | 8 |", self.document())

    def test_the_page_says_who_played_how_and_what_came_of_it(self):
        self.run_tool("--only", "devices", "--only", "host")
        text = self.document()
        self.assertIn("| Full, table of 65,536 bytes | 2,000 | 47,000 | Some 1.2 | 3,000 | 31,333 | 8 | 4 | 4 | 0 | 75.0 % |", text)
        self.assertIn("| Scale 15 at 2450 | 5+0.05 | 8 | 4 | 4 | 0 | 75.0 % |", text)
        self.assertIn("Some: made to stop.", text)
        self.assertIn("1 games did not end on the board: lost on time.", text)
        self.assertIn("| Listed 20, rated 2510 | 2+0.02 | 8 | 4 | 4 | 0 | 75.0 % | +191 [100, ∞] | 2700 |", text)
        self.assertIn(",UCI_LimitStrength=true,UCI_Elo=2450 --clock 5+0.05 --margin 100 ", self.calls[-2])
        self.assertNotIn("UCI_", self.calls[-1])

    def test_another_clock_and_table_are_rows_beside_the_others(self):
        self.run_tool("--only", "host", "--engine", "Listed")
        self.run_tool("--only", "host", "--engine", "Listed", "--clock", "8+0.08", "--hash", "16")
        self.assertIn(" --clock 8+0.08 ", self.calls[-1])
        self.assertEqual(re.findall(r",Hash=(\d+)", self.calls[-1]), ["16", "16"])
        text = self.document()
        self.assertIn("| Listed 20, rated 2510 | 2+0.02 | 8 |", text)
        self.assertIn("| Listed 20, rated 2510, tables of 16 MB | 8+0.08 | 8 |", text)

    def test_openings_of_a_file_are_for_games_against_others(self):
        self.run_tool("--only", "host", "--only", "memory", "--engine", "Listed", "--openings", "/x/book.pgn")
        self.assertEqual([" --openings /x/book.pgn " in call for call in self.calls], ["uci:" in call for call in self.calls])
        self.assertIn("Openings: book.pgn, at random.", self.document())

    def test_nothing_is_played_twice_and_more_games_go_on_from_the_same_log(self):
        logs = []
        played = strength.duel.match
        with mock.patch.object(strength.duel, "match", lambda *words, **more: logs.append(more["log"]) or played(*words, **more)):
            for games, calls in (("8", 2), ("8", 2), ("12", 4)):
                said = self.run_tool("--only", "devices", "--engine", "Some", "--games", games)
                self.assertEqual(len(self.calls), calls)
        self.assertIn("Full against Some: +6 =6 -0  75.0 %", said)
        self.assertEqual(logs[:2], logs[2:])

    def test_the_page_is_made_again_from_the_log_alone(self):
        self.run_tool("--only", "devices")
        before, played = self.document(), len(self.calls)
        self.begin_page()
        self.run_tool("--page")
        self.assertEqual((self.document(), len(self.calls)), (before, played))

    def test_other_words_for_an_engine_and_another_place_play_nothing_again(self):
        self.run_tool("--only", "devices")
        played = len(self.calls)
        shutil.copy("/bin/sh", self.directory / Path("/bin/sh").resolve().name)
        moved = self.engines.read_text().replace("/bin/sh", str(self.directory / Path("/bin/sh").resolve().name))
        self.engines.write_text(moved.replace("made to stop", "stopped hard"), encoding="utf-8")
        self.run_tool("--only", "devices")
        self.assertEqual(len(self.calls), played)
        self.assertIn("Some: stopped hard.", self.document())

    def test_another_table_leaves_the_others_as_they_are(self):
        self.run_tool("--only", "devices")
        before = marked.parts_of(self.document())["devices"]
        self.run_tool("--only", "instructions")
        self.assertEqual(marked.parts_of(self.document())["devices"], before)
        self.assertIn("small large --nodes 52222:47000 --table 2048:65536 --to-the-end ", self.calls[-1])
        self.assertIn("| Tiny against Full, the same instructions | 52,222 | 47,000 | 8 |", self.document())

    def test_a_bound_that_the_games_do_not_give_is_told_as_none(self):
        for won, lost, elo, low, high, text in ((1, 1, 0, -1320.3, 1320.3, "+0 [-∞, ∞]"), (2, 0, 1320.3, 105, 1320.3, "over +105"),
                                                (0, 2, -1320.3, -1320.3, 78.5, "under +78"), (1, 0, 190.8, -20.4, 1320.3, "+191 [-20, ∞]")):
            result = {"games": 2, "won": won, "lost": lost, "elo": elo, "low": low, "high": high}
            self.assertEqual(strength.elo_text(result), text)

    def test_wrong_calls_end_with_status_2(self):
        for words in (("--games", "7"), ("--games", "0"), ("--cost", "Huge=3"), ("--only", "nothing")):
            with self.subTest(words):
                result = subprocess.run([str(paths.ROOT / "workshop/lab/strength"), *words], capture_output=True, check=False)
                self.assertEqual(result.returncode, 2)


class Document(unittest.TestCase):
    def test_every_table_has_one_place_in_the_page(self):
        text = (paths.ROOT / "docs" / "STRENGTH.md").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"<!-- (\w+):begin -->", text), list(strength.TABLES))
        self.assertEqual(list(marked.parts_of(text)), list(strength.TABLES))


if __name__ == "__main__":
    unittest.main()

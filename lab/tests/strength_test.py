"""lab/strength: its statistics are those of lab/match, and it asks a tournament manager for what is missing only."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import paths

import duel
import manager
import marked
import pairs
import strength

# Plays nothing: of each pair the first player wins as White and draws as Black. It ends badly after FAKE_GAMES games.
FAKE_MANAGER = """#!/usr/bin/python3 -B
import os, sys
if sys.argv[1] == "--version":
    print("fake manager 1.0")
    sys.exit()
with open(os.environ["FAKE_CALLS"], "a") as calls:
    print(*sys.argv[1:], file=calls)
names = [word[5:] for word in sys.argv if word.startswith("name=")]
rounds = int(sys.argv[sys.argv.index("-rounds") + 1])
most = int(os.environ.get("FAKE_GAMES", "1000000"))
for game in range(2 * rounds):
    if game == most:
        print("the engine is gone")
        sys.exit(3)
    white, black = names if game % 2 == 0 else reversed(names)
    print(f"Started game {game + 1} of {2 * rounds} ({white} vs {black})")
    result = "1/2-1/2 {Draw by repetition}" if game % 2 else "1-0 {Black loses on time}" if game == 0 else "1-0 {White mates}"
    print(f"Finished game {game + 1} ({white} vs {black}): {result}")
"""

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


class Silent:
    live = False
    stream = io.StringIO()

    def update(self, *_args, **_more):
        pass

    def clear(self):
        pass


class Statistics(unittest.TestCase):
    def test_score_elo_and_error_are_those_that_a_match_prints(self):
        with tempfile.TemporaryDirectory() as directory:
            log = Path(directory, "log")
            said = subprocess.run([str(duel.program("duel_match")), "small", "plain", "--games", "24", "--nodes", "300:200",
                                   "--seed", "7", "--log", str(log)], capture_output=True, text=True, check=True).stdout
            results = pairs.Results()
            for line in log.read_text(encoding="ascii").splitlines()[1:]:
                results.add(*map(int, line.split()[1:]))
        low, high = results.interval()
        self.assertIn(f"+{results.won} ={results.drawn} -{results.lost}  {100 * results.score:.1f} %  "
                      f"Elo {pairs.elo(results.score):+.1f} +- {(high - low) / 2:.1f}  {results.more()}\n", said)

    def test_pairs_that_are_alike_say_more_than_games_that_differ(self):
        steady, wild = pairs.Results(), pairs.Results()
        for _ in range(20):
            steady.add(2, 0)
        for pair in range(20):
            wild.add(*(2, 2) if pair % 2 else (0, 0))
        self.assertEqual((steady.score, wild.score), (0.5, 0.5))
        self.assertLess(steady.interval()[1], wild.interval()[1] / 3)
        self.assertAlmostEqual(sum(steady.interval()), 0)

    def test_without_games_nothing_is_known(self):
        self.assertEqual(pairs.Results().interval(), (pairs.elo(0), pairs.elo(1)))

    def test_a_bound_that_the_games_do_not_give_is_told_as_none(self):
        results = pairs.Results()
        self.assertEqual(strength.elo_text(results), "+0 [-∞, ∞]")
        results.add(2, 2)
        self.assertRegex(strength.elo_text(results), r"^over [+-]\d+$")
        results.add(2, 0)
        self.assertRegex(strength.elo_text(results), r"^\+191 \[-?\d+, ∞\]$")


class Versions(unittest.TestCase):
    """duel_uci, which a tournament manager starts."""

    @classmethod
    def setUpClass(cls):
        cls.program = str(duel.program("duel_uci"))

    def test_a_version_plays_the_same_games_through_uci(self):
        match = str(duel.program("duel_match"))
        options = ("--games", "8", "--nodes", "300", "--table", "2048", "--to-the-end")
        results = [subprocess.run([match, "plain", other, *options], capture_output=True, text=True,
                                  check=True).stdout.split("  ", 1)[1]
                   for other in ("small", f"uci:{self.program},Version=small,Table=2048")]
        self.assertEqual(*results)

    def test_what_it_cannot_do_is_said_and_changes_nothing(self):
        said = subprocess.run([self.program], text=True, capture_output=True, check=True, input=(
            "setoption name Version value nobody\nsetoption name Table value 300\nposition startpos moves e2e5\n"
            "go movetime 5\nposition startpos moves e2e4\nposition fen x\ngo nodes 100\n")).stdout
        self.assertEqual(said.count("info string error: "), 5)
        self.assertRegex(said, r"bestmove [a-h][78]")

    def test_openings_are_the_same_for_a_seed_and_others_for_another(self):
        def openings(*words):
            return subprocess.run([self.program, "--openings", *words], text=True, capture_output=True,
                                  check=True).stdout.splitlines()
        first = openings("4")
        self.assertEqual(first, openings("6", "--seed", "1")[:4])
        self.assertFalse(set(first) & set(openings("4", "--seed", "2")))
        for line in first:
            self.assertRegex(line, r"^(\S+/){7}\S+ [wb] \S+ \S+ hmvc \d+; fmvn \d+;$")


class Manager(unittest.TestCase):
    def finished(self, number, white, result, reason="x"):
        black = manager.THEIRS if white == manager.OURS else manager.OURS
        return f"Finished game {number} ({white} vs {black}): {result} {{{reason}}}\n"

    def test_games_that_end_in_any_order_are_put_together_to_pairs(self):
        pairing = manager.Pairing()
        lines = [self.finished(3, manager.OURS, "0-1"), self.finished(2, manager.THEIRS, "1/2-1/2"),
                 self.finished(1, manager.OURS, "1-0", "Black loses on time"), "Warning; Finished game of a kind\n",
                 self.finished(4, manager.THEIRS, "0-1")]
        found = [pair for line in lines if (pair := pairing.take(line))]
        self.assertEqual(found, [(0, 2, 1, ["Black loses on time"]), (1, 0, 2, [])])

    def test_a_game_without_a_result_makes_no_pair(self):
        pairing = manager.Pairing()
        self.assertIsNone(pairing.take(self.finished(1, manager.OURS, "*", "No result")))
        self.assertIsNone(pairing.take(self.finished(2, manager.THEIRS, "1-0")))

    def test_a_call_says_who_plays_which_openings_and_how_long(self):
        seats = manager.Seat("/x/a", (("Table", "2048"),), 500), manager.Seat("/x/b", (), 0, "5+0.05", 100)
        words = manager.call("fastchess", seats, Path("o.epd"), 7, 3, 2)
        said = " ".join(words)
        self.assertIn("-engine cmd=/x/a name=Stackmate proto=uci tc=inf nodes=500 option.Table=2048 -engine", said)
        self.assertIn("cmd=/x/b name=Opponent proto=uci tc=5+0.05 timemargin=100 -openings file=o.epd format=epd", said)
        self.assertIn("start=8 -rounds 3 -games 2 -repeat -recover -concurrency 2", said)

    def test_a_manager_that_is_missing_is_named(self):
        with mock.patch.dict(os.environ, PATH=""), self.assertRaisesRegex(manager.ManagerError, "fastchess"):
            manager.find()

    def test_more_openings_begin_with_the_same_ones(self):
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            source = directory / "x.pgn"
            source.write_text("".join(f'[Event "?"]\n[Result "*"]\n\n1. e4 {{{n}}} *\n\n' for n in range(40)))
            few, more = (manager.chosen_openings(source, count, directory).read_text() for count in (5, 9))
            self.assertTrue(more.startswith(few))
            self.assertEqual(more.count("[Event"), 9)
            self.assertNotIn("{0}", few[:60])           # at random, not the file's first
            if shutil.which("zstd"):
                subprocess.run(["zstd", "-q", str(source)], check=True)
                packed = manager.chosen_openings(directory / "x.pgn.zst", 9, directory)
                self.assertEqual((packed.read_text(), packed.suffix), (more, ".pgn"))
            with self.assertRaisesRegex(manager.ManagerError, "40 openings for 41 pairs"):
                manager.chosen_openings(source, 41, directory)


class Engines(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "engines")
            path.write_text(text, encoding="utf-8")
            return strength.read_engines(path)

    def test_a_file_of_engines_is_read(self):
        some, scale, listed = self.read(ENGINES.format(program="/bin/sh"))
        self.assertEqual((some.name, some.version, some.options, some.instructions, some.against),
                         ("Some", "1.2", (("Hash", "1"), ("OwnBook", "false")), 3000, ("Full", "Tiny")))
        self.assertEqual((scale.elo, scale.clock), ((2200, 2450), "5+0.05"))
        self.assertEqual((listed.elo, listed.clock, listed.rating), ((), "2+0.02", 2510))

    def test_what_is_wrong_in_it_is_named(self):
        head = "[X]\nprogram = /bin/sh\n"
        for text, reason in ((head + "nodes = 1", "version is missing"), ("[X]\nprogram = /no/such\nversion = 1", "/no/such"),
                             (head + "version = 1", "one of nodes"), (head + "version = 1\nnodes = many", "'many'"),
                             (head + "version = 1\nnodes = -1", "more than 0"), (head + "version = 1\nspeed = 1", "'speed'"),
                             (head + "version = 1\nnodes = 5\ninstructions = 5", "one of nodes"),
                             (head + "version = 1\nnodes = 5\nelo = 2000", "goes with clock"),
                             (head + "version = 1\nclock = 1\nelo = 2000\nrating = 2000", "elo or rating"), (head + "version = 1\nnodes = 5\nagainst = Huge", "Huge"),
                             (head + "version = 1\nnodes = 5\noptions = Hash", "OPTION=VALUE"), ("program = x", "section")):
            with self.subTest(text), self.assertRaisesRegex(strength.StrengthError, reason):
                self.read(text)


class Keeping(unittest.TestCase):
    def test_a_log_survives_being_cut_off_in_a_line(self):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory, "log")
            log = strength.Log(path)
            log.begin("k", {"table": "devices", "row": "r", "games": 4})
            log.add({"match": "k", "pair": 0, "points": [2, 1], "odd": ["late"]})
            path.write_text(path.read_text() + '{"match": "k", "pair": 1, "poi')
            again = strength.Log(path)
            self.assertEqual(again.pairs, {"k": {0: (2, 1, ["late"])}})
            again.add({"match": "k", "pair": 1, "points": [0, 0]})
            self.assertEqual(strength.Log(path).results("k", 4).games, 4)

    def test_a_row_shows_the_last_match_that_was_played_to_its_end(self):
        with tempfile.TemporaryDirectory() as directory:
            log = strength.Log(Path(directory, "log"))
            for key, played in (("old", 2), ("new", 2), ("begun", 1)):
                log.begin(key, {"table": "devices", "row": "r", "games": 4})
                for pair in range(played):
                    log.add({"match": key, "pair": pair, "points": [1, 1]})
            self.assertEqual(log.rows("devices"), {"r": "new"})

    def test_only_what_is_missing_is_played_in_as_few_runs_as_can_be(self):
        self.assertEqual(strength.missing({0, 1, 4}, 7), [(2, 2), (5, 2)])
        self.assertEqual(strength.missing({}, 3), [(0, 3)])
        self.assertEqual(strength.missing({0, 1}, 2), [])


class Tool(unittest.TestCase):
    """The whole of it, with a manager that plays nothing."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        program = self.directory / "fastchess"
        program.write_text(FAKE_MANAGER, encoding="utf-8")
        program.chmod(0o755)
        self.engines = self.directory / "engines"
        self.engines.write_text(ENGINES.format(program="/bin/sh"), encoding="utf-8")
        environment = {"PATH": f"{self.directory}:{os.environ['PATH']}", "FAKE_CALLS": str(self.directory / "calls")}
        for patch in (mock.patch.dict(os.environ, environment), mock.patch.object(strength, "RESULTS", self.directory),
                      mock.patch.object(strength, "DOCUMENT", self.directory / "STRENGTH.md"),
                      mock.patch.object(strength.build, "setup")):
            patch.start()
            self.addCleanup(patch.stop)
        self.begin_page()

    def begin_page(self):
        strength.DOCUMENT.write_text("".join(f"<!-- {name}:begin -->\n<!-- {name}:end -->\n" for name in strength.TABLES), encoding="utf-8")

    def run_tool(self, *extra):
        options = strength.arguments().parse_args([str(self.engines), "--games", "8", "--log", str(self.directory / "log"),
                                                   "--cost", "Full=2000", "--cost", "Tiny=1800", *extra])
        with contextlib.redirect_stdout(io.StringIO()) as said:
            strength.run(options, Silent())
        return said.getvalue()

    def calls(self):
        path = self.directory / "calls"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def document(self):
        return (self.directory / "STRENGTH.md").read_text(encoding="utf-8")

    def test_both_sides_get_the_same_number_of_instructions(self):
        self.run_tool("--only", "devices", "--budget", "90e6")
        full, tiny = self.calls()
        for call, cost in ((full, 2000), (tiny, 1800)):
            ours, theirs = map(int, re.findall(r" nodes=(\d+)", call))
            self.assertLessEqual(abs(ours * cost - 90e6), cost)
            self.assertLessEqual(abs(theirs * 3000 - 90e6), 3000)
        self.assertIn("option.Version=large option.Table=65536", full)
        self.assertIn("option.Version=small option.Table=2048", tiny)

    def test_nodes_that_are_fixed_stay_so_at_any_budget(self):
        self.engines.write_text("[Fixed]\nprogram = /bin/sh\nversion = 3\nnodes = 700\n", encoding="utf-8")
        self.run_tool("--only", "devices", "--budget", "10e6")
        self.assertIn("name=Opponent proto=uci tc=inf nodes=700 ", self.calls()[0])
        self.assertIn("| 5,000 | Fixed 3 | - | 700 | 8 |", self.document())

    def test_the_page_says_who_played_how_and_what_came_of_it(self):
        self.run_tool("--only", "devices", "--only", "host")
        text = self.document()
        self.assertIn("| Full, table of 65,536 bytes | 2,000 | 47,000 | Some 1.2 | 3,000 | 31,333 | 8 | 4 | 4 | 0 | 75.0 % |", text)
        self.assertIn("| Scale 15 at 2450 | 5+0.05 | 8 | 4 | 4 | 0 | 75.0 % |", text)
        self.assertIn("Some: made to stop.", text)
        self.assertIn("1 games did not end on the board: Black loses on time.", text)
        self.assertIn("Played by fake manager 1.0.", text)
        self.assertIn("| Listed 20, rated 2510 | 2+0.02 | 8 | 4 | 4 | 0 | 75.0 % | +191 ", text)
        self.assertIn("| 2700 |", text)
        self.assertIn("option.UCI_LimitStrength=true option.UCI_Elo=2450", self.calls()[-2])
        self.assertNotIn("UCI_", self.calls()[-1])

    def test_another_clock_and_table_are_rows_beside_the_others(self):
        self.run_tool("--only", "host", "--engine", "Listed")
        self.run_tool("--only", "host", "--engine", "Listed", "--clock", "8+0.08", "--hash", "16")
        ours, theirs = self.calls()[-1].split("name=Opponent")
        for side in (ours, theirs):
            self.assertIn("tc=8+0.08 ", side)
            self.assertEqual(re.findall(r"option\.Hash=(\d+)", side), ["16"])
        text = self.document()
        self.assertIn("| Listed 20, rated 2510 | 2+0.02 | 8 |", text)
        self.assertIn("| Listed 20, rated 2510, tables of 16 MB | 8+0.08 | 8 |", text)

    def test_a_run_goes_on_where_it_was_interrupted_and_plays_nothing_twice(self):
        with mock.patch.dict(os.environ, FAKE_GAMES="5"), self.assertRaisesRegex(manager.ManagerError, "status 3.*gone"):
            self.run_tool("--only", "devices", "--engine", "Some")
        self.run_tool("--only", "devices", "--engine", "Some")
        self.assertIn(" start=3 -rounds 2 ", self.calls()[1])
        played = len(self.calls())
        said = self.run_tool("--only", "devices", "--engine", "Some")
        self.assertEqual(len(self.calls()), played)
        self.assertIn("Full against Some: +4 =4 -0  75.0 %", said)
        self.run_tool("--only", "devices", "--engine", "Some", "--games", "12")     # more games: only those
        self.assertIn(" start=5 -rounds 2 ", self.calls()[-1])

    def test_the_page_is_made_again_from_the_log_alone(self):
        self.run_tool("--only", "devices")
        before, played = self.document(), len(self.calls())
        self.begin_page()
        self.run_tool("--page")
        self.assertEqual((self.document(), len(self.calls())), (before, played))

    def test_other_words_for_an_engine_play_nothing_again(self):
        self.run_tool("--only", "devices")
        played = len(self.calls())
        self.engines.write_text(self.engines.read_text().replace("made to stop", "stopped hard"), encoding="utf-8")
        self.run_tool("--only", "devices")
        self.assertEqual(len(self.calls()), played)
        self.assertIn("Some: stopped hard.", self.document())

    def test_another_table_leaves_the_others_as_they_are(self):
        self.run_tool("--only", "devices")
        before = marked.parts_of(self.document())["devices"]
        self.run_tool("--only", "host")
        self.assertEqual(marked.parts_of(self.document())["devices"], before)

    def test_matches_of_its_own_are_played_by_tools_match(self):
        with mock.patch.dict(strength.TABLE, Full=256, Tiny=256), \
                mock.patch.object(strength.Plan, "instructions", lambda plan: [plan._own("instructions", "row", ("Tiny", 90, 256),
                                                                                          ("Tiny", 30, 256))]):
            said = self.run_tool("--only", "instructions")
        self.assertRegex(said, r"instructions: row: \+\d+ =\d+ -\d+ ")
        self.assertIn("| row | 90 | 30 | 8 |", self.document())
        self.assertEqual(self.calls(), [])

    def test_the_list_plays_nothing(self):
        said = self.run_tool("--list", "--only", "devices")
        self.assertIn("devices: Full against Some: 8 of 8 games to play\n", said)
        self.assertEqual(self.calls(), [])

    def test_wrong_calls_end_with_status_2(self):
        for words in (("--games", "7"), ("--games", "0"), ("--cost", "Huge=3"), ("--only", "nothing")):
            with self.subTest(words):
                result = subprocess.run([str(paths.ROOT / "lab" / "strength"), *words], capture_output=True, check=False)
                self.assertEqual(result.returncode, 2)


class Document(unittest.TestCase):
    def test_every_table_has_one_place_in_the_page(self):
        text = (paths.ROOT / "docs" / "STRENGTH.md").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"<!-- (\w+):begin -->", text), list(strength.TABLES))
        self.assertEqual(list(marked.parts_of(text)), list(strength.TABLES))


if __name__ == "__main__":
    unittest.main()

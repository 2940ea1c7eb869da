"""workshop/lab/match: the same games for a seed on any number of threads, and a log that a match goes on from."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import paths

import duel

OPTIONS = ("--games", "24", "--nodes", "300:200", "--seed", "7")


class Match(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = str(duel.program("duel_match"))

    def setUp(self):
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.log = self.directory / "log"

    def written(self, text: str) -> Path:
        """A program: UCI, by a shell."""
        path = self.directory / "program"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="ascii")
        path.chmod(0o755)
        return path

    def answering(self, to_go: str, begun: str = ":") -> str:
        """What workshop/lab/match calls a program that does this when it is to search, if it was asked before whether it is ready."""
        program = self.written(f"{begun}\nwhile read word rest; do case $word in uci) echo uciok;; position) ready=;; "
                               f"isready) ready=1; echo readyok;; go) [ $ready ] && {{ {to_go}; }};; esac; done")
        return f"uci:{program}"

    def games_of(self, result: str) -> tuple:
        """Won, drawn, lost."""
        return tuple(int(word[1:]) for word in result.split()[3:6])

    def play(self, *options, status=0):
        result = subprocess.run([self.program, "match", *options], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout.splitlines()[-1] if status == 0 else result.stderr

    def test_one_and_two_threads_play_the_same_games(self):
        logs = [self.directory / "one", self.directory / "two"]
        results = [self.play("small", "plain", *OPTIONS, "--threads", str(n + 1), "--log", str(log)) for n, log in enumerate(logs)]
        games = [sorted(log.read_text(encoding="ascii").splitlines()) for log in logs]
        self.assertEqual(results[0], results[1])
        self.assertEqual(games[0], games[1])
        self.assertEqual(len(games[0]), 1 + 12)

    def test_an_odd_number_of_games_is_one_more_and_that_is_said(self):
        for games, words in (("3", "workshop/lab/match: games are played in pairs: at most 4 of them\n"), ("4", "")):
            ended = subprocess.run([self.program, "match", "small", "plain", "--games", games, "--nodes", "200"], capture_output=True, text=True, check=True)
            self.assertEqual((ended.stderr, sum(self.games_of(ended.stdout.splitlines()[-1]))), (words, 4))

    def test_another_seed_plays_other_games(self):
        options = ("small", "plain", "--games", "24", "--nodes", "200", "--seed")
        self.assertNotEqual(self.play(*options, "1"), self.play(*options, "3"))

    def test_a_version_is_even_with_itself(self):
        result = self.play("small", "small", "--games", "20", "--nodes", "300")
        self.assertIn(" 50.0 %  Elo +0.0 ", result)
        self.assertIn("  nElo +0.0 ", result)
        self.assertTrue(result.endswith("  LOS 50.0 %  pairs 0 0 10 0 0"), result)

    def test_the_pairs_that_are_told_are_those_of_the_log(self):
        result = self.play("small", "plain", *OPTIONS, "--log", str(self.log))
        points = [sum(map(int, line.split()[1:])) for line in self.log.read_text(encoding="ascii").splitlines()[1:]]
        self.assertTrue(result.endswith("  pairs " + " ".join(str(points.count(n)) for n in range(5))), result)

    def test_the_examples_enhancement_plays_against_the_version_without_it(self):
        said = subprocess.run([paths.ROOT / "workshop/lab/match", "small", "small-with-seventh-rank", "--games", "4", "--nodes", "200"],
                              capture_output=True, text=True, check=True)
        self.assertRegex(said.stdout.splitlines()[-1], r"small-with-seventh-rank.* pairs( \d){5}$")

    def test_a_match_goes_on_where_its_log_ends(self):
        log = self.log
        whole = self.play("small", "plain", *OPTIONS, "--threads", "1", "--log", str(log))
        lines = log.read_text(encoding="ascii").splitlines(keepends=True)
        log.write_text("".join(lines[:7]) + lines[7][:-2], encoding="ascii")        # cut off in the middle
        self.assertEqual(self.play("small", "plain", *OPTIONS, "--threads", "1", "--log", str(log)), whole)
        again = log.read_text(encoding="ascii").splitlines()
        self.assertEqual({line for line in again if len(line.split()) == 3}, {line.strip() for line in lines[1:]})
        # What the log says is believed: nothing is played again.
        log.write_text(lines[0] + "".join(f"{pair} 2 2\n" for pair in range(12)), encoding="ascii")
        self.assertIn("+24 =0 -0", self.play("small", "plain", *OPTIONS, "--log", str(log)))

    def test_the_log_of_another_match_is_refused(self):
        words = ("plain", "plain", "--games", "2", "--log", str(self.log), "--nodes")
        self.play(*words, "50")
        for other in (("51",), ("50", "--to-the-end")):
            self.assertIn("another match or build", self.play(*words, *other, status=1))

    def test_sprt_stops_a_clear_match_early_and_alike_on_any_number_of_threads(self):
        results = {self.play("small", "plain", "--games", "400", "--nodes", "600:40", "--sprt", "0,100", "--threads", n)
                   for n in "12"}
        self.assertEqual(len(results), 1)
        result = results.pop()
        self.assertTrue(result.endswith(" accepted"), result)
        self.assertLess(sum(self.games_of(result)), 400)

    def test_each_step_of_strength_beats_the_one_below_and_a_beginner_beats_the_lowest(self):
        """A sample of docs/LEVELS.md: the last step, which thinks, has fewer games."""
        for below, games in (*((step, 60) for step in range(1, 7)), (7, 24)):
            with self.subTest(below):
                result = self.play(f"level{below + 1}", f"level{below}", "--games", str(games), "--to-the-end")
                wins, draws, losses = self.games_of(result)
                self.assertEqual(wins + draws + losses, games)
                self.assertGreater(wins + draws / 2, 0.6 * games, result)
        wins, draws, losses = self.games_of(self.play("below3", "material1", "--games", "200", "--to-the-end"))
        self.assertGreater(losses, wins + draws, "more often than not, against one who sees one ply of material")

    def test_a_match_on_clocks_is_the_same_on_any_number_of_threads_and_nobody_is_late(self):
        for time in (("--clock", "0.5+0.05"), ("--clock", "2"), ("--movetime", "0.03")):
            with self.subTest(time):
                results = [self.play("small", "plain", "--games", "16", *time, "--speed", "8", "--threads", threads)
                           for threads in ("1", "2")]
                self.assertEqual(results[0], results[1])
                self.assertIn(" 0 lost on time", results[0])

    def test_programs_play_on_the_computers_clock_and_may_be_late(self):
        duel.build.build("lab", targets=("stackmate",))
        program = f"uci:{duel.build.ROOT / 'build/lab/stackmate'},Hash=1"
        said = self.play(program, program, "--games", "2", "--clock", "0.3+0.01", "--margin", "2000", "--to-the-end")
        self.assertIn(" 0 lost on time", said)
        slow = self.answering("sleep 0.1; echo bestmove 0000")
        self.assertIn(" 2 lost on time", self.play(slow, slow, "--games", "2", "--movetime", "0.05", "--to-the-end"))

    def test_a_program_that_plays_an_illegal_move_has_lost(self):
        said = self.play("small", self.answering("echo bestmove a1a1"), "--games", "2", "--nodes", "50", "--to-the-end", "--log", str(self.log))
        self.assertIn("+2 =0 -0", said)
        self.assertIn(" 2 by an illegal move", said)
        self.assertIn("\n0 2 2 illegal illegal\n", self.log.read_text(encoding="ascii"))

    def test_a_version_plays_on_a_clock_against_a_program_if_its_own_speed_is_said(self):
        said = self.play("small", self.answering("echo bestmove a1a1"), "--games", "2", "--clock", "1", "--speed", "8:1", "--to-the-end")
        self.assertIn("+2 =0 -0", said)
        self.assertIn(" 0 lost on time  2 by an illegal move", said)

    def test_a_program_that_ends_has_lost_and_is_started_again(self):
        starts = self.directory / "starts"
        program = self.answering("exit", f"echo >> {starts}")
        said = self.play("small", program, "--games", "2", "--threads", "1", "--nodes", "50", "--to-the-end")
        self.assertIn("+2 =0 -0", said)
        self.assertIn(" 2 by a program that ended", said)
        self.assertEqual(starts.read_text(encoding="ascii"), "\n\n")
        self.written("exit")
        self.assertIn("it has ended", self.play("small", program, "--games", "2", status=1))

    def test_openings_of_a_file_are_played_in_a_random_order_and_must_be_enough(self):
        pgn = "".join(f'[Event "{n}"]\n\n1.{move} {{why (not)}} e5 $1 ({move} d5) 2. Nc3 *\n\n'
                      for n, move in enumerate(("e4", "d4", "c4", "g3")))
        pgn += '[Event "5"]\n[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kxe4 *\n'
        epd = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n\n" + "8/8/8/4k3/8/8/4P3/4K3 w - - hmvc 0; fmvn 1;\n"
        for name, text, count in (("x.pgn", pgn, 5), ("x.epd", epd, 2)):
            path = self.directory / name
            path.write_text(text, encoding="ascii")
            words = ("small", "plain", "--nodes", "50", "--openings", str(path), "--games")
            self.assertNotIn("LLR", self.play(*words, str(2 * count)))
            self.assertIn(f"{count} openings for {count + 1} pairs", self.play(*words, str(2 * count + 2), status=1))
        path.write_text("nothing of the kind\n", encoding="ascii")
        self.assertIn("no position", self.play(*words, "2", status=1))

    def test_who_has_more_nodes_in_a_second_wins(self):
        result = self.play("small", "small", "--games", "20", "--clock", "1+0.1", "--speed", "16:1")
        self.assertGreater(float(result.split(" %")[0].split()[-1]), 75)

    def test_wrong_calls_end_with_status_2_and_say_why(self):
        for options, reason in ((("small",), "two versions"), (("small", "nobody"), "nobody"),
                                (("small", "plain", "--table", "255"), "at least 256"),
                                (("small", "plain", "--nodes", "many"), "not a number"),
                                (("small", "plain", "--sprt", "5"), "two figures"),
                                (("small", "plain", "--clock", "soon"), "not a number"),
                                (("small", "plain", "--clock", "0"), "some time"),
                                (("small", "plain", "--clock", "1", "--movetime", "1"), "not both"),
                                (("small", "plain", "--clock", "1", "--speed", "0"), "at least 1"),
                                (("small", "uci:x", "--clock", "1"), "--speed on it"),
                                (("small", "plain", "--fast"), "no option")):
            with self.subTest(options):
                self.assertIn(reason, self.play(*options, status=2))


if __name__ == "__main__":
    unittest.main()

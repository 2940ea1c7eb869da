"""workshop/training/positions: the same file for a seed, however often it was ended, of legal games that workshop/training/train can read."""

import contextlib
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import paths  # noqa: F401

import build
import chess_words
import duel
from chessboard import VALUES, Placement

QUICK = ("--nodes", "50", "--games", "560", "--seed", "3")      # workshop/training/train holds games 500 to 549 back
TREE = (*QUICK, "--games", "40", "--tree", "20")


class Line:
    def __init__(self, text: str):
        self.fen, score, result, self.move = text.split(" | ")
        self.score, self.result = int(score), None if result == "-" else float(result)
        self.white_to_move = self.fen.split()[1] == "w"
        self.ply = 2 * int(self.fen.split()[5]) - self.white_to_move
        self.of_tree = (result, self.move) == ("-", "-")
        self.position = " ".join(self.fen.split()[:4])


def lines_of(path: Path) -> list[Line]:
    return [Line(text) for text in path.read_text(encoding="ascii").splitlines()]


def answers(commands) -> str:
    """What the engine for this computer says."""
    build.build("host", targets=("stackmate",))
    return subprocess.run([str(build.ROOT / "build/host/stackmate")], input="\n".join([*commands, "quit\n"]),
                          capture_output=True, text=True, check=True).stdout


class Positions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = str(duel.program("position_maker"))
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.whole = Path(directory.name) / "whole"
        subprocess.run([cls.program, *QUICK, "--output", str(cls.whole), "--threads", "2"], check=True,
                       capture_output=True)
        cls.lines = lines_of(cls.whole)

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = Path(directory.name)
        self.output = self.path / "own"
        self.state = self.path / "own.state"

    def play(self, *options, status=0):
        """What it says on standard error."""
        result = subprocess.run([self.program, "--output", str(self.output), *options], capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        return result.stderr

    @contextlib.contextmanager
    def under_way(self, *options):
        """A call that has written some games."""
        with subprocess.Popen([self.program, "--output", str(self.output), *options],
                              stderr=subprocess.DEVNULL) as process:
            try:
                until = time.monotonic() + 60
                while not self.state.exists() or self.games() < 5:
                    self.assertIsNone(process.poll(), "it ended early")
                    self.assertLess(time.monotonic(), until, "no games in a minute")
                    time.sleep(0.005)
                yield process
            finally:
                process.kill()

    def games(self) -> int:
        return int(self.state.read_text(encoding="ascii").split("\ngames ")[1].split()[0])

    def assert_same_as_whole(self):
        """Whichever of the two has more games: the others are the same."""
        one, other = self.output.read_bytes(), self.whole.read_bytes()
        self.assertGreater(len(one), 0)
        self.assertEqual(one[:len(other)], other[:len(one)])

    def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(self):
        for threads in ("1", "3"):
            self.play(*QUICK, "--games", "90", "--threads", threads)
            self.assertEqual(self.games(), 90)
            self.assert_same_as_whole()
            self.output.unlink()
            self.state.unlink()

    def test_another_seed_plays_other_games(self):
        self.play(*QUICK, "--games", "20", "--seed", "4")
        self.assertNotEqual(self.output.read_bytes(), self.whole.read_bytes()[:self.output.stat().st_size])

    def test_a_killed_call_goes_on_to_the_same_bytes(self):
        with self.under_way(*QUICK, "--games", "1000000", "--threads", "2") as process:
            process.kill()
        with self.output.open("ab") as output:
            output.write(b"rnbqkbnr/pppp")     # a game that was being written
        games = self.games() + 30
        self.play(*QUICK, "--games", str(games))
        self.assertEqual(self.games(), games)
        self.assertEqual(self.output.read_bytes()[-1:], b"\n")
        self.assert_same_as_whole()

    def test_more_games_are_added_to_those_that_are_there(self):
        for games in (20, 60):
            self.play(*QUICK, "--games", str(games))
            self.assertEqual(self.games(), games)
            self.assert_same_as_whole()
        size = self.output.stat().st_size
        self.assertIn("60 of 10 games", self.play(*QUICK, "--games", "10"))
        self.assertEqual(self.output.stat().st_size, size)

    def test_positions_and_moves_are_legal_without_check_and_lead_to_the_next(self):
        sample = range(0, len(self.lines) - 1, 5)
        said = answers(f"position fen {line.fen}\nd\nposition fen {line.fen} moves {line.move}\nd"
                       for line in (self.lines[i] for i in sample))
        self.assertNotIn("error", said)
        fens = [line.removeprefix("Fen: ") for line in said.splitlines() if line.startswith("Fen: ")]
        checkers = [line.strip() for line in said.splitlines() if line.startswith("Checkers:")]
        self.assertEqual(len(fens), 2 * len(sample))
        self.assertEqual(set(checkers[::2]), {"Checkers:"})
        followed = 0
        for i, fen, after in zip(sample, fens[::2], fens[1::2]):
            self.assertEqual(fen, self.lines[i].fen)
            if self.lines[i + 1].ply == self.lines[i].ply + 1:      # positions in check are left out
                self.assertEqual(after, self.lines[i + 1].fen)
                followed += 1
        self.assertGreater(followed, len(sample) / 2)

    def test_no_score_is_beyond_30_pawns(self):
        self.assertLessEqual(max(abs(line.score) for line in self.lines), 3000)

    def test_games_begin_balanced_with_either_side(self):
        first = [line for before, line in zip(self.lines, self.lines[1:]) if line.ply <= before.ply]
        self.assertGreater(len(first), 500)
        begun = [line for line in first if line.ply in (9, 10)]    # some begin in check, which is left out
        self.assertGreater(len(begun), 0.9 * len(first))
        self.assertLessEqual(max(abs(line.score) for line in begun if line.ply == 9), 250)
        self.assertTrue(100 < sum(line.white_to_move for line in begun) < len(begun) - 100)

    def test_who_is_far_ahead_mostly_wins_in_whites_view(self):
        for sign in (1, -1):
            won = [line.result if sign > 0 else 1 - line.result for line in self.lines if sign * line.score > 1000]
            self.assertGreater(len(won), 100)
            self.assertGreater(sum(won) / len(won), 0.65)    # the wrong way round it would be 0.2
        self.assertEqual({line.result for line in self.lines}, {0, 0.5, 1})

    def test_the_trainer_reads_the_file(self):
        result = subprocess.run([str(duel.program("stackmate_train")), "--hidden", "8", "--epochs", "1", str(self.whole)],
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"{len(self.lines)} positions of 560 games", result.stderr)

    def test_positions_of_the_tree_follow_their_game_once_and_leave_it_as_it_is(self):
        self.play(*TREE)
        text = self.output.read_text(encoding="ascii")
        games = re.sub(r".* \| -\n", "", text)
        self.assertEqual(games, self.whole.read_text(encoding="ascii")[:len(games)])
        parts = re.findall(r"(?:.* \| \w+\n)+(?:.* \| -\n)+", text)
        self.assertEqual("".join(parts), text)
        self.assertEqual(len(parts), 40)
        for part in parts:
            lines = part.splitlines()
            positions = {Line(text).position for text in lines if text.endswith("-")}
            self.assertEqual(len(positions), sum(text.endswith("-") for text in lines), "twice in a game")
            self.assertFalse(positions & {Line(text).position for text in lines if not text.endswith("-")})

    def test_positions_of_the_tree_are_the_same_after_any_interruption_and_on_any_number_of_threads(self):
        with self.under_way(*TREE, "--games", "1000000", "--threads", "2") as process:
            process.kill()
        games = str(self.games() + 20)
        self.play(*TREE, "--games", games, "--threads", "3")
        resumed = self.output.read_bytes()
        self.output.unlink()
        self.state.unlink()
        self.play(*TREE, "--games", games, "--threads", "1")
        self.assertEqual(self.output.read_bytes(), resumed)

    def test_one_in_n_positions_of_the_tree_is_written(self):
        chosen = {}
        for n in ("1", "20"):
            self.output, self.state = self.path / n, self.path / (n + ".state")
            self.play(*TREE, "--games", "5", "--tree", n)
            chosen[n] = {line.fen for line in lines_of(self.output) if line.of_tree}
        self.assertLess(chosen["20"], chosen["1"])
        self.assertTrue(15 < len(chosen["1"]) / len(chosen["20"]) < 25)

    def test_positions_of_the_tree_have_the_value_of_the_net_from_whites_view(self):
        self.play(*TREE)
        # What the search makes of an ending, or of moves without progress, is not the net's.
        lines = [line for line in lines_of(self.output) if line.of_tree and int(line.fen.split()[4]) < 24
                 and len(re.findall("[a-z]", line.fen.split()[0], re.I)) > 12]
        self.assertGreater(len(lines), 1000)
        self.assertEqual({line.white_to_move for line in lines}, {False, True})
        said = answers(f"position fen {line.fen}\neval" for line in lines)
        values = [int(value) for value in re.findall(r"Evaluation: (-?\d+) centipawns", said)]
        self.assertEqual([line.score if line.white_to_move else -line.score for line in lines], values)

    def test_positions_of_the_tree_are_quiet_and_within_15_pawns(self):
        self.play(*TREE)
        lines = [line for line in lines_of(self.output) if line.of_tree]
        self.assertLessEqual(max(abs(line.score) for line in lines), 1500)
        said = answers(f"position fen {line.fen}\nd" for line in lines)
        self.assertEqual(set(re.findall(r"^Checkers:.*", said, re.M)), {"Checkers:"})
        taking, untaken = 0, 0
        with chess_words.Words() as words:
            for line in lines:
                board = Placement(line.fen)
                for move in words.legal(line.fen):
                    if not board.at(move[2:4]) and move[4:] != "q":
                        continue
                    taker, taken = board.at(move[:2]).lower(), board.at(move[2:4]).lower()
                    self.assertTrue(taker == "k" or VALUES[taken or "p"] <= VALUES[taker], (line.fen, move))
                    taking += 1
                    untaken += not any(reply[2:4] == move[2:4] for reply in words.legal(line.fen, [move]))
        self.assertGreater(taking, len(lines) / 2)
        self.assertLess(untaken, taking / 100)      # exchanges do not know that a piece is pinned

    def test_the_trainer_reads_positions_of_the_tree(self):
        said = self.play(*QUICK, "--tree", "100")
        lines = lines_of(self.output)
        self.assertGreater(sum(line.of_tree for line in lines), 1000)
        self.assertIn(f"{len(lines)} positions", said.splitlines()[-1])
        result = subprocess.run([str(duel.program("stackmate_train")), "--hidden", "8", "--epochs", "1", str(self.output)],
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"{len(lines)} positions of 560 games", result.stderr)

    def test_the_last_line_of_a_log_says_what_is_there(self):
        said = self.play(*QUICK, "--games", "20")
        lines = len(self.output.read_text(encoding="ascii").splitlines())
        self.assertRegex(said.splitlines()[-1], rf"^20 of 20 games, {lines} positions, \d+ a second$")

    def test_two_calls_do_not_write_the_same_file(self):
        with self.under_way(*QUICK, "--games", "1000000", "--threads", "1"):
            self.assertIn("another call", self.play(*QUICK, status=1))

    def test_a_file_of_other_games_is_refused_and_left_as_it_is(self):
        self.play(*QUICK, "--games", "5")
        before = self.output.read_bytes()
        for other in (("--nodes", "51"), ("--seed", "9"), ("--version", "small"), ("--plies", "6"), ("--balance", "90"),
                      ("--table", "4096"), ("--tree", "9")):
            with self.subTest(other):
                self.assertIn("other games", self.play(*QUICK, "--games", "9", *other, status=1))
        self.state.rename(self.path / "kept")
        self.assertIn("says which games", self.play(*QUICK, status=1))
        self.assertEqual(self.output.read_bytes(), before)
        (self.path / "kept").rename(self.state)
        self.output.write_bytes(before[:-9])
        self.assertIn("shorter", self.play(*QUICK, status=1))
        self.state.write_text(self.state.read_text(encoding="ascii").split("\n")[0] + "\n", encoding="ascii")
        self.assertIn("damaged", self.play(*QUICK, status=1))

    def test_a_file_that_cannot_be_written_is_named(self):
        self.output.mkdir()
        self.assertIn(f"'{self.output}' cannot be written", self.play(status=1))
        self.output.rmdir()
        (self.path / "own.state.new").mkdir()
        self.assertIn(f"'{self.state}' cannot be written", self.play(status=1))

    def test_wrong_calls_end_with_status_2_and_say_why(self):
        for options, reason in ((("--games", "0"), "from 1 to"), (("--games",), "needs a value"),
                                (("--nodes", "many"), "not a number"), (("--nodes", "0"), "from 1 to"),
                                (("--threads", "0"), "from 1 to 1024"), (("--plies", "101"), "from 1 to 100"),
                                (("--balance", "19"), "from 20 to 3000"), (("--table", "1000"), "power of two"),
                                (("--version", "uci:x"), "large or small"), (("--seed", "-1"), "not a number"), (("--tree", "-1"), "not a number"),
                                (("--fast",), "no option"), (("fast",), "what is"), (("--output", ""), "is needed")):
            with self.subTest(options):
                self.assertIn(reason, self.play(*options, status=2))
                self.assertFalse(self.output.exists())


if __name__ == "__main__":
    unittest.main()

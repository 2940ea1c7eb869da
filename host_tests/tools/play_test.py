"""tools/play as a person uses it, against a board that only plays back a short game."""

import contextlib
import fcntl
import io
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path
from unittest import mock

import paths

import boards
import build
import chess_words
import chessboard
import play
import uci
import uci_game
import uci_table

LONG = 60.0     # seconds to wait for what must come: a busy machine is no reason to fail
FAKE = [sys.executable, "-BE", str(paths.ROOT / "host_tests" / "tools" / "fake_board.py")]


def start_fake(*options):
    return subprocess.Popen([*FAKE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                            start_new_session=True)


def end(process):
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


class PlayCase(unittest.TestCase):
    def play(self, typed, *options, person_is_white=True, level="normal"):
        """What the person sees after typing these lines, and how it ended."""
        process = start_fake(*options)
        self.addCleanup(end, process)
        engine = uci.Engine(process)
        engine.synchronise()
        self.told = []
        send = engine.send
        engine.send = lambda line: (self.told.append(line), send(line))
        screen = io.StringIO()
        table = uci_table.Table(engine, "Stackmate", chessboard.Style(False, False), uci_game.Level.parse(level),
                           person_is_white, stdin=io.StringIO("\n".join(typed) + "\n"), stdout=screen)
        ending = None
        try:
            table.run()
        except (uci_table.Quit, uci.EngineGone, uci.NoAnswer) as error:
            ending = error
        self.addCleanup(table.words.close)
        self.table, self.screen = table, screen
        return screen.getvalue(), ending


class Playing(PlayCase):
    def test_a_move_is_answered_and_shown_in_san(self):
        screen, ending = self.play(["f3", "quit"])
        self.assertIsInstance(ending, uci_table.Quit)
        self.assertIn("Stackmate plays 1... e5   (depth 3, -0.31, 1,234 nodes, 0.2 s)", screen)
        self.assertEqual(self.table.game.moves, ["f2f3", "e7e5"])

    def test_scores_are_whites_and_lines_are_in_san(self):
        screen, _ = self.play(["quit"], person_is_white=False)
        self.assertIn("Stackmate plays 1. f3   (depth 3, +0.31,", screen)
        self.assertIn("It expects d5\n", screen)

    def test_an_answer_within_a_millisecond_has_its_time_shown_too(self):
        screen, _ = self.play(["f3", "quit"], "--time-said", "0")
        self.assertIn("Stackmate plays 1... e5   (depth 3, -0.31, 1,234 nodes, 0.0 s)", screen)

    def test_resigning_ends_the_game_and_not_the_sitting(self):
        screen, ending = self.play(["f3", "resign", "e4", "pgn", "undo", "g4", "quit"])
        self.assertIn("You resign: Stackmate wins.  0-1", screen)
        self.assertIn("The game is over", screen)
        self.assertIn("1. f3 e5 0-1", screen)
        self.assertIn("The game goes on.", screen)
        self.assertIsInstance(ending, uci_table.Quit)
        self.assertEqual(self.table.game.moves, ["f2f3", "e7e5", "g2g4", "d8h4"])

    def test_leaving_shows_every_game_that_no_file_has(self):
        self.play(["f3", "new", "f3", "g4", "quit"])
        self.table.keep_games()
        shown = self.screen.getvalue()
        self.assertIn("1. f3 e5 *", shown)
        self.assertIn("1. f3 e5 2. g4 Qh4# 0-1", shown)
        before = len(shown)
        self.table.keep_games()
        self.assertEqual(len(self.screen.getvalue()), before)

    def test_a_game_that_was_written_to_a_file_is_not_kept_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            self.play(["f3", f"pgn {path}", "quit"])
            self.assertEqual(self.table.unsaved(), [])
            with open(path, encoding="utf-8") as file:
                self.assertIn("1. f3 e5 *", file.read())

    def test_the_end_of_input_leaves_the_game(self):
        _, ending = self.play([])
        self.assertIsInstance(ending, uci_table.Quit)

    def test_a_game_is_played_to_mate_and_no_move_is_taken_after_it(self):
        screen, _ = self.play(["f3", "g4", "e4", "pgn", "quit"])
        self.assertIn("Checkmate: Stackmate wins.  0-1", screen)
        self.assertIn("The game is over", screen)
        self.assertIn("1. f3 e5 2. g4 Qh4# 0-1", screen)
        self.assertIn('[Result "0-1"]', screen)

    def test_undo_takes_back_the_move_and_its_answer_even_after_mate(self):
        screen, _ = self.play(["f3", "g4", "undo", "undo", "undo", "quit"])
        self.assertIn("Taken back: g4 Qh4#", screen)
        self.assertIn("Taken back: f3 e5", screen)
        self.assertIn("There is nothing to take back.", screen)
        self.assertEqual(self.table.game.moves, [])

    def test_black_waits_for_the_first_move_and_cannot_take_it_back(self):
        screen, _ = self.play(["undo", "e5", "quit"], person_is_white=False)
        self.assertIn("Stackmate plays 1. f3", screen)
        self.assertIn("There is nothing to take back.", screen)
        self.assertIn(" 1 | R  N  B  K", screen)
        self.assertEqual(self.table.game.moves, ["f2f3", "e7e5", "g2g4"])

    def test_wrong_input_is_explained_and_changes_nothing(self):
        screen, _ = self.play(["e5", "Ng3", "udno", "e7e5", "gibberish", "level 17x", "new purple", "quit"])
        self.assertIn("That pawn cannot go to e5", screen)
        self.assertIn("No knight can go to g3", screen)
        self.assertIn("Did you mean 'undo'?", screen)
        self.assertIn("The pawn on e7 is Black's", screen)
        self.assertIn("'gibberish' is neither a move", screen)
        self.assertIn("Levels are: beginner", screen)
        self.assertIn("Say 'new', 'new white' or 'new black'.", screen)
        self.assertEqual(self.table.game.moves, [])

    def test_a_very_long_or_unprintable_line_is_not_shown_whole(self):
        screen, _ = self.play(["x" * 3000, "a\0b", "pgn \0", "quit"])
        self.assertIn(f"'{'x' * 37}...' is neither", screen)
        self.assertIn("'a?b' is neither", screen)
        self.assertIn("? cannot be written: embedded null byte", screen)

    def test_a_search_that_the_engine_refuses_ends_the_game_with_its_reason(self):
        _, ending = self.play(["f3"], "--refuse", "go movetime")
        self.assertIsInstance(ending, uci.NoAnswer)
        self.assertIn("refused 'go movetime 1000': not this", str(ending))

    def test_a_refused_position_says_why_and_keeps_the_game(self):
        screen, _ = self.play(["f3", "fen 4k3/8/8/8/8/8/4R3/4K3", "quit"])
        self.assertIn("The engine refuses that position: side not to move is in check", screen)
        self.assertEqual(self.table.game.moves, ["f2f3", "e7e5"])

    def test_a_hint_is_given_in_san_and_not_played(self):
        screen, _ = self.play(["hint", "quit"])
        self.assertIn("At full strength it would play f3 (+0.31)", screen)
        self.assertEqual(self.table.game.moves, [])

    def test_a_hint_is_at_full_strength_at_every_level_and_the_answer_is_not(self):
        for level in ("beginner", "normal", "hard", "depth 3", "nodes 10", "clock 5+3"):
            with self.subTest(level):
                _, ending = self.play(["f3", "hint", "g4", "quit"], level=level)
                self.assertIsInstance(ending, uci_table.Quit)
                searches = [line for line in self.told if line.startswith("go ") and "perft" not in line]
                self.assertEqual(len(searches), 3)
                self.assertEqual(searches[1], "go movetime 1500")
                self.assertNotIn("go movetime 1500", (searches[0], searches[2]))
                self.assertEqual(searches[0].split()[1], searches[2].split()[1], "the level's")
                self.assertFalse([line for line in self.told if line.startswith("setoption")])

    def test_going_on_with_the_other_side(self):
        screen, _ = self.play(["go", "quit"])
        self.assertIn("You now have Black.", screen)
        self.assertIn("Stackmate plays 1. f3", screen)

    def test_every_command_of_the_help_exists(self):
        for command in uci_table.COMMANDS:
            self.assertTrue(hasattr(uci_table.Table, "do_" + command), command)
            self.assertIn(command, uci_table.HELP + "help")

    def test_a_crash_of_the_board_ends_the_game_with_a_word(self):
        _, ending = self.play(["f3"], "--crash-on", "go movetime")
        self.assertIsInstance(ending, uci.EngineGone)


class Transcript(unittest.TestCase):
    """The beginning of a game in docs/TERMINAL.md."""

    @staticmethod
    def without_engines_words(text):
        text = re.sub(r"^  Stackmate plays 1\.\.\. \S+   \(depth 7, [-+]\d\.\d\d, [\d,]+ nodes, \d+\.\d s\)$", "  ANSWER", text, flags=re.M)
        text = re.sub(r"^  It expects( [\w=+#-]+)+$", "  LINE", text, flags=re.M)
        return text.rstrip("\n")

    def test_the_page_shows_what_is_seen(self):
        page = (paths.ROOT / "docs/TERMINAL.md").read_text(encoding="utf-8")
        shown = re.search(r"<!-- transcript:begin -->\n```\n(.*?)```\n<!-- transcript:end -->", page, re.S)[1]
        build.build("host", targets=("stackmate",))
        process = subprocess.Popen([str(paths.ROOT / boards.find("host").image)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   bufsize=0, start_new_session=True)
        self.addCleanup(end, process)
        engine = uci.Engine(process)
        engine.synchronise()
        screen = io.StringIO()
        typed = re.findall(r"your move > (.*)", shown)
        table = uci_table.Table(engine, "Stackmate on an emulated STM32F405", chessboard.Style(False, False), uci_game.Level.parse("depth 7"),
                           stdin=io.StringIO("\n".join(typed) + "\n"), stdout=screen)
        self.addCleanup(table.words.close)
        with contextlib.suppress(uci_table.Quit):
            table.run()
        seen = screen.getvalue()
        first = seen[seen.index("1. your move"):]
        first = re.sub(r"\n\n   \+-(?:(?!\n\n).)*\n\n2\. your move", "\n\n2. your move", first, count=1, flags=re.S)   # the page leaves one out
        self.assertTrue(self.without_engines_words(first).startswith(self.without_engines_words(shown)),
                        f"{first}\n--- the page:\n{shown}")


class Levels(unittest.TestCase):
    def test_levels_are_read_as_people_write_them(self):
        for text, go in (("3s", "go movetime 3000"), ("500ms", "go movetime 500"), ("2", "go movetime 2000"),
                         ("1.5 s", "go movetime 1500"), ("time 4", "go movetime 4000"), ("depth 6", "go depth 6"),
                         ("nodes 5000", "go nodes 5000"), ("hard", "go movetime 5000"), ("t4", "go movetime 10000"),
                         ("d7", "go depth 7")):
            self.assertEqual(uci_game.Level.parse(text).go, go, text)

    def test_the_boards_levels_have_their_names_and_codes_here_too(self):
        levels = chess_words.tables().levels
        self.assertEqual(len(levels), 32)
        for level in levels:
            with self.subTest(level.name):
                for text in (level.name, level.code, level.name.upper()):
                    self.assertEqual(uci_game.Level.parse(text).code, level.code, text)
        for text, code in (("beginner", "s1"), ("Strength3", "s3"), ("easy", "s3"), ("normal", "t1"), ("hard", "t3"),
                           ("clock 5+3", "c4"), ("40/90+30", "c8"), ("500ms", ""), ("nodes 5000", "")):
            self.assertEqual(uci_game.Level.parse(text).code, code, text)

    def test_a_level_of_strength_looks_at_few_moves_and_the_same_in_the_same_game(self):
        with chess_words.Words() as words:
            level = uci_game.Level.parse("strength 3").board
            said = {tuple(words.go(level, seed, uci.START_FEN)) for seed in (1, 1, 2, 3)}
            self.assertEqual(len(said), 3)
            for answer in said:
                self.assertEqual(answer[:3], ("depth", "2", "searchmoves"))
                self.assertEqual(len(answer), 3 + 10)
            self.assertEqual(words.go(uci_game.Level.parse("s8").board, 1, uci.START_FEN), ["nodes", "2000"])

    def test_nonsense_is_no_level(self):
        for text in ("", "0", "depth", "depth 0", "nodes -1", "fast", "9999999", "depth six", "depth 99999",
                     "nodes 1000000000", "strength 9", "7+7", "t9", "strength"):
            self.assertIsNone(uci_game.Level.parse(text), text)


class Clocks(unittest.TestCase):
    def setUp(self):
        self.seconds = 100.0
        self.clock = uci_game.Clock(uci_game.Level.parse("40/90+30").board, lambda: self.seconds)

    def test_the_first_move_is_free_and_each_move_brings_its_increment(self):
        self.seconds += 50
        self.assertIsNone(self.clock.fallen())
        self.clock.moved(True)
        self.seconds += 10
        self.clock.moved(False)
        self.assertEqual((self.clock.remaining(True), self.clock.remaining(False)), (5430, 5420))
        self.assertEqual(self.clock.go(True), "go wtime 5430000 btime 5420000 winc 30000 binc 30000 movestogo 39")

    def test_the_second_stage_comes_after_its_moves_and_goes_when_the_last_is_taken_back(self):
        for _ in range(40):
            self.clock.moved(True)
            self.clock.moved(False)
        self.assertEqual(self.clock.remaining(True), 5400 + 40 * 30 + 1800)
        self.assertNotIn("movestogo", self.clock.go(True))
        self.clock.taken_back(True)
        self.assertEqual(self.clock.remaining(True), 5400 + 39 * 30)

    def test_an_emulated_board_pays_for_its_own_time_only(self):
        self.clock.moved(True)
        self.seconds += 60
        self.clock.charge(10)
        self.clock.moved(False)
        self.assertEqual(self.clock.remaining(False), 5400 - 10 + 30)

    def test_time_that_is_up_is_told(self):
        self.clock.moved(True)
        self.seconds += 5400
        self.assertIs(self.clock.fallen(), False)
        self.clock.stop()
        self.assertIsNone(self.clock.fallen())

    def test_who_could_not_mate_does_not_win_by_time(self):
        for fen, white_falls, verdict in (("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", False, ("1-0", "Time is up: you win!")),
                                          ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", True, ("1/2-1/2", "Time is up, and Stackmate cannot mate: a draw.")),
                                          ("4kn2/8/8/8/8/8/4P3/4K3 w - - 0 1", True, ("0-1", "Time is up: Stackmate wins.")),
                                          ("4k3/3q4/8/8/8/8/8/4KN2 b - - 0 1", False, ("1/2-1/2", "Time is up, and you cannot mate: a draw."))):
            with mock.patch.object(uci_table.Table, "begin"):
                table = uci_table.Table(None, "Stackmate", chessboard.Style(False, False), uci_game.Level.parse("3+0"),
                                   stdin=io.StringIO(), stdout=io.StringIO())
            self.addCleanup(table.words.close)
            table.game = uci_game.Game(fen, True, [uci.Situation(fen, "playing")])
            table.clock = uci_game.Clock(uci_game.Level.parse("3+0").board, lambda: self.seconds)
            table.clock.run(white_falls)
            self.seconds += 180
            self.assertTrue(table.look_at_clock())
            self.assertEqual(table.game.ended, verdict, fen)


class Captures(unittest.TestCase):
    def game(self, *fens_and_moves):
        situations = [uci.Situation(fen, "playing") for fen in fens_and_moves[::2]]
        return uci_game.Game(fens_and_moves[0], True, situations, list(fens_and_moves[1::2]))

    def test_what_a_set_up_position_lacks_was_not_captured(self):
        self.assertEqual(self.game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").captured(), ("", ""))

    def test_what_was_taken_is_known_also_en_passant_and_when_it_was_promoted(self):
        game = self.game("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1", "e8d8",
                         "3k4/8/3P4/8/8/8/8/4K3 w - - 1 2")
        self.assertEqual(game.captured(), ("", "p"))
        game = self.game("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "3Q3k/8/8/8/8/8/8/4K3 b - - 0 1", "h8h7",
                         "3Q4/7k/8/8/8/8/8/4K3 w - - 1 2")
        self.assertEqual(game.captured(), ("", "r"))
        game = self.game("r2r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "r2Q3k/8/8/8/8/8/8/4K3 b - - 0 1", "a8d8",
                         "3r3k/8/8/8/8/8/8/4K3 w - - 0 2")
        self.assertEqual(game.captured(), ("P", "r"))


class TypedAhead(unittest.TestCase):
    def test_enter_alone_makes_it_move_and_words_wait(self):
        for keys, text, now in (("\n", "", True), ("Nf3\n", "Nf3", False), ("Nx\x7ff3", "Nf3", False), ("stop\r", "", True),
                                ("\033[A\033OBe4", "e4", False), ("e4\x15d4", "d4", False)):
            with self.subTest(keys):
                ahead = uci_table.Ahead()
                ahead.take(keys)
                self.assertEqual((ahead.text, ahead.now), (text, now))

    def test_leaving_is_possible(self):
        for keys in ("quit\n", "\x04"):
            with self.assertRaises(uci_table.Quit):
                uci_table.Ahead().take(keys)


class CommandLine(unittest.TestCase):
    def refused(self, *arguments):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
            play.parse_arguments(arguments)
        return said.getvalue()

    def test_a_board_without_an_emulator_names_those_that_can_be_played(self):
        said = self.refused("--board", "stm32f103")
        self.assertIn("no emulator for stm32f103 is known", said)
        for name in ("host", "stm32f405", "stm32l475", "rp2040"):
            self.assertIn(name, said)
        self.assertNotIn("stm32f103,", said)

    def test_a_level_that_is_none_is_refused(self):
        with self.assertRaises(play.WrongCall):
            play.level_of(play.parse_arguments(["--level", "purple"]))


class EngineOfTheBoard(unittest.TestCase):
    """tools/play --uci."""

    def start(self, *options):
        script = (f"import sys; sys.path[:0] = ['{paths.ROOT}/tools/lib', '{paths.ROOT}/host_tests/tools']\n"
                  "import play, play_test\n"
                  f"play.start_board = lambda board, progress: play_test.start_fake(*{options!r})\n"
                  "sys.exit(play.main(['--uci']))")
        return subprocess.Popen([sys.executable, "-B", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answers(self, said, *options):
        """Exit status and output when the GUI says this and leaves."""
        with self.start(*options) as process:
            output, _ = process.communicate(said, timeout=LONG)
            return process.returncode, output

    @classmethod
    def setUpClass(cls):
        build.build("host", targets=("stackmate",))

    def test_nothing_comes_out_before_something_went_in(self):
        self.assertEqual(self.answers(""), (0, ""))
        self.assertEqual(self.answers("uci\nquit\n"), (0, "id name Stackmate Fake\nuciok\n"))

    def test_the_end_of_input_ends_it_and_loses_no_answer(self):
        self.assertEqual(self.answers("uci\nisready"), (0, "id name Stackmate Fake\nuciok\nreadyok\n"))
        self.assertEqual(self.answers("go infinite\nquit\n"), (0, "bestmove f2f3\n"))

    def test_a_board_that_boots_slowly_is_waited_for(self):
        self.assertEqual(self.answers("isready\nquit\n", "--deaf", "1.5", "--silent-boot"), (0, "readyok\n"))

    def test_a_crash_is_told_by_the_exit_status(self):
        with self.start("--crash-on", "go") as process:
            process.stdin.write("go depth 1\n")
            process.stdin.flush()
            self.assertEqual(process.wait(LONG), 7)


class Terminal(unittest.TestCase):
    """The whole tool on a pseudo-terminal."""

    def start(self, *options, arguments=(), encoding="", columns=80):
        program = (f"import sys; sys.path[:0] = ['{paths.ROOT}/tools/lib', '{paths.ROOT}/host_tests/tools']\n"
                   "import play, play_test\n"
                   f"play.start_board = lambda board, progress: play_test.start_fake(*{options!r})\n"
                   f"sys.exit(play.main(['--no-colour', *{arguments!r}]))")
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        surroundings = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", PYTHONIOENCODING=encoding)
        process = subprocess.Popen([sys.executable, "-B", "-c", program], stdin=slave, stdout=slave, stderr=slave,
                                   start_new_session=True, env=surroundings, cwd=self.folder,
                                   preexec_fn=self.sit_down)
        self.slave = slave
        self.addCleanup(self.finish, process, self.master, slave)
        return process

    @staticmethod
    def sit_down():
        """In the new process: the terminal is its own, and Ctrl-C counts, though a job in the background ignores it."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    @staticmethod
    def finish(process, *descriptors):
        process.kill()
        process.wait()
        for descriptor in descriptors:
            os.close(descriptor)

    def read_until(self, text, seconds=LONG, needed=True):
        """What appeared on the screen up to this text."""
        import select
        seen, limit = "", time.monotonic() + seconds
        while text not in seen and time.monotonic() < limit:
            if select.select([self.master], [], [], 0.1)[0]:
                seen += os.read(self.master, 4096).decode("utf-8", "replace")
        if needed:
            self.assertIn(text, seen)
        return seen

    def press_until(self, key, text):
        """Presses a key, again and again as people do: one pressed before the line editor has set up the terminal,
        which it does after it has shown its prompt, may be lost."""
        seen = ""
        for _ in range(20):
            os.write(self.master, key)
            seen += self.read_until(text, 3, needed=False)
            if text in seen:
                return
        self.fail(f"no {text!r} but {seen!r}")

    def echo_is_on(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def test_control_c_says_goodbye_and_leaves_no_board_behind(self):
        process = self.start()
        self.read_until("your move")
        self.press_until(b"\x03", "Goodbye")
        self.assertEqual(process.wait(LONG), 130)
        self.assertTrue(self.echo_is_on())

    def test_control_d_says_goodbye(self):
        process = self.start()
        self.read_until("your move")
        self.press_until(b"\x04", "Goodbye")
        self.assertEqual(process.wait(LONG), 0)

    def test_a_move_and_its_answer_share_one_drawing(self):
        process = self.start()
        self.read_until("your move")
        os.write(self.master, b"f3\n")
        self.assertIn("You played f3.", self.read_until("2. your move"))
        os.write(self.master, b"quit\n")
        self.read_until("Keep your game")
        os.write(self.master, b"n\n")
        self.assertEqual(process.wait(LONG), 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_way_of_leaving_loses_the_game(self):
        def hang_up(process):
            process.send_signal(signal.SIGHUP)
        ways = {"quit": (lambda _: os.write(self.master, b"quit\n"), b"y\n", 0),
                "Ctrl-D": (lambda _: os.write(self.master, b"\x04"), b"\x04", 0),
                "Ctrl-C": (lambda _: os.write(self.master, b"\x03"), b"\x03", 130),
                "hang up": (hang_up, b"", 129)}
        for name, (leave, answer, status) in ways.items():
            with self.subTest(name):
                process = self.start()
                self.read_until("your move")
                os.write(self.master, b"f3\n")
                self.read_until("2. your move")
                time.sleep(0.3)         # until the line editor has set up the terminal
                leave(process)
                if answer:
                    self.read_until("[Y/n]")
                    time.sleep(0.3)
                    os.write(self.master, answer)
                self.assertEqual(process.wait(LONG), status)
                kept = list(self.folder.glob("stackmate-*.pgn"))
                self.assertEqual(len(kept), 1)
                self.assertIn("1. f3 e5 *", kept[0].read_text(encoding="utf-8"))

    def test_a_move_typed_while_it_thinks_waits_at_the_prompt(self):
        self.start("--think", "2")
        self.read_until("your move > ")
        os.write(self.master, b"f3\n")
        self.read_until("thinking")
        os.write(self.master, b"g4\n")
        self.assertNotIn("Qh4", self.read_until("2. your move > g4"))
        os.write(self.master, b"\n")
        self.read_until("Qh4#")

    def test_nothing_is_wider_than_the_terminal(self):
        for columns in (60, 80, 120):
            with self.subTest(columns=columns):
                process = self.start(columns=columns)
                self.read_until("your move > ")
                seen = ""
                for typed, until in (("help", "lines more" if columns == 60 else "your move"), ("", "your move"), ("level", "level hard"), ("e9", "lists what"),
                                     ("f3", "2. your move"), ("Nh5", "your move"), ("moves", "your move"), ("g4", "quit > ")):
                    time.sleep(0.1)
                    os.write(self.master, typed.encode() + b"\n")
                    seen += self.read_until(until)
                for line in re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", seen).replace("\r", "\n").split("\n"):
                    self.assertLess(len(line), columns, line)
                process.kill()

    def test_a_crashing_board_leaves_the_terminal_in_order(self):
        process = self.start("--crash-on", "go movetime")
        self.read_until("your move")
        os.write(self.master, b"f3\n")
        self.read_until("the engine ended (exit status 7)")
        self.assertEqual(process.wait(LONG), 1)
        self.assertTrue(self.echo_is_on())

    def type_bytes_that_are_no_text(self, encoding):
        process = self.start(encoding=encoding)
        self.read_until("your move > ")
        for typed, answer in ((b"e\xff4\n", "is neither a move"), (b"fen \xff\n", "The engine refuses that position")):
            os.write(self.master, typed)
            self.read_until(answer)
        os.write(self.master, b"quit\n")
        self.assertEqual(process.wait(LONG), 0)

    def test_bytes_that_are_no_text_are_as_wrong_as_any_other_input(self):
        self.type_bytes_that_are_no_text("utf-8:strict")

    def test_letters_that_the_terminal_lacks_are_as_wrong_as_any_other_input(self):
        self.type_bytes_that_are_no_text("ascii:strict")

    def test_a_refused_position_on_the_command_line_starts_no_game(self):
        process = self.start(arguments=("--fen", "4k3/8/8/8/8/8/4R3/4K3"))
        self.assertIn("The engine refuses that position", self.read_until("in check"))
        self.assertEqual(process.wait(LONG), 1)

    def test_an_end_signal_is_obeyed(self):
        process = self.start()
        self.read_until("your move")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(LONG), 143)

    def test_an_end_signal_that_comes_just_before_the_program_waits_is_obeyed_too(self):
        """Then Python has noted it, and nothing has called its handler."""
        script = ("import os, signal, sys\n"
                  f"sys.path[:0] = ['{paths.ROOT}/tools/lib']\n"
                  "import play\n"
                  "play.end_at_signals()\n"
                  "noticed = signal.set_wakeup_fd(-1)\n"
                  "signal.set_wakeup_fd(noticed)\n"
                  "os.write(noticed, bytes([signal.SIGTERM]))\n"
                  "input()\n")
        with subprocess.Popen([sys.executable, "-B", "-c", script], stdin=subprocess.PIPE) as process:
            self.addCleanup(process.kill)
            self.assertEqual(process.wait(LONG), 143)


if __name__ == "__main__":
    unittest.main()

"""tools/play: its command line, an emulated board as a UCI engine, and leaving the chess board on a terminal."""

import contextlib
import fcntl
import io
import os
import pty
import select
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

import build
import chess_words
import play

LONG = 60.0     # seconds to wait for what must come: a busy machine is no reason to fail
FAKE = [sys.executable, "-BE", str(paths.ROOT / "host_tests" / "tools" / "fake_board.py")]


def start_fake(*options):
    return subprocess.Popen([*FAKE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                            start_new_session=True)


class Levels(unittest.TestCase):
    def test_the_boards_levels_are_known_by_name_and_code(self):
        levels = chess_words.tables().levels
        self.assertEqual(len(levels), 32)
        for level in levels:
            for text in (level.name, level.code, level.name.upper()):
                self.assertEqual(chess_words.level_code(text), level.code, text)
        for text, code in (("beginner", "s1"), ("Strength3", "s3"), ("5s", "t3"), ("40/90+30", "c8")):
            self.assertEqual(chess_words.level_code(text), code, text)

    def test_nonsense_is_no_level(self):
        for text in ("", "0", "depth", "depth 0", "fast", "strength 9", "7+7", "t9", "strength"):
            self.assertIsNone(chess_words.level_code(text), text)


class CommandLine(unittest.TestCase):
    def refused(self, *arguments):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
            play.parse_arguments(arguments)
        return said.getvalue()

    def test_a_board_without_an_emulator_names_those_that_there_are(self):
        said = self.refused("--board", "stm32f103")
        self.assertIn("no emulator for stm32f103 is known", said)
        for name in ("host", "stm32f405", "stm32l475", "rp2040"):
            self.assertIn(name, said)
        self.assertNotIn("stm32f103,", said)

    def test_a_board_without_squares_says_how_a_chess_program_plays_against_it(self):
        self.assertIn("xboard -fUCI -fcp 'tools/play --uci --board stm32f100'", self.refused("--board", "stm32f100"))
        self.assertEqual(play.parse_arguments(["--uci", "--board", "stm32f100"]).board.name, "stm32f100")

    def test_without_a_name_it_is_the_chess_board_and_as_an_engine_the_quickest(self):
        self.assertEqual(play.parse_arguments([]).board.name, "rp2040")
        self.assertEqual(play.parse_arguments(["--uci"]).board.name, "stm32f405")

    def test_a_level_that_is_none_is_refused_before_the_long_build(self):
        with mock.patch.object(build, "setup"), contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(play.sit_at_board(play.parse_arguments(["--level", "purple"])), 2)
        self.assertIn("'purple' is no level", said.getvalue())


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
    """The whole tool on a pseudo-terminal, at a board that stands still and has recorded a move."""

    def start(self):
        program = (f"import sys; sys.path[:0] = ['{paths.ROOT}/tools/lib', '{paths.ROOT}/host_tests/tools']\n"
                   "import board_table_test, build, play\n"
                   "play.simulated = lambda board: board_table_test.StillBoard()\n"
                   "build.setup = lambda: None\n"
                   "sys.exit(play.main([]))")
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        process = subprocess.Popen([sys.executable, "-B", "-c", program], stdin=self.slave, stdout=self.slave, stderr=self.slave,
                                   start_new_session=True, env=dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8"), cwd=self.folder,
                                   preexec_fn=self.sit_down)
        self.addCleanup(self.finish, process, self.master, self.slave)
        self.read_until("type a move")
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
        seen, limit = "", time.monotonic() + seconds
        while text not in seen and time.monotonic() < limit:
            if select.select([self.master], [], [], 0.1)[0]:
                seen += os.read(self.master, 4096).decode("utf-8", "replace")
        if needed:
            self.assertIn(text, seen)
        return seen

    def test_no_way_of_leaving_loses_the_game(self):
        ways = {"quit": (lambda _: os.write(self.master, b"quit\n"), b"y\n", 0),
                "Ctrl-D": (lambda _: os.write(self.master, b"\x04"), b"\x04", 0),
                "Ctrl-C": (lambda _: os.write(self.master, b"\x03"), b"\x03", 130),
                "hang up": (lambda process: process.send_signal(signal.SIGHUP), b"", 129),
                "end": (lambda process: process.send_signal(signal.SIGTERM), b"", 143)}
        for name, (leave, answer, status) in ways.items():
            with self.subTest(name):
                process = self.start()
                leave(process)
                if answer:
                    self.read_until("[Y/n]")
                    time.sleep(0.3)         # until the line editor has set up the terminal
                    os.write(self.master, answer)
                self.assertEqual(process.wait(LONG), status)
                kept = list(self.folder.glob("stackmate-*.pgn"))
                self.assertEqual(len(kept), 1)
                self.assertIn("1. f3 *", kept[0].read_text(encoding="utf-8"))
                self.assertTrue(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def test_a_game_that_nobody_wants_is_not_kept(self):
        process = self.start()
        os.write(self.master, b"quit\n")
        self.read_until("Keep your game")
        time.sleep(0.3)
        os.write(self.master, b"n\n")
        self.assertEqual(process.wait(LONG), 0)
        self.assertEqual(list(self.folder.iterdir()), [])

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

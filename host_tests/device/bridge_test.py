"""stackmate --port: the desktop program as the UCI engine that a board on a serial port is, cable pulled or not.

The desktop engine stands for a board on a UART: its line stays, only the cable goes. The RP2040 in its simulator has USB: it
has its power from the cable, too. The Windows program is run under Wine, where that is to be had.
"""

import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import board_case

import boards
import build
import emulator
import pin_bench
import project
import serial_port
import uci

BRIDGE = build.ROOT / "build" / "host" / "stackmate"
WINDOWS = build.ROOT / "build" / "windows" / "stackmate.exe"
WINE_PREFIX = build.ROOT / "build" / "wine"
WINE = {"WINEPREFIX": str(WINE_PREFIX), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
        "DISPLAY": ""}


class Board:
    """A board at a path, served by a thread."""

    def __init__(self, name: str):
        board = boards.find(name)
        if reason := emulator.why_not(board):
            raise unittest.SkipTest(reason)
        image = build.ROOT / board.image
        if not image.exists():
            raise AssertionError(f"{board.image} is missing: build the preset {name}")
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "port"
        cable = None
        if board.machine == boards.RP2040JS:
            self.process, cable = emulator.start_with_usb(board, image)
        else:
            self.process = emulator.start(board, image)
        self.port = serial_port.SerialPort(self.process, self.path, cable=cable)
        self.plugged, self.ending = True, False
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()
        self.wait(True)

    def _serve(self):
        with self.port:
            while not self.ending and not self.port.ended:
                if self.plugged != self.port.plugged:
                    (self.port.put_back if self.plugged else self.port.pull_out)()
                self.port.serve(0.02)

    def plug(self, plugged: bool) -> None:
        self.plugged = plugged

    def wait(self, there: bool) -> None:
        """Until the path is there, or is not."""
        done = threading.Event()
        for _ in range(int(board_case.PATIENCE / 0.02)):
            if self.path.exists() == there:
                return
            done.wait(0.02)
        raise AssertionError(f"{self.path} is {'not ' if there else ''}there")

    def close(self) -> None:
        self.ending = True
        self.thread.join(5)
        emulator.stop(self.process)
        self.folder.cleanup()


class Bridge(uci.Engine):
    """The program, as a GUI starts it."""

    def __init__(self, command: list, environment=None, errors=subprocess.DEVNULL):
        self.transcript = []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0,
                                        env={**os.environ, **(environment or {})})
        super().__init__(self.process, self.transcript)

    def send(self, *lines: str) -> None:
        for line in lines:
            super().send(line)

    def close(self) -> None:
        self.process.stdin.close()
        try:
            self.process.wait(board_case.PATIENCE)
        finally:
            emulator.stop(self.process)


class Case(unittest.TestCase):
    def board(self, name: str) -> Board:
        board = Board(name)
        self.addCleanup(board.close)
        return board

    def bridge(self, *words: str) -> Bridge:
        bridge = Bridge([str(BRIDGE), *words])
        self.addCleanup(bridge.close)
        return bridge

    def expect(self, bridge, beginning: str, collect=None) -> str:
        return bridge.wait_for(beginning, board_case.PATIENCE, collect)

    def ask_much_of_one_whose_errors_nobody_reads(self, bridge) -> None:
        """More than any pipe keeps."""
        self.addCleanup(bridge.process.stderr.close)
        for _ in range(40):
            bridge.send(*["isready"] * 100)
            for _ in range(100):
                self.expect(bridge, "readyok")
        bridge.send("go nodes 300")
        self.expect(bridge, "bestmove")

    def play_with_the_cable_pulled(self, board, bridge) -> None:
        """A game in which the cable is out during a search, and moves in which it is not."""
        bridge.send("uci")
        self.expect(bridge, "id name Stackmate")
        self.expect(bridge, "uciok")
        bridge.send("setoption name Move Overhead value 7", "isready")
        self.expect(bridge, "readyok")
        moves = []
        for ply in range(10):
            bridge.send("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go infinite" if ply == 4 else "go nodes 300")
            if ply == 4:
                self.expect(bridge, "info depth")
                board.plug(False)
                self.expect(bridge, "info string the board at")
                bridge.send("isready")
                self.expect(bridge, "readyok")
                board.plug(True)
                self.expect(bridge, "info string the board is back")
                self.expect(bridge, "info depth")       # it searches again, unasked
                bridge.send("stop")
            said = []
            move = self.expect(bridge, "bestmove", said).split()[1]
            self.assertRegex(move, "^[a-h][1-8][a-h][1-8]$")
            self.assertEqual([line for line in said if "error" in line], [])
            moves.append(move)
        bridge.send("position startpos moves " + " ".join(moves), "d", "isready")
        said = bridge.ready(board_case.PATIENCE)
        self.assertEqual([line for line in said if "error" in line], [], "the moves are a game")


class OverALine(Case):
    def test_a_game_through_the_bridge_survives_the_cable(self):
        board = self.board("host")
        self.play_with_the_cable_pulled(board, self.bridge("--port", str(board.path)))

    def test_a_stop_while_the_board_is_away_is_answered(self):
        board = self.board("host")
        bridge = self.bridge("--port", str(board.path))
        bridge.send("position startpos", "go infinite")
        self.expect(bridge, "info depth 3")
        board.plug(False)
        self.expect(bridge, "info string the board at")
        bridge.send("stop")
        self.assertRegex(self.expect(bridge, "bestmove"), "^bestmove [a-h][1-8]")

    def test_a_board_that_falls_silent_is_asked_and_then_given_up_until_it_answers(self):
        board = self.board("host")
        bridge = self.bridge("--port", str(board.path))
        bridge.send("position startpos", "go infinite")
        self.expect(bridge, "info depth 3")
        board.process.send_signal(signal.SIGSTOP)
        self.assertIn("it does not answer", self.expect(bridge, "info string the board at"))
        board.process.send_signal(signal.SIGCONT)
        self.expect(bridge, "info string the board is back")
        self.expect(bridge, "info depth 3")
        bridge.send("stop")
        self.expect(bridge, "bestmove")

    def test_what_is_piped_in_is_answered_before_the_end(self):
        board = self.board("host")
        run = subprocess.run([BRIDGE, "--port", board.path, "--verbose"], input="uci\nposition startpos\ngo infinite\nisready\n",
                             capture_output=True, text=True, timeout=board_case.PATIENCE, check=False)
        self.assertEqual(run.returncode, 0)
        lines = run.stdout.splitlines()
        self.assertTrue({"uciok", "readyok"} <= set(lines), run.stdout)
        self.assertEqual(sum(line.startswith("bestmove") for line in lines), 1)
        self.assertRegex(run.stderr, "port .* is open")

    def test_errors_that_nobody_reads_are_not_waited_for(self):
        board = self.board("host")
        bridge = Bridge([str(BRIDGE), "--port", str(board.path), "--verbose"], errors=subprocess.PIPE)
        self.addCleanup(bridge.close)
        self.ask_much_of_one_whose_errors_nobody_reads(bridge)

    def test_two_programs_do_not_share_a_port(self):
        board = self.board("host")
        bridge = self.bridge("--port", str(board.path))
        bridge.ready(board_case.PATIENCE)
        run = subprocess.run([BRIDGE, "--port", board.path], input="uci\n", capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("is in use by another program", run.stderr)

    def test_what_is_no_board_is_told_from_what_is_no_port(self):
        for path, words in (("/dev/no-such-port", "there is no port /dev/no-such-port"), ("/dev/null", "is no serial port")):
            run = subprocess.run([BRIDGE, "--port", path], input="uci\n", capture_output=True, text=True, timeout=20, check=False)
            self.assertEqual(run.returncode, 1)
            self.assertIn(words, run.stderr)
            self.assertIn("info string error: ", run.stdout)

    def test_the_ports_are_listed_and_a_wrong_word_is_refused(self):
        run = subprocess.run([BRIDGE, "--ports"], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertTrue(run.stdout)
        run = subprocess.run([BRIDGE, "--prot"], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("unknown argument '--prot'", run.stderr)

    def test_the_program_says_its_version_and_what_it_takes(self):
        run = subprocess.run([BRIDGE, "--version"], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, f"Stackmate {project.version()}\n", ""))
        run = subprocess.run([BRIDGE, "--help"], capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        for words in ("--port", "--ports", "--verbose", "--version", "--help"):
            self.assertIn(words, run.stdout)


class OverUsb(Case):
    def test_a_game_survives_a_cable_that_carries_the_power(self):
        board = self.board("rp2040")
        self.play_with_the_cable_pulled(board, self.bridge("--port", str(board.path)))

    def test_no_line_is_lost_when_the_port_is_opened_again_at_once(self):
        board = self.board("rp2040")
        for _ in range(20):
            device = os.open(board.path, os.O_RDWR | os.O_NOCTTY)
            os.write(device, b"\nisready\n")
            said = b""
            while b"readyok" not in said:
                there, _, _ = select.select([device], [], [], board_case.PATIENCE)
                self.assertTrue(there, said)
                said += os.read(device, 4096)
            os.close(device)


def why_no_wine() -> str:
    if not shutil.which("wine"):
        return "wine is not installed"
    if not WINDOWS.exists():
        return "build/windows/stackmate.exe is missing: build the preset windows"
    return ""


@unittest.skipIf(why_no_wine(), why_no_wine())
class OnWindows(Case):
    @classmethod
    def setUpClass(cls):
        if not (WINE_PREFIX / "system.reg").exists():
            subprocess.run(["wineboot", "--init"], env={**os.environ, **WINE}, capture_output=True, timeout=300, check=False)

    @classmethod
    def tearDownClass(cls):
        subprocess.run(["wineserver", "--kill"], env={**os.environ, **WINE}, capture_output=True, timeout=60, check=False)

    def test_the_engine_counts_the_same_nodes(self):
        run = subprocess.run(["wine", WINDOWS, "bench"], env={**os.environ, **WINE}, capture_output=True, text=True, timeout=300,
                             check=False)
        self.assertEqual(int(run.stdout.split()[0]), pin_bench.pinned()["Full"])

    def board_at_com5(self) -> Board:
        board = self.board("host")
        port = WINE_PREFIX / "dosdevices" / "com5"
        port.unlink(missing_ok=True)
        port.symlink_to(board.path)
        return board

    def test_a_game_through_the_bridge_survives_the_cable(self):
        board = self.board_at_com5()
        bridge = Bridge(["wine", str(WINDOWS), "--port", "COM5"], WINE)
        self.addCleanup(bridge.close)
        self.play_with_the_cable_pulled(board, bridge)

    def test_errors_that_nobody_reads_are_not_waited_for(self):
        self.board_at_com5()
        bridge = Bridge(["wine", str(WINDOWS), "--port", "COM5", "--verbose"], WINE, errors=subprocess.PIPE)
        self.addCleanup(bridge.close)
        self.ask_much_of_one_whose_errors_nobody_reads(bridge)

    def test_a_port_that_is_not_there_is_named(self):
        run = subprocess.run(["wine", WINDOWS, "--port", "COM9"], env={**os.environ, **WINE}, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("there is no port COM9", run.stdout)


if __name__ == "__main__":
    unittest.main()

"""A test case that talks UCI with a booted board; one class is made for every board.

STACKMATE_BOARDS (names, separated by commas) picks the boards; without it all are tested, host included.
"""

import os
import sys
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "lib"))

import boards  # noqa: E402
import emulator  # noqa: E402
import uci  # noqa: E402

# How long a test waits for what must come, in seconds. A busy machine may hold a board up, so no test fails because
# something took long, only because it never came.
PATIENCE = 60.0
LONG = 300.0


def chosen_boards() -> list:
    names = os.environ.get("STACKMATE_BOARDS")
    return [boards.find(name) for name in names.split(",")] if names else list(boards.BOARDS.values())


def for_every_board(namespace: dict):
    """Class decorator: puts one test class per board into the module and takes the pattern itself out."""
    def make(pattern):
        for board in chosen_boards():
            name = f"{board.name}_{pattern.__name__}"
            namespace[name] = type(name, (pattern,), {"board": board, "__module__": pattern.__module__,
                                                      "__qualname__": name})
        return None
    return make


class BoardCase(unittest.TestCase):
    """One boot for all tests of a class; a test leaves the board idle, or the next one gets a fresh boot.

    With `exact_time` an emulated board lives in virtual time, where an instruction takes a fixed time: what its clock
    says then does not depend on how busy this machine is. Its idle time passes at once.
    """

    exact_time = False
    board = None
    process = None
    engine = None

    @classmethod
    def boot(cls):
        reason = emulator.why_not(cls.board)
        if reason:
            raise unittest.SkipTest(reason)
        image = ROOT / cls.board.image
        if not image.exists():
            raise AssertionError(f"{cls.board.image} is missing: build the preset {cls.board.name}")
        cls.process = emulator.start(cls.board, image, icount=cls.exact_time and cls.board.is_device)
        cls.transcript = []
        cls.engine = uci.Engine(cls.process, cls.transcript)
        cls.engine.synchronise()

    @classmethod
    def tearDownClass(cls):
        if cls.process is not None:
            emulator.stop(cls.process)
            cls.process = None

    def setUp(self):
        if self.process is None or self.process.poll() is not None:
            type(self).boot()
        del self.transcript[:]
        self.send("ucinewgame")
        self.position("startpos")
        self.engine.ready(PATIENCE)

    def run(self, result=None):
        problems = len(result.failures) + len(result.errors) if result else 0
        super().run(result)
        if result and len(result.failures) + len(result.errors) > problems and self.process is not None:
            print("\n".join(["--- the end of the dialogue:", *self.transcript[-15:]]), file=sys.stderr)
            emulator.stop(self.process)     # the next test shall not suffer from this one
            type(self).process = None

    # ------------------------------------------------------------ words of the tests

    def send(self, *lines):
        for line in lines:
            self.engine.send(line)

    def position(self, text, moves=()):
        self.send(f"position {text}" + (f" moves {' '.join(moves)}" if moves else ""))

    def best_move(self, timeout=LONG, collect=None):
        """Waits for the answer to a go: (move, ponder move)."""
        words = self.engine.wait_for("bestmove", timeout, collect).split()
        self.assertRegex(words[1], r"^([a-h][1-8]){2}[qrbn]?$")
        return words[1], words[3] if len(words) > 3 else ""

    def assert_silent(self, seconds, what="bestmove"):
        """No line beginning with `what` arrives in this time. A busy machine may hide one that should not, but never
        makes one appear."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            line = self.engine.receive(end - time.monotonic())
            if line is not None:
                self.assertFalse(line.startswith(what), f"unexpected: {line}")

    def situation(self, text="startpos", moves=()):
        """What the board says of a position."""
        fen = uci.START_FEN if text == "startpos" else text
        situation, complaints = uci.ask_situation(self.engine, fen, moves)
        self.assertEqual(complaints, [])
        return situation

    def complaint_about(self, *lines):
        """Sends lines that are wrong and returns what the board says of them."""
        self.send(*lines)
        said = [line for line in self.engine.ready() if line.startswith("info string")]
        self.assertTrue(said, f"no complaint about {[line[:60] for line in lines]}")
        return " ".join(said)

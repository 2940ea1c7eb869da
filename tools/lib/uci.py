"""A UCI dialogue with an engine on a pair of pipes: the host engine, or firmware behind an emulated line."""

import os
import queue
import threading
import time
from dataclasses import dataclass, field

import terminal

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class EngineGone(terminal.ToolError):
    """The engine's process ended while an answer was awaited."""


class NoAnswer(terminal.ToolError):
    """The engine lives but did not answer in time."""


class Engine:
    """Lines to and from an engine's process. All waits have a limit and raise instead of hanging."""

    def __init__(self, process, transcript=None):
        self.process = process
        self.lines = queue.Queue()
        self.transcript = transcript        # optional list that collects "> sent" and "< received"
        self.first_byte_at = None
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        rest = b""
        try:
            while True:
                # By the file object, not its number: that may be another file's once this one is closed.
                chunk = self.process.stdout.read(4096)
                if not chunk:
                    break
                if self.first_byte_at is None:
                    self.first_byte_at = time.monotonic()
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    self.lines.put((time.monotonic(), line.decode("utf-8", "replace").rstrip("\r")))
        except (OSError, ValueError):
            pass
        self.lines.put((time.monotonic(), None))

    def send(self, line: str) -> None:
        if self.transcript is not None:
            self.transcript.append("> " + line)
        try:
            data = (line + "\n").encode()
            while data:
                data = data[os.write(self.process.stdin.fileno(), data):]
        except (OSError, ValueError) as error:
            raise EngineGone(f"the engine has ended ({error})") from error

    def receive(self, timeout: float):
        """The next line, or None when none came in time. EngineGone when there will be none any more."""
        try:
            self.arrived, line = self.lines.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None
        if line is None:
            self.lines.put((self.arrived, None))
            try:
                code = self.process.wait(1)
            except Exception:  # it closed its output but runs on: as good as gone
                code = None
            raise EngineGone("the engine ended" + (f" (exit status {code})" if code is not None else ""))
        if self.transcript is not None:
            self.transcript.append("< " + line)
        return line

    def wait_for(self, wanted, timeout: float, collect=None) -> str:
        """Reads until `wanted` (a prefix, or a function of the line) matches, and returns that line."""
        matches = wanted if callable(wanted) else lambda line: line.startswith(wanted)
        end = time.monotonic() + timeout
        while True:
            line = self.receive(end - time.monotonic())
            if line is None:
                raise NoAnswer(f"no '{wanted}' within {timeout:g} s")
            if matches(line):
                return line
            if collect is not None:
                collect.append(line)

    def synchronise(self, timeout: float = 20.0) -> list[str]:
        """Waits until the engine reads its line. A board drops what arrives before its port is set up, so
        nothing is sent before the banner, or before a second has passed without one."""
        end = time.monotonic() + timeout
        seen = []
        line = self.receive(1.0)
        if line is not None:
            seen.append(line)
        asked = 0
        while time.monotonic() < end:
            self.send("isready")
            asked += 1
            try:
                self.wait_for("readyok", 1.0, seen)
            except NoAnswer:
                continue
            for _ in range(asked - 1):          # answers to the earlier questions, where they were heard
                try:
                    self.wait_for("readyok", 0.2, seen)
                except NoAnswer:
                    break
            return seen
        raise NoAnswer(f"the board did not answer 'isready' within {timeout:g} s")

    def ready(self, timeout: float = 10.0) -> list[str]:
        """Sends isready and returns what came before readyok."""
        seen = []
        self.send("isready")
        self.wait_for("readyok", timeout, seen)
        return seen


@dataclass
class Situation:
    """What the engine says of a position."""
    fen: str
    state: str                                  # "playing", "check", "checkmate", "draw by ..."
    checkers: list = field(default_factory=list)
    legal: list = field(default_factory=list)   # coordinate moves

    @property
    def white_to_move(self) -> bool:
        return self.fen.split()[1] == "w"

    @property
    def over(self) -> bool:
        return self.state not in ("playing", "check")


def position_command(fen: str, moves) -> str:
    base = "position startpos" if fen == START_FEN else f"position fen {fen}"
    return base + (" moves " + " ".join(moves) if moves else "")


def ask_situation(engine: Engine, fen: str, moves, timeout: float = 20.0):
    """Sets a position up and asks the engine about it: (Situation, complaints).

    The complaints are the engine's error lines about the position; Situation is None when it refused it.
    """
    engine.send(position_command(fen, moves))
    complaints = [line for line in engine.ready(timeout) if line.startswith("info string")]
    if complaints:
        return None, complaints
    seen = []
    engine.send("d")
    engine.send("go perft 1")
    engine.wait_for("Nodes searched", timeout, seen)
    facts = {}
    legal = []
    for line in seen:
        key, colon, value = line.partition(":")
        if not colon:
            continue
        if key in ("Fen", "State", "Checkers", "Key"):
            facts[key] = value.strip()
        elif 4 <= len(key) <= 5 and key[0] in "abcdefgh" and key[1] in "12345678" and value.strip() == "1":
            legal.append(key)
    state = facts.get("State", "playing")
    return Situation(facts["Fen"], state, facts.get("Checkers", "").split(), legal), []


@dataclass
class Thinking:
    """The latest info of a search."""
    centipawns: int | None = None       # both as the side to move sees them
    mate: int | None = None             # moves
    pv: list = field(default_factory=list)

    def take(self, line: str) -> bool:
        """Takes in an info line; False when it says nothing about the search."""
        words = line.split()
        if words[:1] != ["info"] or "string" in words:
            return False
        for index, word in enumerate(words[:-1]):
            if word == "cp":
                self.centipawns, self.mate = int(words[index + 1]), None
            elif word == "mate":
                self.centipawns, self.mate = None, int(words[index + 1])
            elif word == "pv":
                self.pv = words[index + 1:]
                break
        return True

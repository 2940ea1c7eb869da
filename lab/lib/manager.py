"""A match by a public tournament manager (fastchess, cutechess-cli): its call, and what it says."""

import collections
import hashlib
import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import emulator

NAMES = ("fastchess", "cutechess-cli")
OURS, THEIRS = "Stackmate", "Opponent"
FINISHED = re.compile(r"^Finished game (\d+) \((.+) vs (.+)\): (1-0|0-1|1/2-1/2|\*)(?: \{(.*)\})?")
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}      # White's and Black's, doubled
ODD = re.compile(r"on time|timeout|illegal|disconnect|stall|crash|connection|abandon|terminat", re.I)


class ManagerError(Exception):
    """The manager could not play; the text says why."""


def find(name: str = "") -> str:
    """Path of the manager: the one that is named, else the first on PATH."""
    for candidate in [name] if name else NAMES:
        if path := shutil.which(candidate):
            return path
    raise ManagerError(f"{name} is not there" if name else f"neither {' nor '.join(NAMES)} is on PATH")


def version(manager: str) -> str:
    said = subprocess.run([manager, "--version"], capture_output=True, text=True, check=False)
    return ((said.stdout or said.stderr).strip().splitlines() or [Path(manager).name])[0].strip()


@dataclass(frozen=True)
class Seat:
    """One side of a match."""
    program: str
    options: tuple = ()         # (name, value)
    nodes: int = 0              # a move; 0: by the clock
    clock: str = "inf"          # as the manager writes it: seconds+increment
    margin: int = 0             # ms beyond the clock that are forgiven

    def words(self, name: str) -> list:
        limit = [f"nodes={self.nodes}"] if self.nodes else []
        limit += [f"timemargin={self.margin}"] if self.margin else []
        return ["-engine", f"cmd={self.program}", f"name={name}", "proto=uci", f"tc={self.clock}", *limit,
                *(f"option.{option}={value}" for option, value in self.options)]


def call(manager: str, seats, openings: Path, first: int, pairs: int, concurrency: int) -> list:
    """The command that plays `pairs` openings, from the one numbered `first` (from 0) on, with both colours each."""
    form = openings.suffix[1:].lower()
    return [manager, *seats[0].words(OURS), *seats[1].words(THEIRS), "-openings", f"file={openings}", f"format={form}",
            "order=sequential", f"start={first + 1}", "-rounds", str(pairs), "-games", "2", "-repeat", "-recover",
            "-concurrency", str(concurrency)]


class Pairing:
    """Games as they end, put together to pairs. `take` gives (pair, first points, second points, odd ends) or None."""

    def __init__(self):
        self.games = {}

    def take(self, line: str):
        match = FINISHED.match(line)
        if not match or match[4] not in POINTS:
            return None
        number = int(match[1]) - 1
        points = POINTS[match[4]][0 if match[2] == OURS else 1]
        odd = [match[5]] if match[5] and ODD.search(match[5]) else []
        self.games[number] = points, odd
        other = self.games.get(number ^ 1)
        if other is None:
            return None
        first, second = (self.games[number & ~1], self.games[number | 1])
        return number // 2, first[0], second[0], first[1] + second[1]


def play(command: list, directory: Path, got) -> None:
    """Calls `got(pair, first, second, odd)` for each pair that is finished, in any order."""
    pairing, last = Pairing(), collections.deque(maxlen=5)
    with subprocess.Popen([str(word) for word in command], cwd=directory, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          preexec_fn=emulator._die_with_parent) as process:
        for line in process.stdout:
            last.append(line.strip())
            if pair := pairing.take(line):
                got(*pair)
    if process.returncode != 0:
        raise ManagerError(f"{Path(command[0]).name} ended with status {process.returncode}: {' / '.join(last)}")


def chosen_openings(source: Path, count: int, directory: Path, seed: int = 1) -> Path:
    """`count` openings of a PGN or EPD file (.zst: packed) in a random order that is always the same, in a file of their own."""
    if source.suffix == ".zst":
        unpacked = subprocess.run(["zstd", "-dcq", str(source)], capture_output=True, check=False)
        if unpacked.returncode != 0:
            raise ManagerError(f"{source}: {unpacked.stderr.decode(errors='replace').strip()}")
        text, form = unpacked.stdout.decode("utf-8", "replace"), Path(source.stem).suffix.lower()
    else:
        text, form = source.read_text(encoding="utf-8", errors="replace"), source.suffix.lower()
    if form == ".pgn":
        every = [game.strip() + "\n\n" for game in re.split(r"(?m)^(?=\[Event )", text) if game.strip()]
    elif form == ".epd":
        every = [line + "\n" for line in text.splitlines() if line.strip()]
    else:
        raise ManagerError(f"{source} is neither .pgn nor .epd, nor either as .zst")
    if len(every) < count:
        raise ManagerError(f"{source} has {len(every)} openings for {count} pairs")
    random.Random(seed).shuffle(every)
    chosen = "".join(every[:count])
    path = directory / f"openings-{hashlib.sha256(chosen.encode()).hexdigest()[:12]}{form}"
    directory.mkdir(parents=True, exist_ok=True)
    path.write_text(chosen, encoding="utf-8")
    return path

"""What a tool must know of chess and of the board: asked of the sources that the firmware is made of.

The program behind it is tools/measure/chess_words.cpp.
"""

import subprocess
from dataclasses import dataclass
from functools import lru_cache

import build

SOURCES = ("tools/measure/chess_words.cpp", *(f"core/{name}.cpp" for name in
                                              ("chess/position", "chess/position_chess960", "notation/fen", "notation/san",
                                               "notation/move_text", "chess/movegen", "game/game_state")))
HEADERS = tuple(sorted(str(path.relative_to(build.ROOT)) for folder in ("core", "endings", "firmware")
                       for path in (build.ROOT / folder).rglob("*.hpp") if path.parent.name != "weights"))


def program():
    """Compiles what is missing. Raises build.BuildError."""
    return build.small_program("chess_words", SOURCES, HEADERS)


@dataclass(frozen=True)
class BoardLevel:
    """A level of the chess board (docs/LEVELS.md)."""
    index: int
    code: str               # as `board level` takes it: s1, t3, d6, c8
    start_ms: int           # the clock; 0: none
    increment_ms: int
    stage_moves: int        # to the second stage; 0: there is none
    second_ms: int
    name: str


@dataclass(frozen=True)
class Tables:
    levels: tuple
    menu: dict              # square -> what it chooses
    exercises: dict         # square -> what it chooses in the menu of exercises
    reasons: dict           # square -> how a game ended


@lru_cache(maxsize=None)
def tables() -> Tables:
    lines = subprocess.run([program(), "tables"], capture_output=True, text=True, check=True).stdout.splitlines()
    levels, named = [], {"menu": {}, "exercise": {}, "reason": {}}
    for line in lines:
        kind, rest = line.split(" ", 1)
        if kind == "level":
            index, code, *numbers, name = rest.split(" ", 6)
            levels.append(BoardLevel(int(index), code, *map(int, numbers), name))
        else:
            square, name = rest.split(" ", 1)
            named[kind][square] = name
    return Tables(tuple(levels), named["menu"], named["exercise"], named["reason"])


class Words:
    """Answers about positions. The process behind it is started by the first question and ends with this one's."""

    def __init__(self):
        self.process = None

    def close(self) -> None:
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def ask(self, question: str) -> list[str]:
        if self.process is None:
            self.process = subprocess.Popen([program(), "answers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                            start_new_session=True)
        self.process.stdin.write(question.replace("\n", " ") + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def legal(self, fen: str, moves=()) -> list[str]:
        """The legal moves, in coordinates."""
        return self.ask(f"legal | {fen} | {' '.join(moves)}")

    def san(self, fen: str, moves, more) -> list[str]:
        """`more`, which goes on from the position that `moves` lead to, as people write it; up to what is not legal."""
        return self.ask(f"san | {fen} | {' '.join(moves)} | {' '.join(more)}")

    def could_mate(self, fen: str, white: bool) -> bool:
        """Whether this side could, with the pieces it has; if not, it does not win when the other's time is up."""
        return ("w" if white else "b") in self.ask(f"mate | {fen} |")

    def go(self, level: BoardLevel, seed: int, fen: str, moves=()) -> list[str]:
        """What UCI's `go` is to say for a level, but for its clock."""
        return self.ask(f"go {level.index} {seed} | {fen} | {' '.join(moves)}")

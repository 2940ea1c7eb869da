"""What a tool must know of chess and of the board: asked of the sources that the firmware is made of.

The program behind it is tools/measure/chess_words.cpp.
"""

import subprocess
from dataclasses import dataclass
from functools import lru_cache

import build

SOURCES = ("tools/measure/chess_words.cpp", *(f"core/{name}.cpp" for name in
                                              ("chess/position", "chess/position_chess960", "notation/fen",
                                               "notation/move_text", "chess/movegen", "game/game_state")))
HEADERS = tuple(sorted(str(path.relative_to(build.ROOT)) for folder in ("core", "endings", "firmware")
                       for path in (build.ROOT / folder).rglob("*.hpp") if path.parent.name != "weights"))


def program():
    """Compiles what is missing. Raises build.BuildError."""
    return build.small_program("chess_words", SOURCES, HEADERS)


@dataclass(frozen=True)
class BoardLevel:
    """A level of the chess board (docs/LEVELS.md)."""
    code: str               # as `board level` takes it: s1, t3, d6, c8
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
            levels.append(BoardLevel(*rest.split(" ", 1)))
        else:
            square, name = rest.split(" ", 1)
            named[kind][square] = name
    return Tables(tuple(levels), named["menu"], named["exercise"], named["reason"])


def level_code(text: str):
    """What `board level` calls the level of this name or code; None if there is no such level."""
    text = text.lower().replace(" ", "").replace("beginner", "s1")
    return next((level.code for level in tables().levels
                 if text in (level.code, level.name.replace(" ", ""), level.name.split(",")[0])), None)


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
        return self.ask(f"{fen}| {' '.join(moves)}")

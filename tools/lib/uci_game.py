"""A game against an engine that speaks UCI: levels, the clock, and what was played."""

import datetime
import random
import re
import textwrap
import time
from dataclasses import dataclass, field

import chess_words
import chessboard
import uci

NO_LEVEL = ("Levels are: beginner, strength 1 to 8, 3s, 500ms, depth 6, nodes 5000, easy, normal, hard, "
            "and clocks like 5+3 (docs/LEVELS.md).")


@dataclass
class Level:
    """How the engine thinks about a move."""
    go: str                 # "" where it depends on the position or the clock
    text: str
    limit: float = 0.0      # seconds until an answer must have come; 0: no limit known
    board: object = None    # chess_words.BoardLevel, if it is one of the chess board's

    NAMED = {"beginner": "strength 1", "easy": "strength 3", "normal": "1s", "hard": "5s"}
    HIGHEST = {"depth": 99, "nodes": 999_999_999}
    STRENGTH = re.compile(r"(?:strength|s)\s*([1-8])")
    CODE = re.compile(r"[tdc][1-8]")
    CLOCK = re.compile(r"(?:clock )?\s*((?:\d+/)?\d+\+\d+)(?:, then 30\+30)?")

    @staticmethod
    def parse(text: str):
        """The level a person asked for, or None."""
        text = text.strip().lower()
        text = Level.NAMED.get(text, text)
        if match := Level.STRENGTH.fullmatch(text):
            return Level._of_board(lambda level: level.code == "s" + match[1])
        if Level.CODE.fullmatch(text):
            return Level._of_board(lambda level: level.code == text)
        if match := Level.CLOCK.fullmatch(text):
            return Level._of_board(lambda level: level.name.split(",")[0] == match[1])
        match = re.fullmatch(r"(?:(?:move)?time\s+)?(\d+(?:\.\d+)?)\s*(ms|s|sec|seconds?|m|min)?", text)
        if match:
            unit = {"ms": 0.001, "m": 60.0, "min": 60.0}.get(match[2] or "s", 1.0)
            return Level._of_time(float(match[1]) * unit)
        match = re.fullmatch(r"(depth|nodes)\s+(\d+)", text)
        if match and 0 < int(match[2]) <= Level.HIGHEST[match[1]]:
            kind, number = match[1], int(match[2])
            return Level(f"go {kind} {number}", f"{number:,} nodes a move" if kind == "nodes" else f"depth {number}")
        return None

    @staticmethod
    def _of_time(seconds: float):
        if not 0.001 <= seconds <= 3600:
            return None
        shown = f"{seconds:g} s a move" if seconds >= 1 else f"{seconds * 1000:g} ms a move"
        return Level(f"go movetime {round(seconds * 1000)}", shown, seconds)

    @staticmethod
    def _of_board(wanted):
        """The first of the chess board's levels that is wanted."""
        for level in chess_words.tables().levels:
            if wanted(level):
                if level.code[0] == "t":
                    return Level._of_time(float(level.name.removesuffix(" s")))
                if level.code[0] == "d":
                    return Level("go " + level.name, level.name)
                return Level("", ("clock " if level.start_ms else "") + level.name, board=level)
        return None

    @property
    def code(self) -> str:
        """What `board level` calls it; "" where a chess board has no such level."""
        if self.board is not None:
            return self.board.code
        for level in chess_words.tables().levels:
            same = Level._of_board(lambda other, level=level: other is level)
            if same.go and same.go == self.go:
                return level.code
        return ""


class Clock:
    """The chess clock of a game, as the board has it (firmware's GameClock): the first move of a game is free, what a move took
    is not given back when it is taken back."""

    def __init__(self, level, now=time.monotonic):
        self.level, self.now = level, now
        self.left = {True: level.start_ms / 1000, False: level.start_ms / 1000}    # by "is White's"
        self.made = {True: 0, False: 0}
        self.side, self.since = None, 0.0

    def run(self, white: bool) -> None:
        """This side's time runs from now on."""
        self.stop()
        self.side, self.since = white, self.now()

    def stop(self) -> None:
        if self.side is not None:
            self.left[self.side] = self.remaining(self.side)
        self.side = None

    def moved(self, white: bool) -> None:
        """This side has made a move; the other's time runs."""
        self.stop()
        self.made[white] += 1
        self.left[white] += self.level.increment_ms / 1000
        if self.made[white] == self.level.stage_moves:
            self.left[white] += self.level.second_ms / 1000
        self.run(not white)

    def charge(self, seconds: float) -> None:
        """The side whose time runs has spent so much by its own clock: an emulated board's may be slower than ours."""
        if self.side is not None:
            self.since = self.now() - seconds

    def taken_back(self, white: bool) -> None:
        """A move of this side counts no more."""
        self.stop()
        added = self.level.increment_ms + (self.level.second_ms if self.made[white] == self.level.stage_moves else 0)
        self.made[white] -= 1
        self.left[white] = max(0.001, self.left[white] - added / 1000)

    def remaining(self, white: bool) -> float:
        spent = self.now() - self.since if self.side == white else 0.0
        return max(0.0, self.left[white] - spent)

    def fallen(self):
        """Whose time is up: White's (True), Black's (False), nobody's (None)."""
        return self.side if self.side is not None and self.remaining(self.side) <= 0 else None

    def go(self, white_to_move: bool) -> str:
        """What UCI's go is to say."""
        times = [max(1, round(1000 * self.remaining(white))) for white in (True, False)]
        text = f"go wtime {times[0]} btime {times[1]} winc {self.level.increment_ms} binc {self.level.increment_ms}"
        to_go = self.level.stage_moves - self.made[white_to_move]
        return text + (f" movestogo {to_go}" if to_go > 0 else "")

    def text(self) -> str:
        return ", ".join(f"{name} {_clock_time(self.remaining(white))}" for name, white in (("White", True), ("Black", False)))


def won_by(white: bool) -> str:
    return "1-0" if white else "0-1"


def _clock_time(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


@dataclass
class Game:
    """A game: where it began, the moves, and what the firmware said after each of them."""
    start: str
    person_is_white: bool
    situations: list
    moves: list = field(default_factory=list)
    sans: list = field(default_factory=list)
    ended: tuple = ()       # result and why, where a person or a clock has ended it
    saved: bool = False     # as it stands
    seed: int = field(default_factory=lambda: random.getrandbits(32))     # of what a weak level looks at

    @property
    def now(self) -> uci.Situation:
        return self.situations[-1]

    @property
    def person_to_move(self) -> bool:
        return self.now.white_to_move == self.person_is_white

    @property
    def over(self) -> bool:
        return bool(self.ended) or self.now.over

    @property
    def result(self) -> str:
        if self.ended:
            return self.ended[0]
        if self.now.state == "checkmate":
            return "0-1" if self.now.white_to_move else "1-0"
        return "1/2-1/2" if self.now.over else "*"

    def verdict(self) -> str:
        if self.ended:
            return self.ended[1]
        if self.now.state == "checkmate":
            white_won = not self.now.white_to_move
            who = "you win!" if white_won == self.person_is_white else "Stackmate wins."
            return f"Checkmate: {who}"
        if self.now.state == "stalemate":
            return "Stalemate: a draw."
        return self.now.state[:1].upper() + self.now.state[1:] + "."

    def captured(self) -> tuple[str, str]:
        """Letters of the white and of the black pieces that were taken in this game, dearest first. A promoted piece is the
        pawn it was."""
        gone, promoted = {True: "", False: ""}, set()
        for situation, move in zip(self.situations, self.moves):
            placement = chessboard.Placement(situation.fen)
            source, target = move[:2], move[2:4]
            if placement.is_capture(move):
                letter = placement.at(target).lower() or "p"
                gone[not placement.white_to_move] += "p" if target in promoted else letter
            promoted = promoted - {source, target} | ({target} if source in promoted or move[4:] else set())
        white, black = ("".join(sorted(gone[side], key="qrbnp".index)) for side in (True, False))
        return white.upper(), black

    def numbered(self) -> list[str]:
        """The moves as "1. e4 e5" rows."""
        placement = chessboard.Placement(self.situations[0].fen)
        number, rows, white = placement.move_number, [], placement.white_to_move
        for san in self.sans:
            if white or not rows:
                rows.append(f"{number}." + ("" if white else " ...") + f" {san}")
            else:
                rows[-1] += f" {san}"
            if not white:
                number += 1
            white = not white
        return rows

    def pgn(self, opponent: str) -> str:
        white, black = ("You", opponent) if self.person_is_white else (opponent, "You")
        tags = {"Event": "Casual game", "Site": "-", "Date": datetime.date.today().strftime("%Y.%m.%d"), "Round": "-",
                "White": white, "Black": black, "Result": self.result}
        if self.start != uci.START_FEN:
            tags |= {"SetUp": "1", "FEN": self.start}
        body = " ".join(row.replace(". ...", "...") for row in self.numbered())
        body = textwrap.fill(f"{body} {self.result}".strip(), 79, break_on_hyphens=False)
        return "\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + "\n\n" + body + "\n"

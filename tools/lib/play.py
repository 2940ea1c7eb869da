"""tools/play: a game of chess against the firmware, or the emulated board as a UCI engine."""

import argparse
import contextlib
import datetime
import difflib
import itertools
import os
import random
import re
import select
import shutil
import signal
import sys
import textwrap
import threading
import time
from dataclasses import dataclass, field

import board_table
import boards
import bridge
import build
import chess_words
import chessboard
import emulator
import kept_games
import qtest
import simboard
import terminal
import uci
from board_table import Quit

try:
    import readline     # gives input() its history and editing
except ImportError:
    readline = None

HELP_WORDS = (
    ("Moves", "e2e4   Nf3   exd5   O-O   e8=N   (small letters will do)"),
    ("new", "a new game; 'new white' or 'new black' chooses your side"),
    ("undo", "take back your last move and the answer to it"),
    ("hint", "ask the engine what it would play for you"),
    ("go", "let the engine move now; you go on with the other side"),
    ("level", "how it plays. As the chess board does (docs/LEVELS.md): beginner, strength 1 to strength 8, 1 s, 2 s, "
              "5 s ... 120 s a move, depth 1 to depth 8, clocks 3+0 3+2 5+0 5+3 10+0 15+10 90+30 40/90+30. "
              "Also: 500ms, nodes 5000, easy (strength 3), normal (1 s), hard (5 s)"),
    ("flip", "turn the board round"),
    ("legal", "list the legal moves"),
    ("moves", "the game so far"),
    ("pgn [FILE]", "the game as PGN, shown or written to FILE"),
    ("fen [FEN]", "show the position as FEN, or set one up"),
    ("board", "draw the board again"),
    ("resign", "give the game up"),
    ("quit", "leave (so do Ctrl-C and Ctrl-D); you are asked whether to keep the game"),
)
HELP_END = ("While it thinks, Enter makes it move at once; what you type meanwhile waits at the prompt.\n"
            "Scores are in pawns as White sees them: +1.00 is a pawn for White.")


HELP = terminal.listed(HELP_WORDS, HELP_END, 76)

COMMANDS = ("help", "new", "undo", "hint", "go", "level", "flip", "legal", "moves", "pgn", "fen", "board", "resign", "quit")
SHORT = {"h": "help", "?": "help", "n": "new", "u": "undo", "l": "level", "m": "moves", "q": "quit",
         "exit": "quit", "bye": "quit", "back": "undo", "takeback": "undo", "commands": "help", "d": "board",
         "history": "moves"}
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


@dataclass
class Ahead:
    """What the person types while the engine thinks."""
    text: str = ""
    now: bool = False       # Enter with nothing before it: the engine is to move at once

    def take(self, keys: str) -> None:
        keys = re.sub(r"\033(\[[0-9;?]*[A-Za-z~]|O[A-Z])", "", keys)     # arrows and the like
        for key in keys:
            if key in "\r\n":
                word = self.text.strip().lower()
                if word in ("", "now", "stop"):
                    self.text, self.now = "", True
                elif SHORT.get(word, word) == "quit":
                    raise Quit
                else:
                    self.text = self.text.strip()       # it waits at the prompt
            elif key in "\x7f\b":
                self.text = self.text[:-1]
            elif key == "\x15":
                self.text = ""
            elif key == "\x04" and not self.text:
                raise Quit
            elif key.isprintable() and len(self.text) < 100:
                self.text += key


class Table:
    """The person's side of the board: reads commands, draws, and asks the firmware."""

    def __init__(self, engine, opponent, style, level, person_is_white=True, stdin=sys.stdin, stdout=sys.stdout,
                 most_moves=218):
        self.engine = engine
        self.words = chess_words.Words()
        self.most_moves = most_moves    # that `go searchmoves` may name
        self.opponent = opponent
        self.style = style
        self.level = level
        self.stdin, self.stdout = stdin, stdout
        self.live = stdout.isatty()
        self.needs_drawing = True
        self.drawn_lines = 0        # lines of the board, while nothing was said after it
        self.game = None
        self.clock = None
        self.finished = []          # games before this one, with moves
        self.ahead = ""             # what was typed while the engine thought
        self.begin(uci.START_FEN, person_is_white)

    # ------------------------------------------------------------ talking

    @property
    def width(self) -> int:
        """Of running text."""
        return min(72, self.columns - 1) if self.live else 72

    @property
    def columns(self) -> int:
        return shutil.get_terminal_size().columns

    def say(self, text: str = "") -> None:
        self.drawn_lines = 0
        if self.live:
            text = "\n".join(terminal.fold(text, self.columns - 1))
        print(text, file=self.stdout, flush=True)

    def say_pages(self, text: str) -> None:
        """As `say`, but a screen at a time."""
        lines = terminal.fold(text, self.columns - 1) if self.live else text.split("\n")
        page = max(4, shutil.get_terminal_size().lines - 2) if self.live else len(lines)
        while len(lines) > page:
            self.say("\n".join(lines[:page]))
            lines = lines[page:]
            if self.ask(f"  Enter: {len(lines)} lines more; q: enough > ").lower().startswith("q"):
                return
        self.say("\n".join(lines))

    def paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.style.colour else text

    def complain(self, text: str) -> None:
        self.say("  " + self.paint("33", text))

    def ask(self, prompt: str) -> str:
        """One line from the person. Quit at the end of input."""
        self.drawn_lines = 0
        try:
            if self.stdin is sys.stdin and self.stdin.isatty() and self.live:
                return self._edited(prompt).strip()
            self.stdout.write(prompt)
            self.stdout.flush()
            line = self.stdin.readline()
            if not line:
                raise EOFError
            self.say(line.rstrip("\n"))     # a transcript shows what was typed
            return line.strip()
        except EOFError:
            self.say()
            raise Quit from None

    def _edited(self, prompt: str) -> str:
        """A line from the terminal; what was typed while the engine thought stands in it already."""
        ahead, self.ahead = self.ahead, ""
        if ahead and readline is None:
            print(prompt + ahead, file=self.stdout, flush=True)
            return ahead
        if ahead:
            readline.set_startup_hook(lambda: readline.insert_text(ahead))
        try:
            return input(prompt)
        finally:
            if ahead:
                readline.set_startup_hook()

    # ------------------------------------------------------------ the game

    def begin(self, fen: str, person_is_white=None) -> bool:
        """Starts a game from a position; the person has the side to move there unless told otherwise."""
        situation, complaints = uci.ask_situation(self.engine, fen, [])
        if situation is None:
            self.complain("The engine refuses that position: " + _plain(complaints[0]))
            return False
        if person_is_white is None:
            person_is_white = situation.white_to_move
        self.engine.send("ucinewgame")
        if self.game is not None and self.game.moves and not self.game.saved:
            self.finished.append(self.game)
        self.game = Game(fen, person_is_white, [situation])
        self.set_clock()
        self.style.flipped = not person_is_white
        self.needs_drawing = True
        return True

    def set_clock(self) -> None:
        """A clock as the level has it, with all its time."""
        board = self.level.board
        self.clock = Clock(board) if board is not None and board.start_ms else None

    def end_game(self, result: str, why: str) -> None:
        self.game.ended = (result, why)
        self.game.saved = False
        if self.clock:
            self.clock.stop()
        self.needs_drawing = True

    def look_at_clock(self) -> bool:
        """Ends the game if somebody's time is up."""
        fallen = self.clock.fallen() if self.clock and not self.game.over else None
        if fallen is None:
            return False
        mine = fallen == self.game.person_is_white
        if self.words.could_mate(self.game.now.fen, white=not fallen):
            self.end_game(won_by(not fallen), "Time is up: " + ("Stackmate wins." if mine else "you win!"))
        else:
            self.end_game("1/2-1/2", f"Time is up, and {'Stackmate' if mine else 'you'} cannot mate: a draw.")
        return True

    def play_move(self, move: str) -> str:
        """Plays a legal move and returns its SAN."""
        game = self.game
        placement = chessboard.Placement(game.now.fen)
        situation, complaints = uci.ask_situation(self.engine, game.start, game.moves + [move])
        if situation is None:
            raise uci.NoAnswer(f"the engine refused its own legal move {move}: {_plain(complaints[0])}")
        san = self.san(move)
        game.moves.append(move)
        game.sans.append(san)
        game.situations.append(situation)
        game.saved = False
        if self.clock:
            self.clock.moved(placement.white_to_move)
            if game.over:
                self.clock.stop()
        self.needs_drawing = True
        return san

    def undo(self) -> None:
        """Back to where the person was to move before."""
        game = self.game
        if game.ended:
            game.ended, game.saved = (), False
            if self.clock and not game.person_to_move:
                self.clock.run(game.now.white_to_move)
            self.say("  The game goes on.")
            self.needs_drawing = True
            return
        earlier = [ply for ply in range(len(game.moves)) if game.situations[ply].white_to_move == game.person_is_white]
        if not earlier:
            self.complain("There is nothing to take back.")
            return
        keep = earlier[-1]
        taken = " ".join(game.sans[keep:])
        if self.clock:
            for situation in game.situations[keep:-1]:
                self.clock.taken_back(situation.white_to_move)
            if keep:
                self.clock.run(game.person_is_white)
        game.saved = False
        del game.moves[keep:], game.sans[keep:], game.situations[keep + 1:]
        self.say(f"  Taken back: {taken}")
        self.needs_drawing = True

    # ------------------------------------------------------------ thinking

    def go_command(self) -> str:
        """What makes the engine think about the position as its level says."""
        if self.level.go:
            return self.level.go
        if self.clock:
            return self.clock.go(self.game.now.white_to_move)
        if self.level.board.start_ms:       # a hint, where no clock runs
            return "go movetime 1000"
        words = self.words.go(self.level.board, self.game.seed, self.game.start, self.game.moves)
        if "searchmoves" in words:
            del words[words.index("searchmoves") + 1 + self.most_moves:]
        return " ".join(["go", *words])

    def think(self, label: str) -> tuple[str, uci.Thinking]:
        """Lets the engine search the position; shows its thinking as it goes. The move it chose."""
        go = self.go_command()
        limit = self.clock.remaining(self.game.now.white_to_move) if self.clock else self.level.limit
        self.engine.send(uci.position_command(self.game.start, self.game.moves))
        self.engine.send(go)
        thinking = uci.Thinking()
        started = last_sign = time.monotonic()
        asked = stopped = False
        with self._wiped_line(), self._keys() as ahead:
            while True:
                line = self.engine.receive(0.1)
                now = time.monotonic()
                if line is not None:
                    last_sign, asked = now, False
                    if line.startswith("bestmove"):
                        break
                    if line.startswith("info string error"):    # then there will be no bestmove
                        raise uci.NoAnswer(f"the engine refused '{go}': {_plain(line)}")
                    thinking.take(line)
                elif now - last_sign > max(10.0, 3 * limit):
                    if asked:
                        raise uci.NoAnswer("the engine no longer answers")
                    self.engine.send("isready")     # a long search is fine; a dead board is not
                    last_sign, asked = now, True
                typed = ahead()
                if typed.now and not stopped:
                    self.engine.send("stop")
                    stopped = True
                if self.live:
                    self._draw_thinking(label, thinking, now - started, typed.text)
        words = line.split()
        return (words[1] if len(words) > 1 else ""), thinking

    def san(self, move) -> str:
        """A legal move as people write it."""
        return self.words.san(self.game.now.fen, [], [move])[0]

    def line_of(self, moves) -> str:
        """A line that the engine expects, as people write it."""
        return " ".join(self.words.san(self.game.start, self.game.moves, moves))

    def score_of(self, thinking) -> str:
        return thinking.score_for(self.game.now.white_to_move)

    @contextlib.contextmanager
    def _wiped_line(self):
        """Afterwards the line that showed the thinking is empty, also when the person leaves meanwhile."""
        try:
            yield
        finally:
            if self.live:
                self.stdout.write("\r\033[K")

    def _draw_thinking(self, label, thinking, seconds, typed) -> None:
        spinner = "-\\|/"[int(seconds * 8) % 4]
        text = f"  {label} {spinner} {seconds:4.1f} s"
        if thinking.depth:
            text += f"  depth {thinking.depth}  {self.score_of(thinking)}  {self.line_of(thinking.pv[:8])}"
        typed = f"  > {typed}" if typed else ""
        room = max(10, self.columns - 1 - len(typed))
        self.stdout.write("\r\033[K" + self.paint("2", text[:room]) + typed)
        self.stdout.flush()

    @contextlib.contextmanager
    def _keys(self):
        """While the engine thinks, what is typed is kept for the prompt and shown. The terminal is restored."""
        if not (self.stdin is sys.stdin and self.stdin.isatty() and self.live):
            yield Ahead
            return
        import termios
        descriptor = self.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        quiet = termios.tcgetattr(descriptor)
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
        ahead = Ahead(self.ahead)

        def typed() -> Ahead:
            if select.select([descriptor], [], [], 0)[0]:
                keys = os.read(descriptor, 64)
                if not keys:
                    raise Quit
                ahead.take(keys.decode("utf-8", "ignore"))
            return ahead

        try:
            yield typed
        finally:
            self.ahead = ahead.text
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def engine_moves(self) -> None:
        move, thinking = self.think("thinking")
        if self.clock:
            self.clock.charge(thinking.time_ms / 1000)
        if self.look_at_clock():
            return
        if move not in self.game.now.legal:
            raise uci.NoAnswer(f"the engine answered with '{move}', which is not a legal move")
        number = chessboard.Placement(self.game.now.fen).move_number
        dots = "." if self.game.now.white_to_move else "..."
        theirs = self.game.sans[-1] if self.game.sans else ""
        score, expected = self.score_of(thinking), self.words.san(self.game.start, self.game.moves, [move, *thinking.pv[1:8]])
        san = self.play_move(move)
        if self.drawn_lines:
            self.rub_out()
            if theirs and self.live:
                self.say(f"  You played {theirs}.")
        details = []
        if thinking.depth:
            details = [f"depth {thinking.depth}", *([score] if score else []), f"{thinking.nodes:,} nodes"]
            if thinking.time_ms:
                details.append(f"{thinking.time_ms / 1000:.1f} s")
        self.say(f"  Stackmate plays {self.paint('1', f'{number}{dots} {san}')}"
                 + (self.paint("2", f"   ({', '.join(details)})") if details else ""))
        if expected[1:]:
            self.say(self.paint("2", f"  It expects {' '.join(expected[1:])}"))

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        game = self.game
        placement = chessboard.Placement(game.now.fen)
        checked = placement.king_square(game.now.white_to_move) if game.now.checkers else ""
        lines = chessboard.draw(placement, self.style, game.moves[-1] if game.moves else "", checked)
        top_is_white = self.style.flipped
        panel = [self.captured_line(placement, top_is_white),
                 self.paint("1", self.opponent),
                 f"you have {'White' if game.person_is_white else 'Black'}   level: {self.level.text}",
                 *([f"clock: {self.clock.text()}"] if self.clock else []),
                 *(f"  {row}" for row in ([""] * 4 + game.numbered())[(-3 if self.clock else -4):]),
                 self.captured_line(placement, not top_is_white)]
        if not self.style.colour:
            panel.insert(0, "")     # beside the frame
        columns = self.columns if self.live else 100
        room = columns - 1 - terminal.width_of(lines[0]) - 3
        panel = [part for line in panel
                 for part in (line.split("   ") if not line.startswith(" ") and terminal.width_of(line) > room else [line])]
        folded = [part for line in panel for part in terminal.fold(line, max(16, room))]
        while folded and not folded[-1].strip():
            folded.pop()
        if room < 16:               # below it
            lines, folded = lines + [""] + [part for line in panel if line for part in terminal.fold(" " + line, columns - 1)], []
        self.say()
        for line, beside in itertools.zip_longest(lines, folded, fillvalue=""):
            line += " " * (terminal.width_of(lines[0]) - terminal.width_of(line)) if beside else ""
            self.say(f"{line}   {beside}".rstrip())
        self.say()
        self.drawn_lines = max(len(lines), len(folded)) + 2
        self.needs_drawing = False

    def captured_line(self, placement, white: bool) -> str:
        white_gone, black_gone = self.game.captured()
        return chessboard.captured_line(placement, white, self.style, black_gone if white else white_gone)

    def rub_out(self) -> None:
        """On a terminal, takes the board drawn last away again, so that a move and its answer make one."""
        if self.live and self.drawn_lines:
            self.stdout.write(f"\r\033[{self.drawn_lines}A\033[J")
        self.drawn_lines = 0

    # ------------------------------------------------------------ commands

    def run(self) -> None:
        """Plays until the person leaves (Quit)."""
        while True:
            game = self.game
            if self.needs_drawing:
                self.draw()
                if game.over:
                    self.say("  " + self.paint("1", game.verdict()) + f"  {game.result}")
                elif game.now.checkers and game.person_to_move:
                    self.say("  " + self.paint("1;31", "You are in check."))
            if not game.over and not game.person_to_move:
                self.engine_moves()
                continue
            text = self.ask(self._prompt())
            if not self.look_at_clock():
                self.obey(text)

    def _prompt(self) -> str:
        if self.game.over:
            return "new, undo, pgn or quit > "
        number = chessboard.Placement(self.game.now.fen).move_number
        return f"{number}{'.' if self.game.now.white_to_move else '...'} your move > "

    def obey(self, text: str) -> None:
        if not text:
            return
        word, _, rest = text.partition(" ")
        command = SHORT.get(word.lower(), word.lower())
        if command in COMMANDS:
            getattr(self, "do_" + command)(rest.strip())
        elif chessboard.looks_like_move(text):
            self.do_move(text)
        else:
            near = difflib.get_close_matches(command, COMMANDS, 1)
            hint = f" Did you mean '{near[0]}'?" if near else " 'help' lists what can be typed."
            self.complain(f"'{_quoted(text)}' is neither a move (like e2e4, Nf3, exd5, O-O) nor a command." + hint)

    def do_move(self, text: str) -> None:
        game = self.game
        if game.over:
            self.complain("The game is over: 'new' begins another, 'undo' takes back.")
            return
        placement = chessboard.Placement(game.now.fen)
        reading = chessboard.read_move(placement, text, game.now.legal)
        if reading.complaint:
            self.complain(reading.complaint)
            return
        if reading.candidates:
            sans = [self.san(move) for move in reading.candidates]
            if not reading.is_promotion_choice:
                self.complain(f"Which one? {' or '.join(sans)}")
                return
            answer = self.ask("  Promote to q(ueen), r(ook), b(ishop) or n (knight)? [q] ").lower() or "q"
            letter = {"knight": "n"}.get(answer, answer[:1])
            chosen = [move for move in reading.candidates if move[4] == letter]
            if not chosen:
                self.complain("That is no piece to promote to; nothing was played.")
                return
            reading.move = chosen[0]
        self.play_move(reading.move)

    def do_help(self, _rest) -> None:
        width = min(100, self.columns - 1) if self.live else 78
        self.say_pages(textwrap.indent(terminal.listed(HELP_WORDS, HELP_END, width - 2), "  "))

    def do_new(self, rest) -> None:
        sides = {"": None, "white": True, "w": True, "black": False, "b": False}
        if rest.lower() not in sides:
            self.complain("Say 'new', 'new white' or 'new black'.")
            return
        side = sides[rest.lower()]
        self.begin(uci.START_FEN, self.game.person_is_white if side is None else side)

    def do_undo(self, _rest) -> None:
        self.undo()

    def do_hint(self, _rest) -> None:
        if self.game.over:
            self.complain("The game is over.")
            return
        move, thinking = self.think("looking for a hint")
        san, score = self.san(move), self.score_of(thinking)
        self.say(f"  It would play {self.paint('1', san)}" + (f" ({score})" if score else ""))

    def do_go(self, _rest) -> None:
        if self.game.over:
            self.complain("The game is over.")
            return
        self.game.person_is_white = not self.game.person_is_white
        self.say(f"  You now have {'White' if self.game.person_is_white else 'Black'}.")

    def do_level(self, rest) -> None:
        if not rest:
            self.say(f"  Level: {self.level.text}. Change it with: level beginner, level strength 3, level 3s, level depth 6, "
                     "level nodes 5000, level 5+3, level easy, level normal, level hard")
            return
        level = Level.parse(rest)
        if level is None:
            self.complain(NO_LEVEL)
            return
        self.level = level
        self.set_clock()
        if self.clock and self.game.moves and not self.game.over:
            self.clock.run(self.game.now.white_to_move)
        self.say(f"  Level: {level.text}")

    def do_resign(self, _rest) -> None:
        if self.game.over:
            self.complain("The game is over.")
            return
        self.end_game(won_by(not self.game.person_is_white), "You resign: Stackmate wins.")

    def do_flip(self, _rest) -> None:
        self.style.flipped = not self.style.flipped
        self.needs_drawing = True

    def do_board(self, _rest) -> None:
        self.needs_drawing = True

    def do_legal(self, _rest) -> None:
        sans = sorted(map(self.san, self.game.now.legal))
        self.say(textwrap.fill(" ".join(sans) or "none", self.width, initial_indent="  ", subsequent_indent="  "))

    def do_moves(self, _rest) -> None:
        rows = self.game.numbered()
        text = textwrap.fill(" ".join(rows) or "No moves yet.", self.width, initial_indent="  ", subsequent_indent="  ")
        self.say_pages(text)

    def do_pgn(self, rest) -> None:
        text = self.game.pgn(self.opponent)
        if not rest:
            self.say_pages("\n" + text)
            return
        try:
            with open(os.path.expanduser(rest), "w", encoding="utf-8") as file:
                file.write(text)
            self.game.saved = True
            self.say(f"  Written to {rest}")
        except (OSError, ValueError) as error:      # no file's name holds a zero byte
            self.complain(f"{_quoted(rest)} cannot be written: {getattr(error, 'strerror', error)}")

    def do_fen(self, rest) -> None:
        if not rest:
            self.say("  " + self.game.now.fen)
            return
        self.set_up(rest)

    def set_up(self, rest, person_is_white=None) -> bool:
        """A game from a FEN, of which the fields behind the first may be missing. False when it is refused."""
        return self.begin(full_fen(rest), person_is_white)

    def do_quit(self, _rest) -> None:
        raise Quit

    # ------------------------------------------------------------ leaving

    def unsaved(self) -> list:
        """The games that no file has yet."""
        return [game for game in (*self.finished, self.game) if game is not None and game.moves and not game.saved]

    def keep_games(self, *, ask: bool = True) -> None:
        """No game is lost by leaving: on a terminal it is written to a file, unless the person says no; elsewhere it is
        shown."""
        games = self.unsaved()
        if not games:
            return
        text = "\n".join(game.pgn(self.opponent) for game in games)
        if self.live:
            kept_games.keep(text, "your game" if len(games) == 1 else f"your {len(games)} games", ask=ask, stdout=self.stdout)
        else:
            print("\n" + text, file=self.stdout, flush=True)
        for game in games:
            game.saved = True


def full_fen(text: str) -> str:
    """All six fields of a FEN of which those behind the first may be missing."""
    fields = text.strip("\"'").split()
    defaults = ["", "w", "-", "-", "0", "1"]
    return " ".join(fields + defaults[len(fields):])


def _quoted(text: str) -> str:
    """What a person typed, fit to be shown on one line."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= 40 else text[:37] + "..."


def _plain(complaint: str) -> str:
    return re.sub(r"^info string\s*(error:?)?\s*", "", complaint)


def parse_arguments(arguments):
    there = ", ".join(board.name for board in boards.BOARDS.values() if can_be_played(board))
    simulated = ", ".join(board.name for board in boards.BOARDS.values() if board.squares)
    parser = argparse.ArgumentParser(
        prog="tools/play", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play chess against the firmware, which runs on an emulated board. Installs what is missing,\n"
                    "builds the firmware and boots it. Or, with --uci, be that board for a chess GUI.\n\n"
                    "With --board rp2040 or stm32l475 you sit at a whole simulated chess board: pieces, lights, buttons.",
        epilog=f"boards that can be played: {there}\nof them whole chess boards: {simulated}\n\nwhat can be typed in a game:\n"
               + textwrap.indent(HELP, "  "))
    parser.add_argument("--board", default=boards.DEFAULT, metavar="NAME", help="which board (default: %(default)s)")
    parser.add_argument("--uci", action="store_true",
                        help="be a UCI engine on stdin and stdout: the emulated board behind the bridge, as a GUI has a real one")
    parser.add_argument("--serial", action="store_true",
                        help="on a simulated chess board, play over its serial port as on the other boards")
    parser.add_argument("--black", action="store_true", help="you have Black; the engine begins")
    parser.add_argument("--level", metavar="LEVEL",
                        help="beginner, 'strength 3', 3s, 500ms, 'depth 6', 'nodes 5000', 5+3 (a clock), easy, normal, hard; "
                             "default: normal, and at a simulated chess board its own, strength 3")
    parser.add_argument("--fen", metavar="FEN", help="begin from this position; you have the side to move, unless --black")
    parser.add_argument("--ascii", action="store_true", help="letters for the pieces")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    options = parser.parse_args(arguments)
    try:
        options.board = boards.find(options.board)
    except ValueError as error:
        parser.error(str(error))
    if not can_be_played(options.board):
        parser.error(f"no emulator for {options.board.name} is known; boards that can be played: {there}")
    return options


def can_be_played(board: boards.Board) -> bool:
    return bool(board.machine) or not board.is_device


def level_of(options) -> Level | None:
    """What --level says; None: nothing. Raises WrongCall."""
    if options.level is None:
        return None
    level = Level.parse(options.level)
    if level is None:
        raise WrongCall(f"'{options.level}' is no level. {NO_LEVEL}")
    return level


class WrongCall(Exception):
    """What the command line asks for cannot be had."""


def name_of(board: boards.Board) -> str:
    return f"Stackmate on {'an emulated ' if board.is_device else ''}{board.chip.split(',')[0]}"


def start_board(board, progress):
    """Everything from a bare machine to a booted board: the emulator's process."""
    build.setup()
    reason = emulator.why_not(board)
    if reason:
        raise emulator.EmulatorError(reason)
    image = build.image_of(board, progress=progress)
    return emulator.start(board, image)


def host_program(progress):
    """The desktop program, which is the bridge to a board as well."""
    build.setup()
    return build.image_of(boards.find("host"), progress=progress)


def style_of(options) -> chessboard.Style:
    for stream in (sys.stdin, sys.stdout):      # a letter that the terminal's alphabet lacks is no reason to end
        stream.reconfigure(errors="replace")
    return chessboard.Style(unicode=terminal.speaks_unicode(sys.stdout) and not options.ascii,
                            colour=terminal.wants_colour(sys.stdout) and not options.no_colour)


TINY_MOVES = 10     # that `go searchmoves` may name on the smallest boards
SEEN_MS = 40     # between two looks at an emulated display


def sit_at_board(options) -> int:
    """One person at the simulated chess board."""
    build.setup()
    level = level_of(options)
    if level is not None and not level.code:
        raise WrongCall(f"a chess board has no level '{options.level}': {NO_LEVEL} But 500ms, nodes and other times are not there.")
    if reason := emulator.why_not(options.board):
        raise emulator.EmulatorError(reason)
    image = build.image_of(options.board, progress=terminal.Progress())
    if options.board.machine == boards.RP2040JS:
        board = simboard.SimBoard(image)
    else:
        board = qtest.QemuBoard(options.board, image, look_ms=SEEN_MS)
    chip = options.board.chip.split(",")[0]
    wishes = board_table.Wishes(level=level.code if level else "", person_is_white=not options.black,
                                fen=full_fen(options.fen) if options.fen else "")
    return board_table.play(board, f"{'an' if chip[0] in 'RS' else 'a'} emulated {chip} board", style_of(options), wishes,
                            keeps_games=options.board.machine == boards.RP2040JS)


def sit_down(process, options) -> int:
    """One person, one board, until the person leaves."""
    style = style_of(options)
    engine = uci.Engine(process)
    engine.synchronise()
    table = Table(engine, name_of(options.board), style, level_of(options) or Level.parse("normal"), not options.black,
                  most_moves=TINY_MOVES if options.board.configuration == "Tiny" else 218)
    if options.fen and not table.set_up(options.fen, False if options.black else None):
        return 1
    table.say("\n" + table.paint("1", f"{table.opponent}. ") + "Type a move, or 'help'. Scores are White's: +1.00 is a pawn for White.")
    try:
        table.run()
    except (uci.EngineGone, uci.NoAnswer) as error:
        table.say()
        print(f"tools/play: {error}.", file=sys.stderr)
        table.keep_games(ask=False)
        return 1
    except (Quit, KeyboardInterrupt):
        if table.live:
            table.say()
        table.keep_games()
        raise
    except SystemExit:
        table.keep_games(ask=False)
        raise
    finally:
        table.words.close()


def end_at_signals() -> None:
    """SIGTERM and SIGHUP end the program in order. One that comes just before input() begins to wait is not seen by Python until a
    key is pressed: so it is sent again until it is obeyed."""
    def obey(number, _frame):
        signal.signal(number, signal.SIG_IGN)       # what is still sent does not disturb the end
        sys.exit(128 + number)

    def insist():
        number = 0
        while number not in ends:
            number = os.read(arrived, 1)[0]
        while True:
            time.sleep(0.2)
            signal.pthread_kill(threading.main_thread().ident, number)

    ends = (signal.SIGTERM, signal.SIGHUP)
    arrived, noticed = os.pipe()
    os.set_blocking(noticed, False)
    signal.set_wakeup_fd(noticed)
    for end in ends:
        signal.signal(end, obey)
    threading.Thread(target=insist, daemon=True).start()


def main(arguments=None) -> int:
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    end_at_signals()
    process = None
    try:
        if options.board.squares and not (options.uci or options.serial):
            return sit_at_board(options)
        if options.level and not options.uci:
            build.setup()
            level_of(options)       # before the long build
        program = host_program(terminal.Progress()) if options.uci else None
        process = start_board(options.board, terminal.Progress())
        if program:
            return bridge.run(process, program)
        return sit_down(process, options) or 0
    except WrongCall as error:
        print(f"tools/play: {error}", file=sys.stderr)
        return 2
    except Quit:
        print("  Goodbye.")
        return 0
    except KeyboardInterrupt:
        print("\n  Goodbye." if not options.uci else "", file=sys.stdout if not options.uci else sys.stderr)
        return 130
    except (build.BuildError, emulator.EmulatorError, uci.EngineGone, uci.NoAnswer,
            simboard.SimBoardError, qtest.BoardError) as error:
        print(f"tools/play: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    finally:
        if process is not None:
            emulator.stop(process)


if __name__ == "__main__":
    terminal.run(main)

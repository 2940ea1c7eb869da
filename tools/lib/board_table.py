"""tools/play: a person at a simulated chess board.

The whole board is simulated: the person moves pieces by typing, and sees them with the lights under their squares. What
the firmware knows comes through the sensors and buttons alone.
"""

import contextlib
import datetime
import itertools
import os
import re
import select
import shutil
import sys
import time
from collections import deque
from dataclasses import dataclass, field

import chess_words
import chessboard
import kept_games
import lights
import simboard
import terminal
from simboard import square_index, square_name
from uci import START_FEN

HELP_WORDS = (
    ("e4, Nf3, O-O", "makes the whole move by hand: what is taken goes off the board, castling moves the rook too, a promotion "
                     "is chosen. e2e4 does the same, also where it is not legal"),
    ("Enter alone", "makes the engine's move, which the lights ask for"),
    ("lift e2", "take the piece off its square"),
    ("place e4", "put down what was lifted last; 'place e4 N': a piece of your own box, N white, n black"),
    ("tap e5", "touch a square: lift and put back, or the other way round"),
    ("press play", "push a button: play, hint ('hint' does it, too), menu, pause"),
    ("hold play", "for longer than a second: the menu, in which every square says what a tap on it chooses"),
    ("setup", "all pieces as a game begins; 'clear': all off the board"),
    ("off, on", "the power"),
    ("wait 10", "let ten seconds pass"),
    ("lights", "what all the lights mean"),
    ("flip", "look from the other side"),
    ("undo", "take back your last move and the answer; the pieces go back, too"),
    ("level LEVEL", "choose the level: beginner, strength 3, 5 s, depth 6, 5+3"),
    ("pgn", "the game so far"),
    ("serial TEXT", "send a line over the serial port: 'serial board hint'"),
    ("quit", "leave (so do Ctrl-C and Ctrl-D); you are asked whether to keep the game"),
)
HELP_END = ("The board plays at strength 3 at first: it answers at once, and is careless. "
            "'hold play' and a tap on a square of rank 3 to 6 choose another level; docs/CHESSBOARD.md is the board's manual.")

HELP = terminal.listed(HELP_WORDS, HELP_END, 78, 15)
DEFAULT = "rp2040"              # the board to sit at
LEVELS = "beginner, 'strength 3', '5 s', 'depth 6', 5+3 and the others of docs/LEVELS.md"

COMMANDS = ("help", "lift", "place", "tap", "press", "hold", "setup", "clear", "off", "on", "wait", "lights", "flip",
            "undo", "level", "pgn", "hint", "serial", "quit")
SHORT = {"h": "help", "?": "help", "l": "lift", "p": "place", "put": "place", "take": "lift", "t": "tap", "q": "quit",
         "exit": "quit", "bye": "quit", "power": "on", "touch": "tap", "reset": "setup", "commands": "help"}
MENU_LIGHTS = ("choice", "chosen", "action")
SHORT_NAMES = {"test the board": "test", "set up a position": "set up", "close the menu": "close", "turn the board": "turn",
               "change sides": "swap", "take back": "undo", "new game": "new", "the other game": "other"}
SHORTEST_NAMES = {"test the board": "test", "analysis": "study", "brighter": "bright", "40/90+30": "40/90"}
DEFAULT_LEVEL = "strength 3"        # firmware's, of a board that nobody has set
MEMORY_MS = 2200        # the longest rhythm: what shone so long ago is still said
NOTICED_MS = 35         # what shines for less nobody sees; the shortest flash of a rhythm is twice as long
REPEATED_MS = 100       # the same words within that are said once
ASK_MS = 1000           # between two looks at running clocks
SIDE_COLUMNS = 34       # of text beside the board; with less it goes below
CARRY_MS = 250
RESTED_MS = 700         # after that a move that was made by hand has been felt


class Quit(Exception):
    """The person wants to leave."""


class Mistyped(Exception):
    """What was typed cannot be done; the text says why."""


@dataclass
class Wishes:
    """What the person asked for before sitting down."""
    level: str = ""             # as `board level` takes it
    person_is_white: bool = True
    fen: str = ""


@dataclass
class Status:
    """What the board last said of its game."""
    fen: str = ""
    state: str = ""
    level: str = ""
    players: tuple = ("person", "engine")
    clocks: tuple = ()          # milliseconds
    other: str = ""             # what is said of a game that is not chess
    result: str = ""
    asked: str = ""             # the engine's move that the hands are to make, as "e7e5"
    moves: list = field(default_factory=list)       # "1. e4", "1... e5"

    def hear(self, text: str) -> bool:
        """Takes in a line of the serial port; False if it answers no question about the state."""
        words = text.split()
        if match := re.match(r"checkers (fen|state) (.+)", text):
            self.fen = ""
            if match[1] == "state":
                self.other = "checkers: " + match[2]
        elif words[:1] == ["fen"]:
            self.fen, self.other = text.removeprefix("fen "), ""
        elif words[:1] == ["state"]:
            self.state = words[1]
        elif match := re.match(r"level (.+) white (\w+) black (\w+)(?: clocks (\d+) (\d+) ms)?$", text):
            self.level, self.players = match[1], (match[2], match[3])
            self.clocks = tuple(map(int, match.groups()[3:])) if match[4] else ()
        elif re.match(r"result (\S+) the game goes on$", text):
            self.result = ""
        else:
            return False
        return True

    def follow(self, text: str) -> None:
        """Takes in what happened."""
        if match := re.match(r"waiting for the move to be made on the board: \S+ (\S+)", text):
            self.asked = match[1]
        elif match := re.match(r"move (\d+\.+) (\S+) ", text):
            self.asked = ""
            self.moves.append(f"{match[1]} {match[2]}")
        elif match := re.match(r"taken back (\d+) half move", text):
            self.asked = ""
            del self.moves[-int(match[1]):]
        elif text.startswith("new game"):
            self.moves.clear()
            self.result = self.asked = ""
        elif match := re.match(r"result (.+)", text):
            self.result = match[1]

    def text(self) -> str:
        if not self.fen:
            return self.other
        white = self.fen.split()[1] == "w"
        parts = [self.result or f"{'White' if white else 'Black'} to move", f"White: {self.players[0]}", f"Black: {self.players[1]}",
                 self.level + (" (default)" if self.level == DEFAULT_LEVEL else "")]
        if self.clocks:
            parts.append("clock " + " - ".join(f"{ms // 60000}:{ms // 1000 % 60:02}" for ms in self.clocks))
        last = " ".join(move if i == 0 else re.sub(r"^\d+\.\.\. ", "", move) for i, move in enumerate(self.moves[-6:]))
        return " | ".join(part for part in (*parts, last) if part)


class Table:
    """The board, its pieces as the person left them, and what the person sees of it."""

    def __init__(self, board, style, stdin=sys.stdin, stdout=sys.stdout, name="a simulated board", keeps_games=True):
        self.board, self.style, self.name, self.keeps_games = board, style, name, keeps_games
        self.words = chess_words.Words()
        self.status = Status()
        self.asked_at = None            # the board's time when it was last asked for its state; None: it is to be asked
        self.raw_until = -1.0           # the person sends lines of their own and sees all answers
        self.talks = False              # it has said something
        self.lines_said = {}            # text -> when, of the last ones
        self.shining = {}               # square -> (light, since when)
        self.carried_at = 0.0
        self.pages = []                 # lines of a text that takes the whole screen: (text, colour)
        self.stdin, self.stdout = stdin, stdout
        self.live = stdin.isatty() and stdout.isatty() and style.colour
        self.pieces = {}
        self.hand = []                  # what was lifted and has not been put down
        self.news = deque(maxlen=200)   # lines to show: (kind, text)
        self.heard = 0
        self.seen = {}                  # square -> (light, when it shone last)
        self.looked = 0
        self.brightness = lights.BRIGHTNESS
        self.last_said = None

    # ------------------------------------------------------------ hands

    def square(self, text) -> str:
        if not re.fullmatch("[a-h][1-8]", text):
            raise Mistyped(f"'{text}' is no square: they are called a1 to h8.")
        return text

    def lift(self, square) -> str:
        letter = self.pieces.pop(square, "")
        if not letter:
            raise Mistyped(f"There is nothing on {square}.")
        self.hand.append(letter)
        self.board.lift(square)
        return letter

    def place(self, square, letter="") -> None:
        if square in self.pieces:
            raise Mistyped(f"There is a piece on {square} already: lift it first.")
        if not letter:
            if not self.hand:
                raise Mistyped(f"You have nothing in your hand. A new piece: place {square} Q (white) or q (black).")
            letter = self.hand.pop()
        elif letter in self.hand:
            self.hand.remove(letter)
        self.pieces[square] = letter
        self.board.place(square)

    def set_up(self, fen: str) -> None:
        placement = chessboard.Placement(fen)
        self.pieces = {square_name(i): placement.at(square_name(i)) for i in range(64) if placement.at(square_name(i))}
        self.hand.clear()
        self.board.set_squares(self.pieces)

    # ------------------------------------------------------------ commands

    def obey(self, text: str) -> None:
        """One line that was typed."""
        words = text.split() or self.status.asked.split()
        if not words:
            return
        move = re.fullmatch("([a-h][1-8])[-x]?([a-h][1-8])=?([qrbnQRBN])?", words[0])
        if move and len(words) == 1:
            self.carry(move[1], move[2], (move[3] or "").lower())
            return
        name = words[0].lower()
        name = SHORT.get(name, name)
        if name not in COMMANDS and len(words) == 1 and chessboard.looks_like_move(words[0]):
            self.play(words[0])
            return
        if name not in COMMANDS:
            near = [command for command in COMMANDS if command.startswith(name)] if len(name) > 1 else []
            if len(near) != 1:
                raise Mistyped(f"'{words[0][:40]}' is no command and no move. Moves are typed e4, Nf3 or e2e4; 'help' tells the rest.")
            name = near[0]
        getattr(self, "do_" + name)(words[1:])

    def play(self, text) -> None:
        """The move that a person means, made by hand."""
        self.pass_time(self.carried_at + RESTED_MS - self.board.ms)     # the move before this one may not be felt yet
        fen = self.fen()
        legal = self.words.legal(fen) if fen else []
        if not legal:       # no game yet, or one that is over, or not chess
            raise Mistyped("There is no position of chess in which that is a move. e2e4 moves a piece all the same.")
        reading = chessboard.read_move(chessboard.Placement(fen), text, legal)
        if reading.complaint:
            first = " The board's own move comes first: Enter makes it." if self.status.state == "move_to_make" else ""
            raise Mistyped(reading.complaint + first)
        move = reading.move
        if reading.candidates and reading.is_promotion_choice:
            move = reading.candidates[0][:4]        # the board asks what the pawn becomes
        elif reading.candidates:
            raise Mistyped("Which one? " + " or ".join(reading.candidates))
        self.carry(move[:2], move[2:4], move[4:])

    def carry(self, origin, target, promotion="") -> None:
        """All that a hand does for a move: what is taken goes off the board first, the rook follows the castling king."""
        if origin == target:
            raise Mistyped("From where to where? To touch a square: tap " + origin)
        if origin not in self.pieces:
            raise Mistyped(f"There is nothing on {origin}.")
        passed = target[0] + origin[1]      # where a pawn stands that is taken in passing
        piece = self.pieces[origin]
        aslant = piece in "Pp" and origin[0] != target[0] and target not in self.pieces
        self.lift(origin)
        self.pass_time(CARRY_MS)
        taken = target if target in self.pieces else passed if aslant and self.pieces.get(passed) == piece.swapcase() else ""
        if taken:
            letter = self.pieces.pop(taken)
            self.board.lift(taken)
            self.pass_time(CARRY_MS)
            self.tell("note", f"{letter} goes off the board.")
        self.place(target)
        corner = ("h" if target[0] == "g" else "a") + origin[1]
        rook = "R" if piece == "K" else "r"
        if piece in "Kk" and origin in ("e1", "e8") and target[0] in "cg" and target[1] == origin[1] and self.pieces.get(corner) == rook:
            self.pass_time(CARRY_MS)
            self.lift(corner)
            self.pass_time(CARRY_MS)
            self.place(("f" if target[0] == "g" else "d") + origin[1])
        self.carried_at = self.board.ms
        if promotion and piece in "Pp" and target[1] in "18":
            self.choose_promotion(target, promotion)

    def choose_promotion(self, target, letter) -> None:
        """Taps the square of the piece, once the board asks."""
        for _ in range(20):
            if any(light == "promotion" for light, _ in self.seen.values()):
                break
            self.pass_time(100)
        else:
            return                  # it did not ask: the piece is known, or the move is not legal
        down = 1 + "qrbn".index(letter)
        self.do_tap([target[0] + str(8 - down if target[1] == "8" else 1 + down)])

    def one(self, words, what) -> str:
        if len(words) != 1:
            raise Mistyped(f"Which {what}? For example: {what} {'e4' if what == 'square' else 'play'}")
        return words[0].lower()

    def do_help(self, _words):
        width = min(100, self.columns - 4) if self.live else 78
        self.tell_pages([(line, None) for line in terminal.listed(HELP_WORDS, HELP_END, width, 15).split("\n")])

    def do_lift(self, words):
        self.lift(self.square(self.one(words, "square")))

    def do_place(self, words):
        if len(words) == 2 and re.fullmatch("[a-h][1-8]", words[1].lower()):
            words = words[::-1]
        if not 1 <= len(words) <= 2 or len(words) == 2 and not re.fullmatch("[KQRBNPkqrbnp]", words[1]):
            raise Mistyped("For example: place e4, or place e4 N for a white knight, place e4 n for a black one.")
        self.place(self.square(words[0].lower()), words[1] if len(words) == 2 else "")

    def do_tap(self, words):
        square = self.square(self.one(words, "square"))
        self.board.note(f"tap {square}")
        for still in (200, 600):
            self.board.turn(square)
            self.pass_time(still)

    def button(self, words):
        name = self.one(words, "button")
        if name not in simboard.BUTTONS:
            raise Mistyped(f"There is no button '{name}': {', '.join(simboard.BUTTONS)}.")
        return simboard.BUTTONS[name]

    def push(self, words, ms):
        number = self.button(words)
        self.board.push(number, True)
        self.pass_time(ms)
        self.board.push(number, False)

    def do_press(self, words):
        self.push(words, 120)

    def do_hold(self, words):
        self.push(words, 1300)

    def do_setup(self, _words):
        self.set_up(START_FEN)

    def do_clear(self, _words):
        self.pieces.clear()
        self.hand.clear()
        self.board.set_squares(())

    def do_off(self, _words):
        if not self.board.powered:
            raise Mistyped("The power is off. 'on' switches it on.")
        self.board.cut_power()
        self.seen.clear()
        self.shining.clear()
        self.tell("note", "The power is off.")
        if not self.keeps_games:
            self.tell("note", "This emulator has no flash that can be written: the game is lost. A real board keeps it.")

    def do_on(self, _words):
        if self.board.powered:
            raise Mistyped("The power is on.")
        self.board.power_on()

    def do_wait(self, words):
        try:
            seconds = float(words[0]) if words else 5.0
            if not 0 <= seconds <= 600:
                raise ValueError
        except ValueError:
            raise Mistyped("How many seconds, at most 600?") from None
        self.pass_time(1000 * seconds)

    def do_lights(self, _words):
        self.tell_pages([(f"{style.name.replace('_', ' '):18} {style.pattern.replace('1', '#').replace('0', '.')} {style.meaning}",
                          style.colour) for style in lights.styles().values() if style.name != "dark"])

    def do_flip(self, _words):
        self.style.flipped = not self.style.flipped

    def do_hint(self, _words):
        self.do_press(["hint"])

    def do_undo(self, _words):
        before = self.fen()
        self.board.send("board takeback")
        self.pass_time(100)
        after = self.fen()
        if after in ("", before):
            raise Mistyped("There is nothing to take back.")
        self.set_up(after)

    def do_level(self, words):
        code = chess_words.level_code(" ".join(words))
        if code is None:
            raise Mistyped(f"Levels: {LEVELS}")
        self.board.send("board level " + code)

    def do_pgn(self, _words):
        self.tell_pages([(line, None) for line in game_of(self).split("\n")])

    def do_serial(self, words):
        self.raw_until = self.board.ms + 2000
        self.board.send(" ".join(words))

    def do_quit(self, _words):
        raise Quit

    # ------------------------------------------------------------ time and news

    def tell(self, kind, text, colour=None) -> None:
        self.news.append((kind, text, colour))
        if not self.live:
            print("  " + text, file=self.stdout, flush=True)

    def tell_pages(self, lines) -> None:
        """A long text: on a terminal a screen at a time."""
        if self.live:
            self.pages = list(lines)
        for text, colour in () if self.live else lines:
            self.tell("help", text, colour)

    def pass_time(self, ms: float) -> None:
        """The board's time goes on; on a terminal in real time, and it is drawn meanwhile."""
        if ms <= 0:
            return
        if not self.live:
            while ms > 0 and self.board.powered:
                self.board.run(min(ms, 500))
                self.listen()
                ms -= 500
            return
        end = self.board.ms + ms
        while self.board.ms < end - 1e-6:
            self.moment(end - self.board.ms)

    def moment(self, most: float) -> None:
        started = time.monotonic()
        step = min(most, 60.0)
        self.board.run(step)
        self.listen()
        self.draw()
        rest = step / 1000 - (time.monotonic() - started)
        if rest > 0:
            time.sleep(rest)

    def listen(self) -> None:
        """Takes in what the board has said and shown since."""
        for ms, line in self.board.lines[self.heard:]:
            self.hear(line, ms)
        self.heard = len(self.board.lines)
        for frame in self.board.frames[self.looked:]:
            self.look(frame, frame.ms)
        self.looked = len(self.board.frames)
        self.look(self.board.picture, self.board.ms)
        if len(self.board.frames) > 4000:   # a person may sit here for hours
            del self.board.frames[:], self.board.lines[:], self.board.transcript[:]
            self.looked = self.heard = 0
        self.seen = {square: (light, at) for square, (light, at) in self.seen.items() if at > self.board.ms - MEMORY_MS}
        if self.board.powered and self.talks:
            if self.asked_at is None or self.status.clocks and self.board.ms > self.asked_at + ASK_MS:
                self.ask_state()

    def look(self, frame, ms) -> None:
        """A picture that is out at this time. What has shone for a moment only is not remembered: nobody saw it."""
        try:
            shown = lights.read(frame, self.brightness)
        except lights.LightsError:
            return                          # just after the brightness was changed
        before = self.shining
        self.shining = {square: (light, before[square][1] if before.get(square, ("",))[0] == light else frame.ms)
                        for square, light in shown.items()}
        for square, (light, since) in (*before.items(), *self.shining.items()):
            if ms - since >= NOTICED_MS:
                self.seen[square] = (light, ms)

    def ask_state(self) -> None:
        """The answers come with the board's time."""
        if self.board.powered:
            self.asked_at = self.board.ms
            self.board.send("board")

    def fen(self) -> str:
        """The position that the board answers with."""
        self.ask_state()
        self.pass_time(60)
        return self.status.fen

    def hear(self, line: str, ms: float = 0.0) -> None:
        text = line.removeprefix("info string ").removeprefix("board ")
        self.talks = True
        if line.startswith("Stackmate"):
            self.asked_at = None
        answer = self.status.hear(text) if line.startswith(("info string board ", "info string checkers ")) else False
        if (answer or line.startswith("Stackmate") and not self.live) and ms > self.raw_until:
            return
        if not answer:
            self.status.follow(text)
            self.asked_at = None
        if match := re.search(r"brightness (\d+)", text):
            self.brightness = int(match[1])
        promoted = re.match(r"move \d+\.+ \S*=([QRBN])\S* [a-h][27]([a-h])([18])", text)
        if promoted:        # the hands put the piece there that the pawn has become
            self.pieces[promoted[2] + promoted[3]] = promoted[1] if promoted[3] == "8" else promoted[1].lower()
        if ms - self.lines_said.get(text, -1e9) < REPEATED_MS:
            return
        self.lines_said = {said: at for said, at in self.lines_said.items() if ms - at < REPEATED_MS} | {text: ms}
        if not self.keeps_games and text.startswith("error: the game is not saved"):
            text = "The game is not saved: this emulator has no flash that can be written. A real board keeps it."
        self.tell("line", text.removesuffix(" " + START_FEN))

    # ------------------------------------------------------------ what the person sees

    def meanings(self) -> list:
        """What the lights say now: (light, squares), the most urgent first."""
        groups = {}
        for square, (light, _) in sorted(self.seen.items()):
            groups.setdefault(light, []).append(square)
        order = list(lights.styles())
        return sorted(groups.items(), key=lambda item: order.index(item[0]))

    def meaning_lines(self) -> list:
        """(colour, text) of each light that shines."""
        known, found = lights.styles(), []
        for light, squares in self.meanings():
            style = known[light]
            if light == "reason":
                named = chess_words.tables().reasons
                found += [(style.colour, f"{square}: how the game ended: {named.get(square, '?')}") for square in squares]
            elif light in ("promotion", "promotion_default"):
                found += [(style.colour, f"{square}: {style.meaning}: {self.promotion_on(square)}") for square in squares]
            elif self.menu() and light in MENU_LIGHTS:
                menu = self.menu()
                what = ", ".join(menu.get(square, square) for square in squares) if light == "chosen" else "as the squares say"
                found.append((style.colour, f"{style.meaning}: {what}"))
            else:
                where = " ".join(squares) if len(squares) <= 6 else f"{len(squares)} squares"
                found.append((style.colour, f"{where}: {style.meaning}"))
        return found

    def promotion_on(self, square) -> str:
        """The piece that a square stands for: from the square below the pawn down, queen, rook, bishop, knight."""
        white = " b " not in self.status.fen
        down = 8 - int(square[1]) if white else int(square[1]) - 1
        return {1: "queen", 2: "rook", 3: "bishop", 4: "knight"}.get(down, "?")

    def menu(self) -> dict:
        """What the squares of the open menu choose; empty if none is open. Its second page lacks some squares."""
        squares = {square for square, (light, _) in self.seen.items() if light in MENU_LIGHTS}
        tables = chess_words.tables()
        return {} if len(squares) <= 16 else tables.exercises if squares <= tables.exercises.keys() else tables.menu

    @property
    def columns(self) -> int:
        return shutil.get_terminal_size().columns

    def rows(self) -> list:
        """The eight ranks as lines of text; the menu's squares say what they choose."""
        ranks, files = self.style.order()
        picture = self.board.picture
        menu = self.menu()
        width = 4 if self.style.colour else 3
        if menu:
            width = max(width, min(13, ((self.columns if self.live else 100) - 4) // 8))
        lines = []
        for rank in ranks:
            cells = "".join(self.cell(file + rank, picture[file + rank], menu and width) for file in files)
            lines.append(f" {rank} {cells}")
        lines.append("   " + "".join(f"{file:^{width}}" for file in files))
        return lines

    def menu_label(self, square, width) -> str:
        """What a tap on the square chooses, in so many columns."""
        name = self.menu().get(square, "")
        name = name.removeprefix("White: ").removeprefix("Black: ").removeprefix("clock: ").removeprefix("switch: ").split(",")[0]
        for label in (name, SHORT_NAMES.get(name, name), SHORTEST_NAMES.get(name, name), name.replace("strength ", "str. "),
                      name.replace(" ", "")):
            if len(label) < width:
                return label
        return SHORT_NAMES.get(name, name)[:width - 1]

    def cell(self, square, colour, menu=0) -> str:
        letter = self.pieces.get(square, "")
        glyph = (chessboard.SOLID[letter.lower()] if self.style.unicode else letter) if letter else " "
        width = menu or 4
        if menu:
            glyph = self.menu_label(square, menu) if self.seen.get(square, ("",))[0] in MENU_LIGHTS else ""
        if not self.style.colour:
            if menu:
                return f"{glyph or '.':<{width}}"
            glyph = letter or "."
            return f"[{glyph}]" if square in self.seen else f" {glyph} "
        dark = (square_index(square) % 8 + square_index(square) // 8) % 2 == 0
        wood = (96, 78, 62) if dark else (142, 122, 98)
        if any(colour):
            wood = tuple(min(255, 40 + lights.colour_of(width, self.brightness) * 215 // 255) for width in colour)
        white = letter.isupper() and not menu or menu and sum(wood) < 380
        ink = "1;38;2;255;255;255" if white else "1;38;2;0;0;0"
        return f"\033[48;2;{wood[0]};{wood[1]};{wood[2]};{ink}m {glyph:<{width - 1}}\033[0m"

    def dot(self, colour) -> str:
        red, green, blue = (max(part, 60) for part in colour)
        return f"\033[38;2;{red};{green};{blue}m●\033[0m "

    def heading(self, width) -> list:
        """What this is, and how the game stands."""
        first = f"\033[1m Stackmate on {self.name}\033[0m: type a move (e4) or 'help'"
        status = self.status.text() if self.board.powered else "the power is off: 'on' switches it on"
        return [*terminal.fold(first, width), *terminal.fold(f"\033[2m {status}\033[0m", width)]

    def page_rows(self, columns, lines) -> list:
        """A long text, as much of it as fits."""
        rows, entries = self.heading(columns - 1)[:1] + [""], 0
        for text, colour in self.pages:
            folded = terminal.fold(("" if colour is None else self.dot(colour)) + text, columns - 3)
            if len(rows) + len(folded) > lines - 4 and entries:
                break
            rows += ["  " + row for row in folded]
            entries += 1
        self.page_size = entries
        more = len(self.pages) - entries
        return [*rows[:lines - 4], "", f"\033[33m  Enter: {f'{more} lines more' if more else 'back to the board'}"
                                       f"{'; q: back to the board' if more else ''}\033[0m"]

    def screen(self, columns, lines) -> list:
        """All rows above the prompt."""
        if self.pages:
            return self.page_rows(columns, lines)
        board = self.rows()
        said = self.meaning_lines() if self.board.powered else []
        if self.menu():
            said.append(((200, 200, 200), "'tap c3' chooses, 'press play' closes the menu"))
        rows = self.heading(columns - 1)
        beside = columns - 1 - terminal.width_of(board[0]) - 5
        width = beside if beside >= SIDE_COLUMNS else columns - 4
        side = [(self.dot(colour) if i == 0 else "  ") + part for colour, text in said
                for i, part in enumerate(terminal.fold(text, width))]
        if beside >= SIDE_COLUMNS:
            room = max(len(board), lines - len(rows) - 7)
            side = side[:room]
            board += [" " * terminal.width_of(board[0])] * (len(side) - len(board))
            rows += [f"{row}   {text}" for row, text in itertools.zip_longest(board, side, fillvalue="")]
        else:
            rows += [*board, *("  " + text for text in side[:max(2, lines - len(rows) - len(board) - 6)])]
        hand = " ".join(self.hand)
        rows.append(f"\033[2m {'in your hand: ' + hand if hand else ''}\033[0m")
        news = []
        for kind, text, _ in self.news:
            shade = {"note": "\033[33m", "typed": "\033[1m", "line": "\033[2m"}.get(kind, "")
            news += [f"  {shade}{row}\033[0m" for row in terminal.fold(text, columns - 4)]
        room = lines - len(rows) - 2
        return [*rows, *(news[-room:] if room > 0 else [])][:lines - 2]

    def draw(self, typed: str = "", cursor: bool = True) -> None:
        """The whole screen, in place."""
        columns, lines = shutil.get_terminal_size()
        out = "\033[H" + "".join(f"{row}\033[K\r\n" for row in self.screen(columns, lines)) + "\033[J"
        if cursor:
            out += f"\r\n\033[K > {typed[-(columns - 5):]}"
        self.stdout.write(out)
        self.stdout.flush()

    def print_state(self) -> None:
        """Without a terminal: the board and what its lights say, when that is news."""
        said = [text for _, text in self.meaning_lines()] if self.board.powered else ["the power is off"]
        status = self.status.text()
        state = (self.rows(), said, status)
        if state == self.last_said:
            return
        self.last_said = state
        print("\n".join(["", *([f" {status}"] if status else []), *self.rows(), *(f"  * {text}" for text in said), ""]),
              file=self.stdout, flush=True)

    # ------------------------------------------------------------ the loops

    def try_to(self, text: str) -> None:
        try:
            self.obey(text)
        except Mistyped as error:
            self.tell("note", str(error))

    def run_lines(self) -> None:
        """Commands from a file or pipe: after each the board gets the time it needs."""
        self.settle()
        while True:
            self.print_state()
            self.stdout.write("> ")
            self.stdout.flush()
            line = self.stdin.readline()
            if not line:
                print(file=self.stdout)
                raise Quit
            print(line.rstrip("\n"), file=self.stdout, flush=True)
            self.try_to(line.strip())
            self.settle()

    def settle(self) -> None:
        """Time passes until the board waits for the person: at least three seconds, at most two minutes."""
        self.pass_time(3000)
        for _ in range(120):
            if not any(light in ("thinking", "candidate_from") for light, _ in self.seen.values()):
                return
            self.pass_time(1000)

    def run_terminal(self) -> None:
        import termios
        descriptor = self.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        raw = termios.tcgetattr(descriptor)
        raw[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(descriptor, termios.TCSANOW, raw)
        self.stdout.write("\033[?1049h\033[2J")
        history, back, typed, kept = [], 0, "", b""
        try:
            while True:
                started = time.monotonic()
                if self.board.powered:
                    self.board.run(40)
                self.listen()
                self.draw(typed)
                while True:
                    rest = max(0.0, started + 0.04 - time.monotonic())
                    if not select.select([descriptor], [], [], rest)[0]:
                        break
                    data = kept + os.read(descriptor, 256)
                    if data == b"":
                        raise Quit
                    keys, kept = _keys(data)
                    for key in keys:
                        if key == "end":
                            raise Quit
                        if self.pages and key in ("enter", " ", "q"):
                            self.pages = [] if key == "q" else self.pages[self.page_size:]
                            continue
                        if key == "up" and history:
                            back = min(len(history), back + 1)
                            typed = history[-back]
                        elif key == "down" and back:
                            back -= 1
                            typed = history[-back] if back else ""
                        elif key == "erase":
                            typed = typed[:-1]
                        elif key == "enter":
                            line, typed, back = typed.strip(), "", 0
                            if line:
                                history.append(line)
                                self.news.append(("typed", "> " + line, None))
                            self.try_to(line)
                        elif len(key) == 1 and len(typed) < 120:
                            typed += key
                    self.draw(typed)
        finally:
            self.stdout.write("\033[?1049l")
            self.stdout.flush()
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _keys(data: bytes) -> tuple:
    """Key presses in what a terminal sent, and what is left of an unfinished one."""
    keys = []
    text = data.decode("utf-8", "ignore")
    i = 0
    while i < len(text):
        letter = text[i]
        if letter == "\033":
            match = re.match(r"\033(\[[0-9;]*[A-Za-z~]|O[A-Z])", text[i:])
            if not match:
                return keys, text[i:].encode() if len(text) - i < 8 and i + 1 < len(text) else b""
            keys += {"[A": ["up"], "[B": ["down"]}.get(match[1], [])
            i += len(match[0])
            continue
        if letter in "\r\n":
            keys.append("enter")
        elif letter in "\x7f\b":
            keys.append("erase")
        elif letter in "\x03\x04":
            keys.append("end")
        elif letter.isprintable():
            keys.append(letter)
        i += 1
    return keys, b""


def fulfil(table, wishes) -> None:
    """Tells the board what the person asked for, before the first game begins."""
    person_is_white = wishes.person_is_white
    if wishes.fen and person_is_white:          # who has the side to move there
        person_is_white = wishes.fen.split()[1] == "w"
    table.style.flipped = not person_is_white
    orders = [f"board level {wishes.level}"] if wishes.level else []
    if not person_is_white:
        orders += ["board white engine", "board black person"]
    if wishes.fen:
        orders += [f"position fen {wishes.fen}", "board set"]
    for order in orders:
        table.board.send(order)
        table.board.run(40)
        table.listen()
    refused = [line for _, line in table.board.lines if "error: " in line and "not saved" not in line]
    if wishes.fen and refused:
        table.tell("note", f"'{wishes.fen}' is refused: the board has the pieces of a new game.")
        table.set_up(START_FEN)


def game_of(table) -> str:
    """The board's game as PGN; "" where no move was made."""
    board = table.board
    if not board.powered:
        board.power_on()
        board.run(400)
    heard = len(board.lines)
    board.send("board pgn")
    board.run(1500)
    table.heard = len(board.lines)
    lines = [line for _, line in board.lines[heard:] if not line.startswith("info ")]
    text = "\n".join(lines).strip() + "\n"
    today = datetime.date.today().strftime("%Y.%m.%d")
    return text.replace("????.??.??", today) if re.search(r"^1\.", text, re.M) else ""


def play(board, name, style, wishes=Wishes(), keeps_games=True) -> int:
    """Sits down at a board (simboard.SimBoard or what speaks like it) with the pieces set up, until the person leaves."""
    with board:
        table = Table(board, style, name=name, keeps_games=keeps_games)
        table.set_up(wishes.fen or START_FEN)
        board.power_on()
        board.run(50)
        table.listen()
        fulfil(table, wishes)
        ask, status = True, 0
        try:
            if table.live:
                table.run_terminal()
            else:
                print(f"Stackmate on {name}. Type a move (e4) or 'help'.", file=table.stdout)
                table.run_lines()
        except Quit:
            pass
        except KeyboardInterrupt:
            status = 130
        except SystemExit as end:       # the terminal is gone
            ask, status = False, end.code
        finally:
            table.words.close()
        game = game_of(table)
        if game and table.live:
            kept_games.keep(game, "your game", ask=ask, stdout=table.stdout)
        elif game:
            print("\n" + game, file=table.stdout, flush=True)
    with contextlib.suppress(OSError):
        print("  Goodbye.")
    return status

"""tools/play: a person at a simulated chess board.

The whole board is simulated: the person moves pieces by typing, and sees them with the lights under their squares. What
the firmware knows comes through the sensors and buttons alone.
"""

import contextlib
import os
import re
import select
import shutil
import sys
import textwrap
import time
from collections import deque

import chessboard
import lights
import simboard
from simboard import square_index, square_name

HELP = """\
e2e4          take the piece from e2 and put it on e4; what stood on e4 goes off the board first.
              Castling is e1g1 and then h1f1; of en passant lift the pawn too.
lift e2       take the piece off its square        place e4    put down what was lifted last
place e4 N    put a piece of your own box there     tap e5      touch a square: lift and put back, or the other way round
press play    push a button: play, hint, menu, pause            hold play   for longer than a second (the menu)
setup         all pieces as a game begins           clear       all pieces off the board
off, on       the power                             wait 10     let ten seconds pass
lights        what all the lights mean              flip        look from the other side
serial TEXT   send a line over the serial port      quit        leave (so do Ctrl-C and Ctrl-D)

The board's own manual is docs/CHESSBOARD.md."""

COMMANDS = ("help", "lift", "place", "tap", "press", "hold", "setup", "clear", "off", "on", "wait", "lights", "flip",
            "serial", "quit")
SHORT = {"h": "help", "?": "help", "l": "lift", "p": "place", "put": "place", "take": "lift", "t": "tap", "q": "quit",
         "exit": "quit", "bye": "quit", "power": "on", "touch": "tap", "reset": "setup", "commands": "help"}
MEMORY_MS = 2200        # the longest rhythm: what shone so long ago is still said
CARRY_MS = 250
START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Quit(Exception):
    """The person wants to leave."""


class Mistyped(Exception):
    """What was typed cannot be done; the text says why."""


class Table:
    """The board, its pieces as the person left them, and what the person sees of it."""

    def __init__(self, board, style, stdin=sys.stdin, stdout=sys.stdout):
        self.board, self.style = board, style
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
        words = text.split()
        if not words:
            return
        move = re.fullmatch("([a-h][1-8])[-x]?([a-h][1-8])([qrbnQRBN])?", words[0])
        if move and len(words) == 1:
            self.carry(move[1], move[2])
            if move[3]:
                self.tell("note", "What the pawn becomes is chosen on the board: tap one of the squares that light up.")
            return
        name = words[0].lower()
        name = SHORT.get(name, name)
        if name not in COMMANDS:
            near = [command for command in COMMANDS if command.startswith(name)] if len(name) > 1 else []
            if len(near) != 1:
                raise Mistyped(f"'{words[0][:40]}' is no command and no move. Moves are typed e2e4; 'help' tells the rest.")
            name = near[0]
        getattr(self, "do_" + name)(words[1:])

    def carry(self, origin, target) -> None:
        if origin == target:
            raise Mistyped("From where to where? To touch a square: tap " + origin)
        if origin not in self.pieces:
            raise Mistyped(f"There is nothing on {origin}.")
        self.lift(origin)
        self.pass_time(CARRY_MS)
        if target in self.pieces:
            taken = self.pieces.pop(target)
            self.board.lift(target)
            self.pass_time(CARRY_MS)
            self.tell("note", f"{taken} goes off the board.")
        self.place(target)

    def one(self, words, what) -> str:
        if len(words) != 1:
            raise Mistyped(f"Which {what}? For example: {what} {'e4' if what == 'square' else 'play'}")
        return words[0].lower()

    def do_help(self, _words):
        for line in HELP.splitlines():
            self.tell("help", line)

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
        index = square_index(square)
        for _ in range(2):
            self.board._squares({index: index not in self.board.occupied})
            self.pass_time(200)

    def button(self, words):
        name = self.one(words, "button")
        if name not in simboard.BUTTONS:
            raise Mistyped(f"There is no button '{name}': {', '.join(simboard.BUTTONS)}.")
        return simboard.BUTTONS[name]

    def push(self, words, ms):
        number = self.button(words)
        self.board.command("button", button=number, down=True)
        self.pass_time(ms)
        self.board.command("button", button=number, down=False)

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
        self.tell("note", "The power is off.")

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
        for style in lights.styles().values():
            if style.name != "dark":
                self.tell("light", f"{style.name.replace('_', ' '):18} {style.pattern.replace('1', '#').replace('0', '.')} "
                                   f"{style.meaning}", style.colour)

    def do_flip(self, _words):
        self.style.flipped = not self.style.flipped

    def do_serial(self, words):
        self.board.send(" ".join(words))

    def do_quit(self, _words):
        raise Quit

    # ------------------------------------------------------------ time and news

    def tell(self, kind, text, colour=None) -> None:
        self.news.append((kind, text, colour))
        if not self.live:
            print("  " + text, file=self.stdout, flush=True)

    def pass_time(self, ms: float) -> None:
        """The board's time goes on; on a terminal in real time, and it is drawn meanwhile."""
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
        for _, line in self.board.lines[self.heard:]:
            self.hear(line)
        self.heard = len(self.board.lines)
        for frame in [*self.board.frames[self.looked:], self.board.picture]:
            try:
                for square, light in lights.read(frame, self.brightness).items():
                    self.seen[square] = (light, self.board.ms if frame is self.board.picture else frame.ms)
            except lights.LightsError:
                pass                        # just after the brightness was changed
        self.looked = len(self.board.frames)
        if len(self.board.frames) > 4000:   # a person may sit here for hours
            del self.board.frames[:], self.board.lines[:], self.board.transcript[:]
            self.looked = self.heard = 0
        self.seen = {square: (light, at) for square, (light, at) in self.seen.items() if at > self.board.ms - MEMORY_MS}

    def hear(self, line: str) -> None:
        text = line.removeprefix("info string ").removeprefix("board ")
        if text.startswith("fen ") or line.startswith("Stackmate") and not self.live:
            return
        if match := re.search(r"brightness (\d+)", text):
            self.brightness = int(match[1])
        promoted = re.match(r"move \d+\.+ \S*=([QRBN])\S* [a-h][27]([a-h])([18])", text)
        if promoted:        # the hands put the piece there that the pawn has become
            self.pieces[promoted[2] + promoted[3]] = promoted[1] if promoted[3] == "8" else promoted[1].lower()
        self.tell("line", text.removesuffix(" " + START_FEN))

    # ------------------------------------------------------------ what the person sees

    def meanings(self) -> list:
        """What the lights say now: (light, squares), the most urgent first."""
        groups = {}
        for square, (light, _) in sorted(self.seen.items()):
            groups.setdefault(light, []).append(square)
        order = list(lights.styles())
        return sorted(groups.items(), key=lambda item: order.index(item[0]))

    def meaning_lines(self, width: int) -> list:
        known, found = lights.styles(), []
        for light, squares in self.meanings():
            where = " ".join(squares) if len(squares) <= 6 else f"{len(squares)} squares"
            style = known[light]
            found.append((style.colour, textwrap.shorten(f"{where}: {style.meaning}", max(20, width), placeholder="...")))
        return found

    def rows(self) -> list:
        """The eight ranks as lines of text."""
        ranks, files = ("12345678", chessboard.FILES[::-1]) if self.style.flipped else ("87654321", chessboard.FILES)
        picture = self.board.picture
        lines = []
        for rank in ranks:
            cells = "".join(self.cell(file + rank, picture[file + rank]) for file in files)
            lines.append(f" {rank} {cells}")
        width = 4 if self.style.colour else 3
        lines.append("   " + "".join(f"{file:^{width}}" for file in files))
        return lines

    def cell(self, square, colour) -> str:
        letter = self.pieces.get(square, "")
        glyph = (chessboard.SOLID[letter.lower()] if self.style.unicode else letter) if letter else " "
        if not self.style.colour:
            glyph = letter or "."
            return f"[{glyph}]" if square in self.seen else f" {glyph} "
        dark = (square_index(square) % 8 + square_index(square) // 8) % 2 == 0
        wood = (96, 78, 62) if dark else (142, 122, 98)
        if any(colour):
            wood = tuple(min(255, 40 + lights.colour_of(width, self.brightness) * 215 // 255) for width in colour)
        ink = "1;38;2;255;255;255" if letter.isupper() else "1;38;2;0;0;0"
        return f"\033[48;2;{wood[0]};{wood[1]};{wood[2]};{ink}m {glyph}  \033[0m"

    def draw(self, typed: str = "", cursor: bool = True) -> None:
        """The whole screen, in place."""
        columns, lines = shutil.get_terminal_size()
        board = self.rows()
        side = self.meaning_lines(columns - 42) if self.board.powered else [((90, 90, 90), "the power is off")]
        out = ["\033[H", "\033[1m Stackmate on a simulated RP2040 board\033[0m   type a move or 'help'\033[K\r\n\033[K\r\n"]
        for i, row in enumerate(board):
            text = ""
            if i < len(side):
                (red, green, blue), said = side[i]
                text = f"   \033[38;2;{max(red, 60)};{max(green, 60)};{max(blue, 60)}m●\033[0m {said}"
            out.append(f"{row}{text}\033[K\r\n")
        hand = " ".join(self.hand)
        out.append(f"\033[2m {'in your hand: ' + hand if hand else ''}\033[0m\033[K\r\n")
        room = max(3, lines - len(board) - 5)
        for kind, text, colour in list(self.news)[-room:]:
            mark = "" if colour is None else f"\033[38;2;{max(colour[0], 60)};{max(colour[1], 60)};{max(colour[2], 60)}m● "
            shade = {"note": "\033[33m", "typed": "\033[1m", "line": "\033[2m"}.get(kind, "")
            out.append(f"  {mark}\033[0m{shade}{text[:columns - 6]}\033[0m\033[K\r\n")
        out.append("\033[J")
        out.append(f"\r\n\033[K > {typed}" if cursor else "")
        self.stdout.write("".join(out))
        self.stdout.flush()

    def print_state(self) -> None:
        """Without a terminal: the board and what its lights say, when that is news."""
        said = [text for _, text in self.meaning_lines(100)] if self.board.powered else ["the power is off"]
        state = (self.rows(), said)
        if state == self.last_said:
            return
        self.last_said = state
        print("\n".join(["", *self.rows(), *(f"  * {text}" for text in said), ""]), file=self.stdout, flush=True)

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


def play(board, name, style) -> int:
    """Sits down at a board (simboard.SimBoard or what speaks like it) with the pieces set up, until the person leaves."""
    with board, contextlib.suppress(Quit):
        table = Table(board, style)
        table.set_up(START_FEN)
        board.power_on()
        if table.live:
            table.run_terminal()
        else:
            print(f"Stackmate on {name}. Type a move (e2e4) or 'help'.", file=table.stdout)
            table.run_lines()
    print("  Goodbye.")
    return 0

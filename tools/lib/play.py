"""tools/play: a game of chess against the firmware, or its serial port as a UCI engine."""

import argparse
import contextlib
import datetime
import difflib
import os
import re
import select
import shutil
import signal
import sys
import textwrap
import time
from dataclasses import dataclass, field

import board_table
import boards
import bridge
import build
import chessboard
import emulator
import qtest
import simboard
import terminal
import uci

try:
    import readline  # noqa: F401  (gives input() its history and editing)
except ImportError:
    pass

HELP = """\
Moves       e2e4   Nf3   exd5   O-O   e8=N   (small letters will do)
new         a new game; 'new white' or 'new black' chooses your side
undo        take back your last move and the answer to it
hint        ask the engine what it would play for you
go          let the engine move now; you go on with the other side
level       how long it thinks: level 3s, level 500ms, level depth 6,
            level nodes 5000, level easy, level normal, level hard
flip        turn the board round
legal       list the legal moves
moves       the game so far
pgn [FILE]  the game as PGN, shown or written to FILE
fen [FEN]   show the position as FEN, or set one up
board       draw the board again
quit        leave (so do Ctrl-C and Ctrl-D)
While it thinks, Enter makes it move at once."""

COMMANDS = ("help", "new", "undo", "hint", "go", "level", "flip", "legal", "moves", "pgn", "fen", "board", "quit")
SHORT = {"h": "help", "?": "help", "n": "new", "u": "undo", "l": "level", "m": "moves", "q": "quit",
         "exit": "quit", "bye": "quit", "back": "undo", "takeback": "undo", "commands": "help", "d": "board",
         "resign": "quit", "history": "moves"}


@dataclass
class Level:
    """How long the engine thinks about a move."""
    go: str
    text: str
    limit: float = 0.0      # seconds until an answer must have come; 0: no limit known

    NAMED = {"easy": "depth 2", "normal": "1s", "hard": "5s"}
    HIGHEST = {"depth": 99, "nodes": 999_999_999}

    @staticmethod
    def parse(text: str):
        """The level a person asked for, or None."""
        text = text.strip().lower()
        text = Level.NAMED.get(text, text)
        match = re.fullmatch(r"(?:(?:move)?time\s+)?(\d+(?:\.\d+)?)\s*(ms|s|sec|seconds?|m|min)?", text)
        if match:
            unit = {"ms": 0.001, "m": 60.0, "min": 60.0}.get(match[2] or "s", 1.0)
            seconds = float(match[1]) * unit
            if not 0.001 <= seconds <= 3600:
                return None
            shown = f"{seconds:g} s a move" if seconds >= 1 else f"{seconds * 1000:g} ms a move"
            return Level(f"go movetime {round(seconds * 1000)}", shown, seconds)
        match = re.fullmatch(r"(depth|nodes)\s+(\d+)", text)
        if match and 0 < int(match[2]) <= Level.HIGHEST[match[1]]:
            kind, number = match[1], int(match[2])
            return Level(f"go {kind} {number}", f"{number:,} nodes a move" if kind == "nodes" else f"depth {number}")
        return None


@dataclass
class Game:
    """A game: where it began, the moves, and what the firmware said after each of them."""
    start: str
    person_is_white: bool
    situations: list
    moves: list = field(default_factory=list)
    sans: list = field(default_factory=list)

    @property
    def now(self) -> uci.Situation:
        return self.situations[-1]

    @property
    def person_to_move(self) -> bool:
        return self.now.white_to_move == self.person_is_white

    @property
    def result(self) -> str:
        if self.now.state == "checkmate":
            return "0-1" if self.now.white_to_move else "1-0"
        return "1/2-1/2" if self.now.over else "*"

    def verdict(self) -> str:
        if self.now.state == "checkmate":
            white_won = not self.now.white_to_move
            who = "you win!" if white_won == self.person_is_white else "Stackmate wins."
            return f"Checkmate: {who}"
        if self.now.state == "stalemate":
            return "Stalemate: a draw."
        return self.now.state[:1].upper() + self.now.state[1:] + "."

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


class Quit(Exception):
    """The person wants to leave."""


class Table:
    """The person's side of the board: reads commands, draws, and asks the firmware."""

    def __init__(self, engine, opponent, style, level, person_is_white=True, stdin=sys.stdin, stdout=sys.stdout):
        self.engine = engine
        self.opponent = opponent
        self.style = style
        self.level = level
        self.stdin, self.stdout = stdin, stdout
        self.live = stdout.isatty()
        self.needs_drawing = True
        self.drawn_lines = 0        # lines of the board, while nothing was said after it
        self.game = None
        self.begin(uci.START_FEN, person_is_white)

    # ------------------------------------------------------------ talking

    def say(self, text: str = "") -> None:
        self.drawn_lines = 0
        print(text, file=self.stdout, flush=True)

    def paint(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.style.colour else text

    def complain(self, text: str) -> None:
        self.say("  " + self.paint("33", text))

    def ask(self, prompt: str) -> str:
        """One line from the person. Quit at the end of input."""
        self.drawn_lines = 0
        try:
            if self.stdin is sys.stdin and self.stdin.isatty() and self.live:
                return input(prompt).strip()
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
        self.game = Game(fen, person_is_white, [situation])
        self.style.flipped = not person_is_white
        self.needs_drawing = True
        return True

    def play_move(self, move: str) -> str:
        """Plays a legal move and returns its SAN."""
        game = self.game
        placement = chessboard.Placement(game.now.fen)
        situation, complaints = uci.ask_situation(self.engine, game.start, game.moves + [move])
        if situation is None:
            raise uci.NoAnswer(f"the engine refused its own legal move {move}: {_plain(complaints[0])}")
        suffix = "#" if situation.state == "checkmate" else "+" if situation.checkers else ""
        san = chessboard.to_san(placement, move, game.now.legal, suffix)
        game.moves.append(move)
        game.sans.append(san)
        game.situations.append(situation)
        self.needs_drawing = True
        return san

    def undo(self) -> None:
        """Back to where the person was to move before."""
        game = self.game
        earlier = [ply for ply in range(len(game.moves)) if game.situations[ply].white_to_move == game.person_is_white]
        if not earlier:
            self.complain("There is nothing to take back.")
            return
        keep = earlier[-1]
        taken = " ".join(game.sans[keep:])
        del game.moves[keep:], game.sans[keep:], game.situations[keep + 1:]
        self.say(f"  Taken back: {taken}")
        self.needs_drawing = True

    # ------------------------------------------------------------ thinking

    def think(self, label: str) -> tuple[str, uci.Thinking]:
        """Lets the engine search the position; shows its thinking as it goes. The move it chose."""
        self.engine.send(uci.position_command(self.game.start, self.game.moves))
        self.engine.send(self.level.go)
        thinking = uci.Thinking()
        started = last_sign = time.monotonic()
        asked = False
        with self._wiped_line(), self._keys() as key_pressed:
            while True:
                line = self.engine.receive(0.1)
                now = time.monotonic()
                if line is not None:
                    last_sign, asked = now, False
                    if line.startswith("bestmove"):
                        break
                    if line.startswith("info string error"):    # then there will be no bestmove
                        raise uci.NoAnswer(f"the engine refused '{self.level.go}': {_plain(line)}")
                    thinking.take(line)
                elif now - last_sign > max(10.0, 3 * self.level.limit):
                    if asked:
                        raise uci.NoAnswer("the engine no longer answers")
                    self.engine.send("isready")     # a long search is fine; a dead board is not
                    last_sign, asked = now, True
                if key_pressed():
                    self.engine.send("stop")
                if self.live:
                    self._draw_thinking(label, thinking, now - started)
        words = line.split()
        return (words[1] if len(words) > 1 else ""), thinking

    @contextlib.contextmanager
    def _wiped_line(self):
        """Afterwards the line that showed the thinking is empty, also when the person leaves meanwhile."""
        try:
            yield
        finally:
            if self.live:
                self.stdout.write("\r\033[K")

    def _draw_thinking(self, label, thinking, seconds) -> None:
        spinner = "-\\|/"[int(seconds * 8) % 4]
        text = f"  {label} {spinner} {seconds:4.1f} s"
        if thinking.depth:
            text += f"  depth {thinking.depth}  {thinking.score}  {' '.join(thinking.pv[:8])}"
        width = shutil.get_terminal_size().columns - 1
        self.stdout.write("\r\033[K" + self.paint("2", text[:width]))
        self.stdout.flush()

    @contextlib.contextmanager
    def _keys(self):
        """While the engine thinks, keys are not echoed and Enter is noticed. The terminal is restored."""
        if not (self.stdin is sys.stdin and self.stdin.isatty() and self.live):
            yield lambda: False
            return
        import termios
        descriptor = self.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        quiet = termios.tcgetattr(descriptor)
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(descriptor, termios.TCSANOW, quiet)

        def pressed() -> bool:
            if not select.select([descriptor], [], [], 0)[0]:
                return False
            keys = os.read(descriptor, 64)
            if not keys or b"\x04" in keys:
                raise Quit
            return b"\n" in keys or b"\r" in keys

        try:
            yield pressed
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def engine_moves(self) -> None:
        move, thinking = self.think("thinking")
        if move not in self.game.now.legal:
            raise uci.NoAnswer(f"the engine answered with '{move}', which is not a legal move")
        number = chessboard.Placement(self.game.now.fen).move_number
        dots = "." if self.game.now.white_to_move else "..."
        theirs = self.game.sans[-1] if self.game.sans else ""
        san = self.play_move(move)
        if self.drawn_lines:
            self.rub_out()
            if theirs and self.live:
                self.say(f"  You played {theirs}.")
        details = []
        if thinking.depth:
            details = [f"depth {thinking.depth}", thinking.score, f"{thinking.nodes:,} nodes"]
            if thinking.time_ms:
                details.append(f"{thinking.time_ms / 1000:.1f} s")
        self.say(f"  Stackmate plays {self.paint('1', f'{number}{dots} {san}')}"
                 + (self.paint("2", f"   ({', '.join(details)})") if details else ""))
        if thinking.pv[1:]:
            self.say(self.paint("2", f"  It expects {' '.join(thinking.pv[1:8])}"))

    # ------------------------------------------------------------ drawing

    def draw(self) -> None:
        game = self.game
        placement = chessboard.Placement(game.now.fen)
        checked = placement.king_square(game.now.white_to_move) if game.now.checkers else ""
        lines = chessboard.draw(placement, self.style, game.moves[-1] if game.moves else "", checked)
        top_is_white = self.style.flipped
        panel = [chessboard.captured_line(placement, top_is_white, self.style),
                 self.paint("1", self.opponent),
                 f"you have {'White' if game.person_is_white else 'Black'}   level: {self.level.text}",
                 *(f"  {row}" for row in ([""] * 4 + game.numbered())[-4:]),
                 chessboard.captured_line(placement, not top_is_white, self.style)]
        if not self.style.colour:
            panel.insert(0, "")     # beside the frame
        self.say()
        for line, beside in zip(lines, panel + [""] * len(lines)):
            self.say(f"{line}   {beside}".rstrip())
        self.say()
        self.drawn_lines = len(lines) + 2
        self.needs_drawing = False

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
                if game.now.over:
                    self.say("  " + self.paint("1", game.verdict()) + f"  {game.result}")
                elif game.now.checkers and game.person_to_move:
                    self.say("  " + self.paint("1;31", "You are in check."))
            if not game.now.over and not game.person_to_move:
                self.engine_moves()
                continue
            self.obey(self.ask(self._prompt()))

    def _prompt(self) -> str:
        if self.game.now.over:
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
        if game.now.over:
            self.complain("The game is over: 'new' begins another, 'undo' takes back.")
            return
        placement = chessboard.Placement(game.now.fen)
        reading = chessboard.read_move(placement, text, game.now.legal)
        if reading.complaint:
            self.complain(reading.complaint)
            return
        if reading.candidates:
            sans = [chessboard.to_san(placement, move, game.now.legal) for move in reading.candidates]
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
        self.say(textwrap.indent(HELP, "  "))

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
        if self.game.now.over:
            self.complain("The game is over.")
            return
        move, thinking = self.think("looking for a hint")
        san = chessboard.to_san(chessboard.Placement(self.game.now.fen), move, self.game.now.legal)
        self.say(f"  It would play {self.paint('1', san)}" + (f" ({thinking.score})" if thinking.score else ""))

    def do_go(self, _rest) -> None:
        if self.game.now.over:
            self.complain("The game is over.")
            return
        self.game.person_is_white = not self.game.person_is_white
        self.say(f"  You now have {'White' if self.game.person_is_white else 'Black'}.")

    def do_level(self, rest) -> None:
        if not rest:
            self.say(f"  Level: {self.level.text}. Change it with: level 3s, level 500ms, level depth 6, "
                     "level nodes 5000,\n  level easy, level normal, level hard")
            return
        level = Level.parse(rest)
        if level is None:
            self.complain("Levels are: 3s, 500ms, depth 6, nodes 5000, easy, normal, hard.")
            return
        self.level = level
        self.say(f"  Level: {level.text}")

    def do_flip(self, _rest) -> None:
        self.style.flipped = not self.style.flipped
        self.needs_drawing = True

    def do_board(self, _rest) -> None:
        self.needs_drawing = True

    def do_legal(self, _rest) -> None:
        placement = chessboard.Placement(self.game.now.fen)
        sans = sorted(chessboard.to_san(placement, move, self.game.now.legal) for move in self.game.now.legal)
        self.say(textwrap.fill(" ".join(sans) or "none", 72, initial_indent="  ", subsequent_indent="  "))

    def do_moves(self, _rest) -> None:
        rows = self.game.numbered()
        self.say(textwrap.fill(" ".join(rows) or "No moves yet.", 72, initial_indent="  ", subsequent_indent="  "))

    def do_pgn(self, rest) -> None:
        text = self.game.pgn(self.opponent)
        if not rest:
            self.say("\n" + text)
            return
        try:
            with open(os.path.expanduser(rest), "w", encoding="utf-8") as file:
                file.write(text)
            self.say(f"  Written to {rest}")
        except (OSError, ValueError) as error:      # no file's name holds a zero byte
            self.complain(f"{_quoted(rest)} cannot be written: {getattr(error, 'strerror', error)}")

    def do_fen(self, rest) -> None:
        if not rest:
            self.say("  " + self.game.now.fen)
            return
        self.set_up(rest)

    def set_up(self, rest) -> bool:
        """A game from a FEN, of which the fields behind the first may be missing. False when it is refused."""
        fields = rest.strip("\"'").split()
        defaults = ["", "w", "-", "-", "0", "1"]
        fen = " ".join(fields + defaults[len(fields):])
        return self.begin(fen)

    def do_quit(self, _rest) -> None:
        raise Quit


def _quoted(text: str) -> str:
    """What a person typed, fit to be shown on one line."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= 40 else text[:37] + "..."


def _plain(complaint: str) -> str:
    return re.sub(r"^info string\s*(error:?)?\s*", "", complaint)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="tools/play", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play chess against the firmware, which runs on an emulated board. Installs what is missing,\n"
                    "builds the firmware and boots it. Or, with --uci, hand its serial port to a chess GUI.\n\n"
                    "With --board rp2040 or stm32l475 you sit at a whole simulated chess board: pieces, lights, buttons.\n"
                    "There --level and --fen do nothing; the board's own menu has them (hold play).",
        epilog=f"boards: {', '.join(boards.BOARDS)}\n\nwhat can be typed in a game:\n" + textwrap.indent(HELP, "  "))
    parser.add_argument("--board", default=boards.DEFAULT, metavar="NAME", help="which board (default: %(default)s)")
    parser.add_argument("--uci", action="store_true",
                        help="be a UCI engine on stdin and stdout: the board's serial port, nothing else")
    parser.add_argument("--serial", action="store_true",
                        help="on a simulated chess board, play over its serial port as on the other boards")
    parser.add_argument("--black", action="store_true", help="you have Black; the engine begins")
    parser.add_argument("--level", default="normal", metavar="LEVEL",
                        help="3s, 500ms, 'depth 6', 'nodes 5000', easy, normal, hard (default: %(default)s)")
    parser.add_argument("--fen", metavar="FEN", help="begin from this position; you have the side to move")
    parser.add_argument("--ascii", action="store_true", help="letters for the pieces")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    options = parser.parse_args(arguments)
    try:
        options.board = boards.find(options.board)
    except ValueError as error:
        parser.error(str(error))
    level = Level.parse(options.level)
    if level is None:
        parser.error(f"'{options.level}' is no level: 3s, 500ms, 'depth 6', 'nodes 5000', easy, normal, hard")
    options.level = level
    return options


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


def style_of(options) -> chessboard.Style:
    for stream in (sys.stdin, sys.stdout):      # a letter that the terminal's alphabet lacks is no reason to end
        stream.reconfigure(errors="replace")
    return chessboard.Style(unicode=terminal.speaks_unicode(sys.stdout) and not options.ascii,
                            colour=terminal.wants_colour(sys.stdout) and not options.no_colour)


SEEN_MS = 40     # between two looks at an emulated display


def sit_at_board(options) -> int:
    """One person at the simulated chess board."""
    build.setup()
    if reason := emulator.why_not(options.board):
        raise emulator.EmulatorError(reason)
    image = build.image_of(options.board, progress=terminal.Progress())
    if options.board.machine == boards.RP2040JS:
        board, name = simboard.SimBoard(image), "a simulated RP2040 board"
    else:
        board, name = qtest.QemuBoard(options.board, image, look_ms=SEEN_MS), "an emulated STM32L475 board"
    return board_table.play(board, name, style_of(options))


def sit_down(process, options) -> int:
    """One person, one board, until the person leaves."""
    style = style_of(options)
    engine = uci.Engine(process)
    engine.synchronise()
    table = Table(engine, name_of(options.board), style, options.level, not options.black)
    if options.fen and not table.set_up(options.fen):
        return 1
    table.say("\n" + table.paint("1", f"{table.opponent}. ") + "Type a move, or 'help'.")
    try:
        table.run()
    except (uci.EngineGone, uci.NoAnswer) as error:
        table.say()
        print(f"tools/play: {error}.", file=sys.stderr)
        if table.game.sans:
            print("Your game so far:\n\n" + table.game.pgn(table.opponent), file=sys.stderr)
        return 1


def main(arguments=None) -> int:
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    process = None
    try:
        if options.board.squares and not (options.uci or options.serial):
            return sit_at_board(options)
        process = start_board(options.board, terminal.Progress())
        if options.uci:
            return bridge.run(process)
        return sit_down(process, options) or 0
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
    sys.exit(main())

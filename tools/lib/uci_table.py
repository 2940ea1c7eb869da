"""tools/play: a person at an engine that speaks UCI. Moves are typed, the board is drawn, and the firmware is the referee."""

import contextlib
import difflib
import itertools
import os
import re
import select
import shutil
import sys
import textwrap
import time
from dataclasses import dataclass

import chess_words
import chessboard
import kept_games
import terminal
import uci
from board_table import Quit
from uci_game import NO_LEVEL, Clock, Game, Level, won_by

try:
    import readline     # gives input() its history and editing
except ImportError:
    readline = None

HELP_WORDS = (
    ("Moves", "e2e4   Nf3   exd5   O-O   e8=N   (small letters will do)"),
    ("new", "a new game; 'new white' or 'new black' chooses your side"),
    ("undo", "take back your last move and the answer to it"),
    ("hint", "ask the engine what it would play for you, at full strength"),
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
        """Starts a game from a position; the person has the side to move there, or the side that is given."""
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
        words = self.words.go(self.level.board, self.game.seed, self.game.start, self.game.moves)
        if "searchmoves" in words:
            del words[words.index("searchmoves") + 1 + self.most_moves:]
        return " ".join(["go", *words])

    def think(self, label: str, go: str, limit: float) -> tuple[str, uci.Thinking]:
        """Lets the engine search the position; shows its thinking as it goes. The move it chose. `limit`: as Level's."""
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
        limit = self.clock.remaining(self.game.now.white_to_move) if self.clock else self.level.limit
        move, thinking = self.think("thinking", self.go_command(), limit)
        if self.clock:
            self.clock.charge((thinking.time_ms or 0) / 1000)
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
            if thinking.time_ms is not None:
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
        hint = Level.parse("1.5 s")     # as on the board (firmware/game/searching.hpp), whatever the opponent's level
        move, thinking = self.think("looking for a hint", hint.go, hint.limit)
        san, score = self.san(move), self.score_of(thinking)
        self.say(f"  At full strength it would play {self.paint('1', san)}" + (f" ({score})" if score else ""))

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

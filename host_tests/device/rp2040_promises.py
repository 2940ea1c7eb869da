"""What a board has told of its game, and what follows from that: which games its flash may hold after a power cut, and whether
the end of a game has a cause. Nobody here sees the board; the soak does (rp2040_soak.py)."""

import re

# Why a game may be over, as the board says it, and what the referee may then say of the position.
BY_POSITION = {"checkmate": ("checkmate",), "stalemate": ("stalemate",),
               "draw by repetition": ("draw by threefold repetition", "draw by fivefold repetition"),
               "draw by fifty moves": ("draw by fifty moves",), "draw by seventy-five moves": ("draw by seventy-five moves",),
               "draw: neither side can mate": ("draw by insufficient material",)}
BY_CLOCK = ("time is up", "draw: time is up")
NEVER_CAUSED = re.compile(r"not saved|not kept|suffered|only in part|nearly full|does not take|not obeyed")


class Finding(AssertionError):
    """A promise is broken; the text says which."""


class Listener:
    """What the board has told on its line: the game move by move, its result, what it complains of."""

    def __init__(self, board, moves):
        self.board, self.at = board, 0
        self.history = [tuple(moves)]       # the moves after each thing that was told of them
        self.result, self.ended = "", ""    # of this game, and of the one before
        self.answers, self.errors = 0, []
        self.settings, self.settings_ms = "", 0.0

    @property
    def moves(self) -> tuple:
        return self.history[-1]

    def restart(self, moves) -> None:
        self.hear()
        self.history, self.result, self.ended = [tuple(moves)], "", ""

    def hear(self) -> None:
        for ms, line in self.board.lines[self.at:]:
            if match := re.match(r"info string board move \S+ \S+ (\S+)$", line):
                self.tell((*self.moves, match[1]))
            elif match := re.match(r"info string board taken back (\d+) half move", line):
                self.tell(self.moves[:len(self.moves) - int(match[1])])
            elif line.startswith("info string board new game "):
                self.ended = self.result
                self.tell(())
            elif match := re.match(r"info string board result (1-0|0-1|1/2-1/2|\*) (.*)", line):
                self.result = "" if match[2] == "the game goes on" else f"{match[1]} {match[2]}"
            elif line.startswith("info string board settings "):
                self.settings, self.settings_ms = line.split("settings ")[1], ms
            elif line.startswith("bestmove"):
                self.answers += 1
            if "error" in line or NEVER_CAUSED.search(line):
                self.errors.append(line)
            if not all(" " <= letter <= "~" for letter in line):
                raise Finding(f"a line that is no text: {line!r}")
        self.at = len(self.board.lines)

    def tell(self, moves: tuple) -> None:
        self.history.append(moves)
        self.result = ""

    def awaited(self, since: int) -> str:
        """The engine's move that was last said to wait for hands, in a line from this one on; "" if none was."""
        pattern = r"info string board waiting for the move to be made on the board: \S+ (\S+)$"
        return next((match[1] for _, line in reversed(self.board.lines[since:]) if (match := re.match(pattern, line))), "")

    def forgive(self) -> None:
        """What was complained of since it was asked last had its cause in what was sent; what has none stays."""
        self.errors = [line for line in self.errors if NEVER_CAUSED.search(line)]


class Ledger:
    """What hands are doing to the game: what is stored is told at once, so a power cut leaves what was told last, or that and
    what is being done now."""

    def __init__(self, heard: Listener, situation, over: bool):
        """`situation`: what the referee says of a game's moves. `over`: the game told last has ended."""
        self.heard, self.situation, self.over_before = heard, situation, over
        self.begun, self.after, self.engine_after, self.since, self.may_end = False, [], [], 0, False
        self.given_up = None            # "white" or "black" has resigned, or "draw" was offered

    def begin(self, continuations=(), engine_after=(), takes_back=0, ends=False, games=()) -> None:
        """Hands begin something. The game may have any of these moves more, so many less, or be over; the engine may move after
        any of `engine_after`, each a whole game, and what it then says is made for it. Or it is any of `games`, whole ones."""
        moves = self.heard.moves
        self.begun, self.since, self.may_end = True, len(self.heard.board.lines), ends
        self.after = [*map(tuple, games), *(moves[:-n] for n in range(1, takes_back + 1)), *((*moves, move) for move in continuations)]
        self.engine_after = [tuple(game) for game in engine_after]

    def done(self) -> None:
        self.begun, self.after, self.engine_after, self.may_end = False, [], [], False

    def possible(self, has_clock: bool) -> set:
        """Games that may be stored now. An empty one: none is offered."""
        over = self.over_before or self.heard.result
        allowed = {() if over else self.heard.moves, *self.after}
        if answer := self.heard.awaited(self.since):
            allowed |= {(*game, answer) for game in self.engine_after}
        # An end that was stored may not have been told yet. A flag falls at any time.
        if self.may_end or (has_clock and not over) or any(self.situation(list(moves)).over for moves in allowed if moves):
            allowed.add(())
        return allowed

    def cause(self, result: str, moves, has_clock: bool) -> str:
        """Why this game may have this result; "" if nobody has caused it."""
        score, _, reason = result.partition(" ")
        now = self.situation(list(moves))
        loser = "0-1" if now.white_to_move else "1-0"
        if reason.startswith(BY_CLOCK):
            return reason if has_clock else ""
        if reason == "resigned":
            return reason if {"white": "0-1", "black": "1-0"}.get(self.given_up) == score else ""
        if reason == "draw agreed":
            return reason if (self.given_up, score) == ("draw", "1/2-1/2") else ""
        wanted = loser if reason == "checkmate" else "1/2-1/2"
        return reason if now.state in BY_POSITION.get(reason, ()) and score == wanted else ""

"""Stackmate, a chess engine: its C interface (c/stackmate.h) in Python. docs/PYTHON.md has an example.

Moves, squares and positions are texts. A move that you pass may be in UCI notation (e2e4), in SAN (Nf3) or as a person writes
it (Ng1-f3, 0-0); a move that you get is in UCI notation. What is refused raises an Error, and the engine stays as it was.
"""

import ctypes
import enum
import os
import re
import sys
import time
from ctypes import POINTER, byref, c_bool, c_char_p, c_int16, c_size_t, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterable, List, NoReturn, Optional, Tuple

__all__ = ["Engine", "Error", "Info", "Result", "START", "State", "__version__", "version"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_MAX_LINE = 24
_MAX_MOVES = 218
_TEXT_SIZE = 93         # the longest text that the library writes is a FEN
_PIECES = " PNBRQK  pnbrqk"
_BOUNDS = ("none", "at most", "at least", "exact")
_INFO, _FINISHED = 1, 2
_ERROR_SEARCHING, _ERROR_SIZE = 128, 129
_SLICE = 1000           # nodes from one look at the clock to the next, about a millisecond


class _Limits(ctypes.Structure):
    _fields_ = [("nodes", c_uint64), ("time_ms", c_uint32 * 2), ("increment_ms", c_uint32 * 2), ("move_time_ms", c_uint32),
                ("moves_to_go", c_uint16), ("depth", c_uint8), ("mate", c_uint8), ("clock", c_bool * 2),
                ("has_move_time", c_bool), ("infinite", c_bool), ("ponder", c_bool)]


class _Report(ctypes.Structure):
    _fields_ = [("nodes", c_uint64), ("time_ms", c_uint32), ("score", c_int16), ("hashfull", c_uint16), ("is_mate", c_bool),
                ("bound", c_uint8), ("depth", c_uint8), ("seldepth", c_uint8), ("line_number", c_uint8), ("lines", c_uint8),
                ("line_length", c_uint8), ("line", c_uint16 * _MAX_LINE)]


# The functions: what each returns, and its parameters. An engine is a c_void_p.
_FUNCTIONS = {
    "error_text": (c_char_p, c_uint8),
    "version": (c_char_p,),
    "init_tiny": (c_uint8, c_void_p, c_size_t, POINTER(c_void_p)),
    "init_full": (c_uint8, c_void_p, c_size_t, POINTER(c_void_p)),
    "use_table": (c_uint8, c_void_p, c_void_p, c_size_t),
    "set_lines": (c_uint8, c_void_p, c_uint),
    "new_game": (c_uint8, c_void_p),
    "set_game": (c_uint8, c_void_p, c_char_p, c_uint8, POINTER(c_uint16), c_size_t),
    "play": (c_uint8, c_void_p, c_uint16),
    "state_of": (c_uint8, c_void_p),
    "is_over": (c_bool, c_uint8),
    "is_draw": (c_bool, c_uint8),
    "state_text": (c_char_p, c_uint8),
    "piece_on": (c_uint8, c_void_p, c_uint8),
    "fen": (c_uint8, c_void_p, c_char_p),
    "legal_moves": (c_uint8, c_void_p, POINTER(c_uint16), c_size_t, POINTER(c_size_t)),
    "evaluate": (c_uint8, c_void_p, POINTER(c_int16)),
    "move_from_san": (c_uint8, c_void_p, c_char_p, POINTER(c_uint16)),
    "move_to_uci": (None, c_void_p, c_uint16, c_char_p),
    "move_to_san": (c_uint8, c_void_p, c_uint16, c_char_p),
    "go": (c_uint8, c_void_p, POINTER(_Limits), POINTER(c_uint16), c_size_t, c_uint32),
    "run": (c_uint8, c_void_p, c_uint32, c_uint32),
    "stop": (None, c_void_p),
    "searching": (c_bool, c_void_p),
    "best_move": (c_uint16, c_void_p),
    "ponder_move": (c_uint16, c_void_p),
    "report_of": (None, c_void_p, c_uint32, POINTER(_Report)),
}


def _load() -> ctypes.CDLL:
    """The library that STACKMATE_LIBRARY names, or the one beside this file."""
    name = {"win32": "libstackmate.dll", "darwin": "libstackmate.dylib"}.get(sys.platform, "libstackmate.so")
    path = os.environ.get("STACKMATE_LIBRARY") or str(Path(__file__).resolve().with_name(name))
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; CMake's target stackmate_shared builds it, and STACKMATE_LIBRARY names it") from None
    for function, (result, *parameters) in _FUNCTIONS.items():
        found = getattr(library, f"stackmate_{function}")
        found.restype, found.argtypes = result, parameters
    return library


_library = _load()


class Error(ValueError):
    """The engine refused something. `code` is the number of STACKMATE_ERROR_... in c/stackmate.h."""

    def __init__(self, code: int):
        super().__init__(_library.stackmate_error_text(code).decode())
        self.code = code


def _check(code: int) -> None:
    if code != 0:
        raise Error(code)


def _text(what: str, text: object, kind: str = "a text such as 'e4'") -> str:
    if not isinstance(text, str):
        raise TypeError(f"the {what} must be {kind}, not {text!r}")
    return text


def _bytes(text: str) -> bytes:
    """For C, where a text ends with its first zero."""
    if "\0" in text:
        raise ValueError("the text contains a zero character")
    return text.encode()


def _fen(text: str) -> str:
    """An EPD as a FEN: its operations hmvc and fmvn are the counters, the others are left out."""
    *placed, operations = _text("position", text, "a FEN").split(None, 4) or [""]
    if len(placed) != 4 or not re.match(r"[A-Za-z].*;\s*$", operations, re.S):
        return text
    counters = {"hmvc": "0", "fmvn": "1"}
    for operation in re.sub(r'"[^"]*"', "", operations).split(";"):
        name, *operands = operation.split() or [""]
        if name in counters:
            counters[name] = " ".join(operands) or "-"      # which is refused
    return " ".join([*placed, *counters.values()])


def _limit(name: str, value: int, most: int) -> int:
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be 0 to {most}, not {value}")
    return value


def _now() -> int:
    return time.monotonic_ns() // 1_000_000 & 0xffffffff


def version() -> str:
    """The library's version, as "0.1.0"."""
    return str(_library.stackmate_version(), "ascii")


__version__ = version()


class State(enum.IntEnum):
    """The state of a game by the rules."""

    PLAYING = 0
    CHECK = 1
    CHECKMATE = 2
    STALEMATE = 3
    THREEFOLD_REPETITION = 4
    FIFTY_MOVES = 5
    SEVENTY_FIVE_MOVES = 6
    INSUFFICIENT_MATERIAL = 7
    FIVEFOLD_REPETITION = 8
    SEARCHING = 255     # unknown until the search has ended

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and no claim is needed."""
        return bool(_library.stackmate_is_over(self))

    @property
    def is_draw(self) -> bool:
        """Whether the side to move may claim a draw, or the game is one already."""
        return bool(_library.stackmate_is_draw(self))

    @property
    def text(self) -> str:
        """A few words."""
        return str(_library.stackmate_state_text(self), "ascii")


@dataclass(frozen=True)
class Info:
    """The progress of a search. `score` and `mate` are the mover's view, and one of them is None."""

    depth: int                  # plies; 0 before the first iteration has ended
    seldepth: int
    nodes: int
    time_ms: int
    score: Optional[int]        # centipawns
    mate: Optional[int]         # moves to mate, negative if the mover will be mated, 0 if the mover is
    bound: str                  # "exact", "at least", "at most", "none"
    hashfull: int               # per mille
    line_number: int            # from 0, the best
    line: Tuple[str, ...]       # the expected moves


@dataclass(frozen=True)
class Result:
    """What a search found."""

    best: Optional[str]         # None: there is no legal move
    ponder: Optional[str]       # the expected answer
    info: Info


class Engine:
    """An engine with its game. It belongs to one thread; only stop() may be called from another."""

    def __init__(self, fen: str = START, *, tiny: bool = False, chess960: bool = False, table_bytes: int = 0, lines: int = 1):
        """`tiny`: the configuration for chips with 8 KB of RAM. `table_bytes`: of the hash table, a multiple of 32 is used; 0:
        the configuration's own. `lines`: how many best lines a search reports, up to 8, or 1 if `tiny`."""
        init = _library.stackmate_init_tiny if tiny else _library.stackmate_init_full
        self._engine = c_void_p()
        size, error = 4096, _ERROR_SIZE
        while error == _ERROR_SIZE:      # no function tells how large an engine is
            size *= 2
            self._memory = (c_uint64 * (size // 8))()
            error = init(self._memory, size, byref(self._engine))
        _check(error)
        if table_bytes:
            self._table = (c_uint64 * (_limit("table_bytes", table_bytes, sys.maxsize) // 8))()
            self._do("use_table", self._table, ctypes.sizeof(self._table))
        self._do("set_lines", _limit("lines", lines, 255))
        made_with = {"tiny": tiny, "table_bytes": table_bytes, "lines": lines if lines != 1 else 0}
        self._made_with = [f"{name}={value}" for name, value in made_with.items() if value]
        self._fen, self._chess960 = START, False
        self._moves: List[int] = []
        self.set_game(fen, chess960=chess960)

    def __repr__(self) -> str:
        searching = _library.stackmate_searching(self._engine)
        options = [*(["chess960=True"] if self._chess960 else []), *self._made_with]
        return f"Engine({', '.join(['<searching>' if searching else repr(self.fen), *options])})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("an Engine cannot be copied or pickled: make another one, and set its game")

    def _do(self, function: str, *arguments: object) -> None:
        _check(getattr(_library, f"stackmate_{function}")(self._engine, *arguments))

    def _move(self, text: str) -> int:
        move = c_uint16()
        self._do("move_from_san", _bytes(_text("move", text)), byref(move))
        return move.value

    def _uci(self, move: int) -> str:
        text = ctypes.create_string_buffer(_TEXT_SIZE)
        _library.stackmate_move_to_uci(self._engine, move, text)
        return text.value.decode()

    def _set(self, fen: str, chess960: bool, moves: List[int]) -> None:
        self._do("set_game", _bytes(fen), chess960, (c_uint16 * len(moves))(*moves), len(moves))
        self._fen, self._chess960, self._moves = fen, chess960, list(moves)

    # ---------------------------------------------------------------- the game

    def new_game(self) -> None:
        """Sets the start position, and forgets all that was learnt in the previous game."""
        self._do("new_game")
        self._fen, self._chess960, self._moves = START, False, []

    def set_game(self, fen: str = START, moves: Iterable[str] = (), *, chess960: bool = False) -> None:
        """Sets the whole game: its first position, a FEN or an EPD, and the moves from there."""
        before = self._fen, self._chess960, self._moves
        moves = list(moves)
        self._set(_fen(fen), chess960, [])
        try:
            for move in moves:
                self.play(move)
        except BaseException:
            self._set(*before)
            raise

    def play(self, move: str) -> str:
        """Plays a legal move, and returns it in UCI notation. A drawn game may continue."""
        found = self._move(move)
        text = self._uci(found)
        self._do("play", found)
        self._moves.append(found)
        return text

    def take_back(self) -> str:
        """Takes the last move back and returns it. IndexError if there is none."""
        if not self._moves:
            raise IndexError("there is no move to take back")
        last = self._moves[-1]
        self._set(self._fen, self._chess960, self._moves[:-1])
        return self._uci(last)

    @property
    def fen(self) -> str:
        """The position."""
        text = ctypes.create_string_buffer(_TEXT_SIZE)
        self._do("fen", text)
        return text.value.decode()

    @property
    def moves(self) -> List[str]:
        """The moves played since the game's first position."""
        return [self._uci(move) for move in self._moves]

    @property
    def state(self) -> State:
        """Mate, stalemate, a draw, or how the game stands."""
        return State(_library.stackmate_state_of(self._engine))

    def piece_on(self, square: str) -> Optional[str]:
        """The piece on a square as in a FEN: "P", "k", or None."""
        if len(_text("square", square)) != 2 or square[0] not in "abcdefgh" or square[1] not in "12345678":
            raise ValueError(f"there is no square '{square}'")
        piece = _library.stackmate_piece_on(self._engine, "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1))
        if piece == State.SEARCHING:
            raise Error(_ERROR_SEARCHING)
        return _PIECES[piece].strip() or None

    def legal_moves(self) -> List[str]:
        """All of them."""
        return [self._uci(move) for move in self._legal()]

    def _legal(self) -> List[int]:
        moves, count = (c_uint16 * _MAX_MOVES)(), c_size_t()
        self._do("legal_moves", moves, _MAX_MOVES, byref(count))
        return moves[:min(count.value, _MAX_MOVES)]

    def uci(self, move: str) -> str:
        """A legal move in UCI notation."""
        return self._uci(self._move(move))

    def san(self, move: str) -> str:
        """A legal move in standard algebraic notation."""
        text = ctypes.create_string_buffer(_TEXT_SIZE)
        self._do("move_to_san", self._move(move), text)
        return text.value.decode()

    def evaluate(self) -> int:
        """The static evaluation without a search, in centipawns from the view of the side to move. Not in check."""
        centipawns = c_int16()
        self._do("evaluate", byref(centipawns))
        return centipawns.value

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal moves. Some 100,000 moves a second: the library has no perft."""
        _limit("depth", depth, 255)
        other = Engine(self.fen, tiny=True, chess960=self._chess960)    # this one stays as it is
        return other._leaves(depth) if depth else 1

    def _leaves(self, depth: int) -> int:
        if depth == 1:
            count = c_size_t()
            self._do("legal_moves", None, 0, byref(count))
            return count.value
        leaves, path = 0, self._moves
        for move in self._legal():
            self._set(self._fen, self._chess960, [*path, move])
            leaves += self._leaves(depth - 1)
        return leaves

    # ---------------------------------------------------------------- searching

    def search(self, *, nodes: int = 0, depth: int = 0, ms: Optional[int] = None, only: Iterable[str] = (),
               on_info: Optional[Callable[[Info], object]] = None) -> Result:
        """Searches until the first limit, or without one until stop(). `only`: the moves to choose from. `on_info` gets each
        new Info in this thread; an exception that it raises ends the search."""
        limits = _Limits(nodes=_limit("nodes", nodes, 2 ** 64 - 1), depth=_limit("depth", depth, 255))
        if ms is not None:
            limits.move_time_ms, limits.has_move_time = _limit("ms", ms, 2 ** 32 - 2), True
        chosen = [self._move(move) for move in only]
        self._do("go", byref(limits), (c_uint16 * len(chosen))(*chosen), len(chosen), _now())
        try:
            event = 0
            while event != _FINISHED:
                event = _library.stackmate_run(self._engine, _SLICE, _now())
                if event == _INFO and on_info:
                    on_info(self._info())
        finally:
            while _library.stackmate_searching(self._engine):
                _library.stackmate_stop(self._engine)
                _library.stackmate_run(self._engine, 1, _now())
        best, ponder = _library.stackmate_best_move(self._engine), _library.stackmate_ponder_move(self._engine)
        return Result(self._uci(best) if best else None, self._uci(ponder) if ponder else None, self._info())

    def stop(self) -> None:
        """Ends the search that runs, from any thread or from `on_info`. A stop before the search is cancelled by it."""
        _library.stackmate_stop(self._engine)

    def _info(self) -> Info:
        report = _Report()
        _library.stackmate_report_of(self._engine, _now(), byref(report))
        return Info(report.depth, report.seldepth, report.nodes, report.time_ms, None if report.is_mate else report.score,
                    report.score if report.is_mate else None, _BOUNDS[report.bound], report.hashfull, report.line_number,
                    tuple(self._uci(move) for move in report.line[:report.line_length]))

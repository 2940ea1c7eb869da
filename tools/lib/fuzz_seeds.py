"""What fuzzing begins with: well-formed inputs of each target, and some that nearly are. `tools/fuzz --seeds` writes them.

Files whose names do not begin with `seed-` were found by fuzzing and stay as they are.
"""

import random
from pathlib import Path

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FENS = (
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/K2pP2r/3Pp3/8/k7/8 b - d3 0 1",
    "q3k2q/1P4P1/8/8/8/8/1p4p1/Q3K2Q b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rk2r2/8/8/8/8/8/8/RR2KR1R w BFb - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 149 9998",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
    "8/8/8/8/8/8/8/8 w - - 0 1",
)
LINES = (
    ("", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4"),
    ("", "e2e4 d7d5 ed5 Qd8xd5 Ng1-f3 Qe4+ Be2 Qxe2# Kxe2!?"),
    (FENS[1], "O-O-O 0-0 Nxd7 Kxd7 dxe6+ Ke8 o-o"),
    (FENS[3], "dxc8=Q Qxc8 d7xc8(N) dxc8r e8Q"),
    (FENS[4], "exd3 e.p. exd3 Kb6 dxe"),
    (FENS[6], "O-O Rxf4 Kh8"),
    ("4k3/8/8/8/8/8/8/QQQ1K1QQ w - - 0 1", "Qaxb2 Qa1b2 Q1b2 Qgf1 Qhg2#"),
)


def check(block: str) -> str:
    """A ChessLink block with its check."""
    total = 0
    for letter in block:
        total ^= ord(letter)
    return f"{block}{total:02X}"


def with_parity(text: str) -> bytes:
    return bytes(ord(c) | (0x80 if ord(c).bit_count() % 2 == 0 else 0) for c in text)


def move(text: str) -> bytes:
    """As it is stored."""
    start, end = ((ord(text[i]) - ord("a")) | (ord(text[i + 1]) - ord("1")) << 4 for i in (0, 2))
    return (start | end << 9).to_bytes(2, "little")


def stored(settings: bytes, plays: int, game: bytes) -> bytes:
    return bytes((len(settings),)) + settings + bytes((plays,)) + game


def fen():
    yield from (text.encode() for text in FENS)


def san():
    yield from ("\n".join((position, *moves.split(" "))).encode() for position, moves in LINES)


def pgn():
    for number, length in enumerate((20, 60, 120, 250, 400)):
        yield noise(f"pgn {number}", length)


def log():
    for number, length in enumerate((30, 80, 200, 400, 400, 800)):
        yield bytes((number % 3, 1)) + noise(f"log {number}", length)
    yield bytes((0, 0)) + noise("foreign", 600)
    one, cut = bytes((3, 1, 1, 2)) + b"ab", bytes((1, 0, 5, 4, 9))
    yield bytes((1, 1)) + one * 30 + cut + one * 4 + bytes((0,)) + one * 4
    yield bytes((2, 1)) + (one * 10 + cut + one) * 6


def saved():
    first, settings = bytes((1, 5, 1, 0, 1, 64)), bytes((2, 3, 0, 1, 0, 128, 0))
    marked = bytes((3, *settings[1:], 0, 0x10, 0, 1, 0, 0, 0, 0x80))
    opening = b"".join(map(move, ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")))
    clocks = bytes((0x82, 0, 0x10, 0x27, 0, 0x20, 0x4e, 0))
    back, resigned = bytes((0x80, 2)), bytes((0x81, 2 | 1 << 4))
    position = FENS[1].encode()
    yield stored(settings, 4, bytes((2, 0)) + opening)
    yield stored(first, 3, bytes((2, 0)) + opening + back + move("f1c4"))
    yield stored(settings, 5, bytes((2, len(position))) + position + move("e1g1") + move("e8c8"))
    yield stored(bytes((2, 26, 0, 0, 0, 128, 0)), 4, bytes((2, 0)) + move("e2e4") + clocks + move("e7e5") + clocks)
    yield stored(settings, 2, bytes((2, 0)) + opening + resigned)
    yield stored(settings, 2, bytes((2, 0)) + opening[:-1])
    yield stored(b"\xff" * 7, 2, bytes((2, 0)) + opening + b"\xff\xff")
    yield stored(b"", 0, b"")
    yield stored(marked, 5, bytes((2, 0)) + opening)
    yield stored(marked[:-1], 3, bytes((2, 0)) + opening)


def chesslink():
    plain = [check(block) for block in ("V", "S", "X", "T", "W0203", "R04", "W01FF", "W0200", "W040A", "L20" + "0F" * 81)]
    yield "".join(plain).encode()
    yield b"".join(map(with_parity, plain))
    yield from (block.encode() + b"\x10\x21\x10\x22\x10\x59" for block in plain)


def certabo():
    yield b"U\xaaU\xaaU\xaaU\xaa" + b"\x10\x51\x10\x59" * 3
    yield b"\xff\0\0\0\0\0\0\xff\x10\x62\x10\x24\x10\x51" * 4
    yield b"\0\0\0\x10\0\0"


def peripheral():
    game = f"begin {START}\n"
    lines = ("feature moved\nfeature get_state\nfeature submove_state\nvariant standard\n", game, game + "move e2e4\nmove e7e5\n",
             game + "nok\nok\nend checkmate\n", f"undo {FENS[1]}\nredo {FENS[2]}\n", "side w\nside b\nside ?\n",
             "options_begin\nset_option brightness 77\noptions_reset\n", "get_state\nset_variant standard\n" + game)
    yield from (line.encode() for line in lines)
    yield "".join(lines).replace("\n", "\n\x10\x64\x10\x06").encode("latin-1")


def shell():
    yield b"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 3\n\2\2\2\2stop\nisready\n"
    yield b"position startpos\ngo infinite\n\2\2\4isready\nstop\ngo ponder wtime 1000 btime 1000\n\2ponderhit\n\4\4\2\2"
    yield b"go movetime 50\n\2\4\2go wtime 100 btime 100 winc 1 binc 1 movestogo 5\n\2\4\4stop\nd\neval\nstatus\nhelp\n"
    yield f"position fen {FENS[1]}\ngo nodes 50 searchmoves e1g1 e1c1\n\2\2\2go mate 1\n\2\2go perft 2\n\2\2\2".encode()
    yield f"setoption name UCI_Chess960 value true\nposition fen {FENS[6]} moves g1h1\ngo depth 2\n\2\2\2\2stop\n".encode()
    yield b"setoption name MultiPV value 3\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500\ngo depth 4\n\2\2stop\n"
    yield b"position fen 8/8/8/8/8/8/8/8 w - - 0 1\ngo\ngo sideways\ngo depth 0\nposition startpos moves e2e5\n\5go\n\6bench\n\2stop\n"
    yield b"setoption name Clear Hash\nsetoption name Hash value 64\nsetoption name Move Overhead value 6000\ndebug on\nquit\n"


def board():
    yield b"board\nboard pgn\nboard fen\nboard sensors\nboard help\nboard takeback\n\xd4board draw\nboard new\n\xf2board nonsense\n"
    yield b"board white person\nboard black person\n\xe0\xe1\xe2\xe3\xf8board pgn\n\xf9\xe4board resign white\n\xf2\xe1"
    yield b"board black remote\n\xe1board move e7e5\n\xe0\xe2board move d7d5\n\xe0\xf0\xe1"
    yield b"uci\nsetoption name Player value Board\nposition startpos moves e2e4\n\xf1go wtime 2000 btime 2000\n\xe1\xd8stop\nquit\n"
    yield f"position fen {FENS[1]}\nboard set\n".encode() + b"\xf1\xe0\xe3\xe0board level d1\nboard flip on\nboard brightness 20\n\xf1"
    yield f"feature moved\nbegin {START}\n".encode() + b"\xf1\xe1move e7e5\n\xe0\xe3nok\n\xf8end draw\n"
    yield check("V").encode() + check("S").encode() + b"\xe1" + check("X").encode() + b"\xd8uci\nisready\n"
    yield b"board protocol chesslink\nboard level c3\n\xe1\xe0\xf5\xf4\xc4\xf3\xf6\x90\x90\xd6\xf4go depth 1\n\xd8"
    yield b"\xe0\xe1\xe2\xe3\xe4\xe5\xf6\xbe\xbe\xf1\x8c\x9c\xd8\xf1\xf5\xf4"
    yield b"board ignore e4\n\xe3\xd8\xe5\xd8\xf6\xb1\xb1\x88\x88\xa7\xa7\xf4board flip on\nboard heed e4\nboard ignore h8\n\xf1\xe1"


def tracker():
    yield bytes((0xa0, 0x81, 0xa3, 0xe0, 0xa4, 0xe1, 0xa8, 0xf3, 0xa1, 0xf4, 0xf0))
    yield bytes((0xfe, *range(0xa0, 0xc0)))
    yield bytes((0xff, 0xfe, *range(0xa0, 0xb0), 0xd0, 0xf0, 0xd3, 0x97, 0xf0, 0xc0, 0xc7, 0xf3))
    yield bytes((0xfe, 0xf8, 0xf0, 0xa0, 0xa1, 0xf9, 0xf0, 0xa2, 0xb0, 0xfa, 0xf0, 0xa0))
    yield bytes((12, 28, 0x99, 52, 36, 0x99, 6, 21, 0x99, 0x84, 0x40, 0x80, 0xf1))
    yield from (noise(f"tracker {number}", 60 * number) for number in range(1, 4))


def hands():
    yield from (noise(f"hands {number}", 100 * number) for number in range(1, 6))


def sessions():
    yield from (noise(f"sessions {number}", 80 * number) for number in range(1, 6))


def usb():
    requests = b"".join(bytes((2, number, 0, 1)) for number in range(24))
    talk = bytes((5, 20, 12, 40, 9, 7, 13, 99, 15))
    yield requests
    yield bytes((4,)) + talk * 5
    yield bytes((4,)) + talk + bytes((11, 0)) + talk + bytes((11, 1, 9)) + talk + bytes((0, 0)) + requests[:40]
    yield bytes((4, 2, 15, 0, 1)) + talk + bytes((2, 14, 0, 1)) + talk + bytes((2, 13, 0, 1)) + talk
    yield bytes((4, 9, 14, 1, 40, 14, 1, 255, 14, 0, 255)) + talk
    yield b"".join(bytes((1, *request, stop)) for stop, request in
                   enumerate((b"\x80\x06\0\1\0\0\x40\0", b"\x21\x20\0\0\0\0\7\0", b"\x80\x06\0\2\0\0\x09\0")))
    yield bytes((4,)) + (bytes((5, 20, 12, 40, 11, 0, 11, 1, 15, 12, 40, 9)) + talk) * 3


ALL = {function.__name__: function for function in
       (board, certabo, chesslink, fen, hands, log, peripheral, pgn, san, saved, sessions, shell, tracker, usb)}


def noise(name: str, length: int) -> bytes:
    """The same bytes for a name each time."""
    return random.Random(name).randbytes(length)


def write(folder: Path) -> int:
    """In place of the seeds that are there; how many files."""
    written = 0
    for name, seeds in ALL.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for old in (folder / name).glob("seed-*"):
            old.unlink()
        for number, content in enumerate(seeds(), 1):
            (folder / name / f"seed-{number:02}").write_bytes(content)
            written += 1
    return written

"""tools/picture: a picture of the chess board in the middle of a game, as the firmware lights it in the emulator.

The firmware runs on the emulated stm32l475 in exact virtual time; its sensors feel the moves, and what its lights show is
recorded from screenshots of the emulated RGB matrix, with their rhythm. The picture is a PNG with several frames; programs
that know no animation show the first.
"""

import argparse
import struct
import sys
import zlib
from pathlib import Path

import boards
import build
import emulator
import lights
import qtest
import terminal
from simboard import NeverCame

OUT = build.ROOT / "docs" / "img" / "board.png"
BOARD = "stm32l475"
BRIGHTNESS = 255
LOOK_MS = 32

OPENING = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 e1g1 d7d6 c2c3".split()
ENGINES_LEVEL = "t2"            # two seconds a move
LIFTED, THEN = "c1", "c1g5"     # what the person does in the picture

CELL, RIM, SCALE, EDGE = 46, 3, 3, 16
WOOD = {True: (92, 84, 72), False: (60, 54, 46)}        # light and dark squares, unlit
FRAME, INK = (38, 33, 28), (150, 138, 120)
PIECE = {True: ((245, 240, 225), (30, 26, 22)), False: ((24, 24, 28), (205, 198, 186))}    # body, outline

SHAPES = {
    "p": """
.............
.............
.....ooo.....
....o###o....
....o###o....
.....o#o.....
....o###o....
.....o#o.....
.....o#o.....
....o###o....
...o#####o...
..o#######o..
..ooooooooo..""",
    "r": """
.............
.ooo.ooo.ooo.
.o#ooo#ooo#o.
.o#########o.
.ooooooooooo.
...o#####o...
...o#####o...
...o#####o...
...o#####o...
..o#######o..
.ooooooooooo.
.o#########o.
.ooooooooooo.""",
    "n": """
.............
....oo.oo....
...o##o##o...
..o#######o..
.o##o######o.
o##########o.
o####oo####o.
.oooo.o####o.
.....o####o..
....o####o...
...o######o..
..o########o.
..oooooooooo.""",
    "b": """
......o......
.....o#o.....
....o###o....
...o##o##o...
...o#ooo#o...
...o##o##o...
....o###o....
.....o#o.....
....ooooo....
.....o#o.....
....o###o....
..oo#####oo..
..ooooooooo..""",
    "q": """
......o......
o....o#o....o
#o...o#o...o#
o#o.o###o.o#o
.o#oo###oo#o.
.o#########o.
..o#######o..
..o#######o..
...ooooooo...
...o#####o...
..o#######o..
.o#########o.
.ooooooooooo.""",
    "k": """
......o......
.....ooo.....
......o......
..oo.o#o.oo..
.o##oo#oo##o.
o####o#o####o
o####o#o####o
o#####o#####o
.o####o####o.
..ooooooooo..
..o#######o..
.o#########o.
.ooooooooooo.""",
}
DIGITS = {      # 5 x 7, a row a number
    "1": (4, 12, 4, 4, 4, 4, 14), "2": (14, 17, 1, 2, 4, 8, 31), "3": (31, 2, 4, 2, 1, 17, 14), "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14), "6": (6, 8, 16, 30, 17, 17, 14), "7": (31, 1, 2, 4, 8, 8, 8), "8": (14, 17, 14, 17, 17, 17, 14),
    "a": (0, 0, 14, 1, 15, 17, 15), "b": (16, 16, 22, 25, 17, 17, 30), "c": (0, 0, 14, 16, 16, 17, 14),
    "d": (1, 1, 13, 19, 17, 17, 15), "e": (0, 0, 14, 17, 31, 16, 14), "f": (6, 9, 8, 28, 8, 8, 8),
    "g": (0, 15, 17, 17, 15, 1, 14), "h": (16, 16, 22, 25, 17, 17, 17),
}


class Game:
    """The pieces on the board, and the hands that move them."""

    def __init__(self, board):
        self.board = board
        back = "rnbqkbnr"
        self.pieces = {f"{file}{rank}": piece for rank, row in ((1, back.upper()), (2, "P" * 8), (7, "p" * 8), (8, back))
                       for file, piece in zip("abcdefgh", row)}

    def lift(self, square):
        self.board.lift(square)
        return self.pieces.pop(square)

    def place(self, piece, square):
        self.board.place(square)
        self.pieces[square] = piece

    def move(self, text):
        """Makes a move, the rook's part of castling included, with time for each lift."""
        source, target = text[:2], text[2:4]
        if target in self.pieces:
            self.lift(target)
            self.board.run(200)
        piece = self.lift(source)
        self.board.run(200)
        self.place(piece, target)
        self.board.run(200)
        if piece in "kK" and abs(ord(source[0]) - ord(target[0])) == 2:
            rook = ("h" if target[0] == "g" else "a") + source[1]
            self.place(self.lift(rook), ("f" if target[0] == "g" else "d") + source[1])
        self.board.run(500)


class Film:
    """What was seen: (milliseconds, lights, pieces), each lasting until the next."""

    def __init__(self, board, game):
        self.board, self.game, self.scenes = board, game, []

    def look(self, ms):
        end = self.board.ms + ms
        while self.board.ms < end:
            scene = (self.board.frame().squares, dict(self.game.pieces))
            if self.scenes and self.scenes[-1][1:] == scene:
                self.scenes[-1] = (self.scenes[-1][0] + LOOK_MS, *scene)
            else:
                self.scenes.append((LOOK_MS, *scene))
            self.board.run(LOOK_MS)


def record(progress) -> Film:
    """Plays the opening, then films: a piece is lifted and put down, the engine thinks and moves."""
    with qtest.QemuBoard(boards.find(BOARD)) as board:
        board.set_up()
        board.power_on()
        board.wait_line("new game", 5000)
        for order in ("black person", f"brightness {BRIGHTNESS}", f"level {ENGINES_LEVEL}"):
            board.send(f"board {order}")
            board.run(100)
        game = Game(board)
        for number, move in enumerate(OPENING):
            progress.update("picture", number / len(OPENING) / 2, "playing")
            heard = len(board.lines)
            game.move(move)
            board.wait_line(f"board move .* {move}", 2000, seen=heard)
        board.send("board black engine")
        heard = len(board.lines)
        answer = board.wait_line("waiting for the move to be made", 20_000, seen=heard).split()[-1]
        game.move(answer)

        progress.update("picture", 0.6, "looking")
        film = Film(board, game)
        piece = game.lift(LIFTED)
        board.run(1500)
        # From the moment all squares light up together, so that the first picture says something.
        board.wait_frame(lambda frame: not frame.lit)
        board.wait_frame(lambda frame: len(frame.lit) > 2)
        board.run(LOOK_MS)
        film.look(2048)
        game.place(piece, THEN[2:])
        heard = len(board.lines)
        while not any("waiting for the move to be made" in line for _, line in board.lines[heard:]):
            film.look(64)
            if board.ms > 120_000:
                raise qtest.BoardError("the engine does not answer")
        board.run(40)
        film.look(3072)
        return film


# ---------------------------------------------------------------- drawing

class Canvas:
    """Pixels with a palette."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.palette, self.rows = {}, []

    def index(self, colour):
        return self.palette.setdefault(colour, len(self.palette))

    def draw(self, lit, pieces) -> list:
        """The rows of one picture, as palette numbers."""
        rows = [bytearray([self.index(FRAME)]) * self.width for _ in range(self.height)]
        for number, colour in enumerate(lit):
            file, rank = number % 8, number // 8
            self._square(rows, file, rank, colour)
        for square, piece in pieces.items():
            self._piece(rows, "abcdefgh".index(square[0]), int(square[1]) - 1, piece)
        for i in range(8):
            self._sign(rows, EDGE + i * CELL + CELL // 2 - 3, EDGE + 8 * CELL + 4, "abcdefgh"[i])
            self._sign(rows, 5, EDGE + (7 - i) * CELL + CELL // 2 - 4, str(i + 1))
        return [bytes(row) for row in rows]

    def _square(self, rows, file, rank, widths):
        wood = WOOD[(file + rank) % 2 == 1]
        # The emulated driver shows 63 of 64 parts.
        light = tuple(lights.colour_of(width * 64 / 63, BRIGHTNESS) for width in widths)
        inner = self.index(tuple(min(255, w + l) for w, l in zip(wood, light)))
        rim = self.index(tuple(min(255, w + l // 3) for w, l in zip(wood, light)))
        left, top = EDGE + file * CELL, EDGE + (7 - rank) * CELL
        for y in range(CELL):
            edge = y < RIM or y >= CELL - RIM
            row = bytes([rim] * CELL) if edge else bytes([rim] * RIM + [inner] * (CELL - 2 * RIM) + [rim] * RIM)
            rows[top + y][left:left + CELL] = row

    def _piece(self, rows, file, rank, piece):
        body, outline = PIECE[piece.isupper()]
        shape = SHAPES[piece.lower()].strip().splitlines()
        left = EDGE + file * CELL + (CELL - 13 * SCALE) // 2
        top = EDGE + (7 - rank) * CELL + (CELL - 13 * SCALE) // 2
        for y, line in enumerate(shape):
            for x, pixel in enumerate(line):
                if pixel == ".":
                    continue
                number = self.index(body if pixel == "#" else outline)
                for row in rows[top + y * SCALE:top + (y + 1) * SCALE]:
                    row[left + x * SCALE:left + (x + 1) * SCALE] = bytes([number]) * SCALE

    def _sign(self, rows, left, top, sign):
        ink = self.index(INK)
        for y, bits in enumerate(DIGITS[sign]):
            for x in range(5):
                if bits >> (4 - x) & 1:
                    rows[top + y][left + x] = ink


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed(rows) -> bytes:
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def changed_part(before, after):
    """(left, top, right, bottom) of what differs; one pixel at least."""
    tall = [y for y, (one, other) in enumerate(zip(before, after)) if one != other] or [0]
    wide = [x for y in tall for x, (one, other) in enumerate(zip(before[y], after[y])) if one != other] or [0]
    return min(wide), tall[0], max(wide) + 1, tall[-1] + 1


def png(scenes) -> bytes:
    """An animated PNG (APNG 1.0) of (milliseconds, rows) with a palette of at most 256 colours."""
    canvas = Canvas(EDGE + 8 * CELL + 2, EDGE + 8 * CELL + EDGE)
    drawn = [(ms, canvas.draw(lit, pieces)) for ms, lit, pieces in scenes]
    if len(canvas.palette) > 256:
        raise qtest.BoardError("more than 256 colours")
    out = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", canvas.width, canvas.height, 8, 3, 0, 0, 0)),
           chunk(b"PLTE", b"".join(bytes(colour) for colour in canvas.palette)),
           chunk(b"acTL", struct.pack(">II", len(drawn), 0))]
    order, before = 0, None
    for ms, rows in drawn:
        left, top, right, bottom = changed_part(before, rows) if before else (0, 0, canvas.width, canvas.height)
        part = packed([row[left:right] for row in rows[top:bottom]])
        out.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", order, right - left, bottom - top, left, top, ms, 1000, 0, 0)))
        order += 1
        if before is None:
            out.append(chunk(b"IDAT", part))
        else:
            out.append(chunk(b"fdAT", struct.pack(">I", order) + part))
            order += 1
        before = rows
    out.append(chunk(b"IEND", b""))
    return b"".join(out)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/picture",
        description="Plays a few moves on the emulated chess board (stm32l475 with its RGB matrix) and makes a picture of what\n"
                    "its lights show: an animated PNG, some seconds long, in the rhythm of the firmware's own time.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=OUT, metavar="FILE",
                        help=f"where to (default: {OUT.relative_to(build.ROOT)})")
    options = parser.parse_args()
    progress = terminal.Progress()
    try:
        build.setup()
        board = boards.find(BOARD)
        if reason := qtest.why_not(board):
            raise emulator.EmulatorError(reason)
        build.image_of(board, progress=progress)
        film = record(progress)
        data = png(film.scenes)
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_bytes(data)
        progress.clear()
        seconds = sum(ms for ms, _, _ in film.scenes) / 1000
        print(f"{options.out}: {len(data)} bytes, {len(film.scenes)} pictures in {seconds:.1f} s")
        return 0
    except (build.BuildError, emulator.EmulatorError, qtest.BoardError, NeverCame, OSError) as error:
        progress.clear()
        print(f"tools/picture: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        progress.clear()
        return 130


if __name__ == "__main__":
    terminal.run(main)

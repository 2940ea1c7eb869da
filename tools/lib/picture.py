"""tools/picture: pictures of the chess board in the middle of a game, as the firmware lights it in the emulator.

The firmware runs on the emulated stm32l475 in exact virtual time; its sensors feel the moves, and what its lights show is
recorded from screenshots of the emulated RGB matrix, with their rhythm. One picture stands still, the other is an animated
PNG of a move and its answer; programs that know no animation show its first frame. Wood, pieces and the hand's way are drawn.
"""

import argparse
import struct
import zlib
from pathlib import Path

import boards
import build
import emulator
import lights
import qtest
import terminal
from simboard import NeverCame

OUT = build.ROOT / "docs" / "img"
STILL, MOVING = "board.png", "move.png"
BOARD = "stm32l475"
BRIGHTNESS = 255
LOOK_MS = 32

OPENING = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 e1g1 d7d6 c2c3".split()
ENGINES_LEVEL = "t2"            # two seconds a move
LIFTED, THEN = "c1", "c1g5"     # what the person does in the picture

CARRY_STEPS, CARRY_MS = 10, 640     # of a piece's way through the air
WOOD = {True: (222, 198, 158), False: (172, 134, 94)}       # light and dark squares, unlit
FRAME, INK, SHADOW = (84, 58, 38), (244, 230, 206), (96, 74, 54)
PIECE = {True: ((255, 252, 242), (52, 40, 30)), False: ((44, 40, 40), (226, 214, 196))}     # body, outline

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
    """The pieces on the board, the one in the air, and the hands that move them."""

    def __init__(self, board):
        self.board = board
        back = "rnbqkbnr"
        self.pieces = {f"{file}{rank}": piece for rank, row in ((1, back.upper()), (2, "P" * 8), (7, "p" * 8), (8, back))
                       for file, piece in zip("abcdefgh", row)}
        self.air = None         # piece, file and rank, counted in squares from a1

    def lift(self, square):
        self.board.lift(square)
        piece = self.pieces.pop(square)
        self.air = (piece, *place_of(square))
        return piece

    def place(self, piece, square):
        self.board.place(square)
        self.pieces[square] = piece
        self.air = None

    def move(self, text, passing=None):
        """Makes a move, the rook's part of castling included, with time for each lift. `passing`: how time passes."""
        passing = passing or self.board.run
        source, target = text[:2], text[2:4]
        if target in self.pieces:
            self.lift(target)
            passing(200)
        piece = self.lift(source)
        passing(200)
        self.carry(target, passing)
        self.place(piece, target)
        passing(200)
        if piece in "kK" and abs(ord(source[0]) - ord(target[0])) == 2:
            rook = ("h" if target[0] == "g" else "a") + source[1]
            self.place(self.lift(rook), ("f" if target[0] == "g" else "d") + source[1])
        passing(500)

    def carry(self, target, passing):
        """What is in the air goes to a square."""
        piece, file, rank = self.air
        to_file, to_rank = place_of(target)
        for step in range(1, CARRY_STEPS + 1):
            part = step / CARRY_STEPS
            self.air = (piece, file + (to_file - file) * part, rank + (to_rank - rank) * part)
            passing(CARRY_MS // CARRY_STEPS)


def place_of(square) -> tuple:
    return "abcdefgh".index(square[0]), int(square[1]) - 1


class Film:
    """What was seen: (milliseconds, lights, pieces, the one in the air), each lasting until the next."""

    def __init__(self, board, game):
        self.board, self.game, self.scenes = board, game, []

    def look(self, ms):
        end = self.board.ms + ms
        while self.board.ms < end:
            scene = (as_if_stored(self.board.frame().squares), dict(self.game.pieces), self.game.air)
            if self.scenes and self.scenes[-1][1:] == scene:
                self.scenes[-1] = (self.scenes[-1][0] + LOOK_MS, *scene)
            else:
                self.scenes.append((LOOK_MS, *scene))
            self.board.run(LOOK_MS)


def as_if_stored(squares) -> tuple:
    """A picture's squares without the light that says that nothing is stored: QEMU's flash takes nothing."""
    reader = lights.Reader(BRIGHTNESS, qtest.emulated)
    return tuple((0, 0, 0) if reader.name_of(colour) == "unsaved" else colour for colour in squares)


def shining(frame) -> int:
    """How many squares shine in a picture."""
    return sum(any(colour) for colour in as_if_stored(frame.squares))


def record(progress) -> Film:
    """Plays the opening, then films: a piece is lifted and put down, the engine thinks, and its move is made for it."""
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

        def answer(heard):
            return board.wait_line("waiting for the move to be made", 20_000, seen=heard).split()[-1]
        game.move(answer(len(board.lines)))

        progress.update("picture", 0.6, "looking")
        film = Film(board, game)
        game.lift(LIFTED)
        board.run(1500)
        # From the moment all squares light up together, so that the first picture says something.
        board.wait_frame(lambda frame: not shining(frame))
        board.wait_frame(lambda frame: shining(frame) > 2)
        board.run(LOOK_MS)
        film.look(2048)
        heard = len(board.lines)
        piece = game.air[0]
        game.carry(THEN[2:], film.look)
        game.place(piece, THEN[2:])
        while not any("waiting for the move to be made" in line for _, line in board.lines[heard:]):
            film.look(64)
            if board.ms > 120_000:
                raise qtest.BoardError("the engine does not answer")
        film.look(2048)
        game.move(answer(heard), film.look)
        film.look(1024)
        return film


# ---------------------------------------------------------------- drawing

def doubled(shape: list) -> list:
    """Twice as large, with the corners rounded (the Scale2x rule)."""
    def at(x, y):
        return shape[y][x] if 0 <= y < len(shape) and 0 <= x < len(shape[y]) else "."
    rows = []
    for y in range(len(shape)):
        upper, lower = "", ""
        for x in range(len(shape[y])):
            here, up, down, left, right = at(x, y), at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y)
            odd = up != down and left != right
            upper += (left if odd and left == up else here) + (right if odd and up == right else here)
            lower += (left if odd and left == down else here) + (right if odd and down == right else here)
        rows += [upper, lower]
    return rows


class Canvas:
    """Pixels with a palette. A piece's shape is doubled so many times, and a square is so large that it has room."""

    def __init__(self, doublings):
        self.scale = 2 ** doublings
        self.cell = 13 * self.scale + self.scale
        self.rim = self.scale
        self.edge = 3 * self.scale
        self.width = self.height = 2 * self.edge + 8 * self.cell
        self.palette = {}
        self.shapes = {}
        for name, text in SHAPES.items():
            shape = text.strip("\n").splitlines()
            for _ in range(doublings):
                shape = doubled(shape)
            self.shapes[name] = shape

    def index(self, colour):
        return self.palette.setdefault(colour, len(self.palette))

    def draw(self, lit, pieces, air=None) -> list:
        """The rows of one picture, as palette numbers."""
        rows = [bytearray([self.index(FRAME)]) * self.width for _ in range(self.height)]
        for number, colour in enumerate(lit):
            self._square(rows, number % 8, number // 8, colour)
        for square, piece in pieces.items():
            self._shape(rows, *place_of(square), piece, PIECE[piece.isupper()])
        for i in range(8):
            middle = self.edge + i * self.cell + self.cell // 2
            size = max(1, self.scale // 4)
            self._sign(rows, middle - 3 * size, self.height - self.edge + (self.edge - 7 * size) // 2, "abcdefgh"[i], size)
            self._sign(rows, (self.edge - 5 * size) // 2, self.height - middle - 4 * size, str(i + 1), size)
        if air is not None:         # above its square, and its shadow on it
            piece, file, rank = air
            self._shape(rows, file + 0.06, rank - 0.06, piece, (SHADOW, SHADOW))
            self._shape(rows, file - 0.16, rank + 0.34, piece, PIECE[piece.isupper()])
        return [bytes(row) for row in rows]

    def _square(self, rows, file, rank, widths):
        wood = WOOD[(file + rank) % 2 == 1]
        # The emulated driver shows 63 of 64 parts.
        light = tuple(lights.colour_of(width * 64 / 63, BRIGHTNESS) for width in widths)
        strength = max(light) / 255
        full = tuple(part / strength if strength else 0 for part in light)

        def mixed(share):
            share = share * (0.35 + 0.65 * strength) if strength else 0
            return self.index(tuple(round(w + (f - w) * share) for w, f in zip(wood, full)))
        inner, rim, cell = mixed(0.95), mixed(0.45), self.cell
        left, top = self.edge + file * cell, self.edge + (7 - rank) * cell
        for y in range(cell):
            edge = y < self.rim or y >= cell - self.rim
            row = bytes([rim] * cell) if edge else bytes([rim] * self.rim + [inner] * (cell - 2 * self.rim) + [rim] * self.rim)
            rows[top + y][left:left + cell] = row

    def _shape(self, rows, file, rank, piece, colours):
        body, outline = (self.index(colour) for colour in colours)
        left = round(self.edge + file * self.cell + self.scale / 2)
        top = round(self.edge + (7 - rank) * self.cell + self.scale / 2)
        for y, line in enumerate(self.shapes[piece.lower()]):
            for x, pixel in enumerate(line):
                if pixel != "." and 0 <= top + y < self.height and 0 <= left + x < self.width:
                    rows[top + y][left + x] = body if pixel == "#" else outline

    def _sign(self, rows, left, top, sign, size):
        ink = self.index(INK)
        for y, bits in enumerate(DIGITS[sign]):
            for x in range(5):
                if bits >> (4 - x) & 1:
                    for row in rows[top + y * size:top + (y + 1) * size]:
                        row[left + x * size:left + (x + 1) * size] = bytes([ink]) * size


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed(rows) -> bytes:
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def changed_part(before, after):
    """(left, top, right, bottom) of what differs; one pixel at least."""
    tall = [y for y, (one, other) in enumerate(zip(before, after)) if one != other] or [0]
    wide = [x for y in tall for x, (one, other) in enumerate(zip(before[y], after[y])) if one != other] or [0]
    return min(wide), tall[0], max(wide) + 1, tall[-1] + 1


def png(scenes, doublings: int) -> bytes:
    """A PNG of a film's scenes with a palette of at most 256 colours; an animated one (APNG 1.0) where there are several."""
    canvas = Canvas(doublings)
    drawn = [(ms, canvas.draw(*scene)) for ms, *scene in scenes]
    if len(canvas.palette) > 256:
        raise qtest.BoardError("more than 256 colours")
    out = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", canvas.width, canvas.height, 8, 3, 0, 0, 0)),
           chunk(b"PLTE", b"".join(bytes(colour) for colour in canvas.palette))]
    if len(drawn) > 1:
        out.append(chunk(b"acTL", struct.pack(">II", len(drawn), 0)))
    order, before = 0, None
    for ms, rows in drawn:
        left, top, right, bottom = changed_part(before, rows) if before else (0, 0, canvas.width, canvas.height)
        part = packed([row[left:right] for row in rows[top:bottom]])
        if len(drawn) > 1:
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
        description="Plays a few moves on the emulated chess board (stm32l475 with its RGB matrix) and makes two pictures of\n"
                    f"what its lights show: {STILL}, in which a piece is in the air, and {MOVING}, an animated PNG of that move\n"
                    "and the engine's answer, in the rhythm of the firmware's own time.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=OUT, metavar="FOLDER",
                        help=f"where to (default: {OUT.relative_to(build.ROOT)})")
    options = parser.parse_args()
    progress = terminal.Progress()
    with terminal.told("tools/picture", progress, build.BuildError, emulator.EmulatorError, qtest.BoardError, NeverCame, OSError):
        build.setup()
        board = boards.find(BOARD)
        if reason := qtest.why_not(board):
            raise emulator.EmulatorError(reason)
        build.image_of(board, progress=progress)
        film = record(progress)
        progress.clear()
        options.out.mkdir(parents=True, exist_ok=True)
        for name, scenes, doublings in ((STILL, film.scenes[:1], 3), (MOVING, film.scenes, 2)):
            data = png(scenes, doublings)
            (options.out / name).write_bytes(data)
            seconds = sum(ms for ms, *_ in scenes) / 1000
            print(f"{options.out / name}: {len(data)} bytes, {len(scenes)} pictures in {seconds:.1f} s")
        return 0


if __name__ == "__main__":
    terminal.run(main)

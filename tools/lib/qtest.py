"""A chess board in QEMU: pieces and buttons on an emulated chip's pins, and its picture of 64 coloured squares.

Sensors go through QEMU's test protocol, of which a plugin (tools/qemu_plugin/chess_board.c) is the client, so that a
scanned matrix is answered exactly; the lights come from screenshots of the emulated RGB matrix. Time passes when
`advance` lets it, a millisecond at a time, so what a test sees does not depend on this computer; `run_free` lets it go.
Where the pins are is read from the board's own header.
"""

import json
import mmap
import re
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import boards
import build
import counting
import emulator
import uci

PLUGIN = build.ROOT / "tools" / "qemu_plugin" / "chess_board.c"
OLDEST_QEMU = (9, 2)        # its plugins are told the values of memory accesses
PATIENCE = 120.0            # seconds of this computer's time after which a board is given up
START_SQUARES = 0xFFFF_0000_0000_FFFF
FREE = 1 << 30              # milliseconds: for as long as anybody looks

GPIO, PORT_SIZE, SET_RESET = 0x4800_0000, 0x400, 0x18
FILES = "abcdefgh"


class BoardError(Exception):
    """The board does not do what it should; the text says what."""


def square(name: str) -> int:
    """Number of a square, a1 being 0."""
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def name_of(number: int) -> str:
    return f"{FILES[number % 8]}{number // 8 + 1}"


def pins(header: str, name: str) -> list:
    """(port, bit) of the pins that a header lists under a name, in order."""
    found = re.search(rf"using {name} =\s*stm32::\w+<([^;]*)>;", header)
    if not found:
        raise BoardError(f"the board's header has no {name}")
    return [(port, int(bit)) for port, bit in re.findall(r"Port([A-H])<(\d+)>", found[1])]


def plugin_arguments(board: boards.Board, image: Path, qtest: Path, shared: Path, measured: bool) -> str:
    header = (build.ROOT / "boards" / board.name / "board.hpp").read_text(encoding="utf-8")

    def register(port):
        return GPIO + PORT_SIZE * "ABCDEFGH".index(port) + SET_RESET

    def path(port):
        return f"/machine/soc/gpio{port.lower()}"
    words = [f"qtest={qtest}", f"shared={shared}", "square=7"]
    words += [f"row={register(port):x}.{bit}" for port, bit in pins(header, "Rows")]
    words += [f"column={path(port)}.{bit}" for port, bit in pins(header, "Columns")]
    words += [f"button={path(port)}.{bit}" for port, bit in pins(header, "ButtonLine")]
    for symbol in counting.symbols_of(image):
        if re.search(r"\bon_tick\(|Dm163Matrix<.*::step\(|RowPins<.*::select\(", symbol.name) and symbol.size:
            words.append(f"code={symbol.address:x}-{symbol.address + symbol.size:x}")
        if measured and re.search(r"\bon_tick\(", symbol.name):
            words.append(f"tick={symbol.address:x}-{symbol.address + symbol.size:x}")
        if symbol.name.startswith("stackmate_reset_handler"):
            words.append(f"reset={symbol.address:x}")
    return ",".join(words)


@dataclass
class Figures:
    """In instructions, of which each takes a fixed time (boards.Board.icount_shift)."""
    ticks: int
    longest_tick: int
    mean_tick: float
    longest_lock: int       # interrupts masked by the program


class Shared:
    """The memory that the plugin and this program both look at; struct shared there."""
    SIZE = 48

    def __init__(self, path: Path):
        path.write_bytes(bytes(self.SIZE))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), self.SIZE)
        self.long = memoryview(self.memory).cast("Q")
        self.word = memoryview(self.memory).cast("I")

    occupied = property(lambda self: self.long[0], lambda self, value: self.long.__setitem__(0, value))
    buttons = property(lambda self: self.word[2], lambda self, value: self.word.__setitem__(2, value))
    until = property(lambda self: self.word[3], lambda self, value: self.word.__setitem__(3, value))
    rows = property(lambda self: self.word[4])
    end = property(lambda self: self.word[5], lambda self, value: self.word.__setitem__(5, value))
    failed = property(lambda self: self.word[6])
    ticks = property(lambda self: self.word[7])
    tick_instructions = property(lambda self: self.long[4])
    longest_tick = property(lambda self: self.word[10])
    longest_lock = property(lambda self: self.word[11])

    def forget_figures(self):
        self.word[7] = self.long[4] = self.word[10] = self.word[11] = 0

    def close(self):
        self.long.release()
        self.word.release()
        self.memory.close()


class Monitor:
    """QEMU's monitor (QMP)."""

    def __init__(self, path: Path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(str(path))
        self.file = self.socket.makefile("r", encoding="utf-8")
        self.file.readline()    # the greeting
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments):
        self.socket.sendall((json.dumps({"execute": command, "arguments": arguments}) + "\n").encode())
        while True:
            line = self.file.readline()
            if not line:
                raise BoardError(f"the emulator is gone (it was told: {command})")
            answer = json.loads(line)
            if "error" in answer:
                raise BoardError(f"{command}: {answer['error'].get('desc', answer)}")
            if "return" in answer:
                return answer["return"]

    def close(self):
        self.file.close()
        self.socket.close()


class ChessBoard:
    """A booted board. `engine` is its serial line (uci.Engine). Use it in a with statement, or call `close`.

    `exact`: virtual time counts instructions, so every run is the same. Without it time is this computer's.
    `measured`: `figures` tells how long interrupts take.
    """

    def __init__(self, board: boards.Board, image: Path, *, occupied: int = 0, exact: bool = True, measured: bool = False,
                 extra: tuple = (), transcript=None):
        reason = emulator.why_not(board)
        if reason:
            raise emulator.EmulatorError(reason)
        self.board, self.image = board, image
        self.folder = Path(tempfile.mkdtemp(prefix="board-"))
        self.shared, self.process, self.monitor = Shared(self.folder / "shared"), None, None
        self.shared.occupied = occupied
        self.picture_at, self.picture = -1, []
        try:
            qtest, monitor = self.folder / "qtest", self.folder / "monitor"
            plugin = counting.plugin(PLUGIN, OLDEST_QEMU)
            self.process = emulator.start(board, image, icount=exact, stderr=subprocess.DEVNULL, extra=(
                "-accel", "tcg", "-qtest", f"unix:{qtest},server=on,wait=off", "-qtest-log", "/dev/null",
                "-qmp", f"unix:{monitor},server=on,wait=off",
                "-plugin", f"{plugin},{plugin_arguments(board, image, qtest, self.folder / 'shared', measured)}", *extra))
            self.engine = uci.Engine(self.process, transcript)
            self._wait_for(monitor.exists, "the emulator did not start")
            self.monitor = Monitor(monitor)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self.shared is None:
            return
        self.shared.end = 1
        if self.monitor:
            self.monitor.close()
        if self.process:
            emulator.stop(self.process)
        self.shared.close()
        self.shared = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _wait_for(self, condition, complaint: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None:
                raise BoardError(f"the emulator ended ({self.process.returncode})")
            if self.shared.failed:
                raise BoardError("the sensors' lines could not be set")
            if time.monotonic() > end:
                raise BoardError(complaint)
            time.sleep(0.0002)

    # ------------------------------------------------------------ time

    @property
    def ms(self) -> int:
        """Ticks of the board's clock since it started."""
        return self.shared.rows

    def advance(self, ms: int) -> None:
        """Lets so many milliseconds pass, and returns when they have."""
        self.shared.until = self.shared.rows + ms
        self._wait_for(lambda: self.shared.rows >= self.shared.until, "time stands still: no row is driven")

    def run_free(self) -> None:
        """Lets time go on by itself until the next `advance`."""
        self.shared.until = self.shared.rows + FREE

    def advance_until(self, condition, most_ms: int, step_ms: int = 8):
        """Lets time pass until `condition()` is true, and returns what it says; None if it is not within the time."""
        end = self.ms + most_ms
        while True:
            result = condition()
            if result or self.ms >= end:
                return result or None
            self.advance(step_ms)

    # ------------------------------------------------------------ hands

    @property
    def occupied(self) -> int:
        return self.shared.occupied

    def place(self, squares: int) -> None:
        """Pieces on these squares (a bit each) and on no others."""
        self.shared.occupied = squares

    def lift(self, *names: str) -> None:
        for name in names:
            self.shared.occupied &= ~(1 << square(name))

    def put(self, *names: str) -> None:
        for name in names:
            self.shared.occupied |= 1 << square(name)

    def hold(self, button: int) -> None:
        self.shared.buttons |= 1 << button

    def release(self, button: int) -> None:
        self.shared.buttons &= ~(1 << button)

    def press(self, button: int, ms: int = 100) -> None:
        self.hold(button)
        self.advance(ms)
        self.release(button)
        self.advance(ms)

    # ------------------------------------------------------------ eyes

    def frame(self) -> list:
        """What the squares shine with, a1 first: (red, green, blue), each the driver's pulse width, 0 to 251 (the emulated
        one never quite gets to 255). The same instant always gives the same picture."""
        if self.picture_at != self.ms:
            path = self.folder / "picture.ppm"
            self.monitor.execute("screendump", filename=str(path))
            self.picture = squares_of(path.read_bytes())
            self.picture_at = self.ms
        return self.picture

    def figures(self) -> "Figures":
        """Of the time since this was asked last, or since the start."""
        shared = self.shared
        mean = shared.tick_instructions / shared.ticks if shared.ticks else 0.0
        figures = Figures(shared.ticks, shared.longest_tick, mean, shared.longest_lock)
        shared.forget_figures()
        return figures

    # ------------------------------------------------------------ the serial line

    def say(self, line: str) -> None:
        self.engine.send(line)

    def hear(self, wanted: str, most_ms: int) -> str:
        """The next line that begins so, letting time pass until it comes."""
        def next_line():
            while (line := self.engine.receive(0)) is not None:
                if line.startswith(wanted):
                    return line
            return None
        line = self.advance_until(next_line, most_ms)
        if line is None:    # what the board has said may still be on its way here
            try:
                line = self.engine.wait_for(wanted, 1.0)
            except uci.NoAnswer:
                raise BoardError(f"no '{wanted}' within {most_ms} ms") from None
        return line


def squares_of(ppm: bytes) -> list:
    """The 64 colours of a screenshot of the RGB matrix, a1 first; its top left square is a8."""
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", ppm)
    if not head:
        raise BoardError("this is no picture")
    width, height = int(head[1]), int(head[2])
    if width % 8 or height % 8 or len(ppm) != head.end() + 3 * width * height:
        raise BoardError(f"a picture of {width} x {height} has no 64 squares")
    colours = []
    for number in range(64):
        x, y = (2 * (number % 8) + 1) * width // 16, (2 * (7 - number // 8) + 1) * height // 16
        at = head.end() + 3 * (y * width + x)
        colours.append(tuple(ppm[at:at + 3]))
    return colours

"""A chess board in QEMU: pieces and buttons on an emulated chip's pins, and its picture of 64 coloured squares.

    with QemuBoard(boards.find("stm32l475")) as board:
        board.set_up()                      # the pieces of the starting position
        board.power_on()
        board.wait_line("Stackmate")
        board.move("e2e4")
        board.wait_frame(lambda frame: ...)

The words are those of the simulated board (simboard.SimBoard). Sensors go through QEMU's test protocol, of which a plugin
(tools/qemu_plugin/chess_board.c) is the client, so that a scanned matrix is answered exactly; the lights come from
screenshots of the emulated RGB matrix. Time passes when these calls let it, a millisecond at a time, so what a test sees
does not depend on this computer; `run_free` lets it go. Where the pins are is read from the board's own header.
"""

import json
import mmap
import os
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
from simboard import Frame, Hands, NeverCame
from terminal import ToolError

PLUGIN = build.ROOT / "tools" / "qemu_plugin" / "chess_board.c"
OLDEST_QEMU = (9, 2)        # its plugins are told the values of memory accesses
PATIENCE = 120.0            # seconds of this computer's time after which a board is given up
FREE = 1 << 30              # milliseconds: for as long as anybody looks
LOOK_MS = 8                 # between two looks at what is waited for
FADE_MS = 4                 # looks that follow each other faster than this see rows fade: each row is driven every 8 ms

GPIO, PORT_SIZE, SET_RESET = 0x4800_0000, 0x400, 0x18


def pins(kit: str, name: str) -> list:
    """(port, bit) of the pins that a kit lists under a name, in order."""
    found = re.search(rf"\b{name}\[\] = ([^;]*);", kit)
    if not found:
        raise ToolError(f"the board's kit has no {name}")
    return [(port, int(bit)) for port, bit in re.findall(r'"P([A-H])(\d+)"', found[1])]


def plugin_arguments(board: boards.Board, image: Path, qtest: Path, shared: Path, measured: bool) -> str:
    kit = board.kit.read_text(encoding="utf-8")

    def register(port):
        return GPIO + PORT_SIZE * "ABCDEFGH".index(port) + SET_RESET

    def path(port):
        return f"/machine/soc/gpio{port.lower()}"
    words = [f"qtest={qtest}", f"shared={shared}", "square=7"]
    words += [f"row={register(port):x}.{bit}" for port, bit in pins(kit, "rows")]
    words += [f"column={path(port)}.{bit}" for port, bit in pins(kit, "columns")]
    words += [f"button={path(port)}.{bit}" for port, bit in pins(kit, "buttons")]
    for symbol in counting.symbols_of(image):
        if re.search(r"\bon_tick\(|Dm163Matrix<.*::step\(|RowPins<.*::select\(", symbol.name) and symbol.size:
            words.append(f"code={symbol.address:x}-{symbol.address + symbol.size:x}")
        if measured and re.search(r"\bon_tick\(", symbol.name):
            words.append(f"tick={symbol.address:x}-{symbol.address + symbol.size:x}")
        if measured and re.search(r"\bReading::read\(", symbol.name):
            words.append(f"turn={symbol.address:x}")
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
    longest_turn: int       # from one look of the firmware at its board to the next, unless it slept


class Shared:
    """The memory that the plugin and this program both look at; struct shared there."""
    SIZE = 56

    def __init__(self, path: Path):
        path.write_bytes(bytes(self.SIZE))  # one file for good: the emulator maps it too
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
    longest_turn = property(lambda self: self.word[12])

    def start(self):
        """Forgets all but the hands."""
        for index in range(3, self.SIZE // 4):
            self.word[index] = 0

    def forget_figures(self):
        self.word[7] = self.long[4] = self.word[10] = self.word[11] = self.word[12] = 0

    def close(self):
        self.long.release()
        self.word.release()
        self.memory.close()


class Monitor:
    """QEMU's monitor (QMP)."""

    def __init__(self, path: Path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        try:
            self.socket.connect(str(path))
        except OSError:
            self.socket.close()
            raise
        self.file = self.socket.makefile("r", encoding="utf-8")
        self.file.readline()    # the greeting
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments):
        self.socket.sendall((json.dumps({"execute": command, "arguments": arguments}) + "\n").encode())
        while True:
            line = self.file.readline()
            if not line:
                raise ToolError(f"the emulator has ended (last command: {command})")
            answer = json.loads(line)
            if "error" in answer:
                raise ToolError(f"{command}: {answer['error'].get('desc', answer)}")
            if "return" in answer:
                return answer["return"]

    def close(self):
        self.file.close()
        self.socket.close()


def emulated(width: int) -> int:
    """What the emulated DM163 makes of a pulse width: the bank of 6 bits stands at 63 of 64."""
    return 63 * width >> 6


class Screenshot(Frame):
    shown = staticmethod(emulated)


class QemuBoard(Hands):
    """One board, from before its power-on to the end.

    `lines` and `transcript` keep what the board has said, as (ms, text) and as text with what was done to it; `frames`
    what it has shown, as far as somebody looked. `exact`: virtual time counts instructions, so every run is the same;
    without it time is this computer's. `measured`: `figures` tells how long interrupts take. `look_ms`: while time passes
    somebody looks so often; 0 for never.
    """

    def __init__(self, board: boards.Board, image: Path = None, *, exact: bool = True, measured: bool = False,
                 look_ms: int = 0, extra: tuple = ()):
        if reason := why_not(board):
            raise emulator.EmulatorError(reason)
        self.board, self.image = board, Path(image or build.ROOT / board.image)
        if not self.image.exists():
            raise ToolError(f"{self.image} is missing: build the preset {board.name}")
        self.exact, self.measured, self.look_ms, self.extra = exact, measured, look_ms, extra
        self.folder = Path(tempfile.mkdtemp(prefix="board-"))
        self.shared = Shared(self.folder / "shared")
        self.process = self.monitor = None
        self.lines, self.frames, self.transcript = [], [], []
        self.before = 0     # milliseconds before the power was last switched on
        self.picture = Screenshot(-FADE_MS, "00" * 192)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        if self.shared is None:
            return
        self.cut_power()
        self.shared.close()
        self.shared = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _wait_for(self, condition, complaint: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None:
                raise ToolError(f"the emulator ended ({self.process.returncode})")
            if self.shared.failed:
                raise ToolError("the sensors' lines could not be set")
            if time.monotonic() > end:
                raise ToolError(complaint)
            time.sleep(0.0002)

    # ------------------------------------------------------------ power and time

    def power_on(self) -> None:
        """Until the first row is driven, before which no sensor is asked."""
        self.note("power on")
        self.before = self.ms
        self.shared.start()
        qtest, monitor = self.folder / "qtest", self.folder / "monitor"
        plugin = counting.plugin(PLUGIN, OLDEST_QEMU)
        arguments = plugin_arguments(self.board, self.image, qtest, self.folder / "shared", self.measured)
        self.process = emulator.start(self.board, self.image, icount=self.exact, stderr=subprocess.DEVNULL, extra=(
            "-accel", "tcg", "-qtest", f"unix:{qtest},server=on,wait=off", "-qtest-log", "/dev/null",
            "-qmp", f"unix:{monitor},server=on,wait=off", "-plugin", f"{plugin},{arguments}", *self.extra))
        os.set_blocking(self.process.stdout.fileno(), False)
        self.unfinished = b""
        self._wait_for(lambda: self._connect(monitor), "the emulator did not start")
        self._pass(1)

    def _connect(self, path: Path) -> bool:
        """The socket is there a moment before anybody listens."""
        try:
            self.monitor = Monitor(path)
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        return True

    @property
    def powered(self) -> bool:
        return self.process is not None

    def cut_power(self) -> None:
        if self.powered:
            self.note("power off")
        self.picture = Screenshot(self.ms - FADE_MS, "00" * 192)
        self.shared.end = 1
        if self.monitor:
            self.monitor.close()
        if self.process:
            emulator.stop(self.process)
        self.process = self.monitor = None

    @property
    def ms(self) -> int:
        """Ticks of the board's clock since it was first switched on."""
        return self.before + self.shared.rows

    def run(self, ms: float) -> None:
        """Lets so much time pass, and returns when it has."""
        while self.look_ms and ms > self.look_ms:
            self._pass(self.look_ms)
            self._look()
            ms -= self.look_ms
        self._pass(ms)
        if self.look_ms:
            self._look()

    def _pass(self, ms: float) -> None:
        self.shared.until = self.shared.rows + max(1, round(ms))
        self._wait_for(lambda: self.shared.rows >= self.shared.until, "time stands still: no row is driven")
        self._listen()

    def run_free(self) -> None:
        """Lets time go on by itself until the next `run`."""
        self.shared.until = self.shared.rows + FREE

    def _until(self, condition, ms: float):
        """Lets time pass until `condition()` is true, and returns what it says; None if it is not within the time."""
        end = self.ms + ms
        while True:
            if result := condition():
                return result
            if self.ms >= end:
                return None
            self.run(min(LOOK_MS, end - self.ms))

    # ------------------------------------------------------------ what hands need

    @property
    def occupied(self) -> set:
        return {square for square in range(64) if self.shared.occupied >> square & 1}

    def change(self, squares: dict) -> None:
        occupied = self.shared.occupied
        for square, on in squares.items():
            occupied = occupied & ~(1 << square) | on << square
        self.shared.occupied = occupied

    def push(self, button: int, down: bool) -> None:
        self.shared.buttons = self.shared.buttons & ~(1 << button) | down << button

    def write(self, text: str) -> None:
        self.send_bytes(text.encode())

    # ------------------------------------------------------------ eyes

    def frame(self) -> Frame:
        """What the squares shine with: the driver's pulse widths, 0 to 251 (the emulated one never quite gets to 255). The
        same instant always gives the same picture; so much time passes that the last one was FADE_MS ago."""
        if self.picture.ms != self.ms:
            if 0 <= self.ms - self.picture.ms < FADE_MS:
                self._pass(FADE_MS - (self.ms - self.picture.ms))
            path = self.folder / "picture.ppm"
            self.monitor.execute("screendump", filename=str(path))
            self.picture = Screenshot(self.ms, squares_of(path.read_bytes()))
        return self.picture

    def _look(self) -> None:
        before = self.picture
        if self.frame() != before:
            self.frames.append(self.picture)

    def wait_frame(self, predicate, ms: float = 10_000, what: str = "such a picture") -> Frame:
        """Waits until `predicate(frame)` is true of a picture, the present one first."""
        found = self._until(lambda: self.frame() if predicate(self.frame()) else None, ms)
        if found is None:
            raise NeverCame(f"{what} did not come within {ms:g} ms\n{self.tail()}")
        return found

    def watch(self, ms: float, look_ms: int = LOOK_MS) -> list:
        """Lets time pass and gives the pictures of that time, each once in a row, as far as a look every `look_ms` shows."""
        pictures, end = [self.frame()], self.ms + ms
        while self.ms < end:
            self.run(min(look_ms, end - self.ms))
            if self.frame() != pictures[-1]:
                pictures.append(self.frame())
        return pictures

    def figures(self) -> Figures:
        """Of the time since this was asked last, or since the start."""
        shared = self.shared
        mean = shared.tick_instructions / shared.ticks if shared.ticks else 0.0
        figures = Figures(shared.ticks, shared.longest_tick, mean, shared.longest_lock, shared.longest_turn)
        shared.forget_figures()
        return figures

    # ------------------------------------------------------------ the serial line

    def send_bytes(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.process.stdin.fileno(), data):]

    def _listen(self) -> None:
        """Takes what the board has said: it is in the pipe when the board's time stands."""
        try:
            while data := os.read(self.process.stdout.fileno(), 65536):
                *whole, self.unfinished = (self.unfinished + data).split(b"\n")
                for text in whole:
                    line = text.decode("utf-8", "replace").rstrip("\r")
                    self.lines.append((self.ms, line))
                    self.transcript.append(f"{self.ms:12.3f} < {line}")
        except BlockingIOError:
            pass

    def wait_line(self, pattern: str, ms: float = 10_000, *, seen: int = -1) -> str:
        """Waits for a line of the serial port that matches; with `seen` lines from that index on count too."""
        start = seen if seen >= 0 else len(self.lines)

        def found():
            return next((line for _, line in self.lines[start:] if re.search(pattern, line)), None)
        line = self._until(found, ms)
        if line is None:
            raise NeverCame(f"no line matched {pattern!r} within {ms:g} ms\n{self.tail()}")
        return line


def why_not(board: boards.Board) -> str:
    """Empty when the board's squares can be emulated here; else the reason, in a sentence."""
    if reason := emulator.why_not(board):
        return reason
    if emulator.qemu_version() < OLDEST_QEMU:
        return f"a chess board in QEMU needs version {'.'.join(map(str, OLDEST_QEMU))} or newer"
    return ""


def squares_of(ppm: bytes) -> str:
    """The 64 colours of a screenshot of the RGB matrix, a1 first, as hexadecimal digits; its top left square is a8."""
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", ppm)
    if not head:
        raise ToolError("this is no picture")
    width, height = int(head[1]), int(head[2])
    if width % 8 or height % 8 or len(ppm) != head.end() + 3 * width * height:
        raise ToolError(f"a picture of {width} x {height} has no 64 squares")
    colours = []
    for number in range(64):
        x, y = (2 * (number % 8) + 1) * width // 16, (2 * (7 - number // 8) + 1) * height // 16
        at = head.end() + 3 * (y * width + x)
        colours.append(ppm[at:at + 3].hex())
    return "".join(colours)

"""The simulated chess board of emulators/rp2040, as tests and tools/play use it.

    with SimBoard(image) as board:
        board.set_up()                      # the pieces of the starting position
        board.power_on()
        board.wait_line("Stackmate")
        board.move("e2e4")
        board.wait_frame(lambda frame: ...)

All time is the board's own (virtual) time in milliseconds; the same calls give the same run on every machine.
"""

import json
import re
import subprocess
from pathlib import Path

import boards
import build
import emulator
from terminal import ToolError

BUTTONS = {"play": 0, "hint": 1, "menu": 2, "pause": 3}
FILES = "abcdefgh"
START = frozenset(range(16)) | frozenset(range(48, 64))


class NeverCame(AssertionError):
    """What was waited for did not come in the time allowed."""


def square_index(name) -> int:
    """0 for "a1" to 63 for "h8"; an index is given back as it is."""
    if isinstance(name, int) and 0 <= name < 64:
        return name
    if not isinstance(name, str) or not re.fullmatch("[a-h][1-8]", name):
        raise ValueError(f"'{name}' is no square")
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def square_name(index: int) -> str:
    return f"{FILES[index % 8]}{index // 8 + 1}"


class Frame:
    """A picture: pulse widths (red, green, blue) of 64 squares, as they were on the wire."""

    shown = None        # what the LEDs make of a pulse width, where it is another one

    def __init__(self, ms: float, colours: str):
        self.ms = ms
        data = bytes.fromhex(colours)
        self.squares = tuple(tuple(data[i:i + 3]) for i in range(0, 192, 3))

    def __getitem__(self, square):
        return self.squares[square_index(square)]

    def __eq__(self, other):
        return isinstance(other, Frame) and self.squares == other.squares

    def __hash__(self):
        return hash(self.squares)

    @property
    def lit(self) -> dict:
        """Name of a square -> colour, of those that shine."""
        return {square_name(i): colour for i, colour in enumerate(self.squares) if any(colour)}


class Hands:
    """What a person does to a board, in its own time. How a sensor or a button changes (`change`, `push`), a line is sent (`write`)
    and time passes (`run`, `ms`) is the emulator's: SimBoard's and qtest.QemuBoard's. `occupied` are the squares with a piece,
    `picture` is what was seen last, `transcript` what happened, as text.
    """

    def note(self, text: str) -> None:
        self.transcript.append(f"{self.ms:12.3f} > {text}")

    def tail(self, count: int = 30) -> str:
        """The end of the transcript, for a test that failed."""
        lit = ", ".join(f"{square} {colour}" for square, colour in self.picture.lit.items()) or "nothing"
        return "\n".join(["--- the end of the transcript:", *self.transcript[-count:],
                          f"{self.ms:12.3f}   shown: {lit}"])

    def stands(self, square) -> bool:
        """Whether there is a piece."""
        return square_index(square) in self.occupied

    def set_squares(self, wanted) -> None:
        """These squares are occupied and no others, all at once."""
        wanted = {square_index(square) for square in wanted}
        self.change({square: square in wanted for square in wanted ^ self.occupied})

    def set_up(self) -> None:
        """The starting position, as far as sensors know it."""
        self.note("the pieces stand in the starting position")
        self.set_squares(START)

    def turn(self, square) -> None:
        """The square is occupied now if it was empty, and empty if it was occupied."""
        index = square_index(square)
        self.change({index: index not in self.occupied})

    def lift(self, square, ms: float = 0.0) -> None:
        """Takes the piece off the square; then `ms` pass."""
        if square_index(square) not in self.occupied:
            raise ValueError(f"there is nothing on {square} to lift")
        self.note(f"lift {square}")
        self.turn(square)
        if ms:
            self.run(ms)

    def place(self, square, ms: float = 0.0) -> None:
        """Puts a piece on the square; then `ms` pass."""
        if square_index(square) in self.occupied:
            raise ValueError(f"there is a piece on {square} already")
        self.note(f"place {square}")
        self.turn(square)
        if ms:
            self.run(ms)

    def tap(self, square, ms: float = 200.0) -> None:
        """Its occupancy changes for `ms` and changes back for as long as makes it a tap."""
        self.note(f"tap {square}")
        for still in (ms, max(600.0, 2 * ms)):
            self.turn(square)
            self.run(still)

    def move(self, text: str, ms: float = 300.0) -> None:
        """A plain move: lift, carry for `ms`, place, `ms` at rest. What is captured is taken away first."""
        origin, target = text[:2], text[2:4]
        self.lift(origin, ms)
        if square_index(target) in self.occupied:
            self.lift(target, ms)
        self.place(target, ms)

    def press(self, button, ms: float = 100.0) -> None:
        """Pushes a button (number or name) for `ms`."""
        number = BUTTONS.get(str(button).lower(), button)
        self.note(f"press {button} for {ms:g} ms")
        self.push(number, True)
        self.run(ms)
        self.push(number, False)

    def hold(self, button, ms: float = 1200.0) -> None:
        self.press(button, ms)

    def send(self, *lines: str) -> None:
        for line in lines:
            self.note(f"send {line}")
            self.write(line + "\n")


def command_line(image, *, seed=1, bounce=0.0, diodes=True, flash=None) -> list:
    line = ["node", str(emulator.SIMULATOR), "--control", "--seed", str(seed), "--bounce", str(bounce)]
    if not diodes:
        line.append("--no-diodes")
    if flash:
        line += ["--flash", str(flash)]
    return [*line, str(image)]


class SimBoard(Hands):
    """One board, from before its first power-on to the end.

    `lines` and `frames` keep what the board has said and shown: (ms, text) and Frame. `elsewhere` has the lines of the port that
    is not spoken with. `transcript` has both, as text,
    with what was done to the board.
    """

    def __init__(self, image=None, *, seed=1, bounce=0.0, diodes=True, flash=None):
        if reason := emulator.why_no_simulator():
            raise ToolError(reason)
        image = image or build.ROOT / boards.find("rp2040").image
        if not Path(image).exists():
            raise ToolError(f"{image} is missing: build the preset rp2040")
        self.process = subprocess.Popen(command_line(image, seed=seed, bounce=bounce, diodes=diodes, flash=flash),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="latin-1",
                                        start_new_session=True, preexec_fn=emulator._die_with_parent)
        self.ms = 0.0
        self.powered = False
        self.warnings = 0
        self.lines, self.elsewhere, self.frames, self.transcript = [], [], [], []
        self.bytes = bytearray()    # all that the line has said since `keep_bytes`
        self.starts = []            # of each line: when its first byte began to leave
        self.occupied = set()
        self.ended = ""
        self.picture = Frame(0.0, "00" * 192)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        if self.process.poll() is None:
            try:
                self.command("quit")
                self.process.wait(5)
            except (ToolError, OSError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass

    # ------------------------------------------------------------ the protocol

    def command(self, name: str, **arguments) -> dict:
        """One command; see emulators/rp2040/control.mjs."""
        try:
            self.process.stdin.write(json.dumps({"do": name, **arguments}) + "\n")
            self.process.stdin.flush()
            text = self.process.stdout.readline()
        except (OSError, ValueError) as error:
            raise ToolError(f"the simulator has ended: {error}") from None
        if not text:
            raise ToolError("the simulator has ended")
        answer = json.loads(text)
        if "error" in answer:
            raise ToolError(answer["error"])
        self.ms, self.powered, self.warnings = answer["ms"], answer["powered"], answer["warnings"]
        if not self.powered:
            self.picture = Frame(self.ms, "00" * 192)
        self.starts += answer["starts"]
        self.bytes += bytes.fromhex(answer.get("bytes", ""))
        for ms, line in answer["lines"]:
            self.lines.append((ms, line))
            self.transcript.append(f"{ms:12.3f} < {line}")
        for ms, line in answer["elsewhere"]:
            self.elsewhere.append((ms, line))
            self.transcript.append(f"{ms:12.3f} < at the other port: {line}")
        for ms, colours in answer["frames"]:
            self.picture = Frame(ms, colours)
            self.frames.append(self.picture)
        self.ended = answer.get("ended", self.ended)
        return answer

    # ------------------------------------------------------------ power and time

    def power_on(self) -> None:
        self.note("power on")
        self.command("power", on=True)

    def cut_power(self) -> None:
        """Now: RAM is lost, what the flash was doing is torn."""
        self.note("power off")
        self.command("power", on=False)

    def plan_cut(self, nth=1, kind="any", fraction=0.5) -> None:
        """The power fails during the nth flash operation from now; `run` and the waits then end with `ended` "cut"."""
        self.note(f"the power will fail: {kind} {nth}, {fraction:.0%} done")
        self.command("cut", nth=nth, kind=kind, fraction=fraction)

    def run(self, ms: float) -> str:
        """Lets time pass; why it ended ("time" when nothing happened, "cut", "exit")."""
        return self.command("run", ms=ms)["ended"]

    def wait_line(self, pattern: str, ms: float = 10_000, *, seen: int = -1) -> str:
        """Waits for a line of the serial port that matches; with `seen` lines from that index on count too."""
        if seen >= 0:
            for _, line in self.lines[seen:]:
                if re.search(pattern, line):
                    return line
        before = len(self.lines)
        answer = self.command("until", line=pattern, ms=ms)
        for _, line in self.lines[before:]:
            if re.search(pattern, line):
                return line
        raise NeverCame(f"no line matched {pattern!r} within {ms:g} ms ({answer['ended']})\n" + self.tail())

    def wait_frame(self, predicate, ms: float = 10_000, what: str = "such a picture") -> Frame:
        """Waits until `predicate(frame)` is true of a picture, the present one first."""
        end = self.ms + ms
        while not predicate(self.picture):
            if self.ms >= end - 1e-6:
                raise NeverCame(f"{what} did not come within {ms:g} ms\n" + self.tail())
            if self.command("until", frame=True, ms=end - self.ms)["ended"] not in ("found", "time"):
                raise NeverCame(f"{what} did not come: {self.ended}\n" + self.tail())
        return self.picture

    def watch(self, ms: float) -> list:
        """Lets time pass and gives the pictures of that time: the one at its start and those after it."""
        first, before = self.picture, len(self.frames)
        self.run(ms)
        return [first, *self.frames[before:]]

    # ------------------------------------------------------------ what hands need

    def change(self, squares: dict) -> None:
        for square, on in squares.items():
            (self.occupied.add if on else self.occupied.discard)(square)
        self.command("squares", set={str(square): on for square, on in squares.items()})

    def push(self, button: int, down: bool) -> None:
        self.command("button", button=button, down=down)

    def write(self, text: str) -> None:
        self.command("send", text=text)

    # ------------------------------------------------------------ line, LEDs, figures

    def stay_at_wire(self, stay: bool) -> None:
        """Whether lines and what is sent are the wire's although the USB port is open."""
        self.command("options", wire=stay)

    def send_elsewhere(self, *lines: str) -> None:
        """A stranger at the other port."""
        for line in lines:
            self.note(f"send at the other port {line}")
            self.command("send", text=line + "\n", elsewhere=True)

    def usb(self, deed: str) -> bool:
        """What the computer at the USB cable does (`usb` in emulators/rp2040/control.mjs); whether it has found the board."""
        self.note(f"USB {deed}")
        return self.command("usb", deed=deed)["found"]

    def keep_bytes(self) -> None:
        """From now on `bytes` has what the line says that is no text."""
        self.command("options", bytes=True)

    def send_bytes(self, data: bytes) -> None:
        self.note(f"send {data!r}")
        self.write(data.decode("latin-1"))

    def frame(self) -> Frame:
        """What the LEDs show now."""
        return Frame(self.ms, self.command("frame")["colours"])

    def statistics(self, *, reset: bool = False) -> dict:
        return self.command("statistics", reset=reset)["statistics"]

    def flash(self, at: int, size: int) -> bytes:
        return bytes.fromhex(self.command("flash", at=at, size=size)["bytes"])

    def ram(self, at: int, size: int) -> bytes:
        """`at` counts from the start of the RAM."""
        return bytes.fromhex(self.command("ram", at=at, size=size)["bytes"])

"""Starting a board's image in its emulator, QEMU or the RP2040 simulator, with its serial port on a pair of pipes."""

import ctypes
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import boards
import terminal

SIMULATOR = Path(__file__).resolve().parents[2] / "emulators/rp2040" / "simulator.mjs"
OLDEST_NODE = 18


class EmulatorError(terminal.ToolError):
    """The board cannot be emulated on this machine; the text says why."""


def qemu_version() -> tuple:
    """Version of the QEMU on this machine, (0,) when there is none."""
    if not shutil.which("qemu-system-arm"):
        return (0,)
    text = subprocess.run(["qemu-system-arm", "--version"], capture_output=True, text=True, check=False).stdout
    match = re.search(r"version (\d+)\.(\d+)", text)
    return (int(match[1]), int(match[2])) if match else (0,)


def node_version() -> int:
    """Major version of the Node.js on this machine, 0 when there is none."""
    if not shutil.which("node"):
        return 0
    text = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.", text)
    return int(match[1]) if match else 0


def why_no_simulator() -> str:
    """Empty when the RP2040 simulator runs here; else the reason, in a sentence."""
    if node_version() < OLDEST_NODE:
        return f"the RP2040 simulator needs Node.js {OLDEST_NODE} or newer"
    if not (SIMULATOR.parent / "node_modules" / "rp2040js").is_dir():
        return "rp2040js is not installed (tools/setup does it)"
    return ""


def why_not(board: boards.Board) -> str:
    """Empty when the board runs here; else the reason, in a sentence."""
    if board.simulator:
        there = simulator_of(board).exists()
        return "" if there else f"{board.simulator} is not built: the host build found no libunicorn (libunicorn-dev)"
    if not board.machine:
        return "" if not board.is_device else f"no emulator for {board.name} is known"
    if board.machine == boards.RP2040JS:
        return why_no_simulator()
    version = qemu_version()
    if version == (0,):
        return "qemu-system-arm is not installed"
    if version < board.oldest_qemu:
        wanted, there = (".".join(map(str, v)) for v in (board.oldest_qemu, version))
        return f"{board.name} needs QEMU {wanted} or newer, and this machine has {there}"
    return ""


def simulator_of(board: boards.Board) -> Path:
    """The program that executes the board's image, if that is one of our own."""
    return Path(__file__).resolve().parents[2] / "build" / "host" / board.simulator


def command(board: boards.Board, image: Path, *, icount: bool = False, extra: tuple = ()) -> list[str]:
    """The command line. Never -nographic: its multiplexer loses receive interrupts."""
    if board.simulator:
        return [str(simulator_of(board)), *(["--free"] if icount else []), *extra, str(image.with_suffix(".bin"))]
    if not board.machine:
        return [str(image)]
    if board.machine == boards.RP2040JS:
        return ["node", str(SIMULATOR), *(["--free"] if icount else []), *extra, str(image)]
    line = ["qemu-system-arm", "-M", board.machine, "-kernel", str(image),
            "-display", "none", "-monitor", "none", "-serial", "stdio",
            "-semihosting-config", "enable=on,target=native", *board.extra]
    if icount:
        line += ["-icount", f"shift={board.icount_shift},sleep=off"]
    return line + list(extra)


_libc = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def _die_with_parent():
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start_with_usb(board: boards.Board, image: Path, *, extra: tuple = (), stderr=None) -> tuple:
    """An RP2040 board that has its serial port and its power from a USB cable: (process, socket of the cable's letters)."""
    far, near = socket.socketpair()
    with far:
        return start(board, image, extra=("--usb", str(far.fileno()), *extra), stderr=stderr, passed=(far.fileno(),)), near


def start(board: boards.Board, image: Path, *, icount: bool = False, extra: tuple = (), stderr=None, passed: tuple = ()):
    """Starts the image. The emulator has a session of its own, so that Ctrl-C reaches only the tool,
    and is killed by the kernel when the tool dies without a word."""
    reason = why_not(board)
    if reason:
        raise EmulatorError(reason)
    return subprocess.Popen(command(board, image, icount=icount, extra=extra), stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=stderr, bufsize=0, start_new_session=True,
                            preexec_fn=_die_with_parent, pass_fds=passed)


def stop(process, *, gently: bool = False) -> None:
    """Ends the emulator and waits until it is gone. Safe to call twice.

    Gently, its plugins may finish; it then says on stderr that it was told to end.
    """
    if process.poll() is None:
        if gently:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
        else:
            process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            try:
                pipe.close()
            except OSError:
                pass

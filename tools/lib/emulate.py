"""tools/emulate: boots a board's image with its serial port on stdin and stdout."""

import argparse
import os
import selectors
import shlex
import signal
import sys
import time
from pathlib import Path

import boards
import build
import emulator
import serial_port
import terminal

LINGER = 1.0    # seconds that the board may still talk after the end of input


def copy(process, stdin, stdout) -> int:
    """Copies bytes both ways until the emulator ends, or a moment after the end of input."""
    chooser = selectors.PollSelector()
    from_board, to_board = process.stdout.fileno(), process.stdin.fileno()
    chooser.register(from_board, selectors.EVENT_READ, "board")
    chooser.select(1.0)     # a board drops what arrives before its port is set up: let it speak first
    chooser.register(stdin, selectors.EVENT_READ, "person")
    quiet_since = None
    while True:
        events = chooser.select(None if quiet_since is None else max(0.0, quiet_since + LINGER - time.monotonic()))
        if not events:
            return 0
        for key, _ in events:
            data = os.read(key.fd, 4096)
            if key.data == "board":
                if not data:
                    return process.wait()
                quiet_since = quiet_since and time.monotonic()
                while data:
                    data = data[os.write(stdout, data):]
            elif not data:
                chooser.unregister(stdin)
                quiet_since = time.monotonic()
            else:
                while data:
                    data = data[os.write(to_board, data):]


def serve_at(path: str, process, cable) -> int:
    """The serial port is at `path` until the board ends or Ctrl-C; a signal pulls its cable out, another puts it back."""
    wanted = [True]
    signal.signal(signal.SIGUSR1, lambda *_: wanted.__setitem__(0, False))
    signal.signal(signal.SIGUSR2, lambda *_: wanted.__setitem__(0, True))
    with serial_port.SerialPort(process, path, cable=cable) as port:
        there = False
        while not port.ended:
            if there != port.there:
                there = port.there
                print(f"the board's serial port {'is' if there else 'was'} {path}", file=sys.stderr, flush=True)
            if wanted[0] != port.plugged:
                (port.put_back if wanted[0] else port.pull_out)()
            port.serve(0.2)
    return process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="tools/emulate", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Boots a board's firmware in the emulator, its serial port on stdin and stdout.\n"
                    "Installs and builds what is missing. Ctrl-C ends it; so does the end of input, a second after\n"
                    "the board has said its last word. The exit status is the emulator's.",
        epilog=f"boards: {', '.join(board.name for board in boards.emulated_boards())}")
    parser.add_argument("board", metavar="NAME", help="which board; or a kit of your own: path/to/my_kit.hpp")
    parser.add_argument("elf", nargs="?", type=Path, help="an image to boot (default: the board's own, built if needed)")
    parser.add_argument("--icount", action="store_true",
                        help="exact virtual time: one instruction takes a fixed time, every run is the same; "
                             "idle time passes at once, so this is not for a dialogue with a person")
    parser.add_argument("--port", metavar="PATH",
                        help="the serial port as a pseudo-terminal, for programs that open one (stackmate --port PATH), "
                             "with an RP2040 by USB; the signals USR1 and USR2 pull its cable out and put it back")
    parser.add_argument("--show", action="store_true", help="print the emulator's command line and stop")
    parser.add_argument("--qemu", metavar="OPTIONS", default="", help="more options for QEMU, or for the RP2040 simulator, in one string")
    options = parser.parse_args()
    extra = tuple(shlex.split(options.qemu))
    process = None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        board = boards.find(options.board)
        if options.elf and not options.elf.is_file():
            parser.error(f"{options.elf} does not exist")
        build.setup()
        reason = emulator.why_not(board)
        if reason:
            raise emulator.EmulatorError(reason)
        image = options.elf or build.image_of(board, progress=terminal.Progress())
        if options.show:
            print(" ".join(emulator.command(board, image, icount=options.icount, extra=extra)))
            return 0
        if options.port and board.machine == boards.RP2040JS:
            process, cable = emulator.start_with_usb(board, image, extra=extra)
            return serve_at(options.port, process, cable)
        process = emulator.start(board, image, icount=options.icount, extra=extra)
        if options.port:
            return serve_at(options.port, process, None)
        return copy(process, sys.stdin.fileno(), sys.stdout.fileno())
    except ValueError as error:
        parser.error(str(error))
    except BrokenPipeError:
        return 130
    finally:
        if process is not None:
            emulator.stop(process)


if __name__ == "__main__":
    terminal.run(main)

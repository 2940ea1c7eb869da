#!/usr/bin/python3
"""Runs a board's test image in the emulator, or listens to one on a real board, and plays the other end of its serial line.

The protocol is described in boards/cortex_m/hal_conformance_image.cpp. Exit status 0 if every promise held and the image
ended by its own decision, after all the restarts it wanted. At a real board its end is that it says no more.
"""
import argparse
import os
import select
import subprocess
import sys
import termios
import threading
import tty
from pathlib import Path


def pattern(size):
    return bytes(ord("!") + i % 89 for i in range(size))


STARTS = 3      # of hal_conformance; without a debugger, which would stop it, the image then begins again
QUIET = 10.0    # seconds without a byte that are the end at a real board


def open_port(path):
    device = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(device, termios.TCSANOW)
    settings = termios.tcgetattr(device)
    settings[4] = settings[5] = termios.B115200
    termios.tcsetattr(device, termios.TCSANOW, settings)
    return device


def lines_of(device, first, quiet):
    """The lines that come until the board is quiet or begins again. It may be switched on within `first` seconds."""
    rest, starts = b"", 0
    while starts <= STARTS and select.select([device], [], [], quiet if starts else first)[0]:
        data = os.read(device, 4096)
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            starts += line.strip() == b"ready"
            if starts <= STARTS:
                yield line + b"\n"


def converse(lines, send):
    """Obeys the image's lines. Returns how many promises held and failed, and how often the image has started."""
    held = failed = starts = 0
    before = b""  # everything since the last line that is not text under test
    for line in lines:
        word, _, rest = line.strip().partition(b" ")
        if word in (b"ok", b"FAILED"):
            print(line.decode("ascii", "replace").rstrip(), flush=True)
            held += word == b"ok"
            failed += word == b"FAILED"
        elif word == b"ready":
            starts += 1
        elif word == b"send":
            send(bytes.fromhex(rest.decode()))
        elif word == b"pattern":
            send(pattern(int(rest)))
        elif word == b"sent":
            send(b"yes\n" if before == bytes.fromhex(rest.decode()) else b"no\n")
            before = b""
            continue
        else:
            before += line
            continue
        if word != b"ok":
            before = b""
    return held, failed, starts


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machine", nargs="?", help="QEMU machine, for example netduinoplus2; or rp2040js")
    parser.add_argument("image", nargs="?", help="hal_conformance.elf of the board, or another image of this protocol")
    parser.add_argument("--port", metavar="PATH", help="no emulator: the serial port of a real board, whose hal_conformance.elf is started "
                        "after this program")
    parser.add_argument("--quiet", type=float, default=QUIET, help=argparse.SUPPRESS)
    parser.add_argument("--qemu", default="qemu-system-arm", help="emulator to run (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds until the run is given up")
    options = parser.parse_args()
    if bool(options.port) == bool(options.image):
        parser.error("either a machine and an image, or --port")
    if options.port:
        try:
            device = open_port(options.port)
        except (OSError, termios.error) as error:
            parser.error(f"{options.port} is no serial port that can be opened: {error}")
        held, failed, starts = converse(lines_of(device, options.timeout, options.quiet), lambda data: os.write(device, data))
        print(f"{options.port}: {held} promises held, {failed} failed, {starts} of {STARTS} starts")
        return 0 if failed == 0 and held != 0 and starts == STARTS else 1

    command = [options.qemu, "-M", options.machine, "-kernel", options.image, "-display", "none", "-monitor", "none",
               "-serial", "stdio", "-semihosting-config", "enable=on,target=native", "-icount", "shift=3,sleep=off"]
    if options.machine == "rp2040js":
        simulator = Path(__file__).resolve().parents[2] / "emulators/rp2040" / "simulator.mjs"
        command = ["node", str(simulator), "--free", "--allow-faults", options.image]
    if Path(options.image).stem == "chess_parts":   # its peer has hands and eyes, and is the emulator as well
        peer = Path(__file__).resolve().parent / "chess_parts.mjs"
        return subprocess.run(["node", str(peer), options.image], timeout=options.timeout, check=False).returncode
    emulator = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    given_up = threading.Event()

    def give_up():
        given_up.set()
        emulator.kill()

    watchdog = threading.Timer(options.timeout, give_up)
    watchdog.start()

    def send(data):
        emulator.stdin.write(data)
        emulator.stdin.flush()

    held, failed, starts = converse(emulator.stdout, send)
    watchdog.cancel()
    status = emulator.wait()
    if given_up.is_set():
        print(f"{options.machine}: given up after {options.timeout:g} s: the image waits for what does not come. "
              + ("After the last promise above it waits for the next." if held + failed else
                 "Does the tick's interrupt come, and is it started in init()?" if starts else
                 "Does it start, and does its serial port send?"))
    print(f"{options.machine}: {held} promises held, {failed} failed, {starts} starts, exit status {status}")
    return 0 if status == 0 and failed == 0 and held != 0 and starts != 0 else 1


if __name__ == "__main__":
    sys.exit(main())

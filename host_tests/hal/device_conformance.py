#!/usr/bin/python3
"""Runs a board's test image in the emulator and plays the other end of its serial line.

The protocol is described in boards/cortex_m/hal_conformance_image.cpp. Exit status 0 if every promise held and the image
ended by its own decision, after all the restarts it wanted.
"""
import argparse
import subprocess
import sys
import threading
from pathlib import Path


def pattern(size):
    return bytes(ord("!") + i % 89 for i in range(size))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machine", help="QEMU machine, for example netduinoplus2; or rp2040js")
    parser.add_argument("image", help="hal_conformance.elf of the board, or another image of this protocol")
    parser.add_argument("--qemu", default="qemu-system-arm", help="emulator to run (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds until the run is given up")
    options = parser.parse_args()

    command = [options.qemu, "-M", options.machine, "-kernel", options.image, "-display", "none", "-monitor", "none",
               "-serial", "stdio", "-semihosting-config", "enable=on,target=native", "-icount", "shift=3,sleep=off"]
    if options.machine == "rp2040js":
        simulator = Path(__file__).resolve().parents[2] / "sim" / "simulator.mjs"
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

    held = failed = starts = 0
    before = b""  # everything since the last line that is not text under test
    for line in emulator.stdout:
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

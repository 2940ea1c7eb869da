"""An emulated board as a UCI engine on stdin and stdout: its serial port at a path, and the desktop program as the bridge to it."""

import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

import emulator
import serial_port


def run(process, program: Path) -> int:
    """Until the GUI leaves or the board is gone. Returns the exit status. `program` is build/host/stackmate."""
    with tempfile.TemporaryDirectory() as folder, serial_port.SerialPort(process, Path(folder) / "port") as port, \
            subprocess.Popen([str(program), "--port", port.path], preexec_fn=emulator._die_with_parent) as bridge:
        try:
            while bridge.poll() is None and not port.ended:
                port.serve(0.05)
            with contextlib.suppress(subprocess.TimeoutExpired):
                return bridge.wait(2)       # the desktop's engine ends at the bridge's quit, a moment before it
        finally:
            bridge.kill()
    print("tools/play: the emulator ended by itself", file=sys.stderr)
    return process.wait() or 1

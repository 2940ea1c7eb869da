"""A command run with an eye on it: each line that it prints is looked at, and it does not run for ever."""

import os
import subprocess
import threading
import time

import build
import emulator


def watched(command: list, on_line, *, environment=None, timeout=1200.0, silence=0.0, errors_in_output=False) -> tuple:
    """Runs a command; each line of its output goes to `on_line`. (exit status, stdout, stderr).

    It is killed after `timeout` seconds, or, with `silence`, after so many without a line.
    """
    process = subprocess.Popen(command, cwd=build.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT if errors_in_output else subprocess.PIPE, text=True,
                               errors="replace", env=dict(os.environ, **(environment or {})),
                               preexec_fn=emulator._die_with_parent)
    errors = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()), daemon=True)
    if not errors_in_output:
        reader.start()
    heard, ended = [time.monotonic()], threading.Event()

    def watch():
        while not ended.wait(0.5):
            if time.monotonic() - heard[0] > (silence or timeout):
                process.kill()
    threading.Thread(target=watch, daemon=True).start()
    lines = []
    for line in process.stdout:
        if silence:
            heard[0] = time.monotonic()
        lines.append(line)
        on_line(line.rstrip("\n"))
    status = process.wait()
    ended.set()
    process.stdout.close()
    if not errors_in_output:
        reader.join(5)
        process.stderr.close()
    return status, "".join(lines), "".join(errors)

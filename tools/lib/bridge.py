"""The emulated serial port as a plain UCI engine on stdin and stdout."""

import os
import selectors
import sys
import time

BOOT_TIMEOUT = 20.0     # seconds until a booted board must have answered
GOODBYE_TIMEOUT = 5.0   # seconds to let the answers out after quit or the end of input


class LineSplitter:
    """Cuts a byte stream into whole lines and keeps the unfinished rest."""

    def __init__(self):
        self.rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        *whole, self.rest = (self.rest + chunk).split(b"\n")
        return [line + b"\n" for line in whole]


def run(process, stdin=None, stdout=None) -> int:
    """Copies lines both ways until stdin ends, 'quit' comes, or the board is gone. Returns the exit status.

    What the board says of itself while booting is kept back: a client sees only answers to its own lines.
    """
    stdin = stdin if stdin is not None else sys.stdin.fileno()
    stdout = stdout if stdout is not None else sys.stdout.fileno()
    to_board, from_board = process.stdin.fileno(), process.stdout.fileno()
    leftover = _wait_for_board(from_board, to_board)
    if leftover is None:
        print("tools/play: the board did not answer after it was started", file=sys.stderr)
        return 1

    chooser = selectors.PollSelector()       # unlike epoll it takes a file as the input, too
    chooser.register(from_board, selectors.EVENT_READ, "board")
    chooser.register(stdin, selectors.EVENT_READ, "client")
    answers, commands = LineSplitter(), LineSplitter()
    answers.rest = leftover
    owed = 0        # questions of the client's whose readyok has not come yet
    while True:
        for key, _ in chooser.select():
            chunk = os.read(key.fd, 4096)
            if key.data == "board":
                if not chunk:
                    print("tools/play: the emulator ended by itself", file=sys.stderr)
                    return process.wait() or 1
                lines = answers.feed(chunk)
                owed -= sum(line.strip() == b"readyok" for line in lines)
                if not _write(stdout, b"".join(lines)):
                    return 0
                continue
            lines = commands.feed(chunk)
            if not chunk and commands.rest:                 # a last line without its newline
                lines = [commands.rest + b"\n"]
            leaving = not chunk
            for line in lines:
                if line.strip() == b"quit":
                    leaving = True
                    break
                owed += line.strip() == b"isready"
                if not _write(to_board, line):
                    return 1
            if leaving:
                _say_goodbye(to_board, from_board, answers, stdout, max(0, owed))
                return 0


def _write(descriptor: int, data: bytes) -> bool:
    try:
        while data:
            data = data[os.write(descriptor, data):]
        return True
    except OSError:
        return False


def _read_until_ready(from_board, splitter, deadline, give) -> bool:
    """Reads lines up to readyok, which is kept back; others go to `give`."""
    chooser = selectors.PollSelector()
    chooser.register(from_board, selectors.EVENT_READ)
    chunk = b""                 # whole lines may be waiting in the splitter already
    while True:
        lines = splitter.feed(chunk)
        for index, line in enumerate(lines):
            if line.strip() == b"readyok":
                splitter.rest = b"".join(lines[index + 1:]) + splitter.rest
                return True
            give(line)
        left = deadline - time.monotonic()
        if left <= 0 or not chooser.select(left):
            return False
        chunk = os.read(from_board, 4096)
        if not chunk:
            return False


def _wait_for_board(from_board, to_board):
    """Swallows the banner and everything else up to the board's first readyok.

    A board drops bytes that arrive before its port is set up, so nothing is sent before it has spoken, or
    before a second has passed in silence. Returns what came after, or None when it never answered.
    """
    end = time.monotonic() + BOOT_TIMEOUT
    chooser = selectors.PollSelector()
    chooser.register(from_board, selectors.EVENT_READ)
    chooser.select(1.0)
    splitter = LineSplitter()
    asked = 0
    while time.monotonic() < end:
        if not _write(to_board, b"isready\n"):
            return None
        asked += 1
        if _read_until_ready(from_board, splitter, time.monotonic() + 1.0, lambda line: None):
            for _ in range(asked - 1):      # the earlier questions may have been heard after all
                _read_until_ready(from_board, splitter, time.monotonic() + 0.2, lambda line: None)
            return splitter.rest
    return None


def _say_goodbye(to_board, from_board, answers, stdout, owed) -> None:
    """Stops a search and lets everything the board still owes reach the client."""
    deadline = time.monotonic() + GOODBYE_TIMEOUT
    if not _write(to_board, b"stop\nisready\n"):
        return
    for remaining in range(owed, -1, -1):
        answered = _read_until_ready(from_board, answers, deadline, lambda line: _write(stdout, line))
        if not answered:
            return
        if remaining:
            _write(stdout, b"readyok\n")

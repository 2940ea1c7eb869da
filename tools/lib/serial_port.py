"""An emulated board's serial port as a path that other programs open: a pseudo-terminal whose cable can be pulled out.

    with SerialPort(process, path) as port:         # process: emulator.start(...)
        port.serve(2.0)                             # carries bytes for two seconds
        port.pull_out()
        port.serve(1.0)
        port.put_back()

A pseudo-terminal has no DTR; that somebody has it open stands for it.
"""

import contextlib
import os
import pty
import select
import time
import tty

CLOSED_POLL = 0.02      # seconds between two looks whether somebody has opened the port


class SerialPort:
    """`cable`: a descriptor that is told with a letter what the computer does (simulator.mjs --usb), or None."""

    def __init__(self, process, path, *, cable=None):
        self.process, self.path, self.cable = process, str(path), cable
        self.master = -1
        self.opened = False
        self.ended = False      # the board has gone
        self.put_back()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pull_out()

    @property
    def plugged(self) -> bool:
        return self.master >= 0

    def put_back(self) -> None:
        if self.plugged:
            return
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        os.close(slave)
        self._tell("C")
        fresh = self.path + ".new"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(fresh)
        os.symlink(name, fresh)
        os.replace(fresh, self.path)

    def pull_out(self) -> None:
        if not self.plugged:
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        os.close(self.master)
        self.master, self.opened = -1, False
        self._tell("dc")

    def _tell(self, deeds: str) -> None:
        if self.cable is not None:
            with contextlib.suppress(OSError):
                os.write(self.cable, deeds.encode())

    def _note_opened(self, opened: bool) -> None:
        if opened != self.opened:
            self.opened = opened
            self._tell("D" if opened else "d")

    def serve(self, seconds: float) -> None:
        """Carries bytes both ways for so long, or until the board has gone."""
        end = time.monotonic() + seconds
        while not self.ended and (left := end - time.monotonic()) > 0:
            self._serve_once(min(left, CLOSED_POLL if self.plugged and not self.opened else 0.5))

    def _serve_once(self, limit: float) -> None:
        poll = select.poll()
        board = self.process.stdout.fileno()
        poll.register(board, select.POLLIN)
        if self.plugged:
            # While nobody has it open poll() would say so at once and for ever.
            hung_up = bool(sum(event for _, event in self._events_of_master(0)) & select.POLLHUP)
            self._note_opened(not hung_up)
            if not hung_up:
                poll.register(self.master, select.POLLIN)
        for descriptor, _ in poll.poll(limit * 1000):
            if descriptor == board:
                self._from_board()
            else:
                self._to_board()

    def _events_of_master(self, limit: float) -> list:
        poll = select.poll()
        poll.register(self.master, select.POLLIN)
        return poll.poll(limit)

    def _from_board(self) -> None:
        data = os.read(self.process.stdout.fileno(), 4096)
        self.ended = not data
        while data and self.plugged and self.opened:
            data = data[os.write(self.master, data):]

    def _to_board(self) -> None:
        try:
            data = os.read(self.master, 4096)
        except OSError:                 # it was closed just now
            self._note_opened(False)
            return
        with contextlib.suppress(BrokenPipeError):
            while data:
                data = data[os.write(self.process.stdin.fileno(), data):]

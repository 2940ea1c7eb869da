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
    """`cable`: a socket for what the computer does and sends, and for the news that it has found the port (simulator.mjs
    --usb). One stream carries both, so that no byte overtakes the opening or the end of the port. Without one the port is there as long as the cable is, whatever the board does."""

    def __init__(self, process, path, *, cable=None):
        self.process, self.path, self.cable = process, str(path), cable
        self.master = -1
        self.plugged = True
        self.opened = False
        self.ended = False      # the board has gone
        if cable is None:
            self._appear()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pull_out()
        if self.cable is not None:
            self.cable.close()

    @property
    def there(self) -> bool:
        """The path can be opened."""
        return self.master >= 0

    def put_back(self) -> None:
        if not self.plugged:
            self.plugged = True
            self._tell(b"C")
            if self.cable is None:
                self._appear()

    def pull_out(self) -> None:
        if self.plugged:
            self.plugged = False
            self._tell(b"dc")
        if self.there:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path)
            os.close(self.master)
            self.master, self.opened = -1, False

    def _appear(self) -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        fresh = self.path + ".new"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(fresh)
        os.symlink(os.ttyname(slave), fresh)
        os.close(slave)
        os.replace(fresh, self.path)

    def _tell(self, deeds: bytes) -> None:
        if self.cable is not None:
            with contextlib.suppress(OSError):
                self.cable.sendall(deeds)

    def _note_opened(self, opened: bool) -> None:
        if opened != self.opened:
            self.opened = opened
            self._tell(b"D" if opened else b"d")

    def serve(self, seconds: float) -> None:
        """Carries bytes both ways for so long, or until the board has gone."""
        end = time.monotonic() + seconds
        while not self.ended and (left := end - time.monotonic()) > 0:
            self._serve_once(min(left, CLOSED_POLL if self.there and not self.opened else 0.5))

    def _serve_once(self, limit: float) -> None:
        poll = select.poll()
        board = self.process.stdout.fileno()
        poll.register(board, select.POLLIN)
        if self.cable is not None:
            poll.register(self.cable, select.POLLIN)
        if self.there:
            # While nobody has it open poll() would say so at once and for ever. What was written before the port was closed
            # is carried first, even by somebody who was not seen at all.
            events = self._events()
            self._note_opened(bool(events & select.POLLIN) or not events & select.POLLHUP)
            if self.opened:
                poll.register(self.master, select.POLLIN)
        for descriptor, _ in poll.poll(limit * 1000):
            if descriptor == board:
                self._from_board()
            elif descriptor == self.master:
                self._to_board()
            elif b"F" in self.cable.recv(64) and self.plugged and not self.there:
                self._appear()

    def _events(self) -> int:
        """POLLHUP: nobody has it open. POLLIN: there is something to be read."""
        poll = select.poll()
        poll.register(self.master, select.POLLIN)
        return next((event for _, event in poll.poll(0)), 0)

    def _from_board(self) -> None:
        data = os.read(self.process.stdout.fileno(), 4096)
        self.ended = not data
        while data and self.opened:
            data = data[os.write(self.master, data):]

    def _to_board(self) -> None:
        try:
            data = os.read(self.master, 4096)
        except OSError:                 # it was closed just now
            self._note_opened(False)
            return
        if self.cable is not None:
            self._tell(b"B" + len(data).to_bytes(2, "little") + data)
            return
        with contextlib.suppress(BrokenPipeError):
            while data:
                data = data[os.write(self.process.stdin.fileno(), data):]

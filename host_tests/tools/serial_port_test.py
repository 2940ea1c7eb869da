"""An emulated board's port as a path (tools/lib/serial_port.py): what a program writes and what it does come in order."""

import os
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

import paths  # noqa: F401

import serial_port


class AtACable(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "port"
        self.process = subprocess.Popen(["sleep", "60"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(self.end)
        self.board, near = socket.socketpair()
        self.board.settimeout(5)
        self.board.sendall(b"F")
        self.port = serial_port.SerialPort(self.process, self.path, cable=near)
        while not self.port.there:
            self.port.serve(0.05)

    def end(self):
        self.port.__exit__()
        self.board.close()
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def open(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_NOCTTY)

    def test_what_was_written_before_the_end_comes_before_it(self):
        first = self.open()
        os.write(first, b"one")
        self.port.serve(0.05)
        os.write(first, b"two")
        os.close(first)
        self.port.serve(0.05)
        second = self.open()
        os.write(second, b"three")
        self.port.serve(0.05)
        os.close(second)
        self.assertEqual(self.board.recv(100), b"DB\3\0oneB\3\0twodDB\5\0three")

    def test_what_was_written_by_somebody_who_was_not_seen_is_not_kept_for_the_next(self):
        device = self.open()
        os.write(device, b"one")
        os.close(device)
        self.port.serve(0.05)
        self.assertEqual(self.board.recv(100), b"DB\3\0oned")


if __name__ == "__main__":
    unittest.main()

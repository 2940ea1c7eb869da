"""A board whose whole image runs on models of its chip, with the hands of a test: stm32_board.cpp and rp2350_board.cpp, which say
what the words over their socket mean."""

import dataclasses
import re
import socket
import subprocess
import unittest

import board_case
import boards
import emulator
import uci

START = 0xFFFF00000000FFFF


def bit(square: str) -> int:
    return 1 << ("abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1))


def board_of(case, name: str, simulator: str):
    """The board, run on models even where QEMU has the chip. Skips the test where it cannot be."""
    board = boards.BOARDS[name]
    if board not in board_case.chosen_boards():
        case.skipTest(f"{name} is not among the chosen boards")
    board = dataclasses.replace(board, simulator=f"host_tests/{simulator}")
    if reason := emulator.why_not(board):
        case.skipTest(reason)
    return board


class ModelledBoard(unittest.TestCase):
    name = simulator = ""
    arguments = ()

    def setUp(self):
        board = board_of(self, self.name, self.simulator)
        far, self.control = socket.socketpair()
        with far:
            self.process = emulator.start(board, board_case.ROOT / board.image,
                                          extra=(*self.arguments, "--control", str(far.fileno())),
                                          passed=(far.fileno(),), stderr=subprocess.PIPE)
        self.engine = uci.Engine(self.process)
        self.squares = 0
        self.addCleanup(self.end)

    def end(self):
        emulator.stop(self.process)
        faults = self.process.stderr.read()
        self.process.stderr.close()
        self.control.close()
        self.assertEqual(faults.decode(), "")

    def hear(self, pattern):
        return self.engine.wait_for(lambda line: re.search(pattern, line), board_case.PATIENCE)

    def do(self, *lines):
        self.control.sendall("".join(line + "\n" for line in lines).encode())

    def ask(self, *lines) -> str:
        self.do(*lines)
        answer = b""
        while not answer.endswith(b"\n"):
            more = self.control.recv(4096)
            self.assertTrue(more, "the program has ended")
            answer += more
        return answer.decode()

    def hands(self, *changes):
        """Pieces lifted or set down, one after another, with time to be seen."""
        for change in changes:
            self.squares ^= change
            self.do(f"squares {self.squares:x}", "wait 300")

    def shining(self) -> dict:
        words = self.ask("wait 100", "look").partition(" leds ")[2].split()
        return {square: colour for square, colour in enumerate(int(word, 16) for word in words) if colour}

    def start_game(self):
        self.hear("set up the pieces")
        self.hands(START)
        self.hear("new game")

    def move(self, pattern):
        """The engine's move is shown on the squares, and made by hand."""
        answer = self.hear("waiting for the move to be made").split()[-1]
        shone = {square for _ in range(20) for square in self.shining()}    # some lights flash
        self.assertLessEqual({answer[:2], answer[2:4]}, {"abcdefgh"[i % 8] + str(i // 8 + 1) for i in shone})
        if self.squares & bit(answer[2:4]):
            self.hands(bit(answer[2:4]))
        self.hands(bit(answer[:2]), bit(answer[2:4]))
        self.hear(pattern)

    def resume(self, moves):
        """After the power was gone: the game is there with the position before the next move, and its pieces stand."""
        self.do("power")
        self.hear("a saved game is there")
        self.assertIn(moves, self.hear("board fen "))
        self.hear("the game goes on")

"""The images of STM32F103 and F405, whole and unchanged, on models of the chips: host_tests/boards/chips/stm32/stm32_board.cpp.

The models end the run at whatever the chip forbids or does not have: a wrong clock tree, a peripheral without its clock,
a unit of flash programmed twice, a line at another speed, a torn picture on the LEDs.
"""

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


class BluePill(unittest.TestCase):
    name = "stm32f103"

    def setUp(self):
        board = boards.BOARDS[self.name]
        if board not in board_case.chosen_boards():
            self.skipTest(f"{self.name} is not among the chosen boards")
        board = dataclasses.replace(board, simulator="host_tests/stm32_board")     # where QEMU has the chip, too
        if reason := emulator.why_not(board):
            self.skipTest(reason)
        far, self.control = socket.socketpair()
        with far:
            self.process = emulator.start(board, board_case.ROOT / board.image,
                                          extra=("--chip", self.name, "--control", str(far.fileno())),
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

    def hands(self, *changes):
        """Pieces lifted or set down, one after another, with time to be seen."""
        for change in changes:
            self.squares ^= change
            self.control.sendall(f"squares {self.squares:x}\nwait 300\n".encode())

    def shining(self) -> dict:
        self.control.sendall(b"wait 100\nlook\n")
        answer = b""
        while not answer.endswith(b"\n"):
            more = self.control.recv(4096)
            self.assertTrue(more, "the program has ended")
            answer += more
        return {square: colour for square, colour in enumerate(int(word, 16) for word in answer.split()[3:]) if colour}

    def test_a_game_by_hand_is_there_after_the_power_was_gone(self):
        self.hear("set up the pieces")
        self.hands(START)
        self.hear("new game")
        self.hands(bit("e2"), bit("e4"))
        self.hear(r"move 1\. e4 e2e4")
        answer = self.hear("waiting for the move to be made").split()[-1]
        shone = {square for _ in range(20) for square in self.shining()}    # some lights flash
        self.assertLessEqual({answer[:2], answer[2:4]}, {"abcdefgh"[i % 8] + str(i // 8 + 1) for i in shone})
        self.hands(bit(answer[:2]), bit(answer[2:4]))
        self.hear(r"move 1\.\.\. ")
        self.control.sendall(b"power\n")
        self.hear("a saved game is there")
        self.assertIn("4P3", self.hear("board fen "))
        self.hear("the game goes on")
        self.engine.send("status")
        self.hear("reset power on")
        self.hear("serial 0 receive losses")
        self.hear("fault none")

    def test_when_the_supply_dips_it_starts_anew_with_its_lights_dark(self):
        self.hear("set up the pieces")
        self.hands(START)
        self.hear("new game")
        self.assertTrue({square for _ in range(20) for square in self.shining()})
        self.control.sendall(b"dip\nwait 15\n")
        self.assertEqual(self.shining(), {})
        self.hear(f"^Stackmate .* on {self.name}$")
        self.engine.send("status")
        self.hear("reset software")


class CoreBoard(BluePill):
    name = "stm32f405"


if __name__ == "__main__":
    unittest.main()

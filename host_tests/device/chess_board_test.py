"""The parts of a chess board on the device, in its emulator: sensors, lights, buttons, and how long they take.

The image is boards/cortex_m/chess_conformance_image.cpp, which says what it wants done to it.
"""

import random
import unittest

import board_case

import build
import qtest

LATENCY_MS = {"sensors": 30, "buttons": 50}     # what a person may have to wait
MASKED_US = 20.0
# Instructions of the tick interrupt: 1,100 today, of which 604 are stores to ports. In the emulator's time 8.8 us. On the chip at 80 MHz
# 14 us if each took one cycle; 19 us if a store took two ("fast toggle capable of changing every two clock cycles", RM0351,
# "GPIO main features") and the operation between two stores went on meanwhile.
LONGEST_TICK = 1150
PLAYERS = ("stm32l475",)


class ChessBoardParts(unittest.TestCase):
    """One run for all: the image tests itself first, then it tells what it sees."""

    @classmethod
    def setUpClass(cls):
        board = next((board for board in board_case.chosen_boards() if board.name in PLAYERS), None)
        if board is None:
            raise unittest.SkipTest("none of the chosen boards has squares that QEMU knows")
        if reason := qtest.why_not(board):
            raise unittest.SkipTest(reason)
        cls.board = qtest.QemuBoard(board, build.ROOT / "build" / board.name / "chess_conformance.elf", measured=True)
        cls.addClassCleanup(cls.board.close)
        cls.board.power_on()
        cls.promises, cls.store = [], ""
        cls.obey()

    @classmethod
    def obey(cls):
        """Does what the image asks for until it has no more promises to hold."""
        at = 0
        while True:
            line = cls.board.wait_line("", 20_000, seen=at)
            at += 1
            word, _, rest = line.partition(" ")
            if word == "place":
                wanted = int(rest, 16)
                cls.board.set_squares(square for square in range(64) if wanted >> square & 1)
                cls.board.send("done")
            elif word == "hold":
                cls.board.shared.buttons = int(rest, 16)
                cls.board.send("done")
            elif word == "see":
                cls.board.send("".join("".join(f"{part:02x}" for part in colour) for colour in cls.board.frame().squares))
            elif word in ("ok", "FAILED"):
                cls.promises.append((word, rest))
            elif word == "store":
                cls.store = rest
            elif word == "end":
                return

    def changes_seen(self, change, count, dice):
        """Milliseconds from each change until the program saw it."""
        board, latencies = self.board, []
        for _ in range(count):
            board.run(dice.randint(40, 60))
            at = board.ms
            wanted = change()
            squares, buttons, ms = board.wait_line("^seen ", 200).split()[1:]
            self.assertEqual((int(squares, 16), int(buttons, 16)), wanted)
            latencies.append(int(ms, 16) - at)
        return latencies

    def test_every_promise_is_held(self):
        self.assertEqual([text for word, text in self.promises if word != "ok"], [])
        self.assertGreaterEqual(len(self.promises), 24)

    def test_a_store_without_flash_says_so_and_does_not_hang(self):
        self.assertEqual(self.store, "failed")

    def test_a_sensors_change_is_seen_in_time_whenever_it_comes(self):
        dice, shared = random.Random(5), self.board.shared

        def change():
            shared.occupied ^= 1 << dice.randrange(64)
            return shared.occupied, shared.buttons
        latencies = self.changes_seen(change, 80, dice)
        self.assertLessEqual(max(latencies), LATENCY_MS["sensors"])
        self.assertGreater(min(latencies), 8, "one scan is not enough to believe in")

    def test_a_buttons_change_is_seen_in_time_whenever_it_comes(self):
        dice, shared = random.Random(6), self.board.shared

        def change():
            shared.buttons ^= 1
            return shared.occupied, shared.buttons
        self.assertLessEqual(max(self.changes_seen(change, 20, dice)), LATENCY_MS["buttons"])

    def test_a_contact_that_bounces_shorter_than_a_scan_is_not_seen(self):
        board, dice = self.board, random.Random(7)
        before = len(board.lines)
        for _ in range(20):
            square = dice.randrange(64)
            board.turn(square)
            board.run(dice.randint(1, 7))
            board.turn(square)
            board.run(dice.randint(20, 40))
        self.assertEqual(board.lines[before:], [])

    def test_the_tick_is_short_enough_whatever_is_shown(self):
        board = self.board
        for picture in (0, 7, 200):     # dark, and two in which each row differs from the one before
            board.send_bytes(bytes([picture]))
            board.run(50)
            board.figures()
            board.run(100)
            figures = board.figures()
            self.assertEqual(figures.ticks, 100)
            if picture == 0:
                self.assertEqual(board.frame().lit, {})
            else:
                self.assertGreater(len(board.frame().lit), 60)
            self.assertLessEqual(figures.longest_tick, LONGEST_TICK)

    def test_interrupts_are_never_masked_for_long(self):
        board = self.board
        board.figures()
        board.run(200)
        self.assertLess(board.figures().longest_lock * (1 << board.board.icount_shift) / 1000, MASKED_US)


if __name__ == "__main__":
    unittest.main()

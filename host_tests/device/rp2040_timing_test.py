"""While the real image thinks and its line is busy: the LEDs' waveform, masked interrupts, and how soon hands are felt.

Exact virtual time. tools/test looks at some hundred pictures; ten thousand of them:
    STACKMATE_PICTURES=10000 tools/test --only "rp2040: rp2040_timing"
STACKMATE_TRIALS: so many changes of squares, in pairs, and half as many of buttons; given, the figures are told.
"""

import os
import random
import unittest

import rp2040_hands as hands
from rp2040_hands import boards, lights, simboard

import build
from counting import value_of

PICTURES = int(os.environ.get("STACKMATE_PICTURES", "250"))
TRIALS = int(os.environ.get("STACKMATE_TRIALS", "6" if PICTURES < 10_000 else "100"))
TELLS = PICTURES >= 10_000 or "STACKMATE_TRIALS" in os.environ
# Worldsemi WS2812B data sheet: nominal high and low times, each +-150 ns.
LIMITS = {"zeroHigh": (250, 550), "zeroLow": (700, 1000), "oneHigh": (650, 950), "oneLow": (300, 600)}
START = 0xffff_0000_0000_ffff
RAM = 0x2000_0000
FLOOD = ["d", "isready", "board", "board pgn", "status", "isready", "board sensors", "help", "eval"]


class Timing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = simboard.SimBoard(seed=3)
        cls.addClassCleanup(cls.board.close)
        board = cls.board
        cls.began_thinking = 0.0
        board.set_up()
        board.power_on()
        board.wait_line("new game", 5000)
        board.hold("play", 1300)
        board.run(300)
        board.tap("f4")             # 30 s a move
        board.press("play")
        board.run(500)
        # Where the firmware keeps what it knows of the squares: every place above the stack that holds them now. What
        # lies on the stack was left there by a call, and changes only when the next call comes that far.
        wanted = START.to_bytes(8, "little")
        memory = board.ram(0, 264 * 1024)
        above = value_of(build.ROOT / boards.find("rp2040").image, "__stack_top") - RAM
        cls.copies = [at for at in range(above, len(memory) - 8, 4) if memory[at:at + 8] == wanted]

    def think(self):
        """The engine thinks about its first move, and has some seconds left."""
        board = self.board
        recent = [frame for frame in board.frames if frame.ms > board.ms - 2100]
        if any("thinking" in lights.read(frame).values() for frame in recent) and board.ms < self.began_thinking + 20_000:
            return
        board.set_squares(simboard.START)
        board.send("board new")
        board.run(2500)
        board.move("g2g4", hands.CARRY)     # which its book does not know
        board.wait_frame(lambda frame: "thinking" in lights.read(frame).values(), 3000, "the engine's thinking")
        type(self).began_thinking = board.ms

    def test_every_bit_is_within_the_data_sheet_and_no_interrupt_waits(self):
        board = self.board
        self.think()
        board.command("options", exactLeds=True)
        board.run(100)
        board.statistics(reset=True)
        pictures = masked = longest = bits = 0
        gaps, extremes = [], {kind: [] for kind in LIMITS}
        while pictures < PICTURES:
            self.think()
            board.statistics(reset=True)
            for _ in range(10):
                board.send(*["isready"] * 20, "board show")
                board.run(400)
            figures = board.statistics()
            leds, frames = figures["leds"], figures["frames"]
            self.assertEqual(leds["violations"], 0, leds["first_violation"])
            pictures += leds["pictures"]
            bits += leds["bits"]
            masked, longest = max(masked, figures["masked_ns"]), max(longest, figures["longest_interrupt_ns"])
            gaps.append(frames["longest_gap_ns"] / 1e6)
            for kind in LIMITS:
                extremes[kind] += [value for value in leds[kind] if value is not None]
            del board.lines[:], board.frames[:-200], board.transcript[:]
        board.command("options", exactLeds=False)
        report = {"pictures": pictures, "bits": bits, "masked us": masked / 1000, "longest interrupt us": longest / 1000,
                  "longest time between pictures ms": max(gaps), **{k: (min(v), max(v)) for k, v in extremes.items()}}
        print(report) if PICTURES >= 10_000 else None
        self.assertGreaterEqual(bits, pictures * 1536 - 1536)
        for kind, (least, most) in LIMITS.items():
            self.assertGreaterEqual(min(extremes[kind]), least, report)
            self.assertLessEqual(max(extremes[kind]), most, report)
        self.assertLessEqual(masked, 20_000, report)
        self.assertLessEqual(max(gaps), 20.0, report)

    def flood(self, busy: bool):
        """More commands than are obeyed until this is called again; over USB the sender waits."""
        if busy:
            self.board.send_bytes("\n".join(FLOOD * 12 + [""]).encode())

    def felt(self, change, wanted: int) -> float:
        """Milliseconds from a change of the squares until all that the firmware keeps of them has followed."""
        board = self.board
        began = board.ms
        change()
        pattern, last = wanted.to_bytes(8, "little"), 0.0
        waiting = set(self.now_known)
        while waiting and board.ms - began < 40:
            board.run(0.5)
            for at in list(waiting):
                if board.ram(at, 8) == pattern:
                    waiting.discard(at)
                    last = board.ms - began
        self.assertLess(len(waiting), len(self.now_known), "nothing noticed the change")
        return last

    def test_a_square_is_felt_within_30_ms_and_a_button_within_50_while_it_thinks(self):
        self.hold_what_hands_are_promised(busy=False)

    def test_the_same_under_a_flood_of_commands(self):
        ready = self.hold_what_hands_are_promised(busy=True)
        self.assertGreater(ready, 2 * TRIALS, "the commands are obeyed meanwhile")

    def hold_what_hands_are_promised(self, busy: bool) -> int:
        board, chance = self.board, random.Random(1)
        self.think()
        first = len(board.lines)
        before = sum(1 << square for square in board.occupied).to_bytes(8, "little")
        memory = board.ram(0, 264 * 1024)
        self.now_known = [at for at in self.copies if memory[at:at + 8] == before]
        self.assertGreaterEqual(len(self.now_known), 2, "sensors and game both know the squares")
        squares, buttons = [], []
        for _ in range(TRIALS):
            board.run(60 + 17 * chance.random())
            self.think()
            self.flood(busy)
            square = chance.choice(("b8", "g8", "a7", "h7"))
            index = simboard.square_index(square)
            now = sum(1 << s for s in board.occupied)
            squares.append(self.felt(lambda: board.lift(square), now & ~(1 << index)))
            board.run(40)
            squares.append(self.felt(lambda: board.place(square), now))
        for _ in range(TRIALS // 2):
            board.run(500 + 17 * chance.random())
            self.think()
            self.flood(busy)
            began, heard = board.ms, len(board.lines)
            board.push(3, True)        # PAUSE
            board.wait_line("paused", 200, seen=heard)
            buttons.append(board.ms - began)
            board.run(40)
            board.push(3, False)
            board.run(100)
            board.press(3, 60)
            board.wait_line("the game goes on", 200, seen=heard)
            board.wait_frame(lambda frame: "thinking" in lights.read(frame).values(), 3000, "the engine's thinking")
        if TELLS:
            print("under a flood:" if busy else "at rest:", "squares", max(squares), "ms, buttons", max(buttons), "ms")
        self.assertLessEqual(max(squares), 30.0, squares)
        self.assertLessEqual(max(buttons), 50.0, "until the line has said so, which takes 3 ms")
        return sum(line == "readyok" for _, line in board.lines[first:])


if __name__ == "__main__":
    unittest.main()

"""Games on the emulated chess board: hands on its squares, eyes on the screenshots of its lights, the real firmware."""

import os
import unittest

import board_case

import lights
import qtest
from simboard import START, square_index

PLAYERS = ("stm32l475",)
BRIGHTNESS = 128                # as the firmware begins
SENSOR_MS = 24                  # from a change to SquareSensors::scan, at most: chess_board_test.py
SEEN_MS, PRESSED_MS = 30, 50    # what a person may have to wait while the engine thinks
MASKED_US = 20.0
BYTES_A_MS = 11.5               # at 115,200 baud
FLOOD = "d\nisready\nboard\nboard pgn\nstatus\nisready\nboard sensors\nhelp\neval\n"


class BoardGame(unittest.TestCase):
    def set_board(self, measured=False):
        board = next((board for board in board_case.chosen_boards() if board.name in PLAYERS), None)
        if board is None:
            self.skipTest("none of the chosen boards has squares that QEMU knows")
        if reason := qtest.why_not(board):
            self.skipTest(reason)
        self.lights = lights.Reader(BRIGHTNESS, qtest.emulated)
        self.styles = lights.styles()
        self.board = qtest.QemuBoard(board, measured=measured)
        self.addCleanup(self.board.close)
        self.heard = 0      # lines of the board's that are behind us

    # ------------------------------------------------------------ words of the tests

    def start_game(self, measured=False):
        self.set_board(measured)
        self.board.set_up()
        self.board.power_on()
        self.hear("new game")

    def hear(self, pattern, ms=20_000):
        """The first line after those heard before that matches; what came before it is heard as well."""
        line = self.board.wait_line(pattern, ms, seen=self.heard)
        self.heard += [text for _, text in self.board.lines[self.heard:]].index(line) + 1
        return line

    def meanings(self, ms=2048, stores=True):
        """Square -> what it has shown in this time: the shortest flash of any light takes 64 ms.

        QEMU's flash takes nothing, and the board says so by a light of its own. That is left out but where `stores` is false.
        """
        self.board.run(40)      # what is drawn is out after 32 ms at the latest
        seen = {}
        for picture in self.board.watch(ms, 32):
            for square, name in self.lights.read(picture).items():
                if name != "unsaved" or not stores:
                    seen.setdefault(square, set()).add(name)
        return {square: names.pop() if len(names) == 1 else names for square, names in seen.items()}

    def engine_move(self, ms=20_000):
        """Waits for the engine's move and returns it."""
        return self.hear("waiting for the move to be made on the board", ms).split()[-1]

    def microseconds(self, instructions):
        return instructions * (1 << self.board.board.icount_shift) / 1000

    # ------------------------------------------------------------ what is seen

    def test_setting_up_missing_pieces_shine_and_surplus_ones_blink(self):
        self.set_board()
        board = self.board
        board.set_squares((START - {square_index("g1"), square_index("e2")}) | {square_index("d5")})
        board.power_on()
        self.hear("set up the pieces")
        self.assertEqual(self.meanings(), {"g1": "fill", "e2": "fill", "d5": "clear"})
        board.place("g1", 500)
        board.lift("d5", 500)
        self.assertEqual(self.meanings(), {"e2": "fill"})
        self.assertFalse(any("new game" in line for _, line in board.lines))
        board.place("e2")
        self.hear("new game")
        self.assertEqual(self.meanings(), {"e1": "turn"})

    def test_what_is_not_stored_is_shown(self):
        self.start_game()
        self.assertEqual(self.meanings(stores=False), {"e1": "turn", **dict.fromkeys(("a3", "h3", "a6", "h6"), "unsaved")})

    def test_a_move_on_the_sensors_is_answered_and_the_answer_shown_until_it_stands(self):
        self.start_game()
        board = self.board
        board.move("e2e4")
        self.assertRegex(self.hear("board move"), r"1\. e4 e2e4")
        answer = self.engine_move()
        source, target = answer[:2], answer[2:4]
        self.assertEqual(self.meanings(), {"e8": "turn", source: "move_from", target: "move_to"})
        # In turn, as the table of lights says, not at once.
        period = self.styles["move_from"].period_ms
        pictures = [self.lights.read(picture) for picture in board.watch(period, 32)]
        self.assertTrue(any(source in picture for picture in pictures))
        self.assertTrue(any(target in picture for picture in pictures))
        self.assertFalse(any(source in picture and target in picture for picture in pictures))
        board.move(answer)
        self.assertIn(f" {answer}", self.hear("board move"))
        self.assertEqual(self.meanings(), {"e1": "turn"})

    def test_two_persons_play_until_mate_and_the_kings_say_who_has_won(self):
        self.start_game()
        board = self.board
        board.send("board black person")
        board.run(100)
        for move in "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7".split():
            board.move(move)
            self.assertIn(f" {move}", self.hear("board move"))
        self.hear("checkmate")
        self.assertEqual(self.meanings(), {"e1": "winner", "e8": "loser", "a4": "reason"})
        board.set_up()      # and the next game begins
        self.hear("new game")
        self.assertEqual(self.meanings(), {"e1": "turn"})

    def test_another_piece_than_the_engines_is_shown_its_way_back(self):
        self.start_game()
        board = self.board
        board.move("e2e4")
        answer = self.engine_move()
        other = "a7" if answer[:2] != "a7" else "h7"
        board.lift(other, 300)
        board.place(other[0] + "5", 1000)
        seen = self.meanings()
        self.assertEqual(seen[other], "fill")
        self.assertEqual(seen[other[0] + "5"], "clear")
        board.lift(other[0] + "5", 300)
        board.place(other, 1000)
        self.assertEqual(self.meanings(), {"e8": "turn", answer[:2]: "move_from", answer[2:4]: "move_to"})

    def test_while_it_thinks_the_board_is_felt_and_no_interrupt_waits(self):
        self.start_game(measured=True)
        board = self.board
        board.send("board level t5")    # ten seconds and more
        board.run(100)
        board.move("g2g4")              # which its book does not know
        self.hear("board move")
        board.run(500)
        board.figures()
        self.assertIn("thinking", self.meanings().values())
        thinking = board.figures()
        board.shared.buttons = 1
        pressed_at = board.ms
        board.wait_frame(lambda picture: "pressed" in self.lights.read(picture).values(), 500)
        felt_ms = board.ms - pressed_at
        board.run(50)
        board.shared.buttons = 0
        self.engine_move(500)
        self.assertLessEqual(felt_ms, PRESSED_MS)
        self.assertLess(SENSOR_MS + self.microseconds(thinking.longest_turn) / 1000, SEEN_MS)
        self.assertLess(self.microseconds(thinking.longest_tick), MASKED_US)
        self.assertLess(self.microseconds(thinking.longest_lock), MASKED_US)
        self.assertEqual(thinking.ticks, 2088, "each row is one tick: 125 pictures a second")

    def flood(self, ms):
        """Commands without a pause; the line has no handshake, so what comes too soon is lost."""
        step = 10
        for _ in range(0, ms, step):
            now = int(BYTES_A_MS * step)
            self.board.send_bytes((FLOOD * 3)[self.flooded:self.flooded + now].encode())
            self.flooded = (self.flooded + now) % len(FLOOD)
            self.board.run(step)

    def test_under_a_flood_of_commands_the_board_is_felt_as_soon(self):
        self.start_game(measured=True)
        board, self.flooded = self.board, 0
        board.send("board level t5")
        board.run(100)
        board.move("g2g4")
        self.hear("board move")
        self.flood(500)
        board.figures()
        first, began = len(board.lines), board.ms
        self.flood(1000)
        busy = board.figures()
        ready = sum(line == "readyok" for _, line in board.lines[first:])
        slowest = 0
        for _ in range(2):
            period = self.styles["pressed"].period_ms
            self.flood(200 + (40 - board.ms - 200) % period // 10 * 10)     # to where its light is on
            board.send_bytes((FLOOD * 4).encode())      # as much as its memory takes
            board.shared.buttons = 1
            pressed_at = board.ms
            board.wait_frame(lambda picture: "pressed" in self.lights.read(picture).values(), 500)
            slowest = max(slowest, board.ms - pressed_at)
            board.run(50)
            board.shared.buttons = 0
            self.flood(300)
        felt = SENSOR_MS + self.microseconds(busy.longest_turn) / 1000
        if os.environ.get("STACKMATE_FIGURES"):
            print(f"under a flood: turn {felt - SENSOR_MS:.1f} ms, square {felt:.1f} ms, button {slowest} ms, "
                  f"tick {self.microseconds(busy.longest_tick):.1f} us, masked {self.microseconds(busy.longest_lock):.1f} us, "
                  f"{ready} readyok in {board.ms - began} ms")
        self.assertGreater(ready, 10, "the commands are obeyed meanwhile")
        self.assertLess(felt, SEEN_MS)
        self.assertLessEqual(slowest, PRESSED_MS)
        self.assertLess(self.microseconds(busy.longest_tick), MASKED_US)
        self.assertLess(self.microseconds(busy.longest_lock), MASKED_US)


if __name__ == "__main__":
    unittest.main()

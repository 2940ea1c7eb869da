"""Exercises on the simulated RP2040 board, the real image, from the menu's square to the end and through a power cut: set up as
the lights ask, played by hands, the engine's moves read off the lights."""

import re
import unittest

import rp2040_hands as hands
from rp2040_hands import lights, simboard, uci
import board_picture


class Exercises(unittest.TestCase):
    def setUp(self):
        self.referee = hands.Referee()
        self.addCleanup(self.referee.close)
        self.board = simboard.SimBoard(bounce=3.0)
        self.addCleanup(self.board.close)
        self.board.power_on()
        self.board.set_up()
        self.board.wait_line("new game", 5000)

    def seen(self) -> dict:
        """light -> squares, of a whole period"""
        said = {}
        for frame in self.board.watch(1100):
            for square, light in lights.read(frame).items():
                said.setdefault(light, set()).add(square)
        return said

    def choose(self, square, words, picture=""):
        """From the menu of exercises; the pieces are then set up as the lights ask, and the FEN is that of the line."""
        heard = len(self.board.lines)
        hands.choose(self.board, "c7", square)
        self.board.wait_line(words, 60_000, seen=heard)
        self.fen = [line for _, line in self.board.lines[heard:] if "board new game" in line][-1].split("game ", 1)[1]
        self.moves = []
        self.set_up(picture)

    def set_up(self, picture=""):
        self.board.run(300)
        for _ in range(80):
            said = self.seen()
            if {"turn", "check"} & set(said):
                return
            for square in sorted(said.get("clear", ())):
                self.board.lift(square, 60)
            if not said.get("clear"):
                if picture and len(said.get("fill", ())) == 1 and len(self.board.occupied) > 1:
                    board_picture.shows(self.board, picture, "An exercise is set up as the lights ask", board_picture.pieces_of(self.fen))
                    picture = ""
                for square in sorted(said.get("fill", ()))[:1]:
                    self.board.place(square, 300)
        self.fail(f"the pieces never stood right: {said}\n" + self.board.tail())

    def advice(self, nodes=100_000) -> str:
        engine = self.referee.engine
        engine.send(f"position fen {self.fen}" + (" moves " + " ".join(self.moves) if self.moves else ""))
        engine.send(f"go nodes {nodes}")
        return engine.wait_for("bestmove", 60).split()[1]

    def make(self, move):
        """The person's: a captured piece goes first; of promotions the queen."""
        origin, target = move[:2], move[2:4]
        if simboard.square_index(target) in self.board.occupied:
            self.board.lift(target, 100)
        self.board.lift(origin, 150)
        self.board.place(target, 100)
        heard = len(self.board.lines)
        if len(move) == 5:
            self.board.wait_frame(lambda frame: "promotion_default" in lights.read(frame).values(), 3000, "the choice")
            self.board.press("play")
        self.board.wait_line(f"board move .* {move}", 4000, seen=max(0, heard - 3))
        self.moves.append(move)

    def obey(self):
        """Waits for the engine's move or the end; makes it. Returns whether the exercise goes on."""
        heard = len(self.board.lines) - 1
        line = self.board.wait_line("waiting for the move|board result", 30_000, seen=max(0, heard))
        if "result" in line:
            return False
        said = self.seen()
        (origin,), (target,) = said["move_from"] - said.get("clear", set()), said["move_to"]
        if simboard.square_index(target) in self.board.occupied:
            self.board.lift(target, 100)
        self.board.lift(origin, 150)
        self.board.place(target, 100)
        self.board.wait_line(f"board move .* {origin}{target}", 4000)
        self.moves.append(line.split()[-1])
        return True

    def solve(self, most, nodes=100_000):
        for _ in range(most):
            self.make(self.advice(nodes))
            if not self.obey():
                break
        ends = [line for _, line in self.board.lines if "board result" in line]
        self.assertTrue(ends, f"{self.fen} {self.moves}\n" + self.board.tail())
        return ends[-1]

    def restart(self):
        """The power fails; the same pieces stand when it is back."""
        self.board.run(1500)            # settings are stored when they have been at rest
        self.board.cut_power()
        self.board.power_on()
        self.board.run(2000)

    def cut(self):
        heard = len(self.board.lines)
        self.restart()
        self.board.wait_line("the game goes on", 8000, seen=heard)

    def test_a_won_ending_from_the_menu_through_a_power_cut_to_mate(self):
        self.choose("a1", "exercise: White wins", "exercise")
        self.make(self.advice())
        self.assertTrue(self.obey())
        self.cut()
        self.assertRegex(self.solve(20), "1-0 checkmate")
        # A king lights up as the winner's; PLAY is the next one.
        self.assertIn("winner", self.seen())
        heard = len(self.board.lines)
        self.board.press("play")
        self.board.wait_line("exercise: White wins", 20_000, seen=heard)
        self.assertEqual(self.board.warnings, 0)

    def test_a_puzzle_and_a_wrong_move_that_is_put_back(self):
        self.choose("a3", "exercise: find the best moves")
        right = self.advice(400_000)
        wrong = next(move for move in self.referee.situation([], self.fen).legal
                     if move[:2] != right[:2] and len(move) == 4
                     and simboard.square_index(move[2:]) not in self.board.occupied)
        self.cut()
        self.make(wrong)
        self.board.wait_line("a blunder?", 4000, seen=len(self.board.lines) - 2)
        pieces = board_picture.pieces_of(self.fen)
        board_picture.shows(self.board, "asked", "A wrong move of a puzzle is asked about", {**pieces, wrong[2:]: pieces[wrong[:2]]})
        self.board.lift(wrong[2:], 150)
        self.board.place(wrong[:2], 100)
        self.board.wait_line("taken back", 4000)
        self.moves.clear()
        self.assertRegex(self.solve(4, 400_000), r"\* solved|checkmate")

    def test_a_mistake_of_a_game_comes_back_after_a_power_cut(self):
        self.board.send("position fen 4k3/8/8/1q6/8/8/3Q4/4K3 w - - 0 1", "board level s8", "board set")
        self.fen, self.moves = "4k3/8/8/1q6/8/8/3Q4/4K3 w - - 0 1", []
        self.set_up()
        self.board.run(3000)            # the position is weighed while the person thinks
        self.make("d2d7")
        self.assertTrue(self.obey())
        self.board.run(3000)
        self.cut()
        hands.choose(self.board, "h8")
        self.board.run(600)
        self.board.press("play")
        self.board.run(600)
        self.choose("a4", "exercise: find a better move")
        self.assertEqual(self.fen.split()[0], "4k3/8/8/1q6/8/8/3Q4/4K3")
        self.board.run(3000)
        self.make("d2e3")
        self.assertRegex(self.board.wait_line("board result", 10_000, seen=len(self.board.lines) - 1), "solved")

    def said(self, question: str, answer: str) -> str:
        heard = len(self.board.lines)
        self.board.send(question)
        return self.board.wait_line(answer, 3000, seen=heard)

    def rating(self) -> str:
        return re.search(r"level adaptive .* rating (\d+)", self.said("board settings", "board settings"))[1]

    def test_a_clock_of_ones_own_is_put_together_on_the_second_page_and_lasts_over_a_power_cut(self):
        hands.choose(self.board, "c7")
        for square in ("g6", "f5", "d7", "g7", "b6"):     # 30 minutes, 10 seconds, hourglass; Black's alone: 1 minute
            self.board.tap(square)
        self.board.press("play")
        self.fen, self.moves = uci.START_FEN, []
        self.set_up()
        self.make("d2d4")
        self.assertTrue(self.obey())
        self.restart()
        self.assertIn("clock 30+10:1+10-hourglass", self.said("board settings", "board settings"))
        white, black = map(int, re.search(r"level own clock .* clocks (\d+) (\d+) ms", self.said("board", "board level")).groups())
        self.assertAlmostEqual(white + black, 1_880_000, delta=20, msg="what one has used the other one has")
        self.assertIn("*1810", self.said("board pgn", "WhiteTimeControl"))

    def test_a_game_of_the_adaptive_level_moves_the_rating_once_also_when_the_power_fails_before_and_after(self):
        hands.choose(self.board, "c7")
        board_picture.shows(self.board, "more", "The second page of the menu", board_picture.pieces_of(uci.START_FEN))
        self.board.tap("a8")
        self.board.press("play")
        self.fen, self.moves = uci.START_FEN, []
        self.set_up()
        self.make("d2d4")
        self.assertTrue(self.obey())
        self.resign()
        self.assertEqual(self.rating(), "1200")     # the end may still be taken back
        self.restart()
        self.assertEqual(self.rating(), "1200")
        self.board.press("play")
        self.board.run(600)
        self.board.set_up()
        self.board.wait_line("new game", 5000, seen=len(self.board.lines) - 2)
        self.assertEqual(self.rating(), "900")      # docs/LEVELS.md: the first loss takes 300
        self.restart()
        self.assertEqual(self.rating(), "900")

    def resign(self):
        hands.choose(self.board, "h2")
        self.board.run(600)
        self.board.press("play")
        self.board.wait_line("board result 0-1 resign", 4000, seen=len(self.board.lines) - 2)

    def test_chess960_from_the_menu_is_set_up_by_lights_and_played_to_an_end_through_a_power_cut(self):
        heard = len(self.board.lines)
        hands.choose(self.board, "c7", "h8")
        rank = re.search(r"set up Chess960 \d+: (\w{8})", self.board.wait_line("set up Chess960", 4000, seen=heard))[1]
        fen = f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()} w - - 0 1"
        self.board.run(500)
        board_picture.shows(self.board, "chess960", "The lights show which pieces stand where", board_picture.pieces_of(fen))
        self.board.press("play")
        line = self.board.wait_line("board new game", 4000, seen=heard)
        self.assertIn(fen.split()[0], line)
        self.board.move("e2e4", hands.CARRY)
        self.board.wait_line("e2e4", 4000)
        self.cut()
        self.resign()


if __name__ == "__main__":
    unittest.main()

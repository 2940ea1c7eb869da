"""The power fails while the real image writes its flash, and the game is the one before or after that half move.

tools/test takes a sample. Every operation of the game at three stages of its work:
    STACKMATE_CUTS=all tools/test --only "rp2040: rp2040_power"
"""

import os
import random
import unittest

import rp2040_hands as hands
from rp2040_games_test import OPERA
from rp2040_hands import chessboard, lights, simboard

WHOLE = os.environ.get("STACKMATE_CUTS") == "all"
STAGES = (0.02, 0.5, 0.97)


class PowerCuts(unittest.TestCase):
    def setUp(self):
        self.referee = hands.Referee()
        self.addCleanup(self.referee.close)
        self.board = simboard.SimBoard(seed=11)
        self.addCleanup(self.board.close)
        self.chance = random.Random(11)
        self.cuts = 0

    def switch_on(self):
        """Gives the position of the game that the board found, "" if it asks for the pieces of a new one."""
        heard = len(self.board.lines)
        self.board.power_on()
        self.board.wait_line("^info string board (a saved game is there|set up the pieces)", 3000, seen=heard)
        self.board.wait_line("^info string board fen ", 3000, seen=heard)
        said = [line.removeprefix("info string board ") for _, line in self.board.lines[heard:]]
        self.assertFalse([line for line in said if "error" in line or "suffered" in line], self.board.tail())
        if "a saved game is there" not in said:
            return ""
        return " ".join(next(line for line in said if line.startswith("fen ")).split()[1:5])

    def fen_of(self, moves):
        return " ".join(self.referee.situation(moves).fen.split()[:4])

    def go_on(self, moves):
        """Puts the pieces as the game has them: then it goes on."""
        placement = chessboard.Placement(self.referee.situation(moves).fen)
        self.board.set_squares(hands.occupied(placement))
        king = placement.king_square(placement.white_to_move)
        self.board.wait_frame(lambda frame: lights.read(frame) in ({king: "turn"}, {king: "check"}), 8000, "the game")

    def make(self, moves, move):
        """By plain hands; stops when the power is gone."""
        placement = chessboard.Placement(self.referee.situation(moves).fen)
        _, actions = hands.orders(placement, move, random.Random(0))
        for kind, square in actions:
            if not self.board.powered:
                return
            if kind == "pass":
                continue
            (self.board.lift if kind == "lift" else self.board.place)(square, hands.CARRY)
        if self.board.powered:
            self.board.run(2500)

    def test_after_any_cut_the_game_is_the_one_before_or_after_the_half_move(self):
        board, moves = self.board, []
        board.set_up()
        self.assertEqual(self.switch_on(), "")
        board.wait_line("new game", 5000)
        board.hold("play", 1300)
        board.run(300)
        board.tap("a1")
        board.tap("a8")         # two persons
        board.press("play")
        board.run(1500)         # settings are stored when they have stood for a second
        for move in OPERA.split():
            made = False
            stages = STAGES if WHOLE else (self.chance.choice(STAGES),) if len(moves) % 3 == 0 else ()
            for stage in stages:
                before, after = self.fen_of(moves), self.fen_of([*moves, move])
                board.plan_cut(nth=1, fraction=stage)
                self.make(moves, move)
                self.assertEqual(board.ended, "cut", "a half move is stored\n" + board.tail())
                self.cuts += 1
                # A game without a move is not offered: it begins anew.
                found = self.switch_on() or self.fen_of([])
                self.assertIn(found, (before, after), board.tail())
                made = found == after
                if made:
                    moves.append(move)
                self.go_on(moves)
                if made:
                    break
            if not made:
                self.make(moves, move)
                moves.append(move)
        self.assertEqual(self.referee.situation(moves).state, "checkmate")
        self.assertEqual(board.warnings, 0, board.statistics()["warnings"])
        self.assertGreater(self.cuts, 8)


    def test_a_cut_in_the_first_erase_does_no_harm(self):
        board = self.board
        board.set_up()
        board.plan_cut(kind="erase")
        board.power_on()
        self.assertEqual(board.run(5000), "cut")
        self.assertEqual(self.switch_on(), "")
        board.wait_line("new game", 5000)
        board.move("e2e4", hands.CARRY)
        board.wait_line("move 1. e4", 3000)
        board.run(500)
        board.cut_power()
        heard = len(board.lines)
        self.assertEqual(self.switch_on(), self.fen_of(["e2e4"]))
        board.wait_line("^info string board the game goes on$", 1500, seen=heard)
        self.assertFalse([line for _, line in board.lines[heard:] if "offered" in line], "the pieces stand as they stood")

    def test_what_stands_on_the_board_is_not_said_to_be_missing(self):
        """Neither with all pieces of a new game, nor with those of the saved one."""
        board = self.board
        board.set_up()
        for saved in (False, True):
            looked = len(board.frames)
            board.power_on()
            board.run(900)
            self.assertEqual([lights.read(frame) for frame in board.frames[looked:] if "fill" in lights.read(frame).values()], [])
            if not saved:
                board.run(1000)
                board.move("e2e4", hands.CARRY)
                board.wait_line("move 1. e4", 3000)
                board.run(500)
                board.cut_power()

    def test_menu_at_the_question_loses_nothing_and_a_new_game_takes_two_acts(self):
        board = self.board
        board.set_up()
        board.power_on()
        board.wait_line("new game", 5000)
        board.move("e2e4", hands.CARRY)
        board.wait_line("move 1. e4", 3000)
        board.run(500)
        board.cut_power()
        board.lift("a1")
        heard = len(board.lines)
        self.switch_on()
        board.wait_line("a saved game is offered", 1500, seen=heard)
        self.assertEqual(len([line for _, line in board.lines[heard:] if "offered" in line]), 1)
        offer = {"a1": "fill", "d4": "yes", "e4": "yes"}
        board.run(300)
        self.assertEqual(lights.read(board.picture).keys() - offer.keys(), set(), board.tail())
        board.press("menu", 60)
        board.wait_frame(lambda frame: "choice" in lights.read(frame).values(), 1000, "the menu")
        board.run(300)
        board.press("menu", 60)
        board.wait_frame(lambda frame: lights.read(frame) == offer, 3000, "the question again")
        board.set_up()
        board.wait_line("give up this game for a new one", 4000, seen=heard)
        self.assertFalse([line for _, line in board.lines[heard:] if "abandoned" in line])
        board.run(100)
        board.press("play")
        board.wait_line("abandoned", 1000, seen=heard)
        board.wait_line("new game", 3000, seen=heard)


class SameAgain(unittest.TestCase):
    def test_the_same_script_gives_the_same_run(self):
        runs = []
        for _ in range(2):
            with simboard.SimBoard(seed=4, bounce=8.0) as board:
                board.set_up()
                board.power_on()
                board.run(1500)
                board.move("e2e4", hands.CARRY)
                board.run(1500)
                board.cut_power()
                board.power_on()
                board.run(300)
                runs.append((board.transcript, board.frames, board.statistics()["instructions"]))
        self.assertEqual(runs[0], runs[1])


if __name__ == "__main__":
    unittest.main()

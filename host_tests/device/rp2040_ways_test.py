"""Ways to play on the simulated RP2040 board, the real image, each from the menu's square to the end and through a power cut: odds,
a club's game, blindfold, hand and brain, the book's openings, and the review."""

import re
import unittest

import rp2040_hands as hands
from rp2040_case import AtTheBoard
from rp2040_hands import uci
import board_picture


class WaysToPlay(AtTheBoard):
    def test_a_game_with_a_queen_less_is_set_up_kept_and_followed_by_an_ordinary_one(self):
        self.choose("e4", "board new game")
        self.assertEqual(self.fen.split()[0], "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
        self.make("e2e4")
        self.assertTrue(self.obey())
        self.cut()
        self.assertIn(self.fen, self.said("board pgn", "FEN"))
        self.resign()
        self.board.set_up()
        self.board.wait_line(f"board new game {uci.START_FEN}", 8000)

    def test_a_game_of_a_club_knows_no_takeback_and_no_menu_and_ends_by_the_kings(self):
        self.switch_on("d8")
        self.make("g1f3")
        self.assertTrue(self.obey())
        self.cut()
        origin, target = self.moves[1][:2], self.moves[1][2:4]
        heard = len(self.board.lines)
        self.board.lift(target, 150)
        self.board.place(origin, 100)
        self.board.run(3000)
        said = self.seen()
        self.assertEqual((said["fill"], said["clear"]), ({target}, {origin}))
        self.board.lift(origin, 150)
        self.board.place(target, 100)
        self.board.run(1000)
        self.board.hold("play", 1300)
        self.board.run(300)
        self.assertEqual(self.seen(), {"turn": {"e1"}})
        self.assertFalse([line for _, line in self.board.lines[heard:] if "taken back" in line])
        centre, result = next((squares, result) for squares, result in ((("e4", "d5"), "1-0"), (("d4", "e5"), "0-1"))
                              if not any(self.board.stands(square) for square in squares))
        for king, square in zip(("e1", "e8"), centre):
            self.board.lift(king, 200)
            self.board.place(square, 100)
        self.board.wait_line(f"board result {result} resign", 6000, seen=heard)

    def test_with_blindfold_only_the_engines_move_is_shown_also_after_a_power_cut(self):
        self.switch_on("b8", "f8")      # and another move
        self.assertEqual(self.seen(), {})
        self.make("d2d4")
        self.board.wait_line("waiting for the move", 5000, seen=len(self.board.lines) - 3)
        self.assertEqual(set(self.seen()), {"move_from", "move_to"})
        self.assertTrue(self.obey())
        self.cut()
        self.assertIn("blindfold on hand-and-brain off variety on", self.said("board settings", "board settings"))
        self.assertEqual(self.seen(), {})
        self.resign()
        self.assertIn("winner", self.seen())

    def test_the_brain_says_a_kind_of_piece_and_the_hand_moves_one_of_it(self):
        self.switch_on("c8")
        for after_cut in (False, True):
            self.board.run(3000)
            shone = self.seen()["hint_from"]
            situation = self.referee.situation(self.moves)
            pieces = board_picture.pieces_of(situation.fen)
            kind = pieces[min(shone)]
            self.assertEqual(shone, {square for square, piece in pieces.items() if piece == kind})
            if not after_cut:
                board_picture.shows(self.board, "brain", "The brain asks for a move of a pawn", board_picture.pieces_of(self.fen))
            others = sorted(move for move in situation.legal if move[:2] not in shone and move[2:4] not in pieces)
            heard = len(self.board.lines)
            self.board.move(others[0], hands.CARRY)
            self.board.run(3000)
            self.assertFalse([line for _, line in self.board.lines[heard:] if "board move" in line], "of another kind")
            self.board.move(others[0][2:4] + others[0][:2], hands.CARRY)
            self.board.run(1500)
            self.make(sorted(move for move in situation.legal if move[:2] in shone)[0])
            self.assertTrue(self.obey())
            self.cut()
        self.resign()

    def test_a_line_of_the_book_is_solved_with_its_hints(self):
        self.choose("e8", "exercise: find the moves of the opening book")
        for turn in range(5):
            heard = len(self.board.lines)
            self.board.press("hint")
            self.make(self.board.wait_line("board hint", 4000, seen=heard).split()[-1])
            if not self.obey():
                break
            if turn == 0:
                self.cut()
        self.assertTrue([line for _, line in self.board.lines if re.search(r"board result \* solved", line)], self.board.tail())

    def test_the_review_has_the_move_that_cost_most_set_up_and_shows_a_better_one(self):
        self.fen, self.moves = "4k3/8/8/1q6/8/8/3Q4/4K3 w - - 0 1", []
        self.board.send(f"position fen {self.fen}", "board set")
        self.set_up()
        self.make("d2d7")
        self.assertTrue(self.obey())
        self.resign()
        heard = len(self.board.lines)
        hands.choose(self.board, "c7", "g8")
        self.board.wait_line("board review", 60_000, seen=heard)
        self.set_up(until=("target_blunder",))
        said = self.seen()
        self.assertEqual((said["target_blunder"], said["hint_from"] & {"d2"}), ({"d7"}, {"d2"}))
        board_picture.shows(self.board, "review", "The move that was played, and the better one", board_picture.pieces_of(self.fen))
        self.restart()
        self.assertNotIn("target_blunder", self.seen())
        self.assertEqual(self.board.warnings, 0)


if __name__ == "__main__":
    unittest.main()

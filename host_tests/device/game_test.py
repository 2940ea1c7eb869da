"""Whole games on every board, each move looked at by the host program."""

import subprocess
import unittest

from board_case import ROOT, BoardCase, for_every_board

import boards
import emulator
import uci


@for_every_board(globals())
class Game(BoardCase):
    MOST_PLIES = 400

    def start_referee(self):
        process = emulator.start(boards.BOARDS["host"], ROOT / boards.BOARDS["host"].image, stderr=subprocess.DEVNULL)
        self.addCleanup(emulator.stop, process)
        referee = uci.Engine(process)
        referee.synchronise()
        return referee

    def test_it_plays_legal_chess_for_a_whole_game(self):
        referee, moves = self.start_referee(), []
        while len(moves) < self.MOST_PLIES:
            situation, complaints = uci.ask_situation(referee, uci.START_FEN, moves)
            self.assertEqual(complaints, [])
            if situation.over:
                break
            self.position("startpos", moves)
            # White looks deeper than Black, so that the game comes to an end.
            self.send("go depth 4" if situation.white_to_move else "go depth 1")
            move, _ = self.best_move()
            self.assertIn(move, situation.legal)
            moves.append(move)
        own = self.situation("startpos", moves)
        self.assertEqual((own.fen, own.state, own.legal), (situation.fen, situation.state, situation.legal))
        self.assertTrue(situation.over, "the game did not come to an end")


if __name__ == "__main__":
    unittest.main()

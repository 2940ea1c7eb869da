"""Games on the simulated RP2040 board, the real image, while a square's contact is dead, stuck or flickers.

Hands make moves as they always do; where the board asks which move was made they answer by PLAY. What it records must be what
they did. tools/test plays a sample, and half of each. All twelve games of thirty moves:
    STACKMATE_GAMES=all tools/test --only "rp2040: rp2040_bad_squares"
"""

import os
import random
import unittest

import rp2040_hands as hands
import rp2040_trouble as trouble
from rp2040_hands import chessboard

WHOLE = os.environ.get("STACKMATE_GAMES") == "all"
HALF_MOVES = 60 if WHOLE else 30
PATIENCE_MS = 240_000       # for what a square leaves open: it may be asked move by move

# The square, what is wrong with it, and after how many half moves.
GAMES = [("e4", "dead", 0), ("g1", "stuck", 0), ("d5", "flickers", 0), ("f3", "dead", 8), ("d4", "stuck", 7), ("b8", "flickers", 9),
         ("a2", "dead", 0), ("c6", "stuck", 0), ("e1", "flickers", 0), ("d2", "dead", 6), ("e5", "stuck", 10), ("h7", "flickers", 5)]
SAMPLE = (0, 4, 8)


class BadSquares(unittest.TestCase):
    def setUp(self):
        self.referee = hands.Referee()
        self.addCleanup(self.referee.close)

    def until(self, pattern, heard, move=""):
        """Lets time pass until the board has said it, and answers what it asks; `move` is what hands have done."""
        self.questions += trouble.until(self.board, pattern, heard, move, PATIENCE_MS)

    def play(self, square, fault, after, seed):
        chance = random.Random(seed)
        self.board = trouble.TroubledBoard(seed=seed, bounce=3.0)
        self.addCleanup(self.board.close)
        self.questions, met, moves = 0, 0, []
        if after == 0:
            self.board.fail(square, fault)
        self.board.power_on()
        self.board.wait_line("set up the pieces")
        self.board.send("board black person")
        self.board.run(100)
        self.board.set_up()
        self.until("board new game", 0)
        for ply in range(HALF_MOVES):
            if ply == after != 0:
                self.board.fail(square, fault)
                self.board.run(chance.randint(300, 3000))
            situation = self.referee.situation(moves)
            legal = [move for move in situation.legal if len(move) == 4]
            if situation.over or not legal:
                break
            placement = chessboard.Placement(situation.fen)
            meeting = [move for move in legal if square in set().union(*hands.footprint(placement, move))]
            move = chance.choice(meeting if meeting and chance.random() < 0.4 else legal)
            met += move in meeting
            heard = len(self.board.lines)
            trouble.make(self.board, placement, move, chance)
            self.until("board move ", heard, move)
            said = next(line for _, line in self.board.lines[heard:] if "board move " in line)
            self.assertTrue(said.endswith(" " + move), f"{move} was made, after {moves}: {said}\n" + self.board.tail())
            moves.append(move)
            self.board.run(chance.randint(200, 900))
        self.assertTrue(any(f"board square {square} " in line for _, line in self.board.lines) or not met, "it is told")
        self.board.note(f"{len(moves)} half moves, {met} on {square}, {self.questions} questions")
        if WHOLE:
            print(self.board.transcript[-1], fault, flush=True)


def game(number):
    square, fault, after = GAMES[number]

    def test(self):
        self.play(square, fault, after, 100 + number)
    return test


for number, (square, fault, after) in enumerate(GAMES):
    if WHOLE or number in SAMPLE:
        setattr(BadSquares, f"test_a_game_with_{square}_{fault}_from_half_move_{after}_on", game(number))


if __name__ == "__main__":
    unittest.main()

"""A person at the simulated RP2040 board, the real image: chooses from the menu, sets pieces up as the lights ask, makes moves,
reads the engine's off the lights, and has the power cut."""

import unittest

import rp2040_hands as hands
from rp2040_hands import lights, simboard, uci
import board_picture


class AtTheBoard(unittest.TestCase):
    def setUp(self):
        self.referee = hands.Referee()
        self.addCleanup(self.referee.close)
        self.board = simboard.SimBoard(bounce=3.0)
        self.addCleanup(self.board.close)
        self.board.power_on()
        self.board.set_up()
        self.board.wait_line("new game", 5000)
        self.fen, self.moves = uci.START_FEN, []

    def seen(self) -> dict:
        """light -> squares, of a whole period"""
        said = {}
        for frame in self.board.watch(1100):
            for square, light in lights.read(frame).items():
                said.setdefault(light, set()).add(square)
        return said

    def choose(self, square, words, picture=""):
        """From the second page of the menu; the pieces are then set up as the lights ask, and the FEN is that of the line."""
        heard = len(self.board.lines)
        hands.choose(self.board, "c7", square)
        self.board.wait_line(words, 60_000, seen=heard)
        self.fen = [line for _, line in self.board.lines[heard:] if "board new game" in line][-1].split("game ", 1)[1]
        self.moves = []
        self.set_up(picture)

    def switch_on(self, *squares):
        """Of the second page of the menu."""
        hands.choose(self.board, "c7", *squares)
        self.board.press("play")
        self.board.run(600)

    def set_up(self, picture="", until=("turn", "check")):
        self.board.run(300)
        for _ in range(80):
            said = self.seen()
            if set(until) & set(said):
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
        """Waits for the engine's move or the end; makes it. Returns whether the game goes on."""
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

    def resign(self):
        """White's, by the menu."""
        hands.choose(self.board, "h2")
        self.board.run(600)
        self.board.press("play")
        self.board.wait_line("board result 0-1 resign", 4000, seen=len(self.board.lines) - 2)

    def said(self, question: str, answer: str) -> str:
        heard = len(self.board.lines)
        self.board.send(question)
        return self.board.wait_line(answer, 3000, seen=heard)

"""A whole game of checkers on the simulated RP2040 board, the real image, through sensors, buttons and LEDs alone.

The engine's moves are read off the lights. The serial line is listened to, to compare, and never spoken to. The referee is
stackmate_draughts, the same rules as a program of the desktop.
"""

import random
import re
import subprocess
import unittest

import rp2040_hands as hands
from rp2040_hands import lights, simboard

MOST = 200              # half moves
CUTS = (11, 24)         # behind so many of them the power goes
LEVEL = "d5"            # depth 4
LIFT, REST, DOUBT = 150, 700, 2400


def name(number: int) -> str:
    """The square of the chess board: 1 is b8, 32 is g1."""
    row, place = divmod(number - 1, 4)
    return "abcdefgh"[2 * place + (1 if row % 2 == 0 else 0)] + str(8 - row)


def pieces(fen: str) -> dict:
    """Square -> colour, of a FEN of draughts."""
    found = {}
    for part in fen.split(":")[1:3]:
        for item in filter(None, part[1:].split(",")):
            first, _, last = item.lstrip("K").partition("-")
            for number in range(int(first), int(last or first) + 1):
                found[name(number)] = part[0]
    return found


class Situation:
    def __init__(self, fen: str, legal: list, over: str):
        self.fen, self.legal, self.over = fen, legal, over
        self.side, self.pieces = fen[0], pieces(fen)


class Referee:
    def __init__(self):
        program = hands.ROOT / "build" / "host" / "stackmate_draughts"
        self.process = subprocess.Popen([str(program), "english"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)

    def ask(self, *lines) -> list:
        for line in (*lines, "isready"):
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        for line in self.process.stdout:
            if line.strip() == "readyok":
                break
            answer.append(line.strip())
        return answer

    def situation(self, moves) -> Situation:
        said = self.ask("position startpos" + (" moves " + " ".join(moves) if moves else ""), "d")
        field = {line.split(":", 1)[0]: line.split(":", 1)[1].strip() for line in said if ":" in line}
        if "Fen" not in field:
            raise AssertionError(f"the referee refuses {moves}: {said}")
        return Situation(field["Fen"], field["Moves"].split(), field.get("Over", ""))


class Checkers(unittest.TestCase):
    def setUp(self):
        self.referee = Referee()
        self.addCleanup(self.referee.close)
        self.board = simboard.SimBoard(seed=3, bounce=3.0)
        self.addCleanup(self.board.close)
        self.chance = random.Random(3)
        self.moves, self.heard = [], 0
        self.board.power_on()
        self.board.wait_line("set up the pieces")

    def menu(self, *squares) -> None:
        self.board.hold("play", 1300)
        self.board.run(300)
        for square in squares:
            said = self.seen()
            self.assertIn(said.get(square), ("choice", "chosen", "action"), f"{square} is no square of the menu: {said}")
            self.board.tap(square)
            self.board.run(200)

    def seen(self, ms: float = 1300) -> dict:
        said = {}
        for frame in self.board.watch(ms):
            said |= lights.read(frame)
        return said

    def wait_said(self, pattern: str, ms: float = DOUBT) -> None:
        self.board.wait_line(pattern, ms, seen=self.heard)
        self.heard = 1 + next(i for i, (_, line) in enumerate(self.board.lines)
                              if i >= self.heard and re.search(pattern, line))

    def change(self, before: dict, after: dict, victims_first: bool) -> None:
        """Lifts what has gone, puts down what has come."""
        gone = sorted(before.keys() - after.keys())
        self.chance.shuffle(gone)
        come = sorted(after.keys() - before.keys())
        late = [] if victims_first or not come else [
            square for square in gone if before[square] != after[come[0]]]
        for square in gone:
            if square not in late:
                self.board.lift(square, LIFT)
        for square in come:
            self.board.place(square, LIFT)
        for square in late:
            self.board.lift(square, LIFT)

    def played(self, move: str) -> Situation:
        self.wait_said(f"checkers move {move}$")
        self.moves.append(move)
        return self.referee.situation(self.moves)

    def read_engine_move(self, here: Situation) -> str:
        """By the lights alone."""
        marks = ("move_from", "move_to", "clear")
        self.board.wait_frame(lambda frame: "move_to" in lights.read(frame).values(), 60_000, "the engine's move")
        shown = {mark: set() for mark in marks}
        for frame in self.board.watch(1100):
            for square, light in lights.read(frame).items():
                if light in marks:
                    shown[light].add(square)
        fitting = []
        for move in here.legal:
            after = self.referee.situation([*self.moves, move]).pieces
            gone = here.pieces.keys() - after.keys()
            if (shown["move_to"] == after.keys() - here.pieces.keys()
                    and shown["move_from"] == {square for square in gone if here.pieces[square] == here.side}
                    and shown["clear"] == {square for square in gone if here.pieces[square] != here.side}):
                fitting.append(move)
        self.assertEqual(len(fitting), 1, f"the lights {shown} show no single move of {here.legal}: {fitting}\n"
                         + self.board.tail())
        return fitting[0]

    def test_a_whole_game_against_the_engine_begun_from_the_menu(self):
        self.menu("d7")
        self.wait_said("checkers set up the pieces")
        self.menu(LEVEL)
        self.board.press("play")
        here = self.referee.situation([])
        self.board.set_squares({simboard.square_index(square) for square in here.pieces})
        self.wait_said("checkers new game", 3000)
        captures = kings = 0
        while not here.over and len(self.moves) < MOST:
            if here.side == "B":
                move = self.read_engine_move(here)
                self.wait_said(f"checkers waiting for {move}$")
            else:
                move = self.chance.choice(here.legal)
                if self.chance.random() < 0.1:
                    self.wrong_piece(here)
            captures += "x" in move
            after = self.referee.situation([*self.moves, move])
            self.change(here.pieces, after.pieces, self.chance.random() < 0.5)
            self.board.run(REST)
            here = self.played(move)
            if len(self.moves) in CUTS:
                self.cut_power()
            kings += "K" in here.fen
        self.assertTrue(here.over, f"no end after {MOST} half moves")
        self.assertGreater(captures, 5)
        said = self.seen(2100)
        winner, loser = ("h1", "a8") if "White" in here.over else ("a8", "h1")
        wanted = {"h1": "drawn", "a8": "drawn"} if "draw" in here.over else {winner: "winner", loser: "loser"}
        self.assertEqual(said, wanted, here.over)
        self.wait_said("checkers state over")
        self.assertFalse([line for _, line in self.board.lines if "error" in line])
        self.assertEqual(self.board.warnings, 0, self.board.statistics()["warnings"])

    def cut_power(self) -> None:
        """The pieces stand; the game goes on where it was."""
        self.board.cut_power()
        self.board.run(500)
        self.board.power_on()
        self.wait_said("checkers set up the pieces", 5000)
        self.board.run(2000)

    def wrong_piece(self, here: Situation) -> None:
        """A piece on a square that no move leads to; the board says how to put it right, and that is done."""
        origin = self.chance.choice(sorted(square for square, side in here.pieces.items() if side == here.side))
        self.board.lift(origin, LIFT)
        self.board.place("a8", DOUBT)
        said = self.seen()
        self.assertEqual((said.get("a8"), said.get(origin)), ("clear", "fill"))
        self.board.lift("a8", LIFT)
        self.board.place(origin, REST)


if __name__ == "__main__":
    unittest.main()

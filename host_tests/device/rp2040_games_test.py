"""Whole games on the simulated RP2040 board, the real image, through sensors, buttons and LEDs alone.

Every picture is read by meaning. The serial line is listened to, to compare, and never spoken to.

tools/test plays a sample. All of it, 24 games of two persons and 4 against the engine (some ten minutes):
    STACKMATE_GAMES=all tools/test --only "rp2040: rp2040_games"
"""

import functools
import io
import os
import random
import re
import sys
import unittest
from unittest import mock

import rp2040_hands as hands
from rp2040_hands import lights, simboard
import board_picture
import board_table
import play

WHOLE = os.environ.get("STACKMATE_GAMES") == "all"
TURN = {"e1": "turn"}

# Games of two persons: name, moves, how they end. "resigns" is the side to move.
FOOL = "f2f3 e7e5 g2g4 d8h4"
SCHOLAR = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"
# S. Loyd, the shortest stalemate known (10 moves).
STALEMATE = ("e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6")
# Lasker's trap in the Albin counter-gambit: Black's pawn becomes a knight.
KNIGHT = "d2d4 d7d5 c2c4 e7e5 d4e5 d5d4 e2e3 f8b4 c1d2 d4e3 d2b4 e3f2 e1e2 f2g1n h1g1 c8g4"
# P. Morphy against the Duke and the Count, Paris 1858: White castles long.
OPERA = ("e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 "
         "e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8")
REPETITION = "a2a3 d7d5 a3a4 d5d4 e2e4 d4e3" + " g1f3 g8f6 f3g1 f6g8" * 2
CASTLES = ("e2e4 g8f6 e4e5 d7d5 e5d6 b8c6 d6c7 d8c7 g1f3 c8g4 f1e2 e8c8 e1g1 e7e6 a2a4 f8d6 h2h3 g4f3 e2f3")
SHORT = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8 d2d3 d7d6"


def race(white: str, black: str) -> str:
    """Both sides promote by taking a piece in the corner."""
    return (f"h2h4 g7g5 h4g5 a7a5 g5g6 a5a4 g6h7 a4a3 h7g8{white} a3b2 g1f3 b2a1{black} f3g1")


WRITTEN = [
    ("fool's mate", FOOL, "checkmate"), ("scholar's mate", SCHOLAR, "checkmate"), ("stalemate", STALEMATE, "stalemate"),
    ("a knight", KNIGHT, "resigns"), ("opera", OPERA, "checkmate"), ("repetition", REPETITION, "claims"),
    ("castling on both sides", CASTLES, "resigns"), ("short castling", SHORT, "resigns"),
    *((f"promotions to {w} and {b}", race(w, b), "resigns") for w, b in ("qn", "rb", "br", "nq")),
]
INVENTED = 12
SAMPLE = ("scholar's mate", "a knight", "castling on both sides", "promotions to n and q", "repetition")


class Sitting(unittest.TestCase):
    """One board, switched on, with two persons at it."""

    seed, bounce = 1, 3.0

    def setUp(self):
        self.referee = hands.Referee()
        self.addCleanup(self.referee.close)
        self.board = simboard.SimBoard(seed=self.seed, bounce=self.bounce)
        self.addCleanup(self.board.close)
        self.chance = random.Random(self.seed)
        self.counts = {}
        self.fresh = False          # a game has begun that nobody has played yet
        self.board.power_on()
        if WHOLE:
            self.addCleanup(lambda: print(f"{self.id()}: {sorted(self.counts.items())}", file=sys.stderr))

    # ------------------------------------------------------------ before and after a game

    def begin(self, kind=hands.Match):
        """The pieces are set up; the game begins by itself."""
        if not self.fresh:
            heard = len(self.board.lines)
            self.board.set_up()
            self.board.wait_line("new game", 5000, seen=heard)
        self.fresh = False
        match = kind(self.board, self.referee, self.chance)
        match.judge.permit(TURN)
        match.judge.expect(TURN, 300)
        return match

    def menu(self, *squares):
        """Opens the menu by holding PLAY, taps these squares, closes it by PLAY."""
        hands.choose(self.board, *squares)

    def two_persons(self):
        self.board.set_up()
        self.board.wait_line("new game", 5000)
        self.fresh = True
        self.menu("a1", "a8")
        self.board.press("play")
        self.board.run(300)
        settings = [line for _, line in self.board.lines if "settings" in line][-1]
        self.assertIn("white person black person", settings)

    def finish(self, match, ending, name):
        """Ends the game as it is to end, and reads the result off the lights."""
        white = match.situation.white_to_move
        winner = "black" if white else "white"
        match.judge.permitted = None
        if ending == "resigns":
            self.answer_question("h2", {match.king(): "asked"})
            result, square = winner, "b4"
        elif ending == "claims":
            self.answer_question("g2", {match.placement.king_square(side): "asked" for side in (True, False)})
            result, square = "", "e4"
        else:
            self.assertEqual(match.situation.state, ending, name)
            result, square = {"checkmate": (winner, "a4"), "stalemate": ("", "d4"),
                              "draw by insufficient material": ("", "h4"),
                              "draw by seventy-five moves": ("", "g4")}[ending]
        words = {"white": "1-0", "black": "0-1", "": "1/2-1/2"}[result]
        match.wait_said(f"result {words}")
        match.judge.expect(match.result_lights(result, square), 1100)
        for what, n in match.counts.items():
            self.counts[what] = self.counts.get(what, 0) + n
        self.counts["pictures"] = self.counts.get("pictures", 0) + match.judge.pictures
        self.counts["games"] = self.counts.get("games", 0) + 1
        self.assertEqual(self.board.warnings, 0, self.board.statistics()["warnings"])

    def answer_question(self, square, asked):
        """Asks by the menu's square, sees the question, says yes by PLAY."""
        self.menu(square)
        judge = hands.Judge(self.board)
        judge.expect(asked | {s: "yes" for s in ("d4", "e4")} | {s: "no" for s in ("d5", "e5")}, 300)
        self.board.press("play")

    # ------------------------------------------------------------ playing

    def note_specials(self, match, move):
        side = "White" if match.situation.white_to_move else "Black"
        placement = match.placement
        if placement.is_castling(move):
            match.count(f"{side} castles {'short' if move[2] == 'g' else 'long'}")
        if hands.is_en_passant(placement, move):
            match.count(f"{side} takes en passant")
        if len(move) == 5:
            match.count(f"{side} promotes to {move[4]}")

    def play(self, match, moves, mischief=0.08):
        """Makes the moves; now and then does something else first, or takes the move back and makes it again."""
        for move in moves:
            if self.chance.random() < mischief:
                match.mischief()
            self.note_specials(match, move)
            match.make(move)
            if not match.situation.over and self.chance.random() < mischief / 2:
                match.take_back()
                match.make(move)

    def invent(self, match, most=140):
        """A game to its end: one side looks ahead, the other plays what is special or anything."""
        careful_white = self.chance.random() < 0.5
        while not match.situation.over and len(match.moves) < most:
            legal, placement = match.situation.legal, match.placement
            special = [m for m in legal if placement.is_castling(m) or hands.is_en_passant(placement, m) or len(m) == 5]
            if match.situation.white_to_move == careful_white and not (special and self.chance.random() < 0.5):
                move = self.advice(match)
            else:
                move = self.chance.choice(special or legal)
            self.play(match, [move], mischief=0.03)
        return match.situation.state if match.situation.over else "resigns"

    def advice(self, match):
        engine = self.referee.engine
        engine.send("position startpos" + (" moves " + " ".join(match.moves) if match.moves else ""))
        engine.send("go depth 3")
        return engine.wait_for("bestmove", 60).split()[1]


class TwoPersons(Sitting):
    def test_written_games_with_every_special_move_on_either_side(self):
        self.two_persons()
        for name, moves, ending in WRITTEN:
            if WHOLE or name in SAMPLE:
                self.game(name, ending, lambda match: self.play(match, moves.split()))
        wanted = {f"{side} {what}" for side in ("White", "Black") for what in (
            *(f"promotes to {piece}" for piece in "qrbn"), "castles short", "castles long", "takes en passant")}
        if not WHOLE:
            wanted = {"White promotes to n", "Black promotes to q", "Black promotes to n", "White castles short",
                      "Black castles long", "White takes en passant", "Black takes en passant"}
        self.assertEqual(wanted - set(self.counts), set(), self.counts)

    @unittest.skipUnless(WHOLE, "played with STACKMATE_GAMES=all")
    def test_invented_games_to_their_end(self):
        self.two_persons()
        for number in range(INVENTED):
            self.game(f"invented game {number}", "", self.invent)

    def game(self, name, ending, play):
        try:
            match = self.begin()
            ending = play(match) or ending
            self.finish(match, ending, name)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error


class AgainstTheEngine(Sitting):
    """The person has White. The engine's level is chosen in the menu."""

    seed = 5

    def sit_down(self, level):
        """Chooses the engine's level by its square in the menu."""
        self.board.set_up()
        self.board.wait_line("new game", 5000)
        self.fresh = True
        self.menu(level)
        self.board.press("play")
        self.board.run(300)
        return self.begin(hands.EngineMatch)

    def play_person(self, match, most=80):
        while not match.situation.over and len(match.moves) < most:
            move = self.advice(match) if self.chance.random() < 0.7 else self.chance.choice(match.situation.legal)
            self.note_specials(match, move)
            match.make(move)
        return match.situation.state if match.situation.over else "resigns"

    def test_games_in_which_the_engine_moves_by_lights(self):
        match = self.sit_down("a5")
        for number in range(4 if WHOLE else 1):
            if number:
                match = self.begin(hands.EngineMatch)
            match.wrong_pieces = 0.1 if WHOLE else 0.3
            ending = self.play_person(match, 80 if WHOLE else 10)
            self.finish(match, ending, f"game {number} against the engine")

    def test_a_move_is_taken_back_while_the_engine_thinks_and_play_makes_it_move_at_once(self):
        match = self.sit_down("e4")         # 20 s a move
        board, judge = self.board, match.judge
        judge.permitted = None
        board.move("g2g4", hands.CARRY)     # which its book does not know
        board.wait_frame(lambda frame: lights.read(frame).get("e8") == "thinking", 3000, "the engine's thinking")
        board.wait_frame(lambda frame: "candidate_to" in lights.read(frame).values(), 3000, "its best move so far")
        board.move("g4g2", hands.CARRY)
        match.wait_said("taken back 1 half move")
        judge.expect({"e1": "turn"})
        judge.permitted = None
        board.move("g2g4", hands.CARRY)
        board.wait_frame(lambda frame: lights.read(frame).get("e8") == "thinking", 3000, "the engine's thinking")
        board.run(1000)
        pressed = board.ms
        board.press("play", 60)
        match.moves = ["g2g4"]
        match.situation = self.referee.situation(match.moves)
        move = match.read_move()
        shown = next(frame.ms for frame in board.frames if frame.ms > pressed and "move_from" in lights.read(frame).values())
        self.assertLess(shown - pressed, 600, "the answer must not wait for the clock")
        judge.expect(match.pending(move), 0)


class Coached(Sitting):
    """White's coach shows all, from its square in the menu, against the engine."""

    def seen(self, ms):
        """All that shines in that time, by square."""
        said = {}
        for frame in self.board.watch(ms):
            said |= lights.read(frame)
        return said

    def sees(self, squares, name, ms):
        self.board.wait_frame(lambda frame: all(lights.read(frame).get(square) == name for square in squares), ms, f"{name} on {squares}")

    def test_blunders_shine_before_they_are_made_and_are_asked_about_also_after_a_power_cut(self):
        board = self.board
        board.set_up()
        board.wait_line("new game", 5000)
        self.menu("a1", "a8", "f1")         # two persons at first, so that the position is known
        board.press("play")
        for move in ("e2e4", "d7d5"):
            board.move(move, hands.CARRY)
            board.wait_line(move, 2000)
        self.menu("b8")                     # from now on the engine has Black
        board.press("play")
        board.run(1500)                     # the position is weighed
        board.lift("d1")
        self.sees(["g4"], "target_blunder", 1500)
        self.sees(["h5"], "target_weak", 1500)      # the last to be judged
        board_picture.shows(board, "coach", "A lifted piece: what its moves are worth",
                            board_picture.pieces_of("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"))
        self.assertNotIn("target_blunder", {self.seen(1100).get(square) for square in ("e2", "f3")})
        board.place("g4", 400)
        self.sees(["d1", "g4"], "asked", 3000)
        board.lift("g4", 300)
        board.place("d1")
        board.wait_line("taken back 1 half move", 4000)
        self.assertEqual(self.seen(1100).get("e1"), "turn")
        board.move("d1g4", hands.CARRY)
        self.sees(["d1", "g4"], "asked", 3000)
        board.cut_power()
        board.power_on()                    # the move is a part of the game, and the question is no more
        board.wait_line("waiting for the move", 20_000)
        self.assertEqual(board.warnings, 0, board.statistics()["warnings"])


class InATerminal(unittest.TestCase):
    def test_the_page_shows_what_is_seen(self):
        page = (hands.ROOT / "docs/TERMINAL.md").read_text(encoding="utf-8")
        shown = re.search(r"<!-- transcript:begin -->\n```\n(.*?)```\n<!-- transcript:end -->", page, re.S)[1]
        typed, screen = io.StringIO("\n".join(re.findall(r"^> (.*)", shown, re.M))), io.StringIO()
        wishes = board_table.Wishes(fen=play.full_fen(re.search('--fen "(.*?)"', page)[1]))
        with mock.patch.object(board_table, "Table", functools.partial(board_table.Table, stdin=typed, stdout=screen)):
            board_table.play(simboard.SimBoard(), "a board", hands.chessboard.Style(unicode=False, colour=False), wishes)
        self.assertIn(shown, screen.getvalue())


if __name__ == "__main__":
    unittest.main()

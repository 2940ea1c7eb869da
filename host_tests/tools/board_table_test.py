"""The person's side of the simulated chess board, at a board that only remembers what hands do."""

import io
import unittest

import paths  # noqa: F401

import board_table
import chessboard
import lights
import simboard


class StillBoard:
    """Time passes and nothing happens."""

    def __init__(self):
        self.ms, self.powered = 0.0, True
        self.occupied, self.did = set(), []
        self.lines, self.frames, self.transcript = [], [], []
        self.picture = simboard.Frame(0.0, "00" * 192)

    def run(self, ms):
        self.ms += ms

    def set_squares(self, squares):
        self.occupied = {simboard.square_index(square) for square in squares}

    def lift(self, square):
        self.did.append(f"lift {square}")
        self.occupied.remove(simboard.square_index(square))

    def place(self, square):
        self.did.append(f"place {square}")
        self.occupied.add(simboard.square_index(square))

    def _squares(self, changes):
        for square, on in changes.items():
            (self.occupied.add if on else self.occupied.discard)(square)
            self.did.append(f"{'place' if on else 'lift'} {simboard.square_name(square)}")

    def command(self, name, **arguments):
        self.did.append(f"{name} {arguments}")

    def note(self, _text):
        pass

    def send(self, line):
        self.did.append(f"send {line}")

    def cut_power(self):
        self.powered = False

    def power_on(self):
        self.powered = True


class AtTheTable(unittest.TestCase):
    def setUp(self):
        self.board, self.output = StillBoard(), io.StringIO()
        self.table = board_table.Table(self.board, chessboard.Style(unicode=False, colour=False), io.StringIO(), self.output)
        self.table.set_up(board_table.START_FEN)

    def typed(self, *lines):
        for line in lines:
            self.table.try_to(line)
        return self.output.getvalue()

    def test_a_move_is_lifted_and_put_down(self):
        self.typed("e2e4")
        self.assertEqual(self.board.did, ["lift e2", "place e4"])
        self.assertEqual((self.table.pieces.get("e4"), self.table.pieces.get("e2")), ("P", None))

    def test_what_is_taken_goes_off_the_board_first(self):
        said = self.typed("d7d5", "e2e4", "e4xd5")
        self.assertEqual(self.board.did[-3:], ["lift e4", "lift d5", "place d5"])
        self.assertEqual(self.table.pieces["d5"], "P")
        self.assertIn("p goes off the board", said)

    def test_pieces_are_put_down_last_lifted_first_or_from_the_box(self):
        self.typed("lift b1", "lift c1", "place b1", "place c1", "place e5 n")
        self.assertEqual([self.table.pieces[square] for square in ("b1", "c1", "e5")], ["B", "N", "n"])

    def test_a_tap_leaves_everything_as_it_was(self):
        before = dict(self.table.pieces)
        self.typed("tap e2", "tap e5")
        self.assertEqual(self.board.did, ["lift e2", "place e2", "place e5", "lift e5"])
        self.assertEqual(self.table.pieces, before)

    def test_holding_a_button_takes_longer_than_pushing_it(self):
        self.typed("press play")
        pushed = self.board.ms
        self.typed("hold menu")
        self.assertLess(pushed, 500)
        self.assertGreater(self.board.ms - pushed, 1000)

    def test_what_cannot_be_done_is_said_and_changes_nothing(self):
        before = dict(self.table.pieces)
        for line, words in (("e5e6", "nothing on e5"), ("place e2", "piece on e2 already"), ("place e5", "nothing in your hand"),
                            ("lift k9", "no square"), ("tap", "Which square"), ("press doorbell", "no button 'doorbell'"),
                            ("fiddle", "no command and no move"), ("wait long", "How many seconds"), ("e2e2", "tap e2"),
                            ("on", "The power is on"), ("place e5 x", "For example")):
            with self.subTest(line):
                self.assertIn(words, self.typed(line))
        self.assertEqual(self.table.pieces, before)
        self.assertEqual(self.board.did, [])

    def test_an_unfinished_word_is_understood_when_it_can_mean_one_thing_only(self):
        self.typed("setu", "fl")
        self.assertTrue(self.table.style.flipped)
        self.assertIn("no command", self.typed("l9"))

    def test_the_power_goes_and_comes(self):
        self.typed("off")
        self.assertFalse(self.board.powered)
        self.assertIn("The power is off", self.typed("off"))
        self.typed("on")
        self.assertTrue(self.board.powered)

    def test_lit_squares_are_in_brackets_and_explained(self):
        colours = [[0, 0, 0] for _ in range(64)]
        move_from = lights.styles()["move_from"]
        colours[12] = [lights.pulse_width(value, lights.BRIGHTNESS) for value in move_from.colour]
        self.board.picture = simboard.Frame(0.0, "".join(f"{value:02x}" for colour in colours for value in colour))
        self.board.ms = 10.0
        self.table.listen()
        self.table.print_state()
        self.assertIn("[P]", self.output.getvalue())
        self.assertIn(f"e2: {move_from.meaning}", self.output.getvalue())

    def test_a_pawn_becomes_on_the_table_what_it_became_on_the_board(self):
        self.table.pieces.update(h8="P", b1="p")
        self.table.hear("info string board move 31. h8=N+ h7h8n")
        self.table.hear("info string board move 31... axb1=R a2b1r")
        self.assertEqual((self.table.pieces["h8"], self.table.pieces["b1"]), ("N", "r"))


if __name__ == "__main__":
    unittest.main()

"""The person's side of the simulated chess board, at a board that only remembers what hands do."""

import io
import os
import re
import unittest
from unittest import mock

import paths  # noqa: F401

import board_table
import chess_words
import chessboard
import lights
import simboard
import terminal


class StillBoard(simboard.Hands):
    """Time passes and nothing happens."""

    def __init__(self):
        self.ms, self.powered = 0.0, True
        self.occupied, self.did = set(), []
        self.lines, self.frames, self.transcript = [], [], []
        self.picture = simboard.Frame(0.0, "00" * 192)
        self.fen = ""

    def run(self, ms):
        self.ms += ms

    def change(self, squares):
        for square, on in squares.items():
            (self.occupied.add if on else self.occupied.discard)(square)
        if len(squares) == 1:       # a hand's, not a whole position
            self.did += [f"{'place' if on else 'lift'} {simboard.square_name(square)}" for square, on in squares.items()]

    def push(self, button, down):
        self.did.append(f"button {button} {'down' if down else 'up'}")

    def send(self, line):
        if line == "board pgn":
            self.lines.append((self.ms, "1. f3 *"))
        elif line == "board" and self.fen:
            self.say(f"board fen {self.fen}", "board state person_to_move ply 0",
                     "board level strength 3 white person black engine", "board result * the game goes on")
        else:
            self.did.append(f"send {line}")

    def say(self, *lines):
        self.lines += [(self.ms, f"info string {line}") for line in lines]

    def show(self, **squares):
        """A picture with these lights, by square."""
        colours = [[0, 0, 0] for _ in range(64)]
        for square, light in squares.items():
            colours[simboard.square_index(square)] = [lights.pulse_width(value, lights.BRIGHTNESS)
                                                      for value in lights.styles()[light].colour]
        self.picture = simboard.Frame(self.ms, "".join(f"{value:02x}" for colour in colours for value in colour))
        self.frames.append(self.picture)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def cut_power(self):
        self.powered = False

    def power_on(self):
        self.powered = True


class AtTheTable(unittest.TestCase):
    def setUp(self):
        self.board, self.output = StillBoard(), io.StringIO()
        self.table = board_table.Table(self.board, chessboard.Style(unicode=False, colour=False), io.StringIO(), self.output)
        self.table.set_up(board_table.START_FEN)
        self.addCleanup(self.table.words.close)

    def typed(self, *lines):
        for line in lines:
            self.table.try_to(line)
        return self.output.getvalue()

    def test_a_move_is_lifted_and_put_down(self):
        self.typed("e2e4")
        self.assertEqual(self.board.did, ["lift e2", "place e4"])
        self.assertEqual((self.table.pieces.get("e4"), self.table.pieces.get("e2")), ("P", None))

    def test_enter_alone_makes_the_engines_move_once(self):
        self.typed("e2e4")
        self.board.say("board move 1. e4 e2e4", "board waiting for the move to be made on the board: e5 e7e5")
        self.table.pass_time(100)
        self.typed("")
        self.board.say("board move 1... e5 e7e5")
        self.table.pass_time(100)
        self.typed("")
        self.assertEqual([did for did in self.board.did if did != "send board"], ["lift e2", "place e4", "lift e7", "place e5"])

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

    def in_position(self, fen):
        """A game stands there, on the board and in the hands' view."""
        self.board.fen = fen
        self.table.set_up(fen)
        self.board.say("board new game")
        self.table.listen()
        self.table.listen()

    def test_lit_squares_are_in_brackets_and_explained(self):
        self.board.show(e2="move_from")
        self.board.ms = 100.0
        self.table.listen()
        self.table.print_state()
        self.assertIn("[P]", self.output.getvalue())
        self.assertIn(f"e2: {lights.styles()['move_from'].meaning}", self.output.getvalue())

    def test_what_shines_for_a_moment_only_is_not_told(self):
        self.board.show(e2="fill")
        self.board.ms += 11.0
        self.board.show(e4="fill")
        self.board.ms += 100.0
        self.table.listen()
        self.assertEqual(list(self.table.seen), ["e4"])

    def test_moves_are_typed_as_people_write_them(self):
        self.in_position(board_table.START_FEN)
        self.typed("e4")
        self.assertEqual(self.board.did, ["lift e2", "place e4"])
        self.typed("Nf3")
        self.assertEqual(self.board.did[2:], ["lift g1", "place f3"])
        self.assertIn("No knight can go to e5", self.typed("Ne5"))
        self.assertEqual(len(self.board.did), 4)

    def test_a_move_is_all_that_hands_do_for_it(self):
        for fen, typed, did in (
                ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ["lift e1", "place g1", "lift h1", "place f1"]),
                ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", ["lift e8", "place c8", "lift a8", "place d8"]),
                ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", ["lift e5", "lift d5", "place d6"]),
                ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", ["lift d4", "lift e4", "place e3"]),
                ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", ["lift e4", "lift d5", "place d5"])):
            with self.subTest(fen=fen, typed=typed):
                del self.board.did[:]
                self.in_position(fen)
                self.typed(typed)
                self.assertEqual(self.board.did, did)

    def test_a_promotion_is_chosen_where_the_board_asks(self):
        self.in_position("8/4P2k/8/8/8/8/8/4K3 w - - 0 1")
        self.board.show(e7="promotion_default", e6="promotion", e5="promotion", e4="promotion")
        self.board.ms += 100.0
        self.table.listen()
        self.assertIn("e6: tap it for this piece: rook", [text for _, text in self.table.meaning_lines()])
        self.typed("e8=N")
        self.assertEqual(self.board.did, ["lift e7", "place e8", "place e4", "lift e4"])

    def test_the_menu_says_what_each_square_chooses(self):
        menu = chess_words.tables().menu
        self.board.show(**{square: "choice" for square in menu})
        self.board.ms += 100.0
        self.table.listen()
        drawn = "\n".join(self.table.rows())
        for word in ("person", "engine", "strength 3", "120 s", "depth 8", "15+10", "40/90+30", "take back", "resign"):
            self.assertIn(word, drawn)
        for width in (6, 7, 9, 13):
            for square in menu:
                label = self.table.menu_label(square, width)
                self.assertTrue(0 < len(label) < width, label)

    def test_the_second_page_of_the_menu_is_told_from_the_first(self):
        self.board.show(**{square: "choice" for square in chess_words.tables().exercises})
        self.board.ms += 100.0
        self.table.listen()
        drawn = "\n".join(self.table.rows())
        for word in ("puzzle 8", "30 s a move", "60 min", "hourglass", "White's"):
            self.assertIn(word, drawn)

    def test_how_a_game_ended_is_said_in_words(self):
        self.board.show(a4="reason")
        self.board.ms += 100.0
        self.table.listen()
        self.assertEqual([text for _, text in self.table.meaning_lines()], ["a4: how the game ended: checkmate"])

    def test_the_state_of_the_game_is_said_and_asked_for_out_of_sight(self):
        self.in_position(board_table.START_FEN)
        said = self.output.getvalue()
        self.assertNotIn("state person_to_move", said)
        self.assertEqual(self.table.status.text(), "White to move | White: person | Black: engine | strength 3 (default)")
        self.board.say("board move 1. e4 e2e4", "board move 1... e5 e7e5", "board taken back 1 half move")
        self.board.fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        self.table.listen()
        self.table.listen()
        self.assertEqual(self.table.status.text(),
                         "Black to move | White: person | Black: engine | strength 3 (default) | 1. e4")
        self.table.status.hear("level 5+3 white person black engine clocks 299000 61500 ms")
        self.assertIn("clock 4:59 - 1:01", self.table.status.text())

    def test_a_game_that_is_not_chess_has_no_moves_of_chess(self):
        self.in_position(board_table.START_FEN)
        self.board.fen = ""
        self.board.did.clear()
        self.board.lines += [(self.board.ms, "info string checkers fen B:W21-32:B1-12"),
                             (self.board.ms, "info string checkers state person_to_move, the game goes on")]
        for _ in range(5):
            self.table.listen()
        self.assertEqual(self.table.status.text(), "checkers: person_to_move, the game goes on")
        self.assertIn("no position of chess", self.typed("e4"))
        self.assertLessEqual(self.board.did.count("send board"), 2)

    def test_what_the_board_says_twice_at_once_is_told_once(self):
        self.board.say("board a saved game is offered", "board a saved game is offered")
        self.table.listen()
        self.assertEqual(self.output.getvalue().count("a saved game is offered"), 1)

    def test_an_emulator_without_flash_says_why_nothing_is_kept(self):
        self.table.keeps_games = False
        self.board.say("board error: the game is not saved: the memory does not take it")
        self.table.listen()
        self.assertIn("this emulator has no flash", self.output.getvalue())
        self.assertIn("the game is lost", self.typed("off"))

    def test_nothing_is_wider_or_higher_than_the_terminal(self):
        self.table.style.colour = self.table.live = True
        self.in_position(board_table.START_FEN)
        self.board.say("board waiting for the move to be made on the board: c5 c7c5", "board " + "a long story " * 12)
        menu = chess_words.tables().menu
        for columns in (60, 80, 120):
            for scene in ("board", "menu", "help", "lights"):
                with self.subTest(columns=columns, scene=scene), \
                        mock.patch("shutil.get_terminal_size", return_value=os.terminal_size((columns, 24))):
                    if scene in ("board", "menu"):
                        self.board.ms += 3000.0
                        self.board.show(**{square: "choice" for square in menu} if scene == "menu" else
                                        {"e8": "turn", "e7": "move_from", "e5": "move_to", "a2": "fill", "e1": "check"})
                        self.board.ms += 100.0
                    elif scene != "board":
                        self.typed(scene)
                    self.table.listen()
                    rows = self.table.screen(columns, 24)
                    self.table.pages = []
                    self.assertLessEqual(len(rows), 22)
                    for row in rows:
                        self.assertLess(terminal.width_of(row), columns, row)
                    text = re.sub(r"\s+", " ", re.sub(r"\033\[[0-9;]*m", "", " ".join(rows)))
                    if scene == "board":
                        for word in ("take the", "piece", "from", "put it here", "is in check"):
                            self.assertIn(word, text)

    def test_what_was_asked_for_beforehand_is_told_to_the_board(self):
        board_table.fulfil(self.table, board_table.Wishes("s5", False, ""))
        self.assertEqual(self.board.did, ["send board level s5", "send board white engine", "send board black person"])
        self.assertTrue(self.table.style.flipped)

    def test_a_move_that_is_taken_back_is_undone_on_the_squares(self):
        self.in_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        self.assertIn("nothing to take back", self.typed("undo"))
        send = self.board.send

        def take_back(line):
            send(line)
            if line == "board takeback":
                self.board.fen = board_table.START_FEN
        self.board.send = take_back
        self.typed("undo")
        self.assertEqual((self.table.pieces["e2"], "e4" in self.table.pieces), ("P", False))

    def test_levels_and_the_game_are_asked_of_the_board(self):
        self.typed("level 5+3", "level purple", "pgn")
        self.assertEqual(self.board.did, ["send board level c4"])
        self.assertIn("Levels: beginner", self.output.getvalue())
        self.assertEqual(self.output.getvalue().count("1. f3 *"), 1)

    def test_every_command_of_the_help_exists(self):
        for command in board_table.COMMANDS:
            self.assertTrue(hasattr(board_table.Table, "do_" + command), command)
            self.assertIn(command, board_table.HELP + "help")

    def test_a_pawn_becomes_on_the_table_what_it_became_on_the_board(self):
        self.table.pieces.update(h8="P", b1="p")
        self.table.hear("info string board move 31. h8=N+ h7h8n")
        self.table.hear("info string board move 31... axb1=R a2b1r")
        self.assertEqual((self.table.pieces["h8"], self.table.pieces["b1"]), ("N", "r"))


if __name__ == "__main__":
    unittest.main()

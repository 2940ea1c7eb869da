"""How a person's moves are read, written and explained. Legal lists are given, as the firmware would give them."""

import unittest

import paths  # noqa: F401

from chessboard import Placement, looks_like_move, read_move

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
START_MOVES = ("a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4 "
               "b1a3 b1c3 g1f3 g1h3").split()


class ReadingMoves(unittest.TestCase):
    def read(self, text, fen=START, legal=START_MOVES):
        return read_move(Placement(fen), text, legal)

    def test_coordinates_are_read_in_the_ways_people_write_them(self):
        for text in ("e2e4", "e2-e4", "E2E4", "e2 e4"):
            self.assertEqual(self.read(text).move, "e2e4", text)

    def test_san_is_read_with_capitals_or_without(self):
        for text in ("Nf3", "nf3", "Nf3!?", "N-f3", "Ngf3", "N1f3", "Ng1f3"):
            self.assertEqual(self.read(text).move, "g1f3", text)
        self.assertEqual(self.read("e4").move, "e2e4")

    def test_an_ambiguous_move_lists_its_candidates(self):
        fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
        reading = self.read("Nd2", fen, ["b1d2", "f3d2"])
        self.assertEqual(reading.candidates, ("b1d2", "f3d2"))
        self.assertFalse(reading.is_promotion_choice)
        self.assertEqual(self.read("Nbd2", fen, ["b1d2", "f3d2"]).move, "b1d2")
        self.assertEqual(self.read("N3d2", fen, ["b1d2", "f3d2"]).move, "f3d2")

    def test_a_promotion_without_its_piece_asks_for_it(self):
        fen, legal = "8/4P3/8/8/8/8/8/k1K5 w - - 0 1", ["e7e8n", "e7e8b", "e7e8r", "e7e8q"]
        for text in ("e8", "e7e8"):
            reading = self.read(text, fen, legal)
            self.assertTrue(reading.is_promotion_choice)
            self.assertEqual(reading.candidates, ("e7e8q", "e7e8r", "e7e8b", "e7e8n"))
        for text in ("e8=N", "e8N", "e8n", "e7e8n", "e7e8=N", "e8(N)", "e8=N+"):
            self.assertEqual(self.read(text, fen, legal).move, "e7e8n", text)

    def test_castling_is_read_with_letters_or_noughts(self):
        fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
        legal = ["e8g8", "e8c8", "e8f8"]
        for text in ("O-O", "0-0", "o-o", "OO", "e8g8"):
            self.assertEqual(self.read(text, fen, legal).move, "e8g8", text)
        for text in ("O-O-O", "0-0-0", "e8c8"):
            self.assertEqual(self.read(text, fen, legal).move, "e8c8", text)

    def test_a_king_move_of_two_squares_is_read_as_castling(self):
        self.assertEqual(self.read("Kg1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1", "e1f1"]).move, "e1g1")

    def test_a_small_b_may_be_the_pawn_or_the_bishop(self):
        fen = "4k3/8/8/8/8/2p5/1P2B3/4K3 w - - 0 1"
        self.assertEqual(self.read("bxc3", fen, ["b2c3", "b2b3", "e2d3"]).move, "b2c3")
        self.assertEqual(self.read("bd3", fen, ["b2c3", "b2b3", "e2d3"]).move, "e2d3")
        self.assertEqual(self.read("b3", fen, ["b2c3", "b2b3", "e2d3"]).move, "b2b3")

    def test_en_passant_is_read(self):
        fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
        for text in ("exd6", "e5d6", "exd6 e.p.", "exd6ep"):
            self.assertEqual(self.read(text, fen, ["e5d6", "e5e6"]).move, "e5d6", text)

    def test_only_what_has_the_form_of_a_move_looks_like_one(self):
        for text in ("e4", "Nf3", "O-O", "e7e8=Q", "Raxb1+"):
            self.assertTrue(looks_like_move(text), text)
        for text in ("undo", "hint", "e9", "Zf3", "new", ""):
            self.assertFalse(looks_like_move(text), text)


class Explanations(unittest.TestCase):
    def why(self, text, fen=START, legal=START_MOVES):
        reading = read_move(Placement(fen), text, legal)
        self.assertEqual(reading.move, "")
        return reading.complaint

    def test_an_empty_square_is_named(self):
        self.assertEqual(self.why("e4e5"), "There is no piece on e4.")

    def test_a_piece_of_the_other_side_is_named(self):
        self.assertEqual(self.why("e7e5"), "The pawn on e7 is Black's; White is to move.")

    def test_a_piece_is_told_where_it_can_go(self):
        self.assertEqual(self.why("g1g3"), "That knight cannot go to g3 now. It can go to f3 or h3.")
        self.assertEqual(self.why("d1d3"), "That queen cannot go to d3 now. That queen has no legal move now.")
        self.assertEqual(self.why("Nc3", "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", ["e1e2"]),
                         "That knight cannot go to c3 now. That knight has no legal move now.")

    def test_castling_is_refused_by_its_side(self):
        self.assertEqual(self.why("O-O"), "You cannot castle kingside now.")
        self.assertEqual(self.why("e1c1"), "You cannot castle queenside now.")
        self.assertIn("no piece on e1", self.why("O-O", "4k3/8/8/8/8/8/8/5K2 w - - 0 1", ["f1f2"]))

    def test_a_piece_one_does_not_have_is_said_so(self):
        self.assertEqual(self.why("Qd4", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ["e1e2"]), "White has no queen.")

    def test_several_pieces_that_cannot_go_there_are_listed(self):
        text = self.why("Nd4")
        self.assertIn("No knight can go to d4", text)
        self.assertIn("from b1: a3 or c3; from g1: f3 or h3", text)


if __name__ == "__main__":
    unittest.main()

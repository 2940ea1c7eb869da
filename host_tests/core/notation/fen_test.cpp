#include "core/chess/position.hpp"
#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

struct Malformed {
    FenError error;
    std::string_view fen;
};

constexpr Malformed malformed[] = {
    {FenError::field_count, ""},
    {FenError::field_count, "   "},
    {FenError::field_count, "4k3/8/8/8/8/8/8/4K3"},
    {FenError::field_count, "4k3/8/8/8/8/8/8/4K3 w -"},
    {FenError::field_count, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves"},
    {FenError::bad_piece, "4k3/8/8/8/8/8/8/4X3 w - - 0 1"},
    {FenError::bad_piece, "4k3/9/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::bad_piece, "4k3/0P7/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::bad_piece, "4k3\\8\\8\\8\\8\\8\\8\\4K3 w - - 0 1"},
    {FenError::rank_length, "4k3/7/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_length, "4k4/8/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_length, "4k3/pppppppp1/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_length, "4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_length, "4k3/44/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_length, "4k3/8/8/8/8/8/8/4K2 w - - 0 1"},
    {FenError::rank_length, "4k3//8/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_count, "4k3/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_count, "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::rank_count, "4k3/8/8/8/8/8/8/4K3/ w - - 0 1"},
    {FenError::missing_king, "8/8/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::missing_king, "4k3/8/8/8/8/8/8/8 w - - 0 1"},
    {FenError::too_many_kings, "4k3/8/8/8/8/8/8/4KK2 w - - 0 1"},
    {FenError::too_many_kings, "k3k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::too_many_pieces, "4k3/8/8/8/N7/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {FenError::too_many_pieces, "rnbqkbnr/pppppppp/8/n7/8/8/8/4K3 w - - 0 1"},
    {FenError::too_many_pawns, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"},
    {FenError::too_many_pawns, "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1"},
    // 225 moves, of which none but 218 have room.
    {FenError::too_many_promoted, "QQQ3Q1/4Q3/7k/Q4Q2/Q2Q4/Q5QK/Q3Q3/1Q5Q w - - 0 1"},
    {FenError::too_many_promoted, "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"},
    {FenError::too_many_promoted, "rrrqk3/1ppppppp/p7/8/8/8/8/4K3 w - - 0 1"},
    {FenError::too_many_promoted, "4k3/8/8/8/8/8/PPPPPPPP/N1N1K1N1 w - - 0 1"},
    {FenError::too_many_promoted, "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1"},  // both on dark squares
    {FenError::too_many_promoted, "4k3/8/8/8/8/8/1PPPPPPP/QQRRRK2 w - - 0 1"},
    {FenError::pawn_on_back_rank, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"},
    {FenError::pawn_on_back_rank, "4k3/8/8/8/8/8/8/p3K3 w - - 0 1"},
    {FenError::bad_side, "4k3/8/8/8/8/8/8/4K3 white - - 0 1"},
    {FenError::bad_side, "4k3/8/8/8/8/8/8/4K3 W - - 0 1"},
    {FenError::bad_side, "4k3/8/8/8/8/8/8/4K3 - - - 0 1"},
    {FenError::bad_castling, "4k3/8/8/8/8/8/8/4K2R w KK - 0 1"},
    {FenError::bad_castling, "4k3/8/8/8/8/8/8/4K2R w K- - 0 1"},
    {FenError::bad_castling, "4k3/8/8/8/8/8/8/4K2R w I - 0 1"},
    {FenError::impossible_castling, "4k3/8/8/8/8/8/8/4K3 w K - 0 1"},
    {FenError::impossible_castling, "4k3/8/8/8/8/8/8/R2K4 w Q - 0 1"},
    {FenError::impossible_castling, "4k2R/8/8/8/8/8/8/4K3 w k - 0 1"},
    {FenError::impossible_castling, "r2k4/8/8/8/8/8/8/4K3 w q - 0 1"},
    {FenError::bad_en_passant, "4k3/8/8/8/4P3/8/8/4K3 b - e 0 1"},
    {FenError::bad_en_passant, "4k3/8/8/8/4P3/8/8/4K3 b - i3 0 1"},
    {FenError::bad_en_passant, "4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1"},
    {FenError::bad_en_passant, "4k3/8/8/8/4P3/8/8/4K3 b - e3+ 0 1"},
    {FenError::impossible_en_passant, "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1"},
    {FenError::impossible_en_passant, "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1"},
    {FenError::impossible_en_passant, "4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1"},
    {FenError::impossible_en_passant, "4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1"},
    {FenError::impossible_en_passant, "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1"},
    {FenError::impossible_en_passant, "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1"},
    {FenError::impossible_en_passant, "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1"},
    {FenError::mover_could_take_king, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"},
    {FenError::mover_could_take_king, "4k3/8/8/8/8/5n2/8/4K3 b - - 0 1"},
    {FenError::mover_could_take_king, "8/8/8/3kK3/8/8/8/8 w - - 0 1"},
    {FenError::two_pawns_check, "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1"},
    {FenError::two_pawns_check, "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1"},
    {FenError::bad_halfmove_clock, "4k3/8/8/8/8/8/8/4K3 w - - -1 1"},
    {FenError::bad_halfmove_clock, "4k3/8/8/8/8/8/8/4K3 w - - 151 1"},
    {FenError::bad_halfmove_clock, "4k3/8/8/8/8/8/8/4K3 w - - x 1"},
    {FenError::bad_halfmove_clock, "4k3/8/8/8/8/8/8/4K3 w - - x"},
    {FenError::bad_halfmove_clock, "4k3/8/8/8/8/8/8/4K3 w - - -"},
    {FenError::bad_halfmove_clock, "4k3/8/8/8/8/8/8/4K3 w - - 4294967296 1"},
    {FenError::bad_fullmove_number, "4k3/8/8/8/8/8/8/4K3 w - - 0 -"},
    {FenError::bad_fullmove_number, "4k3/8/8/8/8/8/8/4K3 w - - 0 10000"},
    {FenError::bad_fullmove_number, "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5"},
    {FenError::bad_fullmove_number, "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999"},
};

TEST(Fen, EveryMalformedFenGetsItsOwnErrorAndChangesNothing) {
    const Position before = position(openings[1]);
    Position p = before;
    for (const Malformed& m : malformed) {
        const FenError error = p.set_fen(m.fen);
        EXPECT_EQ(error, m.error) << m.fen << ": " << to_text(error);
        ASSERT_TRUE(p == before) << m.fen;
        ASSERT_TRUE(p.consistent()) << m.fen;
    }
}

TEST(Fen, EveryErrorIsProvokedAndHasASentenceOfItsOwn) {
    std::set<FenError> provoked;
    for (const Malformed& m : malformed) provoked.insert(m.error);
    std::set<std::string_view> sentences;
    const unsigned last = static_cast<unsigned>(FenError::bad_fullmove_number);
    for (unsigned e = 1; e <= last; ++e) {
        EXPECT_TRUE(provoked.contains(static_cast<FenError>(e))) << to_text(static_cast<FenError>(e));
        sentences.insert(to_text(static_cast<FenError>(e)));
    }
    EXPECT_EQ(sentences.size(), last);
    EXPECT_FALSE(sentences.contains(to_text(static_cast<FenError>(last + 1)))) << "an error was added behind the last";
    for (const std::string_view s : sentences) EXPECT_NE(s.back(), '.') << s;
}

TEST(Fen, CountersThatAreMissingAreThoseOfANewGame) {
    const std::string fields = "4b1k1/1p3p2/4pPp1/p2pP1P1/P2P4/1P1B4/8/2K5 w - -";
    EXPECT_EQ(fen_of(position(fields)), fields + " 0 1");
    EXPECT_EQ(fen_of(position(fields + " 0")), fields + " 0 1");
    EXPECT_EQ(fen_of(position(fields + " 37 ")), fields + " 37 1");
    EXPECT_EQ(fen_of(position(fields + " 37 80")), fields + " 37 80");
}

TEST(Fen, EveryPrefixAndEveryOneByteChangeIsTakenWholeOrRefusedWithoutATrace) {
    const std::string fen(openings[1]);
    const Position before = position(openings[2]);
    const auto offer = [&](std::string_view text) {
        Position p = before;
        if (p.set_fen(text) != FenError::none)
            ASSERT_TRUE(p == before) << text;
        else
            ASSERT_TRUE(position(fen_of(p)) == p) << text;
        ASSERT_TRUE(p.consistent()) << text;
    };
    for (std::size_t n = 0; n <= fen.size(); ++n) offer(std::string_view(fen).substr(0, n));
    for (std::size_t at = 0; at < fen.size(); ++at)
        for (int c = 0; c < 256; ++c) {
            std::string changed = fen;
            changed[at] = static_cast<char>(c);
            offer(changed);
        }
}

TEST(Fen, ComesBackAsItWentIn) {
    for (const std::string_view fen : openings) EXPECT_EQ(fen_of(position(fen)), fen);
}

TEST(Fen, OfEveryPositionOfRandomGamesLeadsBackToIt) {
    playouts(1, 3, 120, [](const Position& p) {
        const std::string fen = fen_of(p);
        ASSERT_LE(fen.size(), max_fen_length);
        const Position again = position(fen);
        ASSERT_TRUE(again == p);
        ASSERT_EQ(again.key(), p.key());
        ASSERT_EQ(fen_of(again), fen);
    });
}

TEST(Fen, MenOnSquaresGiveThePositionThatTheirFenGives) {
    playouts(1, 3, 120, [](const Position& p) {
        Placement men;
        for (unsigned s = 0; s < men.size(); ++s) men[s] = p.at(from_index64(s));
        const std::string fen = fen_of(p);
        const std::size_t end = fen.find(' ', fen.find(' ', fen.find(' ') + 1) + 1);
        Position q = p;
        ASSERT_EQ(q.read_men(men, p.side(), p.castling()), FenError::none);
        ASSERT_TRUE(q.consistent());
        ASSERT_TRUE(q == position(fen.substr(0, end) + " - 0 1")) << fen;
        men[index64(p.king(Color::black))] = Piece::empty;
        ASSERT_EQ(q.read_men(men, p.side()), FenError::missing_king);
    });
}

TEST(Fen, FourFieldsLeaveTheCountersAtTheirStart) {
    const Position p = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -");
    EXPECT_EQ(p.halfmove(), 0u);
    EXPECT_EQ(p.fullmove(), 1u);
    EXPECT_EQ(fen_of(p), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
}

TEST(Fen, BlanksAroundAndBetweenFieldsDoNotCount) {
    EXPECT_TRUE(position("  4k3/8/8/8/8/8/8/4K2R \t w   K -  5 9 \r\n") == position("4k3/8/8/8/8/8/8/4K2R w K - 5 9"));
}

TEST(Fen, CountersReachTheirLimitsAndFullmoveZeroCountsAsOne) {
    const Position p = position("4k3/8/8/8/8/8/8/4K3 w - - 150 9999");
    EXPECT_EQ(p.halfmove(), 150u);
    EXPECT_EQ(p.fullmove(), 9999u);
    EXPECT_EQ(position("4k3/8/8/8/8/8/8/4K3 w - - 0 0").fullmove(), 1u);
}

TEST(Fen, CastlingRightsMayComeInAnyOrderAndAreWrittenInTheirs) {
    EXPECT_EQ(fen_of(position("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1")), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

TEST(Fen, AnEnPassantSquareStaysOnlyWhereTheCaptureIsLegal) {
    EXPECT_EQ(position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").en_passant(), square("e3"));
    EXPECT_EQ(position("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1").en_passant(), square("e6"));
    for (const std::string_view dropped : {
             "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",     // no pawn beside it
             "4k3/8/8/8/2p1P3/8/8/4K3 b - e3 0 1",   // a pawn, but two files away
             "4k3/8/8/8/4P2p/8/8/4K3 b - e3 0 1",    // a pawn at the other end of the rank
             "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",    // both pawns leave the rank, and the rook has the king
             "8/6k1/8/8/3pP3/2B5/8/4K3 b - e3 0 1",  // the capturing pawn is pinned on the diagonal
             "8/1k6/8/8/3pP3/8/8/4K2B b - e3 0 1",   // the captured pawn shields the diagonal
             "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1",   // the capturing pawn is pinned on the file
             "4k3/8/3N4/8/3pP3/8/8/4K3 b - e3 0 1",  // in check by a piece the capture does not touch
         }) {
        const Position p = position(dropped);
        EXPECT_EQ(p.en_passant(), Square::none) << dropped;
        std::string without(dropped);
        without.replace(without.find(" e3 "), 4, " - ");
        EXPECT_EQ(p.key(), position(without).key()) << dropped;
    }
    EXPECT_EQ(position("8/8/8/8/3pP3/2k5/8/4K2B b - e3 0 1").en_passant(), square("e3"));
    EXPECT_EQ(position("8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1").en_passant(), square("e3"))
        << "the capture parries the check";
}

}  // namespace
}  // namespace stackmate::test

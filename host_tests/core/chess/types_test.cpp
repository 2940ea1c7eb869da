#include "core/chess/types.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/square_terms.hpp"
#include "core/chess/zobrist.hpp"
#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

TEST(Types, AMoveGivesBackItsSquaresAndPromotionWhateverTheyAre) {
    for (unsigned from = 0; from < 64; ++from)
        for (unsigned to = 0; to < 64; ++to) {
            const Move quiet(from_index64(from), from_index64(to));
            ASSERT_EQ(quiet.from(), from_index64(from));
            ASSERT_EQ(quiet.to(), from_index64(to));
            ASSERT_FALSE(quiet.promotes());
            ASSERT_EQ(quiet.bits() & Move::promotion_bits, 0);
            for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
                const Move m(from_index64(from), from_index64(to), type);
                ASSERT_EQ(m.from(), from_index64(from));
                ASSERT_EQ(m.to(), from_index64(to));
                ASSERT_TRUE(m.promotes());
                ASSERT_EQ(m.promotion(), type);
                ASSERT_NE(m, quiet);
                ASSERT_EQ(Move::from_bits(m.bits()), m);
            }
        }
}

TEST(Types, OnlyTheZeroPatternIsNoMove) {
    EXPECT_FALSE(Move());
    EXPECT_FALSE(Move::from_bits(0));
    EXPECT_EQ(Move().bits(), 0);
    for (unsigned bits = 1; bits < 0x10000; ++bits) ASSERT_TRUE(Move::from_bits(static_cast<std::uint16_t>(bits)));
}

TEST(Types, SquaresAreCountedByFileAndRankInBothNumberings) {
    for (unsigned rank = 0; rank < 8; ++rank)
        for (unsigned file = 0; file < 8; ++file) {
            const Square s = make_square(file, rank);
            EXPECT_EQ(file_of(s), file);
            EXPECT_EQ(rank_of(s), rank);
            EXPECT_EQ(index64(s), rank * 8 + file);
            EXPECT_EQ(from_index64(rank * 8 + file), s);
            EXPECT_TRUE(on_board(index(s)));
            EXPECT_FALSE(on_board(index(s) | 8u));
            EXPECT_EQ(relative_rank(Color::black, s), 7 - relative_rank(Color::white, s));
        }
    EXPECT_FALSE(on_board(index(Square::none)));
    EXPECT_FALSE(on_board(index(Square::a1) - 1));
    EXPECT_FALSE(on_board(index(Square::h8) + 0x10));
}

TEST(Types, APieceIsItsColourAndItsType) {
    for (const Color c : {Color::white, Color::black})
        for (unsigned t = 1; t <= 6; ++t) {
            const Piece p = make_piece(c, static_cast<PieceType>(t));
            EXPECT_EQ(color_of(p), c);
            EXPECT_EQ(index(type_of(p)), t);
            EXPECT_NE(p, Piece::empty);
        }
    EXPECT_EQ(~Color::white, Color::black);
    EXPECT_EQ(~Color::black, Color::white);
}

TEST(Types, MateScoresLieBeyondTheBoundAndTellTheirDistance) {
    EXPECT_FALSE(is_mate(score_draw));
    EXPECT_FALSE(is_mate(score_mate_bound - 1));
    EXPECT_TRUE(is_mate(mated_in(0)));
    EXPECT_TRUE(is_mate(mated_in(120)));
    EXPECT_TRUE(is_mate(-mated_in(120)));
    EXPECT_LT(mated_in(0), mated_in(2));
    EXPECT_LT(score_none, -score_infinite);
}

TEST(Squares, TheRayTableAgreesWithGeometry) {
    for (unsigned a = 0; a < 64; ++a)
        for (unsigned b = 0; b < 64; ++b) {
            if (a == b) continue;
            const Square from = from_index64(a);
            const Square to = from_index64(b);
            const int files = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
            const int ranks = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
            const int far = std::max(std::abs(files), std::abs(ranks));
            const bool straight = files == 0 || ranks == 0;
            const bool diagonal = std::abs(files) == std::abs(ranks);
            const Ray& r = ray(from, to);
            const auto attacks = [&](PieceType t) { return (r.attackers >> index(t) & 1u) != 0; };
            ASSERT_EQ(r.step, straight || diagonal ? ranks / far * 16 + files / far : 0);
            ASSERT_EQ(attacks(PieceType::rook), straight);
            ASSERT_EQ(attacks(PieceType::bishop), diagonal);
            ASSERT_EQ(attacks(PieceType::queen), straight || diagonal);
            ASSERT_EQ(attacks(PieceType::king), far == 1);
            ASSERT_EQ(attacks(PieceType::knight), std::abs(files * ranks) == 2);
            const auto pawn = [&](Color c) {
                return (r.attackers & attacker_bit(make_piece(c, PieceType::pawn))) != 0;
            };
            ASSERT_EQ(pawn(Color::white), ranks == 1 && std::abs(files) == 1);
            ASSERT_EQ(pawn(Color::black), ranks == -1 && std::abs(files) == 1);
        }
}

TEST(Zobrist, NoTwoKeysAreTheSame) {
    std::set<Key> seen = {0};
    std::size_t count = 1;
    const auto add = [&](Key key) {
        seen.insert(key);
        ++count;
    };
    for (const auto& piece : zobrist::all_keys.piece)
        for (const Key key : piece) add(key);
    for (unsigned set = 1; set < 16; ++set) add(zobrist::keys.castling[set]);
    for (const Key key : zobrist::keys.en_passant) add(key);
    add(zobrist::keys.black_to_move);
    EXPECT_EQ(seen.size(), count);
    EXPECT_EQ(zobrist::keys.castling[0], 0u);
}

TEST(SquareTerms, HoldTheKeys) {
    for (unsigned t = 1; t <= 6; ++t)
        for (unsigned s = 0; s < 64; ++s) {
            const Piece white = make_piece(Color::white, static_cast<PieceType>(t));
            const Piece black = make_piece(Color::black, static_cast<PieceType>(t));
            ASSERT_EQ(square_term(white, from_index64(s)).key(), zobrist::of(white, from_index64(s)));
            ASSERT_EQ(square_term(black, from_index64(s)).key(), zobrist::of(black, from_index64(s)));
        }
}

}  // namespace
}  // namespace stackmate::test

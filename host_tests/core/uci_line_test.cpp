#include "core/uci_line.hpp"
#include "core/move_text.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stackmate::uci {
namespace {

std::string written(const Position& root, const std::vector<Move>& line, std::size_t ply) {
    char text[max_move_length];
    return {text, write_line_move(text, LineRoot(root), line, ply)};
}

// Pawns about to promote on both sides, castling, and long lines in which promoted pieces come back to the
// seventh rank.
TEST(UciLine, SaysOfEveryRandomLineWhatPlayingItOnABoardSays) {
    test::Random random(11);
    unsigned promotions = 0;
    for (int game = 0; game < 40; ++game)
        for (std::string_view const opening : test::openings) {
            const Position root = test::position(opening);
            Position p = root;
            std::vector<Move> line;
            for (unsigned ply = 0; ply < 60; ++ply) {
                const std::vector<Move> moves = test::legal_moves(p);
                if (moves.empty()) break;
                line.push_back(moves[random.below(moves.size())]);
                std::string const expected = text_of(line.back(), p);
                ASSERT_EQ(written(root, line, ply), expected) << opening;
                promotions += expected.size() == 5 ? 1u : 0u;
                Undo undo{};
                p.make(line.back(), undo);
            }
        }
    EXPECT_GT(promotions, 500u);
}

TEST(UciLine, ANewQueenThatComesBackToTheSeventhRankDoesNotPromoteAgain) {
    const Position root = test::position("8/P6k/8/8/8/8/8/7K w - - 0 1");
    std::vector<Move> line;
    Position p = root;
    for (std::string_view const text : {"a7a8q", "h7g7", "a8a7", "g7g8", "a7b8"}) {
        line.push_back(move_from_text(p, text));
        ASSERT_TRUE(line.back()) << text;
        Undo undo{};
        p.make(line.back(), undo);
        EXPECT_EQ(written(root, line, line.size() - 1), text);
    }
}

TEST(UciLine, NoMoveIsFourNoughts) { EXPECT_EQ(written(test::position(Position::start_fen), {Move{}}, 0), "0000"); }

}  // namespace
}  // namespace stackmate::uci

// The puzzles that programs link can all be read and played, in the order that is promised; what is packed is read as it was.
#include "puzzles/puzzles.hpp"

#include "host_tests/core/playout.hpp"
#include "puzzles/embedded.hpp"
#include "workshop/puzzles/packer.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

namespace stackmate::test {
namespace {

using puzzles::Puzzle, puzzles::Table;

const Table table(stackmate_puzzles_file);

TEST(Puzzles, AreWholeAndSmall) {
    EXPECT_TRUE(Table::sound(stackmate_puzzles_file));
    EXPECT_LE(packed_file::size(stackmate_puzzles_file), 65'536u);
    EXPECT_GT(table.count(), 100u);
}

TEST(Puzzles, AreNotSoundWithAWrongBit) {
    const auto* begin = stackmate_puzzles_file;
    std::vector<std::uint8_t> file(begin, begin + packed_file::size(begin));
    EXPECT_TRUE(Table::sound(file.data()));
    for (const std::size_t at : {std::size_t{0}, std::size_t{3}, std::size_t{9}, file.size() / 2, file.size() - 1}) {
        file[at] ^= 1u;
        EXPECT_FALSE(Table::sound(file.data())) << at;
        file[at] ^= 1u;
    }
}

TEST(Puzzles, CanAllBePlayedInTheOrderOfTheirRatings) {
    std::set<Key> keys;
    Puzzle puzzle;
    unsigned rating = 0, men = 0;
    for (unsigned n = 0; n < table.count(); ++n) {
        ASSERT_TRUE(table.puzzle(n, puzzle)) << n;
        ASSERT_GE(n, table.first(puzzle.rating)) << n;
        ASSERT_LT(n, table.first(puzzle.rating + 1u)) << n;
        ASSERT_GE(puzzle.rating, rating) << n;
        ASSERT_TRUE(puzzle.rating > rating || puzzle.position.pieces() >= men) << n;
        rating = puzzle.rating;
        men = puzzle.position.pieces();
        ASSERT_TRUE(puzzle.length % 2 == 1 && puzzle.length <= puzzles::longest) << n;
        Position p = position(fen_of(puzzle.position));
        EXPECT_TRUE(keys.insert(p.key()).second) << fen_of(p);
        for (unsigned i = 0; i < puzzle.length; ++i) {
            ASSERT_TRUE(p.pseudo_legal(puzzle.moves[i]) && p.legal(puzzle.moves[i], p.checker())) << fen_of(p);
            p = after(p, puzzle.moves[i]);
        }
    }
    EXPECT_FALSE(table.puzzle(table.count(), puzzle));
}

Puzzle puzzle_of(std::string_view fen, std::initializer_list<std::string_view> moves, std::uint8_t rating) {
    Puzzle puzzle{.position = position(fen), .rating = rating};
    Position p = puzzle.position;
    for (const auto text : moves) p = after(p, puzzle.moves[puzzle.length++] = move_of(p, text));
    return puzzle;
}

TEST(Puzzles, AreReadAsTheyWerePacked) {
    const std::vector<Puzzle> given{
        puzzle_of("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", {"e1e8"}, 7),
        puzzle_of("8/8/8/8/8/1k6/6p1/K7 b - - 0 1", {"g2g1r"}, 2),
        puzzle_of("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", {"b5c7", "e8d7", "c7a8"}, 2),
        puzzle_of("r3k3/8/8/1N6/8/8/8/5K2 w - - 0 1", {"b5c7"}, 2),
    };
    const std::vector<std::uint8_t> file = puzzles::pack(given);
    ASSERT_TRUE(Table::sound(file.data()));
    EXPECT_EQ(file.size(), Table::header + 12u + 11 + 11 + 13);
    const Table packed(file.data());
    ASSERT_EQ(packed.count(), 4u);
    EXPECT_EQ(packed.first(2), 0u);
    EXPECT_EQ(packed.first(3), 3u);
    unsigned n = 0;
    for (const unsigned of_given : {1u, 3u, 2u, 0u}) {
        Puzzle puzzle;
        ASSERT_TRUE(packed.puzzle(n++, puzzle));
        EXPECT_EQ(puzzle.position, given[of_given].position);
        EXPECT_EQ(puzzle.moves, given[of_given].moves);
        EXPECT_EQ(puzzle.length, given[of_given].length);
        EXPECT_EQ(puzzle.rating, given[of_given].rating);
    }
}

TEST(Puzzles, CountEveryLegalMoveOnce) {
    playouts(1, 1, 8, [](const Position& p) {
        const std::vector<Move> moves = sorted(legal_moves(p));
        for (unsigned i = 0; i < moves.size(); ++i) EXPECT_EQ(puzzles::legal_move(p, i), moves[i]);
        EXPECT_FALSE(puzzles::legal_move(p, static_cast<unsigned>(moves.size())));
    });
}

}  // namespace
}  // namespace stackmate::test

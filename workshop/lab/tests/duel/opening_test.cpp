#include "workshop/lab/duel/opening.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace stackmate::duel {
namespace {

/// The games of a PGN file with this text.
std::vector<Opening> games_of(const std::string& text) {
    const auto path = std::filesystem::path(testing::TempDir()) / "opening_test.pgn";
    std::ofstream(path) << text;
    const std::vector<Opening> games = read_openings(path.string(), 1);
    std::filesystem::remove(path);
    return games;
}

TEST(PgnOpenings, ReadTheMovesOutsideVariationsWithinVariationsAndTheirComments) {
    const auto plain = games_of("1. e4 e5 2. Nf3 Nc6 *");
    ASSERT_EQ(plain.size(), 1u);
    ASSERT_EQ(plain[0].moves.size(), 4u);
    for (const char* text : {
             "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) e5 2. Nf3 Nc6 *",
             "1. e4 (1. d4 {solid :-)} d5 {or (a) Nf6} (1... Nf6 {((} 2. c4)) 1... e5 2. Nf3 Nc6 *",
             "1. e4 {a smile :-)} e5 {( open} 2. Nf3 {{ no comment in a comment} Nc6 *",
             "1. e4 e5 {\n[Event \"no tag\"] ; no end of a line }\n2. Nf3 (2. f4 ; for ( the bold\nexf4) 2... Nc6 *",
             "1.e4{text}e5(1...c5(1...e6)2.c3)2.Nf3 Nc6 ; 3. Bb5 { is usual\n*",
         }) {
        const auto games = games_of(text);
        ASSERT_EQ(games.size(), 1u) << text;
        EXPECT_EQ(games[0].moves, plain[0].moves) << text;
    }
}

TEST(PgnOpenings, RefuseACommentOrAVariationThatDoesNotEndAndAnEndWithoutABeginning) {
    for (const char* text : {"1. e4 {e5 *", "1. e4 (1. d4 (1. c4) *", "1. e4 ) e5 *", "1. e4 (1. d4 {)} e5 *"})
        EXPECT_THROW(games_of(text), std::runtime_error) << text;
}

}  // namespace
}  // namespace stackmate::duel

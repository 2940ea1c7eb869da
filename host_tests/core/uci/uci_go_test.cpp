#include "core/uci/uci.hpp"
#include "core/notation/move_text.hpp"
#include "host_tests/support/precompiled.hpp"

namespace stackmate::uci {
namespace {

class Go : public testing::Test {
protected:
    Go() { position_.set_start(); }

    /// The first error of the line; the word it is about in `blamed_`.
    GoError take(std::string_view line) {
        line_ = {};
        while (!line.empty()) {
            const auto end = std::min(line.find(' '), line.size());
            blamed_ = line.substr(0, end);
            line.remove_prefix(std::min(end + 1, line.size()));
            if (const GoError error = line_.take(blamed_, position_, moves_); error != GoError::none) return error;
        }
        blamed_.clear();
        return line_.finish();
    }

    const Limits& limits() const { return line_.limits(); }

    Position position_{};
    std::array<Move, 3> moves_{};
    GoLine line_{};
    std::string blamed_{};
};

TEST_F(Go, NothingSaidIsNoLimit) {
    EXPECT_EQ(take(""), GoError::none);
    EXPECT_EQ(limits().nodes, 0u);
    EXPECT_EQ(limits().move_time_ms, 0u);
    EXPECT_EQ(limits().moves_to_go, 0u);
    EXPECT_EQ(limits().depth, 0u);
    EXPECT_EQ(limits().mate, 0u);
    EXPECT_FALSE(limits().clock[0] || limits().clock[1] || limits().has_move_time);
    EXPECT_FALSE(limits().infinite || limits().ponder);
    EXPECT_EQ(line_.perft_depth(), 0u);
    EXPECT_EQ(line_.move_count(), 0u);
}

TEST(GoOfAnotherGame, TakesAllWordsButThoseOfMoves) {
    GoLine line;
    for (const std::string_view word : {"depth", "6", "wtime", "3000", "infinite"})
        EXPECT_EQ(line.take(word), GoError::none) << word;
    EXPECT_EQ(line.limits().depth, 6u);
    EXPECT_EQ(line.limits().time_ms[0], 3000u);
    EXPECT_TRUE(line.limits().infinite);
    EXPECT_EQ(line.take("searchmoves"), GoError::unknown_word);
    line = {};
    EXPECT_EQ(line.take("nodes"), GoError::none);
    EXPECT_EQ(line.finish(), GoError::missing);
    EXPECT_EQ(line.take("none"), GoError::bad_number);
}

TEST_F(Go, EachWordSetsItsLimit) {
    EXPECT_EQ(take("wtime 60000 btime 59000 winc 1000 binc 900 movestogo 12"), GoError::none);
    EXPECT_TRUE(limits().clock[0] && limits().clock[1]);
    EXPECT_EQ(limits().time_ms[0], 60000u);
    EXPECT_EQ(limits().time_ms[1], 59000u);
    EXPECT_EQ(limits().increment_ms[0], 1000u);
    EXPECT_EQ(limits().increment_ms[1], 900u);
    EXPECT_EQ(limits().moves_to_go, 12u);
    EXPECT_EQ(take("depth 6 nodes 5000000000 mate 3 movetime 250"), GoError::none);
    EXPECT_EQ(limits().depth, 6u);
    EXPECT_EQ(limits().nodes, 5000000000u);
    EXPECT_EQ(limits().mate, 3u);
    EXPECT_TRUE(limits().has_move_time);
    EXPECT_EQ(limits().move_time_ms, 250u);
    EXPECT_EQ(take("infinite"), GoError::none);
    EXPECT_TRUE(limits().infinite);
    EXPECT_EQ(take("ponder btime 5"), GoError::none);
    EXPECT_TRUE(limits().ponder);
    EXPECT_FALSE(limits().clock[0]);
    EXPECT_EQ(take("perft 4"), GoError::none);
    EXPECT_EQ(line_.perft_depth(), 4u);
}

TEST_F(Go, AClockBelowZeroIsAnEmptyClock) {
    EXPECT_EQ(take("wtime -37 btime 0 winc -1"), GoError::none);
    EXPECT_TRUE(limits().clock[0]);
    EXPECT_EQ(limits().time_ms[0], 0u);
    EXPECT_EQ(limits().increment_ms[0], 0u);
    EXPECT_EQ(take("wtime 60000 movestogo -5"), GoError::none) << "some programs count on past the time control";
    EXPECT_EQ(limits().moves_to_go, 0u);
}

TEST_F(Go, ADepthNobodyReachesIsTheGreatestThereIs) {
    EXPECT_EQ(take("depth 1000 mate 300"), GoError::none);
    EXPECT_EQ(limits().depth, 255u);
    EXPECT_EQ(limits().mate, 255u);
}

TEST_F(Go, NumbersHoldTheirRanges) {
    for (const std::string_view line : {"depth 0", "depth 65536", "depth -1", "nodes 0", "nodes 18446744073709551616",
                                        "mate 0", "perft 0", "perft 65536", "movestogo 65536", "movestogo -",
                                        "wtime 2147483648", "movetime x", "depth depth", "winc 1.5"}) {
        EXPECT_EQ(take(line), GoError::bad_number) << line;
        EXPECT_EQ(line_.word(), go_word_from_text(line.substr(0, line.find(' ')))) << line;
        EXPECT_EQ(blamed_, line.substr(line.find(' ') + 1)) << line;
    }
}

TEST_F(Go, ANumberThatIsMissingIsMissed) {
    for (const std::string_view line : {"depth", "infinite nodes", "wtime 1 btime"})
        EXPECT_EQ(take(line), GoError::missing) << line;
}

TEST_F(Go, UnknownWordsAreRefused) {
    EXPECT_EQ(take("depth 3 quickly"), GoError::unknown_word);
    EXPECT_EQ(blamed_, "quickly");
    EXPECT_EQ(take("e2e4"), GoError::unknown_word);
    EXPECT_EQ(take("DEPTH 3"), GoError::unknown_word);
}

TEST_F(Go, SearchmovesTakesLegalMovesUntilTheNextWord) {
    EXPECT_EQ(take("searchmoves e2e4 g1f3 e2e4 depth 2"), GoError::none);
    ASSERT_EQ(line_.move_count(), 2u);
    EXPECT_EQ(moves_[0], move_from_text(position_, "e2e4"));
    EXPECT_EQ(moves_[1], move_from_text(position_, "g1f3"));
    EXPECT_EQ(limits().depth, 2u);
}

TEST_F(Go, SearchmovesLeavesOutAnIllegalMove) {
    for (const std::string_view word : {"depth", "6", "searchmoves"})
        ASSERT_EQ(line_.take(word, position_, moves_), GoError::none) << word;
    EXPECT_EQ(line_.take("e2e5", position_, moves_), GoError::illegal_move);
    EXPECT_EQ(line_.finish(), GoError::no_move_left) << "no move is no restriction, and was not asked for";
    EXPECT_EQ(line_.take("d2d4", position_, moves_), GoError::none);
    EXPECT_EQ(line_.take("infinite", position_, moves_), GoError::none);
    EXPECT_EQ(line_.finish(), GoError::none);
    ASSERT_EQ(line_.move_count(), 1u);
    EXPECT_EQ(moves_[0], move_from_text(position_, "d2d4"));
    EXPECT_EQ(limits().depth, 6u);
}

TEST_F(Go, SearchmovesNeedsAMoveAndRefusesTooMany) {
    EXPECT_EQ(take("searchmoves depth 3"), GoError::no_move_left);
    EXPECT_EQ(take("searchmoves a2a3 b2b3 c2c3"), GoError::none);
    EXPECT_EQ(take("searchmoves a2a3 b2b3 c2c3 d2d3"), GoError::too_many_moves);
}

TEST(UciNames, EveryNameIsFoundByItsText) {
    for (unsigned i = 1; i <= static_cast<unsigned>(Command::help); ++i)
        EXPECT_EQ(command_from_text(to_text(static_cast<Command>(i))), static_cast<Command>(i)) << i;
    for (unsigned i = 1; i <= static_cast<unsigned>(GoWord::searchmoves); ++i)
        EXPECT_EQ(go_word_from_text(to_text(static_cast<GoWord>(i))), static_cast<GoWord>(i)) << i;
    for (unsigned i = 1; i <= static_cast<unsigned>(Option::threads); ++i)
        EXPECT_EQ(option_from_text(to_text(static_cast<Option>(i))), static_cast<Option>(i)) << i;
}

TEST(UciNames, NothingElseIsFound) {
    for (const std::string_view text : {"", "Uci", "isready ", "go\n", "unknown", "none"}) {
        EXPECT_EQ(command_from_text(text), Command::unknown) << text;
        EXPECT_EQ(go_word_from_text(text), GoWord::none) << text;
        EXPECT_EQ(option_from_text(text), Option::unknown) << text;
    }
}

TEST(UciNames, OptionsAreFoundInAnyCase) {
    EXPECT_EQ(option_from_text("mOVE oVERHEAD"), Option::move_overhead);
    EXPECT_EQ(option_from_text("clear hash"), Option::clear_hash);
    EXPECT_EQ(option_from_text("Clear  Hash"), Option::unknown);
}

TEST(UciNames, WhatTakesNoNumberSaysSo) {
    EXPECT_EQ(range_of(GoWord::searchmoves).high, 0u);
    EXPECT_EQ(range_of(GoWord::infinite).high, 0u);
    EXPECT_NE(range_of(GoWord::depth).high, 0u);
}

}  // namespace
}  // namespace stackmate::uci

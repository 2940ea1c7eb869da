#include "firmware/store/mistakes.hpp"

#include "hal/fake/store.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace stackmate::firmware::test {
namespace {

using namespace stackmate::test;
using hal::NvResult;
using Store = hal::fake::NvStore<>;

constexpr std::string_view few = "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1", more = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
                           all = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";

std::string next(const Mistakes<Store>& mistakes) {
    PositionSetup board;
    std::array<char, max_fen_length> fen;
    return mistakes.next(board) ? std::string(fen.data(), board.fen(fen.data())) : "";
}

struct KeptMistakes : testing::Test {
    Store store;
    Mistakes<Store> mistakes{store};
    void keep(std::string_view fen) { EXPECT_EQ(mistakes.keep(position(fen)), NvResult::ok); }
    void practise(std::string_view fen, bool solved) {
        EXPECT_EQ(mistakes.practised(position(fen), solved), NvResult::ok);
    }
    /// Kings, and so many white pawns.
    static std::string with_pawns(unsigned count, unsigned king) {
        std::string fen = "4k3/8/8/8/8/8/";
        fen += count == 8 ? "PPPPPPPP" : std::string(count, 'P') + static_cast<char>('8' - count);
        return fen + "/" + (king == 0 ? "" : std::to_string(king)) + "K" + (king == 7 ? "" : std::to_string(7 - king))
               + " w - - 0 1";
    }
};

TEST_F(KeptMistakes, AtFirstThereIsNone) { EXPECT_EQ(next(mistakes), ""); }

TEST_F(KeptMistakes, EachPositionComesBackAsItWas) {
    for (const std::string_view fen : {few, more, all}) {
        Store empty;
        Mistakes<Store> one{empty};
        EXPECT_EQ(one.keep(position(fen)), NvResult::ok);
        EXPECT_EQ(next(one), fen);
    }
}

TEST_F(KeptMistakes, FewMenComeFirst) {
    for (const std::string_view fen : {all, few, more}) keep(fen);
    EXPECT_EQ(next(mistakes), few);
}

TEST_F(KeptMistakes, WhatIsSolvedComesBackAfterTheOthers) {
    for (const std::string_view fen : {all, few, more}) keep(fen);
    practise(few, true);
    EXPECT_EQ(next(mistakes), more);
    practise(more, true);
    EXPECT_EQ(next(mistakes), all);
    practise(all, true);
    EXPECT_EQ(next(mistakes), few);
    practise(few, true);
    practise(few, false);
    EXPECT_EQ(next(mistakes), few) << "after a failure it counts as new";
}

TEST_F(KeptMistakes, TheSamePositionIsKeptOnce) {
    keep(few);
    practise(few, true);
    keep(few);
    keep(more);
    practise(more, true);
    practise(more, true);
    EXPECT_EQ(next(mistakes), few);
}

TEST_F(KeptMistakes, ThePlaceOfTheMostOftenSolvedOrOfMostMenIsTaken) {
    for (unsigned i = 0; i < Mistakes<Store>::places; ++i) keep(with_pawns(i + 1, i));
    keep(all);
    practise(all, true);
    EXPECT_EQ(next(mistakes), with_pawns(1, 0)) << "one with more men than all others is not kept";
    practise(with_pawns(1, 0), true);
    keep(few);
    EXPECT_EQ(next(mistakes), few);
    practise(few, true);
    EXPECT_EQ(next(mistakes), with_pawns(2, 1));
}

TEST_F(KeptMistakes, WhatMakesNoSenseIsNotBroughtBack) {
    keep(few);
    std::array<std::byte, 25> bytes{};
    ASSERT_EQ(store.put(Mistakes<Store>::first_key, std::span{bytes}), NvResult::ok);
    EXPECT_EQ(next(mistakes), "");
    ASSERT_EQ(store.put(Mistakes<Store>::first_key, std::span{bytes}.first(5)), NvResult::ok);
    EXPECT_EQ(next(mistakes), "");
}

}  // namespace
}  // namespace stackmate::firmware::test

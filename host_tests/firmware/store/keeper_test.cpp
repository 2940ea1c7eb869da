#include "firmware/store/keeper.hpp"

#include "host_tests/firmware/store/shelf.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace stackmate::firmware::test {
namespace {

// Only what is taken back again and again makes a game that the memory cannot hold.
TEST(Keeper, TellsBeforeTheMemoryIsFullAndThenThatNothingIsStored) {
    const auto flash = std::make_unique<Rp2040Shelf::Flash>();
    const auto shelf = std::make_unique<Shelf<Rp2040Shelf>>(*flash);
    shelf->begin();
    shelf->play(move_from_text(shelf->game.record().position(), "e2e4"));
    const Move answer = move_from_text(shelf->game.record().position(), "e7e5");
    unsigned answers = 0;
    const auto change_mind = [&] {
        shelf->play(answer);
        (void)shelf->game.take_back();
        shelf->keep();
        ++answers;
    };
    while (shelf->trouble == StoreTrouble::none && answers < 5000) change_mind();
    ASSERT_EQ(shelf->trouble, StoreTrouble::nearly_full) << "after " << answers;
    EXPECT_GT(answers, 800u);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::few_left);
    const unsigned told = answers;
    while (shelf->keeper.light() == StoreLight::few_left && answers < 5000) change_mind();
    EXPECT_EQ(shelf->trouble, StoreTrouble::full);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved);
    EXPECT_GE(answers - told, 15u) << "told in time";
    EXPECT_EQ(shelf->game.result().ending, Ending::none) << "the game itself goes on";

    shelf->begin();
    shelf->play(move_from_text(shelf->game.record().position(), "d2d4"));
    EXPECT_EQ(shelf->keeper.light(), StoreLight::none) << "the next game is stored again";
    const Shelf<Rp2040Shelf> again{*flash};
    ASSERT_EQ(again.game.record().size(), 1u);
    EXPECT_EQ(again.game.record().moves()[0], move_from_text(again.game.record().start(), "d2d4"));
}

TEST(Keeper, AGameStoredByTheFirmwareBeforeGoesOnAndIsKept) {
    const auto flash = std::make_unique<Rp2040Shelf::Flash>();
    {
        Rp2040Shelf::StorePart part{*flash};
        Rp2040Shelf::Log log{part};
        ASSERT_EQ(log.open(), hal::NvResult::empty);
        Position p;
        p.set_start();
        const unsigned move = move_from_text(p, "e2e4").bits();
        const auto byte = [](unsigned value) { return static_cast<std::byte>(value); };
        const std::byte settings[] = {byte(2), byte(9), byte(0), byte(0), byte(0), byte(77), byte(0)};
        const std::byte start[] = {byte(2), byte(0)};
        const std::byte event[] = {byte(move), byte(move >> 8)};
        ASSERT_EQ(log.put(0, settings), hal::NvResult::ok);
        ASSERT_EQ(log.put(1, start), hal::NvResult::ok);
        ASSERT_EQ(log.append(1, event), hal::NvResult::ok);
    }
    const auto shelf = std::make_unique<Shelf<Rp2040Shelf>>(*flash);
    EXPECT_EQ(shelf->game.settings().brightness, 77);
    ASSERT_EQ(shelf->game.record().size(), 1u);
    shelf->play(move_from_text(shelf->game.record().position(), "c7c5"));
    shelf->resign(Color::white);
    EXPECT_NE(shelf->ask("games", "1").find("\n1. e4 c5 0-1\n\n"), std::string::npos) << shelf->ask("games");
    shelf->begin();
    EXPECT_NE(shelf->ask("games").find("info string board game 1 "), std::string::npos);
}

}  // namespace
}  // namespace stackmate::firmware::test

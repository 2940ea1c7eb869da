#include "firmware/game/own_clock.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

std::string text_of(const OwnClock& clock) {
    char text[longest_clock];
    return {text, write_clock(text, clock)};
}
/// As it is said again; empty if it is no clock.
std::string read(std::string_view text) {
    OwnClock clock;
    return read_clock(text, clock) ? text_of(clock) : "";
}

TEST(OwnClocks, AreSaidAsTheyAreRead) {
    for (const std::string_view text :
         {"5+3", "0+10", "180+60", "40/90+30,30", "5+3:1+0", "5+3-delay", "3+2:0+1-bronstein", "5+0-hourglass",
          "0+30-move", "99/180+60:180+59,180-bronstein"})
        EXPECT_EQ(read(text), text);
    EXPECT_EQ(read("15"), "15+0");
    EXPECT_EQ(read("5+3:1"), "5+3:1+0");
    EXPECT_EQ(read("5+3:5+3"), "5+3");
}

TEST(OwnClocks, WhatIsNoneIsRefusedAndChangesNothing) {
    OwnClock clock{.minutes = {7, 7}};
    for (const std::string_view text : {"",
                                        "0",
                                        "0+0",
                                        "5+",
                                        "+5",
                                        "5+61",
                                        "181",
                                        "5:",
                                        "5:0",
                                        "5+3-",
                                        "5+3-fischer",
                                        "5-delay-move",
                                        "40/90",
                                        "90,30",
                                        "100/90+0,30",
                                        "0/90+0,30",
                                        "40/90+30,0",
                                        "40/5+0,5-hourglass",
                                        "40/5+0,5-move",
                                        "5 + 3",
                                        "5+3 ",
                                        "-delay",
                                        "5.5",
                                        "99999999999999999999",
                                        "5+3:1+0:1",
                                        "40/40/5,5"}) {
        EXPECT_FALSE(read_clock(text, clock)) << text;
        EXPECT_EQ(clock, (OwnClock{.minutes = {7, 7}}));
    }
}

TEST(OwnClocks, TheLongestFits) {
    const OwnClock longest{TimeRule::bronstein, {180, 179}, {60, 59}, 99, 180};
    EXPECT_LE(text_of(longest).size(), longest_clock);
    EXPECT_EQ(text_of(longest), "99/180+60:179+59,180-bronstein");
}

TEST(OwnClocks, BecomeTheClocksOfTheTwoSides) {
    OwnClock c{.minutes = {90, 0}, .seconds = {30, 5}, .first_moves = 40, .then_minutes = 30};
    TimeControls both = controls_of(c);
    EXPECT_EQ(control_of(both, Color::white).start_ms, 90u * 60'000);
    EXPECT_EQ(control_of(both, Color::white).increment_ms, 30'000u);
    EXPECT_EQ(control_of(both, Color::white).stage_moves, 40u);
    EXPECT_EQ(control_of(both, Color::white).second_ms, 30u * 60'000);
    EXPECT_EQ(control_of(both, Color::black).start_ms, 5'000u) << "the first move has its seconds";
    c = {.rule = TimeRule::each_move, .minutes = {1, 1}, .seconds = {30, 30}};
    both = controls_of(c);
    EXPECT_EQ(control_of(both, Color::black).start_ms, 90'000u);
    EXPECT_EQ(control_of(both, Color::black).increment_ms, 0u);
}

TEST(OwnClocks, AreSaidAsPgnHasThem) {
    const auto pgn = [](std::string_view text) {
        OwnClock clock;
        EXPECT_TRUE(read_clock(text, clock));
        char tag[24];
        return std::string{tag, write_time_control(tag, control_of(controls_of(clock), Color::black))};
    };
    EXPECT_EQ(pgn("5+3"), "300+3");
    EXPECT_EQ(pgn("5+3:1"), "60");
    EXPECT_EQ(pgn("40/90+30,30"), "40/5400+30:1800+30");
    EXPECT_EQ(pgn("99/180+60,180").size(), 20u);
    EXPECT_EQ(pgn("3-hourglass"), "*180");
    EXPECT_EQ(pgn("0+30-move"), "1/30");
    EXPECT_EQ(pgn("5+3-delay"), "?");
}

TEST(OwnClocks, HaveTagsOfTheirOwnInPgnWhereTheSidesDiffer) {
    char tags[128];
    const auto text = [&](const OwnClock& clock) {
        return std::string{tags, write_time_controls(tags, controls_of(clock))};
    };
    EXPECT_EQ(text({.minutes = {5, 1}}), "[WhiteTimeControl \"300\"]\n[BlackTimeControl \"60\"]\n");
    EXPECT_EQ(text({}), "[TimeControl \"300\"]\n");
}

TEST(OwnClocks, OneThatIsNotPossibleBecomesTheUsualOne) {
    EXPECT_EQ(corrected(OwnClock{.minutes = {5, 0}}), OwnClock{});
    EXPECT_EQ(corrected(OwnClock{.rule = static_cast<TimeRule>(9)}), OwnClock{});
    EXPECT_EQ(corrected(OwnClock{.minutes = {181, 5}}), OwnClock{});
    EXPECT_EQ(corrected(OwnClock{.first_moves = 40}), OwnClock{});
    const OwnClock possible{.rule = TimeRule::delay, .minutes = {0, 5}, .seconds = {1, 0}};
    EXPECT_EQ(corrected(possible), possible);
}

}  // namespace
}  // namespace stackmate::firmware

// The level that follows the person: what a game says of the rating, which games count, and how it is chosen.
#include "firmware/game/adaptive.hpp"

#include "host_tests/firmware/play/desk.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

namespace stackmate::firmware::test {
namespace {

using states::State;

TEST(AdaptiveLevel, StepsGrowSmallerAndStayLargeEnoughToFollow) {
    Settings s;
    for (const int expected : {150, 172, 189, 202, 205}) {
        s = after_game(s, Rated::won);
        EXPECT_EQ(s.rating, expected);
    }
    for (int i = 0; i < 60; ++i) s = after_game(s, Rated::lost);
    EXPECT_EQ(s.rating, lowest_rating);
    EXPECT_EQ(s.rated_games, settled_games);
    EXPECT_EQ(after_game(s, Rated::won).rating, lowest_rating + rating_steps.back());
}

TEST(AdaptiveLevel, ADrawCountsAndLeavesTheRating) {
    const Settings s = after_game({}, Rated::drawn);
    EXPECT_EQ(s.rating, first_rating);
    EXPECT_EQ(s.rated_games, 1);
}

TEST(AdaptiveLevel, FindsWhoeverAlwaysWinsBelowTheirStrengthAndLosesAbove) {
    for (unsigned strength = lowest_rating; strength <= highest_rating; ++strength) {
        Settings s;
        for (int game = 0; game < 10; ++game) s = after_game(s, s.rating < strength ? Rated::won : Rated::lost);
        EXPECT_NEAR(s.rating, strength, 15) << strength;
    }
}

TEST(AdaptiveLevel, PlaysWithTheRatingAndOtherLevelsDoNot) {
    Position p;
    p.set_start();
    Settings s{.level = adaptive_level};
    s.rating = lowest_rating;
    EXPECT_EQ(level_of(s.level, s, p).candidates, strength_steps.front().candidates);
    s.rating = highest_rating;
    EXPECT_EQ(level_of(s.level, s, p).nodes, strength_steps.back().nodes);
    s.level = 2;
    EXPECT_EQ(level_of(s.level, s, p).depth, levels[2].depth);
}

/// A person with White against the adaptive level.
struct Adaptive : BegunDesk {
    explicit Adaptive(Settings settings = {.level = adaptive_level}) : BegunDesk(settings) { game.offer_exercises(); }
    void begin_anew() {
        ASSERT_EQ(game.new_game(), Refusal::none);
        put(start_board, 3000);
    }
    [[nodiscard]] int rating() const { return game.settings().rating; }
};

TEST(AdaptiveLevel, AGameCountsWhenItIsLeftAfterItsEnd) {
    Adaptive desk;
    ASSERT_EQ(desk.game.resign(Color::white), Refusal::none);
    EXPECT_EQ(desk.rating(), first_rating) << "its end may still be taken back";
    desk.begin_anew();
    EXPECT_EQ(desk.rating(), first_rating - rating_steps[0]);
    desk.begin_anew();
    EXPECT_EQ(desk.rating(), first_rating - rating_steps[0]) << "once";
    EXPECT_EQ(desk.game.settings().rated_games, 1);
}

TEST(AdaptiveLevel, AGameCountsForTheSideThatThePersonHad) {
    Adaptive desk;
    ASSERT_EQ(desk.game.resign(Color::white), Refusal::none);
    ASSERT_EQ(desk.game.change_settings({.level = adaptive_level, .white = Seat::engine, .black = Seat::person}),
              Refusal::none);
    desk.begin_anew();
    EXPECT_EQ(desk.rating(), first_rating - rating_steps[0]);
}

TEST(AdaptiveLevel, AGameThatEndedBeforeThePowerWentCountsOnceUnlessItWasAPrograms) {
    for (const Rated rated : {Rated::white, Rated::no}) {
        Desk desk;
        desk.game.set_settings({.level = adaptive_level});
        desk.foreign = true;
        desk.game.restore_terms({.level = adaptive_level, .rated = rated});
        ASSERT_EQ(desk.game.restore(""), FenError::none);
        ASSERT_EQ(desk.game.restore_move(move_from_text(desk.game.record().position(), "e2e4")), RecordError::none);
        desk.game.restore_result({Ending::resignation, Winner::white});
        desk.game.start(desk.now);
        EXPECT_EQ(desk.game.settings().rating, first_rating);
        for (int game = 0; game < 2; ++game) {
            desk.put(start_board, 3000);
            ASSERT_EQ(desk.game.state(), State::person_to_move);
            EXPECT_EQ(desk.game.settings().rating, first_rating + (rated == Rated::white ? rating_steps[0] : 0));
            ASSERT_EQ(desk.game.new_game(), Refusal::none);
        }
    }
}

TEST(AdaptiveLevel, OtherGamesDoNotCount) {
    const auto rating_after = [](Settings settings, auto play) {
        Adaptive desk{settings};
        play(desk);
        desk.begin_anew();
        return desk.rating();
    };
    const auto resign = [](Adaptive& desk) { ASSERT_EQ(desk.game.resign(Color::white), Refusal::none); };
    const Settings adaptive{.level = adaptive_level};
    EXPECT_EQ(
        rating_after(adaptive,
                     [](Adaptive& desk) { desk.make(move_from_text(desk.game.record().position(), "e2e4"), 1500); }),
        first_rating)
        << "not ended";
    EXPECT_EQ(rating_after({}, resign), first_rating) << "another level";
    EXPECT_EQ(rating_after({.level = adaptive_level, .black = Seat::person}, resign), first_rating) << "two persons";
    const auto elsewhere = [&](Adaptive& desk) {
        ASSERT_EQ(desk.game.set_game("7k/8/8/8/8/8/8/KQ6 w - - 0 1", {}), Refusal::none);
        resign(desk);
    };
    EXPECT_EQ(rating_after(adaptive, elsewhere), first_rating) << "another position";
    const auto hosted = [&](Adaptive& desk) {
        desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
        (void)desk.game.resign(Color::white, Who::holder);
        desk.game.release();
    };
    EXPECT_EQ(rating_after(adaptive, hosted), first_rating) << "a program's";
}

}  // namespace
}  // namespace stackmate::firmware::test

#include "firmware/engine/levels.hpp"

#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware {

namespace {

using test::legal_moves;
using test::position;
using test::Random;

constexpr std::uint32_t seeds = 400;

class Considered {
public:
    Considered(const Level& level, Position p, std::uint32_t seed)
        : moves_(considered_moves(level, p, seed, memory_)) {}
    [[nodiscard]] bool contains(Move m) const { return std::find(moves_.begin(), moves_.end(), m) != moves_.end(); }
    [[nodiscard]] std::span<const Move> moves() const { return moves_; }

private:
    Move memory_[max_candidates];
    std::span<const Move> moves_;
};

Level with_candidates(unsigned n) {
    Level level;
    level.candidates = static_cast<std::uint8_t>(10 * n);
    level.depth = 1;
    return level;
}

/// The lowest step of the scale, which considers one move or two.
Level weakest() {
    Level level;
    level.candidates = strength_steps[0].candidates;
    level.depth = strength_steps[0].depth;
    return level;
}

Move move(std::string_view from, std::string_view to) { return Move(test::square(from), test::square(to)); }

TEST(Levels, NamesAreAllDifferentAndShortEnoughForALine) {
    std::set<std::string_view> names;
    for (const Level& level : levels) {
        EXPECT_TRUE(names.insert(level.name).second) << level.name;
        EXPECT_LE(level.name.size(), 22u);
    }
}

TEST(Levels, AnIndexIsTheGroupsRankAndTheStepsFile) {
    EXPECT_EQ(levels[level_index(LevelKind::strength, 0)].name, "strength 1");
    EXPECT_EQ(levels[level_index(LevelKind::move_time, 7)].move_time_ms, 120'000u);
    EXPECT_EQ(levels[level_index(LevelKind::depth, 2)].depth, 3u);
    EXPECT_EQ(levels[level_index(LevelKind::clock, 1)].clock.increment_ms, 2'000u);
}

TEST(Levels, EveryGroupRisesFromStepToStep) {
    for (unsigned step = 1; step < levels_of_a_kind; ++step) {
        const auto rises = [&](LevelKind kind, auto figure) {
            return figure(levels[level_index(kind, step - 1)]) < figure(levels[level_index(kind, step)]);
        };
        EXPECT_TRUE(rises(LevelKind::move_time, [](const Level& level) { return level.move_time_ms; })) << step;
        EXPECT_TRUE(rises(LevelKind::depth, [](const Level& level) { return level.depth; })) << step;
        // What forty moves have, the increments and the second stage counted in.
        EXPECT_TRUE(rises(LevelKind::clock, [](const Level& level) {
            const TimeControl& c = level.clock;
            return c.start_ms + c.second_ms + 40 * c.increment_ms + c.stage_moves;
        })) << step;
        const Level& weaker = levels[step - 1];
        const Level& stronger = levels[step];
        EXPECT_LE(weaker.candidates, stronger.candidates == 0 ? 10 * max_candidates : stronger.candidates) << step;
        EXPECT_TRUE(weaker.candidates != stronger.candidates || weaker.depth != stronger.depth
                    || weaker.nodes != stronger.nodes)
            << step;
    }
}

TEST(Levels, LimitsOfAMoveAreTheLevelsOwnAndNoOther) {
    const auto limits = [](LevelKind kind, unsigned step) {
        return limits_for(levels[level_index(kind, step)], Color::white);
    };
    const Limits strength = limits(LevelKind::strength, 0);
    EXPECT_EQ(strength.depth, levels[0].depth);
    EXPECT_FALSE(strength.has_move_time || strength.clock[0] || strength.clock[1] || strength.infinite);
    const Limits five = limits(LevelKind::move_time, 2);
    EXPECT_TRUE(five.has_move_time);
    EXPECT_EQ(five.move_time_ms, 5'000u);
    EXPECT_EQ(five.depth, 0u);
    const Limits depth = limits(LevelKind::depth, 7);
    EXPECT_EQ(depth.depth, 8u);
    EXPECT_FALSE(depth.has_move_time);
}

TEST(Levels, LimitsOfAClockLevelAreWhatTheClocksShow) {
    const Level& blitz = levels[level_index(LevelKind::clock, 1)];
    ClockReading reading;
    reading.left_ms[0] = 61'000;
    reading.left_ms[1] = 7'000;
    reading.moves_made[0] = 50;
    const Limits limits = limits_for(blitz, Color::black, reading);
    EXPECT_TRUE(limits.clock[0] && limits.clock[1]);
    EXPECT_EQ(limits.time_ms[0], 61'000u);
    EXPECT_EQ(limits.time_ms[1], 7'000u);
    EXPECT_EQ(limits.increment_ms[1], 2'000u);
    EXPECT_EQ(limits.moves_to_go, 0u);
    EXPECT_FALSE(limits.has_move_time);
    EXPECT_LE(time_budget(limits, Color::black, 30).hard_ms, 7'000u);
}

TEST(Levels, AFirstStageIsCountedDownByTheMoversMovesAndThenOver) {
    const Level& tournament = levels[level_index(LevelKind::clock, 7)];
    ASSERT_EQ(tournament.clock.stage_moves, 40u);
    EXPECT_EQ(tournament.clock.start_ms, 90u * 60 * 1000);
    EXPECT_EQ(tournament.clock.second_ms, 30u * 60 * 1000);
    ClockReading reading;
    reading.left_ms[0] = reading.left_ms[1] = 60'000;
    reading.moves_made[0] = 39;
    reading.moves_made[1] = 12;
    EXPECT_EQ(limits_for(tournament, Color::white, reading).moves_to_go, 1u);
    EXPECT_EQ(limits_for(tournament, Color::black, reading).moves_to_go, 28u);
    reading.moves_made[0] = 40;
    EXPECT_EQ(limits_for(tournament, Color::white, reading).moves_to_go, 0u);
}

TEST(Levels, LimitsOfAnOwnClockAreThoseOfItsRule) {
    const Level& own = levels[own_clock_level];
    const ClockReading reading{{60'000, 50'000}, {}};
    const auto limits = [&](TimeRule rule) {
        return limits_for(own, Color::black, reading,
                          {TimeControl{.start_ms = 60'000}, {.start_ms = 60'000, .increment_ms = 5'000, .rule = rule}});
    };
    EXPECT_EQ(limits(TimeRule::increment).time_ms[0], 60'000u);
    EXPECT_EQ(limits(TimeRule::increment).increment_ms[0], 0u) << "White's is another";
    EXPECT_EQ(limits(TimeRule::bronstein).time_ms[1], 50'000u);
    EXPECT_EQ(limits(TimeRule::bronstein).increment_ms[1], 5'000u);
    EXPECT_EQ(limits(TimeRule::delay).time_ms[1], 55'000u) << "the delay comes first";
    EXPECT_EQ(limits(TimeRule::each_move).moves_to_go, 1u);
    EXPECT_LT(time_budget(limits(TimeRule::each_move), Color::black, 30).hard_ms, 50'000u);
    EXPECT_EQ(limits(TimeRule::hourglass).time_ms[1], 50'000u);
}

TEST(Levels, LimitsOfSomebodyElseAreHeldToTheLevelsAndNeverWidened) {
    Limits limits;
    limits.infinite = true;
    hold_to(limits, levels[0]);
    EXPECT_EQ(limits.depth, 1u);
    EXPECT_EQ(limits.nodes, 0u);
    EXPECT_TRUE(limits.infinite);
    const Level& strongest = levels[level_index(LevelKind::strength, 7)];
    limits = {};
    limits.depth = 3;
    limits.nodes = 100;
    hold_to(limits, strongest);
    EXPECT_EQ(limits.depth, 3u);
    EXPECT_EQ(limits.nodes, 100u);
    limits.nodes = 0;
    hold_to(limits, strongest);
    EXPECT_EQ(limits.nodes, strongest.nodes);
}

TEST(Levels, FullStrengthLooksAtAllMoves) {
    Position p;
    p.set_start();
    for (const Level& level : levels)
        EXPECT_EQ(Considered(level, p, 1).moves().empty(), level.candidates == 0) << level.name;
}

TEST(Levels, WhatIsLookedAtIsLegalDifferentAndAsMuchAsTheLevelSays) {
    Random random(11);
    for (int game = 0; game < 60; ++game) {
        Position p;
        p.set_start();
        for (int ply = 0; ply < 120 && p.any_legal_move(); ++ply) {
            const std::vector<Move> legal = legal_moves(p);
            for (const unsigned candidates : {1u, 3u, 24u}) {
                const Considered seen(with_candidates(candidates), p,
                                      static_cast<std::uint32_t>(random.below(1'000'000)));
                EXPECT_EQ(seen.moves().size(), std::min<std::size_t>(candidates, legal.size()));
                std::set<std::uint16_t> different;
                for (const Move m : seen.moves()) {
                    EXPECT_TRUE(is_legal(p, m));
                    different.insert(m.bits());
                }
                EXPECT_EQ(different.size(), seen.moves().size());
            }
            Undo undo;
            p.make(legal[random.below(legal.size())], undo);
        }
    }
}

TEST(Levels, TenthsOfACandidateAreOneMoreByLot) {
    Position p;
    p.set_start();
    Level level;
    level.candidates = 23;
    std::size_t sum = 0;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        const std::size_t size = Considered(level, p, seed).moves().size();
        EXPECT_TRUE(size == 2 || size == 3);
        sum += size;
    }
    EXPECT_NEAR(static_cast<double>(sum) / 1000, 2.3, 0.05);
}

TEST(Levels, WithoutALegalMoveThereIsNothingToLookAt) {
    EXPECT_TRUE(Considered(levels[0], position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 1).moves().empty());
}

TEST(Levels, TheSameGameAndPositionGiveTheSameMovesAnotherGameOthers) {
    Position p;
    p.set_start();
    std::set<std::uint16_t> first;
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        const Considered once(weakest(), p, seed);
        const Considered again(weakest(), p, seed);
        EXPECT_TRUE(std::equal(once.moves().begin(), once.moves().end(), again.moves().begin()));
        first.insert(once.moves()[0].bits());
    }
    EXPECT_EQ(first.size(), 20u) << "every move of the start position is seen in some game";
}

TEST(Levels, APositionThatComesAgainGetsAnotherLook) {
    const Position once = position("r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 9");
    const Position again = position("r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 4 11");
    unsigned different = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed)
        if (Considered(weakest(), once, seed).moves()[0] != Considered(weakest(), again, seed).moves()[0]) ++different;
    EXPECT_GT(different, seeds * 3 / 4);
}

TEST(Levels, MoreCandidatesSeeTheSameMovesAndOthers) {
    const Position p = position("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7");
    for (std::uint32_t seed = 0; seed < seeds; ++seed)
        for (unsigned fewer = 1; fewer < max_candidates; ++fewer) {
            const Considered few(with_candidates(fewer), p, seed);
            const Considered more(with_candidates(fewer + 1), p, seed);
            for (const Move m : few.moves()) EXPECT_TRUE(more.contains(m));
        }
}

TEST(Levels, LittleMemoryMeansFewerMovesTheMostNoticeableOnes) {
    Position p;
    p.set_start();
    const Considered eight(with_candidates(8), p, 5);
    Move memory[3];
    const std::span<const Move> three = considered_moves(with_candidates(8), p, 5, memory);
    ASSERT_EQ(three.size(), 3u);
    EXPECT_TRUE(std::equal(three.begin(), three.end(), eight.moves().begin()));
}

/// In how many of `seeds` games the weakest looks at the move.
unsigned times_seen(const Position& p, Move m) {
    unsigned times = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed)
        if (Considered(weakest(), p, seed).contains(m)) ++times;
    return times;
}

TEST(Levels, TheWeakestSeesAHangingQueenMoreOftenThanNotAndAPawnLessOften) {
    // Thirty legal moves and more; the queen, then a pawn, on d5 may be taken by the bishop on c4.
    const Position queen = position("rnb1kbnr/ppp1pppp/8/3q4/2B5/5N2/PPPPPPPP/RNBQK2R w KQkq - 0 4");
    const Position pawn = position("rnbqkbnr/ppp1pppp/8/3p4/2B5/5N2/PPPPPPPP/RNBQK2R w KQkq - 0 4");
    EXPECT_GT(times_seen(queen, move("c4", "d5")), seeds / 2);
    const unsigned pawn_seen = times_seen(pawn, move("c4", "d5"));
    EXPECT_LT(pawn_seen, seeds / 2);
    EXPECT_GT(pawn_seen, 2 * times_seen(pawn, move("c4", "f1"))) << "a step back";
}

TEST(Levels, ANewQueenIsSeenAndNothingLessInItsPlace) {
    const Position p = position("8/P6k/8/8/8/8/R5K1/8 w - - 0 1");
    EXPECT_GT(times_seen(p, Move(test::square("a7"), test::square("a8"), PieceType::queen)), seeds / 2);
    EXPECT_EQ(times_seen(p, Move(test::square("a7"), test::square("a8"), PieceType::rook)), 0u);
}

TEST(Levels, AChoiceOfTwoOrOfNoneIsNeverOverlooked) {
    const Position two = position("7k/8/8/8/8/8/1r6/K7 w - - 0 1");  // Kxb2 and nothing else
    const Position three = position("7k/8/8/8/8/8/8/K7 w - - 0 1");  // a2, b1, b2
    EXPECT_EQ(Considered(weakest(), two, 3).moves().size(), legal_moves(two).size());
    EXPECT_EQ(Considered(with_candidates(3), three, 3).moves().size(), 3u);
}

const StrengthStep& step_of(const Level& level) {
    return *std::find_if(strength_steps.begin(), strength_steps.end(), [&](const StrengthStep& step) {
        return step.candidates == level.candidates && step.depth == level.depth && step.nodes == level.nodes;
    });
}

TEST(Levels, AnEloIsItsStepOrAMixOfTheTwoAroundIt) {
    Position p;
    p.set_start();
    const auto mean = [&](unsigned elo) {
        double sum = 0;
        for (std::uint32_t seed = 0; seed < 4000; ++seed) sum += step_of(level_for_elo(elo, p, seed)).elo;
        return sum / 4000;
    };
    for (const StrengthStep& step : strength_steps) EXPECT_EQ(mean(step.elo), step.elo);
    for (unsigned elo = lowest_elo + 25; elo < strength_steps.back().elo; elo += 50)
        EXPECT_NEAR(mean(elo), elo, 8) << elo;
    EXPECT_EQ(mean(0), lowest_elo);
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        const unsigned between = (strength_steps[3].elo + strength_steps[4].elo) / 2u;
        const std::uint16_t chosen = step_of(level_for_elo(between, p, seed)).elo;
        EXPECT_TRUE(chosen == strength_steps[3].elo || chosen == strength_steps[4].elo);
    }
}

TEST(Levels, AboveTheStepsAnEloIsANumberOfNodesThatRisesToItsDoubles) {
    Position p;
    p.set_start();
    const auto nodes = [&](unsigned elo) {
        const Level level = level_for_elo(elo, p, 1);
        EXPECT_TRUE(level.candidates == 0 && level.depth == 0) << elo;
        return level.nodes;
    };
    std::uint32_t doubled = strength_steps.back().nodes;
    for (std::size_t i = 0; i < doubled_elo.size(); ++i, doubled *= 2) {
        EXPECT_EQ(nodes(doubled_elo[i]), doubled);
        if (i != 0) {
            EXPECT_NEAR(nodes((doubled_elo[i - 1] + doubled_elo[i]) / 2u), doubled * 0.75, doubled * 0.01);
        }
    }
    for (unsigned elo = strength_steps.back().elo + 1u; elo <= doubled_elo.back(); ++elo)
        EXPECT_GT(nodes(elo), nodes(elo - 1));
    EXPECT_EQ(nodes(4000), nodes(doubled_elo.back()));
}

struct OfThatSpeed {
    static constexpr std::size_t ram_bytes = 65536;
};
struct Slow : OfThatSpeed {
    static constexpr std::uint32_t nodes_a_second = 799;
};
struct Faster : OfThatSpeed {
    static constexpr std::uint32_t nodes_a_second = 1600;
};
struct Fastest : OfThatSpeed {
    static constexpr std::uint32_t nodes_a_second = 100'000'000;
};
struct Desktop {
    static constexpr std::size_t ram_bytes = 0;
};

TEST(Levels, AChipsScaleEndsWithWhatItSearchesInTenSecondsADesktopsWithTheTable) {
    static_assert(highest_elo<OfThatSpeed> == doubled_elo[0] && highest_elo<Slow> == doubled_elo[0]);
    static_assert(highest_elo<Faster> == doubled_elo[2]);
    static_assert(highest_elo<Fastest> == doubled_elo.back() && highest_elo<Desktop> == doubled_elo.back());
}

TEST(Levels, EveryLevelsSearchEndsWithOneOfTheMovesItLookedAt) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<Full>>(stop);
    for (const Level& level : levels) {
        if (level.kind != LevelKind::strength && level.kind != LevelKind::depth) continue;
        engine->new_game();
        const Considered seen(level, engine->position(), 9);
        engine->go(limits_for(level, Color::white), seen.moves(), 0);
        EngineEvent event = EngineEvent::none;
        for (int slices = 0; slices < 100'000 && event != EngineEvent::finished; ++slices) event = engine->run(64, 0);
        ASSERT_EQ(event, EngineEvent::finished) << level.name;
        EXPECT_TRUE(seen.moves().empty() || seen.contains(engine->best_move())) << level.name;
        EXPECT_TRUE(is_legal(engine->position(), engine->best_move())) << level.name;
    }
}

}  // namespace

}  // namespace stackmate::firmware

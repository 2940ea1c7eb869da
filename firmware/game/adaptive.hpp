// The level that follows the person. Each game against it moves the person's rating, and the engine plays with that one.
//
// A win says that the rating is too low, a loss that it is too high. The step is large at first and smaller with each game,
// as in a stochastic approximation (H. Robbins, S. Monro, 1951), and then stays large enough to follow a person who
// learns. How many games it takes is measured in docs/LEVELS.md.
#pragma once

#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace stackmate::firmware {

/// By which a game that is won or lost moves the rating, in tens of Elo: after so many others.
inline constexpr std::array<std::uint8_t, settled_games + 1> rating_steps{30, 22, 17, 13, 10, 7, 6, 5};

/// The settings after a rated game of the person with that colour. A draw counts as a game, and leaves the rating.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr Settings after_game(Settings s, [[maybe_unused]] Color person,
                                                                      [[maybe_unused]] Winner winner) {
#if STACKMATE_EXERCISES
    const int points = winner == Winner::nobody ? 0 : winner == winner_of(person) ? 1 : -1;
    s.rating = static_cast<std::uint8_t>(
        std::clamp<int>(s.rating + points * rating_steps[s.rated_games], lowest_rating, highest_rating));
    if (s.rated_games != settled_games) ++s.rated_games;
#endif
    return s;
}

#if STACKMATE_EXERCISES
/// What a game is to say of the rating. Its end counts when the next game begins, also if the sides have changed by then.
class RatedGame {
public:
    /// Whether a session has the sides: such a game does not count.
    void note_session(bool has_sides) { hosted_ = has_sides; }
    [[nodiscard]] bool is_open() const { return !hosted_ && !ended_; }
    [[gnu::noinline, gnu::cold]] void end(Color person, Winner winner) {
        person_ = person;
        winner_ = winner;
        ended_ = true;
    }
    void forget_end() { ended_ = false; }
    [[gnu::noinline, gnu::cold]] void count_in(Settings& settings) {
        if (ended_) settings = after_game(settings, person_, winner_);
        ended_ = false;
    }

private:
    Color person_ = Color::white;
    Winner winner_ = Winner::nobody;
    bool ended_ = false;
    bool hosted_ = false;
};

/// How the engine plays in `p` at that level: the adaptive one against a person with that rating.
[[nodiscard, gnu::noinline, gnu::cold]] inline Level level_of(std::uint8_t level, const Settings& s,
                                                              const Position& p) {
    Level played = levels[level];
    if (level == adaptive_level) {
        const Level found = level_for_elo(s.rating * 10u, p, 0);
        played.candidates = found.candidates;
        played.depth = found.depth;
        played.nodes = found.nodes;
    }
    return played;
}
#else
struct RatedGame {
    void note_session(bool) {}
    [[nodiscard]] bool is_open() const { return false; }
    void end(Color, Winner) {}
    void forget_end() {}
    void count_in(Settings&) {}
};
[[nodiscard]] inline const Level& level_of(std::uint8_t level, const Settings&, const Position&) {
    return levels[level];
}
#endif

}  // namespace stackmate::firmware

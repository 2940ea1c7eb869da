// The level that follows the person. Each game against it moves the person's rating, and the engine plays with that one.
//
// A win says that the rating is too low, a loss that it is too high. The step is large at first and smaller with each game,
// as in a stochastic approximation (H. Robbins, S. Monro, 1951), and then stays large enough to follow a person who
// learns. How many games it takes is measured in docs/LEVELS.md.
#pragma once

#include "firmware/game/settings.hpp"
#include "firmware/game/terms.hpp"
#include "firmware/game/types.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace stackmate::firmware {

/// By which a game that is won or lost moves the rating, in tens of Elo: after so many others.
inline constexpr std::array<std::uint8_t, settled_games + 1> rating_steps{30, 22, 17, 13, 10, 7, 6, 5};

#if STACKMATE_EXERCISES
/// The settings after a game that was left. A draw counts as a game, and leaves the rating.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr Settings after_game(Settings s, Rated rated) {
    if (rated < Rated::won) return s;
    const int points = rated == Rated::won ? 1 : rated == Rated::drawn ? 0 : -1;
    s.rating = static_cast<std::uint8_t>(
        std::clamp<int>(s.rating + points * rating_steps[s.rated_games], lowest_rating, highest_rating));
    if (s.rated_games != settled_games) ++s.rated_games;
    return s;
}

/// Whether the game that begins is to tell how strong the person is, who is one of the two: with all men, the pawns
/// at home, against the engine as strong as the person.
[[nodiscard, gnu::noinline, gnu::cold]] inline Rated rated_for(const Terms& terms, const Position& start) {
    bool as_usual = start.pieces() == 32 && start.fullmove() == 1;
    for (unsigned file = 0; file < 8; ++file)
        as_usual = as_usual && start.type_at(make_square(file, 1)) == PieceType::pawn
                   && start.type_at(make_square(file, 6)) == PieceType::pawn;
    if (terms.level != adaptive_level || terms.white == terms.black || !as_usual) return Rated::no;
    return terms.white == Seat::person ? Rated::white : Rated::black;
}
/// Of a game that is left with this result: it counts when the next one begins. Until it was left its end could be taken
/// back.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr Rated rated_after(Rated rated, GameResult result) {
    if (rated != Rated::white && rated != Rated::black) return rated;
    if (result.ending == Ending::none || result.ending == Ending::abandoned || result.ending == Ending::record_full)
        return Rated::no;
    return result.winner == Winner::nobody                               ? Rated::drawn
           : (result.winner == Winner::white) == (rated == Rated::white) ? Rated::won
                                                                         : Rated::lost;
}
#endif

/// The terms of a game in which no half move has been made: rated or not as they are now. `claimed`: a session has the sides.
[[nodiscard, gnu::noinline, gnu::cold]] inline Terms terms_at_start(Terms terms, [[maybe_unused]] bool claimed,
                                                                    [[maybe_unused]] const Position& start) {
#if STACKMATE_EXERCISES
    terms.rated = claimed || terms.exercise != 0 ? Rated::no : rated_for(terms, start);
#endif
    return terms;
}
/// The terms of a game that begins in `start`. `exercise`: an index into `exercise_names`, 0: none; the side to move is then
/// a person's, and the engine plays the other at `exercise_level`.
[[nodiscard, gnu::noinline, gnu::cold]] inline Terms first_terms(const Settings& settings,
                                                                 [[maybe_unused]] std::uint8_t exercise, bool claimed,
                                                                 const Position& start) {
    Terms terms = as_chosen({}, settings);
#if STACKMATE_EXERCISES
    terms.exercise = exercise;
    if (exercise != 0) {
        terms.level = exercise_level;
        terms.white = start.side() == Color::white ? Seat::person : Seat::engine;
        terms.black = start.side() == Color::white ? Seat::engine : Seat::person;
    }
#endif
    return terms_at_start(terms, claimed, start);
}
/// The terms after a game that is left with this result.
[[nodiscard, gnu::cold]] constexpr Terms left_terms(Terms terms, [[maybe_unused]] GameResult result) {
#if STACKMATE_EXERCISES
    terms.rated = rated_after(terms.rated, result);
    terms.exercise = 0;
#endif
    return terms;
}
/// The settings after a game with these terms and this result: the rating has moved, if it was to.
[[nodiscard, gnu::cold]] constexpr Settings counted(Settings settings, [[maybe_unused]] const Terms& terms,
                                                    [[maybe_unused]] GameResult result) {
#if STACKMATE_EXERCISES
    return after_game(settings, rated_after(terms.rated, result));
#else
    return settings;
#endif
}
/// Whether the person has said another rating, which is sought anew.
[[nodiscard]] constexpr bool says_rating([[maybe_unused]] const Settings& before,
                                         [[maybe_unused]] const Settings& after) {
#if STACKMATE_EXERCISES
    return before.rating != after.rating;
#else
    return false;
#endif
}

#if STACKMATE_EXERCISES

/// How the engine plays in `p` at that level: the adaptive one against a person with that rating.
[[nodiscard, gnu::noinline, gnu::cold]] inline Level level_of(std::uint8_t level, const Settings& s,
                                                              const Position& p) {
    Level played = levels[level];
    if (level == adaptive_level) {
        const Level found = level_for_elo(s.rating * 10u, p, 0);
        played.candidates = found.candidates;
        played.depth = found.depth;
        played.notices = found.notices;
        played.nodes = found.nodes;
    }
    return played;
}
#else
[[nodiscard]] inline const Level& level_of(std::uint8_t level, const Settings&, const Position&) {
    return levels[level];
}
#endif

}  // namespace stackmate::firmware

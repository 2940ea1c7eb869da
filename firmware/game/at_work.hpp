// What runs in a state: the engine, the clock, the tracker of the pieces. It is a table beside the table of events
// (firmware/game/states.hpp). After every event what runs is compared with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "firmware/game/states.hpp"

namespace stackmate::firmware {

struct AtWork {
    enum class Engine : std::uint8_t {
        rests,
        watches,  ///< for the coach or the review
        moves,
        advises,
        analyses,
        goes_on,  ///< if it is searching for its move it may continue; nothing begins
    };
    enum class Clock : std::uint8_t {
        rests,
        persons,
        engines,
        goes_on,  ///< that of the side to move, as if no menu, question or test were open
    };
    /// Which moves of the pieces count.
    enum class Moves : std::uint8_t {
        none,
        all,
        waiting,    ///< only the one that waits to be made
        as_before,  ///< as in the previous state
    };

    states::State state;
    Engine engine : 3;
    Clock clock : 2;
    Moves moves : 2;
};

/// In the order of the states.
inline constexpr auto at_work_rows = [] {
    using S = states::State;
    using E = AtWork::Engine;
    using C = AtWork::Clock;
    using M = AtWork::Moves;
    return std::array<AtWork, states::state_count>{{
        {S::setup, E::rests, C::rests, M::none},
        {S::comparing, E::rests, C::rests, M::none},
        {S::resume_offer, E::rests, C::rests, M::none},
        {S::restoring, E::rests, C::rests, M::none},
        {S::person_to_move, E::watches, C::persons, M::all},
        {S::promotion_choice, E::rests, C::persons, M::as_before},
        {S::engine_thinking, E::moves, C::engines, M::none},
        {S::move_to_make, E::rests, C::rests, M::waiting},
        {S::remote_to_move, E::rests, C::rests, M::none},
        {S::correcting, E::rests, C::persons, M::as_before},
        {S::unfinished, E::rests, C::persons, M::as_before},
        {S::hint, E::advises, C::persons, M::all},
        {S::analysis, E::analyses, C::rests, M::all},
        {S::paused, E::rests, C::rests, M::none},
        {S::menu, E::goes_on, C::goes_on, M::none},
        {S::exercises, E::goes_on, C::goes_on, M::none},
        {S::question, E::goes_on, C::goes_on, M::none},
        {S::position_set_up, E::rests, C::rests, M::none},
        {S::sensor_test, E::goes_on, C::goes_on, M::none},
        {S::led_test, E::goes_on, C::goes_on, M::none},
        {S::button_test, E::goes_on, C::goes_on, M::none},
        {S::store_test, E::goes_on, C::goes_on, M::none},
        {S::game_over, E::rests, C::rests, M::none},
#if STACKMATE_EXERCISES
        {S::review, E::watches, C::rests, M::none},
#endif
    }};
}();
static_assert(sizeof(AtWork) == 2);
static_assert(
    [] {
        for (std::size_t i = 0; i < at_work_rows.size(); ++i) {
            if (static_cast<std::size_t>(at_work_rows[i].state) != i) {
                return false;
            }
        }
        return true;
    }(),
    "a row for each state, in their order");

/// `state` must not be `required`.
[[nodiscard]] constexpr const AtWork& at_work(states::State state) noexcept {
    return at_work_rows[static_cast<std::size_t>(state)];
}

/// What the clock of a state depends on besides the state.
struct ClockFacts {
    bool persons_time = false;  ///< a person's clock has started in this game
    bool move_waits = false;    ///< a move waits to be made for somebody else: the time of its player has ended
    bool engine_moves = false;  ///< the engine is searching for its move
    bool engine_away = false;   ///< somebody else uses the engine
    bool persons_turn = false;  ///< without the menu, the question or the test, a person would be to move
};
/// Whether the time of the side to move runs.
[[nodiscard]] constexpr bool time_runs_in(states::State state, ClockFacts facts) noexcept {
    switch (at_work(state).clock) {
    case AtWork::Clock::rests: break;
    case AtWork::Clock::persons: return facts.persons_time && !facts.move_waits;
    case AtWork::Clock::engines: return !facts.engine_away;
    case AtWork::Clock::goes_on:
        return facts.persons_turn ? facts.persons_time : facts.engine_moves && !facts.engine_away;
    }
    return false;
}

}  // namespace stackmate::firmware

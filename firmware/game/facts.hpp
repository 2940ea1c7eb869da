// The state that the game itself requires: a table beside the table of events (firmware/game/states.hpp). A row of that
// table that leads to `required` leads to the state found here.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/game/states.hpp"

namespace stackmate::firmware {

/// What can be true of the game.
enum class Fact : std::uint8_t {
    setting_up,  ///< a position is being set up
    no_game,
    over,
    found,    ///< it is a saved one, and the pieces have not been compared with it yet
    offered,  ///< it is a saved one, and nobody has said yet whether it continues
    paused,
    not_matched,  ///< the board has not shown the position since that was set
    analysis,
    move_waits,    ///< a move of the engine or the PC is to be made on the board
    person_moves,  ///< the side to move is a person's; the next two likewise
    engine_moves,
    remote_moves,
};
inline constexpr unsigned fact_count = 12;

/// One bit for each fact.
using Facts = std::uint16_t;
constexpr Facts bit_of(Fact fact) { return static_cast<Facts>(1u << static_cast<unsigned>(fact)); }

struct FactRow {
    Fact fact;
    states::State state;
};

/// The first row whose fact is true counts.
inline constexpr auto fact_rows = std::to_array<FactRow>({
    {Fact::setting_up, states::State::position_set_up},
    {Fact::no_game, states::State::setup},
    {Fact::over, states::State::game_over},
    {Fact::found, states::State::comparing},
    {Fact::offered, states::State::resume_offer},
    {Fact::paused, states::State::paused},
    {Fact::not_matched, states::State::restoring},
    {Fact::analysis, states::State::analysis},
    {Fact::move_waits, states::State::move_to_make},
    {Fact::person_moves, states::State::person_to_move},
    {Fact::engine_moves, states::State::engine_thinking},
    {Fact::remote_moves, states::State::remote_to_move},
});

/// One of the last three facts must be true.
constexpr states::State state_of(Facts facts) {
    for (const FactRow& row : fact_rows) {
        if ((facts & bit_of(row.fact)) != 0) {
            return row.state;
        }
    }
    return states::State::person_to_move;
}

}  // namespace stackmate::firmware

// Which state the game asks for: a table beside that of the events (firmware/game/states.hpp). A row of events that leads to
// `turn` leads to what this one says.
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
    found,    ///< it is a saved one, and the pieces have not been looked at yet
    offered,  ///< it is a saved one, and nobody has said yet what is to become of it
    paused,
    not_matched,  ///< the board has not shown its position since that was set
    analysis,
    move_waits,    ///< a move of the engine's or the PC's is to be made on the board
    person_moves,  ///< a person has the side to move; the same for the next two
    engine_moves,
    remote_moves,
};
inline constexpr unsigned fact_count = 12;

/// A bit for each.
using Facts = std::uint16_t;
constexpr Facts bit_of(Fact fact) { return static_cast<Facts>(1u << static_cast<unsigned>(fact)); }

struct StandingRow {
    Fact fact;
    states::State state;
};

/// The first row whose fact is true counts.
inline constexpr auto standing_rows = std::to_array<StandingRow>({
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

/// One of the last three facts is always true.
constexpr states::State standing(Facts facts) {
    for (const StandingRow& row : standing_rows) {
        if ((facts & bit_of(row.fact)) != 0) {
            return row.state;
        }
    }
    return states::State::person_to_move;
}

}  // namespace stackmate::firmware

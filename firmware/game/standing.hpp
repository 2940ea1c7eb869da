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
    offered,  ///< it is a saved one, and nobody has said yet what is to become of it
    paused,
    not_matched,  ///< the board has not shown its position since that was set
    analysis,
    move_waits,    ///< a move of the engine's or the PC's is to be made on the board
    person_moves,  ///< a person has the side to move; the same for the next two
    engine_moves,
    remote_moves,
};
inline constexpr unsigned fact_count = 11;

/// A bit for each.
using Facts = std::uint16_t;
constexpr Facts bit_of(Fact fact) { return static_cast<Facts>(1u << static_cast<unsigned>(fact)); }

struct StandingRow {
    Fact fact;
    BoardState state;
};

/// The first row whose fact is true counts.
inline constexpr auto standing_rows = std::to_array<StandingRow>({
    {Fact::setting_up, BoardState::position_set_up},
    {Fact::no_game, BoardState::setup},
    {Fact::over, BoardState::game_over},
    {Fact::offered, BoardState::resume_offer},
    {Fact::paused, BoardState::paused},
    {Fact::not_matched, BoardState::restoring},
    {Fact::analysis, BoardState::analysis},
    {Fact::move_waits, BoardState::move_to_make},
    {Fact::person_moves, BoardState::person_to_move},
    {Fact::engine_moves, BoardState::engine_thinking},
    {Fact::remote_moves, BoardState::remote_to_move},
});

/// One of the last three facts is always true.
constexpr BoardState standing(Facts facts) {
    for (const StandingRow& row : standing_rows) {
        if ((facts & bit_of(row.fact)) != 0) {
            return row.state;
        }
    }
    return BoardState::person_to_move;
}

}  // namespace stackmate::firmware

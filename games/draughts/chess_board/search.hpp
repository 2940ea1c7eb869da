// The search of checkers on a chess board: small enough for the memory of the chess search. Compiled separately in
// search.cpp, like the chess engine (firmware/engine/instance.hpp).
#pragma once

#include "games/draughts/engine.hpp"
#include "games/draughts/versions.hpp"

namespace stackmate::draughts::chess_board {

template <Rules R>
struct BoardVersion : draughts::Player<R> {
    using Picker = draughts::ArenaPicker<R, 256>;
    static constexpr int max_ply = 48;
};

using BoardSearch = draughts::Engine<English, BoardVersion<English>>;

}  // namespace stackmate::draughts::chess_board

extern template class stackmate::draughts::Engine<
    stackmate::draughts::English, stackmate::draughts::chess_board::BoardVersion<stackmate::draughts::English>>;

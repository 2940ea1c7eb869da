// Positions and moves as text.
#pragma once

#include "core/notation/move_text.hpp"

#include <string>

namespace stackmate::duel {

inline std::string text_of(Move m) {
    char text[max_move_length];
    return {text, write_move(text, m)};
}

inline std::string fen_of(const Position& p) {
    char text[max_fen_length];
    return std::string(text, p.fen(text));
}

}  // namespace stackmate::duel

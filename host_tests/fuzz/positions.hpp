// What the targets ask of positions.
#pragma once

#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/fuzz/target.hpp"

namespace stackmate::fuzz {

using stackmate::test::fen_of;
using stackmate::test::legal_moves;

/// Moves that lead from `start` one to the next, each legal where it is made.
inline void hold_legal(Position start, std::span<const Move> moves) {
    for (const Move m : moves) {
        hold(is_legal(start, m), "every move of a game is legal", [&] { return fen_of(start); });
        Undo undo;
        start.make(m, undo);
    }
}

/// A position that was accepted, or came by a move from one that was: it writes and reads back as itself.
inline void hold_whole(const Position& p, CastlingRules rules = CastlingRules::standard) {
    char text[max_fen_length + 32];
    const std::string_view written{text, p.fen(text)};
    hold(written.size() <= max_fen_length, "a FEN has its longest length", written);
    hold(p.consistent(), "lists and keys agree with the squares", written);
    if (p.halfmove() > 150 || p.fullmove() > 9999) {
        return;  // further than a game goes: not read again
    }
    Position again;
    hold(again.set_fen(written, rules) == FenError::none, "a FEN that was written is accepted", written);
    hold(again == p, "it is the same position", written);
    hold(again.key() == p.key() && again.pawn_key() == p.pawn_key(), "with the same keys", written);
    char twice[max_fen_length + 32];
    hold(written == std::string_view{twice, again.fen(twice)}, "it writes the same FEN", written);
}

}  // namespace stackmate::fuzz

// Moves as people write them: standard algebraic notation, Nbd7, exd6, e8=Q+, O-O.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate {

/// Longest text `write_san` writes: Qa1xb2# or bxa8=Q#.
inline constexpr std::size_t max_san_length = 7;

/// Appends a legal move, with the least that tells it from the other legal moves, and + or # as it deserves.
/// At most `max_san_length` characters, without a terminating zero; no move is written "--". Returns the new
/// end. Takes 272 bytes of stack for a position to look for check and mate in.
char* write_san(char* out, const Position& p, Move m);

/// Why a move was not understood or is refused.
enum class [[nodiscard]] SanError : std::uint8_t {
    none,
    not_understood,
    no_such_move,
    ambiguous,
    leaves_king_in_check,
    nothing_to_capture,
    missing_promotion,
    not_a_promotion,
    castling_right_lost,
    castling_blocked,
    castling_through_check,
    // A new one comes here, at the end: the C interface counts in the same order.
};
/// A sentence without a full stop, for the one who typed the move.
std::string_view to_text(SanError error);

/// `move` is legal, or none together with an error.
struct [[nodiscard]] SanResult {
    Move move;
    SanError error = SanError::none;
};

/// Takes what `write_san` writes and what people type: more squares than needed (Ng1-f3, Qh4xe1), a capture
/// without its x (ed5), e8Q, e8=q, e8(Q), 0-0, o-o-o, a trailing e.p., !, ?, +, # (none of which is held
/// against the position); n r q k for the piece as well, but not b, which is a file. Files in either case.
/// Spaces around are skipped.
SanResult parse_san(const Position& p, std::string_view text);

/// Either form: coordinates (e2e4, e7e8q, e1g1), or else what `parse_san` takes.
SanResult parse_move(const Position& p, std::string_view text);

}  // namespace stackmate

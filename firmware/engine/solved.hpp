// The endings of three and four men, solved (endings/probe.hpp), in images that have room for them: STACKMATE_BOARD_ENDINGS in
// chip.cmake. Like the book, they are as whole as the rest of the image.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#ifndef STACKMATE_ENDINGS
#define STACKMATE_ENDINGS 0
#endif

#ifndef STACKMATE_DISTANCES
#define STACKMATE_DISTANCES 0
#endif

#if STACKMATE_ENDINGS
#include "endings/embedded.hpp"
#include "endings/probe.hpp"
#endif
#if STACKMATE_DISTANCES
#include "endings/distances.hpp"
#endif

namespace stackmate::firmware {

inline constexpr bool has_endings = STACKMATE_ENDINGS != 0;
/// Also in how many moves some of them are won: STACKMATE_BOARD_DISTANCES, which needs the endings.
inline constexpr bool has_distances = has_endings && STACKMATE_DISTANCES != 0;

/// Does the engine with this configuration ask for them? It takes the moves to choose from, however many keep the result.
template <class Config>
concept OffersEndings = has_endings && Config::max_search_moves >= 218;

/// What a position is worth to the side to move, whatever the halfmove clock says.
enum class Solved : std::uint8_t { lost, drawn, won, unknown };

#if STACKMATE_ENDINGS

/// `unknown` with more than four men, and where there is a right to castle. On an RP2040 up to a millisecond.
[[nodiscard, gnu::noinline, gnu::cold]] inline Solved solved(const Position& p) {
    if (p.pieces() > 4 || p.castling() != 0) return Solved::unknown;
    if (p.pieces() == 2) return Solved::drawn;
    return static_cast<Solved>(endings::Table(stackmate_endings_file).probe(p));
}

/// The legal moves that keep the result of a won or drawn position, written to `memory`: the argument `only` of Engine::go. Empty
/// if all do, if the position is lost or not solved, or if there are more than there is room for.
[[nodiscard, gnu::noinline, gnu::cold]] inline std::span<const Move> keeping_moves(const Position& position,
                                                                                   std::span<Move> memory) {
    const Solved result = solved(position);
    if (result == Solved::unknown || result == Solved::lost) return {};
    const Solved theirs = result == Solved::won ? Solved::lost : Solved::drawn;
    Position p = position;
    const Square checker = p.checker();
    Cursor cursor(checker);
    std::size_t size = 0;
    bool all = true;
    while (const Move m = cursor.next(p)) {
        if (!p.legal(m, checker)) continue;
        Undo undo;
        p.make(m, undo);
        const bool keeps = solved(p) == theirs;
        p.unmake(m, undo);
        all = all && keeps;
        if (!keeps) continue;
        if (size == memory.size()) return {};
        memory[size++] = m;
    }
    return all ? std::span<const Move>{} : memory.first(size);
}

#else

constexpr Solved solved(const Position&) { return Solved::unknown; }
constexpr std::span<const Move> keeping_moves(const Position&, std::span<Move>) { return {}; }

#endif

#if STACKMATE_DISTANCES

/// The moves that `winner` still needs to mate with best play of both, 0 if it has mated. -1: the position is not won for it, or
/// the ending is none of endings/distances.hpp. It asks the two files once, or once for each move of the king alone.
[[nodiscard, gnu::noinline, gnu::cold]] inline int moves_to_mate(const Position& p, Color winner) {
    if (solved(p) != (p.side() == winner ? Solved::won : Solved::lost)) return -1;
    return endings::Distances(stackmate_distances_file).moves(p);
}

#else

constexpr int moves_to_mate(const Position&, Color) { return -1; }

#endif

}  // namespace stackmate::firmware

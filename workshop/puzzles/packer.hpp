// Packs puzzles.
#pragma once

#include "puzzles/puzzles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stackmate::puzzles {

/// In the order in which `legal_move` counts them.
inline std::vector<Move> legal_moves(const Position& p) {
    std::vector<Move> moves;
    Cursor cursor(p.checker());
    while (const Move m = cursor.next(p))
        if (p.legal(m, cursor.checker())) moves.push_back(m);
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
    return moves;
}

inline Group group_of(const Puzzle& p) { return {p.rating, p.position.pieces(), p.length}; }

inline void append(std::vector<std::uint8_t>& bytes, const Puzzle& puzzle) {
    Position p = puzzle.position;
    const std::size_t at = bytes.size(), men_at = at + 8, moves_at = men_at + (p.pieces() + 1) / 2;
    bytes.resize(at + group_of(puzzle).bytes());
    unsigned man = 0;
    for (unsigned n = 0; n < 64; ++n) {
        const Square s = from_index64(n ^ 56u);
        if (p.empty(index(s))) continue;
        const unsigned code = index(p.at(s)) | (s == p.king(p.side()) ? 7u : 0u);
        bytes[at + n / 8] |= static_cast<std::uint8_t>(1u << n % 8);
        bytes[men_at + man / 2] |= static_cast<std::uint8_t>(code << man % 2 * 4);
        ++man;
    }
    Undo undo;
    for (unsigned i = 0; i < puzzle.length; ++i) {
        const std::vector<Move> legal = legal_moves(p);
        const auto found = std::find(legal.begin(), legal.end(), puzzle.moves[i]);
        bytes[moves_at + i] = static_cast<std::uint8_t>(found - legal.begin());
        p.make(puzzle.moves[i], undo);
    }
}

/// The file. At most 65,535 puzzles of a group.
inline std::vector<std::uint8_t> pack(std::vector<Puzzle> puzzles) {
    std::stable_sort(puzzles.begin(), puzzles.end(),
                     [](const Puzzle& a, const Puzzle& b) { return group_of(a).number() < group_of(b).number(); });
    std::vector<std::uint8_t> bytes(Table::header);
    for (const Puzzle& p : puzzles) {
        const std::size_t count_at = packed_file::head + 2 * group_of(p).number();
        if (++bytes[count_at] == 0) ++bytes[count_at + 1];
        append(bytes, p);
    }
    packed_file::finish(bytes.data(), Table::format, bytes.size());
    return bytes;
}

}  // namespace stackmate::puzzles

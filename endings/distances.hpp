// How many moves a won ending takes to mate, of some endings: reads the packed distances where they lie.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "endings/features.hpp"
#include "endings/material.hpp"
#include "endings/packed.hpp"
#include "endings/packed_file.hpp"
#include "endings/probe.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stackmate::endings {

/// The file of distances: its head (endings/packed_file.hpp), where each of `endings` begins (32 bits), then these. Each has the
/// bits of its `Parities` (32 bits), the bytes of its tree (16 bits), the tree, the `Parities`. Only positions with the
/// stronger side to move are packed.
///
/// A tree lies in preorder. An inner node is a question, a bound, and where the right child lies in the tree (16 bits); it is
/// for greater answers. A leaf is 128 and the least number of moves, then for it and each greater number 4 bits, the low ones
/// first: the length of its code, 0 if there is no such position. The codes are a canonical Huffman code; if the first length
/// is 0 there is only one number, and no code. The bits of a position's code are answers of the `Parities`.
class Distances {
public:
    static constexpr std::array<Material, 4> endings{{{PieceType::queen, PieceType::none, false},
                                                      {PieceType::rook, PieceType::none, false},
                                                      {PieceType::pawn, PieceType::none, false},
                                                      {PieceType::bishop, PieceType::bishop, false}}};
    static constexpr std::uint32_t format = 'S' | 'm' << 8 | 'D' << 16 | 1u << 24;
    static constexpr unsigned header = packed_file::head + 4 * endings.size(), ending_header = 6;
    static constexpr unsigned leaf = 128, code_bits = 16;  ///< codes are shorter

    constexpr explicit Distances(const std::uint8_t* data) : data_(data) {}

    /// Is that a file of this format, and as it was written?
    [[nodiscard]] static constexpr bool sound(const std::uint8_t* data) {
        return packed_file::sound(data, format, header);
    }

    /// The moves that the stronger side needs to mate with best play of both, 0 if it has mated; the position must be won for
    /// it. -1: not an ending of the file.
    [[nodiscard]] int moves(const Position& position) const {
        const Place place = place_of(position);
        const auto found =
            place.ending == ending_count ? endings.end() : std::ranges::find(endings, all_endings[place.ending]);
        if (found == endings.end()) return -1;
        const std::uint8_t* const data =
            data_ + packed_file::word(data_ + packed_file::head + 4 * (found - endings.begin()));
        if (place.side == Color::white) return static_cast<int>(number(data, place));
        // The king alone: it takes nothing, or the position would not be won.
        Position p = position;
        unsigned longest = 0;
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            if (!p.legal(m, checker)) continue;
            Undo undo;
            p.make(m, undo);
            longest = std::max(longest, number(data, place_of(p)));
            p.unmake(m, undo);
        }
        return static_cast<int>(longest);
    }

    /// The men as the tree is asked about them. They are `standard`; two bishops come in the order of their squares' colours, which
    /// saves a twentieth of the ending.
    static constexpr Men asked(const Material& m, Men men) {
        if (m.second == PieceType::bishop && ((men[2] ^ men[2] >> 3) & 1) != 0) std::swap(men[2], men[3]);
        return men;
    }

private:
    static unsigned number(const std::uint8_t* data, const Place& place) {
        const Material& m = all_endings[place.ending];
        const Men men = standard(m, place.men), seen = asked(m, men);
        const auto word16 = [](const std::uint8_t* at) { return at[0] | static_cast<unsigned>(at[1]) << 8; };
        const std::uint8_t* const tree = data + ending_header;
        const std::uint8_t* at = tree;
        for (Features features(m, seen); at[0] < leaf;)
            at = features.answer(question(place.ending, at[0])) > at[1] ? tree + word16(at + 2) : at + 4;
        const unsigned least = at[0] - leaf;
        ++at;
        const auto length_of = [at](unsigned i) { return at[i / 2] >> 4 * (i % 2) & 15u; };
        if (length_of(0) == 0) return least;
        const Parities bits(tree + word16(data + 4), packed_file::word(data));
        const auto key = static_cast<std::uint32_t>(number_of(m, men)) * code_bits;
        for (unsigned length = 1, code = 0, next = 0;; ++length, next *= 2) {
            code = 2 * code + (bits(key + length) ? 1 : 0);
            for (unsigned i = 0, sum = 0; sum < 1u << code_bits; ++i) {
                if (length_of(i) == 0) continue;
                sum += 1u << (code_bits - length_of(i));
                if (length_of(i) != length) continue;
                if (code == next) return least + i;
                ++next;
            }
        }
    }

    const std::uint8_t* data_;
};

}  // namespace stackmate::endings

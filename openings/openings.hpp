// The names of openings, by position: reads the packed file where it lies. No heap, no recursion.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/notation/move_text.hpp"
#include "core/notation/text.hpp"
#include "endings/packed_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::openings {

/// Longest family and variation together.
inline constexpr std::size_t longest_names = 72;

/// "C65", "Ruy Lopez", "Berlin Defence". No family: no name is known. The variation may be empty.
struct Opening {
    std::array<char, 3> eco{};
    std::string_view family{};
    std::string_view variation{};

    constexpr explicit operator bool() const { return !family.empty(); }
};

/// Longest text that `write` appends.
inline constexpr std::size_t longest_text = 4 + longest_names + 2;

/// Appends "C65 Ruy Lopez: Berlin Defence", without a terminating zero; returns the new end.
constexpr char* write(char* out, const Opening& opening) {
    out = write_text(out, {opening.eco.data(), opening.eco.size()});
    *out++ = ' ';
    out = write_text(out, opening.family);
    return opening.variation.empty() ? out : write_text(write_text(out, ": "), opening.variation);
}

/// The file, after its head (endings/packed_file.hpp), numbers from the lowest byte: how many positions (16 bits), how many families,
/// the half moves of the longest line (8 bits each). Then the positions in the order of their keys, eight bytes each: the key's
/// higher half; the ECO code, 0 to 499, in the lower 9 bits of 16, the family above; where the variation's text is (16 bits).
/// Then where each family's text is (16 bits). Then the texts, a byte for the length before each; the first one is empty.
class Table {
public:
    static constexpr std::uint32_t format = 'S' | 'm' << 8 | 'O' << 16 | 1u << 24;
    static constexpr std::size_t header = packed_file::head + 4, entry = 8;
    static constexpr unsigned codes = 500, eco_bits = 9, most_families = 1u << (16 - eco_bits);

    constexpr explicit Table(const std::uint8_t* data) : data_(data) {}

    [[nodiscard]] constexpr unsigned count() const { return half_word(data_ + packed_file::head); }
    /// Half moves; a position that comes later has no name.
    [[nodiscard]] constexpr unsigned longest() const { return data_[packed_file::head + 3]; }

    static constexpr std::uint32_t key_bits(Key key) { return static_cast<std::uint32_t>(key >> 32); }

    /// The position's own name. It has none where Chess960's castling is legal.
    [[nodiscard]] Opening at(const Position& p) const {
        if (p.castles_as_chess960()) return {};
        const std::uint32_t key = key_bits(p.key());
        unsigned first = 0, end = count();
        while (first < end) {
            const unsigned middle = (first + end) / 2;
            const std::uint8_t* const here = data_ + header + entry * middle;
            if (packed_file::word(here) == key) return opening(here);
            packed_file::word(here) < key ? first = middle + 1 : end = middle;
        }
        return {};
    }

    /// The name of the last position of a game that has one; none of a game with another start. `move_at(ply)` is the move that is
    /// number `ply`, from 0, and none behind the last.
    template <class MoveAt>
    [[nodiscard]] Opening of_game(const Position& start, MoveAt move_at) const {
        Opening last;
        Position p;
        p.set_start();
        if (p.key() != start.key() || start.castles_as_chess960()) return last;
        for (unsigned ply = 0; ply < longest(); ++ply) {
            const Move m = move_at(ply);
            if (!m || !is_legal(p, m)) break;
            Undo undo;
            p.make(m, undo);
            if (const Opening here = at(p)) last = here;
        }
        return last;
    }

private:
    static constexpr unsigned half_word(const std::uint8_t* at) { return at[0] | static_cast<unsigned>(at[1]) << 8; }

    [[nodiscard]] Opening opening(const std::uint8_t* here) const {
        const unsigned code = half_word(here + 4) & ((1u << eco_bits) - 1), family = half_word(here + 4) >> eco_bits;
        return {.eco = {static_cast<char>('A' + code / 100), static_cast<char>('0' + code / 10 % 10),
                        static_cast<char>('0' + code % 10)},
                .family = text(half_word(data_ + header + entry * count() + 2 * family)),
                .variation = text(half_word(here + 6))};
    }
    [[nodiscard]] std::string_view text(unsigned offset) const {
        const std::uint8_t* const texts = data_ + header + entry * count() + 2u * data_[packed_file::head + 2];
        return {reinterpret_cast<const char*>(texts + offset + 1), texts[offset]};
    }

    const std::uint8_t* data_;
};

}  // namespace stackmate::openings

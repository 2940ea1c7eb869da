// One ending with one side to move, packed: a tree of questions that is nearly always right, and which positions it gets wrong.
//
// For each leaf the positions that it gets wrong are an approximate set: so many bits of a hash agree with all of them, and by
// chance with some others (after Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970). One more bit tells
// the two apart. All these bits are solutions of linear equations, one for each bit that has to be so and none for the rest, so
// they take hardly more room than there are equations. Nothing is unpacked, so no memory is needed.
#pragma once

#include "core/engine/mix.hpp"
#include "endings/features.hpp"
#include "endings/material.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::endings {

/// Bits that hold the answers to keys. Each answer is the parity of those of 128 neighbouring bits that a hash selects.
class Parities {
public:
    static constexpr unsigned width = 128;
    struct Row {
        std::uint32_t start;
        std::array<std::uint32_t, 4> mask;  ///< bit 0 of the first is set
    };

    Parities() = default;
    /// `bits` + 128 bits lie there, from the lowest bit of each byte.
    Parities(const std::uint8_t* data, std::uint32_t bits) : data_(data), bits_(bits) {}

    static constexpr std::uint32_t bytes(std::uint32_t bits) { return bits == 0 ? 0 : (bits + width) / 8 + 2; }
    static constexpr Row row(std::uint32_t key, std::uint32_t bits) {
        Row row{};
        std::uint32_t h = mix(key + 0x9e3779b9u);
        row.start = static_cast<std::uint32_t>(std::uint64_t{h} * bits >> 32);
        for (auto& word : row.mask) word = h = mix(h + 0x9e3779b9u);
        row.mask[0] |= 1;
        return row;
    }
    [[nodiscard]] bool operator()(std::uint32_t key) const {
        const Row r = row(key, bits_);
        const std::uint8_t* at = data_ + r.start / 8;
        const unsigned shift = r.start % 8;
        std::uint32_t sum = 0;
        for (const std::uint32_t mask : r.mask) {
            const std::uint32_t low = at[0] | static_cast<std::uint32_t>(at[1]) << 8
                                      | static_cast<std::uint32_t>(at[2]) << 16
                                      | static_cast<std::uint32_t>(at[3]) << 24;
            const std::uint32_t here =
                shift == 0 ? low : low >> shift | static_cast<std::uint32_t>(at[4]) << (32 - shift);
            sum ^= here & mask;
            at += 4;
        }
        sum ^= sum >> 16;
        sum ^= sum >> 8;
        sum ^= sum >> 4;
        return (0x6996u >> (sum & 15u) & 1u) != 0;
    }

private:
    const std::uint8_t* data_ = nullptr;
    std::uint32_t bits_ = 0;
};

/// Results are counted 0 lost, 1 drawn, 2 won.
class Packed {
public:
    static constexpr unsigned inner = 3;  ///< a child that is no leaf
    static constexpr unsigned pure = 15;  ///< a leaf that is always right
    static constexpr unsigned header = 12;
    static constexpr std::uint32_t third_bit = 1u << 31;
    static constexpr unsigned group = 8;  ///< nodes between two counts of inner children

    /// Header: nodes (16 bits), what else a leaf's positions are (2 bits for each of the three results), 1 in a byte if some
    /// are the third (one more bit tells), bits of the two
    /// `Parities` (32 bits each). Then for each group the inner children before it (16 bits), nodes (16 bits: question, bound in
    /// 5 bits, children in 2 bits each), leaves (4 bits each), sets, tells.
    Packed(const std::uint8_t* data, unsigned ending) : data_(data), ending_(ending), m_(all_endings[ending]) {
        nodes_ = word16(data);
        const unsigned groups = (nodes_ + group - 1) / group;
        tree_ = data + header + 2 * groups;
        leaves_ = tree_ + 2 * nodes_;
        const std::uint8_t* sets = leaves_ + (nodes_ + 2) / 2;
        sets_ = Parities(sets, word32(data + 4));
        tells_ = Parities(sets + Parities::bytes(word32(data + 4)), word32(data + 8));
    }

    /// The result to the side to move: of `reflected` men of a legal position that no capture gives this result at least.
    [[nodiscard]] unsigned result(const Men& men) const {
        const auto key = static_cast<std::uint32_t>(number_of(m_, men));
        const auto [value, bits, leaf] = leaf_of(men);
        if (bits == pure) return value;
        for (unsigned bit = 0; bit < bits; ++bit)
            if (sets_(key * 16 + bit)) return value;
        if (!tells_(key)) return value;
        return data_[3] != 0 && tells_(key | third_bit) ? 3 - value - other(value) : other(value);
    }

    struct Leaf {
        unsigned value;
        unsigned bits;
        unsigned number;
    };
    [[nodiscard]] Leaf leaf_of(const Men& men) const {
        Features features(m_, men);
        unsigned node = 0;
        for (;;) {
            const unsigned word = word16(tree_ + 2 * node);
            const bool right = features.answer(question(ending_, word >> 9)) > (word >> 4 & 31u);
            unsigned inners = word16(data_ + header + 2 * (node / group));
            for (unsigned n = node - node % group; n < node; ++n)
                inners += inner_counts >> 2 * (tree_[2 * n] & 15u) & 3u;
            const unsigned left = word >> 2 & 3u;
            if (right && left == inner) ++inners;
            const unsigned child = right ? word & 3u : left;
            if (child == inner) {
                node = inners + 1;
                continue;
            }
            const unsigned number = 2 * node + (right ? 1 : 0) - inners;
            return {child, leaves_[number / 2] >> 4 * (number % 2) & 15u, number};
        }
    }

private:
    [[nodiscard]] unsigned other(unsigned value) const { return data_[2] >> 2 * value & 3u; }
    /// How many children of a node are inner ones, 2 bits for each value of the 4 bits that say what they are.
    static constexpr std::uint32_t inner_counts = [] {
        std::uint32_t counts = 0;
        for (unsigned n = 0; n < 16; ++n)
            counts |= ((n >> 2 == inner ? 1u : 0u) + ((n & 3u) == inner ? 1u : 0u)) << 2 * n;
        return counts;
    }();
    static unsigned word16(const std::uint8_t* at) { return at[0] | static_cast<unsigned>(at[1]) << 8; }
    static std::uint32_t word32(const std::uint8_t* at) { return word16(at) | std::uint32_t{word16(at + 2)} << 16; }

    const std::uint8_t* data_;
    unsigned ending_;
    const Material& m_;
    unsigned nodes_ = 0;
    const std::uint8_t* tree_ = nullptr;
    const std::uint8_t* leaves_ = nullptr;
    Parities sets_, tells_;
};

}  // namespace stackmate::endings

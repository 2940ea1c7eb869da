// The net: two accumulators, one for each side's view, through one hidden layer to a score for the side to move.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workshop/training/trainer/dataset.hpp"

namespace stackmate::training {

inline constexpr std::size_t feature_count = 768;
inline constexpr int clip = 127;  ///< where a neuron saturates, in units of its weights
inline constexpr unsigned max_hidden = 128;
inline constexpr unsigned max_king_buckets = 4;

struct Shape {
    unsigned hidden = 32;         ///< neurons a side
    bool squared = false;         ///< activation: the square of the clipped sum
    bool mirrored = false;        ///< a side whose king stands on files e to h sees left and right exchanged
    unsigned king_buckets = 1;    ///< 1 to 4; more than one needs `mirrored`
    unsigned output_buckets = 8;  ///< divides 32

    /// Neurons as the trainer stores them; those beyond `hidden` stay zero.
    unsigned width() const { return (hidden + 7) / 8 * 8; }
    std::size_t rows() const { return king_buckets * feature_count; }
    unsigned pieces_per_bucket() const { return 32 / output_buckets; }
    unsigned output_bucket(unsigned pieces) const { return (pieces - 1) / pieces_per_bucket(); }
    /// Output of a full neuron, in units of its weights.
    int full() const { return squared ? clip * clip : clip; }
};

/// Bucket of a king by its square, seen by its side and mirrored: the wing on the first two ranks, the d file there,
/// ranks 3 and 4, the rest. Fewer buckets join the last ones.
constexpr unsigned king_bucket(unsigned buckets, unsigned square) {
    const unsigned rank = square / 8;
    const unsigned file = square % 8 < 4 ? square % 8 : 7 - square % 8;
    if (buckets == 2) return rank < 2 ? 0 : 1;
    const unsigned place = rank < 2 ? (file < 3 ? 0 : 1) : rank < 4 ? 2 : 3;
    return std::min(place, buckets - 1);
}

/// Rows of the weights that are added up for one position, in both views.
struct Rows {
    std::array<std::uint16_t, 32> own;
    std::array<std::uint16_t, 32> foe;
    unsigned count;
};
void find_rows(const Packed& position, const Shape& shape, Rows& rows);

/// What training changes, as one vector: [rows][width] weights, [width] biases, [output bucket][own, foe][width]
/// output weights, [output bucket] output biases. A neuron is full at 1; the output is in logits.
struct Layout {
    explicit Layout(const Shape& shape)
        : bias(shape.rows() * shape.width()),
          out(bias + shape.width()),
          out_bias(out + std::size_t{2} * shape.width() * shape.output_buckets),
          size(out_bias + shape.output_buckets) {}
    std::size_t bias;
    std::size_t out;
    std::size_t out_bias;
    std::size_t size;
};

/// The net as it is written into the header.
struct Quantised {
    Shape shape;
    std::vector<std::int8_t> weights;  ///< [king bucket][feature][neuron]
    std::vector<std::int16_t> bias;
    std::vector<std::int8_t> out;  ///< [output bucket][2 * neuron], own half first
    std::vector<std::int32_t> out_bias;
    std::int32_t mul = 0;
    int shift = 0;

    /// Centipawns for the side to move: the reference for all other arithmetic.
    int evaluate(const Packed& position) const;
};

/// Output weights are rounded to multiples of 1 / scale; centipawns = logits * centipawns_per_logit. Throws
/// std::runtime_error when 32 bits could not hold a sum.
Quantised quantise(const Shape& shape, const std::vector<float>& net, double out_scale, double centipawns_per_logit);

/// The C++ header: struct `name` in namespace stackmate::nets; `head` are its first comment lines.
std::string to_header(const Quantised& net, const std::string& name, const std::vector<std::string>& head);

}  // namespace stackmate::training

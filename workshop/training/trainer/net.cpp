#include "workshop/training/trainer/net.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace stackmate::training {

namespace {

/// What makes a row of a square's index, for one side's view.
struct View {
    View(unsigned king, const Shape& shape) : flip(shape.mirrored && king % 8 >= 4 ? 7U : 0U) {
        base = shape.king_buckets > 1 ? king_bucket(shape.king_buckets, king ^ flip) * feature_count : 0;
    }
    unsigned flip;
    std::size_t base;

    std::uint16_t row(unsigned group, unsigned square) const {
        return static_cast<std::uint16_t>(base + group * 64 + (square ^ flip));
    }
};

/// Group of 64 rows by what Packed tells of a piece: the own ones come first.
constexpr std::array<std::uint8_t, 16> groups{0, 0, 1, 2, 3, 4, 5, 0, 0, 6, 7, 8, 9, 10, 11, 0};

template <class T>
T rounded(double value, double limit) {
    return static_cast<T>(std::lround(std::clamp(value, -limit, limit)));
}

/// The largest absolute value that the sum of all products and the bias can reach, bucket by bucket.
std::int64_t largest_sum(const Quantised& net) {
    const std::size_t n = std::size_t{2} * net.shape.hidden;
    std::int64_t largest = 0;
    for (std::size_t b = 0; b < net.shape.output_buckets; ++b) {
        std::int64_t highest = 0;
        std::int64_t lowest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t product = std::int64_t{net.out[b * n + i]} * net.shape.full();
            (product > 0 ? highest : lowest) += product;
        }
        // The sum is made from the bias on, in any order of the products.
        const std::int64_t bias = std::abs(std::int64_t{net.out_bias[b]});
        largest = std::max({largest, highest + bias, bias - lowest});
    }
    return largest;
}

/// Multiplier and shift that come nearest to the factor while sum * multiplier fits 32 bits.
void choose_factor(Quantised& net, double factor) {
    const std::int64_t largest = std::max<std::int64_t>(1, largest_sum(net));
    for (int shift = 30; shift >= 0; --shift) {
        const double mul = std::round(std::ldexp(factor, shift));
        if (mul < 1 || mul * static_cast<double>(largest) > 2147483647.0) continue;
        net.mul = static_cast<std::int32_t>(mul);
        net.shift = shift;
        return;
    }
    throw std::runtime_error("the sum of outputs does not fit 32 bits");
}

template <class T>
void write_row(std::ostream& out, const T* values, std::size_t n) {
    constexpr std::size_t per_line = 16;
    for (std::size_t i = 0; i < n; ++i) {
        out << static_cast<long>(values[i]) << (i + 1 == n ? "" : i % per_line == per_line - 1 ? ",\n         " : ", ");
    }
}

/// Rows of n values, each in braces of its own.
void write_rows(std::ostream& out, const std::vector<std::int8_t>& values, std::size_t n) {
    for (std::size_t i = 0; i < values.size(); i += n) {
        out << "        {";
        write_row(out, &values[i], n);
        out << "},\n";
    }
}

}  // namespace

void find_rows(const Packed& position, const Shape& shape, Rows& rows) {
    const View own(position.own_king, shape);
    const View foe(position.foe_king ^ 56U, shape);
    unsigned n = 0;
    for (std::uint64_t rest = position.occupied; rest != 0; rest &= rest - 1, ++n) {
        const unsigned square = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned nibble = position.pieces[n / 2] >> (4 * (n % 2)) & 15U;
        rows.own[n] = own.row(groups[nibble], square);
        rows.foe[n] = foe.row(groups[nibble ^ 8U], square ^ 56U);
    }
    rows.count = n;
}

int Quantised::evaluate(const Packed& position) const {
    Rows rows;
    find_rows(position, shape, rows);
    const std::size_t n = shape.hidden;
    const std::size_t bucket = shape.output_bucket(position.count);
    std::int32_t sum = out_bias[bucket];
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t i = 0; i < n; ++i) {
            std::int32_t acc = bias[i];
            for (std::size_t k = 0; k < rows.count; ++k) acc += weights[(side == 0 ? rows.own : rows.foe)[k] * n + i];
            acc = std::clamp(acc, 0, clip);
            sum += (shape.squared ? acc * acc : acc) * out[(bucket * 2 + side) * n + i];
        }
    }
    return (sum * mul) >> shift;
}

Quantised quantise(const Shape& shape, const std::vector<float>& net, double out_scale, double centipawns_per_logit) {
    const Layout at(shape);
    const std::size_t width = shape.width();
    Quantised q;
    q.shape = shape;
    const auto value = [&](std::size_t i) { return static_cast<double>(net[i]); };
    for (std::size_t row = 0; row < shape.rows(); ++row) {
        for (std::size_t i = 0; i < shape.hidden; ++i) {
            q.weights.push_back(rounded<std::int8_t>(value(row * width + i) * clip, 127));
        }
    }
    // 32 pieces add at most 32 * 127 to a bias: an accumulator fits 16 bits.
    constexpr double bias_limit = 32767 - 32 * 127;
    for (std::size_t i = 0; i < shape.hidden; ++i) {
        q.bias.push_back(rounded<std::int16_t>(value(at.bias + i) * clip, bias_limit));
    }
    for (std::size_t half = 0; half < std::size_t{2} * shape.output_buckets; ++half) {
        for (std::size_t i = 0; i < shape.hidden; ++i) {
            q.out.push_back(rounded<std::int8_t>(value(at.out + half * width + i) * out_scale, 127));
        }
    }
    const double unit = out_scale * shape.full();
    for (std::size_t b = 0; b < shape.output_buckets; ++b) {
        q.out_bias.push_back(rounded<std::int32_t>(value(at.out_bias + b) * unit, 1e9));
    }
    choose_factor(q, centipawns_per_logit / unit);
    return q;
}

std::string to_header(const Quantised& net, const std::string& name, const std::vector<std::string>& head) {
    const Shape& shape = net.shape;
    std::ostringstream out;
    for (const auto& line : head) out << "// " << line << '\n';
    out << "// clang-format off\n#pragma once\n\n#include <cstdint>\n\nnamespace stackmate::nets {\n\nstruct " << name
        << " {\n"
        << "    static constexpr unsigned hidden = " << shape.hidden << ";  ///< neurons for each side's view\n"
        << "    /// A neuron gives its sum clamped to 0..127, or, if `squared`, the square of that.\n"
        << "    static constexpr bool squared = " << (shape.squared ? "true" : "false") << ";\n"
        << "    /// A side whose king stands on files e to h sees left and right exchanged.\n"
        << "    static constexpr bool mirrored = " << (shape.mirrored ? "true" : "false") << ";\n"
        << "    static constexpr unsigned king_buckets = " << shape.king_buckets << ";\n"
        << "    static constexpr unsigned output_buckets = " << shape.output_buckets << ";\n"
        << "    /// Output bucket = (pieces on the board - 1) / pieces_per_bucket.\n"
        << "    static constexpr unsigned pieces_per_bucket = " << shape.pieces_per_bucket() << ";\n"
        << "    /// Centipawns = sum * mul >> shift; no sum of outputs is beyond " << largest_sum(net) << ".\n"
        << "    static constexpr std::int32_t mul = " << net.mul << ";\n"
        << "    static constexpr int shift = " << net.shift << ";\n\n"
        << "    /// King bucket by the own king's square as its side sees it, mirrored; a1 first.\n"
        << "    static constexpr std::uint8_t king_bucket[64] = {\n";
    for (unsigned square = 0; square < 64; ++square) {
        out << (square % 8 == 0 ? "        " : " ")
            << (shape.king_buckets > 1 ? king_bucket(shape.king_buckets, square) : 0U)
            << (square % 8 == 7 ? ",\n" : ",");
    }
    const std::size_t n = shape.hidden;
    out << "    };\n    static constexpr std::int16_t bias[hidden] = {\n        ";
    write_row(out, net.bias.data(), n);
    out << "};\n"
        << "    /// [output bucket]: the mover's neurons, then the opponent's.\n"
        << "    static constexpr std::int8_t out[output_buckets][2 * hidden] = {\n";
    write_rows(out, net.out, 2 * n);
    out << "    };\n    static constexpr std::int32_t out_bias[output_buckets] = {\n        ";
    write_row(out, net.out_bias.data(), shape.output_buckets);
    out << "};\n"
        << "    /// [king bucket * 768 + (6 * (1 if the opponent's) + type - 1) * 64 + square][neuron].\n"
        << "    static constexpr std::int8_t weights[king_buckets * 768][hidden] = {\n";
    write_rows(out, net.weights, n);
    out << "    };\n};\n\n}  // namespace stackmate::nets\n";
    return out.str();
}

}  // namespace stackmate::training

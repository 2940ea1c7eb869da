// A net's kernel against the plain one, on a million accumulators: for the desktop's tests and for images on devices.
#pragma once

#include "core/eval/net/kernel_plain.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::test {

/// Pieces come, move, take and go, never more than there are in chess; after each change lanes and sums are compared.
template <class K, std::size_t lanes>
class KernelComparison {
public:
    static constexpr int most_bias = 2000;

    /// The number of the first round whose integers differ; `rounds` if none does.
    std::uint32_t run(std::uint32_t seed, std::uint32_t rounds) {
        state_ = seed;
        for (std::uint32_t round = 0; round < rounds; ++round) {
            if (round % 64 == 0) start();
            change();
            if (!same()) return round;
        }
        return rounds;
    }
    /// The largest lane, either way, that came up.
    [[nodiscard]] int farthest() const { return farthest_; }

private:
    using Plain = net::PlainKernel<lanes>;
    using Weights = std::array<std::int8_t, lanes>;
    /// A row as it lies in a kernel's memory.
    template <class Kernel>
    struct Row {
        alignas(8) std::array<typename Kernel::Stored, lanes> weights;

        explicit Row(const Weights& w) {
            for (std::size_t i = 0; i < lanes; i += 4) {
                const auto four = Kernel::stored(&w[i]);
                for (std::size_t n = 0; n < 4; ++n) weights[i + n] = four[n];
            }
        }
        operator const typename Kernel::Stored *() const { return weights.data(); }  // NOLINT: it lies there
    };

    /// xorshift32 (Marsaglia, 2003).
    std::uint32_t random() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        return state_ ^= state_ << 5;
    }
    unsigned below(unsigned n) { return (random() >> 16) * n >> 16; }

    /// Now and then all are as large as they get, one way or both.
    void fill(Weights& row) {
        const unsigned kind = below(8);
        for (std::int8_t& w : row) {
            const int any = static_cast<int>(below(255)) - 127;
            const int most = kind == 0 || (kind == 2 && any < 0) ? 127 : -127;
            w = static_cast<std::int8_t>(kind < 3 ? most : any);
        }
    }

    void start() {
        alignas(8) std::array<std::int16_t, lanes> bias;
        for (std::int16_t& b : bias)
            b = static_cast<std::int16_t>(static_cast<int>(below(2 * most_bias + 1)) - most_bias);
        Plain::start(plain_, bias.data());
        K::start(other_, bias.data());
        pieces_ = 0;
    }

    void change() {
        Weights put;
        fill(put);
        if (pieces_ < on_board_.size() && (pieces_ < 2 || below(3) != 0)) {
            Plain::put(plain_, Row<Plain>(put));
            K::put(other_, Row<K>(put));
            on_board_[pieces_++] = put;
            return;
        }
        const unsigned mover = below(pieces_);
        const unsigned victim = below(pieces_);
        const Weights& taken = on_board_[mover];
        const auto plain = plain_;
        const auto other = other_;
        if (mover == victim || below(2) == 0) {
            Plain::move(plain_, plain, Row<Plain>(put), Row<Plain>(taken));
            K::move(other_, other, Row<K>(put), Row<K>(taken));
            on_board_[mover] = put;
            return;
        }
        Plain::capture(plain_, plain, Row<Plain>(put), Row<Plain>(taken), Row<Plain>(on_board_[victim]));
        K::capture(other_, other, Row<K>(put), Row<K>(taken), Row<K>(on_board_[victim]));
        on_board_[mover] = put;
        on_board_[victim] = on_board_[--pieces_];
    }

    [[nodiscard]] bool same() {
        for (std::size_t i = 0; i < lanes; ++i) {
            const int lane = Plain::lane(plain_, i);
            if (lane != K::lane(other_, i)) return false;
            if (const int size = lane < 0 ? -lane : lane; size > farthest_) farthest_ = size;
        }
        alignas(8) std::array<typename Plain::OutWeight, lanes> out;
        alignas(8) std::array<typename K::OutWeight, lanes> other_out;
        const Weights& weights = on_board_[below(pieces_)];
        for (std::size_t i = 0; i < lanes; ++i) other_out[i] = out[i] = weights[i];
        return K::template dot<true>(other_, other_out.data()) == Plain::template dot<true>(plain_, out.data())
               && K::template dot<false>(other_, other_out.data()) == Plain::template dot<false>(plain_, out.data());
    }

    typename Plain::Accumulator plain_{};
    typename K::Accumulator other_{};
    std::array<Weights, 32> on_board_{};
    unsigned pieces_ = 0;
    int farthest_ = 0;
    std::uint32_t state_ = 1;
};

}  // namespace stackmate::test

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace stackmate::training {

/// SplitMix64: the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// 0 to below n; the bias is n / 2^64.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
    /// -1 to below 1.
    float symmetric() { return static_cast<float>(next() >> 40) / static_cast<float>(1 << 23) - 1.0F; }

    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::uint64_t state_;
};

}  // namespace stackmate::training

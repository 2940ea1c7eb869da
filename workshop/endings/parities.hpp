// Finds bits whose `Parities` give wanted answers: a system of linear equations whose rows are nearly triangular from the start
// (Dillinger, Walzer, "Ribbon filter", 2021).
#pragma once

#include "endings/packed.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stackmate::endings {

struct Equation {
    std::uint32_t key;
    bool answer;
};

/// As many bits as are needed; `bits` is what the `Parities` must be given.
inline std::vector<std::uint8_t> solve_parities(const std::vector<Equation>& equations, std::uint32_t& bits) {
    __extension__ using Mask = unsigned __int128;
    bits = 0;
    if (equations.empty()) return {};
    for (std::size_t slack = 2;; ++slack) {
        bits = static_cast<std::uint32_t>(equations.size() + equations.size() * slack / 100);
        const std::size_t columns = bits + Parities::width;
        std::vector<Mask> rows(columns, 0);
        std::vector<char> right(columns, 0);
        const auto insert = [&](const Equation& e) {
            const auto row = Parities::row(e.key, bits);
            std::size_t at = row.start;
            Mask mask = 0;
            for (unsigned i = 4; i-- > 0;) mask = mask << 32 | row.mask[i];
            bool answer = e.answer;
            for (;;) {
                if (rows[at] == 0) {
                    rows[at] = mask;
                    right[at] = answer ? 1 : 0;
                    return true;
                }
                mask ^= rows[at];
                answer = answer != (right[at] != 0);
                if (mask == 0) return !answer;
                const auto low = static_cast<std::uint64_t>(mask);
                const int zeros =
                    low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64));
                mask >>= zeros;
                at += static_cast<std::size_t>(zeros);
            }
        };
        bool solved = true;
        for (const Equation& e : equations)
            if (!insert(e)) {
                solved = false;
                break;
            }
        if (!solved) continue;
        std::vector<std::uint8_t> data(Parities::bytes(bits));
        Mask window = 0;
        for (std::size_t at = columns; at-- > 0;) {
            window <<= 1;
            bool value = (mix(static_cast<std::uint32_t>(at)) & 1u) != 0;  // a bit that is free
            if (rows[at] != 0) {
                const Mask both = rows[at] & window;
                value = (std::popcount(static_cast<std::uint64_t>(both))
                         + std::popcount(static_cast<std::uint64_t>(both >> 64)) + right[at])
                            % 2
                        != 0;
            }
            if (!value) continue;
            window |= 1;
            data[at / 8] = static_cast<std::uint8_t>(data[at / 8] | 1u << at % 8);
        }
        return data;
    }
}

}  // namespace stackmate::endings

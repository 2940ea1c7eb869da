// What is written for Arm's instructions. The same in plain C++ takes more of them; on other processors it is plain C++.
#pragma once

#include "core/cpp20.hpp"

#include <cstdint>

namespace stackmate {

/// Keeps three values in registers at this point.
template <class A, class B, class C>
[[gnu::always_inline]] inline void in_registers(A& a, B& b, C& c) {
    asm("" : "+r"(a), "+r"(b), "+r"(c));
}

/// The upper half of the product.
inline std::uint32_t high_product(std::uint32_t a, std::uint32_t b) {
#if defined(__ARM_ARCH_6M__)
    // Its multiplication has 32 bits. Exact for b up to 65,536, of which there is no more on such a chip.
    return ((a >> 16) * b + ((a & 0xffffu) * b >> 16)) >> 16;
#else
    return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
#endif
}

/// Slots, collected from the cells of a position. A cell's lowest five bits are its slot; empty squares and the border count
/// as slot 0, a king's.
class SlotSet {
public:
#if defined(__arm__) && defined(__ARM_FEATURE_CLZ)
    // Collected in reverse order. So each cell takes one rotation, which ignores the bits above the slot; the compiler does not
    // know that.
    void add(std::uint8_t cell) {
        std::uint32_t bit;
        asm("ror %0, %1, %2" : "=r"(bit) : "r"(1u << 31), "r"(static_cast<std::uint32_t>(cell)));
        set_ |= bit;
    }
    [[nodiscard]] std::uint32_t slots() const {
        std::uint32_t set;
        asm("rbit %0, %1" : "=r"(set) : "r"(set_));
        return set;
    }
#else
    void add(std::uint8_t cell) { set_ |= 1u << (cell & 31u); }
    [[nodiscard]] std::uint32_t slots() const { return set_; }
#endif

private:
    std::uint32_t set_ = 0;
};

}  // namespace stackmate

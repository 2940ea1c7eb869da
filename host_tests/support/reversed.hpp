// The board's squares as somebody sees them who sits at the other side.
#pragma once

#include <cstdint>

namespace stackmate::test {

/// Square by square, and not the firmware's own way, which is tested with it.
[[nodiscard]] inline std::uint64_t reversed(std::uint64_t set) {
    std::uint64_t turned = 0;
    for (unsigned i = 0; i < 64; ++i) {
        turned |= (set >> i & 1) << (63 - i);
    }
    return turned;
}

}  // namespace stackmate::test

// The STM32's 96-bit unique id.
#pragma once

#include <cstdint>

#include "boards/cortex_m/fault.hpp"

namespace stackmate::boards::stm32 {

template <std::uintptr_t Address>
struct UniqueId {
    /// The id's three words folded into 64 bits; 0 if they cannot be read.
    [[nodiscard]] static std::uint64_t read() noexcept {
        const auto low = cortex_m::probe_word(Address);
        const auto middle = cortex_m::probe_word(Address + 4);
        const auto high = cortex_m::probe_word(Address + 8);
        if (!low || !middle || !high) {
            return 0;
        }
        return (std::uint64_t{*high} << 32) ^ (std::uint64_t{*middle} << 16) ^ *low;
    }
};

}  // namespace stackmate::boards::stm32

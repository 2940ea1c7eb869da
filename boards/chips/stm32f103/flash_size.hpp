// Whether the chip has the flash that this image needs. Most Blue Pills carry an STM32F103C8, which promises 64 KB; usually it
// has all 128, but not every chip sold under that name does.
#pragma once

#include <cstdint>

namespace stackmate::boards::stm32f103 {

/// RM0008, "Flash size register": kilobytes, as the chip was sold.
inline constexpr std::uintptr_t flash_size_register = 0x1FFFF7E0;

/// The size that a chip reports, and whether its upper half reads as it was written.
enum class Flash : std::uint8_t { enough, more_than_promised, too_little };

[[nodiscard]] constexpr Flash judge(std::uint32_t size_register, std::uint32_t needed_kb, bool mark_reads) noexcept {
    const auto kilobytes = size_register & 0xFFFF;
    return !mark_reads ? Flash::too_little : kilobytes >= needed_kb ? Flash::enough : Flash::more_than_promised;
}

static_assert(judge(0xFFFF0080, 128, true) == Flash::enough);
static_assert(judge(0xFFFF0040, 128, true) == Flash::more_than_promised);
static_assert(judge(0xFFFF0040, 128, false) == Flash::too_little);
static_assert(judge(0xFFFF0080, 128, false) == Flash::too_little, "it was written, and does not read");

}  // namespace stackmate::boards::stm32f103

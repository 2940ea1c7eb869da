// Flash records in a region of the chip's own flash: what the families have in common.
#pragma once

#include <cstddef>
#include <span>

#include "boards/chips/stm32/bus.hpp"
#include "hal/flash.hpp"

namespace stackmate::boards::stm32 {

/// `Start`: address of the first byte.
template <MemoryBus B, std::uintptr_t Start, std::uint32_t Sectors, std::uint32_t SectorBytes>
struct FlashRegion {
    static constexpr std::uint32_t bytes = Sectors * SectorBytes;

    [[nodiscard]] static bool holds(std::uint32_t offset, std::size_t count) noexcept {
        return offset <= bytes && count <= bytes - offset;
    }

    [[nodiscard]] static bool read(std::uint32_t offset, std::span<std::byte> to) noexcept {
        if (!holds(offset, to.size())) {
            return false;
        }
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < to.size(); ++i, ++offset) {
            if (i == 0 || offset % 4 == 0) {
                word = B::read(Start + offset / 4 * 4);
            }
            to[i] = static_cast<std::byte>(word >> 8 * (offset % 4));
        }
        return true;
    }

    [[nodiscard]] static bool equal(std::uint32_t offset, std::span<const std::byte> expected) noexcept {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto word = B::read(Start + (offset + i) / 4 * 4);
            if (static_cast<std::byte>(word >> 8 * ((offset + i) % 4)) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] static bool blank(std::uint32_t sector) noexcept {
        for (std::uint32_t at = sector * SectorBytes; at < (sector + 1) * SectorBytes; at += 4) {
            if (B::read(Start + at) != 0xFFFFFFFF) {
                return false;
            }
        }
        return true;
    }
};

/// Opens a flash controller: both families take the same two keys (RM0383 and PM0075, "Unlocking"). A key at the wrong time
/// locks it until the next reset, so an unlocked one is left alone.
template <MemoryBus B>
[[nodiscard]] bool unlock_flash(std::uintptr_t keys, std::uintptr_t control, std::uint32_t lock_bit) noexcept {
    if ((B::read(control) & lock_bit) != 0) {
        B::write(keys, 0x45670123);
        B::write(keys, 0xCDEF89AB);
    }
    return (B::read(control) & lock_bit) == 0;
}

}  // namespace stackmate::boards::stm32

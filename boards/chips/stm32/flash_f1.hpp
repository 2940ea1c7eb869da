// Flash records in pages of an STM32F1. PM0075 (flash programming manual of the F10x).
#pragma once

#include "boards/chips/stm32/flash.hpp"
#include "boards/chips/stm32/supply.hpp"

namespace stackmate::boards::stm32 {

/// hal::Flash over `Pages` pages of 1 KB from `Start` on. `Hz`: the processor's clock, for the bounds of the waits. The
/// internal high-speed oscillator must run, as it does after a reset. While the chip erases or programs, every fetch from flash
/// waits, those of interrupts too: 40 ms and 70 us at most. If the supply is too low, nothing is begun.
template <MemoryBus B, std::uintptr_t Start, std::uint32_t Pages, std::uint32_t Hz, std::uintptr_t Base = 0x40022000>
class FlashF1 {
    static_assert(Start % 1024 == 0);
    using Region = FlashRegion<B, Start, Pages, 1024>;

public:
    static constexpr std::uint32_t sectors = Pages;
    static constexpr std::uint32_t sector_bytes = 1024;
    static constexpr std::uint32_t program_bytes = 2;
    static constexpr std::uint32_t longest_erase_us = 40'000;
    static constexpr std::uint32_t longest_program_us = 70;

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        if (sector >= Pages || !begin()) {
            return false;
        }
        B::write(control, page_erase);
        B::write(Base + 0x14, static_cast<std::uint32_t>(Start + sector * 1024));  // AR
        B::write(control, page_erase | start_bit);
        (void)B::read(status);  // ES096, 2.2.8: BSY is up a cycle later only
        return finish() && Region::blank(sector);
    }

    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        if (offset % 2 != 0 || bytes.size() % 2 != 0 || !Region::holds(offset, bytes.size())) {
            return false;
        }
        for (std::size_t i = 0; i < bytes.size(); i += 2) {
            const auto half = std::to_integer<unsigned>(bytes[i]) | std::to_integer<unsigned>(bytes[i + 1]) << 8;
            if (!begin()) {
                return false;
            }
            B::write(control, programming);
            B::write_half(Start + offset + i, static_cast<std::uint16_t>(half));
            if (!finish() || !Region::equal(offset + static_cast<std::uint32_t>(i), bytes.subspan(i, 2))) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        return Region::read(offset, to);
    }

private:
    static constexpr std::uintptr_t keys = Base + 0x04, status = Base + 0x0C, control = Base + 0x10;
    static constexpr std::uint32_t programming = 1u << 0, page_erase = 1u << 1, start_bit = 1u << 6;
    static constexpr std::uint32_t lock_bit = 1u << 7;
    static constexpr std::uint32_t busy = 1u << 0;
    static constexpr std::uint32_t errors = (1u << 2) | (1u << 4);  ///< PGERR, WRPRTERR
    static constexpr std::uint32_t tries = Hz / 4 / 10;             ///< polls of at least 4 cycles: 100 ms

    [[nodiscard]] static bool begin() noexcept {
        if (SupplyWatch<B, SupplyF1>::low() || !unlock_flash<B>(keys, control, lock_bit)
            || !wait_until<B>(status, busy, 0, tries)) {
            return false;
        }
        B::write(status, errors | (1u << 5));  // each is cleared by writing a one; EOP too
        return true;
    }

    /// True when the operation ended without an error. Locked either way, so that no stray write programs anything.
    [[nodiscard]] static bool finish() noexcept {
        const bool ended = wait_until<B>(status, busy, 0, tries);
        const bool good = ended && (B::read(status) & errors) == 0;
        if (ended) {
            B::write(control, lock_bit);
        }
        return good;
    }
};

}  // namespace stackmate::boards::stm32

// Flash records in equal sectors of an STM32F4. RM0383, "Embedded Flash memory interface".
#pragma once

#include "boards/chips/stm32/flash.hpp"
#include "boards/chips/stm32/supply.hpp"

namespace stackmate::boards::stm32 {

/// hal::Flash over `Sectors` sectors of `SectorBytes`, from sector `First` of the chip on, which begins at `Start`.
/// `Hz`: the processor's clock, for the bounds of the waits. Programs words, which takes 2.7 V or more.
///
/// The chip has one bank: while it erases or programs, every fetch from flash waits, those of interrupts too. An erase of 16 KB
/// stops the program for up to half a second, in which the millisecond clock loses ticks and a serial line bytes; DMA from RAM
/// goes on. If the supply is too low, nothing is begun.
template <MemoryBus B, unsigned First, std::uintptr_t Start, std::uint32_t Sectors, std::uint32_t SectorBytes,
          std::uint32_t Hz, std::uintptr_t Base = 0x40023C00>
class FlashF4 {
    using Region = FlashRegion<B, Start, Sectors, SectorBytes>;

public:
    static constexpr std::uint32_t sectors = Sectors;
    static constexpr std::uint32_t sector_bytes = SectorBytes;
    static constexpr std::uint32_t program_bytes = 4;
    static constexpr std::uint32_t longest_erase_us = 500'000;  ///< DS10314: 16 KB, 32 bits at a time
    static constexpr std::uint32_t longest_program_us = 100;
    static_assert(SectorBytes == 16 * 1024, "longest_erase_us is that of 16 KB");

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        if (sector >= Sectors || !begin()) {
            return false;
        }
        B::write(control, words | sector_erase | (First + sector) << 3);
        B::write(control, words | sector_erase | (First + sector) << 3 | start_bit);
        const bool done = finish();
        forget_cached();
        return done && Region::blank(sector);
    }

    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        if (offset % 4 != 0 || bytes.size() % 4 != 0 || !Region::holds(offset, bytes.size())) {
            return false;
        }
        for (std::size_t i = 0; i < bytes.size(); i += 4) {
            std::uint32_t word = 0;
            for (unsigned k = 4; k-- > 0;) {
                word = word << 8 | std::to_integer<std::uint32_t>(bytes[i + k]);
            }
            if (!begin()) {
                return false;
            }
            B::write(control, words | programming);
            B::write(Start + offset + i, word);
            const bool done = finish();
            forget_cached();
            if (!done || !Region::equal(offset + static_cast<std::uint32_t>(i), bytes.subspan(i, 4))) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        return Region::read(offset, to);
    }

private:
    static constexpr std::uintptr_t access = Base, keys = Base + 0x04, status = Base + 0x0C, control = Base + 0x10;
    static constexpr std::uint32_t programming = 1u << 0, sector_erase = 1u << 1, start_bit = 1u << 16;
    static constexpr std::uint32_t words = 2u << 8;  ///< PSIZE: 32 bits at a time
    static constexpr std::uint32_t lock_bit = 1u << 31;
    static constexpr std::uint32_t busy = 1u << 16;
    static constexpr std::uint32_t errors = 0x1F2;  ///< OPERR, WRPERR, PGAERR, PGPERR, PGSERR, RDERR
    static constexpr std::uint32_t tries = Hz / 4;  ///< polls of at least 4 cycles: 1 s, twice an erase

    [[nodiscard]] static bool begin() noexcept {
        if (SupplyWatch<B, SupplyF4>::low() || !unlock_flash<B>(keys, control, lock_bit)
            || !wait_until<B>(status, busy, 0, tries)) {
            return false;
        }
        B::write(status, errors | 1u);  // each is cleared by writing a one
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

    /// The data cache does not notice an erase. It also keeps the value to be programmed even if the cells did not take it
    /// (RM0383, 3.5.4). It may be reset only while it is off.
    static void forget_cached() noexcept {
        constexpr std::uint32_t on = 1u << 10;
        constexpr std::uint32_t reset = 1u << 12;
        const auto before = B::read(access);
        B::write(access, before & ~on);
        B::write(access, (before & ~on) | reset);
        B::write(access, before & ~on);
        B::write(access, before);
    }
};

}  // namespace stackmate::boards::stm32

// The end of the flash chip as a place for records: the boot ROM's functions erase and program it. Source: RP2040
// data sheet, 2.8.3.1.3, "Flash Access Functions".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hal/flash.hpp"

namespace stackmate::boards::rp2 {

namespace flash {

inline constexpr std::uint32_t sector_bytes = 4096;
inline constexpr std::uint32_t page_bytes = 256;
inline constexpr std::uint32_t unit_bytes = 8;

/// Offsets count from the start of the chip. False if the ROM lacks a function or the bytes read back are others.
bool erase_sector(std::uint32_t offset) noexcept;
bool program_unit(std::uint32_t offset, std::span<const std::byte> unit) noexcept;
void read(std::uint32_t offset, std::span<std::byte> to) noexcept;

}  // namespace flash

/// hal::Flash: `Sectors` sectors from `Offset` of the chip on.
///
/// The chip programs pages. A unit is programmed as part of a page whose other bytes are ones, which change nothing; so a page
/// is programmed up to 32 times, which chips with an error-correcting code do not allow (docs/STORAGE.md). While the chip works
/// it cannot be read. The program is in RAM, so interrupts go on. Blocks the caller for as long as the chip takes: some 0.5 ms
/// a unit and 50 ms a sector, at most 3 and 400 (Winbond W25Q16JV data sheet, AC electrical characteristics).
template <std::uint32_t Offset, std::uint32_t Sectors>
class Flash {
    static_assert(Offset % flash::sector_bytes == 0);

public:
    static constexpr std::uint32_t sectors = Sectors;
    static constexpr std::uint32_t sector_bytes = flash::sector_bytes;
    static constexpr std::uint32_t program_bytes = flash::unit_bytes;
    static constexpr std::uint32_t longest_erase_us = 400'000;
    static constexpr std::uint32_t longest_program_us = 3'000;

    [[nodiscard]] bool erase(std::uint32_t sector) noexcept {
        return sector < Sectors && flash::erase_sector(Offset + sector * sector_bytes);
    }

    [[nodiscard]] bool program(std::uint32_t offset, std::span<const std::byte> bytes) noexcept {
        if (!inside(offset, bytes.size()) || offset % program_bytes != 0 || bytes.size() % program_bytes != 0) {
            return false;
        }
        for (std::size_t at = 0; at < bytes.size(); at += program_bytes) {
            if (!flash::program_unit(Offset + offset + static_cast<std::uint32_t>(at),
                                     bytes.subspan(at, program_bytes))) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool read(std::uint32_t offset, std::span<std::byte> to) const noexcept {
        if (!inside(offset, to.size())) {
            return false;
        }
        flash::read(Offset + offset, to);
        return true;
    }

private:
    [[nodiscard]] static constexpr bool inside(std::uint32_t offset, std::size_t size) noexcept {
        return offset <= Sectors * sector_bytes && size <= Sectors * sector_bytes - offset;
    }
};

static_assert(hal::Flash<Flash<0, 16>>);

}  // namespace stackmate::boards::rp2

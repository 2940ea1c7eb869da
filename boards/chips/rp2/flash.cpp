#include "boards/chips/rp2/flash.hpp"

#include <algorithm>
#include <array>

#include "boards/chips/rp2/boot_rom.hpp"
#include "boards/chips/rp2/second_core.hpp"
#include "boards/chips/rp2/xip.hpp"

namespace stackmate::boards::rp2::flash {
namespace {

/// Leaves execution in place, calls `function` of the boot ROM, and goes back.
bool out_of_place(std::uint32_t function, std::uint32_t a, std::uint32_t b, std::uint32_t c = 0,
                  std::uint32_t d = 0) noexcept {
    const auto connect = boot_rom::find<'I', 'F'>();
    const auto leave = boot_rom::find<'E', 'X'>();
    const auto flush_cache = boot_rom::find<'F', 'C'>();
    if (connect == 0 || leave == 0 || flush_cache == 0 || function == 0) {
        return false;
    }
    const SecondCore::Pause pause;  // it may read the flash, too
    const auto reading = xip::reading();
    (void)boot_rom::call(connect);
    (void)boot_rom::call(leave);
    (void)boot_rom::call(function, a, b, c, d);
    (void)boot_rom::call(flush_cache);
    xip::start(reading);
    return true;
}

const volatile std::byte* in_place(std::uint32_t offset) noexcept {
    return reinterpret_cast<const volatile std::byte*>(std::uintptr_t{0x10000000} + offset);
}

}  // namespace

void read(std::uint32_t offset, std::span<std::byte> to) noexcept {
    const volatile std::byte* from = in_place(offset);
    for (auto& byte : to) {
        byte = *from;
        from = from + 1;
    }
}

bool erase_sector(std::uint32_t offset) noexcept {
    // flash_range_erase. The last two are a larger block and its command, which are not used for one sector.
    if (!out_of_place(boot_rom::find<'R', 'E'>(), offset, sector_bytes, 1u << 16, 0xD8)) {
        return false;
    }
    const volatile std::byte* const bytes = in_place(offset);
    for (std::uint32_t i = 0; i < sector_bytes; ++i) {
        if (bytes[i] != std::byte{0xFF}) {
            return false;
        }
    }
    return true;
}

bool program_unit(std::uint32_t offset, std::span<const std::byte> unit) noexcept {
    std::array<std::byte, page_bytes> page;
    page.fill(std::byte{0xFF});
    std::copy(unit.begin(), unit.end(), page.begin() + offset % page_bytes);
    asm volatile("" : : "r"(page.data()) : "memory");  // the ROM reads it, which the compiler cannot see
    // flash_range_program
    if (!out_of_place(boot_rom::find<'R', 'P'>(), offset - offset % page_bytes, boot_rom::address_of(page.data()),
                      page_bytes)) {
        return false;
    }
    const volatile std::byte* const bytes = in_place(offset);
    for (std::size_t i = 0; i < unit.size(); ++i) {
        if (bytes[i] != unit[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace stackmate::boards::rp2::flash

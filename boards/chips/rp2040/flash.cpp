#include "boards/chips/rp2040/flash.hpp"

#include <algorithm>
#include <array>

#include "boards/chips/rp2040/xip.hpp"

namespace stackmate::boards::rp2040 {

extern "C" {

std::uint32_t stackmate_call_boot_rom(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d,
                                      std::uint32_t function);

// The only place that calls code outside the image, which the check of the call graph cannot follow.
// tools/checks/call_graph_notes.py states how much stack the ROM's functions take.
[[gnu::naked, gnu::noinline]] std::uint32_t stackmate_call_boot_rom(std::uint32_t, std::uint32_t, std::uint32_t,
                                                                    std::uint32_t, std::uint32_t) {
    asm volatile(R"(
        push {r4, lr}
        ldr r4, [sp, #8]
        blx r4
        pop {r4, pc}
    )");
}

}  // extern "C"

namespace {

std::uint32_t address_of(const void* object) noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object));
}

void call(std::uint32_t function, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
          std::uint32_t d = 0) noexcept {
    (void)stackmate_call_boot_rom(a, b, c, d, function);
}

}  // namespace

std::uint32_t boot_rom::find_code(std::uint32_t code) noexcept {
    // 2.8.3: 16-bit addresses of the table and of the function that looks something up in it. The compiler would warn about so
    // low an address, so it is hidden from it.
    std::uintptr_t pointers = 0x14;
    asm("" : "+r"(pointers));
    const auto* const halves = reinterpret_cast<const std::uint16_t*>(pointers);
    return stackmate_call_boot_rom(halves[0], code, 0, 0, halves[2]);
}

void boot_rom::start_usb_drive() noexcept {
    // No LED that shows activity (a set of pins), and both of the ROM's ways to take an image.
    if (const auto start = find<'U', 'B'>(); start != 0) {
        call(start, 0, 0);
    }
    for (;;) {}
}

namespace flash {
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
    call(connect);
    call(leave);
    call(function, a, b, c, d);
    call(flush_cache);
    start_xip();
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
    if (!out_of_place(boot_rom::find<'R', 'P'>(), offset - offset % page_bytes, address_of(page.data()), page_bytes)) {
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

}  // namespace flash
}  // namespace stackmate::boards::rp2040

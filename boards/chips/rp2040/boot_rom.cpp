#include "boards/chips/rp2/boot_rom.hpp"

namespace stackmate::boards::rp2 {

std::uint32_t boot_rom::find_code(std::uint32_t code) noexcept {
    // 2.8.3: 16-bit addresses of the table and of the function that looks something up in it. The compiler would warn about so
    // low an address, so it is hidden from it.
    std::uintptr_t pointers = 0x14;
    asm("" : "+r"(pointers));
    const auto* const halves = reinterpret_cast<const std::uint16_t*>(pointers);
    return call(halves[2], halves[0], code);
}

void boot_rom::start_usb_drive() noexcept {
    // No LED that shows activity (a set of pins), and both of the ROM's ways to take an image.
    if (const auto start = find<'U', 'B'>(); start != 0) {
        (void)call(start, 0, 0);
    }
    for (;;) {}
}

}  // namespace stackmate::boards::rp2

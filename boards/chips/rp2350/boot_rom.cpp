// Source: pico-sdk, boot_bootrom_headers/include/boot/bootrom_constants.h and pico_bootrom/include/pico/bootrom.h.
#include "boards/chips/rp2/boot_rom.hpp"

namespace stackmate::boards::rp2 {

std::uint32_t boot_rom::find_code(std::uint32_t code) noexcept {
    // A 16-bit address of the function that looks something up. The compiler would warn about so low an address, so it is hidden
    // from it.
    constexpr std::uint32_t secure_function = 4;
    std::uintptr_t pointer = 0x16;
    asm("" : "+r"(pointer));
    return call(*reinterpret_cast<const std::uint16_t*>(pointer), code, secure_function);
}

void boot_rom::start_usb_drive() noexcept {
    constexpr std::uint32_t to_the_drive = 2, does_not_return = 1u << 8;
    // In 10 ms, with no LED that shows activity, and both of the ROM's ways to take an image.
    if (const auto reboot = find<'R', 'B'>(); reboot != 0) {
        (void)call(reboot, to_the_drive | does_not_return, 10, 0, 0);
    }
    for (;;) {}
}

}  // namespace stackmate::boards::rp2

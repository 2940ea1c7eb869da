// What the boot ROM offers, by the two letters of its table. Source: RP2040 data sheet, 2.8.3, "Bootrom Contents"; pico-sdk,
// boot_bootrom_headers/include/boot/bootrom_constants.h. The chips' tables are searched differently: the chip's boot_rom.cpp.
#pragma once

#include <cstdint>

extern "C" std::uint32_t stackmate_call_boot_rom(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d,
                                                 std::uint32_t function);

namespace stackmate::boards::rp2::boot_rom {

/// Address of the function with these letters (the second is the higher byte); 0 if this chip's ROM lacks it.
[[nodiscard]] std::uint32_t find_code(std::uint32_t code) noexcept;

/// The same by its letters. Not inlined: tools/checks/call_graph.py reads the letters from the call graph and needs to know the
/// function's stack.
template <char First, char Second>
[[nodiscard, gnu::noinline]] std::uint32_t find() noexcept {
    return find_code(std::uint32_t{static_cast<unsigned char>(Second)} << 8 | static_cast<unsigned char>(First));
}

/// Calls the function that begins at `function`, with so many of these arguments as it has.
inline std::uint32_t call(std::uint32_t function, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
                          std::uint32_t d = 0) noexcept {
    return stackmate_call_boot_rom(a, b, c, d, function);
}

[[nodiscard]] inline std::uint32_t address_of(const void* object) noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object));
}

/// Starts the boot ROM's USB drive, as if the board had been plugged in with its button held down.
[[noreturn]] void start_usb_drive() noexcept;

}  // namespace stackmate::boards::rp2::boot_rom

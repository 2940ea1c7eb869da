#include "boards/rp2040/flash.hpp"

#include <algorithm>
#include <array>

#include "boards/rp2040/xip.hpp"

namespace stackmate::boards::rp2040 {

boot_rom::Function boot_rom::find(char first, char second) noexcept {
    // 2.8.3, "Bootrom Contents": 16-bit addresses of the table and of the function that looks something up in it.
    // The compiler takes so low an address for a mistake, so it is not told.
    std::uintptr_t pointers = 0x14;
    asm("" : "+r"(pointers));
    const auto* const halves = reinterpret_cast<const std::uint16_t*>(pointers);
    using LookUp = void* (*)(const void* table, std::uint32_t code);
    const auto look_up = reinterpret_cast<LookUp>(std::uintptr_t{halves[2]});
    const auto code =
        static_cast<std::uint32_t>(static_cast<unsigned char>(second)) << 8 | static_cast<unsigned char>(first);
    return reinterpret_cast<Function>(look_up(reinterpret_cast<const void*>(std::uintptr_t{halves[0]}), code));
}

void boot_rom::start_usb_drive() noexcept {
    // No LED that shows activity, and both of the ROM's ways to take an image.
    using Start = void (*)(std::uint32_t activity_pins, std::uint32_t disabled);
    if (const auto start = reinterpret_cast<Start>(find('U', 'B')); start != nullptr) {
        start(0, 0);
    }
    for (;;) {}
}

namespace flash {
namespace {

/// Leaves execution in place, lets `work` do something with the function of these letters, and goes back.
template <class F, class Work>
bool out_of_place(char first, char second, Work work) noexcept {
    const auto connect = boot_rom::find('I', 'F');
    const auto leave = boot_rom::find('E', 'X');
    const auto flush_cache = boot_rom::find('F', 'C');
    const auto function = reinterpret_cast<F>(boot_rom::find(first, second));
    if (connect == nullptr || leave == nullptr || flush_cache == nullptr || function == nullptr) {
        return false;
    }
    connect();
    leave();
    work(function);
    flush_cache();
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
    // The last two: a larger block and its command, for longer stretches; one sector is never a whole block.
    using Erase = void (*)(std::uint32_t offset, std::size_t count, std::uint32_t block_size, std::uint8_t command);
    if (!out_of_place<Erase>('R', 'E', [=](Erase erase) { erase(offset, sector_bytes, 1u << 16, 0xD8); })) {
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

bool program_unit(std::uint32_t offset, std::span<std::byte const> unit) noexcept {
    std::array<std::byte, page_bytes> page;
    page.fill(std::byte{0xFF});
    std::copy(unit.begin(), unit.end(), page.begin() + offset % page_bytes);
    using Program = void (*)(std::uint32_t offset, const std::byte* from, std::size_t count);
    if (!out_of_place<Program>(
            'R', 'P', [&](Program program) { program(offset - offset % page_bytes, page.data(), page_bytes); })) {
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

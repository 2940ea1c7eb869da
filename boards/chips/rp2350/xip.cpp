// The RP2350's: "QMI". Source: pico-sdk, src/rp2350/hardware_regs/include/hardware/regs/qmi.h.
#include "boards/chips/rp2/xip.hpp"

#include <array>

#include "boards/chips/rp2/boot_rom.hpp"
#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2 {
namespace {

using Timing = Register<Map::flash_interface + 0x0C>;   ///< M0_TIMING
using Format = Register<Map::flash_interface + 0x10>;   ///< M0_RFMT
using Command = Register<Map::flash_interface + 0x14>;  ///< M0_RCMD

}  // namespace

// The boot ROM tries how the flash chip can be read, the fastest way first, and leaves the interface like that. It never uses a
// way in which the chip takes no other command. When it erases or programs, it goes back to the slowest (pico-bootrom-rp2350,
// varm_generic_flash.c, s_varm_api_crit_flash_select_xip_read_mode).
xip::Reading xip::reading() noexcept { return {Timing::read(), Format::read(), Command::read()}; }

void xip::start(const Reading& as) noexcept {
    Timing::write(as.timing);
    Format::write(as.format);
    Command::write(as.command);
}

// The number that is burnt into the chip, from the boot ROM: get_sys_info.
std::uint64_t read_unique_id() noexcept {
    constexpr std::uint32_t chip_info = 1,
                            words = 4;  // what was asked for, the package, the number's lower and upper half
    std::array<std::uint32_t, words> info{};
    const auto get = boot_rom::find<'G', 'S'>();
    if (get == 0 || boot_rom::call(get, boot_rom::address_of(info.data()), words, chip_info) != words) {
        return 0;
    }
    asm volatile("" : : "r"(info.data()) : "memory");  // the ROM writes it, which the compiler cannot see
    return std::uint64_t{info[3]} << 32 | info[2];
}

}  // namespace stackmate::boards::rp2

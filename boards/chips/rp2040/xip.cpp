// The RP2040's: a serial port, "SSI". Source: RP2040 data sheet, 4.10.
#include "boards/chips/rp2/xip.hpp"

#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2 {
namespace {

// 4.10.13
using Control0 = Register<0x18000000>;
using Control1 = Register<0x18000004>;
using Enable = Register<0x18000008>;
using Divisor = Register<0x18000014>;
using Received = Register<0x18000024>;  ///< RXFLR: words that wait
using Data = Register<0x18000060>;
using XipControl = Register<0x180000F4>;

constexpr unsigned bits_at = 16;  ///< CTRLR0.DFS_32: bits of a word, less one
constexpr std::uint32_t send_then_receive = 3u << 8;

}  // namespace

xip::Reading xip::reading() noexcept { return {}; }

// As the second stage of the boot does it: boot2.cpp.
void xip::start(const Reading&) noexcept {
    Enable::write(0);
    Divisor::write(4);
    Control0::write(31u << bits_at | send_then_receive);
    Control1::write(0);
    XipControl::write(0x03u << 24 | 2u << 8 | 6u << 2);
    Enable::write(1);
}

// By the flash chip's command 4Bh; Winbond W25Q16JV data sheet, "Read Unique ID Number".
//
// The chip stays selected only as long as there is something to send. So all of it goes into the queue of 16 at once, with
// interrupts locked for those 13 stores; the divisor is large enough for the processor to keep ahead.
std::uint64_t read_unique_id() noexcept {
    constexpr std::uint32_t answer_at = 1 + 4;  // the command, and four bytes that mean nothing
    constexpr std::uint32_t size = answer_at + 8;

    Enable::write(0);
    Divisor::write(64);
    Control0::write(7u << bits_at);  // 8 bits, sent and received
    Enable::write(1);
    {
        const cortex_m::InterruptLock lock;
        Data::write(0x4B);
        for (std::uint32_t i = 1; i < size; ++i) {
            Data::write(0);
        }
    }
    std::uint64_t id = 0;
    if (wait_for([] { return Received::read() >= size; }, 10'000)) {
        for (std::uint32_t i = 0; i < size; ++i) {
            const auto byte = Data::read() & 0xFF;
            id = i < answer_at ? 0 : id << 8 | byte;
        }
    }
    xip::start({});
    return id == ~std::uint64_t{0} ? 0 : id;  // an open line reads as ones
}

}  // namespace stackmate::boards::rp2

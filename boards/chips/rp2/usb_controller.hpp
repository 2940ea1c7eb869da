// The USB controller: its registers, and the memory that it shares with the processor. Source: RP2040 data
// sheet, 4.1, "USB".
#pragma once

#include <cstdint>

#include "boards/chips/rp2/registers.hpp"
#include "boards/chips/rp2/usb_descriptors.hpp"

namespace stackmate::boards::rp2::usb {

// 4.1.4, "List of Registers"
using Address = Register<Map::usb + 0x00>;  // ADDR_ENDP
using MainControl = Register<Map::usb + 0x40>;
using Frame = Register<Map::usb + 0x48>;  // SOF_RD; reading it takes the interrupt away
using SieControl = Register<Map::usb + 0x4C>;
using SieStatus = Register<Map::usb + 0x50>;     // a bit is cleared by writing it
using BufferStatus = Register<Map::usb + 0x58>;  // likewise; bit 2 n: endpoint n to the host, 2 n + 1: from it
using Abort = Register<Map::usb + 0x60>;         // EP_ABORT, bits likewise: NAK, whatever the buffer control says
using AbortDone = Register<Map::usb + 0x64>;     // a bit is cleared by writing it
using StallArm = Register<Map::usb + 0x68>;
using Muxing = Register<Map::usb + 0x74>;
using Power = Register<Map::usb + 0x78>;
using PhyDirect = Register<Map::usb + 0x7C>;
using PhyOverride = Register<Map::usb + 0x80>;
using InterruptEnable = Register<Map::usb + 0x90>;
using InterruptStatus = Register<Map::usb + 0x98>;

using Now = Register<Map::timer + 0x28>;  // TIMERAWL, microseconds: 4.6.5

// SIE_STATUS
inline constexpr std::uint32_t line_state = 3u << 2;
inline constexpr std::uint32_t suspended_status = 1u << 4;
inline constexpr std::uint32_t resume_status = 1u << 11;
inline constexpr std::uint32_t connected_status = 1u << 16;
inline constexpr std::uint32_t setup_status = 1u << 17;
inline constexpr std::uint32_t reset_status = 1u << 19;

// INTE and INTS
inline constexpr std::uint32_t buffer_interrupt = 1u << 4;
inline constexpr std::uint32_t reset_interrupt = 1u << 12;
inline constexpr std::uint32_t suspend_interrupt = 1u << 14;
inline constexpr std::uint32_t resume_interrupt = 1u << 15;
inline constexpr std::uint32_t setup_interrupt = 1u << 16;
inline constexpr std::uint32_t frame_interrupt = 1u << 17;

// SIE_CTRL
inline constexpr std::uint32_t control_interrupts = 1u << 29;  // one for each buffer of endpoint 0
inline constexpr std::uint32_t pull_up = 1u << 16;             // here is a device

// USB_MUXING, USBPHY_DIRECT and its OVERRIDE
inline constexpr std::uint32_t muxing_to_phy = 1u << 0;   // the chip's own transceiver
inline constexpr std::uint32_t muxing_to_pins = 1u << 2;  // GP15, for tests of the chip
inline constexpr std::uint32_t muxing_softcon = 1u << 3;  // which the controller connects by itself
inline constexpr std::uint32_t phy_pull_up = 1u << 1;
inline constexpr std::uint32_t phy_pull_up_override = 1u << 2;

inline constexpr std::uintptr_t memory = Map::usb_memory;  // 4 KB that controller and processor share, 4.1.2.5
inline constexpr std::uint32_t control_buffer = 0x100;
inline constexpr std::uint32_t out_buffer = 0x180;
inline constexpr std::uint32_t in_buffer = 0x1C0;
inline constexpr std::uint32_t notification_buffer = 0x200;

// Buffer control, 4.1.2.5.3
inline constexpr std::uint32_t full = 1u << 15;
inline constexpr std::uint32_t data1 = 1u << 13;
inline constexpr std::uint32_t stall = 1u << 11;
inline constexpr std::uint32_t available = 1u << 10;
inline constexpr std::uint32_t length_mask = 0x3FF;

inline volatile std::uint32_t& word(std::uint32_t offset) noexcept {
    return *reinterpret_cast<volatile std::uint32_t*>(memory + offset);
}
inline volatile std::uint8_t* bytes_at(std::uint32_t offset) noexcept {
    return reinterpret_cast<volatile std::uint8_t*>(memory + offset);
}

/// Endpoints but 0 that may be halted, as bits.
namespace halts {
inline constexpr std::uint8_t notification = 1;
inline constexpr std::uint8_t data_in = 2;
inline constexpr std::uint8_t data_out = 4;
}  // namespace halts

/// Of BUFF_STATUS and EP_ABORT: the packet of data to the host.
inline constexpr std::uint32_t data_in_buffer = 1u << 2 * data_endpoint;

constexpr std::uint32_t in_control(unsigned endpoint) noexcept { return 0x80 + 8 * endpoint; }
constexpr std::uint32_t out_control(unsigned endpoint) noexcept { return in_control(endpoint) + 4; }

/// Hands a buffer to the controller, which runs at 48 MHz: the rest of the word must be written a few of its cycles before the
/// bit that hands over (4.1.2.7.1, "Concurrent access").
inline void hand_over(std::uint32_t control, std::uint32_t settings) noexcept {
    word(control) = settings;
    for (int i = 0; i < 4; ++i) {
        asm volatile("nop\n\tnop\n\tnop");
    }
    word(control) = settings | available;
}

}  // namespace stackmate::boards::rp2::usb

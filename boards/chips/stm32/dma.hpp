// DMA from memory to a peripheral's register, once through a buffer. Two generations of the controller.
#pragma once

#include <span>

#include "boards/chips/stm32/bus.hpp"

namespace stackmate::boards::stm32 {

/// Channel `Channel` (1 to 7) of the controller at `Base`: F1 (RM0008, "DMA controller", registers and "Programmable
/// data width": a byte is widened to the half word that the peripheral takes, by zeros).
template <MemoryBus B, std::uintptr_t Base, unsigned Channel>
struct DmaChannelF1 {
    using Item = std::uint8_t;

    static void start(std::uintptr_t to, std::span<const Item> items) noexcept {
        stop();
        B::write(Base + 0x04, 0xFu << 4 * (Channel - 1));  // IFCR
        B::write(count, static_cast<std::uint32_t>(items.size()));
        B::write(count + 4, static_cast<std::uint32_t>(to));
        B::write(count + 8, B::address_of(items.data()));
        // High priority, memory 8 bits, peripheral 16 bits, memory address rising, from memory.
        constexpr std::uint32_t mode = (2u << 12) | (0u << 10) | (1u << 8) | (1u << 7) | (1u << 4);
        B::write(control, mode);
        B::write(control, mode | 1u);
    }

    static void stop() noexcept { modify<B>(control, 1u, 0); }

    /// Whether no transfer is under way: it is complete, or an error has ended it.
    [[nodiscard]] static bool idle() noexcept {
        return (B::read(control) & 1u) == 0 || B::read(count) == 0 || (B::read(Base) >> error & 1) != 0;
    }

private:
    static_assert(Channel >= 1 && Channel <= 7);
    static constexpr std::uintptr_t control = Base + 0x08 + 20 * (Channel - 1);
    static constexpr std::uintptr_t count = control + 4;
    static constexpr unsigned error = 4 * (Channel - 1) + 3;  ///< ISR, TEIF
};

/// Stream `Stream` (0 to 7) with request `Request` of the controller at `Base`: F4 (RM0383, "DMA controller"). Direct
/// mode, in which both sides have the same width.
template <MemoryBus B, std::uintptr_t Base, unsigned Stream, unsigned Request>
struct DmaStreamF4 {
    using Item = std::uint16_t;

    static void start(std::uintptr_t to, std::span<const Item> items) noexcept {
        stop();
        constexpr unsigned flags_at = Stream % 4 * 6 + (Stream % 4 >= 2 ? 4 : 0);  // 0, 6, 16, 22
        B::write(Base + 0x08 + 4 * (Stream / 4), 0x3Du << flags_at);               // LIFCR, HIFCR
        B::write(control + 0x04, static_cast<std::uint32_t>(items.size()));        // NDTR
        B::write(control + 0x08, static_cast<std::uint32_t>(to));                  // PAR
        B::write(control + 0x0C, B::address_of(items.data()));                     // M0AR
        B::write(control + 0x14, 0);                                               // FCR: direct
        // Request, high priority, both sides 16 bits, memory address rising, memory to peripheral.
        constexpr std::uint32_t mode = (Request << 25) | (2u << 16) | (1u << 13) | (1u << 11) | (1u << 10) | (1u << 6);
        B::write(control, mode);
        B::write(control, mode | 1u);
    }

    /// Waits until the stream has ended the current item; before that its registers accept nothing.
    static void stop() noexcept {
        modify<B>(control, 1u, 0);
        (void)wait_until<B>(control, 1u, 0, 1000);
    }

    /// Whether no transfer is under way: the stream switches itself off at the end and after an error.
    [[nodiscard]] static bool idle() noexcept { return (B::read(control) & 1u) == 0; }

private:
    static_assert(Stream <= 7 && Request <= 7);
    static constexpr std::uintptr_t control = Base + 0x10 + 0x18 * Stream;
};

}  // namespace stackmate::boards::stm32

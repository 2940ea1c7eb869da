// Serial port on an STM32 USART: receive by interrupt into a ring, send by interrupt and by the superloop's
// pump.
//
// The two generations of the peripheral differ in where their registers lie; the driver is one template over
// them.
#pragma once

#include <atomic>
#include <cstdint>

#include "boards/chips/stm32/bus.hpp"
#include "boards/cortex_m/buffered_serial.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::stm32 {

/// Status bits, which lie at the same places in SR (first generation) and ISR (second).
struct UsartStatus {
    static constexpr std::uint32_t framing_error = 1u << 1;
    static constexpr std::uint32_t overrun = 1u << 3;
    static constexpr std::uint32_t received = 1u << 5;  ///< RXNE: a byte waits to be read
    static constexpr std::uint32_t complete = 1u << 6;  ///< TC: the last byte has left the shift register
    static constexpr std::uint32_t writable = 1u << 7;  ///< TXE: the next byte may be written
};

/// USART of the F1 and F4 families (RM0041 and RM0090, "USART registers").
template <std::uintptr_t Base, MemoryBus B = Bus>
struct UsartV1 {
    using ChipBus = B;
    static constexpr std::uint32_t enable_bits = (1u << 13) | (1u << 3) | (1u << 2);  ///< UE, TE, RE

    static constexpr std::uintptr_t control = Base + 0x0C;

    static void set_divisor(std::uint32_t divisor) noexcept { B::write(Base + 0x08, divisor); }
    [[nodiscard]] static std::uint32_t status() noexcept { return B::read(Base + 0x00); }
    [[nodiscard]] static std::uint8_t take() noexcept { return static_cast<std::uint8_t>(B::read(Base + 0x04)); }
    static void send(std::uint8_t byte) noexcept { B::write(Base + 0x04, byte); }

    /// Clears the error bits of a status just read: reading the data register after the status does it.
    static void clear_errors() noexcept { (void)take(); }
    static constexpr bool take_clears_errors = true;
};

/// USART of the L4 family (RM0351, "USART registers").
template <std::uintptr_t Base, MemoryBus B = Bus>
struct UsartV2 {
    using ChipBus = B;
    static constexpr std::uint32_t enable_bits = (1u << 0) | (1u << 3) | (1u << 2);  ///< UE, TE, RE

    static constexpr std::uintptr_t control = Base + 0x00;

    static void set_divisor(std::uint32_t divisor) noexcept { B::write(Base + 0x0C, divisor); }
    [[nodiscard]] static std::uint32_t status() noexcept { return B::read(Base + 0x1C); }
    [[nodiscard]] static std::uint8_t take() noexcept { return static_cast<std::uint8_t>(B::read(Base + 0x24)); }
    static void send(std::uint8_t byte) noexcept { B::write(Base + 0x28, byte); }
    static void clear_errors() noexcept { B::write(Base + 0x20, UsartStatus::framing_error | UsartStatus::overrun); }
    static constexpr bool take_clears_errors = false;
};

/// The divisor nearest to `clock_hz / baud` (oversampling by 16: BRR holds it in sixteenths of a bit, that is
/// as is).
[[nodiscard]] constexpr std::uint32_t usart_divisor(std::uint32_t clock_hz, std::uint32_t baud) noexcept {
    return (clock_hz + baud / 2) / baud;
}

/// How far the divided clock is from `baud`, in units of 0.01 %.
[[nodiscard]] constexpr std::uint32_t usart_error(std::uint32_t clock_hz, std::uint32_t baud) noexcept {
    const std::uint64_t wanted = std::uint64_t{baud} * usart_divisor(clock_hz, baud);
    const std::uint64_t difference = wanted > clock_hz ? wanted - clock_hz : clock_hz - wanted;
    return static_cast<std::uint32_t>(difference * 10000 / clock_hz);
}

/// Serial port, 8 data bits, no parity, 1 stop bit.
///
/// `ClockHz` feeds the peripheral. `Received` and `Queued` are the ring sizes in bytes. The board enables the
/// peripheral's clock, its pins and its interrupt, and calls `on_interrupt` from the interrupt.
///
/// Flow: when the receive ring is full the driver stops taking bytes and leaves the next one in the hardware,
/// which holds one; on a real line the following ones are lost and counted as an overrun, while an emulated
/// line waits.
template <class Registers, std::uint32_t ClockHz, std::uint32_t Baud, std::size_t Received, std::size_t Queued>
class Usart
    : public cortex_m::BufferedSerial<Usart<Registers, ClockHz, Baud, Received, Queued>, Baud, Received, Queued> {
    static_assert(usart_divisor(ClockHz, Baud) >= 16, "baud rate beyond the peripheral's reach");
    static_assert(usart_divisor(ClockHz, Baud) <= 0xFFFF, "baud rate below the peripheral's reach");
    // A receiver tolerates about 3.3 % (RM0090, "USART receiver tolerance to clock deviation"); both ends'
    // oscillators need their share of it.
    static_assert(usart_error(ClockHz, Baud) <= 100, "baud rate more than 1 % off");

public:
    void init() noexcept {
        Registers::set_divisor(usart_divisor(ClockHz, Baud));
        Registers::ChipBus::write(Registers::control, Registers::enable_bits | receive_interrupt);
    }

    void pump() noexcept {
        while (!this->queued_.empty() && pump_some()) {}
    }

    void resume() noexcept {
        this->receive_stopped_.store(false, std::memory_order_relaxed);
        modify<typename Registers::ChipBus>(Registers::control, 0, receive_interrupt);
    }

    [[nodiscard]] bool line_idle() const noexcept { return (Registers::status() & UsartStatus::complete) != 0; }

    void on_interrupt() noexcept {
        const auto status = Registers::status();
        if ((status & (UsartStatus::received | UsartStatus::overrun)) != 0 && !this->receive_stopped_) {
            receive(status);
        }
        if ((status & UsartStatus::writable) != 0) {
            send_next();
            if (this->queued_.empty()) {
                modify<typename Registers::ChipBus>(Registers::control, send_interrupt, 0);
            }
        }
        // Arm's erratum 838869 (ST: ES0182, 2.1.3): a store that is under way when an interrupt ends can send a
        // Cortex-M4 into the wrong one, and a tick would be lost.
        asm volatile("dsb" : : : "memory");
    }

private:
    static constexpr std::uint32_t receive_interrupt = 1u << 5;  ///< RXNEIE, which covers the overrun as well
    static constexpr std::uint32_t send_interrupt = 1u << 7;     ///< TXEIE

    void receive(std::uint32_t status) noexcept {
        const bool damaged = (status & UsartStatus::framing_error) != 0;
        if ((status & UsartStatus::overrun) != 0 || damaged) {
            this->count_error();
        }
        if ((status & UsartStatus::received) != 0) {
            const auto byte = Registers::take();
            // A byte without its stop bit is noise, or a break: not a byte the other side sent.
            if (!damaged) {
                this->take(byte);
            }
        } else if (Registers::take_clears_errors) {
            Registers::clear_errors();
        }
        if (!Registers::take_clears_errors) {
            Registers::clear_errors();
        }
        if (this->received_.free() == 0) {
            this->receive_stopped_.store(true, std::memory_order_relaxed);
            modify<typename Registers::ChipBus>(Registers::control, receive_interrupt, 0);
        }
    }

    /// True if the hardware takes more. It has space for two bytes. An emulated one takes all there are; then interrupts are
    /// let through in between.
    bool pump_some() noexcept {
        const cortex_m::InterruptLock lock;
        for (int sent = 0; !this->queued_.empty() && (Registers::status() & UsartStatus::writable) != 0; ++sent) {
            if (sent == 8) {
                return true;
            }
            send_next();
        }
        if (!this->queued_.empty()) {
            modify<typename Registers::ChipBus>(Registers::control, 0, send_interrupt);
        }
        return false;
    }

    void send_next() noexcept {
        const int byte = this->queued_.pop();
        if (byte >= 0) {
            Registers::send(static_cast<std::uint8_t>(byte));
        }
    }
};

}  // namespace stackmate::boards::stm32

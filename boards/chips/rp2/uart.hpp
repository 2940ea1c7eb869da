// Serial port on the chip's UART: receive by interrupt into a ring, send by interrupt and by the superloop's
// pump. Source: RP2040 data sheet, 4.2, "UART", which is Arm's PL011.
#pragma once

#include <atomic>
#include <cstdint>

#include "boards/chips/rp2/registers.hpp"
#include "boards/cortex_m/buffered_serial.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::rp2 {

/// 4.2.3.2.1: the clock is divided by 16 times this, in units of 1/64.
[[nodiscard]] constexpr std::uint32_t uart_divisor(std::uint32_t clock_hz, std::uint32_t baud) noexcept {
    return (clock_hz * 4 + baud / 2) / baud;
}

static_assert(uart_divisor(125'000'000, 115200) == 67 * 64 + 52, "the data sheet's formula, worked out by hand");

/// Serial port, 8 data bits, no parity, 1 stop bit, no handshake lines. `ClockHz` feeds the peripheral; `Received`
/// and `Queued` are the ring sizes in bytes. The board releases the peripheral's reset, hands over its pins,
/// enables its interrupt and calls `on_interrupt` from it.
///
/// Flow: when the receive ring is full the driver stops taking bytes. The hardware holds one; on a real line the
/// following ones are lost and counted as an overrun.
///
/// The hardware's queues of 32 bytes are off. With them `stop` would be noticed 32 bit times after its last byte, and an answer
/// would wait behind up to 32 bytes that `tx_free` does not count: 3 ms. Without them every byte raises an interrupt, at most
/// every 87 us, and must be fetched within that time; no other interrupt takes a quarter of it.
template <std::uintptr_t Base, std::uint32_t ClockHz, std::uint32_t Baud, std::size_t Received, std::size_t Queued>
class Uart : public cortex_m::BufferedSerial<Uart<Base, ClockHz, Baud, Received, Queued>, Baud, Received, Queued> {
    static constexpr std::uint32_t divisor = uart_divisor(ClockHz, Baud);
    static_assert(ClockHz <= 0xFFFF'FFFF / 4 - Baud, "32-bit arithmetic");
    static_assert(divisor >= 64 && divisor < (1u << 22), "UARTIBRD has 16 bits and is not 0");
    // Exact to 1/64 of a sixteenth of a bit: far better than the other end's crystal.
    static_assert(divisor / 64 >= 16, "less than 0.1 % off");

public:
    void init() noexcept {
        At<0x24>::write(divisor / 64);                 // UARTIBRD
        At<0x28>::write(divisor % 64);                 // UARTFBRD
        At<0x2C>::write(3u << 5);                      // UARTLCR_H, which takes the divisor over: 8 bits, no FIFOs
        At<0x30>::write(1u << 9 | 1u << 8 | 1u << 0);  // UARTCR: receive, send, on
        Mask::write(receive_interrupt);
    }

    void pump() noexcept {
        if (!this->queued_.empty()) {
            const InterruptLock lock;
            send();
        }
    }

    void resume() noexcept {
        receive();  // the waiting byte may have raised its only interrupt already
    }

    [[nodiscard]] bool line_idle() const noexcept { return !Flags::any(busy); }

    void on_interrupt() noexcept {
        receive();
        send();
    }

private:
    template <std::uintptr_t Offset>
    using At = Register<Base + Offset>;
    using InterruptLock = cortex_m::InterruptLock;

    using Data = At<0x00>;                     ///< UARTDR: byte, and from bit 8 on what was wrong with it
    using Flags = At<0x18>;                    ///< UARTFR
    using Mask = AtomicRegister<Base + 0x38>;  ///< UARTIMSC

    static constexpr std::uint32_t busy = 1u << 3;
    static constexpr std::uint32_t receive_empty = 1u << 4;
    static constexpr std::uint32_t send_full = 1u << 5;
    static constexpr std::uint32_t framing_error = 1u << 8;
    static constexpr std::uint32_t overrun = 1u << 11;  ///< bytes behind this one were lost
    static constexpr std::uint32_t send_interrupt = 1u << 5;
    static constexpr std::uint32_t receive_interrupt = 1u << 4;

    void receive() noexcept {
        while (this->received_.free() != 0 && !Flags::any(receive_empty)) {
            const auto data = Data::read();
            // A byte without its stop bit is noise, or a break: not a byte the other side sent.
            const bool damaged = (data & framing_error) != 0;
            if (damaged || (data & overrun) != 0) {
                this->count_error();
            }
            if (!damaged) {
                const auto byte = static_cast<std::uint8_t>(data);
                this->take(byte);
            }
        }
        const bool full = this->received_.free() == 0;
        if (full != this->receive_stopped_.load(std::memory_order_relaxed)) {
            this->receive_stopped_.store(full, std::memory_order_relaxed);
            full ? Mask::clear(receive_interrupt) : Mask::set(receive_interrupt);
        }
    }

    /// Gives the hardware the next byte. The interrupt comes when that byte is under way, so it is enabled only while more are
    /// queued.
    void send() noexcept {
        while (!this->queued_.empty() && !Flags::any(send_full)) {
            Data::write(static_cast<std::uint32_t>(this->queued_.pop()));
        }
        const bool more = !this->queued_.empty();
        if (more != sending_) {
            sending_ = more;
            more ? Mask::set(send_interrupt) : Mask::clear(send_interrupt);
        }
    }

    bool sending_ = false;
};

}  // namespace stackmate::boards::rp2

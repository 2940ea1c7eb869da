// Serial port on the APB UART of Arm's Cortex-M System Design Kit: receive by interrupt into a ring, send by
// interrupt and by the superloop's pump. Source: Cortex-M System Design Kit Technical Reference Manual (DDI
// 0479D), 4.3, "APB UART".
#pragma once

#include <atomic>
#include <cstdint>

#include "boards/cortex_m/buffered_serial.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::mps2 {

/// BAUDDIV nearest to `clock_hz / baud`.
[[nodiscard]] constexpr std::uint32_t uart_divisor(std::uint32_t clock_hz, std::uint32_t baud) noexcept {
    return (clock_hz + baud / 2) / baud;
}

/// Serial port, 8 data bits, no parity, 1 stop bit. `ClockHz` feeds the peripheral; `Received` and `Queued`
/// are the ring sizes in bytes. The board enables the interrupts for receiving and sending, and calls
/// `on_interrupt` from both.
///
/// Flow: when the receive ring is full the driver stops taking bytes and leaves the next one in the hardware, which holds one.
/// The peripheral does not report when the last byte has left its shift register: `tx_idle` is up to one byte's time early.
template <std::uintptr_t Base, std::uint32_t ClockHz, std::uint32_t Baud, std::size_t Received, std::size_t Queued>
class Uart : public cortex_m::BufferedSerial<Uart<Base, ClockHz, Baud, Received, Queued>, Baud, Received, Queued> {
    static constexpr std::uint32_t divisor = uart_divisor(ClockHz, Baud);
    static_assert(divisor >= 16 && divisor < (1u << 20), "BAUDDIV");
    static_assert(divisor * Baud <= ClockHz + ClockHz / 100 && divisor * Baud >= ClockHz - ClockHz / 100,
                  "baud rate more than 1 % off");

public:
    void init() noexcept {
        cortex_m::Register<Base + 0x10>::write(divisor);
        cortex_m::Register<Base + 0x08>::write(0xF);  // CTRL: send, receive, and the interrupt of each
    }

    void pump() noexcept {
        while (!this->queued_.empty() && !State::any(send_full)) {
            const InterruptLock lock;
            send();
        }
    }

    void resume() noexcept {
        // The waiting byte has had its interrupt already; there will be no other.
        receive();
    }

    [[nodiscard]] bool line_idle() const noexcept { return !State::any(send_full); }

    void on_interrupt() noexcept {
        // First: a byte that comes after the check below requests the interrupt again.
        InterruptStatus::write(sent_interrupt | received_interrupt);
        receive();
        send();
    }

private:
    using InterruptLock = cortex_m::InterruptLock;

    using Data = cortex_m::Register<Base + 0x00>;
    using State = cortex_m::Register<Base + 0x04>;
    using InterruptStatus = cortex_m::Register<Base + 0x0C>;  ///< a bit is cleared by writing it

    static constexpr std::uint32_t send_full = 1u << 0;        ///< STATE
    static constexpr std::uint32_t receive_full = 1u << 1;     ///< STATE
    static constexpr std::uint32_t receive_overrun = 1u << 3;  ///< STATE; cleared by writing it
    static constexpr std::uint32_t sent_interrupt = 1u << 0;
    static constexpr std::uint32_t received_interrupt = 1u << 1;

    void receive() noexcept {
        if (State::any(receive_overrun)) {
            State::write(receive_overrun);
            this->count_error();
        }
        while (this->received_.free() != 0 && State::any(receive_full)) {
            const auto byte = static_cast<std::uint8_t>(Data::read());
            this->take(byte);
        }
        this->receive_stopped_.store(this->received_.free() == 0, std::memory_order_relaxed);
    }

    void send() noexcept {
        if (!State::any(send_full)) {
            if (const int byte = this->queued_.pop(); byte >= 0) {
                Data::write(static_cast<std::uint32_t>(byte));
            }
        }
    }
};

}  // namespace stackmate::boards::mps2

// Serial port on the APB UART of Arm's Cortex-M System Design Kit: receive by interrupt into a ring, send by
// interrupt and by the superloop's pump. Source: Cortex-M System Design Kit Technical Reference Manual (DDI
// 0479D), 4.3, "APB UART".
#pragma once

#include <atomic>
#include <cstdint>

#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/system.hpp"
#include "hal/concepts.hpp"
#include "hal/line_watch.hpp"
#include "hal/ring.hpp"

namespace stackmate::boards::mps2 {

/// BAUDDIV nearest to `clock_hz / baud`.
[[nodiscard]] constexpr std::uint32_t uart_divisor(std::uint32_t clock_hz, std::uint32_t baud) noexcept {
    return (clock_hz + baud / 2) / baud;
}

/// Serial port, 8 data bits, no parity, 1 stop bit. `ClockHz` feeds the peripheral; `Received` and `Queued`
/// are the ring sizes in bytes. The board enables the interrupts for receiving and sending, and calls
/// `on_interrupt` from both.
///
/// Flow: when the receive ring is full the driver stops taking bytes and leaves the next one in the hardware,
/// which holds one. The peripheral does not tell when the last byte has left its shift register: `tx_idle` is
/// up to one byte's time early.
template <std::uintptr_t Base, std::uint32_t ClockHz, std::uint32_t Baud, std::size_t Received, std::size_t Queued>
class Uart {
    static constexpr std::uint32_t divisor = uart_divisor(ClockHz, Baud);
    static_assert(divisor >= 16 && divisor < (1u << 20), "BAUDDIV");
    static_assert(divisor * Baud <= ClockHz + ClockHz / 100 && divisor * Baud >= ClockHz - ClockHz / 100,
                  "baud rate more than 1 % off");

public:
    void init() noexcept {
        cortex_m::Register<Base + 0x10>::write(divisor);
        cortex_m::Register<Base + 0x08>::write(0xF);  // CTRL: send, receive, and the interrupt of each
    }

    [[nodiscard]] int read() noexcept {
        const int byte = received_.pop();
        if (byte >= 0 && receive_stopped_.load(std::memory_order_relaxed)) {
            // The byte that was left came with its interrupt long ago: there will be no other.
            const InterruptLock lock;
            receive();
        }
        return byte;
    }

    [[nodiscard]] bool readable() const noexcept { return !received_.empty(); }
    [[nodiscard]] bool write(std::string_view bytes) noexcept {
        if (!queued_.push_all(bytes)) {
            return false;
        }
        pump();
        return true;
    }

    void pump() noexcept {
        while (!queued_.empty() && !State::any(send_full)) {
            const InterruptLock lock;
            send();
        }
    }

    void watch(std::string_view line, std::atomic<bool>& flag) noexcept {
        const InterruptLock lock;
        watch_.watch(line, flag);
    }

    [[nodiscard]] std::size_t tx_free() const noexcept { return queued_.free(); }
    [[nodiscard]] bool tx_idle() const noexcept { return queued_.empty() && !State::any(send_full); }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return overruns_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool hung_up() noexcept { return false; }
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return (10'000'000 + Baud - 1) / Baud; }

    void on_interrupt() noexcept {
        // First: a byte that comes after the look below asks again.
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
            overruns_.store(overruns() + 1, std::memory_order_relaxed);
        }
        while (received_.free() != 0 && State::any(receive_full)) {
            const auto byte = static_cast<std::uint8_t>(Data::read());
            (void)received_.push(byte);
            watch_.receive(static_cast<char>(byte));
            cortex_m::work_arrived.store(true, std::memory_order_relaxed);
        }
        receive_stopped_.store(received_.free() == 0, std::memory_order_relaxed);
    }

    void send() noexcept {
        if (!State::any(send_full)) {
            if (const int byte = queued_.pop(); byte >= 0) {
                Data::write(static_cast<std::uint32_t>(byte));
            }
        }
    }

    hal::Ring<Received> received_{};
    hal::Ring<Queued> queued_{};
    hal::LineWatch watch_{};
    std::atomic<std::uint32_t> overruns_{0};
    std::atomic<bool> receive_stopped_{false};
};

}  // namespace stackmate::boards::mps2

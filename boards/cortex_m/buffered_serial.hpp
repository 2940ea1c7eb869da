// What the serial ports of all chips have in common: a ring each way, the line that is watched for, and how errors are counted.
// A chip's driver moves bytes between the rings and its peripheral.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/system.hpp"
#include "hal/ring.hpp"

namespace stackmate::boards::cortex_m {

/// hal::SerialPort, but for `init` and `on_interrupt`. `Received` and `Queued` are the ring sizes in bytes. When the receive ring
/// is full the driver stops taking bytes and says so by `receive_stopped_`. `Driver` has
///   void resume()            takes bytes again, with interrupts locked: there is room
///   void pump()              sends what the hardware takes of what is queued
///   bool line_idle() const   the hardware has nothing left to send
template <class Driver, std::uint32_t Baud, std::size_t Received, std::size_t Queued>
class BufferedSerial {
public:
    [[nodiscard]] int read() noexcept {
        const int byte = received_.pop();
        if (byte >= 0 && receive_stopped_.load(std::memory_order_relaxed)) {
            const InterruptLock lock;
            driver().resume();
        }
        return byte;
    }

    [[nodiscard]] bool readable() const noexcept { return !received_.empty(); }
    [[nodiscard]] bool write(std::string_view bytes) noexcept {
        if (!queued_.push_all(bytes)) {
            return false;
        }
        driver().pump();
        return true;
    }

    void watch(std::string_view line, std::atomic<bool>& flag) noexcept {
        const InterruptLock lock;
        watch_.watch(line, flag);
    }

    [[nodiscard]] std::size_t tx_free() const noexcept { return queued_.free(); }
    [[nodiscard]] bool tx_idle() const noexcept {
        return queued_.empty() && static_cast<const Driver*>(this)->line_idle();
    }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return overruns_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool hung_up() noexcept { return false; }
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return (10'000'000 + Baud - 1) / Baud; }

protected:
    /// From the interrupt, or with interrupts locked. There must be room.
    [[gnu::always_inline]] void take(std::uint8_t byte) noexcept {
        (void)received_.push(byte);
        watch_.receive(static_cast<char>(byte));
        work_arrived.store(true, std::memory_order_relaxed);
    }

    void count_error() noexcept { overruns_.store(overruns() + 1, std::memory_order_relaxed); }

    hal::Ring<Received> received_{};
    hal::Ring<Queued> queued_{};
    hal::LineWatch watch_{};
    std::atomic<std::uint32_t> overruns_{0};
    std::atomic<bool> receive_stopped_{false};

private:
    Driver& driver() noexcept { return static_cast<Driver&>(*this); }
};

}  // namespace stackmate::boards::cortex_m

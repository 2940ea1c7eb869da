// A serial port whose other end is the test.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hal/concepts.hpp"
#include "hal/ring.hpp"
#include "hal/output_queue.hpp"

namespace stackmate::hal::fake {

/// Serial port over two rings. `deliver` plays the receive interrupt; `sent` is everything that was sent, up to `Kept`
/// bytes since the last `forget_sent`.
template <std::size_t Received = 256, std::size_t Queued = 1024, std::size_t Kept = 65536>
class SerialPort {
public:
    [[nodiscard]] int read() noexcept { return received_.pop(); }
    [[nodiscard]] bool readable() const noexcept { return !received_.empty(); }
    [[nodiscard]] bool write(std::string_view bytes) noexcept { return queued_.write(bytes); }
    [[nodiscard]] std::size_t tx_free() const noexcept { return queued_.free(); }
    [[nodiscard]] bool tx_idle() const noexcept { return queued_.empty(); }
    [[nodiscard]] std::uint32_t overruns() const noexcept { return overruns_; }
    [[nodiscard]] std::uint32_t byte_time_us() const noexcept { return byte_time_us_; }
    void watch(std::string_view line, std::atomic<bool>& flag) noexcept { watch_.watch(line, flag); }

    void pump() noexcept {
        for (std::size_t left = pump_limit_; left != 0 && !queued_.empty();) {
            const std::string_view bytes = queued_.front().substr(0, left);
            sent_size_ += bytes.copy(sent_.data() + sent_size_, Kept - sent_size_);
            queued_.sent(bytes.size());
            left -= bytes.size();
        }
    }

    /// Bytes arrive. A full ring loses them and counts it, as a chip without a handshake does.
    void deliver(std::string_view bytes) noexcept {
        for (const char byte : bytes) {
            if (received_.push(static_cast<std::uint8_t>(byte))) {
                watch_.receive(byte);
            } else {
                ++overruns_;
            }
        }
    }

    /// The other side goes away: a window closed, a cable pulled. What it had sent and nobody has read is dropped.
    void hang_up() noexcept {
        while (received_.pop() >= 0) {}
        watch_.reset();
        queued_.drop();
    }
    /// Whether the other side has gone away since the last call; reported once.
    [[nodiscard]] bool hung_up() noexcept { return queued_.resume(); }

    /// Room for this many more bytes before `deliver` loses some.
    [[nodiscard]] std::size_t rx_free() const noexcept { return received_.free(); }

    [[nodiscard]] std::string_view sent() const noexcept { return {sent_.data(), sent_size_}; }
    void forget_sent() noexcept { sent_size_ = 0; }

    /// A slow line: each `pump` moves at most `bytes`.
    void limit_pump(std::size_t bytes) noexcept { pump_limit_ = bytes; }
    void set_byte_time_us(std::uint32_t us) noexcept { byte_time_us_ = us; }

protected:
    void drop() noexcept { queued_.drop(); }

private:
    Ring<Received> received_{};
    OutputQueue<Queued + 1> queued_{};
    LineWatch watch_{};
    std::array<char, Kept> sent_{};
    std::size_t sent_size_ = 0;
    std::size_t pump_limit_ = static_cast<std::size_t>(-1);
    std::uint32_t overruns_ = 0;
    std::uint32_t byte_time_us_ = 0;
};

static_assert(hal::SerialPort<SerialPort<>> && !hal::MayStall<SerialPort<>>);

/// The same, but its other side may stop reading: `limit_pump(0)`.
template <std::size_t Received = 256, std::size_t Queued = 1024, std::size_t Kept = 65536>
class StallingPort : public SerialPort<Received, Queued, Kept> {
public:
    static constexpr std::uint32_t stall_ms = 0;  ///< the test's clock stands still

    void drop_output() noexcept { this->drop(); }
};

static_assert(hal::MayStall<StallingPort<>>);

}  // namespace stackmate::hal::fake

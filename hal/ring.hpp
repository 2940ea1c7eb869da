// What the serial ports of all drivers are made of: a byte queue between an interrupt and the superloop, and the matcher behind
// SerialPort::watch, which recognises one line among the bytes that come.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::hal {

/// Queue of up to `Capacity` bytes for one producer and one consumer, each of which may be an interrupt or a thread.
///
/// `push` and `free` belong to the producer, `pop` and `used` to the consumer; read by the other side, `free` and
/// `used` are lower bounds. Nothing blocks, nothing is overwritten. The indices wrap at 2^16, so the capacity must be a
/// power of two and at most 32768.
template <std::size_t Capacity>
class Ring {
    static_assert(std::has_single_bit(Capacity) && Capacity <= 32768, "capacity: a power of two up to 32768");

public:
    static constexpr std::size_t capacity = Capacity;

    [[nodiscard]] std::size_t used() const noexcept {
        const auto out = out_.load(std::memory_order_acquire);
        const auto in = in_.load(std::memory_order_acquire);
        return static_cast<std::uint16_t>(in - out);
    }

    [[nodiscard]] std::size_t free() const noexcept { return Capacity - used(); }
    [[nodiscard]] bool empty() const noexcept { return used() == 0; }

    /// Appends one byte; returns false and appends nothing if the ring is full.
    [[nodiscard]] bool push(std::uint8_t byte) noexcept {
        if (free() == 0) {
            return false;
        }
        const auto in = in_.load(std::memory_order_relaxed);
        bytes_[in % Capacity] = byte;
        in_.store(static_cast<std::uint16_t>(in + 1u), std::memory_order_release);
        return true;
    }

    /// Appends all bytes or, if there is no room for all, none.
    [[nodiscard]] bool push_all(std::string_view text) noexcept {
        if (free() < text.size()) {
            return false;
        }
        auto in = in_.load(std::memory_order_relaxed);
        for (const char c : text) {
            bytes_[in++ % Capacity] = static_cast<std::uint8_t>(c);
        }
        in_.store(in, std::memory_order_release);
        return true;
    }

    /// Removes the oldest byte, 0 to 255; -1 when empty.
    [[nodiscard]] int pop() noexcept {
        if (empty()) {
            return -1;
        }
        const auto out = out_.load(std::memory_order_relaxed);
        const int byte = bytes_[out % Capacity];
        out_.store(static_cast<std::uint16_t>(out + 1u), std::memory_order_release);
        return byte;
    }

private:
    std::array<std::uint8_t, Capacity> bytes_{};
    std::atomic<std::uint16_t> in_{0};
    std::atomic<std::uint16_t> out_{0};
};

/// Raises a flag when a whole line equals the watched one. A carriage return or a line feed ends a line. So CR LF ends
/// the line and then an empty one, which matches nothing.
///
/// `receive` is called by the receive interrupt; the caller of `watch` must block that interrupt meanwhile.
class LineWatch {
public:
    /// Watches for `line` (up to 254 bytes, without its end); an empty one matches nothing. A line that has already
    /// begun does not match, unless the same text was watched before: then the watch just continues.
    void watch(std::string_view line, std::atomic<bool>& flag) noexcept {
        if (line != line_ && matched_ != 0) {
            matched_ = mismatch;
        }
        line_ = line;
        flag_ = &flag;
    }

    /// Forgets the line received so far: the next byte begins a new one.
    void reset() noexcept { matched_ = 0; }

    void receive(char byte) noexcept {
        if (byte == '\n' || byte == '\r') {
            if (matched_ != 0 && matched_ == line_.size()) {
                flag_->store(true, std::memory_order_relaxed);
            }
            matched_ = 0;
        } else if (matched_ < line_.size() && line_[matched_] == byte) {
            ++matched_;
        } else {
            matched_ = mismatch;
        }
    }

private:
    static constexpr std::uint8_t mismatch = 255;

    std::string_view line_{};
    std::atomic<bool>* flag_ = nullptr;
    std::uint8_t matched_ = 0;  ///< bytes of this line that agree so far, or `mismatch`
};

}  // namespace stackmate::hal

// Recognises one line in a received stream, byte by byte: the matcher behind SerialPort::watch in every
// driver.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace stackmate::hal {

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

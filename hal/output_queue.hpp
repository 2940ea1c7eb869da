// The output of a port whose other side may stop reading: dropping output never leaves half a line before the next one.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace stackmate::hal {

/// Bytes that wait to be sent. One context writes and sends. Nothing blocks.
template <std::size_t Size>
class OutputQueue {
public:
    /// One byte is kept for the newline after a cut line, so that an empty queue always takes the same amount.
    static constexpr std::size_t capacity = Size - 1;

    [[nodiscard]] std::size_t free() const noexcept { return used_ < capacity ? capacity - used_ : 0; }
    [[nodiscard]] bool empty() const noexcept { return used_ == 0; }

    /// Takes all of `bytes` or, if there is no room for all, none. After a cut line a newline comes first.
    [[nodiscard]] bool write(std::string_view bytes) noexcept {
        if (dropped_ || bytes.empty()) {
            return true;
        }
        if (bytes.size() > free()) {
            return false;
        }
        if (std::exchange(cut_, false)) {
            put('\n');
        }
        for (const char c : bytes) {
            put(c);
        }
        return true;
    }

    /// The oldest bytes, as many as are contiguous; none if the queue is empty.
    [[nodiscard]] std::string_view front() const noexcept {
        return {bytes_.data() + first_, used_ < Size - first_ ? used_ : Size - first_};
    }
    /// The first `count` of `front()` have been sent.
    void sent(std::size_t count) noexcept {
        if (count != 0) {
            inside_line_ = bytes_[first_ + count - 1] != '\n';
            first_ = (first_ + count) % Size;
            used_ -= count;
        }
    }

    /// Drops what is queued; what is written until `resume` is dropped too.
    void drop() noexcept {
        used_ = 0;
        cut_ = inside_line_;
        dropped_ = true;
    }
    /// Returns true if something was dropped since the last call.
    [[nodiscard]] bool resume() noexcept { return std::exchange(dropped_, false); }

private:
    void put(char c) noexcept { bytes_[(first_ + used_++) % Size] = c; }

    std::array<char, Size> bytes_{};
    std::size_t first_ = 0;
    std::size_t used_ = 0;
    bool inside_line_ = false;  ///< the last byte sent did not end a line
    bool cut_ = false;          ///< the next byte to be written must begin a new line
    bool dropped_ = false;
};

}  // namespace stackmate::hal

// Whether somebody at the other end of a line is still there, whatever carries it: USB, a UART, a pseudo-terminal.
#pragma once

#include <cstdint>

namespace stackmate::firmware {

/// Why a session ended.
enum class SessionEnd : std::uint8_t {
    none,     ///< it has not
    hung_up,  ///< the other side has gone: nobody reads an answer
    silent,   ///< nothing came for too long in the middle of a line; somebody may still read
};

/// A session begins with its first byte, and every byte is a sign of life. It ends when the carrier says that the other side
/// has gone, and when a line that has begun stands still: whoever wrote it will not end it. Silence between lines ends
/// nothing; a program may think for hours.
///
/// How long the other side has been silent is judged by a time that runs only while nothing waits to be read: when the loop
/// was away, for 400 ms as flash was erased, the bytes that came meanwhile did not pause.
///
/// Times are milliseconds and may wrap: look at the line at least once in 24 days. Nothing blocks.
class Session {
public:
    static constexpr std::uint32_t patience_ms = 2000;  ///< in the middle of a line

    /// A byte has been read.
    constexpr void heard(char byte, std::uint32_t now_ms) noexcept {
        open_ = true;
        inside_line_ = byte != '\n' && byte != '\r';
        looked_ms_ = now_ms;
        heard_ms_ = silent_ms_;
    }
    /// There was nothing to read.
    constexpr void heard_nothing(std::uint32_t now_ms) noexcept {
        silent_ms_ += now_ms - looked_ms_;
        looked_ms_ = now_ms;
    }
    /// The silence so far, in milliseconds: how much it has grown between two bytes is the least that the other side paused.
    [[nodiscard]] constexpr std::uint32_t silent_ms() const noexcept { return silent_ms_; }
    /// What was begun is whole, though no line end has come.
    constexpr void rest() noexcept { inside_line_ = false; }
    /// The carrier says that the other side has gone.
    constexpr void hung_up() noexcept { hung_up_ = true; }

    /// Has it ended since this was asked last? Asking takes the answer away, and the next byte begins another session.
    [[nodiscard]] constexpr SessionEnd take_end() noexcept {
        SessionEnd end = SessionEnd::none;
        if (hung_up_) {
            end = open_ ? SessionEnd::hung_up : SessionEnd::none;
        } else if (inside_line_ && silent_ms_ - heard_ms_ >= patience_ms) {
            end = SessionEnd::silent;
        }
        if (end != SessionEnd::none || hung_up_) {
            open_ = inside_line_ = hung_up_ = false;
        }
        return end;
    }

    [[nodiscard]] constexpr bool open() const noexcept { return open_; }
    /// A line has begun and not ended.
    [[nodiscard]] constexpr bool inside_line() const noexcept { return inside_line_; }

private:
    std::uint32_t silent_ms_ = 0;
    std::uint32_t heard_ms_ = 0;   ///< `silent_ms_` at the last byte
    std::uint32_t looked_ms_ = 0;  ///< the clock when the line was read last
    bool open_ = false;
    bool inside_line_ = false;
    bool hung_up_ = false;
};
static_assert(sizeof(Session) <= 16, "for each line");

}  // namespace stackmate::firmware

// Whether somebody is still at the other end of a line, whatever carries it: USB, a UART, a pseudo-terminal.
#pragma once

#include <cstdint>

namespace stackmate::firmware {

/// Why a session ended.
enum class SessionEnd : std::uint8_t {
    none,     ///< it has not ended
    hung_up,  ///< the other side has gone: nobody reads an answer
    silent,   ///< nothing came for too long in the middle of a line; somebody may still read
};

/// A session begins with its first byte, and every byte is a sign of life. It ends when the carrier reports that the
/// other side has gone, or when an unfinished line stands still: whoever wrote it will not finish it. Silence between
/// lines ends nothing; a program may think for hours.
///
/// Silence is measured with a time that runs only while nothing waits to be read. If the loop was busy, for example for
/// 400 ms while flash was erased, the bytes that came meanwhile show that the other side was not silent.
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
    /// The total silence so far in milliseconds, wrapping. Its growth between two bytes is the shortest time that the
    /// other side can have paused.
    [[nodiscard]] constexpr std::uint32_t silent_ms() const noexcept { return silent_ms_; }
    /// What was begun is complete, although no line end has come.
    constexpr void rest() noexcept { inside_line_ = false; }
    /// The carrier reports that the other side has gone.
    constexpr void hung_up() noexcept { hung_up_ = true; }

    /// Whether the session has ended since the last call. Reported once; the next byte begins another session.
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
    [[nodiscard]] constexpr bool inside_line() const noexcept { return inside_line_; }

private:
    std::uint32_t silent_ms_ = 0;
    std::uint32_t heard_ms_ = 0;   ///< `silent_ms_` at the last byte
    std::uint32_t looked_ms_ = 0;  ///< the time of the last look at the line
    bool open_ = false;
    bool inside_line_ = false;
    bool hung_up_ = false;
};
static_assert(sizeof(Session) <= 16, "for each line");

}  // namespace stackmate::firmware

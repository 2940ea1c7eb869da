// Text to the serial line, in pieces of any length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/notation/move_text.hpp"
#include "core/notation/text.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Waits for a line's queue to drain: for ever, unless the other side can stop reading (hal::MayStall).
template <hal::Board Board>
class Drain {
public:
    explicit constexpr Drain(Board& board) noexcept : board_{board} {}

    /// Moves bytes to the line. Returns false if the line has taken none for too long: the queue is then dropped, and
    /// the other side counts as gone.
    bool pump() noexcept {
        auto& serial = board_.serial;
        serial.pump();
        if constexpr (hal::MayStall<decltype(Board::serial)>) {
            const std::uint32_t now = board_.clock.now_ms();
            if (const std::size_t free = serial.tx_free(); free != free_) {
                free_ = free;
                since_ms_ = now;
            } else if (now - since_ms_ >= serial.stall_ms) {
                serial.drop_output();
                return false;
            }
        }
        return true;
    }
    void all() noexcept {
        while (!board_.serial.tx_idle() && pump()) {}
    }

private:
    Board& board_;
    std::size_t free_ = static_cast<std::size_t>(-1);  ///< free bytes in the queue when the line last took one
    std::uint32_t since_ms_ = 0;                       ///< the time of that, in milliseconds
};

/// The base of all that write to a board's line; each writes whole lines before another one writes.
template <hal::Board Board>
class LineWriter {
protected:
    explicit constexpr LineWriter(Board& board) noexcept : board_{board} {}

    /// Waits until the queue has room. If the line takes nothing, the rest is dropped, and the session ends.
    [[gnu::noinline]] void say(std::string_view text) noexcept {
        Drain<Board> drain{board_};
        do {
            const std::size_t taken = std::min(text.size(), board_.serial.tx_free());
            if (board_.serial.write({text.data(), taken})) {
                text.remove_prefix(taken);
            }
        } while (!text.empty() && drain.pump());
    }

    [[gnu::noinline]] void say_number(std::uint64_t number) noexcept {
        char digits[20];
        say({digits, static_cast<std::size_t>(write_number(digits, number) - digits)});
    }

    /// `p`: any position of the game.
    [[gnu::noinline]] void say_move(Move move, const Position& p) noexcept {
        char text[max_move_length];
        say({text, static_cast<std::size_t>(write_move(text, move, p) - text)});
    }

    [[gnu::noinline]] void say_hex(std::string_view title, std::uint32_t number) noexcept {
        static constexpr char digits[] = "0123456789abcdef";
        say(title);
        for (int shift = 28; shift >= 0; shift -= 4) {
            say({digits + ((number >> shift) & 15u), 1});
        }
    }

    /// The first `most` characters of text from the line; unprintable ones become '?', so that noise on the line is not
    /// passed on.
    [[gnu::noinline, gnu::cold]] void say_quoted(std::string_view text, std::size_t most) noexcept {
        for (const char c : std::string_view{text.data(), std::min(text.size(), most)}) {
            say(c >= ' ' && c <= '~' ? std::string_view{&c, 1} : "?");
        }
    }

    Board& board_;
};

}  // namespace stackmate::firmware

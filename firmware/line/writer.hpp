// Text to the serial line, in pieces of any length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/move_text.hpp"
#include "core/text.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// For those who speak on a board's line; each writes whole lines before another has its turn.
template <hal::Board Board>
class LineWriter {
protected:
    explicit constexpr LineWriter(Board& board) noexcept : board_{board} {}

    /// Waits for the queue to drain as far as it must.
    [[gnu::noinline]] void say(std::string_view text) noexcept {
        for (;;) {
            std::size_t const taken = std::min(text.size(), board_.serial.tx_free());
            if (board_.serial.write({text.data(), taken})) {
                text.remove_prefix(taken);
            }
            if (text.empty()) {
                return;
            }
            board_.serial.pump();
        }
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

    /// The first `most` characters of what came from the line: noise there shall not become noise on the screen.
    [[gnu::noinline, gnu::cold]] void say_quoted(std::string_view text, std::size_t most) noexcept {
        for (const char c : std::string_view{text.data(), std::min(text.size(), most)}) {
            say(c >= ' ' && c <= '~' ? std::string_view{&c, 1} : "?");
        }
    }

    Board& board_;
};

}  // namespace stackmate::firmware

// Small text pieces: squares, moves in coordinate notation, numbers, words. No buffers of their own, no libc.
#pragma once

#include "core/chess/types.hpp"

#include <cstdint>
#include <string_view>

namespace stackmate {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

constexpr std::string_view skip_spaces(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    return text;
}

/// Up to the first space; `text` does not begin with one.
constexpr std::string_view first_word(std::string_view text) {
    std::size_t n = 0;
    while (n < text.size() && !is_space(text[n])) ++n;
    return {text.data(), n};  // substr() may throw, says the library
}

/// "e4" to a square; `Square::none` for anything else.
constexpr Square square_from_text(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return Square::none;
    return make_square(static_cast<unsigned>(text[0] - 'a'), static_cast<unsigned>(text[1] - '1'));
}

/// Writers append at `out` and return the new end. A square takes 2 characters, a move at most 5, a number at most 20.
constexpr char* write_square(char* out, Square s) {
    *out++ = static_cast<char>('a' + file_of(s));
    *out++ = static_cast<char>('1' + rank_of(s));
    return out;
}

constexpr char* write_text(char* out, std::string_view text) {
    for (const char c : text) *out++ = c;
    return out;
}

constexpr char* write_number(char* out, std::uint64_t value) {
    char digits[20] = {};
    std::size_t n = 0;
    if (value > 0xffffffffu) {  // rare, and a 64-bit division is a library call on a microcontroller
        for (; value > 0xffffffffu; value /= 10) digits[n++] = static_cast<char>('0' + value % 10);
    }
    auto low = static_cast<std::uint32_t>(value);
    do digits[n++] = static_cast<char>('0' + low % 10);
    while ((low /= 10) != 0);
    while (n != 0) *out++ = digits[--n];
    return out;
}

/// Sixteen hexadecimal digits.
constexpr char* write_hex(char* out, std::uint64_t value) {
    for (unsigned shift = 64; shift != 0;) {
        shift -= 4;
        *out++ = "0123456789ABCDEF"[value >> shift & 15u];
    }
    return out;
}

}  // namespace stackmate

// The words of a UCI line, collected character by character, and the numbers among them.
#pragma once

#include "core/chess/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stackmate::uci {

/// Letters A to Z count as small ones; everything else must agree exactly.
bool same_word(std::string_view a, std::string_view b);

/// Decimal digits, with one '+' or '-' before them at most. `out`: the nearest number within low..high, or as it was where
/// the text is no number. True when that is the number itself; a number below zero counts as `low` if `clip` says so.
[[nodiscard]] bool parse_number(std::string_view text, std::uint64_t low, std::uint64_t high, bool clip,
                                std::uint64_t& out);

/// A growing text in the caller's memory, of which the last word may still grow. The memory (at most 255
/// characters) is handed in at each call, so that a long text can lie where nothing else needs room just now.
class WordCollector {
public:
    constexpr void clear() { size_ = start_ = 0; }

    /// Lengthens the last word; false when the memory is full.
    [[nodiscard]] constexpr bool push(std::span<char> memory, char c) {
        if (size_ >= memory.size()) return false;
        memory[size_++] = c;
        return true;
    }

    /// Has the last word a character?
    [[nodiscard]] constexpr bool in_word() const { return size_ != start_; }

    /// The last word is complete and stays; another may follow behind a blank.
    constexpr void keep(std::span<char> memory) {
        (void)push(memory, ' ');
        start_ = size_;
    }

    /// The same with its first `most` characters.
    constexpr void keep_head(std::span<char> memory, std::uint8_t most) {
        size_ = size_ < most ? size_ : most;
        keep(memory);
    }

    /// Takes the last word off.
    constexpr void drop() { size_ = start_; }

    [[nodiscard]] constexpr std::string_view word(std::span<const char> memory) const {
        return {memory.data() + start_, static_cast<std::size_t>(size_ - start_)};
    }

    /// All words, one blank between them, none at the end.
    [[nodiscard]] constexpr std::string_view text(std::span<const char> memory) const {
        std::string_view all{memory.data(), size_};
        if (!all.empty() && all.back() == ' ') all.remove_suffix(1);
        return all;
    }

private:
    std::uint8_t size_ = 0;
    std::uint8_t start_ = 0;  ///< where the last word begins
};

}  // namespace stackmate::uci

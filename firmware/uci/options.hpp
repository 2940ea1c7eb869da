// The UCI options as one list: which a board has, what `uci` says about them, and their defaults.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/engine/engine.hpp"
#include "core/chess/rules.hpp"
#include "core/uci/uci.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/engine/own_book.hpp"
#include "firmware/engine/solved.hpp"
#include "hal/concepts.hpp"
#include "hal/second_core.hpp"

namespace stackmate::firmware {

/// What `setoption` sets for a session, with its defaults. Options of the engine and the table are kept there.
struct SessionOptions {
    bool person_plays = false;  ///< `go` asks the person at the board
    bool own_book = false;      ///< `go` asks the book first
    bool endings = true;        ///< in a solved ending `go` looks only at moves that keep the result
    bool show_wdl = false;
    bool chess960 = false;  ///< castling is written as king takes rook, and a FEN may use any files
    bool limit_strength = false;
    std::uint8_t lines = 1;  ///< MultiPV
    std::uint16_t elo = 0;   ///< used where the strength is limited
};

enum class OptionKind : std::uint8_t {
    button,
    check,
    spin,     ///< a value beyond the range becomes the nearest valid one, with an info line, because programs set what
              ///< they like
    players,  ///< the only combo
};

/// One option as programs see it; the range is the real one.
struct OptionRow {
    uci::Option option;
    OptionKind kind;
    bool there = true;
    bool SessionOptions::* flag = nullptr;  ///< what a check sets; null if it changes nothing here
    std::uint32_t standard = 0;             ///< of a check 1: true
    std::uint32_t low = 0;
    std::uint32_t high = 0;
};

/// The options of a board. `with_table`: it has memory for a hash table; `with_person`: somebody may play at the board.
template <class Config, hal::Board Board, bool with_table, bool with_person>
struct Options {
    /// On a serial line the answer alone takes 2 ms, and the moves of a long game 40 ms and more.
    static constexpr std::uint16_t default_overhead_ms = Board::ram_bytes == 0 ? 10 : 30;
    static constexpr std::uint16_t max_overhead_ms = 5000;
    static constexpr std::uint32_t default_table_mb = with_table ? 16 : 1;  ///< 1 stands for a table of fixed size
    static constexpr std::uint32_t max_table_mb = with_table ? 1024 : 1;
    static constexpr std::uint32_t max_threads = hal::HasSecondCore<Board> ? 2 : 1;
    /// A chip's core has nothing else to do. On a desktop programs reckon with one thread.
    static constexpr std::uint32_t default_threads = Board::ram_bytes == 0 ? 1 : max_threads;
    static constexpr unsigned max_lines = Engine<Config>::max_lines;
    static constexpr SessionOptions standard{.elo = highest_elo<Board>};

    /// In the order that `uci` lists them.
    static constexpr auto rows = [] {
        using enum uci::Option;
        using K = OptionKind;
        using Values = SessionOptions;
        // `go ponder` says itself that it ponders, and the search of an analysis is the same.
        constexpr auto all = std::to_array<OptionRow>({
            {hash, K::spin, true, nullptr, default_table_mb, 1, max_table_mb},
            {clear_hash, K::button},
            {ponder, K::check},
            {move_overhead, K::spin, true, nullptr, default_overhead_ms, 0, max_overhead_ms},
            {threads, K::spin, true, nullptr, default_threads, 1, max_threads},
            {multi_pv, K::spin, true, nullptr, 1, 1, max_lines},
            {show_wdl, K::check, true, &Values::show_wdl},
            {analyse_mode, K::check},
            {limit_strength, K::check, true, &Values::limit_strength},
            {elo, K::spin, true, nullptr, highest_elo<Board>, lowest_elo, highest_elo<Board>},
            {chess960, K::check, plays_chess960, &Values::chess960},
            {own_book, K::check, OffersBook<Board>, &Values::own_book},
            {endings, K::check, OffersEndings<Config>, &Values::endings, 1},
            {player, K::players, with_person},
        });
        std::array<OptionRow, std::ranges::count(all, true, &OptionRow::there)> those{};
        std::ranges::copy_if(all, those.begin(), [](const OptionRow& row) { return row.there; });
        return those;
    }();

    /// Null if this board has no option of that name.
    [[nodiscard, gnu::cold]] static const OptionRow* named(std::string_view text) noexcept {
        uci::Option option = uci::option_from_text(text);
        if constexpr (OffersBook<Board>) {
            option = uci::same_word(uci::own_book_name, text) ? uci::Option::own_book : option;
        }
        if constexpr (OffersEndings<Config>) {
            option = uci::same_word(uci::endings_name, text) ? uci::Option::endings : option;
        }
        const auto row = std::ranges::find(rows, option, &OptionRow::option);
        return row != rows.end() ? &*row : nullptr;
    }

    [[nodiscard, gnu::cold]] static std::string_view name_of(uci::Option option) noexcept {
        if constexpr (OffersBook<Board>) {
            if (option == uci::Option::own_book) {
                return uci::own_book_name;
            }
        }
        if constexpr (OffersEndings<Config>) {
            if (option == uci::Option::endings) {
                return uci::endings_name;
            }
        }
        return uci::to_text(option);
    }
};

}  // namespace stackmate::firmware

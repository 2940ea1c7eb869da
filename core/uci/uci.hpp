// The words of UCI: how they are collected character by character, which have a meaning, the numbers among them, and
// what the words behind `go` ask for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/limits.hpp"

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

enum class Command : std::uint8_t {
    unknown,
    uci,
    debug,
    isready,
    ucinewgame,
    setoption,
    position,
    go,
    stop,
    ponderhit,
    quit,
    d,
    eval,
    bench,
    help,
    status,
    board,
    bootloader,
};

enum class Option : std::uint8_t {
    unknown,
    hash,
    clear_hash,
    ponder,
    move_overhead,
    threads,
    player,
    multi_pv,
    show_wdl,
    analyse_mode,
    limit_strength,
    elo,
    chess960,
    own_book,
    endings,
};

/// The names of `Option::own_book` and `endings`. Images without them hold no word of them, so `option_from_text` does not know them.
inline constexpr std::string_view own_book_name = "OwnBook";
inline constexpr std::string_view endings_name = "Endings";

enum class GoWord : std::uint8_t {
    none,
    depth,
    nodes,
    mate,
    movetime,
    wtime,
    btime,
    winc,
    binc,
    movestogo,
    perft,
    infinite,
    ponder,
    searchmoves,
};

/// Commands and the words of `go` are spelled as the protocol does; options are not.
Command command_from_text(std::string_view text);
GoWord go_word_from_text(std::string_view text);
Option option_from_text(std::string_view text);

/// The word itself; empty for `unknown` and `none`. Not of `own_book` and `endings`.
std::string_view to_text(Command command);
std::string_view to_text(GoWord word);
std::string_view to_text(Option option);

/// May it be said while the engine works? It disturbs nothing, or ends the work.
constexpr bool allowed_at_work(Command command) {
    return command == Command::uci || command == Command::debug || command == Command::isready
           || command == Command::stop || command == Command::ponderhit || command == Command::quit
           || command == Command::status || command == Command::board;
}

/// Does it need the engine, or the engine's memory?
constexpr bool needs_engine(Command command) {
    return command == Command::ucinewgame || command == Command::setoption || command == Command::position
           || command == Command::go || command == Command::d || command == Command::eval || command == Command::bench;
}

/// Numbers a word takes; below `low`, `high` is meaningless.
struct Range {
    std::uint64_t low = 1;
    std::uint64_t high = 0;        ///< 0: the word takes no number
    bool negative_is_low = false;  ///< programs send a clock that ran over, and moves beyond the control, as such
};

Range range_of(GoWord word);

enum class [[nodiscard]] GoError : std::uint8_t {
    none,
    unknown_word,
    bad_number,    ///< `word()` takes a number of `range_of(word())`, and this is none
    illegal_move,  ///< neither a word of `go` nor a legal move: left out, and the line goes on
    too_many_moves,
    missing,       ///< the line ended where a number was due
    no_move_left,  ///< `searchmoves` named no legal move
};

/// What a `go` line says. After an error other than `illegal_move` it is of no use any more.
class GoLine {
public:
    /// The next word. `moves` has room for the moves of `searchmoves`; the same at every call.
    GoError take(std::string_view text, const Position& position, std::span<Move> moves);
    /// The same for a game whose moves are not chess's: `searchmoves` is an unknown word.
    GoError take(std::string_view text);
    /// The line is over.
    [[nodiscard]] GoError finish() const;

    [[nodiscard]] const Limits& limits() const { return limits_; }
    /// Plies; 0: a search, not perft.
    [[nodiscard]] unsigned perft_depth() const { return perft_depth_; }
    /// How many of the moves are taken, each once.
    [[nodiscard]] std::size_t move_count() const { return move_count_; }
    /// The word that a number or a move is due to.
    [[nodiscard]] GoWord word() const { return word_; }

private:
    GoError take_word(std::string_view text);
    GoError take_number(std::string_view text);
    GoError take_move(std::string_view text, const Position& position, std::span<Move> moves);

    Limits limits_{};
    std::uint16_t perft_depth_ = 0;
    std::uint8_t move_count_ = 0;
    GoWord word_ = GoWord::none;
    bool restricted_ = false;  ///< `searchmoves` was said
};

}  // namespace stackmate::uci

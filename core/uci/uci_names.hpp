// The words that UCI gives a meaning, and what they take.
#pragma once

#include <cstdint>
#include <string_view>

namespace stackmate::uci {

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

}  // namespace stackmate::uci

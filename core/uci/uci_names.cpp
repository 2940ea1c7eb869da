#include "core/uci/uci_names.hpp"
#include "core/uci/uci_words.hpp"

#include <array>
#include <cstddef>

namespace stackmate::uci {

namespace {

constexpr std::array<std::string_view, 18> commands = {
    "",          "uci",  "debug", "isready", "ucinewgame", "setoption", "position", "go",    "stop",
    "ponderhit", "quit", "d",     "eval",    "bench",      "help",      "status",   "board", "bootloader",
};
static_assert(commands[static_cast<std::size_t>(Command::bootloader)] == "bootloader");

constexpr std::array<std::string_view, 14> go_words = {
    "",     "depth", "nodes",     "mate",  "movetime", "wtime",  "btime",
    "winc", "binc",  "movestogo", "perft", "infinite", "ponder", "searchmoves",
};
static_assert(go_words[static_cast<std::size_t>(GoWord::searchmoves)] == "searchmoves");

constexpr std::array<std::string_view, 13> options = {
    "",
    "Hash",
    "Clear Hash",
    "Ponder",
    "Move Overhead",
    "Threads",
    "Player",
    "MultiPV",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_Chess960",
};
static_assert(options[static_cast<std::size_t>(Option::chess960)] == "UCI_Chess960");

/// 0 where it is not among them: the first is empty, and no word is.
template <std::size_t n>
[[gnu::cold]] unsigned find(const std::array<std::string_view, n>& words, std::string_view text) {
    for (unsigned i = 1; i < n; ++i)
        if (words[i] == text) return i;
    return 0;
}

}  // namespace

[[gnu::cold]] Command command_from_text(std::string_view text) { return static_cast<Command>(find(commands, text)); }

[[gnu::cold]] GoWord go_word_from_text(std::string_view text) { return static_cast<GoWord>(find(go_words, text)); }

Option option_from_text(std::string_view text) {
    for (unsigned i = 1; i < options.size(); ++i)
        if (same_word(options[i], text)) return static_cast<Option>(i);
    return Option::unknown;
}

std::string_view to_text(Command command) { return commands[static_cast<std::size_t>(command)]; }
std::string_view to_text(GoWord word) { return go_words[static_cast<std::size_t>(word)]; }
std::string_view to_text(Option option) { return options[static_cast<std::size_t>(option)]; }

Range range_of(GoWord word) {
    switch (word) {
    case GoWord::depth:
    case GoWord::mate:
    case GoWord::perft: return {1, 65535, false};
    case GoWord::nodes: return {1, ~std::uint64_t{0}, false};
    case GoWord::movetime:
    case GoWord::wtime:
    case GoWord::btime:
    case GoWord::winc:
    case GoWord::binc: return {0, 0x7fffffff, true};
    case GoWord::movestogo: return {0, 65535, true};
    default: return {};
    }
}

}  // namespace stackmate::uci

#include "core/uci/uci.hpp"
#include "core/notation/move_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace stackmate::uci {

namespace {
constexpr char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
}  // namespace

bool same_word(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (small(a[i]) != small(b[i])) return false;
    return true;
}

bool parse_number(std::string_view text, std::uint64_t low, std::uint64_t high, bool clip, std::uint64_t& out) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    if (text.empty()) return false;
    // Below 2^64 / 10 one more digit still fits; beyond, the number is too large for any range.
    constexpr std::uint64_t tenth = ~std::uint64_t{0} / 10;
    std::uint64_t value = 0;
    bool huge = false;
    for (const char c : text) {
        if (c < '0' || c > '9') return false;
        const auto digit = static_cast<unsigned>(c - '0');
        huge = huge || value > tenth || (value == tenth && digit > 5);
        value = value * 10 + digit;
    }
    if (negative && (value != 0 || huge)) {
        out = low;
        return clip;
    }
    out = huge || value > high ? high : value < low ? low : value;
    return !huge && out == value;
}

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

GoError GoLine::take(std::string_view text, const Position& position, std::span<Move> moves) {
    if (word_ == GoWord::none) return take_word(text);
    if (word_ != GoWord::searchmoves) return take_number(text);
    // The list of moves ends at the next word of `go`.
    return go_word_from_text(text) != GoWord::none ? take_word(text) : take_move(text, position, moves);
}

GoError GoLine::take(std::string_view text) {
    if (word_ != GoWord::none) return take_number(text);
    return go_word_from_text(text) == GoWord::searchmoves ? GoError::unknown_word : take_word(text);
}

GoError GoLine::take_word(std::string_view text) {
    word_ = go_word_from_text(text);
    switch (word_) {
    case GoWord::none: return GoError::unknown_word;
    case GoWord::infinite: limits_.infinite = true; break;
    case GoWord::ponder: limits_.ponder = true; break;
    case GoWord::searchmoves: restricted_ = true; return GoError::none;
    default: return GoError::none;
    }
    word_ = GoWord::none;
    return GoError::none;
}

GoError GoLine::take_number(std::string_view text) {
    const Range range = range_of(word_);
    std::uint64_t value = 0;
    if (!parse_number(text, range.low, range.high, range.negative_is_low, value)) return GoError::bad_number;
    const auto ms = static_cast<std::uint32_t>(value);
    // More plies than any search can see.
    const auto plies = static_cast<std::uint8_t>(std::min<std::uint64_t>(value, 255));
    switch (word_) {
    case GoWord::depth: limits_.depth = plies; break;
    case GoWord::mate: limits_.mate = plies; break;
    case GoWord::nodes: limits_.nodes = value; break;
    case GoWord::movetime:
        limits_.move_time_ms = ms;
        limits_.has_move_time = true;
        break;
    case GoWord::wtime:
    case GoWord::btime: {
        const auto side = word_ == GoWord::wtime ? 0u : 1u;
        limits_.time_ms[side] = ms;
        limits_.clock[side] = true;
        break;
    }
    case GoWord::winc: limits_.increment_ms[0] = ms; break;
    case GoWord::binc: limits_.increment_ms[1] = ms; break;
    case GoWord::movestogo: limits_.moves_to_go = static_cast<std::uint16_t>(value); break;
    case GoWord::perft: perft_depth_ = static_cast<std::uint16_t>(value); break;
    default: break;
    }
    word_ = GoWord::none;
    return GoError::none;
}

GoError GoLine::take_move(std::string_view text, const Position& position, std::span<Move> moves) {
    const Move m = move_from_text(position, text);
    if (!m) return GoError::illegal_move;
    for (std::size_t i = 0; i < move_count_; ++i)
        if (moves[i] == m) return GoError::none;
    if (move_count_ >= std::min<std::size_t>(moves.size(), 255)) return GoError::too_many_moves;
    moves[move_count_++] = m;
    return GoError::none;
}

GoError GoLine::finish() const {
    if (word_ != GoWord::none && word_ != GoWord::searchmoves) return GoError::missing;
    return restricted_ && move_count_ == 0 ? GoError::no_move_left : GoError::none;
}

}  // namespace stackmate::uci

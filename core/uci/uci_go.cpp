#include "core/uci/uci_go.hpp"
#include "core/notation/move_text.hpp"
#include "core/uci/uci_words.hpp"

#include <algorithm>

namespace stackmate::uci {

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

// The record of one game in the caller's memory: two bytes a move, taken back by playing the game again.
#pragma once

#include "core/game/game_state.hpp"
#include "core/game/key_history.hpp"
#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stackmate {

/// Why the record stayed as it was.
enum class [[nodiscard]] RecordError : std::uint8_t {
    none,
    illegal_move,
    game_over,  ///< no move may follow: see `is_over`
    full,
    at_start,  ///< nothing to take back
};
/// A sentence without a full stop.
constexpr std::string_view to_text(RecordError error) {
    switch (error) {
    case RecordError::none: return "no error";
    case RecordError::illegal_move: return "this move is not legal";
    case RecordError::game_over: return "the game is over";
    case RecordError::full: return "the record of the game is full";
    case RecordError::at_start: return "there is no move to take back";
    }
    return "unknown error";
}

/// 976 bytes on a 64-bit machine, 968 on a 32-bit one, besides the moves. No undo is stored: a take-back
/// replays the game from its start, some 500 instructions a move.
class GameRecord {
public:
    /// `memory`: one `Move` for each half move the game may last; it must outlive the record. The board is
    /// empty until `restart`: a constant initializer can build a record, but not set up a position.
    constexpr explicit GameRecord(std::span<Move> memory) : moves_(memory) {}

    /// A new game from the start position.
    void restart() {
        start_.set_start();
        rewind();
    }
    /// A new game from this position. On error nothing changes.
    FenError restart(std::string_view fen, CastlingRules rules = CastlingRules::standard) {
        const FenError error = position_.read_fen(fen, rules);
        if (error == FenError::none) {
            start_ = position_;
            rewind();
        } else {
            replay(size_);
        }
        return error;
    }

    /// Plays `m` if it is legal and the game goes on. On error nothing changes.
    RecordError push(Move m) {
        if (is_over(state())) return RecordError::game_over;
        if (!is_legal(position_, m)) return RecordError::illegal_move;
        if (size_ == moves_.size()) return RecordError::full;
        moves_[size_++] = m;
        play(m);
        return RecordError::none;
    }

    /// Takes the last move back; what the record says then is what it said before that move.
    RecordError take_back() {
        if (size_ == 0) return RecordError::at_start;
        replay(size_ - 1);
        return RecordError::none;
    }

    /// As it stands now.
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const Position& start() const { return start_; }
    /// The positions before it.
    [[nodiscard]] const KeyHistory& history() const { return history_; }
    [[nodiscard]] GameState state() const { return state_of(position_, history_); }
    [[nodiscard]] std::span<const Move> moves() const { return moves_.first(size_); }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t capacity() const { return moves_.size(); }

private:
    void rewind() {
        position_ = start_;
        history_.clear();
        size_ = 0;
    }
    /// The first `count` moves, from the start.
    void replay(std::size_t count) {
        rewind();
        while (size_ < count) play(moves_[size_++]);
    }
    void play(Move m) { stackmate::play(position_, history_, m); }

    std::span<Move> moves_;
    std::size_t size_ = 0;
    Position start_;
    Position position_;
    KeyHistory history_;
};
static_assert(sizeof(GameRecord) <= 976, "see the class comment");

}  // namespace stackmate

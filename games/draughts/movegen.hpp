// Legal moves from a cursor of a few bytes. It can stop after any move and continue later, so a search needs no move
// list. If there is a capture, there are no other moves.
#pragma once

#include "games/draughts/board.hpp"
#include "games/draughts/position.hpp"
#include "games/draughts/rules.hpp"

#include <bit>
#include <cstdint>

namespace stackmate::draughts {

/// Yields every legal move of the position, once. The position must be the same at every call (moves made in between
/// have been unmade). Eight bytes, part of the ply frame.
template <Rules R>
class Cursor {
public:
    /// `hash_move` and `killers` are for a move picker: a plain cursor begins with `captures` and skips `killers`. It
    /// is at `captures` until it has searched for them, and at `taking` while there are any.
    enum class Stage : std::uint8_t { hash_move, captures, taking, killers, quiets, done };

    constexpr Cursor() = default;
    /// `must_take`: the side to move has a capture to make.
    constexpr explicit Cursor(bool must_take, Stage first = Stage::captures) : must_take_(must_take) { skip_to(first); }

    /// The next move, or none when there are no more.
    Move next(const Position<R>& p) {
        if (stage_ <= Stage::taking)
            if (const Move m = next_capture(p)) return m;
        return next_quiet(p);
    }
    /// The next capture. None when there are no more; `stage` is then `killers`, or `done` if there were any.
    Move next_capture(const Position<R>& p);
    /// The next of the other moves.
    Move next_quiet(const Position<R>& p);

    [[nodiscard]] constexpr Stage stage() const { return stage_; }
    [[nodiscard]] constexpr bool must_take() const { return must_take_; }
    /// At stage `killers`: counts up from 0.
    constexpr unsigned step() { return passed_++; }
    constexpr void skip_to(Stage stage) {
        stage_ = must_take_ && stage >= Stage::killers ? Stage::done : stage;
        passed_ = 0;
        from_ = Square::none;
    }

private:
    using Board = draughts::Board<R::board_size>;
    /// The state at `quiets`.
    struct Quiet {
        Direction direction;  ///< of the next move
        Square reached;       ///< where a flying king's walk stands; none: it has not started
    };

    /// The pieces in the set that are still to come, including the current one.
    [[nodiscard]] Set left(Set set) const { return from_ == Square::none ? set : set & (~Set{0} << index(from_)); }

    Stage stage_ = Stage::captures;
    bool must_take_ = false;
    std::uint8_t duty_ = 0;       ///< as in Position::duty
    Square from_ = Square::none;  ///< the current piece; those on lower squares are done
    union {
        std::uint32_t passed_ = 0;  ///< captures of the piece that have been yielded or did not count; killers that
                                    ///< have been yielded
        Quiet quiet_;
    };
};
static_assert(sizeof(Cursor<International>) == 8, "part of every ply frame");

/// Counts the moves of the side to move if there is no capture: `p.takers()` must be 0.
template <Rules R>
inline unsigned count_quiet_moves(const Position<R>& p) {
    using Board = typename Position<R>::Board;
    const Set own = p.pieces(p.side()), kings = own & p.kings(), free = p.empty();
    int count = 0;
    for (const Direction d : all_directions) {
        Set to = Board::step(is_forward(d, p.side()) ? own : kings, d) & free;
        count += std::popcount(to);
        if (R::flying_kings && kings != 0)
            for (to = Board::step(Board::step(kings, d) & free, d) & free; to != 0; to = Board::step(to, d) & free)
                count += std::popcount(to);
    }
    return static_cast<unsigned>(count);
}

/// `must_take` as for Cursor.
template <Rules R>
inline unsigned count_legal_moves(const Position<R>& p, bool must_take) {
    if (!must_take) return count_quiet_moves(p);
    unsigned count = 0;
    for (Cursor<R> cursor(true); cursor.next_capture(p);) ++count;
    return count;
}

template <Rules R>
Move Cursor<R>::next_capture(const Position<R>& p) {
    if (stage_ == Stage::hash_move) skip_to(Stage::captures);
    if (stage_ == Stage::captures) {
        skip_to(must_take_ ? Stage::taking : Stage::killers);
        if (must_take_) duty_ = static_cast<std::uint8_t>(p.duty(p.takers()));
    }
    if (stage_ != Stage::taking) return {};
    for (Set takers = left(p.takers()); takers != 0; takers &= takers - 1) {
        if (const Square next = lowest(takers); next != from_) {
            from_ = next;
            passed_ = 0;
        }
        auto walk = p.captures_of(from_);
        for (unsigned n = 0; n < passed_; ++n) walk.next();
        while (walk.next()) {
            const unsigned passed = passed_++;
            if (R::must_take_most && walk.count() != duty_) continue;
            if (const unsigned route = p.route_of(walk, from_, passed, duty_)) return Move(from_, walk.to(), route);
        }
    }
    skip_to(Stage::done);
    return {};
}

template <Rules R>
Move Cursor<R>::next_quiet(const Position<R>& p) {
    if (stage_ == Stage::killers) skip_to(Stage::quiets);
    if (stage_ != Stage::quiets) return {};
    const Set free = p.empty();
    for (Set pieces = left(p.pieces(p.side())); pieces != 0; pieces &= pieces - 1) {
        if (const Square next = lowest(pieces); next != from_) {
            from_ = next;
            quiet_ = {Direction::up_left, Square::none};
        }
        const bool king = p.king_on(from_);
        for (; static_cast<unsigned>(quiet_.direction) < directions;
             ++quiet_.direction, quiet_.reached = Square::none) {
            if (!king && !is_forward(quiet_.direction, p.side())) continue;
            const Set at = set_of(quiet_.reached == Square::none ? from_ : quiet_.reached);
            const Set to = Board::step(at, quiet_.direction) & free;
            if (to == 0) continue;
            const Move m(from_, lowest(to));
            if (R::flying_kings && king)
                quiet_.reached = m.to();
            else
                ++quiet_.direction;
            return m;
        }
    }
    skip_to(Stage::done);
    return {};
}

extern template class Cursor<English>;
extern template class Cursor<International>;
extern template class Cursor<Brazilian>;
extern template class Cursor<Pool>;
extern template class Cursor<Russian>;

}  // namespace stackmate::draughts

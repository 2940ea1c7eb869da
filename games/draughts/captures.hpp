// The captures of one piece, one after the other. The jumps made so far are a small stack; going on means to take the
// last one back and to try the next alternative.
#pragma once

#include "games/draughts/board.hpp"
#include "games/draughts/rules.hpp"

#include <array>
#include <cstdint>

namespace stackmate::draughts {

template <Rules R>
class CaptureWalk {
public:
    using Board = draughts::Board<R::board_size>;

    /// The piece on `from` captures some of `others`. `empty`: the empty squares.
    CaptureWalk(Square from, Color side, bool king, Set others, Set empty)
        : from_(from), side_(side), king_(king), others_(others), empty_(empty | set_of(from)) {}

    /// The next complete capture. Each way of making it counts, so the same pieces may be captured twice. Captured
    /// pieces leave the board only when the move is over: until then they block the way and cannot be jumped again.
    bool next() {
        if (jumps_ != 0 && !try_other_landing()) take_back();
        for (;;) {
            if (jump()) continue;
            if (jumps_ == 0) return false;
            if (!went_on_ && is_end()) return true;
            if (!try_other_landing()) take_back();
        }
    }

    // For the capture that `next` has found.
    [[nodiscard]] Square to() const { return landing(jumps_ - 1); }
    [[nodiscard]] Set taken() const { return taken_; }
    [[nodiscard]] unsigned count() const { return jumps_; }
    /// Whether the piece is a king after the capture.
    [[nodiscard]] bool king() const { return king_here() || (here() & Board::last_row(side_)) != 0; }
    /// Whether it leads to the same position as another capture by this piece.
    [[nodiscard]] bool same_as(const CaptureWalk& other) const {
        return taken_ == other.taken_ && to() == other.to() && king() == other.king();
    }
    /// Where the piece stands after jump number `jump`, from 0.
    [[nodiscard]] Square landing(unsigned jump) const { return stack_[jump].landing; }

private:
    struct Jump {
        Square landing;
        Square victim;
        Direction direction;
        bool by_king;
    };

    [[nodiscard]] Set here() const { return set_of(jumps_ == 0 ? from_ : to()); }
    [[nodiscard]] bool king_here() const {
        if constexpr (R::promotes_in_passing)
            return jumps_ == 0 ? king_ : stack_[jumps_ - 1].by_king || (here() & Board::last_row(side_)) != 0;
        else
            return king_;
    }

    /// The piece that could be jumped from `at` in this direction; an empty set if there is none.
    [[nodiscard]] Set victim_from(Set at, Direction d, bool king) const {
        if (!king && !R::men_take_backward && !is_forward(d, side_)) return 0;
        Set s = Board::step(at, d);
        if (R::flying_kings && king)
            while ((s & empty_) != 0) s = Board::step(s, d);
        s &= others_ & ~taken_;
        return (Board::step(s, d) & empty_) != 0 ? s : 0;
    }

    bool jump() {
        const Set at = here();
        const bool king = king_here();
        for (; static_cast<unsigned>(direction_) < directions; ++direction_)
            if (const Set victim = victim_from(at, direction_, king); victim != 0) {
                push(lowest(Board::step(victim, direction_)), lowest(victim), direction_, king);
                return true;
            }
        return false;
    }

    void push(Square landing, Square victim, Direction direction, bool king) {
        stack_[jumps_++] = {landing, victim, direction, king};
        taken_ |= set_of(victim);
        direction_ = Direction::up_left;
        went_on_ = false;
    }

    /// A flying king may end its last jump one square further on.
    bool try_other_landing() {
        if constexpr (R::flying_kings) {
            Jump& last = stack_[jumps_ - 1];
            if (const Set s = Board::step(set_of(last.landing), last.direction) & empty_; last.by_king && s != 0) {
                last.landing = lowest(s);
                direction_ = Direction::up_left;
                went_on_ = false;
                return true;
            }
        }
        return false;
    }

    void take_back() {
        const Jump& last = stack_[--jumps_];
        taken_ &= ~set_of(last.victim);
        direction_ = last.direction;
        ++direction_;
        went_on_ = true;
    }

    /// A piece that can capture more must do so. If only some squares behind the captured piece allow it, it must land
    /// on one of them. The duty to capture the most implies this.
    [[nodiscard]] bool is_end() const {
        if constexpr (R::flying_kings && !R::must_take_most) {
            const Jump& last = stack_[jumps_ - 1];
            if (!last.by_king) return true;
            for (Set s = Board::step(set_of(last.victim), last.direction); (s & empty_) != 0;
                 s = Board::step(s, last.direction))
                for (const Direction d : all_directions)
                    if (victim_from(s, d, true) != 0) return false;
        }
        return true;
    }

    Square from_;
    Color side_;
    bool king_;
    Direction direction_ = Direction::up_left;  ///< to be tried next from the piece's square
    bool went_on_ = false;                      ///< a jump from the piece's square has been found
    std::uint8_t jumps_ = 0;
    std::array<Jump, men_of_a_side<R>> stack_;
    Set others_;
    Set empty_;
    Set taken_ = 0;
};

}  // namespace stackmate::draughts

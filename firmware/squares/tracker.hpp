// The square tracker reads moves of the game from 64 sensors that only know occupied or empty.
//
// What an occupancy can and cannot tell. A sensor sees that something stands on its square, not what. Two different
// moves that are not captures never lead to the same occupancy. They are therefore read from the board as it stands,
// and the order of lifting and placing does not matter: when castling, king or rook may come first; en passant, the
// captured pawn may be lifted first, last or not yet. A capture only empties its origin. A piece that is still in the
// air looks the same, and so does every other capture by that piece. History decides: the victim's square was seen to
// fill while the origin was empty. The tracker keeps the order of changes since the board last showed the position, one
// stamp for each square. Two changes in one scan count as "while". So does a piece that is slid to the next square and
// seen on both for a moment.
//
// What history cannot tell either. To the sensors, a person who holds the queen, lifts an enemy piece and puts it back
// does the same as one who captures it. It is read as the capture; putting the queen home is then a takeback. A capture
// so fast that the victim's square was never seen empty looks like a lifted piece. Lifting the piece and putting it
// down once more settles it. Two pieces that swap squares are not seen at all, but for castling in Chess960.
//
// Decisions.
// - A move counts when the squares it touches have been at rest for `rest_ms`. A piece that is slid over the board
//   stands on each square for some tens of milliseconds, a hand that hesitates for some hundreds. Users of such boards
//   call 300 ms right. Only the move's own squares must rest: the next player may have begun, and a flickering sensor
//   elsewhere delays nobody.
// - Castling and en passant need no rest: once all their squares agree, no other move begins like that.
// - A complete move that may also be the beginning of something different waits for `doubt_ms`. Examples are a move of
//   rook or king to where castling brings the rook, and a step back that may become a takeback of two plies. When the
//   other side lifts a piece, the doubt has ended, and only the usual rest is required, unless a takeback needs that
//   piece next. Then the whole board must rest for `doubt_ms`. So two players who both step back within that time take
//   their moves back.
// - In Chess960 king or rook may come to where the other one stood, and castling may look like a move of one of them
//   alone. History decides as in a capture: the square that holds the other piece now must have filled after its origin
//   was emptied. If king and rook exchange squares, nothing else has changed: both must have been in the air together,
//   and rest for `doubt_ms`. Taking such a castling back looks the same.
// - A person who castles in two steps and takes longer than that has still castled, as long as nobody has moved since:
//   the last half move is taken back and castling is made in its place (`allow_more`). FIDE 4.4.2 would hold them to
//   the rook's move; at home nobody waits for such a mistake.
// - The same holds for a piece that rests on its way and then slides on along the same line. History shows what it
//   takes there, as in any capture. Where the other side's capture may have begun, it takes nothing.
// - Two quick players may touch the same square before the first move has rested. What two half moves alone explain on a
//   board at rest is read as these (`accept_first_of_two`); the caller knows the rest, and earlier positions come first.
// - A piece in the air is reported at once, for the lights. What is wrong or unfinished is reported only at rest,
//   because hands pass through many meaningless states.
// - Sensors come debounced (hal::SquareSensors), each square by itself, so one that bounces delays no other.
// - After `wrong` has been reported, what was seen of refilled squares no longer counts as a capture.
// - Ignored squares are in none of the sets that are compared: a move is recognised by what it does elsewhere. If that
//   includes a piece put down, the move counts after `doubt_ms`. If all that is left to see is a piece lifted, or
//   lifted and put back, hands may be doing something else; a caller that knows more says what it is (`accept`). The
//   same holds for a takeback.
// - At each change the legal moves, some 40 to 218, are read with a cursor. Rejected: a list of them kept between
//   updates (436 bytes, and no faster overall, since changes are rare); a state machine with a state for each order of
//   lifts (a dozen orders, each with its own mistakes; comparing with the goal has no orders to forget); guessing the
//   victim by time or value; a rest for the whole board (two quick players, or one bad sensor, would never give it).
//
// There is always a way back: `lifted`, `fill` and `clear` are computed from the board as it stands. Whenever the
// pieces stand as in the position, the state is `quiet` and the history is forgotten.
#pragma once

#include "core/notation/move_text.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/squares/square_set.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stackmate::firmware {

/// The squares a move changes.
struct Footprint {
    SquareSet from = 0;
    SquareSet to = 0;
    SquareSet emptied = 0;  ///< `from`, and the square of the castling rook or of the pawn taken en passant
    SquareSet filled = 0;   ///< `to` unless it holds the victim, and the castling rook's target
    /// `to` if it holds the victim. In Chess960 also where king or rook comes to the other one's square.
    SquareSet taken = 0;
    [[nodiscard]] constexpr SquareSet all() const { return emptied | filled | taken; }
    /// What the board shows after the move.
    [[nodiscard]] constexpr SquareSet after(SquareSet before) const { return (before & ~emptied) | filled; }
};

/// Where castling brings the rook. `castling`: by the king's squares.
inline Square rook_target(Move castling) {
    return make_square(file_of(castling.to()) == 6 ? 5 : 3, rank_of(castling.to()));
}

/// See `footprint`; `f` has the king's squares.
[[gnu::cold, gnu::noinline]] inline void read_chess960_castling(Footprint& f, const Position& p, Move m) {
    const Square rook = p.castling_rook(Position::right_of(m)), rook_to = rook_target(m);
    const SquareSet before = f.from | square_set(rook), after = f.to | square_set(rook_to);
    const bool one_stays = m.from() == m.to() || rook == rook_to;
    f.emptied = before & ~after;
    f.filled = after & ~before;
    f.taken = one_stays ? 0 : before & after;
}

/// The squares that legal move `m` changes in `p`, the position before it.
inline Footprint footprint(const Position& p, Move m) {
    Footprint f{.from = square_set(m.from()), .to = square_set(m.to()), .emptied = square_set(m.from())};
    if (m.castles()) {
        read_chess960_castling(f, p, m);
        return f;
    }
    (p.at(m.to()) == Piece::empty ? f.filled : f.taken) = f.to;
    const PieceType type = type_of(p.at(m.from()));
    const unsigned from_file = file_of(m.from()), to_file = file_of(m.to()), rank = rank_of(m.from());
    if (type == PieceType::pawn && from_file != to_file && f.taken == 0)
        f.emptied |= square_set(make_square(to_file, rank));
    if (type == PieceType::king && from_file == 4 && (to_file == 2 || to_file == 6)) {
        const bool is_short = to_file > from_file;
        f.emptied |= square_set(make_square(is_short ? 7 : 0, rank));
        f.filled |= square_set(make_square(is_short ? 5 : 3, rank));
    }
    return f;
}

enum class TrackerStatus : std::uint8_t {
    quiet,       ///< the board shows the position
    lifting,     ///< pieces are in the air, and a move or a takeback can begin like this
    settling,    ///< something has changed and has not rested long enough to count
    move,        ///< `move` has been made
    unfinished,  ///< `move`, or the takeback of `plies`, still needs `fill` and `clear`
    takeback,    ///< the board shows the position `plies` half moves ago, after `move` if there is one
    ambiguous,   ///< one of `targets` was the goal: lift the piece there and place it again
    wrong,       ///< not a legal move; `fill` and `clear` put it right
};

/// What the board shows. Fields that a status does not name are empty.
struct TrackerState {
    TrackerStatus status = TrackerStatus::settling;
    /// takeback, unfinished: how many plies are taken back, 0 if none.
    std::uint8_t plies = 0;
    /// move, unfinished: the move; none if a takeback is unfinished. A promotion names the piece set by
    /// `SquareTracker::promote`, by default a queen. takeback: the move that replaces the one taken back, if any.
    Move move{};
    /// Any status: squares of the position that stand empty.
    SquareSet lifted = 0;
    /// lifting: where the pieces in the air may go. ambiguous: the squares of which one was the goal.
    SquareSet targets = 0;
    /// lifting, when only enemy pieces are in the air: the pieces that may take them.
    SquareSet origins = 0;
    SquareSet fill = 0;
    SquareSet clear = 0;
};

/// Milliseconds.
struct TrackerTiming {
    /// How long a move's squares must be at rest before the move counts.
    std::uint16_t rest_ms = 300;
    /// The same for a complete move that may be the beginning of another one.
    std::uint16_t doubt_ms = 1500;
    /// How long two adjacent squares may both see a piece that is slid from one to the other. Less than `rest_ms`.
    std::uint8_t overlap_ms = 150;
};

/// See `castling_begun_by`. The king may also have stepped to its own target.
[[gnu::cold, gnu::noinline]] inline Move chess960_castling_begun_by(Move m, const Position& before) {
    const Square king = before.king(before.side());
    for (const unsigned file : {6u, 2u}) {
        const Move castling = Move::castling(king, make_square(file, rank_of(king)));
        const bool is_half = m.from() == king ? m.to() == castling.to() || m.to() == rook_target(castling)
                                              : m.from() == before.castling_rook(Position::right_of(castling))
                                                    && m.to() == rook_target(castling);
        if (is_half && !m.castles() && is_legal(before, castling)) return castling;
    }
    return {};
}

/// The castling of which `m` may be the first half: rook or king goes to where castling brings the rook. None if `m` is
/// no such move, or castling was not legal in `before`.
inline Move castling_begun_by(Move m, const Position& before) {
    if (before.castles_as_chess960()) return chess960_castling_begun_by(m, before);
    const Square king = before.king(before.side());
    const unsigned rank = rank_of(king);
    const bool is_short = file_of(m.to()) == 5;
    if (file_of(king) != 4 || m.to() != make_square(is_short ? 5 : 3, rank)) return {};
    if (m.from() != king && m.from() != make_square(is_short ? 7 : 0, rank)) return {};
    const Move castling(king, make_square(is_short ? 6 : 2, rank));
    return is_legal(before, castling) ? castling : Move{};
}

/// Where the piece of `m` could have gone further along its line. `before`: the position before it.
inline SquareSet further_along(Move m, const Position& before) {
    SquareSet squares = 0;
    if (type_of(before.at(m.from())) == PieceType::king) return squares;
    const int step = ray(m.from(), m.to()).step;
    for (unsigned raw = index(m.to()); step != 0;) {
        raw += static_cast<unsigned>(step);
        if (!on_board(raw)) break;
        const auto to = static_cast<Square>(raw);
        if (is_legal(before, Move(m.from(), to))) squares |= square_set(to);
    }
    return squares;
}

/// What stood on the board some half moves ago.
struct Earlier {
    SquareSet occupied = 0;
    SquareSet replaced = 0;  ///< occupied then and now, but by different pieces
};

/// Give it scans and the position, and act on the state it reports.
///
/// In mode `play` (`set_position`) the person at the board moves. In mode `follow` they make the move on the board that
/// the engine has chosen. In mode `hold` they should keep still, because the engine thinks or the game is paused. In
/// each mode the last one or two plies may be taken back by putting the pieces back, if `allow_takeback` has said what
/// stood there before. A state holds until the board changes or the caller gives something new. `TrackerStatus::move`
/// waits until the caller plays the move and calls `set_position`; until then nothing has happened.
///
/// Time: an update costs a few dozen instructions while nothing changes. When something changes or a rest has been
/// reached, the legal moves are generated once (at most 218). No heap, no recursion.
class SquareTracker {
public:
    constexpr explicit SquareTracker(TrackerTiming timing = {}) : timing_{timing} {}

    /// The game's position; its side to move moves. `p` is not copied: it must stay alive and unchanged until the next
    /// call. Forgets `follow`, `hold`, takebacks and the choice of promotion, but not what hands are doing.
    void set_position(const Position& p) {
        position_ = &p;
        read_position();
        mode_ = Mode::play;
        takebacks_ = accepted_plies_ = 0;
        castling_ = {};
        further_ = 0;
        if constexpr (has_gestures) last_ = {};
        if constexpr (plays_chess960) aired_ = 0;
        accepted_ = {};
        promotion_ = PieceType::queen;
        // What filled before the first square still in question belongs to the previous move.
        const unsigned first = earliest(base_ ^ seen_);
        for_each_square(~(base_ ^ seen_), [&](unsigned i) {
            if (stamps_[i] < first) {
                stamps_[i] = 0;
                tapped_ &= ~(SquareSet{1} << i);
            }
        });
        judge();
    }

    /// From now on only this move counts. Returns false and changes nothing if it is not legal.
    [[nodiscard]] bool follow(Move m) {
        if (position_ == nullptr || !is_legal(*position_, m)) return false;
        let_count(Mode::follow);
        follow_ = m;
        judge();
        return true;
    }
#if STACKMATE_EXERCISES
    /// From now on only the pieces on these squares may make a person's move.
    void let_move(SquareSet movers) {
        if (std::exchange(movers_, movers) != movers) judge();
    }
#endif
    /// From now on no move counts.
    void hold() {
        mode_ = Mode::hold;
        judge();
    }
    /// Any move of the side to move counts again.
    void play() {
        let_count(position_ == nullptr ? Mode::hold : Mode::play);
        judge();
    }

    /// Allows taking back `plies` half moves, 1 or 2. `before` is the position that many half moves ago; it is not
    /// kept. To be called again after each `set_position`.
    void allow_takeback(unsigned plies, const Position& before) {
        if (position_ == nullptr || plies - 1 > 1) return;
        Earlier& earlier = earlier_[plies - 1];
        earlier.occupied = occupied_squares(before);
        earlier.replaced = 0;
        for_each_square(earlier.occupied & occupied_squares(*position_), [&](unsigned i) {
            const Square s = from_index64(i);
            if (before.at(s) != position_->at(s)) earlier.replaced |= square_set(s);
        });
        takebacks_ = static_cast<std::uint8_t>(takebacks_ | plies);
        judge();
    }
    /// `last` was made in `before`, one half move ago. If castling can begin with it, it may still be completed; and the
    /// piece may go further along its line. To be called again after each `set_position`.
    void allow_more(Move last, const Position& before) {
        if constexpr (has_gestures) {
            last_ = last;
            further_ = further_along(last, before);
        }
        castling_ = castling_begun_by(last, before);
        if (!may_move(castling_)) castling_ = {};  // those that might make `last`: castling is the king's move
        if (!castling_) return;
        const Footprint f = footprint(before, castling_);
        if ((f.all() & ignored_) != 0) return;
        Earlier& earlier = earlier_[castled - 1];
        earlier.occupied = f.after(occupied_squares(before));
        // The other half would only exchange king and rook: see `judge_exchange`.
        if (castling_.castles() && earlier.occupied == occupied_squares(*position_)) return;
        earlier.replaced = last.from() == castling_.from() ? f.filled & ~f.to : 0;  // the king makes way for the rook
        takebacks_ |= 1u << (castled - 1);
        judge();
    }

    /// The piece a pawn becomes in the move reported now or next: knight, bishop, rook or queen; any other is ignored.
    void promote(PieceType type) {
        if (type < PieceType::knight || type > PieceType::queen) return;
        promotion_ = type;
        if (state_.move.promotes() && mode_ == Mode::play)
            state_.move = Move(state_.move.from(), state_.move.to(), promotion_);
    }

    /// From now on these squares are not compared.
    void ignore(SquareSet squares) {
        const SquareSet again = ignored_ & ~squares;
        ignored_ = squares;
        seen_ &= ~ignored_;
        for_each_square(ignored_, [&](unsigned i) { stamps_[i] = 0; });
        if (position_ != nullptr) read_position();
        // A square that counts again has not been filled just now, unless a piece is in the air that may have come
        // there.
        if ((missing() & ~again) == 0) seen_ |= base_ & again;
        judge();
    }
    /// Says that hands have made this move; holds until the board changes or the position is set. `m` must be legal;
    /// name a promotion as one to a queen.
    void accept(Move m) {
        accepted_ = m;
        if constexpr (has_gestures) accepted_plies_ = 0;
        judge();
    }
    /// Says that hands have taken so many half moves back, and made `instead` if it is one. Call it only where that is
    /// allowed.
    void accept_takeback(unsigned plies = 1, [[maybe_unused]] Move instead = {}) {
        if constexpr (has_gestures) accepted_ = instead;
        accepted_plies_ = static_cast<std::uint8_t>(std::min(plies, 255u));
        judge();
    }
    /// The board has rested for long. If two half moves explain it, and no other two do, accepts the first: the second
    /// is then read as any other move. `before`: the position one half move ago. The two begin now or there, then in
    /// place of the move given to `allow_more`.
    [[gnu::cold, gnu::noinline]] void accept_first_of_two(const Position& before) {
        if (mode_ == Mode::hold) return;
        Pairs pairs;
        find_pairs(pairs, *position_, false);
        if (mode_ == Mode::play && last_ && may_take_back(1)) find_pairs(pairs, before, true);
        if (pairs.blind || pairs.count != 1) return;
        if (pairs.instead)
            accept_takeback(1, pairs.first);
        else
            accept(pairs.first);
    }
    /// What was seen of squares that were emptied and filled again no longer counts.
    void forget_taps() {
        forget_refilled();
        tapped_ = 0;
        if constexpr (plays_chess960) aired_ = 0;
        judge();
    }

    /// One debounced scan: what stands on the board at `now_ms`, which may wrap.
    const TrackerState& update(SquareSet occupied, std::uint32_t now_ms) {
        occupied &= ~ignored_;
        if (!started_) {
            started_ = true;
            seen_ = occupied;
            now_ = changed_at_ = now_ms;
            judge();
            return state_;
        }
        now_ = now_ms;
        if (const SquareSet flips = occupied ^ seen_; flips != 0) {
            adopt(flips);
            judge();
        } else if (waiting_ && now_ - waits_since_ >= wait_ms_) {
            judge();
        }
        return state_;
    }

    [[nodiscard]] const TrackerState& state() const { return state_; }
    /// The board as last seen, without ignored squares.
    [[nodiscard]] SquareSet occupied() const { return seen_; }
    /// Squares of the position that were emptied and filled again since hands began to move; `wrong` does not forget
    /// them.
    [[nodiscard]] SquareSet refilled() const { return tapped_ & base_ & seen_; }
    /// Squares that filled although no piece was in the air that could be put there. More likely the sensor is wrong.
    [[nodiscard]] SquareSet early() const { return early_ & surplus(); }
    /// Where pieces should stand, without ignored squares.
    [[nodiscard]] SquareSet wanted() const { return base_; }
    /// Whether `plies` half moves, 1 or 2, may be taken back by putting pieces back.
    [[nodiscard]] bool may_take_back(unsigned plies) const { return (takebacks_ >> (plies - 1) & 1) != 0; }
    [[nodiscard]] const Earlier& earlier(unsigned plies) const { return earlier_[plies - 1]; }
    /// Whether an ignored square was different `plies` half moves ago.
    [[nodiscard]] bool is_blind_takeback(unsigned plies) const {
        return plies <= earlier_.size()
               && ((earlier_[plies - 1].occupied ^ occupied_squares(*position_)) & ignored_) != 0;
    }

private:
    enum class Mode : std::uint8_t { play, follow, hold };
    /// In place of a number of plies: one ply is taken back, and `castling_` made instead.
    static constexpr unsigned castled = 3;
    /// The same: `last_` has become a longer move.
    static constexpr unsigned slid_on = 4;

    /// How the legal moves agree with the board.
    struct Matches {
        unsigned complete = 0;  ///< moves after which the board would look as it does now
        Move completed{};
        SquareSet goals = 0;  ///< their targets
        unsigned nearly = 0;  ///< moves that are complete on their own squares, while others differ
        Move nearest{};
        bool followed = false;  ///< `nearest` is complete, and the others changed later, by the other side's next move
        unsigned underway = 0;  ///< moves that can begin or continue like this
        Move begun{};
        SquareSet targets = 0;
        SquareSet origins = 0;
        bool from_nowhere = false;  ///< nothing is lifted, and the extra pieces could have come by a move
    };

    [[nodiscard]] SquareSet missing() const { return base_ & ~seen_; }
    [[nodiscard]] SquareSet surplus() const { return seen_ & ~base_; }

    void read_position() {
        base_ = occupied_squares(*position_) & ~ignored_;
        own_ = occupied_squares(*position_, Position::color_mask(position_->side())) & ~ignored_;
    }

    // ------------------------------------------------------------------ time and history

    void adopt(SquareSet flips) {
        const std::uint32_t since_last = now_ - changed_at_;
        if (seen_ == base_ && since_last > timing_.overlap_ms) forget_all();
        if (seen_ == base_ && since_last > timing_.doubt_ms)
            tapped_ = 0;  // a square that flickers does not rest for so long
        if (state_.status == TrackerStatus::ambiguous) forget_refilled();
        if (changes_ == 0xffff) {
            forget_refilled();
            for (std::uint16_t& stamp : stamps_) stamp = std::min<std::uint16_t>(stamp, 1);
            changes_ = 1;
        }
        ++changes_;
        accepted_ = {};
        accepted_plies_ = 0;
        const SquareSet missed = missing();
        seen_ ^= flips;
        if constexpr (plays_chess960) note_exchange(flips, missed);
        tapped_ |= flips & seen_;
        if (missing() == 0) early_ |= flips;
        early_ &= seen_;
        changed_at_ = now_;
        for_each_square(flips, [&](unsigned i) {
            stamps_[i] = changes_;
            times_[i] = static_cast<std::uint16_t>(now_);
        });
        if (since_last <= timing_.overlap_ms) join_overlaps(flips & own_ & ~seen_);
    }

    /// A piece slid to the adjacent square, from which its victim has just been taken, may be seen there before it is
    /// missed here. Then what the previous change filled counts as filled with this one.
    void join_overlaps(SquareSet lifted) {
        if (lifted != 0) early_ = 0;
        for_each_square(lifted, [&](unsigned i) {
            for (const int step : king_steps) {
                const unsigned raw = index(from_index64(i)) + static_cast<unsigned>(step);
                if (!on_board(raw)) continue;
                const unsigned beside = index64(static_cast<Square>(raw));
                const bool is_enemy = ((base_ & ~own_ & seen_) >> beside & 1) != 0;
                std::uint16_t& stamp = stamps_[beside];
                if (is_enemy && stamp != 0 && stamp + 1 == changes_) stamp = changes_;
            }
        });
    }

    /// `missed`: what was missing before `flips`. A piece that is slid to the other's square may be seen on neither.
    void note_exchange(SquareSet flips, SquareSet missed) {
        if ((seen_ ^ flips) == base_ && (flips & (own_ | aired_)) != 0) aired_ = 0;  // hands begin anew
        const SquareSet air = std::popcount(flips) == 2 ? missed | missing() : missing();
        if (surplus() == 0 && std::popcount(air) == 2)
            aired_ = air;
        else if ((missing() & own_ & ~aired_) != 0)
            aired_ = 0;
    }

    void forget_all() {
        stamps_.fill(0);
        changes_ = 0;
    }

    /// What was touched while no move counted is no part of one.
    void let_count(Mode mode) {
        if (std::exchange(mode_, mode) == Mode::hold) forget_taps();
    }
    void forget_refilled() {
        for_each_square(~(base_ ^ seen_), [&](unsigned i) { stamps_[i] = 0; });
    }

    [[nodiscard]] unsigned latest(SquareSet set) const {
        unsigned stamp = 0;
        for_each_square(set, [&](unsigned i) { stamp = std::max<unsigned>(stamp, stamps_[i]); });
        return stamp;
    }
    [[nodiscard]] unsigned earliest(SquareSet set) const {
        unsigned stamp = 0xffff;
        for_each_square(set, [&](unsigned i) { stamp = std::min<unsigned>(stamp, stamps_[i]); });
        return stamp;
    }

    /// Whether these squares have not changed for `ms`. If they have, the board is judged again when `ms` may be over.
    bool rested(SquareSet set, std::uint32_t ms) {
        const std::uint32_t board_age = now_ - changed_at_;
        // With sixteen bits of time a square can seem fresher than it is, never older. At worst, a move made while
        // other squares have been changing for a minute waits for another rest.
        std::uint32_t age = 0xffff;
        for_each_square(set, [&](unsigned i) {
            const auto age16 = static_cast<std::uint16_t>(now_ - times_[i]);
            age = std::min<std::uint32_t>(age, age16);
        });
        return old_enough(std::max(age, board_age), ms);
    }
    bool board_rested() { return old_enough(now_ - changed_at_, timing_.rest_ms); }
    bool old_enough(std::uint32_t age, std::uint32_t ms) {
        if (age >= ms) return true;
        if (!waiting_ || ms - age < wait_ms_) {
            wait_ms_ = static_cast<std::uint16_t>(ms - age);
            waits_since_ = now_;
            waiting_ = true;
        }
        return false;
    }

    // ------------------------------------------------------------------ moves against the board

    template <class Sink>
    void for_each_move(Sink&& sink) const {
        if (mode_ == Mode::hold) return;
        if (mode_ == Mode::follow) {
            sink(follow_);
            return;
        }
        const Square checker = position_->checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(*position_)) {
            const bool underpromotes = m.promotes() && m.promotion() != PieceType::queen;
            if (!underpromotes && may_move(m) && position_->legal(m, checker)) sink(m);
        }
    }

    [[nodiscard]] bool may_move([[maybe_unused]] Move m) const {
#if STACKMATE_EXERCISES
        return (square_set(m.from()) & movers_) != 0;
#else
        return true;
#endif
    }
    [[nodiscard]] bool is_blind(const Footprint& f) const { return (f.all() & ignored_) != 0; }

    /// Whether the move's squares look as after it, and a victim's square was filled while the origin was empty.
    [[nodiscard]] bool complete_on_its_squares(const Footprint& f) const {
        const SquareSet filled_here = f.filled & ~ignored_;
        if ((seen_ & f.emptied) != 0 || (filled_here & ~seen_) != 0) return false;
        if (is_blind(f)) return filled_here != 0;
        if (f.taken == 0) return (f.from & missing()) == 0 || (f.to & early()) == 0;
        if (plays_chess960 && f.emptied == 0) return aired_ == f.taken && (aired_ & ~seen_) == 0;
        const unsigned filled = latest(f.taken);
        return (seen_ & f.taken) != 0 && filled != 0 && filled >= latest(f.emptied);
    }

    /// Whether only squares of the move have changed, and what was placed can have come from its origins.
    [[nodiscard]] bool could_begin_so(const Footprint& f) const {
        // In Chess960 a king that castles to the square where it stands may be lifted all the same.
        const SquareSet lifted = f.emptied | f.taken | (plays_chess960 ? f.from : 0);
        if ((missing() & ~lifted) != 0 || (surplus() & ~f.filled) != 0) return false;
        const SquareSet rook = rook_of(f), rook_to = f.filled & ~f.to;
        const SquareSet gone = missing() | ignored_;
        // The king may rest, on its way, on the rook's target.
        return ((surplus() & f.to) == 0 || (gone & f.from) != 0)
               && ((surplus() & rook_to) == 0 || (gone & (rook | f.from)) != 0);
    }

    /// Where the castling rook stood; means nothing in other moves.
    [[nodiscard]] static SquareSet rook_of(const Footprint& f) {
        return (f.emptied | (plays_chess960 ? f.taken : 0)) & ~f.from;
    }

    [[nodiscard]] Matches match() const {
        Matches r;
        for_each_move([&](Move m) {
            const Footprint f = footprint(*position_, m);
            if (missing() == 0 && f.filled == surplus()) r.from_nowhere = true;
            if (complete_on_its_squares(f))
                read_complete(r, m, f);
            else if (could_begin_so(f))
                read_begun(r, m, f);
        });
        return r;
    }

    /// Whether squares have changed after those of a move, a piece of the `next` side the first to be lifted: a king on
    /// its way round a rook that was placed first is not a move of the other side.
    [[nodiscard]] bool have_followed(SquareSet squares, SquareSet moved, SquareSet next) const {
        return earliest(squares) > latest(moved) && earliest(next) < earliest(squares & base_ & ~seen_ & ~next);
    }

    void read_complete(Matches& r, Move m, const Footprint& f) const {
        const SquareSet lifted = missing() & ~f.emptied, placed = surplus() & ~f.filled;
        // A castling that history has told looks like a move of king or rook alone, and comes before it.
        if (plays_chess960 && (r.completed.castles() || r.nearest.castles())) return;
        if (m.castles()) r.complete = r.nearly = 0, r.goals = 0;
        if ((lifted | placed) == 0) {
            ++r.complete;
            r.completed = m;
            r.goals |= f.to;
            return;
        }
        const bool followed = have_followed(lifted | placed, f.all(), lifted & ~own_);
        // A capture known only from history does not explain a piece that stands where none should.
        if (f.taken != 0 && placed != 0 && !followed) return;
        if constexpr (has_gestures) {
            if (r.followed && !followed) return;
            if (followed && !r.followed) r.nearly = 0;
        }
        ++r.nearly;
        r.nearest = m;
        r.followed = followed;
    }

    void read_begun(Matches& r, Move m, const Footprint& f) const {
        ++r.underway;
        r.begun = m;
        if ((missing() & own_) == 0) r.origins |= f.from;
        if ((missing() & f.from) != 0) r.targets |= f.to;
        if ((missing() & rook_of(f)) != 0) r.targets |= f.filled & ~f.to;
        if (plays_chess960 && (missing() & rook_of(f)) != 0) r.targets |= f.taken & ~f.to & missing();
    }

    // ------------------------------------------------------------------ two half moves

    /// Pairs of half moves that explain the board. Only the best count: above all those after which it would look as it
    /// does now, and of these the ones that history tells as well.
    struct Pairs {
        unsigned best = 1;
        unsigned count = 0;
        Move first{};
        bool instead = false;
        bool blind = false;  ///< an ignored square is part of one
    };

    /// The next legal move; a promotion comes once, as one to a queen.
    [[gnu::cold, gnu::noinline]] static Move next_legal(Cursor& cursor, const Position& p, Square checker) {
        for (;;) {
            const Move m = cursor.next(p);
            const bool underpromotes = m.promotes() && m.promotion() != PieceType::queen;
            if (!m || (!underpromotes && p.legal(m, checker))) return m;
        }
    }
    [[gnu::cold, gnu::noinline]] void find_pairs(Pairs& r, const Position& start, bool instead) const {
        Position p = start;
        const SquareSet base = occupied_squares(p), own = occupied_squares(p, Position::color_mask(p.side()));
        const SquareSet stood = base & seen_ & ~tapped_;  // a move empties none of these
        const Square checker = p.checker();
        Cursor cursor(checker);
        const bool only = mode_ == Mode::follow;
        for (Move m = only ? follow_ : next_legal(cursor, p, checker); m;
             m = only ? Move{} : next_legal(cursor, p, checker)) {
            const Footprint f = footprint(p, m);
            if (f.emptied == 0 || (f.emptied & stood) != 0) continue;
            if (instead && m.from() == last_.from() && m.to() == last_.to()) continue;
            Undo undo;
            p.make(m, undo);
            const Square reply_checker = p.checker();
            Cursor replies(reply_checker);
            while (const Move reply = next_legal(replies, p, reply_checker)) {
                const Footprint g = footprint(p, reply);
                const SquareSet others = (g.after(f.after(base)) ^ seen_) & ~ignored_;
                const unsigned rank = (g.emptied & stood) == 0 ? rank_of_pair(f, g, others, others & base & own) : 0;
                if (rank < r.best) continue;
                if (rank > r.best) r = {.best = rank};
                ++r.count;
                r.first = m;
                r.instead = instead;
                r.blind = r.blind || is_blind(f) || is_blind(g);
            }
            p.unmake(m, undo);
        }
    }
    /// How well two moves explain the board, apart from `others`: 0 not at all. `next`: those of the first move's side.
    [[gnu::cold, gnu::noinline]] unsigned rank_of_pair(const Footprint& f, const Footprint& g, SquareSet others,
                                                       SquareSet next) const {
        // A piece that has only been lifted may be in a hand.
        if (g.filled == 0 && (latest(g.taken) == 0 || latest(g.taken) < latest(g.emptied))) return 0;
        if (others != 0 && !have_followed(others, f.all() | g.all(), next)) return 0;
        const bool told = (f.taken & ~tapped_) == 0 && latest(f.emptied) <= latest(g.emptied);
        return (others == 0 ? 2u : 0u) + (told ? 1u : 0u);
    }

    // ------------------------------------------------------------------ takebacks

    /// As in `Earlier`, without ignored squares.
    [[nodiscard]] SquareSet occupied_before(unsigned plies) const { return earlier_[plies - 1].occupied & ~ignored_; }
    [[nodiscard]] SquareSet replaced_since(unsigned plies) const { return earlier_[plies - 1].replaced & ~ignored_; }

    /// How many plies the board has gone back, 0 if none, or `castled`, or `slid_on`.
    ///
    /// No legal move looks like taking back the last ply: it would move the wrong side's piece. One may look like
    /// taking back the last two: a queen that goes to the origin of the piece that now stands on her old square. In
    /// that case, whether that square was seen empty decides as well.
    [[nodiscard]] unsigned taken_back(const Matches& r) const {
        if (may_take_back(1) && seen_ == occupied_before(1)) return 1;
        if (has_gestures && further_ != 0 && has_slid_on(r.underway != 0)) return slid_on;
        if (may_take_back(castled) && seen_ == occupied_before(castled) && earliest(replaced_since(castled)) != 0)
            return castled;
        if (!may_take_back(2) || seen_ != occupied_before(2)) return 0;
        return r.complete == 0 || earliest(replaced_since(2)) != 0 ? 2 : 0;
    }
    /// `may_begin`: what is seen may be the beginning of a move.
    [[nodiscard]] bool has_slid_on(bool may_begin) const {
        if (missing() != square_set(last_.to())) return false;
        if (surplus() != 0) return std::has_single_bit(surplus()) && (surplus() & ~further_) == 0;
        const unsigned filled = latest(slid_to());
        return !may_begin && filled != 0 && filled >= latest(missing());
    }
    [[nodiscard]] SquareSet slid_to() const { return surplus() != 0 ? surplus() : further_ & base_; }

    [[nodiscard]] bool may_go_back(unsigned plies) const {
        if (!may_take_back(plies)) return false;
        const SquareSet before = occupied_before(plies);
        return (missing() & ~((base_ & ~before) | replaced_since(plies))) == 0 && (surplus() & ~before) == 0;
    }
    /// The plies whose takeback may be under way; 0 if none.
    [[nodiscard]] unsigned going_back() const {
        for (const unsigned plies : {1u, castled, 2u})
            if (may_go_back(plies)) return plies;
        return 0;
    }

    // ------------------------------------------------------------------ the verdict

    void judge() {
        if (!started_) return;
        waiting_ = false;
        TrackerState next;
        if (accepted_) {
            tell_move(next, TrackerStatus::move, accepted_);
            if (has_gestures && accepted_plies_ != 0) {
                next.status = TrackerStatus::takeback;
                next.plies = accepted_plies_;
            }
        } else if (accepted_plies_ != 0) {
            next.status = TrackerStatus::takeback;
            next.plies = accepted_plies_;
        } else if (seen_ == base_) {
            if (!plays_chess960 || aired_ == 0 || !judge_exchange(next)) next.status = TrackerStatus::quiet;
        } else {
            next.lifted = missing();
            const Matches r = match();
            const bool judged = judge_complete(next, r) || judge_in_the_air(next, r);
            if (!judged && board_rested()) judge_at_rest(next, r);
            if (next.status == TrackerStatus::wrong) forget_refilled();
        }
        state_ = next;
    }

    /// The board shows the position. Whether king and rook may have exchanged squares, castling or taking that back.
    [[gnu::noinline, gnu::cold]] bool judge_exchange(TrackerState& next) {
        const bool back = may_take_back(1) && occupied_before(1) == base_ && earlier_[0].replaced == aired_;
        Move castling{};
        for_each_move([&](Move m) {
            if (!m.castles()) return;
            const Footprint f = footprint(*position_, m);
            if (f.emptied == 0 && f.taken == aired_) castling = m;
        });
        if (!back && !castling) return false;
        if (!old_enough(now_ - changed_at_, mode_ == Mode::follow ? timing_.rest_ms : timing_.doubt_ms)) return true;
        if (back)
            tell_takeback(next, TrackerStatus::takeback, 1);
        else
            tell_move(next, TrackerStatus::move, castling);
        return true;
    }

    /// Whether the board shows a goal that was reached. If that must rest first, `next` stays `settling`.
    bool judge_complete(TrackerState& next, const Matches& r) {
        unsigned back = taken_back(r);
        const bool back_is_blind = back != 0 && is_blind_takeback(back);
        // A piece that is only lifted may be in a hand; the beginning of a capture looks the same.
        if (back_is_blind && (r.underway != 0 || surplus() == 0)) back = 0;
        // Either a capture is taken back without its victim, or a piece was put on a square whose sensor is stuck.
        if (back == 1 && r.from_nowhere && (replaced_since(1) & ~tapped_) != 0) back = 0;
        if (r.complete + (back != 0 ? 1u : 0u) > 1) {
            if (!board_rested()) return true;
            next.status = TrackerStatus::ambiguous;
            next.targets = r.goals;
            next.plies = static_cast<std::uint8_t>(back);
            return true;
        }
        if (back != 0) {
            if (old_enough(now_ - changed_at_, back_is_blind ? timing_.doubt_ms : timing_.rest_ms))
                tell_takeback(next, TrackerStatus::takeback, back);
            return true;
        }
        if (r.complete == 1) {
            const Footprint f = footprint(*position_, r.completed);
            const bool final = std::popcount(f.emptied) == 2 && !is_blind(f);
            const bool in_doubt = is_blind(f) || (surplus() != 0 && (r.underway != 0 || going_back() != 0));
            const unsigned ms = final ? 0u : in_doubt ? timing_.doubt_ms : timing_.rest_ms;
            if (rested(f.all(), ms)) {
                tell_move(next, TrackerStatus::move, r.completed);
            } else if (surplus() == 0) {
                next.targets = r.targets;
            }
            return true;
        }
        if (r.nearly == 1 && r.followed && r.underway == 0) {
            const bool in_doubt = surplus() != 0 && going_back() != 0;
            const bool counts = in_doubt ? old_enough(now_ - changed_at_, timing_.doubt_ms)
                                         : rested(footprint(*position_, r.nearest).all(), timing_.rest_ms);
            if (counts) tell_move(next, TrackerStatus::move, r.nearest);
            return counts || in_doubt;
        }
        return false;
    }

    /// Whether pieces are in the air, none has been placed elsewhere, and all is legal so far.
    bool judge_in_the_air(TrackerState& next, const Matches& r) const {
        if (surplus() != 0) return false;
        if (r.underway != 0) {
            next.targets = r.targets;
            next.origins = r.origins;
        } else {
            bool goes_back = false;
            for (const unsigned plies : {1u, castled, 2u}) {
                if (!may_go_back(plies) || (goes_back && plies == 2)) continue;
                next.targets |= (occupied_before(plies) & ~base_) | (replaced_since(plies) & missing());
                goes_back = true;
            }
            if (has_gestures && missing() == square_set(last_.to())) next.targets |= further_;
            if (!goes_back) return false;
        }
        next.status = TrackerStatus::lifting;
        return true;
    }

    void judge_at_rest(TrackerState& next, const Matches& r) const {
        const unsigned plies = going_back();
        if (r.underway == 1 && seen_ != (footprint(*position_, r.begun).after(base_) & ~ignored_)) {
            tell_move(next, TrackerStatus::unfinished, r.begun);
        } else if (plies != 0 && seen_ != occupied_before(plies)) {
            tell_takeback(next, TrackerStatus::unfinished, plies);
        } else if (r.nearly == 1) {
            tell_move(next, TrackerStatus::unfinished, r.nearest);
        } else {
            tell_wrong(next);
        }
    }

    void tell_goal(TrackerState& next, SquareSet goal) const {
        next.fill = goal & ~seen_ & ~ignored_;
        next.clear = seen_ & ~goal;
    }
    void tell_takeback(TrackerState& next, TrackerStatus status, unsigned plies) const {
        next.status = status;
        next.plies = static_cast<std::uint8_t>(plies >= castled ? 1 : plies);
        if (status == TrackerStatus::unfinished) tell_goal(next, occupied_before(plies));
        if (status == TrackerStatus::takeback && plies == castled) next.move = castling_;
        if (has_gestures && plies == slid_on)
            next.move = Move(last_.from(), from_index64(static_cast<unsigned>(std::countr_zero(slid_to()))));
    }
    void tell_move(TrackerState& next, TrackerStatus status, Move m) const {
        next.status = status;
        next.move = m.promotes() && mode_ == Mode::play ? Move(m.from(), m.to(), promotion_) : m;
        if (status == TrackerStatus::unfinished) tell_goal(next, footprint(*position_, m).after(base_));
    }
    void tell_wrong(TrackerState& next) const {
        next.status = TrackerStatus::wrong;
        tell_goal(next, base_);
        if (mode_ != Mode::follow) return;
        // What has been done of the move to be followed may stay, unless that is what is wrong.
        const Footprint f = footprint(*position_, follow_);
        const SquareSet fill = next.fill & ~(f.emptied | f.taken), clear = next.clear & ~f.filled;
        if ((fill | clear) == 0) return;
        next.fill = fill;
        next.clear = clear;
    }

    TrackerTiming timing_;
    Mode mode_ = Mode::hold;
    bool started_ = false;
    bool waiting_ = false;
    std::uint8_t takebacks_ = 0;  ///< bit 0: one ply, bit 1: two, bit 2: `castled`
    std::uint8_t accepted_plies_ = 0;
    PieceType promotion_ = PieceType::queen;
    Move follow_{};
    Move accepted_{};
    Move castling_{};
    Move last_{};
    std::uint16_t changes_ = 0;  ///< the stamp of the last change; 0 when quiet
    std::uint16_t wait_ms_ = 0;
    std::uint32_t waits_since_ = 0;
    std::uint32_t now_ = 0;
    std::uint32_t changed_at_ = 0;
    const Position* position_ = nullptr;
    SquareSet seen_ = 0;  ///< the board
    SquareSet base_ = 0;  ///< the pieces of the position
    SquareSet own_ = 0;   ///< those of the side to move
    SquareSet ignored_ = 0;
#if STACKMATE_EXERCISES
    SquareSet movers_ = ~SquareSet{0};  ///< the pieces that may move
#endif
    SquareSet tapped_ = 0;   ///< filled since the board was quiet
    SquareSet early_ = 0;    ///< filled while no piece was in the air
    SquareSet aired_ = 0;    ///< two squares whose pieces were in the air together; see `note_exchange`
    SquareSet further_ = 0;  ///< where the piece of `last_` may slide on; 0 if it may not
    std::array<Earlier, 3> earlier_{};
    TrackerState state_{};
    std::array<std::uint16_t, 64> times_{};   ///< when the square last changed, in milliseconds modulo 65536
    std::array<std::uint16_t, 64> stamps_{};  ///< in which order squares changed; 0: not since the board was quiet
};
static_assert(sizeof(SquareTracker) <= 512, "the tracker's share of a board's RAM");

}  // namespace stackmate::firmware

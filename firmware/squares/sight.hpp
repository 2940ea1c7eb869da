// What is seen of the board: the tracker, the squares whose sensors are not believed, and what to do about a board that
// shows nothing the tracker understands.
//
// A square that is not believed is ignored, for one of three reasons. A person says so (marked). Or the board can only
// be explained if this square is silent, that is dead or stuck; then it counts again as soon as it changes, so a false
// suspicion costs little. Or it flickers; then it counts again when it has kept still for a while. What stands on an
// ignored square follows from the game. firmware/squares/explain.hpp finds what can have happened: if it is only one
// thing, it counts; otherwise the person is asked, move by move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/chess/position.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/states.hpp"
#include "firmware/squares/explain.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/tracker.hpp"

namespace stackmate::firmware {

/// Times are milliseconds and may wrap. Squares are as the players see the board. `weigh` costs as much as generating
/// the legal moves a few times, three times in each rest.
class Sight {
public:
    /// How long the board must rest before ignored squares are explained by the move that is to be made (first), by a
    /// move of the person (second), and before a square is suspected (third).
    static constexpr std::array<std::uint32_t, 3> weigh_ms = {1500, 4000, 8000};

    /// Which moves count, and which may be taken back, is said to the tracker itself; scans come by Hands.
    [[nodiscard]] SquareTracker& tracker() noexcept { return tracker_; }
    [[nodiscard]] const SquareTracker& tracker() const noexcept { return tracker_; }

    // ------------------------------------------------------------------ which squares are believed

    /// Squares that do not count, until `ignore` with false, their own change, or rest.
    [[nodiscard]] SquareSet ignored() const noexcept { return marked_ | silent_ | flickering_; }
    /// Those that a person has marked.
    [[nodiscard]] SquareSet marked() const noexcept { return marked_; }
    [[nodiscard]] SquareSet flickering() const noexcept { return flickering_; }
    /// Squares that have changed since power-on or since `forget_proven`: they are suspected last.
    [[nodiscard]] SquareSet proven() const noexcept { return proven_; }
    void forget_proven() noexcept { proven_ = 0; }
    /// A square whose verdict has changed since it was last reported, and its verdict now; none if there is none.
    SquareNews take_square_news() noexcept {
        if (square_news_ == 0) {
            return {};
        }
        const auto square = static_cast<std::uint8_t>(std::countr_zero(square_news_));
        square_news_ &= square_news_ - 1;
        return {square, verdict(square)};
    }

    // ------------------------------------------------------------------ what comes in

    /// Takes a debounced scan. Returns true if the set of ignored squares has changed.
    [[nodiscard]] bool take_scan(SquareSet felt, std::uint32_t now_ms) noexcept {
        if (!doubts_change(felt, now_ms)) {
            return false;
        }
        apply_ignored();
        return true;
    }
    /// The last scan.
    [[nodiscard]] SquareSet felt() const noexcept { return felt_; }
    /// The board or its meaning has changed: the rest begins again.
    void begin_rest() noexcept { weighed_ = 0; }
    /// The square that was suspected where no move was expected, if no move has touched it since. A piece may as well
    /// be missing there, or one too many.
    [[nodiscard]] SquareSet suspected_at_rest() const noexcept { return suspected_at_rest_ & silent_ & ~marked_; }
    /// A move has been made: its squares are no longer suspected.
    void clear_suspicion(Move m) noexcept { suspected_at_rest_ &= ~(square_set(m.from()) | square_set(m.to())); }
    /// A move or a tap has counted, or a move was taken back: the changes so far came from hands, however many.
    /// Flickering squares are still watched.
    void forget_changes() noexcept {
        for (unsigned i = 0; i < 64; ++i) {
            if ((flickering_ >> i & 1) == 0) {
                flips_[i] = 0;
            }
        }
    }
    /// The person's refusal of all explanations holds until this is called.
    void forget_refusal() noexcept { refused_ = false; }

    /// A person says that a square, 0 a1 to 63 h8, does not count (`ignore`) or counts again.
    [[gnu::cold]] void ignore(unsigned square, bool ignore) noexcept {
        put(marked_, square, ignore);
        if (!ignore) {
            put(silent_, square, false);
            put(flickering_, square, false);
            flips_[square] = 0;
        }
        apply_ignored();
    }
    /// Only the silence of this square explains the board. Does nothing unless the set is a single square.
    [[gnu::noinline]] void suspect(SquareSet set) noexcept {
        if (!std::has_single_bit(set)) {
            return;
        }
        suspected_at_rest_ &= ~set;
        put(silent_, static_cast<unsigned>(std::countr_zero(set)), true);
        apply_ignored();
    }
    /// From now on the players see the board the other way round.
    void rotate() noexcept {
        for (SquareSet* set :
             {&marked_, &silent_, &flickering_, &proven_, &felt_, &square_news_, &suspected_at_rest_}) {
            *set = rotated(*set);
        }
        flips_.fill(0);
        apply_ignored();
    }

    /// See SquareTracker.
    void set_position(const Position& p) noexcept {
        tracker_.set_position(p);
        forget_changes();
        refused_ = false;
    }

    // ------------------------------------------------------------------ what is made of it

    /// Whether a board that has been at rest for `rest_ms` is to be weighed.
    [[nodiscard]] bool is_due(std::uint32_t rest_ms) const noexcept {
        return weighed_ < weigh_ms.size() && rest_ms >= weigh_ms[weighed_];
    }
    /// The board has been at rest for `rest_ms`. `unlike`: the squares that differ from the wanted ones where pieces
    /// are being set up. `waiting`: the only move that counts, or none. Returns true if a person is to be asked.
    [[nodiscard]] bool weigh(states::State state, const Position& p, SquareSet unlike, Move waiting,
                             std::uint32_t rest_ms) noexcept {
        return is_due(rest_ms) && weigh_at(weighed_++, state, p, unlike, waiting);
    }
    /// The move that the question is about; none if it is a takeback.
    [[nodiscard]] Move asked_move() const noexcept { return explanation_.move; }
    /// The squares that the question is about.
    [[nodiscard]] SquareSet asked_squares() const noexcept { return explanation_.squares; }
    /// Where a piece in the air may be put, whether asked about or not: a change there is not an answer.
    [[nodiscard]] SquareSet open_squares() const noexcept { return explanation_.squares | targets_; }
    /// Whether there is another explanation to ask about.
    [[nodiscard]] bool has_next_explanation(const Position& p) const noexcept {
        return doubt_ + 1u < explained(p).count;
    }
    /// The person has said yes to the explanation.
    [[gnu::cold]] void confirm() noexcept {
        tracker_.forget_taps();
        accept(explanation_);
    }
    /// The person has said no: the next explanation is asked about. After the last one, an extra piece is taken for a
    /// sensor's fault. So is a difference that only a takeback would have explained.
    [[gnu::cold]] void refuse(const Position& p) noexcept {
        const bool undone = explanation_.back && doubt_ == 0;
        tracker_.forget_taps();
        ++doubt_;
        const Explanations found = explained(p);
        explanation_ = found.chosen;
        if (doubt_ < found.count) {
            return;
        }
        refused_ = true;
        const SquareSet amiss = evidence_.seen ^ tracker_.wanted();
        if (undone || (amiss & tracker_.wanted()) == 0) {
            suspect(amiss);
        }
    }
    /// The board is no longer the one that the question was about.
    [[nodiscard]] bool outdated() const noexcept { return tracker_.occupied() != evidence_.seen; }

private:
    /// Two changes a second: half as many as from a contact that opens and closes twice a second. A hand that taps that
    /// long without a purpose is rare, and the square counts again when it rests.
    static constexpr std::uint32_t window_ms = 4096;
    static constexpr std::uint8_t flicker_changes = 8;
    /// With fewer changes the square no longer flickers: a hand that tries its move again changes a square twice.
    static constexpr std::uint8_t rest_changes = 4;

    [[gnu::cold, gnu::noinline]] void apply_ignored() noexcept {
        tracker_.ignore(ignored());
        weighed_ = 0;
    }
    /// Returns true if the set of ignored squares has changed.
    bool doubts_change(SquareSet felt, std::uint32_t now_ms) noexcept {
        if (!started_) {
            started_ = true;
            felt_ = felt;
            window_began_ = now_ms;
            return false;
        }
        const SquareSet before = ignored();
        if (const SquareSet flips = felt_ ^ felt; flips != 0) {
            felt_ = felt;
            proven_ |= flips;
            for_each_square(flips, [&](unsigned i) {
                if (silent_ >> i & 1) put(silent_, i, false);
                if (flips_[i] < flicker_changes) ++flips_[i];
                if (flips_[i] == flicker_changes) put(flickering_, i, true);
            });
        }
        if (now_ms - window_began_ >= window_ms) {
            window_began_ = now_ms;
            for_each_square(flickering_, [&](unsigned i) {
                if (flips_[i] < rest_changes) put(flickering_, i, false);
            });
            flips_.fill(0);
        }
        return ignored() != before;
    }
    void put(SquareSet& set, unsigned square, bool is_in) noexcept {
        const SquareSet bit = SquareSet{1} << square;
        if (((set & bit) != 0) == is_in) {
            return;
        }
        set ^= bit;
        square_news_ |= bit;
    }
    [[nodiscard]] SquareVerdict verdict(unsigned square) const noexcept {
        const auto is_in = [&](SquareSet set) { return (set >> square & 1) != 0; };
        if (is_in(marked_)) return SquareVerdict::marked;
        if (is_in(flickering_)) return SquareVerdict::flickers;
        if (!is_in(silent_)) return SquareVerdict::believed;
        return is_in(felt_) ? SquareVerdict::stuck : SquareVerdict::dead;
    }
    /// As `suspect`, where no move was expected. Only one square at a time: if a second one differs, hands are the likelier
    /// cause, and both are shown.
    [[gnu::noinline]] void suspect_at_rest(SquareSet amiss) noexcept {
        if (amiss == 0) {
            return;
        }
        if (const SquareSet square = suspected_at_rest(); square != 0) {
            ignore(static_cast<unsigned>(std::countr_zero(square)), false);
            return;
        }
        suspect(amiss);
        suspected_at_rest_ = amiss;
    }
    void accept(const Explanation& x) noexcept {
        suspect(x.suspect);
        if (x.back) {
            tracker_.accept_takeback();
        } else {
            tracker_.accept(x.move);
        }
    }
    [[nodiscard, gnu::noinline]] Explanations explained(const Position& p) const noexcept {
        return explanations(p, tracker_, evidence_, doubt_);
    }

    [[gnu::cold, gnu::noinline]] bool weigh_at(unsigned stage, states::State state, const Position& p, SquareSet unlike,
                                               Move waiting) noexcept {
        const bool suspects = stage + 1 == weigh_ms.size();
        bool still = false;
        switch (state) {
        case states::State::setup:
        case states::State::resume_offer:
        case states::State::restoring:
            if (suspects) {
                suspect_at_rest(unlike);
            }
            return false;
        case states::State::engine_thinking:
        case states::State::remote_to_move: still = true; break;
        case states::State::person_to_move:
        case states::State::analysis:
        case states::State::correcting:
        case states::State::unfinished:
        case states::State::move_to_make: break;
        default: return false;
        }
        const SquareSet amiss = tracker_.occupied() ^ tracker_.wanted();
        evidence_ = {.seen = tracker_.occupied(),
                     .refilled = tracker_.refilled(),
                     .early = tracker_.early(),
                     .ignored = ignored(),
                     .proven = proven_,
                     .only = waiting,
                     .still = still};
        doubt_ = 0;
        const Explanations found = explained(p);
        if (found.count == 0) {
            const SquareSet its_squares = waiting ? footprint(p, waiting).all() : 0;
            const bool nothing_tells = waiting && (its_squares & ~evidence_.ignored) == 0 && amiss == 0;
            if (suspects && nothing_tells) {
                accept({waiting});
            } else if (suspects && (amiss & its_squares) == 0) {
                suspect_at_rest(amiss);
            }
            return false;
        }
        const bool obeyed = waiting && found.count == 1 && !found.chosen.back;
        if (found.free ? stage == 0 && !obeyed : !suspects) {
            return false;
        }
        // A lifted piece may be in a hand; one lifted and put back may have been adjusted; an extra one may be a
        // sensor's fault. Where the tracker saw a move and did not accept it, or a move was taken back, a person has to
        // decide.
        const bool may_be_nothing = found.chosen.back || (!found.free && found.chosen.suspect == 0) || amiss == 0
                                    || (std::has_single_bit(amiss) && (!found.free || (amiss & evidence_.seen) != 0));
        if (found.count == 1 && (obeyed || !may_be_nothing)) {
            accept(found.chosen);
            return false;
        }
        explanation_ = found.chosen;
        targets_ = tracker_.state().targets;
        return !refused_;
    }

    std::uint8_t weighed_ = 0;  ///< how many of the times in `weigh_ms` the board has rested
    std::uint8_t doubt_ = 0;    ///< which explanation is asked about
    bool started_ = false;
    bool refused_ = false;  ///< the person has refused every explanation, and the board has not changed since
    SquareSet suspected_at_rest_ = 0;  ///< see `suspected_at_rest()`; counts only while the square is silent
    Explanation explanation_{};
    SquareSet targets_ = 0;  ///< targets of the piece in the air when the question was asked
    Evidence evidence_{};
    SquareSet marked_ = 0;
    SquareSet silent_ = 0;
    SquareSet flickering_ = 0;
    SquareSet proven_ = 0;
    SquareSet felt_ = 0;
    SquareSet square_news_ = 0;  ///< squares whose change of verdict is not yet reported
    std::uint32_t window_began_ = 0;
    std::array<std::uint8_t, 64> flips_{};  ///< changes since then
    SquareTracker tracker_{};
};

}  // namespace stackmate::firmware

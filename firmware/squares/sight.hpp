// What is seen of the board: the tracker, the squares whose sensors are not believed, and what to do about a board that
// shows nothing the tracker understands. If only one thing can have happened, it counts; otherwise the person is asked,
// move by move. Every suspicion ends as soon as the square changes (firmware/squares/doubts.hpp), so a false one costs
// little.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/chess/position.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/change.hpp"
#include "firmware/squares/doubts.hpp"
#include "firmware/squares/explain.hpp"
#include "firmware/squares/tracker.hpp"

namespace stackmate::firmware {

/// Times are milliseconds and may wrap. Squares are as the players see the board. `weigh` costs as much as generating
/// the legal moves a few times, three times in each rest.
class Sight {
public:
    /// How long the board must rest before ignored squares are explained by the move that is to be made (first), by a
    /// move of the person (second), and before a square is suspected (third).
    static constexpr std::array<std::uint32_t, 3> weigh_ms = {1500, 4000, 8000};

    [[nodiscard]] SquareTracker& tracker() noexcept { return tracker_; }
    [[nodiscard]] const SquareTracker& tracker() const noexcept { return tracker_; }
    [[nodiscard]] const SquareDoubts& doubts() const noexcept { return doubts_; }
    [[nodiscard]] SquareSet ignored() const noexcept { return doubts_.ignored(); }
    SquareNews take_square_news() noexcept { return doubts_.take_news(); }
    /// See SquareDoubts.
    void forget_proven() noexcept { doubts_.forget_proven(); }

    // ------------------------------------------------------------------ what comes in

    /// Takes a scan. Returns true if the set of ignored squares has changed.
    [[nodiscard]] bool take_scan(SquareSet felt, std::uint32_t now_ms) noexcept {
        if (!doubts_.update(felt, now_ms)) {
            return false;
        }
        apply_ignored();
        return true;
    }
    /// The board or its meaning has changed: the rest begins again.
    void begin_rest() noexcept { weighed_ = 0; }
    /// The square that was suspected where no move was expected, if no move has touched it since. A piece may as well
    /// be missing there, or one too many.
    [[nodiscard]] SquareSet suspected_at_rest() const noexcept {
        return suspected_at_rest_ & doubts_.silent() & ~doubts_.marked();
    }
    /// A move has been made: its squares are no longer suspected.
    void clear_suspicion(Move m) noexcept { suspected_at_rest_ &= ~(square_set(m.from()) | square_set(m.to())); }
    /// A tap has counted: see SquareDoubts.
    void forget_changes() noexcept { doubts_.forget_changes(); }
    /// The person's refusal of all explanations holds until this is called.
    void forget_refusal() noexcept { refused_ = false; }

    /// A person says that a square, 0 a1 to 63 h8, does not count (`ignore`) or counts again.
    [[gnu::cold]] void ignore(unsigned square, bool ignore) noexcept {
        if (ignore) {
            doubts_.mark(square);
        } else {
            doubts_.release(square);
        }
        apply_ignored();
    }
    /// From now on the players see the board the other way round.
    void rotate() noexcept {
        doubts_.rotate();
        suspected_at_rest_ = rotated(suspected_at_rest_);
        apply_ignored();
    }

    /// See SquareTracker.
    void set_position(const Position& p) noexcept {
        tracker_.set_position(p);
        doubts_.forget_changes();
        refused_ = false;
    }

    // ------------------------------------------------------------------ what is made of it

    /// The board has been at rest for `rest_ms`. `unlike`: the squares that differ from the wanted ones where pieces
    /// are being set up. `waiting`: the only move that counts, or none. Returns true if a person is to be asked.
    [[nodiscard]] bool weigh(states::State state, const Position& p, SquareSet unlike, Move waiting,
                             std::uint32_t rest_ms) noexcept {
        if (weighed_ >= weigh_ms.size() || rest_ms < weigh_ms[weighed_]) {
            return false;
        }
        return weigh_at(weighed_++, state, p, unlike, waiting);
    }
    /// The move that the question is about; none if it is a takeback.
    [[nodiscard]] Move asked() const noexcept { return explanation_.move; }
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
    [[nodiscard]] bool moved_on() const noexcept { return tracker_.occupied() != evidence_.seen; }

private:
    [[gnu::cold, gnu::noinline]] void apply_ignored() noexcept {
        tracker_.ignore(doubts_.ignored());
        weighed_ = 0;
    }
    /// Suspects the square if the set is a single one.
    [[gnu::noinline]] void suspect(SquareSet set) noexcept {
        if (!std::has_single_bit(set)) {
            return;
        }
        suspected_at_rest_ &= ~set;
        doubts_.suspect(static_cast<unsigned>(std::countr_zero(set)));
        apply_ignored();
    }
    /// The same where no move was expected. Only one square at a time: if a second one differs, hands are the likelier
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
                     .ignored = doubts_.ignored(),
                     .proven = doubts_.proven(),
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
    bool refused_ = false;      ///< the person has refused every explanation, and the board has not changed since
    SquareSet suspected_at_rest_ = 0;  ///< see `suspected_at_rest()`; counts only while the square is silent
    Explanation explanation_{};
    SquareSet targets_ = 0;  ///< targets of the piece in the air when the question was asked
    Evidence evidence_{};
    SquareDoubts doubts_{};
    SquareTracker tracker_{};
};

}  // namespace stackmate::firmware

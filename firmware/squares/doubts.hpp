// Which squares are believed. One that is not is left out of account: what stands on it follows from the game, or is asked
// (firmware/squares/explain.hpp finds what can have happened).
//
// Three ways lead there. A person says so. What stands on the board can be explained only if this square is silent, dead or
// stuck: then it counts again as soon as it changes, so that a false suspicion costs nothing. Or it flickers: then it counts
// again when it has kept still for a while.
#pragma once

#include "firmware/game/types.hpp"
#include "firmware/squares/tracker.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stackmate::firmware {

/// Squares as the players see the board. Times are milliseconds and may wrap. No square is forgotten but by `release`,
/// by its own change, or by rest.
class SquareDoubts {
public:
    /// Not to be reckoned with.
    [[nodiscard]] SquareSet ignored() const { return marked_ | silent_ | flickering_; }
    /// Of these a person has said so.
    [[nodiscard]] SquareSet marked() const { return marked_; }
    [[nodiscard]] SquareSet flickering() const { return flickering_; }
    [[nodiscard]] SquareSet silent() const { return silent_; }
    /// As the scan before had it.
    [[nodiscard]] SquareSet felt() const { return raw_; }
    /// These have changed since power-on, or since the proof was asked for anew: they are the last to be suspected.
    [[nodiscard]] SquareSet proven() const { return proven_; }
    void prove_anew() { proven_ = 0; }

    /// A scan, debounced. True if other squares are ignored now than before.
    bool update(SquareSet occupied, std::uint32_t now_ms) {
        if (!started_) {
            started_ = true;
            raw_ = occupied;
            window_ms_ = now_ms;
            return false;
        }
        const SquareSet before = ignored();
        if (const SquareSet flips = raw_ ^ occupied; flips != 0) {
            raw_ = occupied;
            proven_ |= flips;
            for_each_square(flips, [&](unsigned i) {
                if (silent_ >> i & 1) set(silent_, i, false);
                if (flips_[i] < flicker_changes) ++flips_[i];
                if (flips_[i] == flicker_changes) set(flickering_, i, true);
            });
        }
        if (now_ms - window_ms_ >= window_ms) {
            window_ms_ = now_ms;
            for_each_square(flickering_, [&](unsigned i) {
                if (flips_[i] < rest_changes) set(flickering_, i, false);
            });
            flips_.fill(0);
        }
        return ignored() != before;
    }

    /// Nothing but this square's silence explains the board.
    void suspect(unsigned square) { set(silent_, square, true); }
    /// A person says that it does not count, until the same is taken back by `release`.
    void mark(unsigned square) { set(marked_, square, true); }
    /// It counts again, whatever was held against it.
    void release(unsigned square) {
        set(silent_, square, false);
        set(flickering_, square, false);
        set(marked_, square, false);
        flips_[square] = 0;
    }
    /// A move or a tap has counted, or a move has been taken back: what squares changed until now was hands, however lively.
    /// What flickers goes on being watched.
    void forgive() {
        for (unsigned i = 0; i < 64; ++i)
            if ((flickering_ >> i & 1) == 0) flips_[i] = 0;
    }
    /// The board lies the other way round: `turn` maps a set.
    template <class Turn>
    void turn(Turn&& turn) {
        for (SquareSet* set : {&marked_, &silent_, &flickering_, &proven_, &raw_, &news_}) *set = turn(*set);
        flips_.fill(0);
    }

    /// A square that has changed its standing since it was named last, and how it stands now; none if none has.
    SquareNews take_news() {
        if (news_ == 0) return {};
        const auto square = static_cast<std::uint8_t>(std::countr_zero(news_));
        news_ &= news_ - 1;
        return {square, verdict(square)};
    }

private:
    /// Two changes a second, half of what a contact does that opens and closes twice a second. A hand that taps so long
    /// without meaning anything is rare, and the square counts again when it rests.
    static constexpr std::uint32_t window_ms = 4096;
    static constexpr std::uint8_t flicker_changes = 8;
    /// Fewer are no flickering any more: a hand that tries its move again changes a square twice.
    static constexpr std::uint8_t rest_changes = 4;

    void set(SquareSet& set, unsigned square, bool is_in) {
        const SquareSet bit = SquareSet{1} << square;
        if (((set & bit) != 0) == is_in) return;
        set ^= bit;
        news_ |= bit;
    }
    [[nodiscard]] SquareVerdict verdict(unsigned square) const {
        const auto is_in = [&](SquareSet set) { return (set >> square & 1) != 0; };
        if (is_in(marked_)) return SquareVerdict::marked;
        if (is_in(flickering_)) return SquareVerdict::flickers;
        if (!is_in(silent_)) return SquareVerdict::believed;
        return is_in(raw_) ? SquareVerdict::stuck : SquareVerdict::dead;
    }

    SquareSet marked_ = 0;
    SquareSet silent_ = 0;
    SquareSet flickering_ = 0;
    SquareSet proven_ = 0;
    SquareSet raw_ = 0;
    std::uint32_t window_ms_ = 0;           ///< when counting began
    std::array<std::uint8_t, 64> flips_{};  ///< changes since
    SquareSet news_ = 0;                    ///< their standing is to be told
    bool started_ = false;
};

}  // namespace stackmate::firmware

// Which squares are believed. A square that is not is ignored: what stands on it follows from the game, or is asked
// (firmware/squares/explain.hpp finds what can have happened).
//
// A square is ignored for one of three reasons. A person says so (marked). Or the board can only be explained if this
// square is silent, that is dead or stuck; then it counts again as soon as it changes, so a false suspicion costs
// nothing. Or it flickers; then it counts again when it has kept still for a while.
#pragma once

#include "firmware/game/change.hpp"
#include "firmware/squares/square_set.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stackmate::firmware {

/// Squares are as the players see the board. Times are milliseconds and may wrap. A square stays ignored until
/// `release`, its own change, or rest.
class SquareDoubts {
public:
    /// Squares that do not count.
    [[nodiscard]] SquareSet ignored() const { return marked_ | silent_ | flickering_; }
    /// Those that a person has marked.
    [[nodiscard]] SquareSet marked() const { return marked_; }
    [[nodiscard]] SquareSet flickering() const { return flickering_; }
    [[nodiscard]] SquareSet silent() const { return silent_; }
    /// The last scan.
    [[nodiscard]] SquareSet felt() const { return raw_; }
    /// Squares that have changed since power-on or since `forget_proven`: they are suspected last.
    [[nodiscard]] SquareSet proven() const { return proven_; }
    void forget_proven() { proven_ = 0; }

    /// Takes a debounced scan. Returns true if the set of ignored squares has changed.
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

    /// Only this square's silence explains the board.
    void suspect(unsigned square) { set(silent_, square, true); }
    /// A person says that the square does not count, until `release`.
    void mark(unsigned square) { set(marked_, square, true); }
    /// The square counts again, whatever the reason it was ignored for.
    void release(unsigned square) {
        set(silent_, square, false);
        set(flickering_, square, false);
        set(marked_, square, false);
        flips_[square] = 0;
    }
    /// A move or a tap has counted, or a move was taken back: the changes so far came from hands, however many.
    /// Flickering squares are still watched.
    void forget_changes() {
        for (unsigned i = 0; i < 64; ++i)
            if ((flickering_ >> i & 1) == 0) flips_[i] = 0;
    }
    /// From now on the players see the board the other way round.
    void rotate() {
        for (SquareSet* set : {&marked_, &silent_, &flickering_, &proven_, &raw_, &news_}) *set = rotated(*set);
        flips_.fill(0);
    }

    /// A square whose verdict has changed since it was last reported, and its verdict now; none if there is none.
    SquareNews take_news() {
        if (news_ == 0) return {};
        const auto square = static_cast<std::uint8_t>(std::countr_zero(news_));
        news_ &= news_ - 1;
        return {square, verdict(square)};
    }

private:
    /// Two changes a second: half as many as from a contact that opens and closes twice a second. A hand that taps that
    /// long without a purpose is rare, and the square counts again when it rests.
    static constexpr std::uint32_t window_ms = 4096;
    static constexpr std::uint8_t flicker_changes = 8;
    /// With fewer changes the square no longer flickers: a hand that tries its move again changes a square twice.
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
    std::uint32_t window_ms_ = 0;           ///< when the current count began
    std::array<std::uint8_t, 64> flips_{};  ///< changes since then
    SquareSet news_ = 0;                    ///< squares whose change of verdict is not yet reported
    bool started_ = false;
};

}  // namespace stackmate::firmware

// The best move's share of an iteration. It is sampled from outside, between two slices of the search, so that the search need
// not count.
#pragma once

#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// Counts slices, most of which are equally long; in a long iteration only every second, fourth and so on. If the share is
/// nearly all, the other moves were refuted cheaply: the best move is clear.
template <class Move>
class RootEffortOf {
public:
    /// An iteration begins.
    void begin() { *this = {}; }
    /// A slice has ended. `now` is the move that is being searched, `best` the best so far, if there is one.
    void note(Move now, Move best) {
        if (++passed_ < every_) return;
        passed_ = 0;
        if (all_ == full) halve();
        if (now != now_) {
            if (best && best == now_) best_ = here_;  // it has become the best
            now_ = now;
            here_ = 0;
        }
        ++all_;
        ++here_;
        if (now == best) best_ = here_;
    }
    /// In percent; 100 before the first slice.
    [[nodiscard]] unsigned share() const { return all_ == 0 ? 100 : best_ * 100u / all_; }

private:
    static constexpr std::uint16_t full = 0xffff;

    void halve() {
        all_ /= 2;
        here_ /= 2;
        best_ /= 2;
        if (every_ < 128) every_ *= 2;
    }

    std::uint16_t all_ = 0;
    std::uint16_t here_ = 0;  ///< for the move that is being searched
    std::uint16_t best_ = 0;  ///< for the best one
    Move now_;
    std::uint8_t every_ = 1;
    std::uint8_t passed_ = 0;
};
using RootEffort = RootEffortOf<Move>;

}  // namespace stackmate

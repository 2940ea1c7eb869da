// What a person's moves have lost, seen from one of the person's turns to the next: so nothing is searched but the position
// that the person thinks about.
#pragma once

#include "core/chess/types.hpp"
#include "firmware/squares/coach.hpp"

#include <cstddef>
#include <cstdint>

namespace stackmate::firmware {

class Losses {
public:
    /// After `ply` half moves the person is to move, and the best move is worth `best` to the person. Returns true if the
    /// person's last move has lost as much as a blunder. The opponent's answer may have given something back: then less is
    /// seen than was lost, never more.
    [[nodiscard]] bool weigh(std::size_t ply, Score best) noexcept {
        const bool blundered = known_ && ply_ + 2u == ply && Coach::loss(best_, best) >= Coach::blunder_loss;
        known_ = true;
        ply_ = static_cast<std::uint16_t>(ply);
        best_ = best;
        return blundered;
    }
    /// Half moves were taken back; `ply` remain.
    void taken_back(std::size_t ply) noexcept { known_ = known_ && ply_ <= ply; }
    /// Another game.
    void forget() noexcept { known_ = false; }

private:
    Score best_ = 0;
    std::uint16_t ply_ = 0;
    bool known_ = false;
};

/// In firmware that keeps none.
struct NoLosses {
    [[nodiscard]] static bool weigh(std::size_t, Score) noexcept { return false; }
    static void taken_back(std::size_t) noexcept {}
    static void forget() noexcept {}
};

}  // namespace stackmate::firmware

// What the moves of a position are worth, by searches of the positions they lead to: a glance at all, a look at the
// better half, and a long search of what is left. The same for the same position, whatever was judged before.
#pragma once

#include "workshop/lab/duel/player.hpp"
#include "workshop/training/openings/tree.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace stackmate::openings {

class OpeningJudge {
public:
    /// `nodes` of a long search. Kept are moves within `width` centipawns of the best.
    OpeningJudge(std::uint64_t nodes, Score width);

    /// At most `most_moves`, best first; none where there is no legal move.
    std::vector<Judged> judge(const Position& p);

    /// Which engine it is: the nodes of `bench`.
    static std::uint64_t signature();

    static constexpr std::size_t most_moves = 8;

private:
    /// Searches all again with so many nodes, and keeps `most` within `width` of the best.
    void sift(const Position& p, std::vector<Judged>& moves, std::uint64_t nodes, Score width, std::size_t most);

    std::unique_ptr<duel::Player> player_;
    std::uint64_t nodes_;
    Score width_;
};

}  // namespace stackmate::openings

// What a search and a count of draughts come to, the same on the desktop and on every chip.
#pragma once

#include "core/game/key_history.hpp"
#include "core/chess/perft.hpp"
#include "core/search/search.hpp"
#include "core/search/transposition_table.hpp"
#include "games/draughts/game.hpp"
#include "games/draughts/position.hpp"
#include "games/draughts/versions.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stackmate::test {

template <draughts::Rules R>
class DraughtsSignature {
public:
    using Version = draughts::Small<R>;

    /// Nodes of the iterations 1 to `deepest` from the start position.
    std::uint64_t nodes(Depth deepest) {
        position_.set_start();
        table_.use(entries_);
        search_.clear();
        search_.begin();
        draughts::Move first;
        for (Depth depth = 1; depth <= deepest; ++depth) {
            search_.start({-score_infinite, score_infinite, depth, first, {}});
            while (search_.run(1000) != SearchStatus::done) {}
            first = search_.root_best();
        }
        return search_.nodes();
    }

    /// Leaves of the tree of that depth; 8 plies at most.
    std::uint64_t leaves(int depth) {
        position_.set_start();
        return Perft<BulkPerft, draughts::Draughts<R>>(position_, frames_).count(depth);
    }

private:
    draughts::Position<R> position_;
    KeyHistory history_;
    std::array<TtEntry, 256> entries_{};
    TranspositionTable table_;
    std::atomic<bool> stop_{false};
    std::array<PerftFrameOf<draughts::Draughts<R>>, 8> frames_{};
    Search<Version> search_{{position_, history_, table_, stop_}};
};

struct Signature {
    Depth depth;
    std::uint64_t nodes;
    int plies;
    std::uint64_t leaves;  ///< as published: host_tests/games/draughts/perft_test.cpp
};
inline constexpr Signature english_signature{6, 16'753, 8, 845'931};
inline constexpr Signature international_signature{5, 6'568, 6, 167'140};

}  // namespace stackmate::test

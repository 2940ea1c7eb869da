// The ply-stack search is the recursive one in draughts, too, with what searches a node anew in its own frame: with another depth
// and window, and without some of its moves.

#include "games/draughts/versions.hpp"
#include "host_tests/core/search/oracle.hpp"
#include "host_tests/games/draughts/playout.hpp"
#include "workshop/lab/enhancements/multi_cut.hpp"
#include "workshop/lab/enhancements/probcut.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace stackmate::draughts {
namespace {

struct Cutting : Player<International> {
    using Enhancements = stackmate::Enhancements<Interrupt, NoMoves, Draws, Transpositions<true>,
                                                 ProbCut<80, 5, 4, 60, ProbCutMoves::all>, MultiCut<80, 4, 3, 6, 2>,
                                                 Iid<IidMinus<2>, IidWhere::pv_nodes, 4>, CheckExtension, Scout>;
};

TEST(OracleDraughts, AgreesOnScoreLineAndNodes) {
    test::playouts<International>(1, 2, 40, [ply = 0](const Position<International>& p) mutable {
        if (ply++ % 13 != 12) return;
        const auto wanted = stackmate::test::by_recursion<Cutting>(p, 8, 1024);
        for (const std::uint32_t slice : {7u, 1u << 20})
            ASSERT_EQ(stackmate::test::by_loop<Cutting>(p, 8, 1024, slice), wanted) << test::fen_of(p);
    });
}

}  // namespace
}  // namespace stackmate::draughts

// Endings of three men are solved right, whole, and so is a sample of four men. `stackmate_endings check` looks at all of them.
#include "workshop/endings/solver.hpp"

#include "host_tests/core/playout.hpp"
#include "workshop/endings/proof.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace stackmate::test {
namespace {

using endings::Material;
using endings::Result;
using endings::Solver;

/// Those of three men.
const Solver& three_men() {
    static const Solver solver = [] {
        Solver all;
        for (unsigned e = 0; e < 5; ++e) all.solve(e);
        return all;
    }();
    return solver;
}

std::array<std::size_t, 3> counts(unsigned ending, Color side) {
    std::array<std::size_t, 3> found{};
    for (const endings::Value v : three_men()[ending].values[index(side)])
        if (v != endings::not_legal) ++found[static_cast<std::size_t>(static_cast<int>(endings::result(v)) + 1)];
    return found;
}

TEST(EndingSolver, EveryValueOfThreeMenFollowsFromTheMoves) {
    for (unsigned e = 0; e < 5; ++e) {
        const endings::Proof proof = prove(three_men(), e);
        EXPECT_EQ(proof.unlike + proof.unproven, 0u) << proof.first;
        EXPECT_GT(proof.checked, 90'000u);
    }
}

// Chess Programming Wiki, "KPK": 163,328 and 168,024 positions, 124,960 and 97,604 wins, on all files.
TEST(EndingSolver, FindsAsManyWinsOfAPawnAsOthersHaveCounted) {
    EXPECT_EQ(counts(4, Color::white), (std::array<std::size_t, 3>{0, 163'328 / 2 - 124'960 / 2, 124'960 / 2}));
    EXPECT_EQ(counts(4, Color::black), (std::array<std::size_t, 3>{97'604 / 2, 168'024 / 2 - 97'604 / 2, 0}));
}

// A mate in 10 by the queen, in 16 by the rook and in 28 with a pawn, as every table has it: 19, 31 and 55 plies, and one for the
// mate.
TEST(EndingSolver, TheLongestMatesOfThreeMenAreAsLongAsTheyAre) {
    for (const auto& [ending, longest] : {std::pair{0u, 20}, std::pair{1u, 32}, std::pair{4u, 56}})
        EXPECT_EQ(std::ranges::max(three_men()[ending].values[0]), longest);
}

TEST(EndingSolver, ASampleOfTwoKnightsFollowsFromTheMoves) {
    Solver solver = three_men();
    const unsigned e = number_of(Material{PieceType::knight, PieceType::knight, false});
    solver.solve(e);
    const endings::Proof proof = prove(solver, e, 101);
    EXPECT_EQ(proof.unlike + proof.unproven, 0u) << proof.first;
    EXPECT_EQ(result_of(solver, position("7k/8/5NKN/8/8/8/8/8 b - - 0 1")), Result::drawn);
    EXPECT_EQ(result_of(solver, position("7k/8/5K1N/8/5N2/8/8/8 w - - 0 1")), Result::drawn);
    EXPECT_EQ(result_of(solver, position("8/8/8/8/8/6KN/5N2/7k b - - 0 1")), Result::lost);
}

TEST(EndingSolver, AWrongValueDoesNotFollow) {
    Solver solver = three_men();
    const unsigned kpk = 4;
    // White wins in this position; if it were a draw, or won by nothing, the core's moves would say otherwise.
    const std::size_t n = number_of(endings::all_endings[kpk], endings::Men{43, 59, 35});
    for (const endings::Value wrong : {endings::Value{0}, endings::Value{1}, endings::Value{-3}, endings::not_legal}) {
        solver[kpk].values[index(Color::white)][n] = wrong;
        const endings::Proof proof = prove(solver, kpk);
        EXPECT_GT(proof.unlike + proof.unproven, 0u) << int{wrong};
    }
}

}  // namespace
}  // namespace stackmate::test

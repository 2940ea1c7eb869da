// What is packed comes out again, and the table gives the result of every position of three men, and of a sample of four.
#include "endings/packed.hpp"

#include "endings/probe.hpp"
#include "host_tests/core/playout.hpp"
#include "workshop/endings/packer.hpp"
#include "workshop/endings/parities.hpp"
#include "workshop/endings/proof.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace stackmate::test {
namespace {

using namespace endings;

TEST(Parities, GiveEveryWantedAnswer) {
    std::vector<Equation> equations;
    for (std::uint32_t key = 0; key < 20'000; ++key) equations.push_back({key * 7, key % 3 == 0});
    std::uint32_t bits = 0;
    const auto data = solve_parities(equations, bits);
    EXPECT_LT(data.size(), 20'000u / 8 * 11 / 10);
    const Parities parities(data.data(), bits);
    for (const Equation& e : equations) ASSERT_EQ(parities(e.key), e.answer) << e.key;
}

TEST(Parities, OfNoEquationTakeNoBits) {
    std::uint32_t bits = 1;
    EXPECT_TRUE(solve_parities({}, bits).empty());
    EXPECT_EQ(bits, 0u);
}

struct Whole {
    Solver solver;
    FileOfEndings file;

    void add(unsigned ending) {
        solver.solve(ending);
        for (const Color side : {Color::white, Color::black}) {
            if (!is_packed(all_endings[ending], side)) continue;
            const PackedEnding packed = pack(solver, ending, side, 100'000);
            EXPECT_EQ(unlike(solver, ending, side, packed.data), 0u);
            file.add(ending, side, packed.data);
        }
    }
    void expect_right(unsigned ending, std::size_t stride) const {
        const Table table(file.bytes.data());
        for (const Color side : {Color::white, Color::black})
            for (std::size_t n = 0; n < positions(all_endings[ending]); n += stride) {
                const Men men = men_of(all_endings[ending], n);
                const Value value = solver.value(ending, men, side);
                const auto p = value == not_legal ? std::nullopt : position_of(all_endings[ending], men, side);
                if (!p) continue;
                ASSERT_EQ(static_cast<int>(table.probe(*p)) - 1, static_cast<int>(result(value))) << n;
            }
    }
};

const Whole& whole() {
    static const Whole all = [] {
        Whole made;
        for (unsigned e = 0; e < 5; ++e) made.add(e);
        made.add(number_of(Material{PieceType::knight, PieceType::knight, false}));
        return made;
    }();
    return all;
}

TEST(EndingTable, GivesTheResultOfEveryPositionOfThreeMen) {
    for (unsigned e = 0; e < 5; ++e) whole().expect_right(e, 1);
}

TEST(EndingTable, GivesTheResultsOfTwoKnights) {
    whole().expect_right(number_of(Material{PieceType::knight, PieceType::knight, false}), 53);
}

TEST(EndingTable, TakesColoursForWhatTheyAre) {
    const Table table(whole().file.bytes.data());
    EXPECT_EQ(table.probe(position("8/8/8/3K4/8/8/3k4/6Q1 w - - 0 1")), Table::won);
    EXPECT_EQ(table.probe(position("6q1/3K4/8/8/3k4/8/8/8 w - - 0 1")), Table::lost);
    EXPECT_EQ(table.probe(position("8/8/8/8/3p4/3k4/8/3K4 w - - 0 1")), Table::lost);
    EXPECT_EQ(table.probe(position("8/8/8/8/8/3k4/3p4/3K4 w - - 0 1")), Table::drawn);
    EXPECT_EQ(table.probe(position("8/8/8/8/8/3k4/3p4/3K4 b - - 0 1")), Table::won);
    EXPECT_LT(whole().file.bytes.size(), 3000u);
}

}  // namespace
}  // namespace stackmate::test

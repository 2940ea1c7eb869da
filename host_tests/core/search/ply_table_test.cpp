#include "core/search/ply_table.hpp"
#include "host_tests/support/precompiled.hpp"

namespace stackmate {
namespace {

template <int plies>
struct Tree {
    static constexpr int max_ply = plies;
    int at = 0;
    [[nodiscard]] int ply() const { return at; }
};

template <class Table, class S>
concept Serves = requires(Table table, const S s) { table.at(s); };

static_assert(Serves<PlyTable<int, 40>, Tree<40>>);
static_assert(Serves<PlyTable<int, 40>, Tree<8>>);
static_assert(!Serves<PlyTable<int, 40>, Tree<41>>, "the last ply would lie beyond the end");

TEST(PlyTable, RemembersOneThingForEachPlyAndMovesThemUp) {
    PlyTable<int, 5> table;
    for (int ply = 0; ply < 5; ++ply) table.at(Tree<5>{ply}) = 10 + ply;
    table.advance(2);
    for (int ply = 0; ply < 3; ++ply) EXPECT_EQ(table.at(Tree<5>{ply}), 12 + ply);
}

}  // namespace
}  // namespace stackmate

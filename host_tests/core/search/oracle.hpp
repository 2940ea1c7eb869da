// The ply-stack search against the recursive one: the same score, line and node count, position by position, depth by
// depth. Which versions are compared, and how far, say the tests that include this.
#pragma once

#include "core/search/versions.hpp"
#include "host_tests/core/search/by_loop.hpp"
#include "host_tests/core/search/oracle_positions.hpp"
#include "host_tests/core/search/recursive_search.hpp"
#include "host_tests/support/sample.hpp"

#include <initializer_list>

namespace stackmate::test {

/// STACKMATE_ORACLE_EVERY=1 STACKMATE_ORACLE_DEPTH=8 make a thorough run of what is a sample otherwise: all positions,
/// in place of each n-th, to depth 8. STACKMATE_ORACLE_NODES=N goes no deeper where an iteration ended beyond N nodes.
inline int setting(const char* name, int usual) {
    const char* const text = std::getenv(name);
    return text == nullptr ? usual : std::atoi(text);
}

/// Ends earlier where an iteration ends beyond STACKMATE_ORACLE_NODES.
template <class V, class Prepare = decltype(as_it_is)>
auto by_recursion(const typename GameOf<V>::Position& start, Depth deepest, std::size_t table_entries,
                  Prepare prepare = as_it_is) {
    Searching<V, RecursiveSearch<V>> searching(start, table_entries);
    prepare(searching);
    auto& search = *searching.search;
    const auto most_nodes = static_cast<std::uint64_t>(setting("STACKMATE_ORACLE_NODES", 1 << 30));
    std::vector<OutcomeOf<typename GameOf<V>::Move>> outcomes;
    typename GameOf<V>::Move first;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        const Score score = search.search({-score_infinite, score_infinite, depth, first, {}});
        outcomes.push_back({score, search.nodes(), {search.line().begin(), search.line().end()}});
        if (!search.line().empty()) first = search.line()[0];
        if (search.nodes() > most_nodes) break;
    }
    return outcomes;
}

/// A version with its internal iterative deepening exchanged.
template <class... Iids>
struct Deepening : versions::Small {
    using Enhancements =
        stackmate::Enhancements<Interrupt, Draws, Transpositions<false>, NullMove<3, 4, 200>, Iids..., CheckExtension,
                                Scout, LogReductions<void, parameters::small.reductions>>;
};

template <class V>
class Oracle : public testing::Test {
protected:
    void compare(std::size_t table_entries, Depth deepest, std::size_t every,
                 std::initializer_list<std::uint32_t> slices) {
        const auto fens = positions();
        ASSERT_GE(fens.size(), 200u);
        deepest = setting("STACKMATE_ORACLE_DEPTH", deepest);
        every *= whole_or_sample<std::size_t>(1, 5);
        every = static_cast<std::size_t>(setting("STACKMATE_ORACLE_EVERY", static_cast<int>(every)));
        for (std::size_t i = 0; i < fens.size(); i += every) {
            Position p;
            ASSERT_EQ(p.set_fen(fens[i]), FenError::none) << fens[i];
            const auto wanted = by_recursion<V>(p, deepest, table_entries);
            const auto reached = static_cast<Depth>(wanted.size());
            for (const std::uint32_t slice : slices)
                ASSERT_EQ(by_loop<V>(p, reached, table_entries, slice), wanted) << fens[i] << " in slices of " << slice;
        }
    }
};

}  // namespace stackmate::test

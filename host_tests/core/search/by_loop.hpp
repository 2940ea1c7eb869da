// What a search comes to, iteration by iteration.
#pragma once

#include "core/search/search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <vector>

namespace stackmate::test {

template <class Move>
struct OutcomeOf {
    Score score;
    std::uint64_t nodes;
    std::vector<Move> line;
    bool operator==(const OutcomeOf&) const = default;
};
using Outcome = OutcomeOf<Move>;

template <class Move>
void PrintTo(const OutcomeOf<Move>& o, std::ostream* out) {
    *out << "score " << o.score << ", " << o.nodes << " nodes, " << o.line.size() << " moves";
}

/// The loop that searches version `V`.
template <class V>
struct Loop : Search<V> {
    using Search<V>::Search;
};

/// Iterations 1 to `deepest`, one outcome each.
template <class V>
auto by_loop(const typename GameOf<V>::Position& start, Depth deepest, std::size_t table_entries, std::uint32_t slice) {
    typename GameOf<V>::Position p = start;
    KeyHistory history;
    std::vector<TtEntry> memory(table_entries);
    TranspositionTable table;
    table.use(memory);
    std::atomic<bool> stop{false};
    const auto search = std::make_unique<Loop<V>>(typename Search<V>::Context{p, history, table, stop});
    search->clear();
    search->begin();
    std::vector<OutcomeOf<typename GameOf<V>::Move>> outcomes;
    typename GameOf<V>::Move first;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        search->start({-score_infinite, score_infinite, depth, first, {}});
        while (search->run(slice) != SearchStatus::done) {}
        outcomes.push_back({search->root_score(), search->nodes(), {search->line().begin(), search->line().end()}});
        if (!search->line().empty()) first = search->line()[0];
        EXPECT_EQ(p, start);
    }
    return outcomes;
}

}  // namespace stackmate::test

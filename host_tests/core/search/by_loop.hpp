// What a search comes to, iteration by iteration.
#pragma once

#include "core/search/search.hpp"
#include "host_tests/support/precompiled.hpp"

#include <ostream>

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

/// A search with all that it needs: `Loop`, or another with its constructor.
template <class V, class S = Loop<V>>
struct Searching {
    using Position = typename GameOf<V>::Position;
    using Move = typename GameOf<V>::Move;

    explicit Searching(const Position& start, std::size_t table_entries = 0) : position(start), memory(table_entries) {
        table.use(memory);
    }
    /// An iteration in slices of so many nodes; it goes on where it is stopped.
    OutcomeOf<Move> iterate(Depth depth, Move first, std::uint32_t slice) {
        search->start({-score_infinite, score_infinite, depth, first, {}});
        for (SearchStatus s; (s = search->run(slice)) != SearchStatus::done; stop = false)
            ++(s == SearchStatus::stopped ? stops : pauses);
        stop = false;
        return {search->root_score(), search->nodes(), {search->line().begin(), search->line().end()}};
    }

    Position position;
    KeyHistory history;
    std::vector<TtEntry> memory;
    TranspositionTable table;
    std::atomic<bool> stop{false};
    unsigned stops = 0, pauses = 0;
    std::unique_ptr<S> search = std::make_unique<S>(typename Search<V>::Context{position, history, table, stop});
};

constexpr auto as_it_is = [](auto&) {};

/// Iterations 1 to `deepest`, one outcome each. `prepare` gets the Searching before the first.
template <class V, class Prepare = decltype(as_it_is)>
auto by_loop(const typename GameOf<V>::Position& start, Depth deepest, std::size_t table_entries, std::uint32_t slice,
             Prepare prepare = as_it_is) {
    Searching<V> searching(start, table_entries);
    searching.search->clear();
    searching.search->begin();
    prepare(searching);
    std::vector<OutcomeOf<typename GameOf<V>::Move>> outcomes;
    typename GameOf<V>::Move first;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        outcomes.push_back(searching.iterate(depth, first, slice));
        if (!outcomes.back().line.empty()) first = outcomes.back().line[0];
        EXPECT_EQ(searching.position, start);
    }
    return outcomes;
}

}  // namespace stackmate::test

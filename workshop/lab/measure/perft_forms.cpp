// For workshop/lab/experiments. `perft_forms ENTRIES DEPTH FEN`: perft with a table of so many entries, 0 for none; prints the leaves and how
// many nodes had their moves counted. `perft_forms`: breadth-first perft of the start position, ply by ply: positions in the
// queue and how many of them differ; bytes of a position, of a frame.

#include "core/chess/perft.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace {

using namespace stackmate;

std::uint64_t counted = 0;

template <class Hooks>
struct Counting : Hooks {
    using Hooks::Hooks;
    static std::uint64_t count(const auto& p, auto check) {
        ++counted;
        return Hooks::count(p, check);
    }
};

std::vector<Position> children(const std::vector<Position>& queue) {
    std::vector<Position> next;
    for (const Position& p : queue) {
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p)) {
            if (!p.legal(m, checker)) continue;
            Undo undo;
            next.emplace_back(p).make(m, undo);
        }
    }
    return next;
}

void breadth_first() {
    std::vector<Position> queue(1);
    queue[0].set_start();
    for (int depth = 0; depth < 5; ++depth) {
        if (depth != 0) queue = children(queue);
        std::vector<Key> keys;
        std::transform(queue.begin(), queue.end(), std::back_inserter(keys), [](const Position& p) { return p.key(); });
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        std::printf("%zu %zu %zu %zu\n", queue.size(), keys.size(), sizeof(Position), sizeof(PerftFrame));
    }
}

}  // namespace

extern "C" [[gnu::noinline]] std::uint64_t search_position(Position& p, std::size_t entries, int depth) {
    static std::array<PerftFrame, 6> frames;
    static std::vector<HashedPerft::Entry> table;
    table.assign(entries, {});
    if (entries == 0) return Perft<Counting<BulkPerft>>(p, frames).count(depth);
    return Perft<Counting<HashedPerft>>(p, frames, Counting<HashedPerft>{table}).count(depth);
}

int main(int argc, char** argv) {
    if (argc != 4) return breadth_first(), 0;
    Position p;
    if (p.set_fen(argv[3]) != FenError::none) return 1;
    const std::uint64_t leaves = search_position(p, std::strtoul(argv[1], nullptr, 10), std::atoi(argv[2]));
    std::printf("%llu %llu\n", static_cast<unsigned long long>(leaves), static_cast<unsigned long long>(counted));
    return 0;
}

// An engine with your own enhancement, beside one without: how many nodes does each need for the same depth? A match shows what
// the enhancement is worth in games (README.md).
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "seventh_rank.hpp"

#include <atomic>
#include <cstdio>

namespace {

using namespace stackmate;

struct Mine : Tiny {
    using Version = example::Version;
};

template <class Config>
void search(const char* name) {
    static std::atomic<bool> stop{false};
    static Engine<Config> engine{stop};
    auto& game = engine.begin_setup();
    if (game.position.set_fen("8/1k4p1/2p1P3/1p6/1P3K2/2P3p1/8/8 w - - 0 40") != FenError::none) return;
    engine.commit_setup();
    Limits limits;
    limits.depth = 8;
    engine.go(limits, {}, 0);
    while (engine.run(Config::slice_nodes, 0) != EngineEvent::finished) {}
    const SearchReport report = engine.report(0);
    std::printf("%s: depth %d, %llu nodes, score %d\n", name, report.depth,
                static_cast<unsigned long long>(report.nodes), report.score);
}

}  // namespace

int main() {
    search<Tiny>("without");
    search<Mine>("with");
}

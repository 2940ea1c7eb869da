// The engine of a board with a second core to spare (firmware/engine/helped_engine.hpp) on both cores of the chip:
// build/mps2_an521/helped_engine.elf. It says what
// boards/cortex_m/test_image.hpp has, and listens to nobody.

#include <atomic>
#include <cstdint>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/chips/mps2_an521/second_core.hpp"
#include "boards/cortex_m/test_image.hpp"
#include "core/engine/bench_positions.hpp"
#include "firmware/engine/helped_engine.hpp"
#include "hal/conformance/second_core.hpp"

namespace {

using namespace stackmate;
using namespace boards::test_image;
using Config = STACKMATE_CONFIG;
using TwoCores = firmware::HelpedEngine<Splitting<Config>, boards::mps2_an521::SecondCore>;

constinit std::atomic<bool> stop{false};
constinit boards::mps2_an521::SecondCore second_core{};

struct Outcome {
    std::uint64_t leader_nodes;
    std::uint64_t helper_nodes;
    Depth depth;
    Move move;
};

Outcome search(TwoCores& engine, std::string_view fen, std::uint8_t depth) {
    engine.new_game();
    const FenError error = engine.begin_setup().position.set_fen(fen);
    engine.commit_setup();
    Limits limits;
    limits.depth = depth;
    engine.go(limits, {}, 0);
    while (engine.run(Config::slice_nodes, 0) != EngineEvent::finished) {}
    const auto told = engine.report(0);
    const bool legal = engine.best_move() && engine.position().pseudo_legal(engine.best_move())
                       && engine.position().legal(engine.best_move(), engine.position().checker());
    return {told.nodes - engine.helper_nodes(), engine.helper_nodes(), told.depth,
            error == FenError::none && legal ? engine.best_move() : Move{}};
}

void compare(TwoCores& engine) {
    constexpr std::uint8_t depth = 5;
    constexpr std::size_t positions = 6;
    std::uint64_t alone = 0, again = 0, leader = 0, helper = 0;
    bool all_legal = true, all_deep = true;
    for (std::size_t i = 0; i < positions; ++i) {
        engine.set_threads(1);
        alone += search(engine, bench_positions[i], depth).leader_nodes;
        engine.set_threads(2);
        const Outcome both = search(engine, bench_positions[i], depth);
        engine.set_threads(1);
        again += search(engine, bench_positions[i], depth).leader_nodes;
        leader += both.leader_nodes;
        helper += both.helper_nodes;
        all_legal &= static_cast<bool>(both.move);
        all_deep &= both.depth == depth;
    }
    report("every search with two threads comes to its depth", all_deep);
    report("every answer of two threads is a legal move", all_legal);
    report("the second core searches, no less than a sixth of what the first does", helper > leader / 6);
    report("with two threads the first core has fewer nodes to search", leader < alone);
    report("one thread searches the same tree before and after", alone == again);
}

}  // namespace

int main(int, char**) {
    (void)start();
    hal::conformance::check_second_core(second_core, [] {}, report);
    static TwoCores engine{stop};
    engine.set_second_core(second_core);
    compare(engine);
    end();
}

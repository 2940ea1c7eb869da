// The firmware's levels, one on a line, for tools that write documents:
//     INDEX KIND ELO CANDIDATES DEPTH NODES MOVE_MS START_MS INCREMENT_MS STAGE_MOVES SECOND_MS NAME

#include "firmware/engine/levels.hpp"

#include <cstdio>

int main() {
    using namespace stackmate::firmware;
    static constexpr const char* kinds[level_kinds] = {"strength", "move_time", "depth", "clock"};
    for (std::size_t i = 0; i < level_count; ++i) {
        const Level& level = levels[i];
        std::printf("%zu %s %u %u %u %u %u %u %u %u %u %.*s\n", i, kinds[static_cast<std::size_t>(level.kind)],
                    unsigned{level.elo}, unsigned{level.candidates}, unsigned{level.depth}, unsigned{level.nodes},
                    unsigned{level.move_time_ms}, unsigned{level.clock.start_ms}, unsigned{level.clock.increment_ms},
                    unsigned{level.clock.stage_moves}, unsigned{level.clock.second_ms},
                    static_cast<int>(level.name.size()), level.name.data());
    }
}

#include "workshop/lab/duel/signature.hpp"

#include "core/engine/bench_positions.hpp"

namespace stackmate::duel {

std::uint64_t signature(const VersionInfo& version, Depth depth) {
    const auto player = version.make(version.table_bytes);
    Limits limits;
    limits.depth = static_cast<std::uint8_t>(depth);
    std::uint64_t nodes = 0;
    for (const std::string_view fen : bench_positions) {
        Position p;
        if (p.set_fen(fen) != FenError::none) continue;
        player->new_game();
        nodes += player->search(p, {}, limits).nodes;
    }
    return nodes;
}

}  // namespace stackmate::duel

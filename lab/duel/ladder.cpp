#include "lab/duel/ladder.hpp"

#include "lab/duel/engine_player.hpp"
#include "lab/duel/more_versions.hpp"

#include <string>

namespace stackmate::duel {

namespace {

/// ladder-01-minimax and so on.
template <std::size_t... ns>
std::vector<VersionInfo> all(std::index_sequence<ns...>) {
    static const std::array<std::string, sizeof...(ns)> names{("ladder-" + std::to_string((ns + 1) / 10)
                                                               + std::to_string((ns + 1) % 10) + "-"
                                                               + std::string(ladder::Rung<ns>::added))...};
    return {
        {names[ns], "the version before, and this", make_player<ladder::Rung<ns>>, ladder::Rung<ns>::table_bytes}...};
}

}  // namespace

std::span<const VersionInfo> ladder_versions() {
    static const std::vector<VersionInfo> versions = all(std::make_index_sequence<ladder::rungs>());
    return versions;
}

}  // namespace stackmate::duel

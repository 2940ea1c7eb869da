#include "workshop/lab/duel/ladder.hpp"

#include "workshop/lab/duel/engine_player.hpp"

#include <string>

namespace stackmate::duel {

namespace {

/// ladder-01-minimax and so on.
template <std::size_t... ns>
std::vector<VersionInfo> all(std::index_sequence<ns...>) {
    return {{"ladder-" + std::to_string((ns + 1) / 10) + std::to_string((ns + 1) % 10) + "-"
                 + std::string(ladder::Rung<ns>::added),
             "the version before, and this", make_player<ladder::Rung<ns>>, ladder::Rung<ns>::table_bytes}...};
}

const Known rungs(all(std::make_index_sequence<ladder::rungs>()));

}  // namespace

}  // namespace stackmate::duel

// The version of examples/enhancement, for workshop/lab/match: this file is linked into its program when the version is named.
#include "examples/enhancement/seventh_rank.hpp"
#include "workshop/lab/duel/engine_player.hpp"

namespace stackmate::duel {

static const Known mine(std::vector<VersionInfo>{
    {"small-with-seventh-rank", "small, a ply more for a pawn on the seventh rank", make_player<example::Version>,
     tiny_table},
});

}  // namespace stackmate::duel

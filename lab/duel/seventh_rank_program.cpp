// The program behind lab/match with this example's version among the others: it is started when that is named.
#include "examples/enhancement/seventh_rank.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/match.hpp"
#include "lab/duel/player.hpp"

int main(int argc, char** argv) {
    using namespace stackmate::duel;
    static const VersionInfo mine[] = {
        {"small-with-seventh-rank", "small, a ply more for a pawn on the seventh rank", make_player<example::Version>,
         2048},
    };
    add_versions(mine);
    return match_main(argc, argv);
}

// The versions of tools/match, and this example's.
#include "examples/enhancement/seventh_rank.hpp"
#include "tools/duel/engine_player.hpp"
#include "tools/duel/lab.hpp"

int main(int argc, char** argv) {
    using namespace stackmate::duel;
    static const VersionInfo mine[] = {
        {"small-with-seventh-rank", "small, a ply more for a pawn on the seventh rank", make_player<example::Version>,
         2048},
    };
    return lab_main(argc, argv, {mine});
}

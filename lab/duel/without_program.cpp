#include "lab/duel/match.hpp"
#include "lab/duel/more_versions.hpp"
#include "lab/duel/player.hpp"

// lab/match with the versions that lack one enhancement: it starts this program when one of them is named.
int main(int argc, char** argv) {
    stackmate::duel::add_versions(stackmate::duel::large_without());
    stackmate::duel::add_versions(stackmate::duel::small_without());
    return stackmate::duel::match_main(argc, argv);
}

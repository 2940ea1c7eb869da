// lab/match: two engine versions play one another in one process.

#include "lab/duel/match.hpp"

int main(int argc, char** argv) { return stackmate::duel::match_main(argc, argv); }

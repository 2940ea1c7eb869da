#include "tools/duel/lab.hpp"
#include "tools/duel/more_versions.hpp"

int main(int argc, char** argv) { return stackmate::duel::lab_main(argc, argv, {stackmate::duel::processors()}); }

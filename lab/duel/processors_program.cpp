#include "lab/duel/lab.hpp"
#include "lab/duel/more_versions.hpp"

int main(int argc, char** argv) { return stackmate::duel::lab_main(argc, argv, {stackmate::duel::processors()}); }

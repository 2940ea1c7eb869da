#include "workshop/lab/duel/lab.hpp"

int main(int argc, char** argv) { return stackmate::duel::lab_main(argc, argv); }

#include "lab/duel/lab.hpp"
#include "lab/duel/more_versions.hpp"

int main(int argc, char** argv) {
    using namespace stackmate::duel;
    return lab_main(argc, argv,
                    {large_without(), small_without(), large_iid(), small_iid(), replacements(), ladder_versions(),
                     deepening_versions(), clock_versions()});
}

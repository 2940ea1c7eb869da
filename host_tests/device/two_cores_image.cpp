// build/<board>/two_cores.elf: splitting on two cores.
#include "core/splitting/splitting.hpp"
#include "host_tests/device/two_cores.inc"

int main(int, char**) {
    static constexpr FormOf forms[] = {{'s', compare<SplittingForm<Config>>}};
    run(forms);
}

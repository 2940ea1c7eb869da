// build/lab-mps2_an521/lab_two_cores.elf: the three forms on two cores.
#include "host_tests/device/two_cores.inc"
#include "lab/parallel/forms.hpp"

int main(int, char**) {
    static constexpr FormOf forms[] = {{'t', compare<SharedTableForm<Config>>},
                                       {'a', compare<AbdadaForm<Config>>},
                                       {'s', compare<SplittingForm<Config>>}};
    run(forms);
}

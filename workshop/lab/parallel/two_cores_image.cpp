// build/lab-mps2_an521/lab_two_cores.elf: the forms on two cores.
#include "host_tests/device/two_cores.inc"
#include "workshop/lab/parallel/forms.hpp"
#include "workshop/lab/parallel/split_rules.hpp"

int main(int, char**) {
    static constexpr FormOf forms[] = {{'t', compare<SharedTableForm<Config>>},
                                       {'a', compare<AbdadaForm<Config>>},
                                       {'s', compare<SplittingForm<Config>>},
                                       {'d', compare<RuledForm<Config, Deepest>>},
                                       {'m', compare<RuledForm<Config, MostMovesLeft>>},
                                       {'n', compare<RuledForm<Config, NoCutoffExpected>>}};
    run(forms);
}

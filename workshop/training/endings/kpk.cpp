// Prints core/eval/endings/kpk_table.hpp.
#include "workshop/training/endings/kpk.hpp"

#include <cstdio>

int main(int argc, char**) {
    if (argc > 1) {
        std::fprintf(stderr, "usage: kpk_table > core/eval/endings/kpk_table.hpp\n");
        return 2;
    }
    return std::fputs(stackmate::endings::kpk_header().c_str(), stdout) < 0;
}

// Step 5 with the address of a label for a resume point, as a machine's call stores its return address.
#pragma once

#include "workshop/lab/forms/derivation/step5_slices.hpp"

#include <cstdint>

namespace stackmate::derivation {

struct AddressPly : Ply {
    const void* resume;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values

class LabelAddress : public Sliced<AddressPly> {
public:
    explicit LabelAddress(const SearchContext& context) : Sliced(context) {}

    // The addresses outlive a slice, so there must be one copy of the function.
    // clang-format off
    // shown: run
    [[gnu::noinline]] bool run(std::uint32_t budget) {
        Frame* f = begin_slice(budget);
        Score score = 0;
    enter:
        if (due()) return park(f);
        if (leaf(*f, score)) goto leave;
        begin(*f);
    next:
        if (!make_next(*f)) goto finish;
        if (scouts(*f)) goto scout;
    full:
        f->resume = &&after_full;
        f = down(f, f->alpha, f->beta);
        goto enter;
    scout:
        f->resume = &&after_scout;
        f = down(f, f->alpha, f->alpha + 1);
        goto enter;
    after_scout:
        if (score > f->alpha && score < f->beta) goto full;
    after_full:
        take_back(*f, score);
        goto next;
    finish:
        score = worth(*f);
    leave:
        if (f->ply == 0) return done(score);
        --f;
        score = -score;
        goto* f->resume;
    }
    // end
    // clang-format on
};

#pragma GCC diagnostic pop

}  // namespace stackmate::derivation

// Step 5 with a branch table in place of the switch: the resume point is an index into it. Idea: E. Moshammer, CCC, 2010.
#pragma once

#include "workshop/lab/forms/derivation/step5_slices.hpp"

#include <cstdint>

namespace stackmate::derivation {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values

class BranchTable : public Sliced<ResumePly> {
public:
    explicit BranchTable(const SearchContext& context) : Sliced(context) {}

    // clang-format off
    // shown: run
    bool run(std::uint32_t budget) {
        static constexpr const void* points[] = {&&after_full, &&after_scout};
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
        f->resume = Resume::after_full;
        f = down(f, f->alpha, f->beta);
        goto enter;
    scout:
        f->resume = Resume::after_scout;
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
        goto* points[static_cast<unsigned>(f->resume)];
    }
    // end
    // clang-format on
};

#pragma GCC diagnostic pop

}  // namespace stackmate::derivation

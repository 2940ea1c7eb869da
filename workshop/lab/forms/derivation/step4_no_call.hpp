// Step 4: a call is a resume point, the child's frame and a jump; a return is the parent's frame and a switch.
#pragma once

#include "workshop/lab/forms/derivation/step2_frames.hpp"

#include <cstdint>

namespace stackmate::derivation {

// shown: resume
/// Where a node goes on when its child has come to a score.
enum class Resume : std::uint8_t { after_full, after_scout };

struct ResumePly : Ply {
    Resume resume;
};
// end

class NoCall : public Frames<ResumePly> {
public:
    explicit NoCall(const SearchContext& context) : Frames(context) {}

    // clang-format off
    // shown: search
    Score search(Depth depth) {
        Frame* f = root(depth);
        Score score = 0;
    enter:
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
        if (f->ply == 0) return score;
        --f;
        score = -score;
        switch (f->resume) {
        case Resume::after_full: goto after_full;
        case Resume::after_scout: goto after_scout;
        }
        __builtin_unreachable();
    }
    // end
    // clang-format on
};

}  // namespace stackmate::derivation

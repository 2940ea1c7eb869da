// Step 3: loops and branches have become labels and jumps, and there is one way out. The calls are as they were.
#pragma once

#include "workshop/lab/forms/derivation/step2_frames.hpp"

namespace stackmate::derivation {

class Labels : public Frames<Ply> {
public:
    explicit Labels(const SearchContext& context) : Frames(context) {}
    Score search(Depth depth) { return node(root(depth)); }

private:
    // clang-format off
    // shown: node
    Score node(Frame* f) {
        Score score = 0;
        if (leaf(*f, score)) goto leave;
        begin(*f);
    next:
        if (!make_next(*f)) goto finish;
        if (scouts(*f)) goto scout;
    full:
        score = -node(down(f, f->alpha, f->beta));
        goto after_full;
    scout:
        score = -node(down(f, f->alpha, f->alpha + 1));
        if (score > f->alpha && score < f->beta) goto full;
    after_full:
        take_back(*f, score);
        goto next;
    finish:
        score = worth(*f);
    leave:
        return score;
    }
    // end
    // clang-format on
};

}  // namespace stackmate::derivation

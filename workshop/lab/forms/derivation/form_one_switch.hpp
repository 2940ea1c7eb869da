// The whole function lies within one switch, with a case at each point where a child comes back; the loop over the moves
// stays a loop. Idea: Z. Wegner, CCC, 2010.
#pragma once

#include "workshop/lab/forms/derivation/step5_slices.hpp"

#include <cstdint>

namespace stackmate::derivation {

enum class Point : std::uint8_t { enter, after_full, after_scout };

struct PointPly : Ply {
    Point resume;
};

class OneSwitch : public Sliced<PointPly> {
public:
    explicit OneSwitch(const SearchContext& context) : Sliced(context) {}

    // clang-format off
    // shown: run
    bool run(std::uint32_t budget) {
        Frame* f = begin_slice(budget);
        Score score = 0;
        for (Point point = Point::enter;;) {
            switch (point) {
            case Point::enter:
                if (due()) return park(f);
                if (leaf(*f, score)) break;
                begin(*f);
                while (make_next(*f)) {
                    if (scouts(*f)) {
                        f->resume = Point::after_scout;
                        f = down(f, f->alpha, f->alpha + 1);
                        goto child;
            case Point::after_scout:
                        if (score <= f->alpha || score >= f->beta) goto known;
                    }
                    f->resume = Point::after_full;
                    f = down(f, f->alpha, f->beta);
                    goto child;
            case Point::after_full: known:
                    take_back(*f, score);
                }
                score = worth(*f);
            }
            if (f->ply == 0) return done(score);
            --f;
            score = -score;
            point = f->resume;
            continue;
        child:
            point = Point::enter;
        }
    }
    // end
    // clang-format on
};

}  // namespace stackmate::derivation

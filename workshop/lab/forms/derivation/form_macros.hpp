// The search reads as if it called itself: macros hide that it returns to a driver, which moves to the other frame and
// calls it again, and that a switch on a line number brings it back to its place. Idea: T. Pudas, Winboard Forum, 2008.
#pragma once

#include "workshop/lab/forms/derivation/step5_slices.hpp"

#include <cstdint>

namespace stackmate::derivation {

struct LinePly : Ply {
    std::uint16_t line;  ///< of the call to go on behind; 0: the node begins
};

class Macros : public Sliced<LinePly> {
public:
    explicit Macros(const SearchContext& context) : Sliced(context) {}

    void start(Depth depth) {
        Sliced::start(depth);
        top_->line = 0;
    }

    // clang-format off
    // shown: run
    bool run(std::uint32_t budget) {
        Frame* f = begin_slice(budget);
        for (;;)
            switch (visit(f)) {
            case Signal::park:
                return park(f);
            case Signal::call:
                (++f)->line = 0;
                break;
            case Signal::answer:
                if (f->ply == 0) return done(score_);
                --f;
                score_ = -score_;
            }
    }

private:
    enum class Signal : std::uint8_t { park, call, answer };

#define STACKMATE_SEARCH(alpha, beta)                                                               \
    do {                                                                                            \
        f->line = __LINE__;                                                                         \
        down(f, alpha, beta);                                                                       \
        return Signal::call;                                                                        \
    case __LINE__:;                                                                                 \
    } while (false)

    Signal visit(Frame* f) {
        switch (f->line) {
        default:
            if (due()) return Signal::park;
            if (leaf(*f, score_)) return Signal::answer;
            begin(*f);
            while (make_next(*f)) {
                if (!scouts(*f)) {
                    STACKMATE_SEARCH(f->alpha, f->beta);
                } else {
                    STACKMATE_SEARCH(f->alpha, f->alpha + 1);
                    if (score_ > f->alpha && score_ < f->beta)
                        STACKMATE_SEARCH(f->alpha, f->beta);
                }
                take_back(*f, score_);
            }
            score_ = worth(*f);
            return Signal::answer;
        }
    }

#undef STACKMATE_SEARCH

    Score score_ = 0;
    // end
    // clang-format on
};

}  // namespace stackmate::derivation

// Step 5: all that the loop knows is in the frames and in one pointer, so it may stop at any node and go on later.
#pragma once

#include "workshop/lab/forms/derivation/step4_no_call.hpp"

#include <cstdint>

namespace stackmate::derivation {

// shown: slices
/// What lies between two slices.
template <class F>
class Sliced : public Frames<F> {
public:
    using typename Frames<F>::Frame;

    void start(Depth depth) { top_ = this->root(depth); }
    [[nodiscard]] Score score() const { return score_; }

protected:
    explicit Sliced(const SearchContext& context) : Frames<F>(context) {}

    Frame* begin_slice(std::uint32_t budget) {
        pause_at_ = this->nodes_ + budget;
        return top_;
    }
    [[nodiscard]] bool due() const { return this->nodes_ == pause_at_ || this->stop_raised(); }
    bool park(Frame* f) {
        top_ = f;
        return false;
    }
    bool done(Score score) {
        score_ = score;
        return true;
    }

    Frame* top_ = nullptr;

private:
    std::uint32_t pause_at_ = 0;
    Score score_ = 0;
};
// end

class Slices : public Sliced<ResumePly> {
public:
    explicit Slices(const SearchContext& context) : Sliced(context) {}

    // clang-format off
    // shown: run
    /// True when the search is done; false when `budget` moves were made or the stop flag is up.
    bool run(std::uint32_t budget) {
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

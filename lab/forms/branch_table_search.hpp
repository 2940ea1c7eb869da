// An experiment: the loop of core/search/search.hpp with a computed goto in place of the switch over the resume points.
// All else is the same, and so is the tree. It must follow the loop there line by line; the oracle's tests notice if it
// does not. What it costs is in lab/pages/LOOP.md, "Iterative against recursive". Source: Moshammer.
#pragma once

#include "core/search/search.hpp"

#include <cstdint>
#include <utility>

namespace stackmate {

template <class V>
class BranchTableSearch : public Search<V> {
    using Base = Search<V>;
    using Base::between_moves_, Base::enhancements_, Base::line_, Base::ply_;

public:
    using Base::Base;
    using typename Base::Frame;

    SearchStatus run(std::uint32_t budget);
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values

// clang-format off
template <class V>
SearchStatus BranchTableSearch<V>::run(std::uint32_t budget) {
    static constexpr const void* points[] = {&&after_null, &&after_reduced, &&after_scout, &&after_full};
    auto& hook = enhancements_;
    Frame* f = this->begin_slice(budget);
    Score score = 0;
    Depth depth = 0;
    if (std::exchange(between_moves_, false)) goto next;

enter:
    if (hook.interrupt(*this, *f)) return this->park(f);
    if (f->pv) line_.clear(ply_);
    if ((score = hook.lookup(*this, *f)) != score_none || this->last_ply(*f, score)) goto leave;
    this->evaluate(*f);
    if (f->quiescing()) goto iterate;
    if ((score = hook.prune_node(*this, *f)) != score_none) goto leave;
    if ((depth = hook.null_depth(*this, *f)) != depth_none) {
        f = this->make_null(f, depth);
        goto enter;
    }
deepen:
    f->depth = static_cast<std::int8_t>(hook.first_depth(*this, *f));
iterate:
    this->begin_moves(*f);
    if (f->best_score >= f->beta) goto finish;
next:
    if (const Move m = this->next_move(*f)) {
        f = this->make_move(f, m);
        goto enter;
    }
    if (between_moves_) return this->park(f);
finish:
    if (f->count == 0) this->no_moves(*f);
    if ((depth = hook.next_depth(*this, *f)) > 0) {
        f->depth = static_cast<std::int8_t>(depth);
        goto iterate;
    }
store:
    hook.store(*this, *f);
    score = f->best_score;
leave:
    if (ply_ == 0) return this->end_root(score);
    --f, --ply_;
    score = -score;
    goto* points[static_cast<unsigned>(f->resume)];
after_null:
    this->position().unmake_null(f->undo);
    if (score < f->beta) {
        f->target = static_cast<std::int8_t>(f->target + hook.threatened(*this, *f, score));
        goto deepen;
    }
    f->best_score = is_mate(score) ? f->beta : static_cast<std::int16_t>(score);
    goto store;
after_reduced:
    if (score <= f->alpha) goto after_full;
    f = this->retry(f, Resume::after_scout);
    goto enter;
after_scout:
    if (score <= f->alpha || score >= f->beta) goto after_full;
    f = this->retry(f, Resume::after_full);
    goto enter;
after_full:
    this->position().unmake(f->move, f->undo);
    if (!this->take_score(*f, score)) goto next;
    hook.cutoff(*this, *f);
    goto finish;
}
// clang-format on

#pragma GCC diagnostic pop

}  // namespace stackmate

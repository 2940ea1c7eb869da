// An experiment: the loop of core/search/search.hpp with a label's address in the frame in place of a resume point. What it
// costs is in lab/pages/LOOP.md, "Iterative against recursive".
#pragma once

#include "core/search/search.hpp"

#include <cstdint>
#include <utility>

namespace stackmate {

/// Version `V` with an address in each ply frame.
template <class V>
struct WithAddress : V {
    struct Picker : V::Picker {
        struct PerPly : V::Picker::PerPly {
            const void* point;
        };
    };
};

template <class V>
class LabelAddressSearch : public Search<WithAddress<V>> {
    using Base = Search<WithAddress<V>>;
    using Base::between_moves_, Base::enhancements_, Base::line_, Base::ply_;

public:
    using Base::Base;
    using typename Base::Frame;

    SearchStatus run(std::uint32_t budget);
    void abandon() = delete;  ///< the frames do not tell a null move from another

private:
    [[gnu::always_inline]] void make(Frame* f, Move m) {
        f->move = m;
        this->position().make(m, f->undo);
        --this->budget_;
        if (ply_ >= this->seldepth_) this->seldepth_ = static_cast<std::uint8_t>(ply_ + 1);
        f[1].cursor = Cursor(this->position().checker_after(m, f->undo));
        f[1].static_eval = score_unknown;
        this->picker_.open_child(*f, f[1]);
        ++f->count;
    }
    [[gnu::always_inline]] static bool scouts(const Frame& f) {
        return V::Enhancements::scouts && f.count != 1 && !f.quiescing();
    }
    /// The depth of the child without a reduction.
    [[gnu::always_inline]] Depth full(Frame& f) { return f.depth - 1 + enhancements_.extend(*this, f); }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values

// The addresses outlive a slice, so there must be one copy of the function.
// clang-format off
template <class V>
[[gnu::noinline]] SearchStatus LabelAddressSearch<V>::run(std::uint32_t budget) {
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
        f->point = &&after_null;
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
        this->make(f, m);
        depth = this->full(*f);
        if (!this->scouts(*f)) {
            f->point = &&after_full;
            f = this->descend(f, f->alpha, f->beta, depth, f->pv);
        } else {
            const Depth less = hook.reduce(*this, *f);
            f->point = less > 0 ? &&after_reduced : &&after_scout;
            f = this->descend(f, f->alpha, f->alpha + 1, depth - less, false);
        }
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
    goto* f->point;
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
    f->point = &&after_scout;
    f = this->descend(f, f->alpha, f->alpha + 1, this->full(*f), false);
    goto enter;
after_scout:
    if (score <= f->alpha || score >= f->beta) goto after_full;
    f->point = &&after_full;
    f = this->descend(f, f->alpha, f->beta, this->full(*f), true);
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

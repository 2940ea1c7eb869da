// An experiment: the search of core/search/search.hpp as one switch that spans the function, with a case at each point where
// a child comes back. Idea: Z. Wegner, CCC, 2010. What it costs is in lab/pages/LOOP.md, "Iterative against recursive".
#pragma once

#include "core/search/search.hpp"

#include <cstdint>
#include <utility>

namespace stackmate {

template <class V>
class OneSwitchSearch : public Search<V> {
    using Base = Search<V>;
    using Base::between_moves_, Base::enhancements_, Base::line_, Base::ply_;

    enum class Point : std::uint8_t { after_null, after_reduced, after_scout, after_full, enter, next };
    static Point point_of(Resume resume) { return static_cast<Point>(resume); }
    static_assert(static_cast<int>(Point::after_full) == static_cast<int>(Resume::after_full));

public:
    using Base::Base;
    using typename Base::Frame;

    SearchStatus run(std::uint32_t budget);
};

// clang-format off
template <class V>
SearchStatus OneSwitchSearch<V>::run(std::uint32_t budget) {
    auto& hook = enhancements_;
    Frame* f = this->begin_slice(budget);
    Score score = 0;
    Depth depth = 0;
    Move m;
    Point point = std::exchange(between_moves_, false) ? Point::next : Point::enter;
    for (;;) {
        switch (point) {
        case Point::enter:
            if (hook.interrupt(*this, *f)) return this->park(f);
            if (f->pv) line_.clear(ply_);
            if ((score = hook.lookup(*this, *f)) != score_none || this->last_ply(*f, score)) break;
            this->evaluate(*f);
            if (!f->quiescing()) {
                if ((score = hook.prune_node(*this, *f)) != score_none) break;
                if ((depth = hook.null_depth(*this, *f)) != depth_none) {
                    f = this->make_null(f, depth);
                    goto child;
        case Point::after_null:
                    this->position().unmake_null(f->undo);
                    if (score >= f->beta) {
                        f->best_score = is_mate(score) ? f->beta : static_cast<std::int16_t>(score);
                        goto store;
                    }
                    f->target = static_cast<std::int8_t>(f->target + hook.threatened(*this, *f, score));
                }
                f->depth = static_cast<std::int8_t>(hook.first_depth(*this, *f));
            }
            for (;;) {
                this->begin_moves(*f);
                if (f->best_score < f->beta) {
                    [[fallthrough]];
        case Point::next:
                    while ((m = this->next_move(*f))) {
                        f = this->make_move(f, m);
                        goto child;
        case Point::after_reduced:
                        if (score > f->alpha) {
                            f = this->retry(f, Resume::after_scout);
                            goto child;
        case Point::after_scout:
                            if (score > f->alpha && score < f->beta) {
                                f = this->retry(f, Resume::after_full);
                                goto child;
                            }
                        }
                        [[fallthrough]];
        case Point::after_full:
                        this->position().unmake(f->move, f->undo);
                        if (!this->take_score(*f, score)) continue;
                        hook.cutoff(*this, *f);
                        break;
                    }
                    if (between_moves_) return this->park(f);
                }
                if (f->count == 0) this->no_moves(*f);
                if ((depth = hook.next_depth(*this, *f)) <= 0) break;
                f->depth = static_cast<std::int8_t>(depth);
            }
        store:
            hook.store(*this, *f);
            score = f->best_score;
        }
        if (ply_ == 0) return this->end_root(score);
        --f, --ply_;
        score = -score;
        point = point_of(f->resume);
        continue;
    child:
        point = Point::enter;
    }
}
// clang-format on

}  // namespace stackmate

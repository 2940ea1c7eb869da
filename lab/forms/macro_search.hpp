// An experiment: the search of core/search/search.hpp written as if it called itself, with macros that return to a driver
// and come back by a switch on a line number. Idea: T. Pudas, Winboard Forum, 2008. What it costs is in
// lab/pages/LOOP.md, "Iterative against recursive".
#pragma once

#include "lab/forms/split_search.hpp"

#include <cstdint>

namespace stackmate {

struct ResumesAtLine {
    std::uint16_t line;  ///< of the call to go on behind; 0: the node begins
};

template <class V>
class MacroSearch : public SplitSearch<WithResumePoint<V, ResumesAtLine>> {
    using Base = SplitSearch<WithResumePoint<V, ResumesAtLine>>;
    using Base::between_moves_, Base::enhancements_, Base::line_, Base::ply_;

public:
    using Base::Base;
    using typename Base::Frame;

    void start(const RootTask& task) {
        Base::start(task);
        this->top_->line = 0;
    }

    SearchStatus run(std::uint32_t budget) {
        Frame* f = this->begin_slice(budget);
        for (;;) switch (visit(f)) {
            case Signal::park: return this->park(f);
            case Signal::call: (++f)->line = 0; break;
            case Signal::answer:
                if (ply_ == 0) return this->end_root(score_);
                --f, --ply_;
                score_ = -score_;
            }
    }

private:
    enum class Signal : std::uint8_t { park, call, answer };

    Signal visit(Frame* f);
    bool make_next(Frame* f) {
        const Move m = this->next_move(*f);
        if (m) this->make(f, m);
        return static_cast<bool>(m);
    }

    Score score_ = 0;
};

#define STACKMATE_RETURN(signal) \
    do {                         \
        f->line = __LINE__;      \
        return signal;           \
    case __LINE__:;              \
    } while (false)
#define STACKMATE_CALL(descent) \
    do {                        \
        f->line = __LINE__;     \
        descent;                \
        return Signal::call;    \
    case __LINE__:;             \
    } while (false)

// clang-format off
template <class V>
auto MacroSearch<V>::visit(Frame* f) -> Signal {
    auto& hook = enhancements_;
    Depth depth = 0;
    switch (f->line) {
    default:
        if (hook.interrupt(*this, *f)) return Signal::park;
        if (f->pv) line_.clear(ply_);
        if ((score_ = hook.lookup(*this, *f)) != score_none || this->last_ply(*f, score_)) return Signal::answer;
        this->evaluate(*f);
        if (!f->quiescing()) {
            if ((score_ = hook.prune_node(*this, *f)) != score_none) return Signal::answer;
            if ((depth = hook.null_depth(*this, *f)) != depth_none) {
                STACKMATE_CALL(this->make_null(f, depth));
                this->position().unmake_null(f->undo);
                if (score_ >= f->beta) {
                    f->best_score = is_mate(score_) ? f->beta : static_cast<std::int16_t>(score_);
                    goto store;
                }
                f->target = static_cast<std::int8_t>(f->target + hook.threatened(*this, *f, score_));
            }
            f->depth = static_cast<std::int8_t>(hook.first_depth(*this, *f));
        }
        for (;;) {
            this->begin_moves(*f);
            while (f->best_score < f->beta) {
                if (!make_next(f)) {
                    if (!between_moves_) break;
                    STACKMATE_RETURN(Signal::park);
                    between_moves_ = false;
                    continue;
                }
                if (!this->scouts(*f)) {
                    STACKMATE_CALL(this->descend(f, f->alpha, f->beta, this->full(*f), f->pv));
                } else {
                    depth = hook.reduce(*this, *f);
                    if (depth > 0) {
                        STACKMATE_CALL(this->descend(f, f->alpha, f->alpha + 1, this->full(*f) - depth, false));
                        if (score_ <= f->alpha) goto known;
                        depth = 0;
                    }
                    STACKMATE_CALL(this->descend(f, f->alpha, f->alpha + 1, this->full(*f) - depth, false));
                    if (score_ > f->alpha && score_ < f->beta)
                        STACKMATE_CALL(this->descend(f, f->alpha, f->beta, this->full(*f), true));
                }
            known:
                this->position().unmake(f->move, f->undo);
                if (!this->take_score(*f, score_)) continue;
                hook.cutoff(*this, *f);
                break;
            }
            if (f->count == 0) this->no_moves(*f);
            if ((depth = hook.next_depth(*this, *f)) <= 0) break;
            f->depth = static_cast<std::int8_t>(depth);
        }
    store:
        hook.store(*this, *f);
        score_ = f->best_score;
        return Signal::answer;
    }
}
// clang-format on

#undef STACKMATE_RETURN
#undef STACKMATE_CALL

}  // namespace stackmate

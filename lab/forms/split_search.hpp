// For experiments with the loop of core/search/search.hpp that store another resume point than it does: making a move and
// going down to its child, each by itself.
#pragma once

#include "core/search/search.hpp"

#include <cstdint>

namespace stackmate {

/// Version `V` with `Resumes` in each ply frame.
template <class V, class Resumes>
struct WithResumePoint : V {
    struct Picker : V::Picker {
        struct PerPly : V::Picker::PerPly, Resumes {};
    };
};

template <class V>
class SplitSearch : public Search<V> {
public:
    using Search<V>::Search;
    using typename Search<V>::Frame;

    void abandon() = delete;  ///< the frames do not tell a null move from another

protected:
    [[gnu::always_inline]] void make(Frame* f, Move m) {
        f->move = m;
        this->position().make(m, f->undo);
        --this->budget_;
        if (this->ply_ >= this->seldepth_) this->seldepth_ = static_cast<std::uint8_t>(this->ply_ + 1);
        f[1].cursor = Cursor(this->position().checker_after(m, f->undo));
        f[1].static_eval = score_unknown;
        this->picker_.open_child(*f, f[1]);
        ++f->count;
    }
    [[gnu::always_inline]] static bool scouts(const Frame& f) {
        return V::Enhancements::scouts && f.count != 1 && !f.quiescing();
    }
    /// The depth of the child without a reduction.
    [[gnu::always_inline]] Depth full(Frame& f) { return f.depth - 1 + this->enhancements_.extend(*this, f); }
};

}  // namespace stackmate

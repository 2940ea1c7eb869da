// Step 2: parameters and locals have become the members of a frame, one for each ply. Still a function that calls itself.
#pragma once

#include "workshop/lab/forms/derivation/game.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::derivation {

// shown: frame
struct Ply {
    Undo undo;
    Score alpha;
    Score beta;
    Score best;
    std::int32_t sum;
    Cursor cursor;
    Move move;
    std::int8_t depth;
    std::uint8_t count;
    std::uint8_t ply;  ///< never changes
    bool pv;
    bool quiet;
};
// end

/// The pieces of a node. All that follows is made of them, with a frame that may have more members.
template <class F>
class Frames : public Game {
public:
    using Frame = F;

protected:
    explicit Frames(const SearchContext& context) : Game(context) {
        for (std::size_t i = 0; i < frames_.size(); ++i) frames_[i].ply = static_cast<std::uint8_t>(i);
    }

    Frame* root(Depth depth) {
        Frame& f = frames_[0];
        f.alpha = -score_infinite;
        f.beta = score_infinite;
        f.depth = static_cast<std::int8_t>(depth);
        f.cursor = Cursor(position().checker());
        f.sum = root_sum();
        return &f;
    }

    // shown: pieces
    /// True when the node has no moves to look at; `score` is its worth then.
    [[gnu::always_inline]] bool leaf(Frame& f, Score& score) {
        line_.clear(f.ply);
        score = score_draw;
        if (drawn(f.ply, f.cursor.checker(), [&](unsigned back) { return ancestor(f, back).undo.key; })) return true;
        if (f.ply < max_ply - 1) return false;
        score = value(f.sum);
        return true;
    }
    [[gnu::always_inline]] void begin(Frame& f) {
        f.pv = f.beta - f.alpha > 1;
        f.quiet = f.depth <= 0 && f.cursor.checker() == Square::none;
        f.best = f.quiet ? value(f.sum) : -score_infinite;  // quiescence may stand pat
        if (f.best > f.alpha) f.alpha = f.best;
        f.cursor = Cursor(f.cursor.checker());
        f.count = 0;
    }
    /// Makes the next move; false when none is left or none is wanted.
    [[gnu::always_inline]] bool make_next(Frame& f) {
        if (f.best >= f.beta) return false;
        f.move = next(f.cursor, f.quiet);
        if (!f.move) return false;
        child(f).cursor = Cursor(make(f.move, f.undo, f.ply));
        child(f).sum = after(f.sum, f.move, f.undo);
        ++f.count;
        return true;
    }
    [[gnu::always_inline]] static bool scouts(const Frame& f) { return f.count > 1 && f.depth > 0; }
    /// To the child, with its window and depth.
    [[gnu::always_inline]] static Frame* down(Frame* f, Score alpha, Score beta) {
        f[1].alpha = -beta;
        f[1].beta = -alpha;
        f[1].depth = static_cast<std::int8_t>(f->depth - 1);
        return f + 1;
    }
    [[gnu::always_inline]] void take_back(Frame& f, Score score) {
        position().unmake(f.move, f.undo);
        if (score <= f.best) return;
        f.best = score;
        if (score <= f.alpha) return;
        f.alpha = score;
        if (f.pv) line_.take(f.ply, f.move);
    }
    [[gnu::always_inline]] Score worth(const Frame& f) const {
        if (f.count != 0 || f.quiet) return f.best;
        return f.cursor.checker() == Square::none ? score_draw : mated_in(f.ply);
    }
    // end

private:
    std::array<Frame, static_cast<std::size_t>(max_ply)> frames_{};
};

class SharedFrames : public Frames<Ply> {
public:
    explicit SharedFrames(const SearchContext& context) : Frames(context) {}
    Score search(Depth depth) { return node(root(depth)); }

private:
    // shown: node
    Score node(Frame* f) {
        Score score = 0;
        if (leaf(*f, score)) return score;
        begin(*f);
        while (make_next(*f)) {
            if (!scouts(*f)) {
                score = -node(down(f, f->alpha, f->beta));
            } else {
                score = -node(down(f, f->alpha, f->alpha + 1));
                if (score > f->alpha && score < f->beta) score = -node(down(f, f->alpha, f->beta));
            }
            take_back(*f, score);
        }
        return worth(*f);
    }
    // end
};

}  // namespace stackmate::derivation

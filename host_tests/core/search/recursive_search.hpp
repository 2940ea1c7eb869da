// The oracle of the search: the same negamax over the same hooks, written the way everybody would, as a function that
// calls itself. It cannot be parked, so it has no use for the interrupt hook.
#pragma once

#include "core/search/search.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace stackmate {

/// `independent`: checks are looked for from scratch, not worked out from the move as the loop does. An oracle's way;
/// for comparing costs it is off.
template <class V, bool independent = true>
class RecursiveSearch : public SearchState<V> {
    using Base = SearchState<V>;

public:
    using typename Base::Frame, typename Base::Game, typename Base::Move;

    explicit RecursiveSearch(const typename Base::Context& context) : Base(context) {}

    Score search(const typename Base::Root& task) {
        this->root_ = task;
        this->ply_ = 0;
        Frame& root = frames_[0];
        root.cursor = typename Game::Cursor(Game::check(this->position()));
        this->picker_.open_root(root);
        this->evaluation_.begin(this->position(), root);
        root.static_eval = score_unknown;
        return node(root, task.alpha, task.beta, task.depth, true);
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] int seldepth() const { return seldepth_; }
    [[nodiscard]] std::span<const Move> line() const { return this->line_.moves(); }

private:
    Score node(Frame& f, Score alpha, Score beta, Depth depth, bool pv, bool passed = false) {
        auto& hook = this->enhancements_;
        typename Game::Position& p = this->position();
        f.alpha = static_cast<std::int16_t>(alpha);
        f.beta = static_cast<std::int16_t>(beta);
        f.depth = f.target = static_cast<std::int8_t>(depth);
        f.hash_move = {};
        f.best = {};
        f.pv = pv;
        f.passed = passed;
        f.table_bound = Bound::none;
        if (pv) this->line_.clear(this->ply_);
        if (const Score known = hook.lookup(*this, f); known != score_none) return known;
        if (this->ply_ == V::max_ply - 1) {
            this->evaluation_.follow(p, f);
            return this->evaluation_.value(p, f);
        }
        if (f.static_eval == score_unknown) {  // at the first visit, not when a scout's node is searched again
            if (this->ply_ != 0) this->evaluation_.follow(p, f);
            f.static_eval = static_cast<std::int16_t>(
                f.in_check() ? score_none : hook.adjust(*this, f, this->evaluation_.value(p, f)));
        }
        f.best = {};
        const bool quiescing = depth <= 0;
        if (!quiescing) {
            if (const Score pruned = hook.prune_node(*this, f); pruned != score_none) return pruned;
            if (const Depth reply = hook.null_depth(*this, f); reply != depth_none) {
                p.make_null(f.undo);
                child(f).cursor = typename Game::Cursor(Game::check_after_null(p));
                child(f).static_eval = score_unknown;
                this->picker_.open_child(f, child(f));
                const Score after_pass = descend(f, f.beta - 1, f.beta, reply, false, true);
                p.unmake_null(f.undo);
                if (after_pass >= f.beta) {
                    f.best_score = is_mate(after_pass) ? f.beta : static_cast<std::int16_t>(after_pass);
                    hook.store(*this, f);
                    return f.best_score;
                }
            }
            f.depth = static_cast<std::int8_t>(hook.first_depth(*this, f));
        }
        for (;;) {
            iteration(f, f.pv ? alpha : f.alpha);
            const Depth next = hook.next_depth(*this, f);
            if (next <= 0) break;
            f.depth = static_cast<std::int8_t>(next);
        }
        hook.store(*this, f);
        return f.best_score;
    }

    void iteration(Frame& f, Score alpha) {
        auto& hook = this->enhancements_;
        typename Game::Position& p = this->position();
        const bool standing = f.quiescing() && !f.in_check();
        f.best = {};
        f.count = 0;
        f.alpha = static_cast<std::int16_t>(alpha);
        f.best_score = standing ? f.static_eval : static_cast<std::int16_t>(-score_infinite);
        if (standing && f.static_eval > f.alpha) f.alpha = f.static_eval;
        hook.begin_iteration(*this, f);
        this->picker_.open(*this, f);
        if (f.best_score >= f.beta) return;
        while (const Move m = this->picker_.next(*this, f)) {
            if (!wanted(f, m, standing) || !Game::legal(p, m, f.check())) continue;
            f.move = m;
            p.make(m, f.undo);
            ++nodes_;
            if (this->ply_ >= seldepth_) seldepth_ = this->ply_ + 1;
            child(f).cursor = typename Game::Cursor(independent ? Game::check(p) : Game::check_after(p, m, f.undo));
            child(f).static_eval = score_unknown;
            this->picker_.open_child(f, child(f));
            ++f.count;
            const Score score = try_move(f);
            p.unmake(m, f.undo);
            if (score <= f.best_score) continue;
            f.best_score = static_cast<std::int16_t>(score);
            if (score <= f.alpha) continue;
            f.best = m;
            if (Base::keeps_line(f)) {
                if (!child(f).pv) this->line_.clear(this->ply_ + 1);
                this->line_.take(this->ply_, m);
            }
            if (score >= f.beta) {
                hook.cutoff(*this, f);
                return;
            }
            f.alpha = static_cast<std::int16_t>(score);
        }
        if (f.count == 0 && !standing)
            f.best_score =
                static_cast<std::int16_t>(Game::lost_without_moves(f.check()) ? mated_in(this->ply_) : score_draw);
    }

    bool wanted(Frame& f, Move m, bool standing) {
        auto& hook = this->enhancements_;
        if (hook.refuse(*this, f, m)) return false;
        if (f.count != 0 || standing) {
            const Verdict verdict = hook.prune_move(*this, f, m);
            if (verdict == Verdict::skip_rest) this->picker_.skip_rest(f);
            if (verdict != Verdict::search) return false;
        }
        const auto& allowed = this->root_.allowed;
        return this->ply_ != 0 || allowed.empty() || std::find(allowed.begin(), allowed.end(), m) != allowed.end();
    }

    Score try_move(Frame& f) {
        auto& hook = this->enhancements_;
        const Depth full = f.depth - 1 + hook.extend(*this, f);
        const bool scouts = V::Enhancements::scouts && f.count > 1 && !f.quiescing();
        if (!scouts) return descend(f, f.alpha, f.beta, full, f.pv);
        Score score = score_none;
        if (const Depth less = hook.reduce(*this, f); less > 0) {
            score = descend(f, f.alpha, f.alpha + 1, full - less, false);
            if (score <= f.alpha) return score;
        }
        score = descend(f, f.alpha, f.alpha + 1, full, false);
        if (score <= f.alpha || score >= f.beta) return score;
        return descend(f, f.alpha, f.beta, full, true);
    }

    Score descend(Frame& f, Score alpha, Score beta, Depth depth, bool pv, bool passed = false) {
        ++this->ply_;
        const Score score = -node(child(f), -beta, -alpha, depth, pv, passed);
        --this->ply_;
        return score;
    }

    std::array<Frame, static_cast<std::size_t>(V::max_ply)> frames_{};
    std::uint64_t nodes_ = 0;
    int seldepth_ = 0;
};

}  // namespace stackmate

// The leader's half of a search that can be split: it chooses the node, hands it over and takes over the results.
#pragma once

#include "core/splitting/helping_search.hpp"

#include <array>
#include <atomic>
#include <cstdint>

namespace stackmate {

/// A rule says which node of the branch is split. This one says: the one nearest to the root.
struct NearestToRoot {
    /// The ply of one that can be split, at `from` or below it, or the search's own ply if there is none. The search is parked
    /// at the beginning of a node.
    template <class S>
    static int choose(const S& s, int from) {
        int ply = from;
        while (ply < s.ply() && !s.can_split(ply)) ++ply;
        return ply;
    }
};

/// Leader and helper are both of this type, so that one can be copied to the other. Without a helper it is `Search`, except
/// that it reads one more word at each node.
template <class V>
class SplitSearch : public HelpingSearch<V> {
    using Base = HelpingSearch<V>;

public:
    using Base::Base, Base::position, Base::frame, Base::take_back;
    using typename Base::Frame;

    /// As in Search; without a helper until join().
    void begin() {
        helper_ = nullptr;
        splits_ = 0;
        helper_idle_ = false;
        Base::begin();
    }
    /// After begin() of both; the helper is not busy. Both outlive the search.
    void join(SplitSearch& helper, SplitBoard& board) {
        board_ = &board;
        helper_ = &helper;
        helper.join_leader(board, this->context_.stop);
        seen_ = board.news.load(std::memory_order_acquire);
        this->watch(board.news, seen_);
        helper_idle_ = true;
    }

    SearchStatus run(std::uint32_t budget) {
        for (;;) {
            const SearchStatus status = Base::run(budget);
            if (status != SearchStatus::running || !this->called()) return status;
            attend();
            budget = this->budget_;
            if (budget == 0) return status;
        }
    }

    void abandon() {
        while (splits_ != 0) close();
        Base::abandon();
    }

    // For picker and hooks:

    /// If the node can be split once its next move has begun, the search parks at the next node.
    void offer_from(const Frame& f) {
        if (helper_idle_ && f.count + 1u >= V::split_moves && f.depth >= V::split_depth && splits_ != most_splits)
            expected_ = ~seen_;
    }
    [[gnu::noinline]] Move next_at_split(Frame& f) {
        return point_ != nullptr ? this->next_of_helper(f) : next_of_leader(f);
    }
    [[gnu::noinline]] void cutoff_at_split(Frame& f) {
        if (point_ != nullptr)
            this->end_help(f);
        else
            close();
    }

    // For the rule:

    [[nodiscard]] bool can_split(int ply) const {
        const Frame& f = frame(ply);
        return f.resume != Resume::after_null && f.count >= V::split_moves && f.depth >= V::split_depth;
    }

private:
    using Base::no_ply, Base::board_, Base::point_, Base::split_ply_, Base::expected_;
    static constexpr unsigned most_splits = std::tuple_size_v<decltype(SplitBoard::points)>;

    /// The search is parked at the beginning of a node.
    [[gnu::noinline]] void attend() {
        seen_ = board_->news.load(std::memory_order_acquire);
        expected_ = seen_;
        helper_idle_ = !board_->busy.load(std::memory_order_acquire);
        for (unsigned n = 0; n < splits_; ++n) {
            if (!awaited(board_->points[n])) continue;
            while (splits_ > n + 1) close();
            go_back(board_->points[n].ply);
            return;
        }
        if (helper_idle_) offer();
    }
    /// Is there a result that fails high, for which the leader leaves its current move?
    [[nodiscard]] bool awaited(const SplitPoint& point) const {
        const std::uint32_t done = point.done.load(std::memory_order_acquire);
        const Score beta = frame(point.ply).beta;
        for (std::uint32_t i = point.merged; i < done; ++i)
            if (SplitPoint::score_of(point.helpers[i].load(std::memory_order_relaxed)) >= beta) return true;
        return false;
    }

    /// The search goes on with the next move of the node at that ply.
    void go_back(int ply) {
        while (this->ply_ > ply) {
            --this->ply_;
            --this->top_;
            take_back(position(), *this->top_);
        }
        this->between_moves_ = true;
    }

    /// Splits a node of the branch, if one can be split.
    void offer() {
        if (splits_ == most_splits) return;
        if (const int ply = V::SplitRule::choose(*this, split_ply_ + 1); ply < this->ply_) split(ply);
    }

    void split(int ply) {
        SplitPoint& point = board_->points[splits_++];
        const Frame& f = frame(ply);
        point.alpha.store(f.alpha, std::memory_order_relaxed);
        point.leaders_count.store(0, std::memory_order_relaxed);
        point.leader_takes(f.move);
        point.taken.store(0, std::memory_order_relaxed);
        point.done.store(0, std::memory_order_relaxed);
        point.merged = 0;
        point.ply = static_cast<std::int8_t>(ply);
        point.open.store(1, std::memory_order_relaxed);
        split_ply_ = ply;
        helper_idle_ = false;
        helper_->stand_at_leader(*this, point);
        board_->halt.store(false, std::memory_order_relaxed);
        board_->busy.store(true, std::memory_order_release);
    }

    /// The leader leaves the node of the last split.
    void close() {
        board_->points[--splits_].open.store(0, std::memory_order_release);
        split_ply_ = splits_ == 0 ? no_ply : board_->points[splits_ - 1].ply;
    }

    Move next_of_leader(Frame& f) {
        SplitPoint& point = board_->points[splits_ - 1];
        if (merge(f, point)) return {};
        point.alpha.store(f.alpha, std::memory_order_relaxed);
        while (const Move m = this->picker_.next_unshared(this->plain(), f)) {
            if (point.helper_has(m)) continue;
            point.leader_takes(m);
            return m;
        }
        // The helper has all moves that are left. At most the last of them has no result yet.
        std::uint32_t taken;
        while (taken = point.taken.load(std::memory_order_acquire), point.merged + 1 < taken)
            if (merge(f, point)) return {};
        Move m;
        if (point.merged != taken) m = SplitPoint::move_of(point.helpers[point.merged].load(std::memory_order_relaxed));
        close();
        return m;
    }

    /// Takes over the new results, as `take_score` does. True if one fails high; then the split is closed.
    bool merge(Frame& f, SplitPoint& point) {
        const std::uint32_t done = point.done.load(std::memory_order_acquire);
        while (point.merged < done) {
            const std::uint32_t word = point.helpers[point.merged++].load(std::memory_order_relaxed);
            const Score score = SplitPoint::score_of(word);
            if (score == SplitPoint::not_searched) continue;
            ++f.count;
            if (score <= f.best_score) continue;
            f.best_score = static_cast<std::int16_t>(score);
            if (score <= f.alpha) continue;
            f.move = f.best = SplitPoint::move_of(word);
            if (f.pv) {  // the helper has the rest of the line
                this->line_.clear(this->ply_ + 1);
                this->line_.take(this->ply_, f.move);
            }
            if (score >= f.beta) {
                this->enhancements_.cutoff(this->plain(), f);
                return true;
            }
            f.alpha = static_cast<std::int16_t>(score);
        }
        return false;
    }

    bool helper_idle_ = false;
    unsigned splits_ = 0;     ///< how many are open
    std::uint32_t seen_ = 0;  ///< the last `news` that it has attended to
    Base* helper_ = nullptr;
};

}  // namespace stackmate

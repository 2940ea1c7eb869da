// The helper's half of a search that can be split: it stands where the leader stood, takes moves and reports their results.
#pragma once

#include "core/search/glance.hpp"
#include "core/search/search.hpp"
#include "core/splitting/split_point.hpp"

#include <atomic>
#include <cstdint>
#include <new>

namespace stackmate {

/// The functions that say "leader" are called by the leader's core while the helper is not busy, all others by the helper's.
template <class V>
class HelpingSearch : public GlancingSearch<V> {
    using Base = GlancingSearch<V>;

public:
    using Base::position;
    using typename Base::Frame;

    explicit HelpingSearch(const SearchContext& context) : Base(context) {}
    HelpingSearch(const HelpingSearch&) = delete;
    HelpingSearch& operator=(const HelpingSearch&) = delete;

    /// A leader's search begins, which raises `stop` to end both. After begin() of both.
    void join_leader(SplitBoard& board, const std::atomic<bool>& stop) {
        board_ = &board;
        leaders_stop_ = &stop;
        this->top_ = (new (this->memory_) typename Base::Frames)->data();
        this->ply_ = 0;
    }

    /// Copies the leader's branch down to the split node. The search goes on with the remaining moves of that node, with the same
    /// distance from the root and the same repetitions.
    void stand_at_leader(const HelpingSearch& leader, SplitPoint& point) {
        const int ply = point.ply;
        position() = leader.position();
        for (int p = leader.ply_; p-- > ply;) take_back(position(), leader.frame(p));
        Frame* const frames = this->top_ - this->ply_;
        for (int p = 0; p <= ply; ++p) frames[p] = leader.frame(p);
        this->picker_.copy_moves(leader.picker_, frames[ply]);
        this->enhancements_ = leader.enhancements_;
        this->evaluation_ = leader.evaluation_;
        this->root_ = leader.root_;
        this->top_ = frames + ply;
        this->ply_ = ply;
        this->between_moves_ = true;
        point_ = &point;
        split_ply_ = ply;
        over_ = false;
        claimed_ = false;
        watch(point.open, 1);
    }

    /// While the helper is busy. False if it has finished; then the leader's core owns its search again.
    bool help(std::uint32_t budget) {
        (void)Base::run(budget);
        return !over_ && !dropped();
    }

    // For picker and hooks:

    /// There is something to attend to.
    [[nodiscard]] bool called() const {
        return watched_->load(std::memory_order_relaxed) != expected_
               || (point_ != nullptr && leaders_stop_->load(std::memory_order_relaxed));
    }
    [[nodiscard]] int split_ply() const { return split_ply_; }
    /// The helper has finished its node and no longer needs the frame.
    [[nodiscard]] bool over() const { return over_; }

protected:
    static constexpr int no_ply = -1;

    void begin() {
        board_ = nullptr;
        point_ = nullptr;
        split_ply_ = no_ply;
        watch(quiet_, 0);
        Base::begin();
    }
    /// As picker and hooks get it, so that they are compiled for one type only.
    Search<V>& plain() { return *this; }
    void watch(const std::atomic<std::uint32_t>& word, std::uint32_t expected) {
        watched_ = &word;
        expected_ = expected;
    }
    [[nodiscard]] Frame& frame(int ply) const { return *(this->top_ - this->ply_ + ply); }
    static void take_back(Position& p, const Frame& f) {
        if (f.resume == Resume::after_null)
            p.unmake_null(f.undo);
        else
            p.unmake(f.move, f.undo);
    }

    Move next_of_helper(Frame& f) {
        SplitPoint& point = *point_;
        if (!over_) {
            if (claimed_) tell(f);
            const auto alpha = point.alpha.load(std::memory_order_relaxed);
            if (alpha > f.alpha) f.alpha = static_cast<std::int16_t>(alpha);
            const std::uint32_t taken = point.taken.load(std::memory_order_relaxed);
            Move m;
            while (taken != SplitPoint::capacity && (m = this->picker_.next_unshared(plain(), f)))
                if (!point.leader_has(m)) break;
            if (m) {
                point.helpers[taken].store(m.bits(), std::memory_order_relaxed);
                point.taken.store(taken + 1, std::memory_order_release);
                claimed_ = true;
                claimed_at_ = f.count;
                return m;
            }
            end_help(f);
        }
        return f.move;  // any move will do: it is refused, and the search parks
    }
    void end_help(Frame& f) {
        if (claimed_) tell(f);
        over_ = true;
        board_->halt.store(true, std::memory_order_relaxed);
    }

    std::uint32_t expected_ = 0;
    int split_ply_ = no_ply;  ///< of the last split, or of the helper's node
    SplitBoard* board_ = nullptr;
    SplitPoint* point_ = nullptr;  ///< null: this is the leader

private:
    [[nodiscard]] bool dropped() const {
        return point_->open.load(std::memory_order_relaxed) == 0 || leaders_stop_->load(std::memory_order_relaxed);
    }
    /// The move that was taken last has a result. The best score so far is reported: the move's own, or an upper bound of it.
    void tell(Frame& f) {
        claimed_ = false;
        const std::uint32_t at = point_->done.load(std::memory_order_relaxed);
        const auto score =
            static_cast<std::uint16_t>(f.count == claimed_at_ ? SplitPoint::not_searched : Score{f.best_score});
        const std::uint32_t move = point_->helpers[at].load(std::memory_order_relaxed);
        point_->helpers[at].store(move | std::uint32_t{score} << 16, std::memory_order_relaxed);
        point_->done.store(at + 1, std::memory_order_release);
        board_->ring();
    }

    const std::atomic<std::uint32_t> quiet_{0};
    const std::atomic<std::uint32_t>* watched_ = &quiet_;
    const std::atomic<bool>* leaders_stop_ = nullptr;
    bool over_ = false;     ///< it has finished its node
    bool claimed_ = false;  ///< it has taken a move that has no result yet
    std::uint8_t claimed_at_ = 0;
};

}  // namespace stackmate

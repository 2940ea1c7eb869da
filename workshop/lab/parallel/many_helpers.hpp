// Splitting with more than one helper, and with half-searched moves that are handed over.
//
// A helper is core/splitting's own. The leader's half is here: it has an array of boards, one for each helper, each with split
// points of its own. The n-th points of all boards stand for the same node. Several helpers may be at one node: each has a list of
// its moves there, and nobody takes a move that it sees in another's list. An idle helper joins the last split if moves are left there;
// otherwise the leader splits deeper on its branch. Only the leader splits: a helper's moves are its own.
//
// If the leader has no move left at a split, it takes over a move that a helper is still searching, as with one helper. The others
// go on. Without `handing` it searches that move from the beginning. With it, it begins so as well, because it never waits; but as
// soon as the helper is parked, it takes over the helper's branch: position, frames and moves in the arena. Then it goes on where
// the helper stopped. That needs a search whose branch is data. Where alpha has risen since the helper took the move, the frames
// have windows that no longer fit, and the leader keeps its own branch.
//
// The leader looks at a word for each helper in each node. Nodes stand for time here, so that costs nothing.
#pragma once

#include "core/splitting/splitting.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace stackmate {

/// What came of the helpers' work in one search; nodes of helpers unless it says otherwise.
struct HelpersUse {
    std::uint64_t useful = 0;        ///< for moves whose result, or whose branch, the leader has taken over
    std::uint64_t handed_nodes = 0;  ///< of these, in branches
    unsigned taken_over = 0;         ///< moves that the leader took from a helper, which was still searching them
    unsigned handed = 0;             ///< of these, with the helper's branch
    unsigned plies = 0;              ///< frames of branches
    std::uint64_t bytes = 0;         ///< stored for branches
};

/// The lists of the others are looked at as well.
template <class Base>
class SharingPicker : public SplittingPicker<Base> {
public:
    template <class S, class F>
    Move next_unshared(S& s, F& f) {
        Move m;
        split_search(s).count_all(f);
        while ((m = Base::next(s, f)) && split_search(s).others_have(m)) {}
        return m;
    }
};

template <class V>
class ManySearch : public HelpingSearch<V> {
    using Base = HelpingSearch<V>;

public:
    using Base::Base, Base::position, Base::frame, Base::take_back;
    using typename Base::Frame;

    void begin() {
        helpers_ = {};
        splits_ = 0;
        any_idle_ = offering_ = false;
        taken_over_.helper = nobody;
        use_ = {};
        Base::begin();
    }
    /// After begin() of all; no helper is busy. All of it outlives the search. As many boards as helpers, 32 at most.
    void join(std::span<const std::unique_ptr<ManySearch>> helpers, std::span<SplitBoard> boards, bool handing) {
        helpers_ = helpers;
        boards_ = boards;
        handing_ = handing;
        for (std::size_t h = 0; h < helpers.size(); ++h) {
            helpers[h]->boards_ = boards;
            helpers[h]->join_leader(boards[h], this->context_.stop);
            helpers[h]->noted_at_ = 0;
            seen_[h] = boards[h].news.load(std::memory_order_acquire);
        }
        any_idle_ = true;
    }

    SearchStatus run(std::uint32_t budget) {
        for (;;) {
            const SearchStatus status = Base::run(budget);
            if (status != SearchStatus::running || !called()) return status;
            attend();
            budget = this->budget_;
            if (budget == 0) return status;
        }
    }
    void abandon() {
        while (splits_ != 0) close();
        Base::abandon();
    }
    /// By a helper's core after help().
    void note_costs() {
        const std::uint32_t done = point_->done.load(std::memory_order_relaxed);
        const auto now = static_cast<std::uint32_t>(this->nodes());
        auto& costs = costs_[split_number()];
        for (; noted_ != done; ++noted_)
            costs[noted_].store(now - std::exchange(noted_at_, now), std::memory_order_relaxed);
    }
    [[nodiscard]] const HelpersUse& use() const { return use_; }

    // For picker and hooks:

    [[nodiscard]] bool called() const {
        if (point_ != nullptr) return Base::called();
        for (std::size_t h = 0; h < helpers_.size(); ++h)
            if (boards_[h].news.load(std::memory_order_relaxed) != seen_[h]) return true;
        return offering_;
    }
    void offer_from(const Frame& f) {
        if (any_idle_ && f.count + 1u >= V::split_moves && f.depth >= V::split_depth && splits_ != most_splits)
            offering_ = true;
    }
    Move next_at_split(Frame& f) { return point_ != nullptr ? this->next_of_helper(f) : next_of_leader(f); }
    void cutoff_at_split(Frame& f) {
        if (point_ != nullptr)
            this->end_help(f);
        else
            close();
    }
    /// Has another helper begun this move of the node?
    [[nodiscard]] bool others_have(Move m) const {
        for (const SplitBoard& board : boards_)
            if (&board != board_ && board.points[split_number()].helper_has(m)) return true;
        return false;
    }

    /// In a helper, the moves of the others count as if it had searched them, because reductions and late-move pruning depend on
    /// the count. Without that, leaders with one, three and seven helpers had 0.94, 1.08 and 1.05 times as many nodes to depth 8, 8 and 10.
    void count_all(Frame& f) {
        if (point_ == nullptr) return;
        std::uint32_t sum = first_count_ + point_->leaders_count.load(std::memory_order_relaxed) - 1;
        for (const SplitBoard& board : boards_)
            sum += board.points[split_number()].taken.load(std::memory_order_relaxed);
        if (sum > f.count) f.count = static_cast<std::uint8_t>(sum < 255 ? sum : 255);
    }

    // For the rule:

    [[nodiscard]] bool can_split(int ply) const {
        const Frame& f = frame(ply);
        return f.resume != Resume::after_null && f.count >= V::split_moves && f.depth >= V::split_depth;
    }

private:
    using Base::no_ply, Base::board_, Base::point_, Base::split_ply_;
    static constexpr unsigned most_splits = std::tuple_size_v<decltype(SplitBoard::points)>;
    static constexpr std::size_t nobody = 32;
    struct Split {
        std::uint32_t joined = 0;  ///< a bit for each helper that is, or was, at the node
        bool full = false;         ///< nobody else finds a move there
        bool leader_done = false;  ///< the leader has no move left
        std::uint32_t count = 0;   ///< moves that had begun when it was split
    };

    /// Of the split at which this search is.
    [[nodiscard]] std::size_t split_number() const {
        return point_ != nullptr ? static_cast<std::size_t>(point_ - board_->points.data()) : splits_ - 1;
    }
    [[nodiscard]] bool busy(std::size_t h) const { return boards_[h].busy.load(std::memory_order_acquire); }
    [[nodiscard]] bool joined(std::size_t h, unsigned n) const { return (at_[n].joined >> h & 1u) != 0; }
    [[nodiscard]] int ply_of(unsigned n) const { return boards_[0].points[n].ply; }
    template <class Do>
    void each_point(unsigned n, Do act) {
        for (SplitBoard& board : boards_) act(board.points[n]);
    }

    void attend() {
        offering_ = false;
        for (std::size_t h = 0; h < helpers_.size(); ++h) seen_[h] = boards_[h].news.load(std::memory_order_acquire);
        if (taken_over_.helper != nobody && !busy(taken_over_.helper)) {
            const std::size_t from = std::exchange(taken_over_.helper, nobody);
            if (handing_) take_branch(from);
        }
        for (unsigned n = 0; n < splits_; ++n) {
            if (!awaited(n)) continue;
            while (splits_ > n + 1) close();
            go_back(ply_of(n));
            this->between_moves_ = true;
            break;
        }
        any_idle_ = false;
        for (std::size_t h = 0; h < helpers_.size(); ++h) {
            if (busy(h) || taken_over_.helper == h) continue;
            if (splits_ != 0 && where_[h] == splits_ - 1 && joined(h, splits_ - 1)) at_[splits_ - 1].full = true;
            if (this->between_moves_ || !offer(h)) any_idle_ = true;
        }
    }
    [[nodiscard]] bool awaited(unsigned n) const {
        const Score beta = frame(ply_of(n)).beta;
        for (const SplitBoard& board : boards_) {
            const SplitPoint& point = board.points[n];
            const std::uint32_t done = point.done.load(std::memory_order_acquire);
            for (std::uint32_t i = point.merged; i < done; ++i)
                if (SplitPoint::score_of(point.helpers[i].load(std::memory_order_relaxed)) >= beta) return true;
        }
        return false;
    }
    void go_back(int ply) {
        while (this->ply_ > ply) {
            --this->ply_;
            --this->top_;
            take_back(position(), *this->top_);
        }
    }

    /// False if there is no node for this idle helper.
    bool offer(std::size_t h) {
        if (splits_ == 0 || at_[splits_ - 1].full || joined(h, splits_ - 1)) {
            if (splits_ == most_splits) return false;
            // A helper that has not yet seen that the last split there is closed still writes to its list.
            for (std::size_t other = 0; other < helpers_.size(); ++other)
                if (busy(other) && where_[other] == splits_) return false;
            const int ply = V::SplitRule::choose(*this, split_ply_ + 1);
            if (ply >= this->ply_) return false;
            open(ply);
        }
        const unsigned n = splits_ - 1;
        SplitPoint& point = boards_[h].points[n];
        at_[n].joined |= 1u << h;
        where_[h] = n;
        helpers_[h]->noted_ = 0;
        helpers_[h]->first_count_ = at_[n].count;
        helpers_[h]->noted_at_ = static_cast<std::uint32_t>(helpers_[h]->nodes());
        point.open.store(1, std::memory_order_relaxed);
        helpers_[h]->stand_at_leader(*this, point);
        boards_[h].halt.store(false, std::memory_order_relaxed);
        boards_[h].busy.store(true, std::memory_order_release);
        return true;
    }
    void open(int ply) {
        const unsigned n = splits_++;
        const Frame& f = frame(ply);
        at_[n] = {.count = f.count};
        each_point(n, [&](SplitPoint& point) {
            point.alpha.store(f.alpha, std::memory_order_relaxed);
            point.leaders_count.store(0, std::memory_order_relaxed);
            point.leader_takes(f.move);
            point.taken.store(0, std::memory_order_relaxed);
            point.done.store(0, std::memory_order_relaxed);
            point.merged = 0;
            point.ply = static_cast<std::int8_t>(ply);
        });
        split_ply_ = ply;
    }
    void close() {
        each_point(--splits_, [](SplitPoint& point) { point.open.store(0, std::memory_order_release); });
        split_ply_ = splits_ == 0 ? no_ply : ply_of(splits_ - 1);
        if (taken_over_.split == splits_) taken_over_.helper = nobody;
    }

    Move next_of_leader(Frame& f) {
        const unsigned n = splits_ - 1;
        if (taken_over_.split == n) taken_over_.helper = nobody;  // the leader has searched it itself
        if (merge(f, n)) return {};
        each_point(n, [&](SplitPoint& point) { point.alpha.store(f.alpha, std::memory_order_relaxed); });
        if (!at_[n].leader_done) {
            if (const Move m = this->picker_.next_unshared(this->plain(), f)) {
                each_point(n, [m](SplitPoint& point) { point.leader_takes(m); });
                return m;
            }
            at_[n].leader_done = at_[n].full = true;
        }
        for (std::size_t h = 0; h < helpers_.size(); ++h) {
            SplitPoint& point = boards_[h].points[n];
            if (!joined(h, n) || point.open.load(std::memory_order_relaxed) == 0) continue;
            std::uint32_t taken;
            while (taken = point.taken.load(std::memory_order_acquire), point.merged + 1 < taken)
                if (merge(f, n)) return {};
            point.open.store(0, std::memory_order_release);
            if (point.merged == taken) continue;
            ++use_.taken_over;
            taken_over_ = {h, n};
            return SplitPoint::move_of(point.helpers[point.merged].load(std::memory_order_relaxed));
        }
        close();
        return {};
    }

    /// The helper is parked; the leader is in the move that it took over, and goes on from the helper's branch.
    void take_branch(std::size_t h) {
        ManySearch& from = *helpers_[h];
        const unsigned n = taken_over_.split;
        const int ply = ply_of(n);
        SplitPoint& point = boards_[h].points[n];
        const std::uint32_t taken = point.taken.load(std::memory_order_acquire);
        if (n >= splits_ || point.done.load(std::memory_order_acquire) == taken || from.ply_ <= ply
            || this->ply_ <= ply)
            return;
        if (from.frame(ply).alpha != frame(ply).alpha) return;
        while (splits_ > n + 1) close();
        go_back(ply);
        Frame* const frames = this->top_ - ply;
        const Frame mine = frames[ply];
        for (int p = ply; p <= from.ply_; ++p) {
            frames[p] = from.frame(p);
            this->line_.clear(p + 1);  // the helper has the rest of the line
            if (p < from.ply_) this->picker_.copy_moves(from.picker_, frames[p]);
            ++use_.plies;
        }
        frames[ply].best = mine.best;
        frames[ply].best_score = mine.best_score;
        frames[ply].count = mine.count;
        position() = from.position();
        this->evaluation_ = from.evaluation_;
        this->top_ = frames + from.ply_;
        this->ply_ = from.ply_;
        use_.bytes += static_cast<unsigned>(from.ply_ + 1 - ply) * sizeof(Frame) + sizeof(Position);
        const auto nodes = static_cast<std::uint32_t>(from.nodes()) - from.noted_at_;
        use_.useful += nodes;
        use_.handed_nodes += nodes;
        ++use_.handed;
    }

    bool merge(Frame& f, unsigned n) {
        for (std::size_t h = 0; h < helpers_.size(); ++h)
            if (joined(h, n) && merge(f, boards_[h].points[n], helpers_[h]->costs_[n])) return true;
        return false;
    }
    /// As SplitSearch's.
    bool merge(Frame& f, SplitPoint& point, const auto& costs) {
        const std::uint32_t done = point.done.load(std::memory_order_acquire);
        while (point.merged < done) {
            use_.useful += costs[point.merged].load(std::memory_order_relaxed);
            const std::uint32_t word = point.helpers[point.merged++].load(std::memory_order_relaxed);
            const Score score = SplitPoint::score_of(word);
            if (score == SplitPoint::not_searched) continue;
            ++f.count;
            if (score <= f.best_score) continue;
            f.best_score = static_cast<std::int16_t>(score);
            if (score <= f.alpha) continue;
            f.move = f.best = SplitPoint::move_of(word);
            if (f.pv) {
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

    std::span<const std::unique_ptr<ManySearch>> helpers_;  ///< none: a helper
    std::span<SplitBoard> boards_;
    bool handing_ = false;
    bool any_idle_ = false;
    bool offering_ = false;
    unsigned splits_ = 0;
    std::array<Split, most_splits> at_{};
    std::array<std::uint32_t, nobody> seen_{};
    std::array<unsigned, nobody> where_{};  ///< the split at which each helper was last
    struct {
        std::size_t helper;
        unsigned split;
    } taken_over_{nobody, 0};  ///< the leader is in the move of a helper that has not yet parked
    HelpersUse use_;
    // A helper's:
    std::uint32_t noted_ = 0, noted_at_ = 0, first_count_ = 0;
    std::array<std::array<std::atomic<std::uint32_t>, SplitPoint::capacity>, most_splits> costs_{};  ///< of its results
};

template <class V>
struct ManyVersion : SplittingVersion<V> {
    using Picker = SharingPicker<typename V::Picker>;
    using OwnSearch = ManySearch<ManyVersion>;
};
template <class Config>
struct Many : Config {
    using Version = ManyVersion<typename Config::Version>;
};

/// Used as SplitHelper is.
template <class Config, unsigned count, bool handing>
class ManyHelpers {
    using OneSearch = ManySearch<typename Many<Config>::Version>;

public:
    explicit ManyHelpers(std::atomic<bool>&) {
        for (unsigned h = 0; h < count; ++h)
            searches_[h] = std::make_unique<OneSearch>(SearchContext{positions_[h], history_, table_, boards_[h].halt});
    }

    void new_game() {
        for (auto& search : searches_) search->clear();
    }
    void begin(Engine<Many<Config>>& leader) {
        history_ = leader.history();
        table_ = leader.search().table();
        for (auto& search : searches_) search->begin();
        leader.search().join(searches_, boards_, handing);
        turns_ = idle_ = 0;
    }
    [[nodiscard]] bool searching() const {
        for (const SplitBoard& board : boards_)
            if (board.busy.load(std::memory_order_acquire)) return true;
        return false;
    }
    /// All of them, one after the other.
    bool serve(std::uint32_t node_budget) {
        bool any = false;
        for (unsigned h = 0; h < count; ++h) any = serve(h, node_budget) || any;
        return any;
    }
    /// One, by its core.
    bool serve(unsigned h, std::uint32_t node_budget) {
        ++turns_;
        if (!boards_[h].busy.load(std::memory_order_acquire)) {
            ++idle_;
            return false;
        }
        const bool goes_on = searches_[h]->help(node_budget);
        searches_[h]->note_costs();
        if (!goes_on) {
            boards_[h].busy.store(false, std::memory_order_release);
            boards_[h].ring();
        }
        return true;
    }
    [[nodiscard]] std::uint32_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& search : searches_) sum += search->nodes();
        return static_cast<std::uint32_t>(sum);
    }
    [[nodiscard]] SearchReport report(std::uint32_t) const {
        return {.nodes = nodes(),
                .time_ms = 0,
                .depth = 0,
                .seldepth = 0,
                .score = score_draw,
                .bound = Bound::none,
                .hashfull = 0,
                .line = {}};
    }
    /// Turns of this search, and those in which a helper had nothing to do.
    [[nodiscard]] std::uint64_t turns() const { return turns_; }
    [[nodiscard]] std::uint64_t idle() const { return idle_; }

private:
    std::array<SplitBoard, count> boards_;
    std::array<Position, count> positions_;
    KeyHistory history_;
    TranspositionTable table_;
    std::array<std::unique_ptr<OneSearch>, count> searches_;
    std::atomic<std::uint64_t> turns_{0}, idle_{0};
};

/// A leader and `count` helpers.
template <class Config, unsigned count, bool handing = false>
struct ManyForm {
    using Leader = Engine<Many<Config>>;
    using Helper = ManyHelpers<Config, count, handing>;
};

}  // namespace stackmate

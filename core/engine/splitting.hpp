// Splitting at a frame of the leader's stack: a helper on another core searches some moves of a node that the leader is in.
//
// The branch that the leader searches is an array of frames, so everything about its nodes is data: position, window, depth,
// which moves have been searched. No search has to stop at a node to share it. When the helper is idle, the leader chooses a
// node of its branch: the one nearest to the root that is deep enough and whose first move has been searched. It copies the
// position, takes back on the copy the moves made below that node, and copies the frames down to it. Then the helper's search
// goes on there, at the label `next`: with the remaining moves, the same distance from the root and the same repetitions.
//
// Each of the two writes the moves that it begins to a list of its own, and skips those in the other's list. Both may take the
// same move at the same time; then it is searched twice, which does no harm. The helper's list also holds its results. The
// leader takes them over between two moves of that node, in the order in which they were found, as if it had searched these
// moves itself. A result that fails high is taken over at once: the leader takes back the moves made below that node and goes
// on there.
//
// If the leader has no move left while the helper still searches one, the leader takes that move over, because otherwise the
// answer would depend on the helper. The helper drops the move and is idle again, for a split below it. What it has found is
// in the table.
//
// If the helper has no move left while the leader still searches one, the helper is idle, and the leader splits again, deeper
// on its branch. The old split remains, because its results may not have been taken over yet. So the splits are a small stack,
// from the root down.
//
// At any time one core owns the helper's search: the leader's core while `busy` is false, the helper's while it is true.
// Everything else that both see are words that one writes and the other reads, with plain loads and stores. The leader never
// waits. If the helper is slow or never answers, the leader searches at most one move more. Both stop within a node of the stop
// flag.
//
// core/search/search.hpp knows nothing of all this. The picker skips moves, a hook parks the search when there is something to
// attend to, and `SplitSearch::run` attends to it between two slices of `Search::run`. The loop ends only at the root, so a
// helper that is done is parked between two moves of its node.
//
// Sources: Hyatt, "The dynamic tree-splitting parallel search algorithm", ICCA Journal 20(1), 1997, where the idle processor
// chooses the node and both take moves from one list; Feldmann and others, "Distributed game-tree search", 1989, for waiting
// until the first move is done.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/search/glance.hpp"
#include "core/search/hooks.hpp"
#include "core/search/search.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace stackmate {

/// What the two share about one node.
struct SplitPoint {
    static constexpr std::uint32_t most = 48;  ///< moves in a list; the helper takes no more
    static constexpr Score not_searched = score_none;

    // The leader writes.
    std::atomic<std::uint32_t> open;  ///< 1: the leader is at the node; 0: it needs no more results
    std::atomic<std::int32_t> alpha;
    std::atomic<std::uint32_t> leaders_count;
    std::array<std::atomic<std::uint16_t>, most> leaders;  ///< moves since the split
    // The helper writes.
    std::atomic<std::uint32_t> taken;                      ///< moves begun
    std::atomic<std::uint32_t> done;                       ///< moves with a result: all, or all but the last
    std::array<std::atomic<std::uint32_t>, most> helpers;  ///< the move in the low half, the score in the high half
    // Used by the leader only.
    std::uint32_t merged;  ///< results that have been taken over
    std::int8_t ply;

    static Move move_of(std::uint32_t word) { return Move::from_bits(static_cast<std::uint16_t>(word)); }
    static Score score_of(std::uint32_t word) { return static_cast<std::int16_t>(word >> 16); }

    [[nodiscard]] bool helper_has(Move m) const {
        const std::uint32_t n = taken.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < n; ++i)
            if (move_of(helpers[i].load(std::memory_order_relaxed)) == m) return true;
        return false;
    }
    [[nodiscard]] bool leader_has(Move m) const {
        const std::uint32_t n = leaders_count.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < n; ++i)
            if (leaders[i].load(std::memory_order_relaxed) == m.bits()) return true;
        return false;
    }
    void leader_takes(Move m) {
        const std::uint32_t n = leaders_count.load(std::memory_order_relaxed);
        if (n == most) return;  // the helper may take it as well
        leaders[n].store(m.bits(), std::memory_order_relaxed);
        leaders_count.store(n + 1, std::memory_order_release);
    }
};

/// All that the two share.
struct SplitBoard {
    std::atomic<bool> busy{false};       ///< the helper's core owns the helper's search; the leader raises it
    std::atomic<bool> halt{false};       ///< stops the helper's search; written by the core that owns it
    std::atomic<std::uint32_t> news{0};  ///< counts the helper's reports
    std::array<SplitPoint, 6> points{};  ///< from the root down; if the helper is at one, it is the last

    void ring() { news.store(news.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
};

/// The search of a leader and of its helper. Without a helper it is `Search`, except that it reads one more word at each node.
template <class V>
class SplitSearch : public GlancingSearch<V> {
    using Base = GlancingSearch<V>;

public:
    using Base::position;
    using typename Base::Frame;

    explicit SplitSearch(const SearchContext& context) : Base(context) {}
    SplitSearch(const SplitSearch&) = delete;
    SplitSearch& operator=(const SplitSearch&) = delete;

    // ---------------------------------------------------------------- for both

    /// As in Search; without a helper until join().
    void begin() {
        board_ = nullptr;
        helper_ = nullptr;
        point_ = nullptr;
        splits_ = 0;
        split_ply_ = no_ply;
        helper_idle_ = false;
        watch(quiet_, 0);
        Base::begin();
    }

    // ---------------------------------------------------------------- the leader

    /// After begin() of both; the helper is not busy. Both outlive the search.
    void join(SplitSearch& helper, SplitBoard& board) {
        board_ = helper.board_ = &board;
        helper_ = &helper;
        helper.leaders_stop_ = &this->context_.stop;
        helper.top_ = (new (helper.memory_) typename Base::Frames)->data();
        helper.ply_ = 0;
        seen_ = board.news.load(std::memory_order_acquire);
        watch(board.news, seen_);
        helper_idle_ = true;
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

    // ---------------------------------------------------------------- the helper

    /// By the helper's core, while the helper is busy. False if it has finished; then the leader's core owns its search again.
    bool help(std::uint32_t budget) {
        (void)Base::run(budget);
        return !over_ && !dropped();
    }

    // ---------------------------------------------------------------- for picker and hooks

    /// There is something to attend to.
    [[nodiscard]] bool called() const {
        return watched_->load(std::memory_order_relaxed) != expected_
               || (point_ != nullptr && leaders_stop_->load(std::memory_order_relaxed));
    }
    [[nodiscard]] int split_ply() const { return split_ply_; }
    /// If the node can be split once its next move has begun, the search parks at the next node.
    void offer_from(const Frame& f) {
        if (helper_idle_ && f.count + 1u >= V::split_moves && f.depth >= V::split_depth && splits_ != most_splits)
            expected_ = ~seen_;
    }
    /// The helper has finished its node and no longer needs the frame.
    [[nodiscard]] bool over() const { return over_; }
    [[gnu::noinline]] Move next_at_split(Frame& f) { return point_ != nullptr ? next_of_helper(f) : next_of_leader(f); }
    [[gnu::noinline]] void cutoff_at_split(Frame& f) {
        if (point_ != nullptr)
            end_help(f);
        else
            close();
    }

private:
    static constexpr int no_ply = -1;
    static constexpr unsigned most_splits = std::tuple_size_v<decltype(SplitBoard::points)>;

    void watch(const std::atomic<std::uint32_t>& word, std::uint32_t expected) {
        watched_ = &word;
        expected_ = expected;
    }
    static void take_back(Position& p, const Frame& f) {
        if (f.resume == Resume::after_null)
            p.unmake_null(f.undo);
        else
            p.unmake(f.move, f.undo);
    }

    // ---------------------------------------------------------------- the leader

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
    [[nodiscard]] Frame& frame(int ply) const { return *(this->top_ - this->ply_ + ply); }

    /// The search goes on with the next move of the node at that ply.
    void go_back(int ply) {
        while (this->ply_ > ply) {
            --this->ply_;
            --this->top_;
            take_back(position(), *this->top_);
        }
        this->between_moves_ = true;
    }

    /// Splits the node nearest to the root that can be split.
    void offer() {
        if (splits_ == most_splits) return;
        for (int ply = split_ply_ + 1; ply < this->ply_; ++ply) {
            const Frame& f = frame(ply);
            if (f.resume == Resume::after_null || f.count < V::split_moves || f.depth < V::split_depth) continue;
            split(ply);
            return;
        }
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
        helper_->stand_where(*this, point);
        board_->halt.store(false, std::memory_order_relaxed);
        board_->busy.store(true, std::memory_order_release);
    }

    /// The helper's search, on the leader's core: a copy of the leader's branch down to the split node.
    void stand_where(const SplitSearch& leader, SplitPoint& point) {
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

    /// The leader leaves the node of the last split.
    void close() {
        board_->points[--splits_].open.store(0, std::memory_order_release);
        split_ply_ = splits_ == 0 ? no_ply : board_->points[splits_ - 1].ply;
    }

    Move next_of_leader(Frame& f) {
        SplitPoint& point = board_->points[splits_ - 1];
        if (merge(f, point)) return {};
        point.alpha.store(f.alpha, std::memory_order_relaxed);
        while (const Move m = this->picker_.next_unshared(*this, f)) {
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
                this->enhancements_.cutoff(*this, f);
                return true;
            }
            f.alpha = static_cast<std::int16_t>(score);
        }
        return false;
    }

    // ---------------------------------------------------------------- the helper

    [[nodiscard]] bool dropped() const {
        return point_->open.load(std::memory_order_relaxed) == 0 || leaders_stop_->load(std::memory_order_relaxed);
    }

    Move next_of_helper(Frame& f) {
        SplitPoint& point = *point_;
        if (!over_) {
            if (claimed_) tell(f);
            const auto alpha = point.alpha.load(std::memory_order_relaxed);
            if (alpha > f.alpha) f.alpha = static_cast<std::int16_t>(alpha);
            const std::uint32_t taken = point.taken.load(std::memory_order_relaxed);
            Move m;
            while (taken != SplitPoint::most && (m = this->picker_.next_unshared(*this, f)))
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
    void end_help(Frame& f) {
        if (claimed_) tell(f);
        over_ = true;
        board_->halt.store(true, std::memory_order_relaxed);
    }

    const std::atomic<std::uint32_t> quiet_{0};
    const std::atomic<std::uint32_t>* watched_ = &quiet_;
    std::uint32_t expected_ = 0;
    int split_ply_ = no_ply;    ///< of the last split, or of the helper's node
    bool helper_idle_ = false;  ///< leader
    bool over_ = false;         ///< helper: it has finished its node
    bool claimed_ = false;      ///< helper: it has taken a move that has no result yet
    std::uint8_t claimed_at_ = 0;
    unsigned splits_ = 0;     ///< leader: how many are open
    std::uint32_t seen_ = 0;  ///< leader: the last `news` that it has attended to
    SplitBoard* board_ = nullptr;
    SplitSearch* helper_ = nullptr;                    ///< leader
    SplitPoint* point_ = nullptr;                      ///< helper
    const std::atomic<bool>* leaders_stop_ = nullptr;  ///< helper
};

/// A version with the picker and the hooks below is always searched by a SplitSearch.
template <class V>
SplitSearch<V>& split_search(Search<V>& s) {
    return static_cast<SplitSearch<V>&>(s);
}

template <class Base>
class SplittingPicker : public Base {
public:
    template <class S, class F>
    Move next(S& s, F& f) {
        auto& search = split_search(s);
        if (s.ply() == search.split_ply()) [[unlikely]]
            return search.next_at_split(f);
        search.offer_from(f);
        return Base::next(s, f);
    }
    template <class S, class F>
    Move next_unshared(S& s, F& f) {
        return Base::next(s, f);
    }
};

/// First in the list, so that no other hook ends a slice before it, or answers for the helper's unfinished node.
struct SplitHooks {
    template <class S, class F>
    static bool interrupt(S& s, F&) {
        return split_search(s).called();
    }
    template <class S, class F>
    static bool refuse(S& s, F&, Move) {
        return split_search(s).over();
    }
    template <class S, class F>
    static void cutoff(S& s, F& f) {
        if (s.ply() == split_search(s).split_ply()) split_search(s).cutoff_at_split(f);
    }
    /// The helper's node is not to be stored, because only a part of its moves is known. Another iteration follows, in which
    /// the picker ends the search.
    template <class S, class F>
    static Depth next_depth(S& s, F& f) {
        return split_search(s).over() ? Depth{f.depth} : depth_none;
    }
};

/// Version `V`, splitting nodes of `depth` plies or more (at least 1) once `moves` of a node have begun (at least 2). Not for
/// enhancements that change the window of a node while it is searched.
template <class V, Depth depth = 2, unsigned moves = 2>
struct SplittingVersion : V {
    using Picker = SplittingPicker<typename V::Picker>;
    using Enhancements = WithFirst<SplitHooks, typename V::Enhancements>;
    using OwnSearch = SplitSearch<SplittingVersion>;
    static constexpr Depth split_depth = depth;
    static constexpr unsigned split_moves = moves;
    static_assert(depth >= 1 && moves >= 2);
};
template <class Config>
struct Splitting : Config {
    using Version = SplittingVersion<typename Config::Version>;
};

/// The helper. `SplitConfig` is the leader's configuration. The leader's core owns it while searching() is false, the core that
/// calls serve() while it is true. No function waits. Not to be called by an interrupt.
template <class SplitConfig>
class SplitHelper {
public:
    /// The argument is the leader's stop flag, which outlives both.
    explicit SplitHelper(std::atomic<bool>&) : search_(SearchContext{position_, history_, table_, board_.halt}) {}
    SplitHelper(const SplitHelper&) = delete;
    SplitHelper& operator=(const SplitHelper&) = delete;

    void new_game() { search_.clear(); }

    /// By the leader's core while searching() is false, between the leader's go() and its first run(). Then the other core may
    /// serve.
    void begin(Engine<SplitConfig>& leader) {
        history_ = leader.history();
        table_ = leader.search().table();
        search_.begin();
        nodes_.store(0, std::memory_order_relaxed);
        leader.search().join(search_, board_);
    }

    /// By any core. True only while the helper is at a split, so it is false within a node of the stop flag. While it is true
    /// the leader must not go() again, which would lower the flag, and must not clear or exchange its table (as new_game()
    /// does).
    [[nodiscard]] bool searching() const { return board_.busy.load(std::memory_order_acquire); }

    /// By the other core, again and again. Searches at most `node_budget` nodes, 1 or more, which also bounds the time. False
    /// if there was nothing to do.
    bool serve(std::uint32_t node_budget) {
        if (!searching()) return false;
        const bool goes_on = search_.help(node_budget);
        nodes_.store(static_cast<std::uint32_t>(search_.nodes()), std::memory_order_relaxed);
        if (!goes_on) {
            board_.busy.store(false, std::memory_order_release);
            board_.ring();
        }
        return true;
    }

    /// By any core at any time: the nodes of this search modulo 2^32, at the end of the last serve().
    [[nodiscard]] std::uint32_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// By the leader's core while searching() is false. It has the nodes only: score and line of a split node are the leader's.
    [[nodiscard]] SearchReport report(std::uint32_t) const {
        return {.nodes = search_.nodes(),
                .time_ms = 0,
                .depth = 0,
                .seldepth = search_.seldepth(),
                .score = score_draw,
                .bound = Bound::none,
                .hashfull = 0,
                .line = {}};
    }

private:
    SplitBoard board_;
    Position position_;
    KeyHistory history_;
    TranspositionTable table_;
    SplitSearch<typename SplitConfig::Version> search_;
    std::atomic<std::uint32_t> nodes_{0};
};

/// The two types together. Use:
///
///     SplittingForm<Full>::Leader leader{stop};       SplittingForm<Full>::Helper helper{stop};
///
///     first core                                      second core
///     leader.go(limits, {}, now);                     for (;;) helper.serve(slice_nodes);
///     helper.begin(leader);
///     while (leader.run(slice_nodes, now) != EngineEvent::finished) {}
///     stop = true;                                    // a search may also end without it
///     while (helper.searching()) {}
///
/// One core may also call serve() between two slices of the leader, for tests and measurements. Then the result is the same
/// each time.
template <class Config>
struct SplittingForm {
    using Leader = Engine<Splitting<Config>>;
    using Helper = SplitHelper<Splitting<Config>>;
};
static_assert(sizeof(void*) > 4
                  || (sizeof(SplittingForm<Tiny>::Helper) <= 5760
                      && sizeof(SplittingForm<Full>::Helper) <= 22 * 1024 + 64),
              "the RAM that a second core needs, besides its stack");

}  // namespace stackmate

// The search: negamax with alpha-beta as one loop over a static array of ply frames. Going down is `++f`, coming back
// is `--f` and a jump to the frame's resume point. No function calls itself, so the search needs no stack of its own,
// stops after any node, and goes on later as if nothing had been.
#pragma once

#include "core/key_history.hpp"
#include "core/position.hpp"
#include "core/search/frame.hpp"
#include "core/search/hooks.hpp"
#include "core/search/line.hpp"
#include "core/tt.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

namespace stackmate {

/// How the loop gets to a resume point. The tree is the same.
struct SwitchJump { static constexpr bool branch_table = false; };
struct BranchTableJump { static constexpr bool branch_table = true; };

enum class SearchStatus : std::uint8_t {
    done,     ///< the depth is searched; see root_score() and line()
    running,  ///< the node budget is used up: call run() again
    stopped,  ///< the stop flag was up: call run() again to go on, or drop the search
};

/// What the search works on; outlives it.
struct SearchContext {
    Position& position;
    const KeyHistory& history;    ///< positions before the root
    TranspositionTable& table;
    const std::atomic<bool>& stop;
};

/// An engine version. `Evaluation`, `Picker`, `Enhancements` and `Jump` are types; `max_ply` frames bound the tree;
/// the first `line_plies` plies of the best line are kept.
template <class V>
class Search {
public:
    using Frame = PlyFrame<typename V::Picker::PerPly>;
    static constexpr int max_ply = V::max_ply;
    static constexpr unsigned hooks = V::Enhancements::hooks;
    static_assert(max_ply >= 8 && max_ply <= 120, "depth and ply are kept in a signed byte");

    explicit Search(const SearchContext& context) : context_(context) {}

    /// For a new game: forgets what the enhancements have learnt.
    void clear() {
        enhancements_ = {};
        picker_.clear();
    }
    /// For a new search of the same game.
    void begin() {
        nodes_ = budget_ = slice_ = 0;
        seldepth_ = 0;
        allowed_ = {};
    }
    /// Only these moves are searched at the root; all if empty. The moves must stay until the search is over.
    void restrict_root(std::span<const Move> moves) { allowed_ = moves; }

    /// One iteration: `first` is tried first at the root (none: the table's move).
    void start(Score alpha, Score beta, Depth depth, Move first) {
        top_ = frames_.data();
        root_alpha_ = alpha;
        first_ = first;
        ply_ = 0;
        Frame& root = *top_;
        root.cursor = Cursor(position().checker());
        open(root, alpha, beta, depth, true, false);
        picker_.open_root(root);
    }

    /// Searches on for about `budget` moves made; may be a few nodes more. Bounded in time by the budget alone.
    SearchStatus run(std::uint32_t budget);

    /// Undoes whatever is made on the board: a search that is not to go on must be left this way.
    void abandon() {
        for (; ply_ > 0; --ply_) {
            --top_;
            if (top_->resume == Resume::after_null) position().unmake_null(top_->undo);
            else position().unmake(top_->move, top_->undo);
        }
    }

    [[nodiscard]] Score root_score() const { return root_score_; }
    /// Of the iteration that runs, also while it is not finished: its best so far, none before the first is known.
    [[nodiscard]] Move root_best() const { return frames_[0].best; }
    [[nodiscard]] Score root_best_score() const { return frames_[0].best_score; }
    [[nodiscard]] std::span<const Move> line() const { return line_.moves(); }
    /// Moves made in the tree since begin().
    [[nodiscard]] std::uint64_t nodes() const { return nodes_ + (slice_ - budget_); }
    [[nodiscard]] int seldepth() const { return seldepth_; }

    // For hooks and pickers.
    [[nodiscard]] Position& position() const { return context_.position; }
    [[nodiscard]] const KeyHistory& history() const { return context_.history; }
    [[nodiscard]] TranspositionTable& table() const { return context_.table; }
    [[nodiscard]] bool stop_raised() const { return context_.stop.load(std::memory_order_relaxed); }
    [[nodiscard]] bool budget_spent() const { return budget_ == 0; }
    [[nodiscard]] int ply() const { return ply_; }
    [[nodiscard]] Move root_first() const { return first_; }
    typename V::Enhancements& enhancements() { return enhancements_; }
    typename V::Picker& picker() { return picker_; }
    [[nodiscard]] std::span<const Move> allowed_at_root() const { return allowed_; }
    /// The window's lower end when the node began; alpha has risen since.
    [[nodiscard]] Score first_alpha(const Frame& f) const {
        if (!f.pv) return f.alpha;  // an empty window's alpha does not rise without a cutoff
        return ply_ == 0 ? root_alpha_ : -(&f)[-1].beta;
    }

private:
    friend struct RecursiveOracle;

    static void open(Frame& f, Score alpha, Score beta, Depth depth, bool pv, bool null_allowed) {
        f.alpha = static_cast<std::int16_t>(alpha);
        f.beta = static_cast<std::int16_t>(beta);
        f.target = static_cast<std::int8_t>(depth);
        f.depth = static_cast<std::int8_t>(depth);
        f.hash_move = {};
        f.pv = pv;
        f.null_allowed = null_allowed;
    }

    /// The steps of the skeleton. Each is small; together with run() they are the whole search.
    void evaluate(Frame& f);
    bool last_ply(Score& score) const;
    void begin_moves(Frame& f);
    Move next_move(Frame& f);
    Frame* descend(Frame* f, Score alpha, Score beta, Depth depth, bool pv);
    Frame* make_move(Frame* f, Move m);
    Frame* make_null(Frame* f, Depth depth);
    Frame* retry(Frame* f, Resume how);
    bool take_score(Frame& f, Score score);
    Score no_moves(const Frame& f) const;

    SearchContext context_;
    Frame* top_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint32_t slice_ = 0;   ///< the budget of the slice that runs
    std::uint32_t budget_ = 0;  ///< what is left of it
    int ply_ = 0;
    int seldepth_ = 0;
    int root_alpha_ = 0;
    int root_score_ = 0;
    Move first_;
    std::span<const Move> allowed_;
    [[no_unique_address]] typename V::Picker picker_;
    [[no_unique_address]] typename V::Enhancements enhancements_;
    BestLine<V::line_plies> line_;
    std::array<Frame, static_cast<std::size_t>(max_ply)> frames_;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // labels as values, for the branch table

template <class V>
SearchStatus Search<V>::run(std::uint32_t budget) {
    typename V::Enhancements& hooks_of = enhancements_;
    Frame* f = top_;
    Score score = 0;
    Depth depth = 0;
    Move m;
    nodes_ += slice_ - budget_;
    slice_ = budget_ = budget;

enter:  // A node begins; its parent has set window, depth and checker.
    if (hooks_of.interrupt(*this, *f)) {
        top_ = f;
        return stop_raised() ? SearchStatus::stopped : SearchStatus::running;
    }
    if (f->pv) line_.clear(ply_);
    if ((score = hooks_of.lookup(*this, *f)) != score_none || last_ply(score)) goto leave;
    evaluate(*f);
    if (!f->quiescing()) {
        if ((score = hooks_of.prune_node(*this, *f)) != score_none) goto leave;
        if ((depth = hooks_of.null_depth(*this, *f)) != no_null) {
            f = make_null(f, depth);
            goto enter;
        }
deepen:  // Internal iterations: the node's moves are searched at first_depth, next_depth ... target.
        f->depth = static_cast<std::int8_t>(hooks_of.first_depth(*this, *f));
    }
iterate:
    begin_moves(*f);
    if (f->best_score >= f->beta) goto finish;  // quiescence stops here when standing pat is enough
next:
    if (!(m = next_move(*f))) goto finish;
    f = make_move(f, m);
    goto enter;

leave:  // The node is worth `score` to its mover.
    if (ply_ == 0) {
        root_score_ = score;
        return SearchStatus::done;
    }
    --f;
    --ply_;
    score = -score;
    if constexpr (V::Jump::branch_table) {
        static constexpr const void* const resume_points[] = {&&after_null, &&after_reduced, &&after_scout, &&after_full};
        goto* resume_points[static_cast<unsigned>(f->resume)];
    } else {
        switch (f->resume) {
        case Resume::after_null: goto after_null;
        case Resume::after_reduced: goto after_reduced;
        case Resume::after_scout: goto after_scout;
        case Resume::after_full: goto after_full;
        }
    }

after_null:
    position().unmake_null(f->undo);
    if (score < f->beta) goto deepen;
    f->best_score = static_cast<std::int16_t>(is_mate(score) ? f->beta : score);  // a mate after passing proves nothing
    hooks_of.store(*this, *f);
    score = f->best_score;
    goto leave;
after_reduced:
    if (score > f->alpha) {
        f = retry(f, Resume::after_scout);
        goto enter;
    }
    goto after_full;
after_scout:
    if (score > f->alpha && score < f->beta) {
        f = retry(f, Resume::after_full);
        goto enter;
    }
after_full:
    position().unmake(f->move, f->undo);
    if (!take_score(*f, score)) goto next;
    hooks_of.cutoff(*this, *f);

finish:  // The iteration is over: all moves searched, or one failed high.
    if (f->count == 0) f->best_score = static_cast<std::int16_t>(no_moves(*f));
    if ((depth = hooks_of.next_depth(*this, *f)) != 0) {
        f->depth = static_cast<std::int8_t>(depth);
        goto iterate;
    }
    hooks_of.store(*this, *f);
    score = f->best_score;
    goto leave;
}

#pragma GCC diagnostic pop

template <class V>
inline void Search<V>::evaluate(Frame& f) {
    f.static_eval = static_cast<std::int16_t>(f.in_check() ? score_none : V::Evaluation::evaluate(position()));
    f.best = {};
}

/// No frame is left below the last ply: its static value stands, a draw where it is in check.
template <class V>
inline bool Search<V>::last_ply(Score& score) const {
    if (ply_ < max_ply - 1) [[likely]] return false;
    score = frames_[static_cast<std::size_t>(ply_)].in_check() ? score_draw : V::Evaluation::evaluate(position());
    return true;
}

/// Quiescence looks at captures only and may stand pat; in check it looks at every move.
template <class V>
inline void Search<V>::begin_moves(Frame& f) {
    f.best = {};
    f.count = 0;
    f.best_score = -score_infinite;
    if (f.quiescing() && !f.in_check()) {
        f.best_score = f.static_eval;
        if (f.static_eval > f.alpha) f.alpha = f.static_eval;
    } else {
        f.alpha = static_cast<std::int16_t>(first_alpha(f));
    }
    picker_.open(f);
}

/// The next legal move that no hook prunes, or none.
template <class V>
inline Move Search<V>::next_move(Frame& f) {
    for (;;) {
        const Move m = picker_.next(*this, f);
        if (!m) return m;
        if (f.count != 0 || f.quiescing()) {
            const Verdict verdict = enhancements_.prune_move(*this, f, m);
            if (verdict == Verdict::skip_stage) picker_.skip_stage(f);
            if (verdict != Verdict::search) continue;
        }
        if (ply_ == 0 && !allowed_.empty()) {
            bool found = false;
            for (const Move a : allowed_) found |= a == m;
            if (!found) continue;
        }
        if (position().legal(m, f.checker())) return m;
    }
}

template <class V>
inline auto Search<V>::descend(Frame* f, Score alpha, Score beta, Depth depth, bool pv) -> Frame* {
    Frame* const child = f + 1;
    ++ply_;
    open(*child, -beta, -alpha, depth, pv, true);
    return child;
}

/// Makes the move and opens its child: full window for the first move, a scout's for the others, less depth where the
/// hooks think little of it.
template <class V>
inline auto Search<V>::make_move(Frame* f, Move m) -> Frame* {
    f->move = m;
    position().make(m, f->undo);
    --budget_;
    const Square checker = position().checker_after(m, f->undo);
    f[1].cursor = Cursor(checker);
    picker_.open_child(*f, f[1]);
    if (ply_ >= seldepth_) seldepth_ = ply_ + 1;
    const Depth full = f->depth - 1 + enhancements_.extend(*this, *f, checker);
    f->target_child() = static_cast<std::int8_t>(full);
    ++f->count;
    if ((hooks & hook_scout) == 0 || f->count == 1 || f->quiescing()) {
        f->resume = Resume::after_full;
        return descend(f, f->alpha, f->beta, full, f->pv);
    }
    const Depth less = full - enhancements_.reduce(*this, *f, checker);
    f->resume = less < full ? Resume::after_reduced : Resume::after_scout;
    return descend(f, f->alpha, f->alpha + 1, less, false);
}

template <class V>
inline auto Search<V>::make_null(Frame* f, Depth depth) -> Frame* {
    position().make_null(f->undo);
    f->resume = Resume::after_null;
    f[1].cursor = Cursor(Square::none);
    picker_.open_child(*f, f[1]);
    Frame* const child = descend(f, f->beta - 1, f->beta, depth, false);
    child->null_allowed = false;
    return child;
}

/// The move is still made and has proved better than expected: the same child again, deeper or with an open window.
template <class V>
inline auto Search<V>::retry(Frame* f, Resume how) -> Frame* {
    f->resume = how;
    const bool open_window = how == Resume::after_full;
    return descend(f, f->alpha, open_window ? f->beta : f->alpha + 1, f->target_child(), open_window && f->pv);
}

/// True when the move fails high.
template <class V>
inline bool Search<V>::take_score(Frame& f, Score score) {
    if (score <= f.best_score) return false;
    f.best_score = static_cast<std::int16_t>(score);
    if (score <= f.alpha) return false;
    f.best = f.move;
    if (f.pv) line_.take(ply_, f.move);
    if (score >= f.beta) return true;
    f.alpha = static_cast<std::int16_t>(score);
    return false;
}

template <class V>
inline Score Search<V>::no_moves(const Frame& f) const {
    if (f.in_check()) return mated_in(ply_);
    return f.quiescing() ? f.best_score : score_draw;
}

}  // namespace stackmate

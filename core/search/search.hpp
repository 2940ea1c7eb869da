// The search: negamax with alpha-beta as one loop over a static array of ply frames. Going down is `++f`, coming back
// is `--f` and a jump to the frame's resume point. No function calls itself, so the search needs no stack of its own,
// can stop after any node, and can go on later. Sources: Knuth and Moore, "An analysis of alpha-beta pruning", 1975, for
// alpha-beta as a loop; Garms (the engine Onno), for frames with a resume point and a switch.
//
// Where things are: the loop is `Search::run`. Quiescence is the same loop with `depth <= 0` (see `begin_moves` and the
// pickers, which then stop after the captures). Internal iterations start at the label `deepen`. Everything that a strong
// engine adds is in core/search/enhancements/, one small type each, listed in core/search/versions.hpp.
#pragma once

#include "core/eval/eval.hpp"
#include "core/chess/game_concept.hpp"
#include "core/game/key_history.hpp"
#include "core/search/frame.hpp"
#include "core/search/hooks.hpp"
#include "core/search/line.hpp"
#include "core/search/transposition_table.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

namespace stackmate {

enum class SearchStatus : std::uint8_t {
    done,     ///< the iteration is done: root_score() and line() are its result
    running,  ///< the node budget is used up: call run() again
    stopped,  ///< the stop flag is raised: call run() again to go on, or abandon()
};

/// What the search works on. All of it must outlive the search.
template <Game G>
struct SearchContextOf {
    typename G::Position& position;
    const KeyHistory& history;  ///< positions before the root
    TranspositionTable& table;
    const std::atomic<bool>& stop;
};
using SearchContext = SearchContextOf<Chess>;

/// An iteration at the root.
template <class Move>
struct RootTaskOf {
    Score alpha = -score_infinite;
    Score beta = score_infinite;
    Depth depth = 1;
    Move first;                     ///< tried first; none: the table's move
    std::span<const Move> allowed;  ///< all moves if empty; must be valid until the iteration is over
};
using RootTask = RootTaskOf<Move>;

/// What hooks and pickers see of a search, either the loop below or a recursive one.
template <class V>
class SearchState {
public:
    using Game = GameOf<V>;
    using Move = typename Game::Move;
    using Context = SearchContextOf<Game>;
    using Root = RootTaskOf<Move>;
    using Frame = PlyFrame<typename V::Picker::PerPly, typename V::Evaluation::PerPly, Game>;
    static_assert(Evaluation<typename V::Evaluation, Frame>);
    static constexpr int max_ply = V::max_ply;
    static_assert(max_ply >= 8 && max_ply <= 120, "depth and ply are kept in a signed byte");
    static_assert(max_ply + stackmate::Position::longest_halfmove <= 255, "the half-move clock is kept in a byte");

    explicit SearchState(const Context& context) : context_(context) {}

    [[nodiscard]] typename Game::Position& position() const { return context_.position; }
    [[nodiscard]] const KeyHistory& history() const { return context_.history; }
    [[nodiscard]] TranspositionTable& table() const { return context_.table; }
    [[nodiscard]] bool stop_raised() const { return context_.stop.load(std::memory_order_relaxed); }
    [[nodiscard]] bool budget_spent() const { return budget_ == 0; }
    [[nodiscard]] int ply() const { return ply_; }
    [[nodiscard]] const Root& root() const { return root_; }
    typename V::Enhancements& enhancements() { return enhancements_; }
    typename V::Picker& picker() { return picker_; }
    typename V::Evaluation& evaluation() { return evaluation_; }

    /// The lower end of the window with which the node began. `alpha` may have risen since.
    [[nodiscard]] Score first_alpha(const Frame& f) const {
        if (!f.pv) return f.alpha;  // a null window cannot shrink without a cutoff
        return ply_ == 0 ? root_.alpha : -parent(f).beta;
    }
    /// Lets the next iteration of the node try `m` first; at the root, in place of the iteration's `first`.
    void try_first(Frame& f, Move m) {
        f.hash_move = m;
        if (ply_ == 0) root_.first = m;
    }
    /// Do the moves that the node finds belong to the best line?
    [[nodiscard]] static bool keeps_line(const Frame& f) {
        return f.pv && (!V::Enhancements::holds_moves || f.depth == f.target);
    }

protected:
    Context context_;
    Root root_;
    std::uint32_t budget_ = 0;  ///< moves that may still be made in this slice
    int ply_ = 0;
    [[no_unique_address]] typename V::Picker picker_;
    [[no_unique_address]] typename V::Evaluation evaluation_;
    [[no_unique_address]] typename V::Enhancements enhancements_;
    BestLine<V::line_plies, Move> line_;
};

/// An engine version `V` names its `Evaluation`, `Picker` and `Enhancements`, and its `Game` unless that is chess. The tree has
/// at most `max_ply` plies. The first `line_plies` plies of the best line are kept.
template <class V>
class Search : public SearchState<V> {
    using Base = SearchState<V>;

public:
    using Base::position, Base::stop_raised, Base::max_ply;
    using typename Base::Frame, typename Base::Game, typename Base::Move, typename Base::Context, typename Base::Root;

    static constexpr std::size_t memory_bytes = sizeof(std::array<Frame, static_cast<std::size_t>(max_ply)>);

    explicit Search(const Context& context) : Base(context) {}

    /// For a new game. The enhancements forget what they have learnt.
    void clear() { enhancements_ = {}; }
    /// For a new search of the same game.
    void begin() {
        nodes_ = budget_ = slice_ = 0;
        seldepth_ = 0;
        top_ = nullptr;
        enhancements_.new_search();
    }

    /// Prepares one iteration; run() searches it. The first one after begin() takes longer, because the evaluation computes the
    /// root from scratch. The position at the root must not change until the next begin().
    void start(const Root& task) {
        root_ = task;
        ply_ = 0;
        between_moves_ = false;
        line_.clear(0);  // after a stop before the first node, line() must not be another search's
        if (std::exchange(top_, std::launder(reinterpret_cast<Frame*>(memory_))) == nullptr) {
            top_ = (new (memory_) Frames)->data();  // overwrites whatever used the memory
            evaluation_.begin(position(), *top_);
        }
        top_->cursor = typename Game::Cursor(Game::check(position()));
        open(*top_, task.alpha, task.beta, task.depth, true);
        top_->best = {};
        top_->count = 0;
        top_->static_eval = score_unknown;
        picker_.open_root(*top_);
    }

    /// Searches on until the iteration is done, `budget` moves have been made or the stop flag is raised. It never makes more
    /// than `budget` moves, which is the only bound on its time.
    SearchStatus run(std::uint32_t budget);

    /// Takes back all moves made on the board. Call this if the search is not to go on.
    void abandon() {
        for (; ply_ > 0; --ply_) {
            --top_;
            if (top_->resume == Resume::after_null)
                position().unmake_null(top_->undo);
            else
                position().unmake(top_->move, top_->undo);
        }
    }

    /// The static value of the position, computed from scratch. Means nothing in check.
    [[nodiscard]] Score static_value() {
        Frame f{};
        typename V::Evaluation evaluation;
        evaluation.begin(position(), f);
        return enhancements_.adjust(*this, f, evaluation.value(position(), f));
    }

    [[nodiscard]] Score root_score() const { return root_score_; }
    /// The best move so far in the running iteration; none before one has raised alpha.
    [[nodiscard]] Move root_best() const { return root_frame().best; }
    /// The root move that is being searched.
    [[nodiscard]] Move root_move() const { return root_frame().move; }
    /// Its number among the root's moves, in the order in which they are searched; 1 for the first.
    [[nodiscard]] unsigned root_number() const { return root_frame().count; }
    [[nodiscard]] Score root_best_score() const { return root_frame().best_score; }
    /// The best line, from the root on.
    [[nodiscard]] std::span<const Move> line() const { return line_.moves(); }
    /// Moves made in the tree since begin().
    [[nodiscard]] std::uint64_t nodes() const { return nodes_ + (slice_ - budget_); }
    [[nodiscard]] int seldepth() const { return seldepth_; }

    /// The frames' memory, for other use while there is no search.
    [[nodiscard]] std::span<std::byte> idle_memory() { return memory_; }

    /// For experiments that hold moves: the root is in an internal iteration. Its move and score belong to a smaller depth,
    /// the line still to the full depth.
    [[nodiscard]] bool root_deepens() const {
        return V::Enhancements::holds_moves && root_frame().depth < root_frame().target;
    }

protected:
    using Base::budget_, Base::ply_, Base::root_, Base::line_, Base::picker_, Base::evaluation_, Base::enhancements_;
    using Frames = std::array<Frame, static_cast<std::size_t>(max_ply)>;
    [[nodiscard]] const Frame& root_frame() const { return *std::launder(reinterpret_cast<const Frame*>(memory_)); }

    static void open(Frame& f, Score alpha, Score beta, Depth depth, bool pv) {
        f.alpha = static_cast<std::int16_t>(alpha);
        f.beta = static_cast<std::int16_t>(beta);
        f.depth = f.target = static_cast<std::int8_t>(depth);
        f.hash_move = {};
        f.resume = Resume::after_null;  // any value: so the bits beside it need not be preserved
        f.pv = pv;
        f.passed = false;
        f.table_bound = Bound::none;
    }

    // The steps of the loop. Together with run() they are the whole search. An experiment may have another run() with the same
    // steps.
    Frame* begin_slice(std::uint32_t budget) {
        nodes_ += slice_ - budget_;
        slice_ = budget_ = budget;
        return top_;
    }
    SearchStatus park(Frame* f) {
        top_ = f;
        return stop_raised() ? SearchStatus::stopped : SearchStatus::running;
    }
    SearchStatus end_root(Score score) {
        root_score_ = static_cast<std::int16_t>(score);
        return SearchStatus::done;
    }
    bool last_ply(Frame& f, Score& score);
    void evaluate(Frame& f);
    void begin_moves(Frame& f);
    Move next_move(Frame& f);
    bool wanted(Frame& f, Move m);
    [[nodiscard]] bool root_allows(Move m) const {
        if (root_.allowed.empty()) return true;
        for (const Move a : root_.allowed)
            if (a == m) return true;
        return false;
    }
    Frame* make_move(Frame* f, Move m);
    Frame* make_null(Frame* f, Depth depth);
    Frame* retry(Frame* f, Resume how);
    Frame* descend(Frame* f, Score alpha, Score beta, Depth depth, bool pv);
    bool take_score(Frame& f, Score score);
    void no_moves(Frame& f);

    Frame* top_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint32_t slice_ = 0;  ///< the budget that the slice began with
    std::int16_t root_score_ = 0;
    std::uint8_t seldepth_ = 0;
    bool between_moves_ = false;  ///< parked at the label `next`, not `enter`
    alignas(Frame) alignas(8) std::byte memory_[memory_bytes];
};

// clang-format off
template <class V>
SearchStatus Search<V>::run(std::uint32_t budget) {
    auto& hook = enhancements_;
    Frame* f = begin_slice(budget);
    Score score = 0;
    Depth depth = 0;
    if (std::exchange(between_moves_, false)) goto next;

enter:  // A node begins. Its parent has set window, depth and check.
    if (hook.interrupt(*this, *f)) return park(f);
    if (f->pv) line_.clear(ply_);
    if ((score = hook.lookup(*this, *f)) != score_none || last_ply(*f, score)) goto leave;
    evaluate(*f);
    if (f->quiescing()) goto iterate;
    if ((score = hook.prune_node(*this, *f)) != score_none) goto leave;
    if ((depth = hook.null_depth(*this, *f)) != depth_none) {
        f = make_null(f, depth);
        goto enter;
    }
deepen:  // Internal iterations: all moves at first_depth, then at next_depth, and so on up to the target.
    f->depth = static_cast<std::int8_t>(hook.first_depth(*this, *f));
iterate:
    begin_moves(*f);
    if (f->best_score >= f->beta) goto finish;  // quiescence: standing pat is enough
next:
    if (const Move m = next_move(*f)) {
        f = make_move(f, m);
        goto enter;
    }
    if (between_moves_) return park(f);
finish:  // All moves are searched, or one failed high.
    if (f->count == 0) no_moves(*f);
    if ((depth = hook.next_depth(*this, *f)) > 0) {
        f->depth = static_cast<std::int8_t>(depth);
        goto iterate;
    }
store:
    hook.store(*this, *f);
    score = f->best_score;
leave:  // The node is worth `score` to its mover.
    if (ply_ == 0) return end_root(score);
    --f, --ply_;
    score = -score;
    switch (f->resume) {
    case Resume::after_null:
        position().unmake_null(f->undo);
        if (score < f->beta) goto deepen;
        f->best_score = is_mate(score) ? f->beta : static_cast<std::int16_t>(score);  // passing proves no mate
        goto store;
    case Resume::after_reduced:
        if (score <= f->alpha) goto after_full;
        f = retry(f, Resume::after_scout);
        goto enter;
    case Resume::after_scout:
        if (score <= f->alpha || score >= f->beta) goto after_full;
        f = retry(f, Resume::after_full);
        goto enter;
    case Resume::after_full: after_full:
        position().unmake(f->move, f->undo);
        if (!take_score(*f, score)) goto next;
        hook.cutoff(*this, *f);
        goto finish;
    }
    __builtin_unreachable();
}
// clang-format on

/// There is no frame below the last ply, so a node there is worth its static value.
template <class V>
inline bool Search<V>::last_ply(Frame& f, Score& score) {
    if (ply_ < max_ply - 1) [[likely]]
        return false;
    evaluation_.follow(position(), f);
    score = evaluation_.value(position(), f);
    return true;
}

/// At the first visit, the evaluation follows to the node here, after the table lookup. A node that the table answers has no
/// nodes below it, so the evaluation need not follow to it.
template <class V>
inline void Search<V>::evaluate(Frame& f) {
    f.best = {};
    if (f.static_eval != score_unknown) return;
    if (ply_ != 0) evaluation_.follow(position(), f);
    f.static_eval = static_cast<std::int16_t>(
        f.in_check() ? score_none : enhancements_.adjust(*this, f, evaluation_.value(position(), f)));
}

/// Quiescence may stand pat, and looks at captures only. In check it looks at every move and cannot stand pat.
template <class V>
inline void Search<V>::begin_moves(Frame& f) {
    f.best = {};
    f.count = 0;
    if (f.quiescing() && !f.in_check()) {
        f.best_score = f.static_eval;
        if (f.static_eval > f.alpha) f.alpha = f.static_eval;
    } else {
        f.best_score = -score_infinite;
        f.alpha = static_cast<std::int16_t>(Base::first_alpha(f));
    }
    enhancements_.begin_iteration(*this, f);
    picker_.open(*this, f);
}

/// The next legal move that no hook prunes, or none. A node's first move is never pruned, except in quiescence. A node may
/// reject a hundred moves, so the stop flag is checked after each of these. If it is raised, the search parks between two
/// moves.
template <class V>
[[gnu::always_inline]] inline auto Search<V>::next_move(Frame& f) -> Move {
    while (const Move m = picker_.next(*this, f)) {
        if (wanted(f, m) && Game::legal(position(), m, f.check())) return m;
        if (stop_raised()) {
            between_moves_ = true;
            break;
        }
    }
    return {};
}

template <class V>
inline bool Search<V>::wanted(Frame& f, Move m) {
    if (enhancements_.refuse(*this, f, m)) return false;
    if (f.count != 0 || (f.quiescing() && !f.in_check())) {
        const Verdict verdict = enhancements_.prune_move(*this, f, m);
        if (verdict == Verdict::skip_rest) picker_.skip_rest(f);
        if (verdict != Verdict::search) return false;
    }
    return ply_ != 0 || root_allows(m);
}

template <class V>
inline auto Search<V>::descend(Frame* f, Score alpha, Score beta, Depth depth, bool pv) -> Frame* {
    ++ply_;
    open(f[1], -beta, -alpha, depth, pv);
    return f + 1;
}

/// Makes the move and opens its child: with the full window for the first move, with a null window for the others (a scout),
/// and with less depth if a hook reduces it.
template <class V>
inline auto Search<V>::make_move(Frame* f, Move m) -> Frame* {
    f->move = m;
    position().make(m, f->undo);
    --budget_;
    if (ply_ >= seldepth_) seldepth_ = static_cast<std::uint8_t>(ply_ + 1);
    f[1].cursor = typename Game::Cursor(Game::check_after(position(), m, f->undo));
    f[1].static_eval = score_unknown;
    picker_.open_child(*f, f[1]);
    ++f->count;
    const Depth full = f->depth - 1 + enhancements_.extend(*this, *f);
    if (!V::Enhancements::scouts || f->count == 1 || f->quiescing()) {
        f->resume = Resume::after_full;
        return descend(f, f->alpha, f->beta, full, f->pv);
    }
    const Depth reduction = enhancements_.reduce(*this, *f);
    f->resume = reduction > 0 ? Resume::after_reduced : Resume::after_scout;
    return descend(f, f->alpha, f->alpha + 1, full - reduction, false);
}

template <class V>
inline auto Search<V>::make_null(Frame* f, Depth depth) -> Frame* {
    position().make_null(f->undo);
    f->resume = Resume::after_null;
    f[1].cursor = typename Game::Cursor(Game::check_after_null(position()));
    f[1].static_eval = score_unknown;
    picker_.open_child(*f, f[1]);
    Frame* const child = descend(f, f->beta - 1, f->beta, depth, false);
    child->passed = true;
    return child;
}

/// The move has done better than expected and is still made. Its child is searched again, deeper or with an open window.
template <class V>
inline auto Search<V>::retry(Frame* f, Resume how) -> Frame* {
    f->resume = how;
    const Depth full = f->depth - 1 + enhancements_.extend(*this, *f);
    const bool open_window = how == Resume::after_full;
    return descend(f, f->alpha, open_window ? f->beta : f->alpha + 1, full, open_window);
}

/// No move was searched: the game is over, unless quiescence has found nothing worth trying.
template <class V>
inline void Search<V>::no_moves(Frame& f) {
    if (f.best_score != -score_infinite) return;
    f.best_score = static_cast<std::int16_t>(Game::lost_without_moves(f.check()) ? mated_in(ply_) : score_draw);
}

/// True when the move fails high.
template <class V>
inline bool Search<V>::take_score(Frame& f, Score score) {
    if (score <= f.best_score) return false;
    f.best_score = static_cast<std::int16_t>(score);
    if (score <= f.alpha) return false;
    f.best = f.move;
    if (Base::keeps_line(f)) {
        if (!child(f).pv) line_.clear(ply_ + 1);  // after a scout, the line there is that of an earlier move
        line_.take(ply_, f.move);
    }
    if (score >= f.beta) return true;
    f.alpha = static_cast<std::int16_t>(score);
    return false;
}

}  // namespace stackmate

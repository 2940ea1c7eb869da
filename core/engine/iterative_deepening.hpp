// Iterative deepening: which iteration runs, in which window and among which moves, and the results so far. Each call passes
// the search that does the work. Sources: Scott, "A chess-playing program", 1969; Gillogly, "The technology chess program",
// 1972, who named it; Slate and Atkin, "Chess 4.5", 1977.
#pragma once

#include "core/chess/game_concept.hpp"
#include "core/engine/limits.hpp"
#include "core/engine/line_turns.hpp"
#include "core/engine/root_effort.hpp"
#include "core/search/search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace stackmate {

/// What an iteration has found.
struct RootResult {
    std::int16_t score = score_draw;
    std::int8_t depth = 0;      ///< of the iteration; 0: none yet
    Bound bound = Bound::none;  ///< exact if the iteration ended
};

/// One of the best lines from the root, and what it is worth.
template <class Move, std::size_t plies>
struct RootLine {
    std::array<Move, plies> moves{};  ///< the first `size`; of the running iteration once it has found some
    std::int16_t score = score_draw;  ///< of the last iteration that ended,
    std::int8_t depth = 0;            ///< and its depth; 0 before the first
    std::uint8_t size = 0;

    [[nodiscard]] RootResult done() const { return {score, depth, Bound::exact}; }
    [[nodiscard]] std::span<const Move> text() const { return {moves.data(), size}; }
};

/// `most_only`: how many moves the search may be restricted to. `max_lines`: how many lines may be asked for; more than one
/// only where `most_only` is enough for every move of a position.
template <class Version, std::size_t most_only, unsigned max_lines = 1>
class IterativeDeepening {
public:
    using Game = GameOf<Version>;
    using Move = typename Game::Move;

    static constexpr Depth deepest = Version::max_ply - 2;

    /// How many of the best lines the next searches find, 1 to max_lines. They are searched one after the other at each depth,
    /// each without the first moves of the lines before it, and kept in the order of their scores.
    void set_lines(unsigned lines)
        requires(max_lines > 1)
    {
        turns_.want(lines);
    }

    /// From here on best_move() is a legal move, in case the answer is due at once. begin_glance() or start() is next.
    /// `only`: as for Engine::go. False if there is no legal move.
    bool begin(const Limits& limits, const typename Game::Position& position, std::span<const Move> only);
    /// The depth after which a mate in so many moves is not looked for any more. Pruning may hide it from the iteration that is
    /// just deep enough.
    static constexpr std::uint8_t plies_for_mate(std::uint8_t moves) {
        return static_cast<std::uint8_t>(moves < 64 ? 4 * moves : 255);
    }
    /// Before the iterations, a glance at each move (core/search/glance.hpp). It finds a fair answer in case the first
    /// iteration does not end in time, and the move to try first.
    void begin_glance(Search<Version>& search) { start_iteration(search, -score_infinite, score_infinite); }
    [[nodiscard]] bool glancing() const { return depth_ == 0; }
    /// Begins the first iteration; at most 3 plies deep, because there is no score yet to open a window around.
    void start(Search<Version>& search, Depth depth) {
        depth_ = static_cast<std::int8_t>(depth - 1);
        deepen(search);
    }
    /// An iteration is done. The next one begins.
    void deepen(Search<Version>& search);

    /// A slice has ended in the middle of an iteration. True if it has found another best move. Then its line is kept, because
    /// it would be the answer.
    bool slice_done(const Search<Version>& search);
    /// The search has ended. True if that is an iteration's result; if its score is outside the window, the iteration begins
    /// again with a wider one.
    bool iteration_done(Search<Version>& search);
    /// The glance is over, or the search stops in the middle of an iteration: keeps the line found so far, if there is one. Not
    /// of an iteration if the version counts whole iterations only.
    void keep_unfinished(const Search<Version>& search) {
        if (line_number() == 0 && (partial_counts || depth_done() == 0)) keep_line(search);
    }
    /// An iteration is done. If another line is to be searched at its depth, that begins: true. Otherwise all lines are to be
    /// reported, line 0 now and the others as tell_next_line() names them.
    bool next_line(Search<Version>& search) {
        if (!turns_.next()) return false;
        start_around(search, line_at(line_number()).score);
        return true;
    }
    bool tell_next_line() { return turns_.tell_next(); }
    [[nodiscard]] bool lines_untold() const { return turns_.untold(); }
    /// The line to report.
    [[nodiscard]] unsigned news_line() const { return turns_.news(); }
    /// Of the line that is being searched: 0 is the best.
    [[nodiscard]] unsigned line_number() const { return turns_.number(); }
    /// The search is over.
    void end() { turns_.end(); }

    /// Is what was asked for done, a depth or a mate? Without a wish: the last depth that there is room for.
    [[nodiscard]] bool complete() const {
        return depth_ >= asked_depth_ || (mate_ != 0 && score() >= score_mate - (2 * mate_ - 1));
    }
    /// Further search cannot change the answer: there is only one move, or all shorter mates have been searched.
    [[nodiscard]] bool clear() const {
        return depth_done() != 0
               && (forced_ || (is_mate(score()) && score_mate - (score() < 0 ? -score() : score()) <= depth_done()));
    }

    using Line = RootLine<Move, Version::line_plies>;
    /// Lines before line_number() are of the running iteration, the others of the one before.
    [[nodiscard]] const Line& line_at(unsigned number) const { return lines_[several ? number : 0]; }
    [[nodiscard]] unsigned lines() const { return turns_.lines(); }
    [[nodiscard]] std::span<const Move> line() const { return lines_[0].text(); }
    /// None if there is no legal move.
    [[nodiscard]] Move best_move() const { return lines_[0].size == 0 ? Move{} : lines_[0].moves[0]; }
    /// Of the running iteration.
    [[nodiscard]] Depth depth() const { return depth_; }
    /// Of the last iteration that ended, 0 before the first; and its score.
    [[nodiscard]] Depth depth_done() const { return lines_[0].depth; }
    [[nodiscard]] Score score() const { return lines_[0].score; }
    /// Of the best line in the running iteration if it has a result, otherwise in the last that ended.
    [[nodiscard]] RootResult result() const { return newest_; }
    /// The best move's share of the iteration, in percent.
    [[nodiscard]] unsigned share() const { return effort_.share(); }
    /// The moves that the search is restricted to; all if empty.
    [[nodiscard]] std::span<const Move> only() const { return {only_.data(), only_size_}; }

private:
    static constexpr bool several = max_lines > 1;

    /// Half the width of an iteration's first window; 0: the window is always open.
    static constexpr int aspiration = [] {
        if constexpr (requires { Version::Enhancements::aspiration; })
            return Version::Enhancements::aspiration;
        else
            return 0;
    }();

    /// The result of an iteration that was stopped counts.
    static constexpr bool partial_counts = !Version::Enhancements::whole_iterations_only;

    // Not inlined: three places call it, none of them often.
    [[gnu::noinline]] void start_iteration(Search<Version>& search, Score alpha, Score beta) {
        const unsigned number = line_number();
        search.start({alpha, beta, depth_, number == 0 ? best_move() : only_[number], only().subspan(number)});
        effort_.begin();
    }
    void start_around(Search<Version>& search, Score score);
    void note_result(Score score, Bound bound) {
        if (line_number() == 0) newest_ = {static_cast<std::int16_t>(score), depth_, bound};
    }
    void widen(Search<Version>& search, Score score);
    [[nodiscard]] Line& line_at(unsigned number) { return lines_[several ? number : 0]; }
    void keep_line(const Search<Version>& search);
    void rank_line();

    std::array<Line, max_lines> lines_{};
    RootResult newest_;
    RootEffortOf<Move> effort_;
    std::int8_t depth_ = 0;         ///< of the running iteration; 0: the glance
    std::uint8_t asked_depth_ = 0;  ///< the last iteration to search
    std::uint8_t mate_ = 0;         ///< a mate in this many moves ends the search; 0: no such limit
    bool missed_ : 1 = false;       ///< the score was outside the window, in this iteration
    bool forced_ : 1 = false;       ///< there is only one move to choose
    std::uint8_t only_size_ = 0;
    std::array<Move, most_only> only_{};

    [[no_unique_address]] LineTurns<max_lines> turns_;
    static_assert(!several || most_only >= 218, "with more than one line, `only_` holds all moves of the root");
};

template <class Version, std::size_t most_only, unsigned max_lines>
bool IterativeDeepening<Version, most_only, max_lines>::begin(const Limits& limits,
                                                              const typename Game::Position& position,
                                                              std::span<const Move> only) {
    asked_depth_ = static_cast<std::uint8_t>(limits.depth != 0 && limits.depth < deepest ? limits.depth : deepest);
    mate_ = limits.mate;
    if (mate_ != 0 && limits.depth == 0 && plies_for_mate(mate_) < deepest) asked_depth_ = plies_for_mate(mate_);
    depth_ = 0;
    Line& line = lines_[0];
    line = {};
    newest_ = {};
    const auto check = Game::check(position);
    typename Game::Cursor cursor(check);
    only_size_ = 0;
    for (const Move wanted : only) {
        if (only_size_ == only_.size()) break;
        cursor = typename Game::Cursor(check);
        while (const Move m = cursor.next(position))
            if (m == wanted && Game::legal(position, m, check)) only_[only_size_++] = m;
    }
    cursor = typename Game::Cursor(check);
    unsigned moves = 0;
    while (const Move m = cursor.next(position)) {
        if (!Game::legal(position, m, check)) continue;
        if (moves++ != 0) break;  // there is a choice: how many there are does not matter
        line.moves[0] = m;
    }
    line.size = moves != 0;
    if (only_size_ != 0) {
        line.moves[0] = only_[0];
        moves = only_size_;
    }
    forced_ = moves == 1;
    if constexpr (several) {
        if (turns_.wanted() && only_size_ == 0) {
            cursor = typename Game::Cursor(check);
            while (const Move m = cursor.next(position))
                if (only_size_ < only_.size() && Game::legal(position, m, check)) only_[only_size_++] = m;
        }
        turns_.begin(only_size_);
    }
    return line.size != 0;
}

template <class Version, std::size_t most_only, unsigned max_lines>
void IterativeDeepening<Version, most_only, max_lines>::deepen(Search<Version>& search) {
    ++depth_;
    start_around(search, score());
}

template <class Version, std::size_t most_only, unsigned max_lines>
inline void IterativeDeepening<Version, most_only, max_lines>::start_around(Search<Version>& search, Score score) {
    missed_ = false;
    if (aspiration != 0 && depth_ >= 4 && !is_mate(score))
        start_iteration(search, score - aspiration, score + aspiration);
    else
        start_iteration(search, -score_infinite, score_infinite);
}

template <class Version, std::size_t most_only, unsigned max_lines>
bool IterativeDeepening<Version, most_only, max_lines>::iteration_done(Search<Version>& search) {
    const Score score = search.root_score();
    const Score alpha = search.root().alpha;
    const Score beta = search.root().beta;
    keep_line(search);  // there is none if every move failed low
    const Bound bound = score <= alpha ? Bound::upper : score >= beta ? Bound::lower : Bound::exact;
    note_result(score, bound);
    if (aspiration != 0 && bound != Bound::exact) {
        widen(search, score);
        return false;
    }
    Line& line = line_at(line_number());
    line.score = static_cast<std::int16_t>(score);
    line.depth = depth_;
    if constexpr (several)
        if (lines() > 1) rank_line();
    return true;
}

/// The line that is being searched is done. The first moves of all lines so far stand at the head of the permitted moves, in
/// the order of the lines.
template <class Version, std::size_t most_only, unsigned max_lines>
void IterativeDeepening<Version, most_only, max_lines>::rank_line() {
    const unsigned number = line_number();
    unsigned at = number;
    while (at < only_size_ && only_[at] != line_at(number).moves[0]) ++at;
    if (at != only_size_)
        for (; at != number; --at) std::swap(only_[at], only_[at - 1]);
    for (at = number; at != 0 && line_at(at).score > line_at(at - 1).score; --at) {
        std::swap(line_at(at), line_at(at - 1));
        std::swap(only_[at], only_[at - 1]);
    }
    if (at == 0) newest_ = lines_[0].done();
}

/// Opens the window on the side where the score was outside: first four times as wide, then completely.
template <class Version, std::size_t most_only, unsigned max_lines>
void IterativeDeepening<Version, most_only, max_lines>::widen(Search<Version>& search, Score score) {
    Score alpha = search.root().alpha;
    Score beta = search.root().beta;
    const int width = !missed_ && !is_mate(score) ? 4 * aspiration : 2 * score_infinite;
    missed_ = true;
    if (score <= alpha)
        alpha = score - width < -score_infinite ? -score_infinite : score - width;
    else
        beta = score + width > score_infinite ? score_infinite : score + width;
    start_iteration(search, alpha, beta);
}

template <class Version, std::size_t most_only, unsigned max_lines>
bool IterativeDeepening<Version, most_only, max_lines>::slice_done(const Search<Version>& search) {
    if (search.root_deepens()) return false;
    effort_.note(search.root_move(), search.root_best());
    if (!partial_counts || line_number() != 0 || depth_done() == 0) return false;
    const std::span<const Move> line = search.line();
    if (line.empty() || line[0] == best_move()) return false;
    keep_line(search);
    return true;
}

/// Keeps the line of the running iteration, if there is one yet.
template <class Version, std::size_t most_only, unsigned max_lines>
void IterativeDeepening<Version, most_only, max_lines>::keep_line(const Search<Version>& search) {
    const std::span<const Move> found = search.line();
    if (found.empty() || search.root_deepens()) return;
    Line& line = line_at(line_number());
    if (!glancing()) note_result(search.root_best_score(), Bound::lower);  // the moves to come may be better
    std::copy(found.begin(), found.end(), line.moves.begin());
    line.size = static_cast<std::uint8_t>(found.size());
}

}  // namespace stackmate

// Iterative deepening: which iteration runs, in which window and among which moves, and the results so far. Each call passes
// the search that does the work. Sources: Scott, "A chess-playing program", 1969; Gillogly, "The technology chess program",
// 1972, who named it; Slate and Atkin, "Chess 4.5", 1977.
#pragma once

#include "core/chess/game.hpp"
#include "core/engine/limits.hpp"
#include "core/engine/other_lines.hpp"
#include "core/engine/root_effort.hpp"
#include "core/search/search.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace stackmate {

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
        others_.want(lines);
    }

    /// From here on best_move() is a legal move, in case the answer is due at once. begin_glance() or start() is next.
    /// `only`: as for Engine::go. False if there is no legal move.
    bool begin(const Limits& limits, const typename Game::Position& position, std::span<const Move> only);
    /// Before the iterations, a glance at each move (core/search/glance.hpp). It finds a fair answer in case the first
    /// iteration does not end in time, and the move to try first.
    void begin_glance(Search<Version>& search) { start_iteration(search, -score_infinite, score_infinite); }
    [[nodiscard]] bool glancing() const { return depth_ == 0; }
    /// The glance is over. The first iteration begins.
    void take_glance(Search<Version>& search) {
        take_line(search);
        start(search, 1);
    }
    /// Begins the first iteration; at most 3 plies deep, because there is no score yet to open a window around.
    void start(Search<Version>& search, Depth depth) {
        depth_ = static_cast<std::int8_t>(depth - 1);
        deepen(search);
    }
    /// An iteration is done. The next one begins.
    void deepen(Search<Version>& search);

    /// The search has ended. True if that is an iteration's result; if its score is outside the window, the iteration begins
    /// again with a wider one.
    bool take_iteration(Search<Version>& search);
    /// An iteration is done. If another line is to be searched at its depth, that begins: true. Otherwise all lines are to be
    /// reported, line 0 now and the others as tell_next_line() names them.
    bool next_line(Search<Version>& search) {
        if constexpr (several) {
            if (!others_.next()) return false;
            start_around(search, line_at(line_number()).score);
            return true;
        }
        return false;
    }
    bool tell_next_line() {
        if constexpr (several) return others_.tell_next();
        return false;
    }
    [[nodiscard]] bool lines_untold() const {
        if constexpr (several) return others_.untold();
        return false;
    }
    /// The line to report.
    [[nodiscard]] unsigned news_line() const {
        if constexpr (several) return others_.news();
        return 0;
    }
    /// Of the line that is being searched: 0 is the best.
    [[nodiscard]] unsigned line_number() const {
        if constexpr (several) return others_.number();
        return 0;
    }
    /// Has the running iteration found another best move? Then its line is kept, because it would be the answer.
    bool take_better_move(const Search<Version>& search);
    /// Keeps the line of the running iteration, if there is one yet.
    void take_line(const Search<Version>& search);
    /// The same for an iteration that is stopped, unless the version counts whole iterations only.
    void take_unfinished(const Search<Version>& search) {
        if (line_number() == 0 && (partial_counts || depth_done() == 0)) take_line(search);
    }
    /// The search is over.
    void end() {
        if constexpr (several) others_.end();
    }

    /// A slice has ended in the middle of an iteration.
    void take_slice(const Search<Version>& search) {
        if (!search.root_deepens()) effort_.note(search.root_move(), search.root_best());
    }

    /// Is what was asked for done, a depth or a mate? Without a wish: the last depth that there is room for.
    [[nodiscard]] bool complete() const {
        return depth_ >= asked_depth_ || (mate_ != 0 && score() >= score_mate - (2 * mate_ - 1));
    }
    /// Further search cannot change the answer: there is only one move, or all shorter mates have been searched.
    [[nodiscard]] bool clear() const {
        return depth_done() != 0
               && (forced_ || (is_mate(score()) && score_mate - (score() < 0 ? -score() : score()) <= depth_done()));
    }

    [[nodiscard]] std::span<const Move> line() const { return line_.text(); }
    /// None if there is no legal move.
    [[nodiscard]] Move best_move() const { return line_.size == 0 ? Move{} : line_.moves[0]; }
    /// Of the running iteration.
    [[nodiscard]] Depth depth() const { return depth_; }
    /// Of the last iteration that ended, 0 before the first; and its score.
    [[nodiscard]] Depth depth_done() const { return line_.depth; }
    [[nodiscard]] Score score() const { return line_.score; }
    /// The newest result of the best line: of the running iteration if it has one, otherwise of the last that ended.
    struct Result {
        std::int16_t score;
        std::int8_t depth;  ///< 0: none yet
        Bound bound;        ///< exact if the iteration ended
    };
    [[nodiscard]] const Result& result() const { return result_; }
    [[nodiscard]] unsigned lines() const {
        if constexpr (several) return others_.lines();
        return 1;
    }
    using Line = RootLine<Move, Version::line_plies>;
    /// Lines before line_number() are of the running iteration, the others of the one before.
    [[nodiscard]] const Line& line_at([[maybe_unused]] unsigned number) const {
        if constexpr (several)
            if (number != 0) return others_[number];
        return line_;
    }
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
        if (line_number() == 0) result_ = {static_cast<std::int16_t>(score), depth_, bound};
    }
    void widen(Search<Version>& search, Score score);
    [[nodiscard]] Line& line_at([[maybe_unused]] unsigned number) {
        if constexpr (several)
            if (number != 0) return others_[number];
        return line_;
    }
    void rank_line();

    Line line_{};
    Result result_{score_draw, 0, Bound::none};
    RootEffortOf<Move> effort_;
    std::int8_t depth_ = 0;         ///< of the running iteration; 0: the glance
    std::uint8_t asked_depth_ = 0;  ///< the last iteration to search
    std::uint8_t mate_ = 0;         ///< a mate in this many moves ends the search; 0: no such limit
    bool missed_ : 1 = false;       ///< the score was outside the window, in this iteration
    bool forced_ : 1 = false;       ///< there is only one move to choose
    std::uint8_t only_size_ = 0;
    std::array<Move, most_only> only_{};

    /// With more than one line, `only_` holds all moves of the root.
    struct NoOthers {};
    [[no_unique_address]] std::conditional_t<several, OtherLines<Line, max_lines>, NoOthers> others_;
    static_assert(!several || most_only >= 218);
};

template <class Version, std::size_t most_only, unsigned max_lines>
bool IterativeDeepening<Version, most_only, max_lines>::begin(const Limits& limits,
                                                              const typename Game::Position& position,
                                                              std::span<const Move> only) {
    asked_depth_ = static_cast<std::uint8_t>(limits.depth != 0 && limits.depth < deepest ? limits.depth : deepest);
    mate_ = limits.mate;
    depth_ = 0;
    line_ = {};
    result_ = {score_draw, 0, Bound::none};
    only_size_ = 0;
    for (const Move m : only)
        if (only_size_ < only_.size()) only_[only_size_++] = m;
    unsigned moves = 0;
    const auto check = Game::check(position);
    typename Game::Cursor cursor(check);
    while (const Move m = cursor.next(position)) {
        if (!Game::legal(position, m, check)) continue;
        if (moves++ != 0) break;  // there is a choice: how many there are does not matter
        line_.moves[0] = m;
    }
    line_.size = moves != 0;
    if (only_size_ != 0) {
        line_.moves[0] = only_[0];
        moves = only_size_;
    }
    forced_ = moves == 1;
    if constexpr (several) {
        if (others_.wanted() && only_size_ == 0) {
            cursor = typename Game::Cursor(check);
            while (const Move m = cursor.next(position))
                if (only_size_ < only_.size() && Game::legal(position, m, check)) only_[only_size_++] = m;
        }
        others_.begin(only_size_);
    }
    return line_.size != 0;
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
bool IterativeDeepening<Version, most_only, max_lines>::take_iteration(Search<Version>& search) {
    const Score score = search.root_score();
    const Score alpha = search.root().alpha;
    const Score beta = search.root().beta;
    take_line(search);  // there is none if every move failed low
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
    if (at == 0) result_ = {line_.score, depth_, Bound::exact};
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
bool IterativeDeepening<Version, most_only, max_lines>::take_better_move(const Search<Version>& search) {
    if (!partial_counts || line_number() != 0) return false;
    const std::span<const Move> line = search.line();
    if (depth_done() == 0 || line.empty() || line[0] == best_move() || search.root_deepens()) return false;
    take_line(search);
    return true;
}

template <class Version, std::size_t most_only, unsigned max_lines>
void IterativeDeepening<Version, most_only, max_lines>::take_line(const Search<Version>& search) {
    const std::span<const Move> line = search.line();
    if (line.empty() || search.root_deepens()) return;
    if (!glancing()) note_result(search.root_best_score(), Bound::lower);  // the moves to come may be better
    line_at(line_number()).take(line);
}

}  // namespace stackmate

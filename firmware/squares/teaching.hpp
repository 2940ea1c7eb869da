// What a person is taught: the coach's judgement of moves, what an exercise asks for, and the mistakes of games that are
// kept for practice. It orders no search and ends no game: it says what is to be searched, and what a move was.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/reason.hpp"
#include "firmware/game/chess_game.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/coach.hpp"
#include "firmware/squares/exercises.hpp"
#include "firmware/squares/losses.hpp"
#include "firmware/squares/review.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/tracker.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace stackmate::firmware {

/// What the teaching depends on.
struct Lesson {
    const ChessGame& game;
    const Settings& settings;
    std::uint8_t exercise;  ///< 0: none
    bool claimed;           ///< somebody else has the sides: advice would be help from outside
    Seat mover;             ///< who moves for the side to move
    Seat other;             ///< and for the other side

    [[nodiscard]] bool practises_mistake() const { return Exercises::is_mistake(exercise); }
    /// What the side to move is told.
    [[nodiscard]] Coaching coaching() const {
        return claimed || mover != Seat::person ? Coaching::off : settings.coach(game.mover());
    }
};

/// Costs nothing in firmware without a coach and exercises.
class Teaching {
public:
    /// What is practised, and what has been asked for.
    [[nodiscard]] Exercises& exercises() { return exercises_; }
    [[nodiscard]] const Exercises& exercises() const { return exercises_; }
    /// What a finished game has shown.
    [[nodiscard]] auto& review() { return review_; }
    [[nodiscard]] const auto& review() const { return review_; }

    /// The search for the reason of the review's move, in memory of the coach, who watches nobody then.
    [[nodiscard]] ReasonSearch& reasons() {
        return *std::launder(reinterpret_cast<ReasonSearch*>(coach_.idle_memory().data()));
    }
    [[gnu::cold]] void begin_reason() {
        static_assert(sizeof(ReasonSearch) <= Coach::idle_bytes && alignof(ReasonSearch) <= 4);
        static_assert(has_coach || !has_exercises);
        new (coach_.idle_memory().data()) ReasonSearch;
    }

    // ------------------------------------------------------------------ what is to be searched

    /// Whether the engine is to weigh the position, or a move.
    [[nodiscard]] bool has_work(const Lesson& lesson) const {
        if (review_.begun()) return review_.searches();
        const Coaching coaching = lesson.coaching();
        const bool watches = coaching != Coaching::off || lesson.practises_mistake() || notes_mistakes(lesson);
        return coach_.judges() || (watches && coach_.has_work(coaching >= Coaching::blunders));
    }
    /// The next search, to be ordered now.
    [[nodiscard]] Coach::Search begin_search() {
        if (!review_.searches()) return coach_.begin();
        return {.nodes = review_.explains() ? ReasonSearch::nodes : Review::nodes};
    }
    /// It has ended. Returns what the person's last move was, if that was searched.
    [[nodiscard, gnu::noinline, gnu::cold]] Verdict take_grade(Score score, const Lesson& lesson) {
        const bool judged = coach_.judges(), weighed = !judged && !coach_.can_judge();
        coach_.answer(score);
        const std::size_t size = lesson.game.size();
        if (weighed && notes_mistakes(lesson) && losses_.weigh(size, coach_.best()))
            mistake_ply_ = static_cast<std::uint16_t>(size - 1);
        if (coach_.blundered()) return Verdict::wrong;
        return judged && lesson.exercise != 0 ? Verdict::solved : Verdict::goes_on;
    }

    // ------------------------------------------------------------------ the person's moves

    /// The person's hands have moved. Returns true if other moves are to be shown and searched from now on.
    [[nodiscard]] bool watch(const TrackerState& hands, const Lesson& lesson) {
        if (!has_coach || lesson.coaching() < Coaching::blunders) return false;
        const Position& p = lesson.game.position();
        SquareSet own = 0;
        if (hands.status == TrackerStatus::lifting) {
            for_each_square(hands.lifted, [&](unsigned square) {
                const Square s = from_index64(square);
                if (color_of(p.at(s)) == p.side()) own |= square_set(s);
            });
        }
        return coach_.lift(p, std::has_single_bit(own) ? own : 0, lesson.settings.coach_pieces(p.side()));
    }
    /// Whether the search that was ordered last is of a move of the piece in the air.
    [[nodiscard]] bool searches_move() const { return coach_.searches_move(); }
    /// What is shown of the piece in the air.
    [[nodiscard]] Grades grades(const TrackerState& hands, const Lesson& lesson) const {
        const Coaching coaching = lesson.coaching();
        if (hands.status != TrackerStatus::lifting || coaching < Coaching::blunders) return {};
        const Grades known = coach_.grades();
        return coaching == Coaching::all ? known : Grades{.blunder = known.blunder};
    }

    /// Whether the engine's answer to the move that is played now waits for the coach. Where a clock runs, a move that
    /// is made counts.
    [[nodiscard]] bool will_judge(const Lesson& lesson) const {
        const bool asks = lesson.exercise != 0 ? lesson.practises_mistake() : lesson.coaching() != Coaching::off;
        return asks && coach_.can_judge() && lesson.other == Seat::engine && !lesson.game.keeps_time();
    }
    /// Of the best move of the position.
    [[nodiscard]] Score best() const { return coach_.best(); }
    /// After `forget_position`: that move was played, and `best` was the score before it.
    void judge(Score best) { coach_.judge(best); }
    /// Whether `best` is that of the position before the last move, and what to do with it after that was taken back: so a
    /// move that replaces it can be judged as well.
    [[nodiscard]] bool knows_before() const { return coach_.knows_before(); }
    void remember(Score best) { coach_.remember(best); }
    /// The last move of an exercise was made by who solves it.
    [[nodiscard, gnu::noinline, gnu::cold]] Verdict judge_exercise(std::uint8_t exercise, const ChessGame& game) {
        const Verdict verdict = exercises_.judge(exercise, game.record(), game.earlier(1));
        if (verdict != Verdict::wrong) return verdict;
        Exercises::is_puzzle(exercise) ? coach_.demand(Exercises::least(game.record())) : coach_.condemn();
        return verdict;
    }
    /// Whether the person's last move is a blunder that the person has not stood by.
    [[nodiscard]] bool blundered() const { return coach_.blundered(); }
    void excuse() { coach_.excuse(); }

    // ------------------------------------------------------------------ the course of the game

    void forget_position() { coach_.forget(); }
    /// `plies` half moves remain.
    void taken_back(std::size_t plies) {
        losses_.taken_back(plies);
        review_.forget();
    }
    /// Where something else stands than in the position `fen`, in which an exercise is to begin. `shown`: the position
    /// that the board shows; nullptr: nobody knows.
    [[nodiscard, gnu::noinline, gnu::cold]] static SquareSet stale_squares(std::string_view fen, SquareSet occupied,
                                                                           const Position* shown) {
        Position next;
        return next.read_fen(fen) == FenError::none ? stale_squares(next, occupied, shown) : 0;
    }
    /// The same for the position `next`.
    [[nodiscard, gnu::noinline, gnu::cold]] static SquareSet stale_squares(const Position& next, SquareSet occupied,
                                                                           const Position* shown) {
        SquareSet stale = occupied & occupied_squares(next);
        if (shown != nullptr)
            for_each_square(stale, [&](unsigned i) {
                const Square s = from_index64(i);
                if (shown->at(s) == next.at(s)) stale &= ~(SquareSet{1} << i);
            });
        return stale;
    }
    void leave_game() {
        exercises_.forget();
        losses_.forget();
        review_.forget();
        exercises_.put_away(0);
    }

    /// Whether a mistake is to be kept: see `take_mistake`.
    [[nodiscard]] bool has_mistake() const { return mistake_ply_ != 0; }
    /// The number of the half move that has lost much; 0: none. Returned once.
    [[nodiscard]] std::size_t take_mistake() { return std::exchange(mistake_ply_, 0); }

private:
    /// Whether the person's losses are weighed, to be practised later: in games against the engine.
    [[nodiscard, gnu::noinline, gnu::cold]] bool notes_mistakes(const Lesson& lesson) const {
        return exercises_.offered() && !lesson.claimed && lesson.exercise == 0 && lesson.mover == Seat::person
               && lesson.other == Seat::engine;
    }

    // The coach first: what follows lies in the bytes at its end.
    [[no_unique_address]] std::conditional_t<has_coach, Coach, NoCoach> coach_{};
    [[no_unique_address]] std::conditional_t<has_exercises, Losses, NoLosses> losses_{};
    [[no_unique_address]] std::conditional_t<has_exercises, Review, NoReview> review_{};
    [[no_unique_address]] Exercises exercises_{};
    std::uint16_t mistake_ply_ = 0;
};

}  // namespace stackmate::firmware

// What is practised at the board, and what has been asked for: endings (firmware/squares/ending_exercises.hpp), puzzles
// (firmware/squares/puzzle_exercises.hpp), openings (firmware/squares/opening_exercises.hpp), and positions in which the person has
// lost much (firmware/store/mistakes.hpp), which the coach judges. Its question says that a move was wrong.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/game/game_record.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/square_set.hpp"

#include <cstddef>
#include <cstdint>

#if STACKMATE_EXERCISES
#include "firmware/squares/ending_exercises.hpp"
#include "firmware/squares/opening_exercises.hpp"
#include "firmware/squares/puzzle_exercises.hpp"
#endif

namespace stackmate::firmware {

#if STACKMATE_EXERCISES

/// Exercises are named by their index in `exercise_names`; 0 is none.
class Exercises {
public:
    static constexpr bool is_puzzle(std::uint8_t exercise) noexcept {
        return exercise >= first_puzzle && exercise < mistake;
    }
    static constexpr bool is_mistake(std::uint8_t exercise) noexcept { return exercise == mistake; }
    static constexpr bool is_openings(std::uint8_t exercise) noexcept { return exercise == openings_exercise; }
    static constexpr Notice notice_of(std::uint8_t exercise) noexcept {
        return is_openings(exercise)               ? Notice::exercise_openings
               : is_mistake(exercise)              ? Notice::exercise_mistake
               : is_puzzle(exercise)               ? Notice::exercise_puzzle
               : EndingExercises::is_won(exercise) ? Notice::exercise_win
                                                   : Notice::exercise_hold;
    }

    /// Whether White is to win an ending.
    static constexpr bool wins_ending(std::uint8_t exercise) noexcept { return EndingExercises::is_won(exercise); }

    void offer() noexcept { offered_ = true; }
    [[nodiscard]] bool offered() const noexcept { return offered_; }

    /// What has been chosen. It is sought when nothing is lost by it.
    void want(std::uint8_t exercise) noexcept { wanted_ = exercise; }
    [[nodiscard]] std::uint8_t wanted() const noexcept { return wanted_; }
    void seek(std::uint8_t exercise) noexcept {
        wanted_ = exercise;
        seeks_ = exercise != 0;
    }
    /// Whether `find` is to be called; and whether an earlier mistake is to be given by who knows them.
    [[nodiscard]] bool seeks() const noexcept { return seeks_ && !is_mistake(wanted_); }
    [[nodiscard]] bool seeks_mistake() const noexcept { return seeks_ && is_mistake(wanted_); }
    void forget() noexcept { seek(0); }

    /// As an exercise begins: where something stands that does not belong there, though its position has a piece there.
    /// It has to be lifted before the exercise begins.
    void put_away(SquareSet stale) noexcept { stale_ = stale; }
    [[nodiscard]] SquareSet stale() const noexcept { return stale_; }

    /// One try to find a position: see EndingExercises. `random`: another number for each try.
    [[nodiscard]] std::size_t find(std::uint32_t random, PositionSetup& board, char* fen) const noexcept {
        if (is_openings(wanted_)) return OpeningExercises::find(fen);
        return is_puzzle(wanted_) ? PuzzleExercises::find(wanted_ - first_puzzle, random, fen)
                                  : EndingExercises::find(wanted_, random, board, fen);
    }
    /// Whether this may be the start of the exercise: a stored game may belong to another one.
    [[nodiscard, gnu::noinline, gnu::cold]] static bool fits(const Position& start, std::uint8_t exercise) noexcept {
        if (is_puzzle(exercise)) return PuzzleExercises::fits(start);
        if (is_openings(exercise)) return OpeningExercises::fits(start);
        return is_mistake(exercise) ? !OpeningExercises::fits(start) : EndingExercises::fits(start, exercise);
    }
    /// Of the last move of the record, which who solves it has made in `before`. Mistakes are not judged here.
    [[nodiscard]] static Verdict judge(std::uint8_t exercise, const GameRecord& record,
                                       const Position& before) noexcept {
        if (is_mistake(exercise)) return Verdict::goes_on;
        if (is_puzzle(exercise)) return PuzzleExercises::judge(record.start(), record.moves());
        if (is_openings(exercise)) return OpeningExercises::judge(before, record.moves().back(), record.position());
        return EndingExercises::judge(exercise, before, record.moves().back(), record.position(), record.size());
    }
    /// What a move that is wrong at first sight must be worth in a puzzle to be right.
    [[nodiscard]] static Score least(const GameRecord& record) noexcept {
        return PuzzleExercises::least(record.start(), record.moves());
    }
    /// The only move that the engine is to search now; none: any. In openings a hint is a move of the book, too.
    [[nodiscard]] static Move reply(std::uint8_t exercise, Purpose purpose, const GameRecord& record,
                                    std::uint32_t random) noexcept {
        if (purpose <= Purpose::hint && is_openings(exercise)) {
            const Move m = OpeningExercises::reply(record.position(), random, true);
            return m ? m : OpeningExercises::reply(record.position(), random, false);
        }
        return purpose == Purpose::move && is_puzzle(exercise) ? PuzzleExercises::reply(record.start(), record.moves())
                                                               : Move{};
    }
    /// Whether the person is to have the other side than the one to move. Openings change sides each time: `before` and `white`
    /// are what was practised until now, and who had White.
    static constexpr bool turns_sides(std::uint8_t before, Seat white, std::uint8_t exercise) noexcept {
        return is_openings(exercise) && before == exercise && white == Seat::person;
    }
    /// Whether a solution is a win for who has found it: only held endings are not.
    static constexpr bool wins(std::uint8_t exercise) noexcept {
        return exercise >= first_puzzle || EndingExercises::is_won(exercise);
    }

private:
    static constexpr std::uint8_t mistake = openings_exercise - 1, first_puzzle = mistake - puzzles::classes;
    static_assert(exercise_names[first_puzzle] == "puzzle-1" && exercise_names[mistake] == "mistake"
                  && exercise_names[openings_exercise] == "openings");

    SquareSet stale_ = 0;
    bool offered_ = false;
    bool seeks_ = false;
    std::uint8_t wanted_ = 0;
};

#else

/// There are none.
class Exercises {
public:
    static constexpr bool is_puzzle(std::uint8_t) noexcept { return false; }
    static constexpr bool is_mistake(std::uint8_t) noexcept { return false; }
    static constexpr bool wins(std::uint8_t) noexcept { return false; }
    static constexpr bool wins_ending(std::uint8_t) noexcept { return false; }
    static constexpr Notice notice_of(std::uint8_t) noexcept { return Notice::none; }
    static void offer() noexcept {}
    [[nodiscard]] static bool offered() noexcept { return false; }
    static void want(std::uint8_t) noexcept {}
    [[nodiscard]] static std::uint8_t wanted() noexcept { return 0; }
    static void seek(std::uint8_t) noexcept {}
    [[nodiscard]] static bool seeks() noexcept { return false; }
    [[nodiscard]] static bool seeks_mistake() noexcept { return false; }
    static void forget() noexcept {}
    static void put_away(SquareSet) noexcept {}
    [[nodiscard]] static SquareSet stale() noexcept { return 0; }
    [[nodiscard]] static std::size_t find(std::uint32_t, PositionSetup&, char*) noexcept { return 0; }
    [[nodiscard]] static bool fits(const Position&, std::uint8_t) noexcept { return true; }
    [[nodiscard]] static Verdict judge(std::uint8_t, const GameRecord&, const Position&) noexcept {
        return Verdict::goes_on;
    }
    [[nodiscard]] static Score least(const GameRecord&) noexcept { return 0; }
    [[nodiscard]] static Move reply(std::uint8_t, Purpose, const GameRecord&, std::uint32_t) noexcept { return {}; }
    static constexpr bool turns_sides(std::uint8_t, Seat, std::uint8_t) noexcept { return false; }
};

#endif

}  // namespace stackmate::firmware

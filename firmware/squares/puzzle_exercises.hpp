// Puzzles as exercises (puzzles/puzzles.hpp). A puzzle begins with the move of its number, counted from 1: so the board knows
// after a power cut which one it is.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/mix.hpp"
#include "core/notation/text.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/types.hpp"
#include "puzzles/embedded.hpp"
#include "puzzles/puzzles.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::firmware {

class PuzzleExercises {
public:
    /// Writes the FEN of a puzzle of this rating, 0 to 7, picked at random; at most `max_fen_length` characters. Returns their
    /// number; 0: there is none.
    [[nodiscard, gnu::noinline, gnu::cold]] static std::size_t find(unsigned rating, std::uint32_t random,
                                                                    char* fen) noexcept {
        const unsigned first = table().first(rating), end = table().first(rating + 1);
        puzzles::Puzzle puzzle;
        if (first == end) return 0;
        const unsigned number = first + mix(random) % (end - first);
        if (!table().puzzle(number, puzzle)) return 0;
        char* const move_number = fen + puzzle.position.fen(fen) - 1;  // before the number of its move, 1
        return static_cast<std::size_t>(write_number(move_number, number + 1) - fen);
    }
    /// Whether this is the start of the puzzle of that number.
    [[nodiscard, gnu::noinline, gnu::cold]] static bool fits(const Position& start) noexcept {
        puzzles::Puzzle puzzle;
        return start.fullmove() <= table().count() && table().puzzle(start.fullmove() - 1, puzzle)
               && puzzle.position.key() == start.key();
    }
    /// Of the last of `moves`, which the solver has made. Wrong is another move than the solution's, unless the position that it
    /// leads to is worth `least` of them. Nothing is said after a wrong move that stood.
    [[nodiscard, gnu::noinline, gnu::cold]] static Verdict judge(const Position& start,
                                                                 std::span<const Move> moves) noexcept {
        puzzles::Puzzle puzzle;
        const std::size_t right = agreeing(start, moves, puzzle);
        if (right + 1 < moves.size() || moves.size() > puzzle.length) return Verdict::goes_on;
        return right < moves.size()            ? Verdict::wrong
               : moves.size() == puzzle.length ? Verdict::solved
                                               : Verdict::goes_on;
    }
    /// What the last of `moves` is to be worth if it is not the solution's: a mate, and where the solution mates one as early.
    [[nodiscard, gnu::noinline, gnu::cold]] static Score least(const Position& start,
                                                               std::span<const Move> moves) noexcept {
        puzzles::Puzzle puzzle;
        (void)agreeing(start, moves, puzzle);
        Undo undo;
        for (unsigned i = 0; i < puzzle.length; ++i) puzzle.position.make(puzzle.moves[i], undo);
        return puzzle.position.any_legal_move() ? score_mate_bound
                                                : -mated_in(puzzle.length - static_cast<int>(moves.size()));
    }
    /// The reply to what has been played; none if that is not the solution.
    [[nodiscard, gnu::noinline, gnu::cold]] static Move reply(const Position& start,
                                                              std::span<const Move> moves) noexcept {
        puzzles::Puzzle puzzle;
        const std::size_t right = agreeing(start, moves, puzzle);
        return right == moves.size() && right < puzzle.length ? puzzle.moves[right] : Move{};
    }

private:
    [[nodiscard]] static puzzles::Table table() noexcept { return puzzles::Table{stackmate_puzzles_file}; }
    /// How many of the first moves are the solution's.
    [[nodiscard]] static std::size_t agreeing(const Position& start, std::span<const Move> moves,
                                              puzzles::Puzzle& puzzle) noexcept {
        std::size_t right = 0;
        if (start.fullmove() > table().count() || !table().puzzle(start.fullmove() - 1, puzzle)) return 0;
        while (right < moves.size() && right < puzzle.length && moves[right] == puzzle.moves[right]) ++right;
        return right;
    }
};

}  // namespace stackmate::firmware

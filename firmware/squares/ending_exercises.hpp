// Exercises in endings of three and four men, which are to be won or to be held. The solved endings find them and judge each
// move (firmware/engine/solved.hpp).
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/engine/mix.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/engine/solved.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/position_setup.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

/// By their index in `exercise_names`. The person has White.
class EndingExercises {
public:
    static constexpr bool is_won(std::uint8_t exercise) noexcept { return exercise_names[exercise].starts_with("win"); }

    /// One try, of at most two probes of the endings. Writes the FEN of a position that can be won or held as asked, in which
    /// White cannot capture, and where a move picked at random would spoil it if there is a pawn or it is to be held. At most
    /// `max_fen_length` characters; returns their number, 0 if the try has failed. `board` is scratch.
    [[nodiscard, gnu::noinline, gnu::cold]] static std::size_t find(std::uint8_t exercise, std::uint32_t random,
                                                                    PositionSetup& board, char* fen) noexcept {
        board.clear();
        for (Color side = Color::white; const char man : men_of(exercise)) {
            if (man == 'v') {
                side = Color::black;
                continue;
            }
            random = mix(random + 0x9e3779b9);
            const unsigned square = random >> 26;
            const PieceType type = type_of(man);
            if (board.at(square) != Piece::empty || (type == PieceType::pawn && (square < 8 || square >= 56))) return 0;
            board.put(square, make_piece(side, type));
        }
        const std::size_t size = board.fen(fen);
        Position p;
        return p.read_fen({fen, size}) == FenError::none && p.checker() == Square::none && solved(p) == goal(exercise)
                       && is_sharp(p, exercise, mix(random))
                   ? size
                   : 0;
    }

    /// Whether this may be the start of the exercise: a stored game may belong to another one.
    [[nodiscard]] static bool fits(const Position& start, std::uint8_t exercise) noexcept {
        return start.pieces() + 1 == men_of(exercise).size();
    }

    /// Of White's `m`. `plies`: half moves played, with this one. A win is solved by mate, or when a capture or promotion has
    /// made it another won ending; a draw when it has been held for `held_plies`, or a capture has made it certain.
    [[nodiscard, gnu::noinline, gnu::cold]] static Verdict judge(std::uint8_t exercise, const Position& before, Move m,
                                                                 const Position& after, std::size_t plies) noexcept {
        const Solved can = turned(solved(after));
        if (can < solved(before)) return Verdict::wrong;
        const bool changes = m.promotes() || after.pieces() != before.pieces();
        return can == goal(exercise) && (changes || (!is_won(exercise) && plies >= held_plies)) ? Verdict::solved
                                                                                                : Verdict::goes_on;
    }

private:
    static constexpr std::size_t held_plies = 30;

    static constexpr Solved goal(std::uint8_t exercise) noexcept {
        return is_won(exercise) ? Solved::won : Solved::drawn;
    }
    /// For the other side.
    static constexpr Solved turned(Solved s) noexcept {
        return s == Solved::won ? Solved::lost : s == Solved::lost ? Solved::won : s;
    }
    static constexpr std::string_view men_of(std::uint8_t exercise) noexcept {
        std::string_view name = exercise_names[exercise];
        name.remove_prefix(name.find('-') + 1);
        return name;
    }
    static constexpr PieceType type_of(char man) noexcept {
        return static_cast<PieceType>(std::string_view{"?pnbrqk"}.find(man));
    }
    [[nodiscard]] static bool is_sharp(const Position& p, std::uint8_t exercise, std::uint32_t random) noexcept {
        Move picked{};
        unsigned count = 0;
        Cursor cursor(Square::none);
        while (const Move m = cursor.next(p)) {
            if (!p.legal(m, Square::none)) continue;
            if (p.at(m.to()) != Piece::empty) return false;
            random = mix(random);
            if (random % ++count == 0) picked = m;
        }
        if (!picked) return false;
        if (is_won(exercise) && men_of(exercise).find('p') == std::string_view::npos) return true;
        Position after = p;
        Undo undo;
        after.make(picked, undo);
        return turned(solved(after)) < goal(exercise);
    }
};

}  // namespace stackmate::firmware

// Openings as exercises: the lines of the opening book (core/engine/book.hpp) from the start position. The engine plays by the
// book, and so is the person to.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/book.hpp"
#include "core/engine/mix.hpp"
#include "core/notation/text.hpp"
#include "firmware/game/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

class OpeningExercises {
public:
    /// Writes the FEN of the start position. Returns its length.
    [[nodiscard, gnu::cold]] static std::size_t find(char* fen) noexcept {
        return static_cast<std::size_t>(write_text(fen, Position::start_fen) - fen);
    }
    [[nodiscard, gnu::cold]] static bool fits(const Position& start) noexcept {
        Position usual;
        usual.set_start();
        return start.key() == usual.key();
    }
    /// Of a move, which the solver has made in `before`. Wrong is a move that is not in the book, though others are. The line is
    /// solved when the engine has no reply after which the book knows a move. Nothing is said outside the book.
    [[nodiscard, gnu::noinline, gnu::cold]] static Verdict judge(const Position& before, Move m,
                                                                 const Position& after) noexcept {
        std::array<BookMove, Book::max_moves> memory;
        const auto known = opening_book.moves(before, memory);
        if (known.empty()) return Verdict::goes_on;
        for (const BookMove& move : known)
            if (move.move == m) return reply(after, 0, true) ? Verdict::goes_on : Verdict::solved;
        return Verdict::wrong;
    }
    /// One of the book's moves at random. `goes_on`: only of those after which the book knows a move; none if there are none.
    [[nodiscard, gnu::noinline, gnu::cold]] static Move reply(const Position& p, std::uint32_t random,
                                                              bool goes_on) noexcept {
        std::array<BookMove, Book::max_moves> memory;
        Move chosen;
        unsigned tickets = 0;
        for (const BookMove& move : opening_book.moves(p, memory)) {
            if (goes_on && !answers_after(p, move.move)) continue;
            tickets += move.tickets;
            random = mix(random + 0x9e3779b9);
            if (random % tickets < move.tickets) chosen = move.move;
        }
        return chosen;
    }

private:
    [[nodiscard, gnu::noinline, gnu::cold]] static bool answers_after(Position p, Move m) noexcept {
        Undo undo;
        p.make(m, undo);
        return static_cast<bool>(opening_book.choose(p, 0));
    }
};

}  // namespace stackmate::firmware

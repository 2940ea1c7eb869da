// A position in text for a person at a terminal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/game/game_state.hpp"
#include "core/chess/position.hpp"
#include "core/notation/text.hpp"
#include "firmware/line/opening.hpp"
#include "firmware/line/writer.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

template <hal::Board Board>
class PositionReport : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_number;

public:
    explicit constexpr PositionReport(Board& board) noexcept : Line{board} {}

    /// Writes the board, and what the rules say about the position. `room`: at least `max_fen_length` characters of
    /// memory for the FEN.
    [[gnu::noinline, gnu::cold]] void show(const Position& p, GameState state, std::span<char> room) noexcept {
        for (unsigned rank = 8; rank-- != 0;) {
            char row[] = "1 . . . . . . . .\n";
            row[0] = static_cast<char>('1' + rank);
            for (unsigned file = 0; file < 8; ++file) {
                row[2 + 2 * file] = ".PNBRQK..pnbrqk"[index(p.at(make_square(file, rank)))];
            }
            say({row, sizeof row - 1});
        }
        say("  a b c d e f g h\nFen: ");
        char* const text = room.data();
        say({text, p.fen(text)});
        say("\nKey: ");
        say({text, static_cast<std::size_t>(write_hex(text, p.key()) - text)});
        say("\nCheckers:");
        say_checkers(p);
        OpeningNames<Board>{board_}.tell("\nOpening: ", p);
        say("\nState: ");  // the last line, for programs that wait for it
        say(to_text(state));
        say("\n");
    }

    [[gnu::noinline, gnu::cold]] void evaluation(Score score) noexcept {
        say("Evaluation: ");
        if (score < 0) {
            say("-");
        }
        say_number(static_cast<std::uint32_t>(score < 0 ? -score : score));
        say(" centipawns for the side to move\n");
    }

private:
    [[gnu::cold]] void say_checkers(const Position& p) noexcept {
        const Square king = p.king(p.side());
        for (std::uint32_t slots = p.slots(~p.side()); slots != 0; slots &= slots - 1) {
            const Square from = p.square_of(static_cast<unsigned>(std::countr_zero(slots)));
            const Ray& way = ray(from, king);
            if ((way.attackers & attacker_bit(p.at(from))) != 0 && (way.step == 0 || p.clear(from, king, way.step))) {
                char text[2];
                write_square(text, from);
                say(" ");
                say({text, sizeof text});
            }
        }
    }
};

}  // namespace stackmate::firmware

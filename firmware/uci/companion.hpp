// What a chess board adds to the line's shell.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "core/chess/position.hpp"
#include "core/engine/limits.hpp"

namespace stackmate::firmware {

/// What a chess board adds to the shell; it shares the shell's engine. The shell makes these calls, and none of them
/// blocks:
///
/// `release_engine()`: the shell needs the engine, with the game that it left in it. Whoever has borrowed the engine
/// gives it back before the call returns. Until then the line `stop` does not raise the engine's flag.
/// `spare_game()`: an Engine's Setup that belongs to the shell until it no longer uses the engine.
/// `take_word(word)`, `end_line()`: the words after `board`, one by one, and the end of that line.
/// `show_position(p)`: the PC, which plays through the board, has set up `p`. The position is to be shown on the board,
/// and the sides are claimed for the PC.
/// `ask_person(p, limits)`: the PC asks for the move of the side to move in `p`, made on the board; `limits` are those
/// of its `go`. Returns false if it cannot be asked for.
/// `person_moved()`: that move, once; none before.
/// `forget_person()`: the move is no longer expected.
/// `person_left()`: whether the person has given up the PC's game; returns true once.
/// `note_stand_in(m)`: the PC was given `m` in place of the person's move, and may continue with it.
/// `release_sides()`: the PC no longer plays through the board.
/// `forget_line()`: the session has ended, and what it had begun and claimed is dropped. Returns true if the companion
/// had the line's game and has put the start position in its place.
template <class T>
concept ShellCompanion =
    requires(T companion, std::string_view word, const Position& p, const Limits& limits, Move move) {
        { companion.release_engine() } noexcept -> std::same_as<void>;
        { companion.spare_game() };
        { companion.take_word(word) } noexcept -> std::same_as<void>;
        { companion.end_line() } noexcept -> std::same_as<void>;
        { companion.show_position(p) } noexcept -> std::same_as<void>;
        { companion.ask_person(p, limits) } noexcept -> std::same_as<bool>;
        { companion.person_left() } noexcept -> std::same_as<bool>;
        { companion.note_stand_in(move) } noexcept -> std::same_as<void>;
        { companion.release_sides() } noexcept -> std::same_as<void>;
        { companion.forget_line() } noexcept -> std::same_as<bool>;
        { companion.person_moved() } noexcept -> std::same_as<Move>;
        { companion.forget_person() } noexcept -> std::same_as<void>;
    };

/// The companion of a shell that has only a serial line, and the hosts of that line: does nothing.
struct NoCompanion {
    /// Constructed like a companion.
    template <class... Parts>
    explicit constexpr NoCompanion(Parts&...) noexcept {}

    // ---- what the superloop calls (firmware/table/table.hpp)

    static void start() noexcept {}
    static bool poll(bool) noexcept { return false; }
    static void wake() noexcept {}
    [[nodiscard]] static bool wants_engine_now() noexcept { return false; }
    [[nodiscard]] static bool telling() noexcept { return false; }
    [[nodiscard]] NoCompanion& hosts() noexcept { return *this; }

    // ---- what it calls of the hosts (firmware/hosts/host_at_board.hpp)

    static void reset() noexcept {}
    static void begin() noexcept {}
    [[nodiscard]] static bool speaks() noexcept { return false; }
    [[nodiscard]] static bool busy() noexcept { return false; }
    [[nodiscard]] static bool has_understood() noexcept { return false; }
    [[nodiscard]] static bool holds_back() noexcept { return false; }
    template <class Pass>
    static bool take(char c, std::uint32_t, Pass&& pass) noexcept {
        pass(c);
        return false;
    }

    // ---- what the shell calls

    static void release_engine() noexcept {}
    static void take_word(std::string_view) noexcept {}
    static void end_line() noexcept {}
    [[nodiscard]] static bool forget_line() noexcept { return false; }
};

}  // namespace stackmate::firmware

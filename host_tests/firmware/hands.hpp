// Hands over a chess board, whatever is under it: a controller, the whole firmware or another game.
#pragma once

#include "firmware/play/controller.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace stackmate::firmware::test {

using namespace stackmate::test;

inline unsigned square(std::string_view name) { return index64(square_from_text(name)); }
inline SquareSet squares(std::initializer_list<std::string_view> names) {
    SquareSet set = 0;
    for (const std::string_view name : names) set |= SquareSet{1} << square(name);
    return set;
}
inline constexpr SquareSet start_board = 0xffff'0000'0000'ffff;
inline constexpr SquareSet saved_board = 0xffef'0010'1000'efff;  ///< after 1. e4 e5

inline SquareSet lit_with(const Controller& game, Light light) {
    SquareSet set = 0;
    for (unsigned i = 0; i < 64; ++i)
        if (game.light(i) == light) set |= SquareSet{1} << i;
    return set;
}
/// Everything that is lit, "e2 move_from, e4 move_to".
inline std::string picture_of(const Controller& game) {
    std::string text;
    for (unsigned i = 0; i < 64; ++i) {
        if (game.light(i) == Light::dark) continue;
        char name[2];
        write_square(name, from_index64(i));
        if (!text.empty()) text += ", ";
        text += std::string(name, 2) + " " + std::string(style_of(game.light(i)).name);
    }
    return text;
}

struct Hands {
    virtual ~Hands() = default;

    /// The squares that pieces stand on. In `wait` the sensors see them.
    [[nodiscard]] virtual SquareSet& standing() = 0;
    virtual void wait(std::uint32_t ms) = 0;
    virtual void hold_down(std::uint8_t buttons) = 0;  ///< these and no others are down

    void put(SquareSet set, std::uint32_t ms = 400) {
        standing() = set;
        wait(ms);
    }
    void lift(std::string_view from, std::uint32_t ms = 60) {
        EXPECT_NE(standing() >> square(from) & 1, 0u) << from << " is empty";
        put(standing() & ~squares({from}), ms);
    }
    void place(std::string_view to, std::uint32_t ms = 400) {
        EXPECT_EQ(standing() >> square(to) & 1, 0u) << to << " is occupied";
        put(standing() | squares({to}), ms);
    }
    void flip(unsigned n, std::uint32_t ms = 150) { put(standing() ^ SquareSet{1} << n, ms); }
    void tap(unsigned n) {
        flip(n, 80);
        flip(n, 520);
    }
    void tap(std::string_view name) { tap(square(name)); }
    void press(std::uint8_t buttons, std::uint32_t ms = 80) {
        hold_down(buttons);
        wait(ms);
        hold_down(0);
        wait(30);
    }
};

/// They play chess.
struct ChessHands : Hands {
    [[nodiscard]] virtual const Position& game_position() const = 0;

    /// As a person does it: a captured piece goes first, the rook follows the king.
    void make(Move m, std::uint32_t rest = 400) {
        const Footprint f = footprint(game_position(), m);
        const SquareSet from = square_set(m.from()), to = square_set(m.to());
        put(standing() & ~from, 50);
        if (m.castles()) {  // both are in the air together
            const SquareSet rook = square_set(game_position().castling_rook(Position::right_of(m)));
            const SquareSet both = from | rook;
            put(standing() & ~both, 50);
            return put(f.after(standing() | both), rest);
        }
        if (f.taken != 0) return put(standing() & ~to, 50), put(standing() | to, rest);
        put(standing() | to, 50);
        put(f.after(standing() | from), rest);
    }
    /// Legal or not.
    void move(std::string_view text, std::uint32_t rest = 400) {
        make(Move(square_from_text(text.substr(0, 2)), square_from_text(text.substr(2, 2))), rest);
    }
};

}  // namespace stackmate::firmware::test

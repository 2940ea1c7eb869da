// Who wins a position of three or four men: reads the packed endings where they lie, in some 700 bytes of stack. Castling rights
// are ignored.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "endings/material.hpp"
#include "endings/packed.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::endings {

inline Place place_of(const Position& p) {
    Man men[4]{};
    unsigned count = 0;
    for (const Square s : p.squares_of(p.slots()))
        men[count++] = {type_of(p.at(s)), color_of(p.at(s)), static_cast<std::uint8_t>(index64(s))};
    return place(men, count, p.side());
}

/// The file of packed endings: for each ending and side to move where it begins (32 bits, 0 if it is left out), then these.
/// Of each ending at least one side is there, and both of three men.
class Table {
public:
    static constexpr unsigned header = ending_count * 2 * 4;
    static constexpr unsigned lost = 0, drawn = 1, won = 2;

    explicit Table(const std::uint8_t* data) : data_(data) {}

    /// The result to the side to move. There are three or four men, and the position is legal.
    [[nodiscard]] unsigned probe(const Position& position) const;

    struct Found {
        std::uint32_t at = 0;  ///< 0: the table is silent
        Place place{};
    };
    [[nodiscard]] Found find(const Position& p) const {
        Found found{0, place_of(p)};
        Place& place = found.place;
        found.at = start(place);
        const Material m = all_endings[place.ending];
        if (found.at != 0 || !m.shared || m.first != m.second) return found;
        // The same with the colours exchanged.
        const auto flipped = [&](unsigned man) { return static_cast<std::uint8_t>(place.men[man] ^ 56u); };
        place.men = {flipped(1), flipped(0), flipped(3), flipped(2)};
        place.side = ~place.side;
        found.at = start(place);
        return found;
    }

private:
    struct Frame {
        Undo undo;
        Cursor cursor;
        Move move;
        std::uint8_t best = lost;
        bool captures_only = false;
    };
    /// A promotion, another promotion, a move, a capture, a capture.
    static constexpr unsigned deepest = 6;

    [[nodiscard]] std::uint32_t start(const Place& place) const {
        const std::uint8_t* at = data_ + 8 * place.ending + 4 * index(place.side);
        return at[0] | static_cast<std::uint32_t>(at[1]) << 8 | static_cast<std::uint32_t>(at[2]) << 16
               | static_cast<std::uint32_t>(at[3]) << 24;
    }
    /// What is known before any move is made. True if moves have to be tried.
    bool enter(const Position& p, Frame& frame) const;
    static bool any_move_but_en_passant(const Position& p);

    const std::uint8_t* data_;
};

inline bool Table::any_move_but_en_passant(const Position& p) {
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p))
        if (p.legal(m, checker) && (m.to() != p.en_passant() || p.type_at(m.from()) != PieceType::pawn)) return true;
    return false;
}

inline bool Table::enter(const Position& p, Frame& frame) const {
    frame.best = drawn;
    if (p.pieces() == 2) return false;
    const Found found = find(p);
    frame.cursor = Cursor(p.checker());
    frame.captures_only = found.at != 0;
    if (frame.captures_only) {
        frame.best = lost;
        if (p.en_passant() == Square::none || any_move_but_en_passant(p)) {
            const Packed packed(data_ + found.at, found.place.ending);
            frame.best =
                static_cast<std::uint8_t>(packed.result(standard(all_endings[found.place.ending], found.place.men)));
        }
        return frame.best != won;
    }
    frame.best = p.any_legal_move() || frame.cursor.checker() != Square::none ? lost : drawn;
    return true;
}

// Where the table is silent all moves are tried. Where it speaks, a capture may still be better, and a promotion may not.
inline unsigned Table::probe(const Position& position) const {
    Position p = position;
    std::array<Frame, deepest> frames{};
    unsigned ply = 0;
    bool tries = enter(p, frames[0]);
    for (;;) {
        Frame& frame = frames[ply];
        const Move m = !tries ? Move{} : frame.captures_only ? frame.cursor.next_noisy(p) : frame.cursor.next(p);
        if (m) {
            if ((frame.captures_only && m.promotes()) || !p.legal(m, frame.cursor.checker())) continue;
            frame.move = m;
            p.make(m, frame.undo);
            tries = enter(p, frames[++ply]);
            continue;
        }
        if (ply == 0) return frame.best;
        Frame& parent = frames[--ply];
        p.unmake(parent.move, parent.undo);
        const auto value = static_cast<std::uint8_t>(won - frame.best);
        if (value > parent.best) parent.best = value;
        tries = parent.best != won;
    }
}

}  // namespace stackmate::endings

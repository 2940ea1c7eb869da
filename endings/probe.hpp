// Who wins a position of three or four men: reads the packed endings where they lie. Castling rights are ignored.
#pragma once

#include "core/chess/position.hpp"
#include "endings/features.hpp"
#include "endings/material.hpp"
#include "endings/packed.hpp"
#include "endings/packed_file.hpp"

#include <array>
#include <bit>
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

/// The file of packed endings: its head (endings/packed_file.hpp); for each ending and side to move where it begins (32 bits, 0 if it is left out), then these. Of each ending at least one
/// side is there, and both of three men.
class Table {
public:
    static constexpr std::uint32_t format = 'S' | 'm' << 8 | 'E' << 16 | 1u << 24;
    static constexpr unsigned head = packed_file::head, header = head + ending_count * 2 * 4;
    static constexpr unsigned lost = 0, drawn = 1, won = 2;

    constexpr explicit Table(const std::uint8_t* data) : data_(data) {}

    /// Is that a file of this format, and as it was written?
    [[nodiscard]] static constexpr bool sound(const std::uint8_t* data) {
        return packed_file::sound(data, format, header);
    }

    /// The result to the side to move. There are three or four men, and the position is legal.
    [[nodiscard]] unsigned probe(const Position& position) const {
        return probe(place_of(position), position.en_passant() != Square::none);
    }
    /// `passing`: the enemy's pawn has just made a double step.
    [[nodiscard]] unsigned probe(const Place& place, bool passing) const;

private:
    static constexpr unsigned nobody = 4;

    struct Step {
        unsigned man = 0, to = 0, captured = nobody;
        PieceType becomes = PieceType::none;
    };
    /// A position whose moves are tried one by one.
    struct Frame {
        const Material* material;
        Men men;
        Color side;
        std::uint8_t ending, best, enough;
        bool passing, captures_only, moved;
        // The moves that are left: those of `man` to `targets`, then those of the men before it.
        std::uint8_t man;
        PieceType becomes;
        Bits targets;
    };
    /// A promotion, another promotion, a move, a capture, a capture.
    static constexpr unsigned deepest = 6;

    [[nodiscard]] std::uint32_t start(unsigned ending, Color side) const {
        return packed_file::word(data_ + head + 8 * ending + 4 * index(side));
    }
    /// What is known before any move is made. True if moves have to be tried.
    bool enter(const Place& place, bool passing, unsigned enough, Frame& f) const;
    static void begin(Frame& f, bool captures_only) {
        f.captures_only = captures_only;
        f.man = static_cast<std::uint8_t>(f.material->men());
        f.targets = 0;
    }
    static Bits targets(const Frame& f, Features& features);
    static bool leaves_check(const Frame& f, const Step& step);
    static bool next(Frame& f, Step& step);
    static Place after(const Frame& f, const Step& step);

    const std::uint8_t* data_;
};

inline Bits Table::targets(const Frame& f, Features& features) {
    const unsigned man = f.man;
    Bits own = 0, enemy = 0;
    for (unsigned i = 0; i < f.material->men(); ++i) (f.material->color(i) == f.side ? own : enemy) |= bit(f.men[i]);
    if (f.material->type(man) != PieceType::pawn) {
        const Bits found = features.seen(man) & (f.captures_only ? enemy : ~own);
        return man < 2 && found != 0 ? found & ~features.seen_without(~f.side, man) : found;
    }
    Bits found = features.seen(man);
    const bool white = f.side == Color::white;
    const unsigned other = 5 - man;
    const bool passes = f.passing && f.men[man] / 8 == f.men[other] / 8;
    found &= passes ? enemy | bit(white ? f.men[other] + 8u : f.men[other] - 8u) : enemy;
    if (f.captures_only) return found;
    const Bits one = bit(white ? f.men[man] + 8u : f.men[man] - 8u) & ~(own | enemy);
    found |= one;
    if (one != 0 && f.men[man] / 8 == (white ? 1 : 6))
        found |= bit(white ? f.men[man] + 16u : f.men[man] - 16u) & ~(own | enemy);
    return found;
}

/// Of a man that is no king.
inline bool Table::leaves_check(const Frame& f, const Step& step) {
    const unsigned king = f.side == Color::white ? 0 : 1;
    const Bits occupied = (occupied_by(*f.material, f.men) & ~bit(f.men[step.man])) | bit(step.to);
    for (unsigned i = 2; i < f.material->men(); ++i)
        if (f.material->color(i) != f.side && i != step.captured
            && has(attacked_by(f.material->type(i), ~f.side, f.men[i], occupied), f.men[king]))
            return true;
    return false;
}

/// The next legal move. A pawn that promotes makes four.
inline bool Table::next(Frame& f, Step& step) {
    for (;;) {
        while (f.targets == 0) {
            do {
                if (f.man == 0) return false;
            } while (f.material->color(--f.man) != f.side);
            Features features(*f.material, f.men);
            f.targets = targets(f, features);
            f.becomes = PieceType::queen;
        }
        step = {f.man, static_cast<unsigned>(std::countr_zero(f.targets)), nobody, PieceType::none};
        const bool pawn = f.material->type(f.man) == PieceType::pawn, promotes = pawn && (step.to < 8 || step.to >= 56);
        if (promotes) step.becomes = f.becomes;
        if (promotes && f.becomes != PieceType::knight) {
            f.becomes = static_cast<PieceType>(index(f.becomes) - 1);
        } else {
            f.targets &= f.targets - 1;
            f.becomes = PieceType::queen;
        }
        if (promotes && f.captures_only) continue;
        for (unsigned i = 0; i < f.material->men(); ++i)
            if (f.men[i] == step.to) step.captured = i;
        if (pawn && step.captured == nobody && (step.to ^ f.men[f.man]) % 8 != 0) step.captured = 5u - f.man;
        if (f.man < 2 || !leaves_check(f, step)) return true;
    }
}

inline Place Table::after(const Frame& f, const Step& step) {
    if (step.captured == nobody && step.becomes == PieceType::none) {
        Place place{f.ending, f.men, ~f.side};
        place.men[step.man] = static_cast<std::uint8_t>(step.to);
        return place;
    }
    Man men[4]{};
    unsigned count = 0;
    for (unsigned i = 0; i < f.material->men(); ++i) {
        if (i == step.captured) continue;
        const bool moves = i == step.man;
        men[count++] = {moves && step.becomes != PieceType::none ? step.becomes : f.material->type(i),
                        f.material->color(i), moves ? static_cast<std::uint8_t>(step.to) : f.men[i]};
    }
    return place(men, count, ~f.side);
}

inline bool Table::enter(const Place& place, bool passing, unsigned enough, Frame& f) const {
    f.best = drawn;
    if (place.ending == ending_count) return false;
    f.material = &all_endings[place.ending];
    f.men = place.men;
    f.side = place.side;
    std::uint32_t at = start(place.ending, f.side);
    if (at == 0 && f.material->shared && f.material->first == f.material->second) {
        // The same with the colours exchanged.
        const auto flipped = [&](unsigned man) { return static_cast<std::uint8_t>(place.men[man] ^ 56u); };
        f.men = {flipped(1), flipped(0), flipped(3), flipped(2)};
        f.side = ~f.side;
        at = start(place.ending, f.side);
    }
    f.men = standard(*f.material, f.men);
    f.ending = static_cast<std::uint8_t>(place.ending);
    f.enough = static_cast<std::uint8_t>(enough);
    f.passing = passing;
    f.moved = true;
    f.best = lost;
    if (at == 0) {
        begin(f, false);
        f.moved = false;
        return true;
    }
    // Where en passant is possible there is always another move, so the table's result is right but for that capture.
    begin(f, true);
    f.best = static_cast<std::uint8_t>(Packed(data_ + at, place.ending).result(f.men));
    return f.best < enough;
}

// Where the table is silent all moves are tried. Where it speaks, a capture may still be better, and a promotion may not.
inline unsigned Table::probe(const Place& place, bool passing) const {
    std::array<Frame, deepest> frames;
    unsigned ply = 0;
    Step step;
    bool tries = enter(place, passing, won, frames[0]);
    for (;;) {
        Frame& f = frames[ply];
        if (tries && next(f, step)) {
            f.moved = true;
            const bool passes = f.material->type(step.man) == PieceType::pawn && step.captured == nobody
                                && (step.to ^ f.men[step.man]) == 16 && f.material->first == PieceType::pawn
                                && f.material->shared;
            tries = enter(after(f, step), passes, won - f.best, frames[++ply]);
            continue;
        }
        if (tries && !f.moved) {
            Features features(*f.material, f.men);
            const unsigned king = f.side == Color::white ? 0 : 1;
            const bool checked = has(features.seen_without(~f.side, king), f.men[king]);
            f.best = static_cast<std::uint8_t>(checked ? lost : drawn);
        }
        if (ply == 0) return f.best;
        Frame& parent = frames[--ply];
        const auto value = static_cast<std::uint8_t>(won - f.best);
        if (value > parent.best) parent.best = value;
        tries = parent.best < parent.enough;
    }
}

}  // namespace stackmate::endings

// Move generation with a cursor of a few bytes. It can stop after any move and go on later, so a search needs no move list.
// Captures come by victim, the most valuable first, and for each victim by the least valuable attacker first (MVV/LVA), without
// sorting. `generate_quiets` yields all quiet moves of a node at once, for searches that sort them.
#pragma once

#include "core/chess/bits.hpp"
#include "core/chess/position.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// The slots of the pieces that may be captured, one bit each: all of them.
inline constexpr std::uint32_t all_victims = ~0u;

/// Yields every legal move of a position once, and some pseudo-legal ones that are not legal. In check those are only moves
/// of the king, moves of pinned pieces and promotions. The position must be the same at every call (moves made in between
/// have been unmade). Six bytes, part of the ply frame.
class Cursor {
public:
    /// `hash_move` and `killers` are for a move picker. By itself a cursor begins with `captures` and skips `killers`. It is at
    /// `captures` until it has looked for victims, and at `taking` while there are any.
    enum class Stage : std::uint8_t {
        hash_move,
        captures,
        taking,
        queening,
        killers,
        castling,
        quiets,
        underpromotions,
        done,
    };

    constexpr Cursor() = default;
    /// `checker` is what `Position::checker` says.
    constexpr explicit Cursor(Square checker, Stage first = Stage::captures) : checker_(checker) { skip_to(first); }

    /// The next move, or none if there are no more.
    Move next(const Position& p) {
        if (stage_ <= Stage::queening)
            if (const Move m = next_noisy(p)) return m;
        return next_quiet(p);
    }
    /// The next capture or promotion to a queen. If there are no more, none, and `stage` is `killers`.
    Move next_noisy(const Position& p) { return next_noisy(p, all_victims); }
    /// Only captures of the slots in `wanted`, and en passant only if that is `all_victims`. `wanted` counts only at the stage
    /// `captures`, when the victims are found.
    Move next_noisy(const Position& p, std::uint32_t wanted);
    /// The next of all other moves. `checks_only`: moves that do not attack the enemy king from their target square may be left
    /// out. Not in check.
    Move next_quiet(const Position& p, bool checks_only = false);

    [[nodiscard]] constexpr Stage stage() const { return stage_; }
    [[nodiscard]] constexpr Square checker() const { return checker_; }
    /// At the stage `killers`: 0, 1, 2 ...
    constexpr unsigned step() { return next_++; }
    constexpr void skip_to(Stage stage) {
        stage_ = stage;
        if (stage == Stage::quiets)
            quiet_ = {all_slots, 0, Square::none};
        else
            next_ = 0;
    }

private:
    /// At `taking`. Slots are counted from 0 on each side.
    struct Taking {
        std::uint16_t victims;  ///< still to come, one bit each; the king's bit is for the pawn to take en passant
        std::uint8_t victim;    ///< the bit of the current victim
        std::uint8_t attacker;  ///< attackers below it are still to come: two pawns beside the victim, then slots
    };
    static constexpr unsigned passed_pawn = 0;
    static constexpr unsigned east_pawn = 16, west_pawn = 17, all_attackers = 18;
    /// At `quiets`.
    struct Quiet {
        std::uint8_t slot;       ///< of the piece that moves; slots below it are still to come
        std::uint8_t direction;  ///< of its next move
        Square reached;          ///< the last square of a slider's walk; none: it has not begun
    };
    static constexpr std::uint8_t all_slots = 32;
    static constexpr std::uint32_t below(unsigned slot) { return slot == all_slots ? ~0u : (1u << slot) - 1; }

    void find_victims(const Position& p, std::uint32_t wanted);
    void begin_victim(const Position& p);
    bool begin_slot(const Position& p, bool checks_only);
    Move next_capture(const Position& p);
    Move next_push_to_queen(const Position& p);
    Move next_castling(const Position& p);
    Move next_slot_quiet(const Position& p, bool checks_only);
    Move next_underpromotion(const Position& p);

    Stage stage_ = Stage::captures;
    Square checker_ = Square::none;
    union {
        std::uint8_t next_ = 0;  ///< at other stages: the number of the next move to try
        Taking taking_;
        Quiet quiet_;
    };
};
static_assert(sizeof(Cursor) == 6, "part of every ply frame: see docs/BUDGETS.md");

/// The castling move of the side to move, or none if it has no right to it or cannot castle now. Not in check.
inline Move castling_move(const Position& p, bool is_short) {
    const bool white = p.side() == Color::white;
    const Castling right = white ? (is_short ? white_short : white_long) : (is_short ? black_short : black_long);
    if (!p.can_castle(right)) return {};
    if (p.castles_as_chess960()) return Move::castling(p.king(p.side()), make_square(is_short ? 6 : 2, white ? 0 : 7));
    const Square k = white ? Square::e1 : Square::e8;
    return Move(k, static_cast<Square>(is_short ? index(k) + 2 : index(k) - 2));
}

/// The slots of the side to move whose quiet moves may be legal. In check, only the king's if nothing can be interposed.
inline std::uint32_t quiet_movers(const Position& p, Square checker) {
    if (checker == Square::none) return p.slots(p.side());
    if (checker != Position::double_check && p.has_room_between(checker)) return p.slots(p.side());
    return p.slots(p.side(), PieceType::king);
}

/// Calls `sink(move)` for every move that is neither a capture nor a promotion to a queen. It returns the sink, so that a
/// counter in it can stay in a register. `checks_only` as for `Cursor::next_quiet`.
template <class Sink>
inline Sink generate_quiets(const Position& p, Square checker, Sink sink, bool checks_only = false) {
    const Color us = p.side();
    if (!checks_only && checker == Square::none && p.castling() != 0)
        for (const bool is_short : {true, false})
            if (const Move m = castling_move(p, is_short)) sink(m);
    const int forward = pawn_step(us);
    for (const Square from : p.squares_of(quiet_movers(p, checker))) {
        const unsigned origin = index(from);
        const PieceType type = p.type_at(from);
        if (checks_only && !may_come_to_attack(type, us, from, p.king(~us))) continue;
        const bool interposing = checker != Square::none && type != PieceType::king;
        if (interposing && !p.may_interpose(from, checker)) continue;
        const auto yield = [&](unsigned to) __attribute__((always_inline)) {
            if (!interposing || p.interposes(static_cast<Square>(to), checker))
                sink(Move(from, static_cast<Square>(to)));
        };
        const auto walk = [&](unsigned first, unsigned last) __attribute__((always_inline)) {
            for (unsigned d = first; d < last; ++d) {
                const unsigned step = static_cast<unsigned>(static_cast<int>(king_steps[d]));
                for (unsigned to = origin + step; p.empty(to); to += step) yield(to);
            }
        };
        const auto hop = [&](const std::array<std::int8_t, 8>& steps) __attribute__((always_inline)) {
            for (const int step : steps)
                if (const unsigned to = origin + static_cast<unsigned>(step); p.empty(to)) yield(to);
        };
        switch (type) {
        case PieceType::pawn: {
            const unsigned to = origin + static_cast<unsigned>(forward);
            const unsigned rank = relative_rank(us, from);
            if (rank == 6 || !p.empty(to)) break;
            yield(to);
            if (const unsigned two = to + static_cast<unsigned>(forward); rank == 1 && p.empty(two)) yield(two);
            break;
        }
        case PieceType::knight: hop(knight_steps); break;
        case PieceType::bishop: walk(4, 8); break;
        case PieceType::rook: walk(0, 4); break;
        case PieceType::queen: walk(0, 8); break;
        case PieceType::king: hop(king_steps); break;
        case PieceType::none: break;
        }
    }
    if (checks_only || checker == Position::double_check) return sink;
    Cursor rest(checker, Cursor::Stage::underpromotions);
    while (const Move m = rest.next_quiet(p)) sink(m);
    return sink;
}

}  // namespace stackmate

#include "core/chess/movegen.hpp"

namespace stackmate {

inline void Cursor::find_victims(const Position& p, std::uint32_t wanted) {
    const std::uint32_t targets = checker_ == Square::none ? p.targets(wanted) : p.evasion_targets(checker_);
    const bool passed = p.en_passant() != Square::none && wanted == all_victims;
    const std::uint32_t victims = targets >> (16 * index(~p.side())) | (passed ? 1u << passed_pawn : 0u);
    stage_ = Stage::taking;
    taking_ = {static_cast<std::uint16_t>(victims), 0, 0};
}

inline void Cursor::begin_victim(const Position& p) {
    // Slots are in order of value, except those of promoted pawns. Promoted queens must come first, en passant last.
    std::uint32_t left = taking_.victims;
    if (left != 1u << passed_pawn) {
        left &= ~(1u << passed_pawn);
        const std::uint32_t queens = left & p.slots(PieceType::queen) >> (16 * index(~p.side()));
        if (queens != 0) left = queens;
    }
    taking_.victims = static_cast<std::uint16_t>(taking_.victims & ~(left & -left));
    taking_.victim = static_cast<std::uint8_t>(lowest_bit(left));
    taking_.attacker = all_attackers;
}

[[gnu::always_inline]] inline Move Cursor::next_capture(const Position& p) {
    const Color us = p.side();
    for (;;) {
        if (taking_.attacker == 0) {
            if (taking_.victims == 0) return {};
            begin_victim(p);
        }
        const unsigned victim = taking_.victim;
        const Square to = victim == passed_pawn ? p.en_passant() : p.square_of(16 * index(~us) + victim);
        // In check only the king captures pieces other than the checker. The checker may be a pawn to take en passant.
        const bool king_only =
            checker_ != Square::none && to != checker_ && (victim != passed_pawn || checker_ == Position::double_check);
        unsigned attacker = taking_.attacker;
        if (!king_only) {
            const unsigned behind = index(to) - static_cast<unsigned>(pawn_step(us));
            while (attacker > east_pawn) {
                const unsigned from = --attacker == west_pawn ? behind - 1 : behind + 1;
                if (!p.pawn_at(from, us)) continue;
                taking_.attacker = static_cast<std::uint8_t>(attacker);
                const auto origin = static_cast<Square>(from);
                return relative_rank(us, to) == 7 ? Move(origin, to, PieceType::queen) : Move(origin, to);
            }
        }
        if (victim != passed_pawn) {
            std::uint32_t left = p.slots(us) & ~p.slots(PieceType::pawn);
            if (king_only) left = p.slots(us, PieceType::king);
            if (attacker < 16) left &= ((1u << attacker) - 1) << (16 * index(us));
            if (const unsigned slot = p.attacker_among(left, to); slot != Position::no_slot) {
                taking_.attacker = static_cast<std::uint8_t>(slot & 15u);
                return Move(p.square_of(slot), to);
            }
        }
        taking_.attacker = 0;
    }
}

Move Cursor::next_noisy(const Position& p, std::uint32_t wanted) {
    if (stage_ == Stage::captures) find_victims(p, wanted);
    if (stage_ == Stage::taking) {
        if (const Move m = next_capture(p)) return m;
        skip_to(Stage::queening);
    }
    if (stage_ == Stage::queening) {
        if (const Move m = next_push_to_queen(p)) return m;
        skip_to(Stage::killers);
    }
    return {};
}

Move Cursor::next_push_to_queen(const Position& p) {
    const Color us = p.side();
    const unsigned rank = us == Color::white ? 0x60u : 0x10u;
    const unsigned forward = static_cast<unsigned>(pawn_step(us));
    if (next_ == 0 && (checker_ == Position::double_check || !p.pawn_may_promote())) return {};
    while (next_ < 8) {
        const unsigned from = rank + next_++;
        if (p.pawn_at(from, us) && p.empty(from + forward))
            return Move(static_cast<Square>(from), static_cast<Square>(from + forward), PieceType::queen);
    }
    return {};
}

Move Cursor::next_castling(const Position& p) {
    if (checker_ != Square::none) return {};
    while (next_ < 2)
        if (const Move m = castling_move(p, next_++ == 0)) return m;
    return {};
}

bool Cursor::begin_slot(const Position& p, bool checks_only) {
    std::uint32_t left = quiet_movers(p, checker_) & below(quiet_.slot);
    for (;; left &= below(quiet_.slot)) {
        if (left == 0) return false;
        quiet_.slot = static_cast<std::uint8_t>(highest_bit(left));
        if (checks_only) {
            const Square from = p.square_of(quiet_.slot);
            if (may_come_to_attack(p.type_at(from), p.side(), from, p.king(~p.side()))) break;
            continue;
        }
        if (checker_ == Square::none || quiet_.slot == 16 * index(p.side())) break;
        if (p.may_interpose(p.square_of(quiet_.slot), checker_)) break;
    }
    quiet_.direction = 0;
    quiet_.reached = Square::none;
    return true;
}

[[gnu::always_inline]] inline Move Cursor::next_slot_quiet(const Position& p, bool checks_only) {
    // A piece whose moves have begun is finished before the slots below it.
    if (quiet_.slot == all_slots && !begin_slot(p, checks_only)) return {};
    do {
        const Square from = p.square_of(quiet_.slot);
        unsigned direction = quiet_.direction;
        const PieceType type = p.type_at(from);
        const bool interposing = checker_ != Square::none && type != PieceType::king;
        const auto possible = [&](unsigned to) {
            return !interposing || p.interposes(static_cast<Square>(to), checker_);
        };
        switch (type) {
        case PieceType::pawn: {
            const unsigned forward = static_cast<unsigned>(pawn_step(p.side()));
            const unsigned rank = relative_rank(p.side(), from);
            const unsigned one = index(from) + forward;
            if (direction > 1 || rank == 6 || !p.empty(one)) break;
            quiet_.direction = 1;
            if (direction == 0 && possible(one)) return Move(from, static_cast<Square>(one));
            quiet_.direction = 2;
            if (rank == 1 && p.empty(one + forward) && possible(one + forward))
                return Move(from, static_cast<Square>(one + forward));
            break;
        }
        case PieceType::knight:
        case PieceType::king: {
            const auto& steps = type == PieceType::king ? king_steps : knight_steps;
            while (direction < 8) {
                const unsigned to = index(from) + static_cast<unsigned>(static_cast<int>(steps[direction++]));
                if (!p.empty(to) || !possible(to)) continue;
                quiet_.direction = static_cast<std::uint8_t>(direction);
                return Move(from, static_cast<Square>(to));
            }
            break;
        }
        default: {
            const unsigned last = type == PieceType::rook ? 4 : 8;
            if (type == PieceType::bishop && direction < 4) direction = 4;
            unsigned here = index(quiet_.reached == Square::none ? from : quiet_.reached);
            while (direction < last) {
                const unsigned to = here + static_cast<unsigned>(static_cast<int>(king_steps[direction]));
                if (!p.empty(to)) {
                    ++direction;
                    here = index(from);
                    continue;
                }
                here = to;
                if (!possible(to)) continue;
                quiet_.direction = static_cast<std::uint8_t>(direction);
                quiet_.reached = static_cast<Square>(to);
                return Move(from, static_cast<Square>(to));
            }
            break;
        }
        }
    } while (begin_slot(p, checks_only));
    return {};
}

Move Cursor::next_underpromotion(const Position& p) {
    // next_ counts files times target (push, two captures) times piece (rook, bishop, knight)
    const Color us = p.side();
    const unsigned rank = us == Color::white ? 0x60u : 0x10u;
    if (next_ == 0 && (checker_ == Position::double_check || !p.pawn_may_promote())) return {};
    while (next_ < 8 * 9) {
        const unsigned from = rank + next_ / 9u;
        const unsigned target = next_ % 9u / 3;
        const unsigned aside = target == 1 ? ~0u : target == 2 ? 1u : 0u;
        const unsigned to = from + static_cast<unsigned>(pawn_step(us)) + aside;
        const bool possible = p.pawn_at(from, us) && on_board(to)
                              && (target == 0 ? p.empty(to) : !p.empty(to) && color_of(p.at(to)) != us);
        if (!possible) {
            next_ = static_cast<std::uint8_t>(next_ + 3);
            continue;
        }
        const auto piece = static_cast<PieceType>(index(PieceType::rook) - next_++ % 3u);
        return Move(static_cast<Square>(from), static_cast<Square>(to), piece);
    }
    return {};
}

Move Cursor::next_quiet(const Position& p, bool checks_only) {
    if (stage_ <= Stage::castling) {
        if (stage_ != Stage::castling) skip_to(Stage::castling);
        if (p.castling() != 0)
            if (const Move m = next_castling(p)) return m;
        skip_to(Stage::quiets);
    }
    if (stage_ == Stage::quiets) {
        if (const Move m = next_slot_quiet(p, checks_only)) return m;
        skip_to(Stage::underpromotions);
    }
    if (stage_ == Stage::underpromotions) {
        if (const Move m = next_underpromotion(p)) return m;
        skip_to(Stage::done);
    }
    return {};
}

}  // namespace stackmate

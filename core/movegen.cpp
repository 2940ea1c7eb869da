#include "core/movegen.hpp"

namespace stackmate {

Move Cursor::next_noisy(const Position& p, std::uint32_t wanted) {
    if (stage_ == Stage::captures) {
        if (const Move m = next_capture(p, wanted)) return m;
        skip_to(Stage::queening);
    }
    if (stage_ == Stage::queening) {
        if (const Move m = next_push_to_queen(p)) return m;
        skip_to(Stage::killers);
    }
    return {};
}

Move Cursor::next_quiet(const Position& p) {
    if (stage_ == Stage::killers) skip_to(Stage::castling);
    if (stage_ == Stage::castling) {
        if (const Move m = next_castling(p)) return m;
        skip_to(Stage::quiets);
    }
    if (stage_ == Stage::quiets) {
        if (const Move m = next_slot_quiet(p)) return m;
        skip_to(Stage::underpromotions);
    }
    if (stage_ == Stage::underpromotions) {
        if (const Move m = next_underpromotion(p)) return m;
        skip_to(Stage::done);
    }
    return {};
}

bool Cursor::next_victim(const Position& p, std::uint32_t wanted) {
    // Bit n of rest_: the opponent's slot n is attacked and has not been taken yet. The king's bit, the lowest, stands
    // for the pawn that can be taken en passant, which comes last.
    const unsigned first_slot = 16 * index(~p.side());
    if (step_ == first_victim) {
        const std::uint32_t targets = checker_ == Square::none ? p.targets(wanted) : p.evasion_targets(checker_);
        const bool passed = p.en_passant() != Square::none && wanted == all_victims;
        rest_ = static_cast<std::uint16_t>(targets >> first_slot | (passed ? 1u : 0u));
    }
    if (rest_ == 0) return false;
    slot_ = west_pawn;
    if (rest_ == 1) {
        rest_ = 0;
        step_ = en_passant_victim;
        return true;
    }
    // Slots go by value, but for promoted pawns: queens among them must not wait.
    const std::uint32_t left = (rest_ & ~1u) << first_slot;
    const std::uint32_t queens = left & p.slots(PieceType::queen);
    step_ = static_cast<std::uint8_t>(std::countr_zero(queens != 0 ? queens : left));
    rest_ = static_cast<std::uint16_t>(rest_ & ~(1u << (step_ - first_slot)));
    return true;
}

Move Cursor::next_capture(const Position& p, std::uint32_t wanted) {
    const Color us = p.side();
    if (step_ == first_victim && !next_victim(p, wanted)) return {};
    do {
        const Square to = step_ == en_passant_victim ? p.en_passant() : p.square_of(step_);
        const unsigned behind = index(to) - static_cast<unsigned>(pawn_step(us));
        // In check the king alone takes others than the checker; the checker may be a pawn that has just passed.
        const bool king_only =
            checker_ != Square::none && to != checker_ && (step_ != en_passant_victim || checker_ == Position::several);
        if (king_only && slot_ > all_slots) slot_ = all_slots;
        while (slot_ > all_slots) {
            const unsigned from = slot_-- == west_pawn ? behind - 1 : behind + 1;
            if (!p.pawn_at(from, us)) continue;
            const auto origin = static_cast<Square>(from);
            return relative_rank(us, to) == 7 ? Move(origin, to, PieceType::queen) : Move(origin, to);
        }
        if (step_ == en_passant_victim) continue;
        std::uint32_t left = p.slots(us) & ~p.slots(PieceType::pawn) & below(slot_);
        if (king_only) left &= 1u << (16 * index(us));
        if (const unsigned slot = p.attacker_among(left, to); slot != Position::no_slot) {
            slot_ = static_cast<std::uint8_t>(slot);
            return Move(p.square_of(slot), to);
        }
    } while (next_victim(p, wanted));
    return {};
}

Move Cursor::next_push_to_queen(const Position& p) {
    const Color us = p.side();
    const unsigned rank = us == Color::white ? 0x60u : 0x10u;
    const unsigned forward = static_cast<unsigned>(pawn_step(us));
    if (step_ == 0 && (checker_ == Position::several || !p.pawn_may_promote())) return {};
    while (step_ < 8) {
        const unsigned from = rank + step_++;
        if (p.pawn_at(from, us) && p.empty(from + forward))
            return Move(static_cast<Square>(from), static_cast<Square>(from + forward), PieceType::queen);
    }
    return {};
}

Move Cursor::next_castling(const Position& p) {
    if (checker_ != Square::none) return {};
    while (step_ < 2)
        if (const Move m = castling_move(p, step_++ == 0)) return m;
    return {};
}

bool Cursor::next_slot(const Position& p) {
    std::uint32_t left = quiet_movers(p, checker_) & below(slot_);
    for (;; left &= below(slot_)) {
        if (left == 0) return false;
        slot_ = static_cast<std::uint8_t>(31 - std::countl_zero(left));
        if (checker_ == Square::none || slot_ == 16 * index(p.side())) break;
        if (p.may_interpose(p.square_of(slot_), checker_)) break;
    }
    step_ = 0;
    rest_ = index(Square::none);
    return true;
}

Move Cursor::next_slot_quiet(const Position& p) {
    // A piece whose turn has begun is worked off before the slots below it.
    if (slot_ == all_slots && !next_slot(p)) return {};
    do {
        const Square from = p.square_of(slot_);
        unsigned direction = step_;
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
            step_ = static_cast<std::uint8_t>(direction + 1);
            if (direction == 0 && possible(one)) return Move(from, static_cast<Square>(one));
            step_ = 2;
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
                step_ = static_cast<std::uint8_t>(direction);
                return Move(from, static_cast<Square>(to));
            }
            break;
        }
        default: {
            const unsigned last = type == PieceType::rook ? 4 : 8;
            if (type == PieceType::bishop && direction < 4) direction = 4;
            unsigned here = rest_ == index(Square::none) ? index(from) : rest_;
            while (direction < last) {
                const unsigned to = here + static_cast<unsigned>(static_cast<int>(king_steps[direction]));
                if (!p.empty(to)) {
                    ++direction;
                    here = index(from);
                    continue;
                }
                here = to;
                if (!possible(to)) continue;
                step_ = static_cast<std::uint8_t>(direction);
                rest_ = static_cast<std::uint16_t>(to);
                return Move(from, static_cast<Square>(to));
            }
            break;
        }
        }
    } while (next_slot(p));
    return {};
}

Move Cursor::next_underpromotion(const Position& p) {
    // slot_ runs over the files, step_ over target (push, two captures) times piece (rook, bishop, knight)
    const Color us = p.side();
    const unsigned rank = us == Color::white ? 0x60u : 0x10u;
    if (slot_ == all_slots) {
        if (checker_ == Position::several || !p.pawn_may_promote()) return {};
        slot_ = 0;
    }
    for (; slot_ < 8; ++slot_, step_ = 0) {
        const unsigned from = rank + slot_;
        if (!p.pawn_at(from, us)) continue;
        while (step_ < 9) {
            const unsigned target = step_ / 3;
            const unsigned aside = target == 1 ? ~0u : target == 2 ? 1u : 0u;
            const unsigned to = from + static_cast<unsigned>(pawn_step(us)) + aside;
            const bool possible =
                on_board(to)
                && (target == 0 ? p.at(to) == Piece::empty : p.at(to) != Piece::empty && color_of(p.at(to)) != us);
            if (!possible) {
                step_ = static_cast<std::uint8_t>(3 * target + 3);
                continue;
            }
            const auto piece = static_cast<PieceType>(index(PieceType::rook) - step_++ % 3);
            return Move(static_cast<Square>(from), static_cast<Square>(to), piece);
        }
    }
    return {};
}

}  // namespace stackmate

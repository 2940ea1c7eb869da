#include "core/chess/position.hpp"

#include "core/chess/arm.hpp"
#include "core/chess/bits.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/square_terms.hpp"

#include <cstring>

namespace stackmate {

namespace {

constexpr std::array<std::uint8_t, 128> make_castling_kept() {
    std::array<std::uint8_t, 128> kept{};
    for (auto& k : kept) k = 15;
    kept[0x00] = 15 & ~white_long;
    kept[0x07] = 15 & ~white_short;
    kept[0x04] = 15 & ~(white_long | white_short);
    kept[0x70] = 15 & ~black_long;
    kept[0x77] = 15 & ~black_short;
    kept[0x74] = 15 & ~(black_long | black_short);
    return kept;
}
/// The castling rights that are left after a move from or to a square.
constexpr std::array<std::uint8_t, 128> castling_kept = make_castling_kept();

/// `attacker_bit` of the piece on a cell.
constexpr unsigned attacker_bit_of(std::uint8_t cell) {
    const unsigned type = cell >> 5;
    return type == index(PieceType::pawn) ? 2u >> (cell >> 4 & 1u) : 1u << type;
}

constexpr unsigned rook_home(unsigned king_to) { return (king_to & 7u) == 6 ? king_to + 1 : king_to - 2; }
constexpr bool is_castling(unsigned from, unsigned to) { return to - from == 2 || from - to == 2; }

constexpr bool is_back_rank(unsigned raw) { return ((raw + 0x10u) & 0x60u) == 0; }

constexpr std::uint8_t retyped(std::uint8_t cell, unsigned type) {
    return static_cast<std::uint8_t>((cell & 31u) | type << 5);
}

constexpr unsigned type_bits(std::uint8_t cell) { return cell >> 5; }

/// Is it a bishop, rook or queen that moves along this line?
constexpr bool slides(const Ray& line, std::uint8_t cell) {
    constexpr unsigned sliders =
        1u << index(PieceType::bishop) | 1u << index(PieceType::rook) | 1u << index(PieceType::queen);
    return ((line.attackers & sliders) >> type_bits(cell) & 1u) != 0;
}

/// For positions with the same castling rights.
bool same_castling_rooks(const Position& a, const Position& b) {
    if (a.castles_as_chess960())
        for (const Castling right : {white_short, white_long, black_short, black_long})
            if ((a.castling() & right) != 0 && a.castling_rook(right) != b.castling_rook(right)) return false;
    return true;
}

}  // namespace

void Position::put(Piece p, Square s, unsigned slot) {
    cell(index(s)) = static_cast<Cell>(slot | index(type_of(p)) << 5);
    list_[slot] = static_cast<std::uint8_t>(s);
    slots_[0] |= 1u << slot;
    slots_[index(type_of(p))] |= 1u << slot;
    if (type_of(p) == PieceType::pawn) pawn_key_ ^= square_term(p, s).pawn_key();
    ++pieces_;
}

inline std::uint8_t Position::take(Cell victim, unsigned square) {
    const unsigned type = type_bits(victim);
    const unsigned slot = slot_of(victim);
    const SquareTerm& gone = row_of(victim)[square];
    slots_[0] ^= 1u << slot;
    slots_[type] ^= 1u << slot;
    --pieces_;
    state_.halfmove = 0;
    key_ ^= gone.key();
    if (type == index(PieceType::pawn)) pawn_key_ ^= gone.pawn_key();
    return static_cast<std::uint8_t>((type << 4) | (slot & 15u));
}

// First comes what every move does, the board before the sums, so that the common path needs few registers. Rare cases then
// correct the members.
void Position::make(Move m, Undo& undo) {
    const unsigned from = index(m.from());
    const unsigned to = index(m.to());
    const Cell piece = cell(from);
    const Cell victim = cell(to);
    cell(from) = 0;
    cell(to) = piece;
    list_[slot_of(piece)] = static_cast<std::uint8_t>(to);
    fullmove_ = static_cast<std::uint16_t>(fullmove_ + index(side_));
    side_ = ~side_;

    const Irreversible state = state_;
    static_cast<Irreversible&>(undo) = state;
    undo.pawn_key = pawn_key_;
    undo.key = key_;
    state_.halfmove = static_cast<std::uint8_t>(state.halfmove + 1);
    const SquareTerm* const row = row_of(piece);
    key_ ^= zobrist::keys.black_to_move ^ row[from].key() ^ row[to].key();

    if (victim != 0) undo.captured = take(victim, to);
    if (state.en_passant != Square::none) {
        key_ ^= zobrist::keys.en_passant[file_of(state.en_passant)];
        state_.en_passant = Square::none;
    }
    if (const unsigned rights = state.castling; rights != 0) {
        const unsigned kept = rights & castling_kept[from] & castling_kept[to];
        if (kept != rights) {
            // With Chess960 castling `kept` always differs, because the table keeps only the four rights.
            if ((rights & chess960_castling) != 0) return finish_chess960_move(m, undo);
            state_.castling = static_cast<std::uint8_t>(kept);
            key_ ^= zobrist::keys.castling[rights] ^ zobrist::keys.castling[kept];
            if (type_bits(piece) == index(PieceType::king) && is_castling(from, to)) castle_rook(to);
        }
    }
    if (type_bits(piece) == index(PieceType::pawn)) finish_pawn_move(m, undo);
}

void Position::finish_pawn_move(Move m, Undo& undo) {
    const unsigned from = index(m.from());
    const unsigned to = index(m.to());
    const SquareTerm* const row = row_of(cell(to));
    state_.halfmove = 0;
    pawn_key_ ^= row[from].pawn_key() ^ row[to].pawn_key();
    if ((to ^ from) == 0x20u) {
        if (!en_passant_possible(m.to())) return;
        state_.en_passant = static_cast<Square>((from + to) >> 1);
        key_ ^= zobrist::keys.en_passant[from & 7u];
    } else if (m.promotes()) {
        const unsigned promotion = index(m.promotion());
        const Cell pawn = cell(to);
        const Cell placed = retyped(pawn, promotion);
        const unsigned slot = slot_of(pawn);
        cell(to) = placed;
        key_ ^= row_of(pawn)[to].key() ^ row_of(placed)[to].key();
        pawn_key_ ^= row[to].pawn_key();
        slots_[index(PieceType::pawn)] ^= 1u << slot;
        slots_[promotion] ^= 1u << slot;
        undo.captured |= 0x80u;
    } else if (m.to() == undo.en_passant) {
        const unsigned square = to ^ 0x10u;
        undo.captured = take(cell(square), square);
        cell(square) = 0;
    }
}

void Position::castle_rook(unsigned king_to) {
    const unsigned from = rook_home(king_to);
    const unsigned to = rook_target(king_to);
    const SquareTerm* const row = row_of(cell(from));
    key_ ^= row[from].key() ^ row[to].key();
    shift(from, to);
}

void Position::shift(unsigned from, unsigned to) {
    const Cell piece = cell(from);
    cell(to) = piece;
    cell(from) = 0;
    list_[slot_of(piece)] = static_cast<std::uint8_t>(to);
}

void Position::unmake(Move m, const Undo& undo) {
    const unsigned from = index(m.from());
    const unsigned to = index(m.to());
    const unsigned them = index(side_);
    side_ = ~side_;
    fullmove_ = static_cast<std::uint16_t>(fullmove_ - index(side_));
    key_ = undo.key;
    pawn_key_ = undo.pawn_key;
    state_ = undo;
    state_.captured = 0;

    Cell piece = cell(to);
    cell(to) = 0;
    if (const unsigned captured = undo.captured; captured != 0) {
        if (m.promotes()) {
            const unsigned promotion = type_bits(piece);
            slots_[promotion] ^= 1u << slot_of(piece);
            slots_[index(PieceType::pawn)] ^= 1u << slot_of(piece);
            piece = retyped(piece, index(PieceType::pawn));
        }
        if (const unsigned victim_type = (captured >> 4) & 7u; victim_type != 0) {
            const unsigned victim_slot = (captured & 15u) + 16u * them;
            const bool passing = to == index(state_.en_passant) && type_bits(piece) == index(PieceType::pawn);
            const unsigned victim_square = passing ? to ^ 0x10u : to;
            cell(victim_square) = static_cast<Cell>(victim_slot | victim_type << 5);
            slots_[0] ^= 1u << victim_slot;
            slots_[victim_type] ^= 1u << victim_slot;
            ++pieces_;
        }
    } else if (type_bits(piece) == index(PieceType::king)) {
        if (castles_as_chess960())
            unmake_chess960_rook(m);
        else if (is_castling(from, to))
            shift(rook_target(to), rook_home(to));
    }
    cell(from) = piece;
    list_[slot_of(piece)] = static_cast<std::uint8_t>(from);
}

void Position::make_null(Undo& undo) {
    undo.key = key_;
    undo.en_passant = state_.en_passant;
    undo.halfmove = state_.halfmove;
    key_ ^= zobrist::keys.black_to_move;
    if (state_.en_passant != Square::none) key_ ^= zobrist::keys.en_passant[file_of(state_.en_passant)];
    state_.en_passant = Square::none;
    state_.halfmove = 0;  // no position before a null move is repeated after it
    side_ = ~side_;
}

void Position::unmake_null(const Undo& undo) {
    key_ = undo.key;
    state_.en_passant = undo.en_passant;
    state_.halfmove = undo.halfmove;
    side_ = ~side_;
}

Square Position::pawn_attacker(Square s, Color by) const {
    const unsigned behind = index(s) - static_cast<unsigned>(pawn_step(by));
    if (pawn_at(behind - 1, by)) return static_cast<Square>(behind - 1);
    if (pawn_at(behind + 1, by)) return static_cast<Square>(behind + 1);
    return Square::none;
}

template <bool looks_through>
inline unsigned Position::find_attacker(std::uint32_t set, Square s, [[maybe_unused]] Square through) const {
    const Ray* towards = &ray(Square::a1, s);
    const Cell* a1 = &board_[first_cell];
    const std::uint8_t* list = list_;
    in_registers(towards, a1, list);  // otherwise each step computes their addresses again
    while (set != 0) {
        const unsigned slot = highest_bit(set);
        set &= ~(1u << slot);
        const unsigned from = list[slot];
        const Ray& r = *(towards - from);
        if ((r.attackers >> type_bits(a1[from]) & 1u) == 0) continue;
        if (r.step == 0) return slot;
        const Cell* to = a1 + index(s);
        do {
            do to -= r.step;
            while (*to == 0);
        } while (looks_through && to == a1 + index(through));
        if (to == a1 + from) return slot;
    }
    return no_slot;
}

unsigned Position::attacker_among(std::uint32_t set, Square s) const { return find_attacker<false>(set, s); }

bool Position::pawn_may_promote() const {
    // Four squares at a time: does type and colour of one byte of the word say a pawn of ours?
    const std::uint32_t pawns = side_ == Color::white ? 0x20202020u : 0x30303030u;
    const auto any = [&](unsigned raw) {
        std::uint32_t four;
        std::memcpy(&four, __builtin_assume_aligned(&board_[first_cell + raw], 4), sizeof four);
        const std::uint32_t other = (four ^ pawns) & 0xf0f0f0f0u;
        return (other - 0x01010101u) & ~other & 0x80808080u;
    };
    const unsigned rank = side_ == Color::white ? 0x60u : 0x10u;
    return (any(rank) | any(rank + 4)) != 0;
}

[[gnu::always_inline]] inline void Position::look_from(const Cell* from, unsigned type, SlotSet& seen) {
    const auto step = [&](int by) { seen.add(from[by]); };
    const auto walk = [&](int by) {
        const Cell* to = from;
        do to += by;
        while (*to == 0);
        seen.add(*to);
    };
    if (type == index(PieceType::knight)) {
        step(31), step(33), step(14), step(18), step(-31), step(-33), step(-14), step(-18);
    } else if (type == index(PieceType::king)) {
        step(north), step(south), step(east), step(west);
        step(north + east), step(north + west), step(south + east), step(south + west);
    } else {
        if (type != index(PieceType::bishop)) walk(north), walk(south), walk(east), walk(west);
        if (type != index(PieceType::rook))
            walk(north + east), walk(north + west), walk(south + east), walk(south + west);
    }
}

std::uint32_t Position::targets(std::uint32_t wanted) const {
    wanted &= color_mask(~side_) & ~0x00010001u;
    const std::uint32_t all_but_one = wanted & (wanted - 1);
    if ((all_but_one & (all_but_one - 1)) == 0) {  // up to two: cheaper to look from them than at them
        std::uint32_t hit = 0;
        for (; wanted != 0; wanted &= wanted - 1) {
            const auto slot = lowest_bit(wanted);
            if (attacked(square_of(slot), side_)) hit |= 1u << slot;
        }
        return hit;
    }
    SlotSet seen;
    const Cell* const a1 = &board_[first_cell];
    const int ahead = pawn_step(side_);
    for (const Square s : squares_of(slots(side_, PieceType::pawn))) {
        const Cell* const before = a1 + index(s) + ahead;
        seen.add(before[west]);
        seen.add(before[east]);
    }
    for (const Square s : squares_of(slots(side_) & ~slots_[index(PieceType::pawn)])) {
        const Cell* const from = a1 + index(s);
        look_from(from, type_bits(*from), seen);
    }
    return seen.slots() & wanted;
}

std::uint32_t Position::evasion_targets(Square checker) const {
    SlotSet seen;
    look_from(&board_[first_cell + index(king(side_))], index(PieceType::king), seen);
    std::uint32_t hit = seen.slots();
    if (checker != double_check && attacked(checker, side_)) hit |= 1u << slot_on(checker);
    return hit & color_mask(~side_) & ~0x00010001u;
}

bool Position::attacked(Square s, Color by) const {
    return pawn_attacker(s, by) != Square::none
           || attacker_among(slots(by) & ~slots_[index(PieceType::pawn)], s) != no_slot;
}

Square Position::checker() const {
    const Square k = king(side_);
    const Square pawn = pawn_attacker(k, ~side_);
    const std::uint32_t pieces = slots(~side_) & ~slots_[index(PieceType::pawn)];
    const unsigned slot = attacker_among(pieces, k);
    if (slot == no_slot) return pawn;
    if (pawn != Square::none || attacker_among(pieces & ((1u << slot) - 1), k) != no_slot) return double_check;
    return square_of(slot);
}

bool Position::two_pawns_check() const {
    const unsigned behind = index(king(side_)) - static_cast<unsigned>(pawn_step(~side_));
    return pawn_at(behind - 1, ~side_) && pawn_at(behind + 1, ~side_);
}

Square Position::checker_after(Move m, const Undo& undo) const {
    const Square k = king(side_);
    const Cell moved = cell(index(m.to()));
    const Ray& direct = ray(m.to(), k);
    Square found = Square::none;
    if ((direct.attackers & attacker_bit_of(moved)) != 0
        && (direct.step == 0 || reaches(index(m.to()), index(k), direct.step)))
        found = m.to();
    // The line that the mover has left may be open now.
    const Ray& opened = ray(k, m.from());
    if (opened.step != 0) {
        const unsigned s = look(index(k), opened.step);
        if (s != index(m.to()) && enemy(cell(s)) && slides(opened, cell(s)))
            return found != Square::none ? double_check : static_cast<Square>(s);
    }
    // The rook of castling and the pawn captured en passant open further lines. That is rare, so look in all directions.
    if (type_bits(moved) == index(PieceType::king)
        && (is_castling(index(m.from()), index(m.to())) || (undo.castling & chess960_castling) != 0))
        return checker();
    if (type_bits(moved) == index(PieceType::pawn) && m.to() == undo.en_passant) return checker();
    return found;
}

bool Position::en_passant_legal(Square from, Square to) const {
    // Does no enemy but the captured pawn attack the king, once that pawn has gone and the capturing one stands on `to`?
    const Color us = color_of(at(from));
    const Square k = king(us);
    const unsigned taken = index(to) ^ 0x10u;
    const auto empty_then = [&](unsigned s) {
        return s == index(from) || s == taken || (cell(s) == 0 && s != index(to));
    };
    for (const Square enemy : squares_of(slots(~us) & ~(1u << slot_of(cell(taken))))) {
        const Ray& r = ray(enemy, k);
        if ((r.attackers & attacker_bit_of(cell(index(enemy)))) == 0) continue;
        if (r.step == 0) return false;
        unsigned s = index(enemy);
        do s += static_cast<unsigned>(static_cast<int>(r.step));
        while (s != index(k) && empty_then(s));
        if (s == index(k)) return false;
    }
    return true;
}

bool Position::en_passant_possible(Square to) const {
    // The capturing side is to move. The pawn that has made a double step is on `to`.
    const Square behind = static_cast<Square>(index(to) ^ 0x10u);
    for (const unsigned s : {index(to) - 1, index(to) + 1})
        if (pawn_at(s, side_) && en_passant_legal(static_cast<Square>(s), behind)) return true;
    return false;
}

bool Position::king_move_legal(Square from, Square to) const {
    if (is_castling(index(from), index(to))) return true;  // the generator has tested it
    if (pawn_attacker(to, ~side_) != Square::none) return false;
    // Look through the square that the king leaves: it cannot shield itself. For castling in Chess960, which the generator has
    // tested, the answer is the same.
    const std::uint32_t pieces = slots(~side_) & ~slots_[index(PieceType::pawn)];
    return find_attacker<true>(pieces, to, from) == no_slot;
}

bool Position::may_interpose(Square from, Square checker) const {
    const unsigned type = type_bits(cell(index(from)));
    const unsigned k = index(king(side_));
    const unsigned step = static_cast<unsigned>(static_cast<int>(ray(checker, king(side_)).step));
    const unsigned forward = static_cast<unsigned>(pawn_step(side_));
    for (unsigned s = index(checker) + step; s != k; s += step) {
        if (type == index(PieceType::pawn)) {
            const unsigned ahead = s - index(from);
            if (ahead == forward || ahead == 2 * forward) return true;
        } else if ((ray(from, static_cast<Square>(s)).attackers >> type & 1u) != 0) {
            return true;
        }
    }
    return false;
}

bool Position::legal(Move m, Square checker) const {
    const Square from = m.from();
    const Square to = m.to();
    const unsigned type = type_bits(cell(index(from)));
    if (type == index(PieceType::king)) return king_move_legal(from, to);
    if (type == index(PieceType::pawn) && to == state_.en_passant && ((index(from) ^ index(to)) & 7u) != 0)
        return en_passant_legal(from, to);
    const Square k = king(side_);
    if (checker != Square::none) {
        if (checker == double_check) return false;
        if (to != checker && !interposes(to, checker)) return false;
    }
    const Ray& line = ray(k, from);
    if (line.step == 0 || ray(k, to).step == line.step) return true;  // not in line with the king, or stays in line
    unsigned s = look(index(k), line.step);
    if (s != index(from)) return true;  // another piece shields the king
    s = look(s, line.step);
    return !enemy(cell(s)) || !slides(line, cell(s));
}

bool Position::can_castle(Castling right) const {
    if ((state_.castling & right) == 0) return false;
    if (castles_as_chess960()) return castling_way_clear(right) && chess960_king_way_safe(right);
    const bool is_short = (right & (white_short | black_short)) != 0;
    const unsigned k = right <= white_long ? 0x04u : 0x74u;
    const Color them = right <= white_long ? Color::black : Color::white;
    if (is_short) {
        if (!empty(k + 1) || !empty(k + 2)) return false;
        return !attacked(static_cast<Square>(k + 1), them) && !attacked(static_cast<Square>(k + 2), them);
    }
    if (!empty(k - 1) || !empty(k - 2) || !empty(k - 3)) return false;
    return !attacked(static_cast<Square>(k - 1), them) && !attacked(static_cast<Square>(k - 2), them);
}

bool Position::pseudo_legal(Move m) const {
    const unsigned from = index(m.from());
    const unsigned to = index(m.to());
    if (!on_board(to)) return false;
    const Cell piece = cell(from);
    if (piece == 0 || enemy(piece)) return false;
    const Cell victim = cell(to);  // for a move from a square to itself, that is its own piece
    if (victim != 0 && !enemy(victim)) return plays_chess960 && chess960_castling_possible(m);
    const unsigned type = type_bits(piece);
    if (type != index(PieceType::pawn)) {
        if ((m.bits() & Move::promotion_bits) != 0) return plays_chess960 && chess960_castling_possible(m);
        const Ray& r = ray(m.from(), m.to());
        if ((r.attackers >> type & 1u) != 0) return r.step == 0 || reaches(from, to, r.step);
        if (type != index(PieceType::king) || !is_castling(from, to)) return false;
        if (from != (side_ == Color::white ? 0x04u : 0x74u) || checker() != Square::none) return false;
        if (castles_as_chess960()) return false;
        const bool is_short = to > from;
        return can_castle(side_ == Color::white ? (is_short ? white_short : white_long)
                                                : (is_short ? black_short : black_long));
    }
    if (is_back_rank(to) ? !m.promotes() : (m.bits() & Move::promotion_bits) != 0) return false;
    const unsigned step = static_cast<unsigned>(pawn_step(side_));
    if (((from ^ to) & 7u) == 0) {
        if (victim != 0) return false;
        if (to == from + step) return true;
        return to == from + 2 * step && empty(from + step) && relative_rank(side_, m.from()) == 1;
    }
    if (to != from + step - 1 && to != from + step + 1) return false;
    return victim != 0 || m.to() == state_.en_passant;
}

bool Position::any_legal_move() const {
    const Square by = checker();
    Cursor cursor(by);
    while (const Move m = cursor.next(*this))
        if (legal(m, by)) return true;
    return false;
}

bool Position::minors_are_insufficient() const {
    const std::uint32_t minors = slots_[index(PieceType::knight)] | slots_[index(PieceType::bishop)];
    if ((minors & (minors - 1)) == 0) return true;
    if (slots_[index(PieceType::knight)] != 0) return false;
    unsigned square_colors = 0;
    for (const Square s : squares_of(minors)) square_colors |= 1u << is_light(s);
    return square_colors != 3;
}

bool Position::could_mate(Color c) const {
    const std::uint32_t own = slots(c), knights = slots(PieceType::knight), queens = slots(PieceType::queen);
    const std::uint32_t pawns = slots(PieceType::pawn);
    if ((own & (pawns | queens | slots(PieceType::rook))) != 0) return true;
    const std::uint32_t minors = own & ~slots(PieceType::king);
    // A knight needs a second piece, or an opponent's piece that blocks the king. A queen cannot be made to stay there.
    if ((own & knights) != 0)
        return (minors & (minors - 1)) != 0 || (slots(~c) & ~(queens | slots(PieceType::king))) != 0;
    // Bishops need a bishop of either side on squares of the other colour, or a pawn or knight. A rook would defend.
    return minors != 0 && ((pawns | knights) != 0 || !minors_are_insufficient());
}

[[gnu::cold]] void Position::clear_board() { clear(board_); }

Key Position::full_key() const {
    Key key = castles_as_chess960() ? castling_key() : zobrist::keys.castling[state_.castling];
    if (side_ == Color::black) key ^= zobrist::keys.black_to_move;
    if (state_.en_passant != Square::none) key ^= zobrist::keys.en_passant[file_of(state_.en_passant)];
    for (const Square s : squares_of(slots())) key ^= square_term(at(s), s).key();
    return key;
}

std::uint32_t Position::full_pawn_key() const {
    std::uint32_t key = 0;
    for (const Square s : squares_of(slots(PieceType::pawn))) key ^= square_term(at(s), s).pawn_key();
    return key;
}

bool operator==(const Position& a, const Position& b) {
    for (unsigned sq = 0; sq < 64; ++sq)
        if (a.at(from_index64(sq)) != b.at(from_index64(sq))) return false;
    return a.key_ == b.key_ && a.pawn_key_ == b.pawn_key_ && a.pieces_ == b.pieces_ && a.side_ == b.side_
           && a.state_.castling == b.state_.castling && same_castling_rooks(a, b)
           && a.state_.en_passant == b.state_.en_passant && a.state_.halfmove == b.state_.halfmove
           && a.fullmove_ == b.fullmove_;
}

bool Position::consistent() const {
    std::uint32_t seen[7] = {};
    for (unsigned sq = 0; sq < 64; ++sq) {
        const Square s = from_index64(sq);
        const Piece p = at(s);
        if (p == Piece::empty) continue;
        const unsigned slot = slot_on(s);
        if (slot >= 32 || slot / 16 != index(color_of(p)) || square_of(slot) != s) return false;
        seen[0] |= 1u << slot;
        seen[index(type_of(p))] |= 1u << slot;
    }
    for (unsigned t = 0; t < 7; ++t)
        if (seen[t] != slots_[t]) return false;
    for (unsigned i = 0; i < cells; ++i)
        if (!on_board(i - first_cell) && board_[i] != border) return false;
    return slots_[index(PieceType::king)] == 0x00010001u && pieces_ == static_cast<unsigned>(std::popcount(slots_[0]))
           && key_ == full_key() && pawn_key_ == full_pawn_key();
}

}  // namespace stackmate

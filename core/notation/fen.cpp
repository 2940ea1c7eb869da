// FEN in and out. A FEN is refused when no game could lead to what the search relies on: one king a side, at most 16
// pieces and 8 pawns a side, no more promoted pieces than pawns are missing (so no position has more moves than there is
// room for), no pawns on the back ranks, the side not to move out of check.
#include "core/chess/position.hpp"
#include "core/notation/text.hpp"
#include "core/chess/zobrist.hpp"

#include <new>

namespace stackmate {

namespace {

using namespace std::string_view_literals;  // whose lengths the compiler knows: no strlen

constexpr std::string_view piece_letters = " PNBRQK  pnbrqk";

constexpr Piece piece_from_letter(char c) {
    const auto at = c == ' ' ? std::string_view::npos : piece_letters.find(c);
    return at == std::string_view::npos ? Piece::empty : static_cast<Piece>(at);
}

/// Decimal number up to `limit`, digits only; -1 where it is none.
int parse_number(std::string_view text, int limit) {
    if (text.empty()) return -1;
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return -1;
        value = value * 10 + (c - '0');
        if (value > limit) return -1;
    }
    return value;
}

FenError parse_placement(std::string_view field, Placement& placement) {
    unsigned rank = 7;
    unsigned file = 0;
    bool after_digit = false;
    for (const char c : field) {
        if (c == '/') {
            if (file != 8) return FenError::rank_length;
            if (rank == 0) return FenError::rank_count;
            --rank;
            file = 0;
            after_digit = false;
        } else if (c >= '1' && c <= '8') {
            if (after_digit) return FenError::rank_length;
            file += static_cast<unsigned>(c - '0');
            if (file > 8) return FenError::rank_length;
            after_digit = true;
        } else {
            const Piece p = piece_from_letter(c);
            if (p == Piece::empty) return FenError::bad_piece;
            if (file >= 8) return FenError::rank_length;
            placement[rank * 8 + file++] = p;
            after_digit = false;
        }
    }
    if (file != 8) return FenError::rank_length;
    return rank == 0 ? FenError::none : FenError::rank_count;
}

FenError check_counts(const Placement& placement) {
    // By type. Bishops on dark squares count at their type, those on light ones at 0; all pieces at 7.
    constexpr unsigned light_bishop = 0, bishop = index(PieceType::bishop), all = 7;
    constexpr std::uint8_t at_the_start[] = {1, 8, 2, 1, 2, 1, 1};
    unsigned counts[2][8] = {};
    for (unsigned s = 0; s < 64; ++s) {
        const Piece p = placement[s];
        if (p == Piece::empty) continue;
        unsigned type = index(type_of(p));
        if (type == index(PieceType::pawn) && (s < 8 || s >= 56)) return FenError::pawn_on_back_rank;
        if (type == bishop && is_light(from_index64(s))) type = light_bishop;
        unsigned* const of = counts[index(color_of(p))];
        ++of[type];
        ++of[all];
    }
    for (const unsigned* const of : counts) {
        const unsigned kings = of[index(PieceType::king)];
        const unsigned pawns = of[index(PieceType::pawn)];
        if (kings == 0) return FenError::missing_king;
        if (kings > 1) return FenError::too_many_kings;
        if (pawns > 8) return FenError::too_many_pawns;
        if (of[all] > 16) return FenError::too_many_pieces;
        // Whatever a side has more of than at the start was a pawn.
        unsigned promoted = 0;
        for (unsigned type = 0; type < all; ++type)
            if (of[type] > at_the_start[type]) promoted += of[type] - at_the_start[type];
        if (pawns + promoted > 8) return FenError::too_many_promoted;
    }
    return FenError::none;
}

/// The rights of a castling field, and the files of their rooks as the position keeps them.
struct CastlingField {
    std::uint8_t rights = 0;
    std::uint16_t rook_files = 0;  ///< three bits for each right, lowest first
};

constexpr unsigned no_file = 8;

/// The file of the rook that a letter of the field means, `no_file` if there is none: the outermost on the king's right for
/// K, on its left for Q; any other letter is the file itself. `rank`: the eight squares that the king stands on.
[[gnu::cold, gnu::noinline]] unsigned rook_file(char upper, const Piece* rank, unsigned king_file, Piece rook) {
    if (upper == 'K') {
        for (unsigned f = 7; f > king_file; --f)
            if (rank[f] == rook) return f;
        return no_file;
    }
    if (upper == 'Q') {
        for (unsigned f = 0; f < king_file; ++f)
            if (rank[f] == rook) return f;
        return no_file;
    }
    const auto f = static_cast<unsigned>(upper - 'A');
    return rank[f] == rook ? f : no_file;
}

/// X-FEN and Shredder-FEN, whether the files are those of ordinary chess or not.
[[gnu::cold, gnu::noinline]] FenError parse_any_castling(std::string_view field, const Placement& placement,
                                                         CastlingField& castling) {
    if (field.size() > 4) return FenError::bad_castling;
    for (const char c : field) {
        const Color color = c < 'a' ? Color::white : Color::black;
        const char upper = color == Color::white ? c : static_cast<char>(c - 'a' + 'A');
        if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H')) return FenError::bad_castling;
        const Piece* const rank = &placement[color == Color::white ? 0 : 56];
        unsigned king_file = 0;
        while (king_file < 8 && rank[king_file] != make_piece(color, PieceType::king)) ++king_file;
        if (king_file == 8) return FenError::impossible_castling;
        const unsigned rook = rook_file(upper, rank, king_file, make_piece(color, PieceType::rook));
        if (rook == no_file) return FenError::impossible_castling;
        const unsigned right = 2 * index(color) + (rook > king_file ? 0 : 1);
        if ((castling.rights >> right & 1u) != 0) return FenError::bad_castling;
        castling.rights = static_cast<std::uint8_t>(castling.rights | 1u << right);
        castling.rook_files = static_cast<std::uint16_t>(castling.rook_files | rook << 3 * right);
    }
    return FenError::none;
}

/// The four letters of ordinary chess.
[[maybe_unused]] FenError parse_usual_castling(std::string_view field, const Placement& placement,
                                               std::uint8_t& rights) {
    constexpr std::string_view letters = "KQkq";
    for (const char c : field) {
        const auto at = letters.find(c);
        if (at == std::string_view::npos || (rights >> at & 1u) != 0) return FenError::bad_castling;
        const Color color = at < 2 ? Color::white : Color::black;
        const unsigned home = color == Color::white ? 0 : 56;
        if (placement[home + 4] != make_piece(color, PieceType::king)
            || placement[home + (at % 2 == 0 ? 7 : 0)] != make_piece(color, PieceType::rook))
            return FenError::impossible_castling;
        rights = static_cast<std::uint8_t>(rights | (1u << at));
    }
    return FenError::none;
}

/// Does each right have its king on the e-file and its rook in the corner?
[[gnu::cold, gnu::noinline]] bool is_usual(const CastlingField& castling, const Placement& placement) {
    for (unsigned right = 0; right < 4; ++right) {
        if ((castling.rights >> right & 1u) == 0) continue;
        const Color color = right < 2 ? Color::white : Color::black;
        if ((castling.rook_files >> 3 * right & 7u) != (right % 2 == 0 ? 7 : 0)) return false;
        if (placement[color == Color::white ? 4 : 60] != make_piece(color, PieceType::king)) return false;
    }
    return true;
}

/// `either` becomes one of the others.
FenError parse_castling(std::string_view field, const Placement& placement, CastlingRules& rules,
                        CastlingField& castling) {
    if (field == "-") return FenError::none;
    if (field.empty()) return FenError::bad_castling;
    if constexpr (!plays_chess960) return parse_usual_castling(field, placement, castling.rights);
    const FenError error = parse_any_castling(field, placement, castling);
    if (error != FenError::none || rules == CastlingRules::chess960) return error;
    if (is_usual(castling, placement)) return FenError::none;
    if (rules == CastlingRules::standard) return FenError::impossible_castling;
    rules = CastlingRules::chess960;
    return FenError::none;
}

FenError parse_en_passant(std::string_view field, const Placement& placement, Color side, Square& square) {
    if (field == "-") return FenError::none;
    square = square_from_text(field);
    if (square == Square::none) return FenError::bad_en_passant;
    if (relative_rank(side, square) != 5) return FenError::impossible_en_passant;
    const unsigned s = index64(square);
    const unsigned ahead = side == Color::white ? s - 8 : s + 8;   // where the pawn that stepped twice stands
    const unsigned behind = side == Color::white ? s + 8 : s - 8;  // where it came from
    if (placement[ahead] != make_piece(~side, PieceType::pawn) || placement[s] != Piece::empty
        || placement[behind] != Piece::empty)
        return FenError::impossible_en_passant;
    return FenError::none;
}

}  // namespace

std::string_view to_text(FenError error) {
    switch (error) {
    case FenError::none: return "no error"sv;
    case FenError::field_count: return "a FEN has four fields, and behind them two counters that may be missing"sv;
    case FenError::bad_piece: return "the board holds a letter that is no piece (PNBRQK pnbrqk)"sv;
    case FenError::rank_length: return "a rank does not add up to eight squares"sv;
    case FenError::rank_count: return "the board does not have eight ranks"sv;
    case FenError::missing_king: return "a king is missing"sv;
    case FenError::too_many_kings: return "a side has more than one king"sv;
    case FenError::too_many_pieces: return "a side has more than sixteen pieces"sv;
    case FenError::too_many_pawns: return "a side has more than eight pawns"sv;
    case FenError::too_many_promoted: return "a side has more promoted pieces than pawns are missing"sv;
    case FenError::pawn_on_back_rank: return "a pawn stands on the first or the last rank"sv;
    case FenError::bad_side: return "the side to move is neither w nor b"sv;
    case FenError::bad_castling: return "the castling field is neither - nor made of KQkq, each once"sv;
    case FenError::impossible_castling: return "a castling right without its king or rook at home"sv;
    case FenError::bad_en_passant: return "the en passant field is neither - nor a square"sv;
    case FenError::impossible_en_passant: return "no pawn can have just passed the en passant square"sv;
    case FenError::mover_could_take_king: return "the side not to move is in check"sv;
    case FenError::two_pawns_check: return "two pawns give check at once"sv;
    case FenError::bad_halfmove_clock: return "the halfmove clock is not a number from 0 to 150"sv;
    case FenError::bad_fullmove_number: return "the fullmove number is not a number from 1 to 9999"sv;
    }
    return "unknown error"sv;
}

// Both are cold: at -O3 they are twice as large.
[[gnu::cold]] FenError Position::read_fen(std::string_view fen, CastlingRules rules) {
    std::string_view fields[6];
    unsigned count = 0;
    for (std::string_view rest = fen; !(rest = skip_spaces(rest)).empty(); ++count) {
        if (count == 6) return FenError::field_count;
        fields[count] = first_word(rest);
        rest.remove_prefix(fields[count].size());
    }
    if (count < 4) return FenError::field_count;

    Placement placement = {};
    if (const FenError e = parse_placement(fields[0], placement); e != FenError::none) return e;
    if (const FenError e = check_counts(placement); e != FenError::none) return e;
    if (fields[1] != "w"sv && fields[1] != "b"sv) return FenError::bad_side;
    const Color side = fields[1] == "w"sv ? Color::white : Color::black;
    CastlingField castling;
    if (const FenError e = parse_castling(fields[2], placement, rules, castling); e != FenError::none) return e;
    Square en_passant = Square::none;
    if (const FenError e = parse_en_passant(fields[3], placement, side, en_passant); e != FenError::none) return e;
    const int halfmove = count > 4 ? parse_number(fields[4], Position::longest_halfmove) : 0;
    if (halfmove < 0) return FenError::bad_halfmove_clock;
    const int fullmove = count > 5 ? parse_number(fields[5], Position::last_fullmove) : 1;
    if (fullmove < 0) return FenError::bad_fullmove_number;

    rook_files_ = 0;
    if (plays_chess960 && rules == CastlingRules::chess960 && castling.rights != 0) {
        castling.rights |= chess960_castling;
        rook_files_ = castling.rook_files ^ usual_rook_files;
    }
    if (const FenError e = place(placement, side, castling.rights); e != FenError::none) return e;
    state_.halfmove = static_cast<std::uint8_t>(halfmove);
    fullmove_ = static_cast<std::uint16_t>(fullmove == 0 ? 1 : fullmove);  // some programs count from 0
    if (en_passant != Square::none && en_passant_possible(static_cast<Square>(index(en_passant) ^ 0x10u)))
        state_.en_passant = en_passant;
    key_ = full_key();
    return FenError::none;
}

[[gnu::cold]] FenError Position::place(const Placement& men, Color side, std::uint8_t castling) {
    const std::uint16_t rook_files = rook_files_;
    Position& p = *new (this) Position;
    p.rook_files_ = rook_files;
    p.side_ = side;
    p.state_.castling = castling;
    unsigned slot[2] = {0, 16};
    for (const PieceType type :
         {PieceType::king, PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight, PieceType::pawn})
        for (unsigned s = 0; s < 64; ++s)
            if (const Piece on = men[s]; on != Piece::empty && type_of(on) == type)
                p.put(on, from_index64(s), slot[index(color_of(on))]++);
    if (p.attacked(p.king(~side), side)) return FenError::mover_could_take_king;
    return p.two_pawns_check() ? FenError::two_pawns_check : FenError::none;
}

[[gnu::cold]] FenError Position::read_men(const Placement& men, Color side, std::uint8_t castling) {
    FenError error = check_counts(men);
    if (error == FenError::none) error = place(men, side, castling);
    if (error == FenError::none) key_ = full_key();
    return error;
}

[[gnu::cold]] FenError Position::set_fen(std::string_view fen, CastlingRules rules) {
    Position p;
    const FenError error = p.read_fen(fen, rules);
    if (error == FenError::none) *this = p;
    return error;
}

void Position::set_start() { [[maybe_unused]] const FenError error = read_fen(start_fen); }

/// KQkq, or the rook's file where another rook stands further out.
char Position::castling_letter(Castling right) const {
    const unsigned n = lowest_bit(right);
    const Square rook = castling_rook(right);
    const unsigned outwards = n % 2 == 0 ? 1u : ~0u;
    for (unsigned s = index(rook) + outwards; on_board(s); s += outwards)
        if (at(s) == at(rook)) return static_cast<char>((n < 2 ? 'A' : 'a') + file_of(rook));
    return "KQkq"[n];
}

[[gnu::cold]] std::size_t Position::fen(char* out) const {
    char* const begin = out;
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned gap = 0;
        const auto close_gap = [&] {
            if (gap != 0) *out++ = static_cast<char>('0' + gap);
            gap = 0;
        };
        for (unsigned file = 0; file < 8; ++file) {
            const Piece p = at(make_square(file, rank));
            if (p == Piece::empty) {
                ++gap;
                continue;
            }
            close_gap();
            *out++ = piece_letters[index(p)];
        }
        close_gap();
        *out++ = rank != 0 ? '/' : ' ';
    }
    *out++ = side_ == Color::white ? 'w' : 'b';
    *out++ = ' ';
    if (state_.castling == 0) *out++ = '-';
    for (unsigned right = 0; right < 4; ++right)
        if ((state_.castling >> right & 1u) != 0)
            *out++ = castles_as_chess960() ? castling_letter(static_cast<Castling>(1u << right)) : "KQkq"[right];
    *out++ = ' ';
    if (state_.en_passant == Square::none)
        *out++ = '-';
    else
        out = write_square(out, state_.en_passant);
    *out++ = ' ';
    out = write_number(out, state_.halfmove);
    *out++ = ' ';
    out = write_number(out, fullmove_);
    return static_cast<std::size_t>(out - begin);
}

}  // namespace stackmate

#include "core/notation/san.hpp"

#include "core/notation/move_text.hpp"
#include "core/chess/squares.hpp"
#include "core/notation/text.hpp"

namespace stackmate {

using namespace std::string_view_literals;  // lengths known at compile time

namespace {

constexpr unsigned any = 8;  ///< no file or rank was named

/// What a text says of a move.
struct Pattern {
    PieceType piece = PieceType::none;  ///< none: any
    unsigned from_file = any;
    unsigned from_rank = any;
    Square to = Square::none;
    PieceType promotion = PieceType::none;
    bool capture = false;
};

/// What the position says to it.
struct Matches {
    Move move;  ///< the last legal one found
    unsigned legal = 0;
    bool unsafe = false;  ///< a piece could go there, but for its king
    bool quiet = false;   ///< a piece can go there, but not as the capture that was asked for
};

bool is_castling(const Position& p, Move m) {
    if (m.castles()) return true;
    return type_of(p.at(m.from())) == PieceType::king
           && (index(m.to()) - index(m.from()) == 2 || index(m.from()) - index(m.to()) == 2);
}

bool is_capture(const Position& p, Move m) {
    return p.at(m.to()) != Piece::empty
           || (type_of(p.at(m.from())) == PieceType::pawn && file_of(m.from()) != file_of(m.to()));
}

/// Calls `sink(from)` for every piece of the side to move that the pattern speaks of.
template <class Sink>
void each_candidate(const Position& p, const Pattern& pattern, Sink&& sink) {
    const Color us = p.side();
    for (const Square from :
         p.squares_of(pattern.piece == PieceType::none ? p.slots(us) : p.slots(us, pattern.piece))) {
        if (pattern.from_file != any && file_of(from) != pattern.from_file) continue;
        if (pattern.from_rank != any && rank_of(from) != pattern.from_rank) continue;
        sink(from);
    }
}

/// The move between these squares, to a queen if a pawn promotes and nothing was said of it.
Move move_between(const Position& p, Square from, Square to, PieceType promotion) {
    if (type_of(p.at(from)) != PieceType::pawn || relative_rank(p.side(), to) != 7) return Move(from, to);
    return Move(from, to, promotion == PieceType::none ? PieceType::queen : promotion);
}

/// The moves of these pieces to the square but for castling, whatever was said of promotion.
Matches match(const Position& p, const Pattern& pattern) {
    const Square checker = p.checker();
    Matches found;
    each_candidate(p, pattern, [&](Square from) {
        const Move m = move_between(p, from, pattern.to, pattern.promotion);
        if (!p.pseudo_legal(m) || is_castling(p, m)) return;
        if (!p.legal(m, checker))
            found.unsafe = true;
        else if (pattern.capture && !is_capture(p, m))
            found.quiet = true;
        else {
            found.move = m;
            ++found.legal;
        }
    });
    return found;
}

SanResult resolve(const Position& p, const Pattern& pattern) {
    const Matches found = match(p, pattern);
    if (found.legal == 0)
        return {{},
                found.quiet    ? SanError::nothing_to_capture
                : found.unsafe ? SanError::leaves_king_in_check
                               : SanError::no_such_move};
    if (found.legal > 1) return {{}, SanError::ambiguous};
    const bool named = pattern.promotion != PieceType::none;
    if (found.move.promotes() != named) return {{}, named ? SanError::not_a_promotion : SanError::missing_promotion};
    return {found.move, SanError::none};
}

SanResult castle(const Position& p, bool is_short) {
    const bool white = p.side() == Color::white;
    const Castling right = white ? (is_short ? white_short : white_long) : (is_short ? black_short : black_long);
    if ((p.castling() & right) == 0) return {{}, SanError::castling_right_lost};
    if (p.castles_as_chess960()) {
        if (!p.castling_way_clear(right)) return {{}, SanError::castling_blocked};
        const Square king = p.king(p.side());
        const Move m = Move::castling(king, make_square(is_short ? 6 : 2, rank_of(king)));
        if (!is_legal(p, m)) return {{}, SanError::castling_through_check};
        return {m, SanError::none};
    }
    const unsigned k = index(white ? Square::e1 : Square::e8);
    for (unsigned n = 1; n <= (is_short ? 2u : 3u); ++n)
        if (p.at(is_short ? k + n : k - n) != Piece::empty) return {{}, SanError::castling_blocked};
    const Move m(static_cast<Square>(k), static_cast<Square>(is_short ? k + 2 : k - 2));
    if (!is_legal(p, m)) return {{}, SanError::castling_through_check};
    return {m, SanError::none};
}

constexpr std::string_view trimmed(std::string_view text) {
    text = skip_spaces(text);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

bool drop_ending(std::string_view& text, std::string_view ending) {
    if (!text.ends_with(ending)) return false;
    text.remove_suffix(ending.size());
    return true;
}

/// Takes away what is said about a move rather than naming it.
std::string_view without_remarks(std::string_view text) {
    text = trimmed(text);
    for (;;) {
        const std::size_t before = text.size();
        while (!text.empty() && "+#!?"sv.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
        if (!drop_ending(text, "e.p."sv)) drop_ending(text, "ep"sv);
        text = trimmed(text);
        if (text.size() == before) return text;
    }
}

/// 2 for O-O, 3 for O-O-O, 0 for anything else.
unsigned castling_letters(std::string_view text) {
    unsigned letters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (i % 2 == 1 ? c != '-' : c != 'O' && c != 'o' && c != '0') return 0;
        letters += i % 2 == 0 ? 1u : 0u;
    }
    return text.size() == 3 || text.size() == 5 ? letters : 0;
}

PieceType piece_from_letter(char c) {
    switch (c) {
    case 'K':
    case 'k': return PieceType::king;
    case 'Q':
    case 'q': return PieceType::queen;
    case 'R':
    case 'r': return PieceType::rook;
    case 'B': return PieceType::bishop;
    case 'N':
    case 'n': return PieceType::knight;
    case 'P': return PieceType::pawn;
    default: return PieceType::none;
    }
}

unsigned file_from_letter(char c) {
    if (c >= 'a' && c <= 'h') return static_cast<unsigned>(c - 'a');
    return c >= 'A' && c <= 'H' ? static_cast<unsigned>(c - 'A') : any;
}

unsigned rank_from_digit(char c) { return c >= '1' && c <= '8' ? static_cast<unsigned>(c - '1') : any; }

/// Takes the promotion off the end of a pawn's move: e8=Q, e8Q, e8/Q, e8(Q).
bool take_promotion(std::string_view& text, PieceType& promotion) {
    if (text.empty() || rank_from_digit(text.back()) != any) return true;
    const bool closed = drop_ending(text, ")"sv);
    if (text.empty()) return false;
    promotion = promotion_from_letter(text.back());
    if (promotion == PieceType::none) return false;
    text.remove_suffix(1);
    if (closed) return drop_ending(text, "("sv);
    if (!drop_ending(text, "="sv)) drop_ending(text, "/"sv);
    return true;
}

/// Reads [file][rank][x or -]file rank, the whole of it.
bool take_squares(std::string_view text, Pattern& pattern) {
    if (text.size() < 2) return false;
    const unsigned file = file_from_letter(text[text.size() - 2]);
    const unsigned rank = rank_from_digit(text.back());
    if (file == any || rank == any) return false;
    pattern.to = make_square(file, rank);
    text.remove_suffix(2);
    pattern.capture = drop_ending(text, "x"sv) || drop_ending(text, "X"sv) || drop_ending(text, ":"sv);
    const bool dash = !pattern.capture && drop_ending(text, "-"sv);
    if (!text.empty()) {
        pattern.from_file = file_from_letter(text.front());
        if (pattern.from_file != any) text.remove_prefix(1);
    }
    if (!text.empty()) {
        pattern.from_rank = rank_from_digit(text.front());
        if (pattern.from_rank == any) return false;
        text.remove_prefix(1);
    }
    return text.empty() && (!dash || pattern.from_rank != any);
}

}  // namespace

[[gnu::cold]] char* write_san(char* out, const Position& p, Move m) {
    if (!m) return write_text(out, "--"sv);
    const PieceType type = type_of(p.at(m.from()));
    if (is_castling(p, m)) {
        out = write_text(out, file_of(m.to()) == 6 ? "O-O"sv : "O-O-O"sv);
    } else {
        const bool capture = is_capture(p, m);
        if (type == PieceType::pawn) {
            if (capture) *out++ = static_cast<char>('a' + file_of(m.from()));
        } else {
            *out++ = "  NBRQK"[index(type)];
            bool others = false, same_file = false, same_rank = false;
            Pattern rivals;
            rivals.piece = type;
            each_candidate(p, rivals, [&](Square from) {
                if (from == m.from() || !is_legal(p, Move(from, m.to()))) return;
                others = true;
                same_file = same_file || file_of(from) == file_of(m.from());
                same_rank = same_rank || rank_of(from) == rank_of(m.from());
            });
            if (others && (!same_file || same_rank)) *out++ = static_cast<char>('a' + file_of(m.from()));
            if (same_file) *out++ = static_cast<char>('1' + rank_of(m.from()));
        }
        if (capture) *out++ = 'x';
        out = write_square(out, m.to());
        if (m.promotes()) {
            *out++ = '=';
            *out++ = "  NBRQ"[index(m.promotion())];
        }
    }
    Position after = p;
    Undo undo;
    after.make(m, undo);
    if (after.checker() != Square::none) *out++ = after.any_legal_move() ? '+' : '#';
    return out;
}

SanResult parse_san(const Position& p, std::string_view text) {
    text = without_remarks(text);
    if (const unsigned letters = castling_letters(text); letters != 0) return castle(p, letters == 2);
    if (text.empty()) return {{}, SanError::not_understood};
    Pattern pattern;
    pattern.piece = piece_from_letter(text.front());
    if (pattern.piece == PieceType::none)
        pattern.piece = PieceType::pawn;
    else
        text.remove_prefix(1);
    if (!take_promotion(text, pattern.promotion)) return {{}, SanError::not_understood};
    if (!take_squares(text, pattern)) return {{}, SanError::not_understood};
    // A pawn of which nothing more is said goes straight on.
    if (pattern.piece == PieceType::pawn && pattern.from_file == any && !pattern.capture)
        pattern.from_file = file_of(pattern.to);
    return resolve(p, pattern);
}

SanResult parse_move(const Position& p, std::string_view text) {
    const std::string_view word = trimmed(text);
    if (word.size() != 4 && word.size() != 5) return parse_san(p, text);
    const Square from = square_from_text({word.data(), 2});
    const Square to = square_from_text({word.data() + 2, 2});
    if (from == Square::none || to == Square::none) return parse_san(p, text);
    // The king's way to castle is asked of `castle`, which knows why not. In Chess960 it may be the way to its rook.
    if (p.castles_as_chess960() && word.size() == 4 && from == p.king(p.side()) && p.at(to) != Piece::empty
        && color_of(p.at(to)) == p.side())
        return castle(p, file_of(to) > file_of(from));
    if (word.size() == 4 && from == (p.side() == Color::white ? Square::e1 : Square::e8) && from == p.king(p.side())
        && is_castling(p, Move(from, to)))
        return castle(p, index(to) > index(from));
    Pattern pattern;
    pattern.from_file = file_of(from);
    pattern.from_rank = rank_of(from);
    pattern.to = to;
    if (word.size() == 5) {
        pattern.promotion = promotion_from_letter(word[4]);
        if (pattern.promotion == PieceType::none) return parse_san(p, text);
    }
    return resolve(p, pattern);
}

std::string_view to_text(SanError error) {
    switch (error) {
    case SanError::none: return "no error"sv;
    case SanError::not_understood: return "this is not a move: try e4, Nf3, exd5, e8=Q, O-O or e2e4"sv;
    case SanError::no_such_move: return "no such piece can go there"sv;
    case SanError::ambiguous: return "more than one piece can go there: name its file or rank"sv;
    case SanError::leaves_king_in_check: return "the king would be in check"sv;
    case SanError::nothing_to_capture: return "there is nothing to capture on that square"sv;
    case SanError::missing_promotion: return "the pawn promotes: add =Q, =R, =B or =N"sv;
    case SanError::not_a_promotion: return "only a pawn that reaches the last rank promotes"sv;
    case SanError::castling_right_lost: return "the right to castle on that side is gone"sv;
    case SanError::castling_blocked: return "a piece stands between the king and the rook"sv;
    case SanError::castling_through_check: return "the king may not castle out of, through or into check"sv;
    }
    return "unknown error"sv;
}

}  // namespace stackmate

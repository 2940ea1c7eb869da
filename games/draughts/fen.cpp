#include "games/draughts/fen.hpp"

#include "core/notation/text.hpp"

#include <bit>

namespace stackmate::draughts {

namespace {

using namespace std::literals;

/// Reads a decimal number up to `limit` and removes its digits from the text; -1 if there is none.
int take_number(std::string_view& text, int limit) {
    if (text.empty() || text.front() < '0' || text.front() > '9') return -1;
    int value = 0;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
        value = value * 10 + (text.front() - '0');
        if (value > limit) return -1;
    }
    return value;
}

bool take_letter(std::string_view& text, char letter) {
    if (text.empty() || text.front() != letter) return false;
    text.remove_prefix(1);
    return true;
}

/// The text up to the next colon; both are removed from `text`.
std::string_view take_field(std::string_view& text) {
    std::size_t n = 0;
    while (n < text.size() && text[n] != ':') ++n;
    const std::string_view field(text.data(), n);
    text.remove_prefix(n == text.size() ? n : n + 1);
    return field;
}

Square square(unsigned number, unsigned board_size) {
    return static_cast<Square>(number - 1 + (number - 1) / board_size);
}
unsigned number(Square s, unsigned board_size) { return index(s) - index(s) / (board_size + 1) + 1; }

/// "31-50,K12" after the colour's letter.
FenError read_pieces(std::string_view text, unsigned board_size, Set& own, FenFields& fields) {
    const int last = static_cast<int>(board_size * board_size / 2);
    for (bool more = !text.empty(); more; more = take_letter(text, ',')) {
        const bool king = take_letter(text, 'K');
        const int first = take_number(text, last);
        if (first <= 0) return FenError::bad_square;
        int to = first;
        if (take_letter(text, '-')) {
            to = take_number(text, last);
            if (to <= first) return FenError::bad_range;
        }
        for (int n = first; n <= to; ++n) {
            const Set s = set_of(square(static_cast<unsigned>(n), board_size));
            if (((fields.pieces[0] | fields.pieces[1]) & s) != 0) return FenError::square_twice;
            own |= s;
            if (king) fields.kings |= s;
        }
    }
    return text.empty() ? FenError::none : FenError::bad_square;
}

}  // namespace

std::string_view to_text(FenError error) {
    switch (error) {
    case FenError::none: return "no error"sv;
    case FenError::field_count:
        return "a FEN of draughts is the side to move and two lists of squares, with colons between"sv;
    case FenError::bad_side: return "the side to move is neither W nor B"sv;
    case FenError::bad_color: return "a list of squares does not begin with W or B"sv;
    case FenError::color_twice: return "both lists of squares are of one colour"sv;
    case FenError::bad_square: return "a list holds something that is no square of this board"sv;
    case FenError::bad_range: return "a range of squares does not go upwards, or not to a square of this board"sv;
    case FenError::square_twice: return "two pieces stand on one square"sv;
    case FenError::too_many_pieces: return "a side has more pieces than it began with"sv;
    case FenError::man_on_last_row: return "a man stands where it would have become a king"sv;
    case FenError::no_pieces: return "the board is empty"sv;
    case FenError::bad_halfmove_count: return "the half moves without progress are not H and a number from 0 to 255"sv;
    }
    return "unknown error"sv;
}

FenError read_fen(std::string_view text, unsigned board_size, unsigned most_pieces, FenFields& fields) {
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    text = skip_spaces(text);
    if (!text.empty() && text.back() == '.') text.remove_suffix(1);  // as older programs write it
    unsigned colons = 0;
    for (const char c : text) colons += c == ':' ? 1u : 0u;
    if (colons != 2 && colons != 3) return FenError::field_count;

    const std::string_view side = take_field(text);
    if (side != "W"sv && side != "B"sv) return FenError::bad_side;
    fields.side = side == "W"sv ? Color::white : Color::black;

    bool seen[2] = {};
    for (int list = 0; list < 2; ++list) {
        std::string_view field = take_field(text);
        const bool white = take_letter(field, 'W');
        if (!white && !take_letter(field, 'B')) return FenError::bad_color;
        const unsigned color = index(white ? Color::white : Color::black);
        if (seen[color]) return FenError::color_twice;
        seen[color] = true;
        Set& own = fields.pieces[color];
        if (const FenError e = read_pieces(field, board_size, own, fields); e != FenError::none) return e;
        if (static_cast<unsigned>(std::popcount(own)) > most_pieces) return FenError::too_many_pieces;
    }
    if ((fields.pieces[0] | fields.pieces[1]) == 0) return FenError::no_pieces;
    if (colons == 2) return FenError::none;
    const int halfmove = take_letter(text, 'H') ? take_number(text, 255) : -1;
    if (halfmove < 0 || !text.empty()) return FenError::bad_halfmove_count;
    fields.halfmove = static_cast<std::uint8_t>(halfmove);
    return FenError::none;
}

// Three men or more in a row are written as a range. Kings are not, because programs differ in the meaning of K31-33.
char* write_fen(char* out, const FenFields& fields, unsigned board_size) {
    *out++ = fields.side == Color::white ? 'W' : 'B';
    for (const Color c : {Color::white, Color::black}) {
        *out++ = ':';
        *out++ = c == Color::white ? 'W' : 'B';
        const Set own = fields.pieces[index(c)], men = own & ~fields.kings;
        const auto man_on = [&](unsigned n) {
            return n <= board_size * board_size / 2 && (men & set_of(square(n, board_size))) != 0;
        };
        bool first = true;
        for (Set left = own; left != 0; left &= left - 1) {
            const Square s = lowest(left);
            if (!first) *out++ = ',';
            first = false;
            if ((fields.kings & set_of(s)) != 0) *out++ = 'K';
            unsigned n = number(s, board_size);
            out = write_number(out, n);
            if (!man_on(n) || !man_on(n + 1) || !man_on(n + 2)) continue;
            for (; man_on(n + 1); ++n) left &= left - 1;
            *out++ = '-';
            out = write_number(out, n);
        }
    }
    if (fields.halfmove == 0) return out;
    out = write_text(out, ":H"sv);
    return write_number(out, fields.halfmove);
}

}  // namespace stackmate::draughts

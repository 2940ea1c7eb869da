#include "games/draughts/move_text.hpp"

#include "core/notation/text.hpp"
#include "games/draughts/movegen.hpp"

#include <array>

namespace stackmate::draughts {

namespace {

struct Path {
    std::array<std::uint8_t, 21> squares;  ///< by number
    unsigned size = 0;
};

/// Reads "26x17x8" and "32-28". Returns false if it is neither; `separator` is the character between the numbers.
bool read_path(std::string_view text, unsigned last, Path& path, char& separator) {
    for (separator = 0;; text.remove_prefix(1)) {
        unsigned n = 0;
        std::size_t digits = 0;
        for (; digits < text.size() && digits < 2 && text[digits] >= '0' && text[digits] <= '9'; ++digits)
            n = n * 10 + static_cast<unsigned>(text[digits] - '0');
        if (digits == 0 || text[0] == '0' || n > last || path.size == path.squares.size()) return false;
        path.squares[path.size++] = static_cast<std::uint8_t>(n);
        text.remove_prefix(digits);
        if (text.empty()) return path.size >= 2 && (separator == 'x' || path.size == 2);
        if (separator != 0 && text[0] != separator) return false;
        separator = text[0];
        if (separator != '-' && separator != 'x') return false;
    }
}

template <Rules R>
bool lands_on(const CaptureWalk<R>& walk, const Path& path) {
    if (walk.count() + 1 != path.size) return false;
    for (unsigned jump = 0; jump < walk.count(); ++jump)
        if (Board<R::board_size>::number(walk.landing(jump)) != path.squares[jump + 1]) return false;
    return true;
}

/// Whether this capture can be made with these landing squares.
template <Rules R>
bool can_go(const Position<R>& p, Move m, const Path& path) {
    const auto made = p.capture(m);
    for (auto walk = p.captures_of(m.from()); walk.next();)
        if (walk.same_as(made) && lands_on<R>(walk, path)) return true;
    return false;
}

/// Whether another capture has the same origin and target.
template <Rules R>
bool has_twin(const Position<R>& p, Move m) {
    Cursor<R> cursor(true);
    while (const Move other = cursor.next_capture(p))
        if (other != m && other.from() == m.from() && other.to() == m.to()) return true;
    return false;
}

}  // namespace

template <Rules R>
char* write_move(char* out, const Position<R>& p, Move m) {
    using Board = draughts::Board<R::board_size>;
    if (!m) return write_text(out, {"0-0", 3});
    out = write_number(out, Board::number(m.from()));
    *out++ = m.takes() ? 'x' : '-';
    if (m.takes() && has_twin(p, m)) {
        const auto walk = p.capture(m);
        for (unsigned jump = 0; jump + 1 < walk.count(); ++jump) {
            out = write_number(out, Board::number(walk.landing(jump)));
            *out++ = 'x';
        }
    }
    return write_number(out, Board::number(m.to()));
}

template <Rules R>
Move move_from_text(const Position<R>& p, std::string_view text) {
    using Board = draughts::Board<R::board_size>;
    Path path{};
    char separator = 0;
    if (!read_path(text, Board::count, path, separator)) return {};
    const Square from = Board::from_number(path.squares[0]);
    const Square to = Board::from_number(path.squares[path.size - 1]);
    if (separator == '-') return p.legal(Move(from, to)) ? Move(from, to) : Move{};
    Move found;
    bool several = false;
    Cursor<R> cursor(p.takers() != 0);
    while (const Move m = cursor.next_capture(p)) {
        if (m.from() != from || m.to() != to) continue;
        if (can_go(p, m, path)) return m;
        if (path.size != 2) continue;
        several = several || found;
        found = m;
    }
    return several ? Move{} : found;
}

template char* write_move(char*, const Position<English>&, Move);
template char* write_move(char*, const Position<International>&, Move);
template char* write_move(char*, const Position<Brazilian>&, Move);
template char* write_move(char*, const Position<Pool>&, Move);
template char* write_move(char*, const Position<Russian>&, Move);
template Move move_from_text(const Position<English>&, std::string_view);
template Move move_from_text(const Position<International>&, std::string_view);
template Move move_from_text(const Position<Brazilian>&, std::string_view);
template Move move_from_text(const Position<Pool>&, std::string_view);
template Move move_from_text(const Position<Russian>&, std::string_view);

}  // namespace stackmate::draughts

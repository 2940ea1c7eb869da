// The position: three sets and the side to move, made and unmade in place, with an incremental key.
#pragma once

#include "core/chess/types.hpp"
#include "core/chess/zobrist.hpp"
#include "games/draughts/board.hpp"
#include "games/draughts/captures.hpp"
#include "games/draughts/rules.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::draughts {

/// Why a FEN was refused. The position is unchanged.
enum class [[nodiscard]] FenError : std::uint8_t {
    none,
    field_count,
    bad_side,
    bad_color,
    color_twice,
    bad_square,
    bad_range,
    square_twice,
    too_many_pieces,
    man_on_last_row,
    no_pieces,
    bad_halfmove_count,
};
/// A sentence without a full stop.
std::string_view to_text(FenError error);

/// The longest FEN that `Position::fen` writes: forty kings with two digits each, and the rest.
inline constexpr std::size_t max_fen_length = 1 + 2 + 2 + 40 * 4 + 5;

/// What a move destroys. Kept in the ply frame in which it is made.
struct Undo {
    Key key;
    Set captured;  ///< 0 if nothing was captured
    Set kings;     ///< of both sides, before the move
    std::uint8_t halfmove;
};
static_assert(sizeof(Undo) == 32, "part of every ply frame");

namespace detail {
struct Keys {
    std::array<std::array<Key, Board<10>::bits>, 4> piece;  ///< [white man, white king, black man, black king]
    Key black_to_move;
};
inline constexpr Keys keys = [] {
    Keys all{};
    std::uint64_t state = 0x6472'6175'6768'7473u;  // any seed would do; this one spells the game's name
    for (auto& piece : all.piece)
        for (Key& key : piece) key = zobrist::next(state);
    all.black_to_move = zobrist::next(state);
    return all;
}();
}  // namespace detail

template <Rules R>
class Position {
public:
    using Board = draughts::Board<R::board_size>;
    using Walk = CaptureWalk<R>;

    /// An empty board: it may only be assigned to.
    constexpr Position() = default;

    void set_start();
    /// Sets the position from PDN's FEN: "W:W31-50:B1-20", kings with a K before the number. ":H12" may follow: the
    /// half moves since a man moved or a piece was captured. What no game can have is refused, but a side may have lost
    /// all pieces. On error nothing changes.
    FenError set_fen(std::string_view fen);
    /// Writes at most `max_fen_length` characters, without a terminating zero; returns how many.
    std::size_t fen(char* out) const;

    [[nodiscard]] Set pieces(Color c) const { return pieces_[index(c)]; }
    /// The kings of both sides.
    [[nodiscard]] Set kings() const { return kings_; }
    [[nodiscard]] Set empty() const { return Board::squares & ~(pieces_[0] | pieces_[1]); }
    [[nodiscard]] bool king_on(Square s) const { return (kings_ & set_of(s)) != 0; }
    [[nodiscard]] Color side() const { return side_; }
    /// Half moves since a man moved or a piece was captured; stops at 255.
    [[nodiscard]] unsigned halfmove() const { return halfmove_; }
    [[nodiscard]] Key key() const { return key_; }

    /// The pieces of the side to move that can capture. If there are any, no other move is legal.
    [[nodiscard]] Set takers() const;
    /// How many pieces must be captured, if that is a rule; otherwise 1. `takers` as returned above; not empty.
    [[nodiscard]] unsigned duty(Set takers) const;
    /// The captures of the piece of the side to move on this square. The caller must check the duty to capture the
    /// most.
    [[nodiscard]] Walk captures_of(Square from) const { return {from, side_, king_on(from), pieces(~side_), empty()}; }
    /// The route of the capture that `found` has reached after `passed` others; 0 if one of those leads to the same
    /// position.
    [[nodiscard]] unsigned route_of(const Walk& found, Square from, unsigned passed, unsigned duty) const;
    /// Finds the legal capture `m` again.
    [[nodiscard]] Walk capture(Move m) const;

    /// Makes a legal move; it is not checked.
    void make(Move m, Undo& undo);
    void unmake(Move m, const Undo& undo);
    /// Passes the move. Not allowed while there is a capture to make.
    void make_null(Undo& undo);
    void unmake_null(const Undo& undo);

    /// Whether the move is legal. For moves from a table, a killer slot or a user: any bits are safe.
    [[nodiscard]] bool legal(Move m) const;
    /// A side that cannot move has lost.
    [[nodiscard]] bool any_legal_move() const;

    /// Whether the sets do not overlap, no man stands on its last row, and the key is that of the pieces. For tests.
    [[nodiscard]] bool consistent() const;

    friend bool operator==(const Position&, const Position&) = default;

private:
    static Key key_of(Color c, bool king, Square s) { return detail::keys.piece[2 * index(c) + king][index(s)]; }
    [[nodiscard]] Key full_key() const;
    [[nodiscard]] static bool fulfils(const Walk& walk, unsigned duty) {
        return !R::must_take_most || walk.count() == duty;
    }
    [[nodiscard]] bool legal_capture(Move m, Set takers) const;
    [[nodiscard]] bool legal_step(Move m) const;

    std::array<Set, 2> pieces_{};  ///< by colour
    Set kings_ = 0;
    Key key_ = 0;
    Color side_ = Color::white;
    std::uint8_t halfmove_ = 0;
};
static_assert(sizeof(Position<International>) == 40, "small: that is what sets are for");

template <Rules R>
inline Set Position<R>::takers() const {
    const Set own = pieces(side_), others = pieces(~side_), free = empty();
    const Set kings = own & kings_;
    Set found = 0;
    for (const Direction d : all_directions) {
        const Direction back = opposite(d);
        // From `before` one of the others can be jumped in direction d.
        Set before = Board::step(others & Board::step(free, back), back);
        found |= before & (R::men_take_backward || is_forward(d, side_) ? own : kings);
        if (R::flying_kings && kings != 0)
            while ((before = Board::step(before & free, back)) != 0) found |= before & kings;
    }
    return found;
}

template <Rules R>
inline unsigned Position<R>::duty(Set takers) const {
    unsigned most = 1;
    if constexpr (R::must_take_most)
        for (; takers != 0; takers &= takers - 1)
            for (Walk walk = captures_of(lowest(takers)); walk.next();)
                if (walk.count() > most) most = walk.count();
    return most;
}

template <Rules R>
inline unsigned Position<R>::route_of(const Walk& found, Square from, unsigned passed, unsigned duty) const {
    unsigned route = 1;
    for (Walk walk = captures_of(from); passed != 0; --passed) {
        walk.next();
        if (walk.to() != found.to() || !fulfils(walk, duty)) continue;
        if (walk.same_as(found)) return 0;
        ++route;
    }
    return route;
}

// The duty is not stored. It is what the longest capture to this square takes, because the move is legal.
template <Rules R>
inline auto Position<R>::capture(Move m) const -> Walk {
    Walk found = captures_of(m.from());
    unsigned route = 0, most = 1;
    for (Walk walk = found; walk.next();) {
        if (walk.to() != m.to() || (R::must_take_most && walk.count() < most)) continue;
        if (R::must_take_most && walk.count() > most) {
            most = walk.count();
            route = 0;
        }
        if (++route == m.route()) found = walk;
    }
    return found;
}

template <Rules R>
inline void Position<R>::make(Move m, Undo& undo) {
    const Set from = set_of(m.from()), to = set_of(m.to());
    const bool was_king = (kings_ & from) != 0;
    bool king = was_king || (to & Board::last_row(side_)) != 0;
    undo = {key_, 0, kings_, halfmove_};
    if (m.takes()) {
        const Walk walk = capture(m);
        undo.captured = walk.taken();
        king = walk.king();
        for (Set left = undo.captured; left != 0; left &= left - 1)
            key_ ^= key_of(~side_, king_on(lowest(left)), lowest(left));
        pieces_[index(~side_)] &= ~undo.captured;
    }
    Set& own = pieces_[index(side_)];
    own = (own & ~from) | to;
    kings_ = (kings_ & ~(from | undo.captured)) | (king ? to : 0);
    key_ ^= key_of(side_, was_king, m.from()) ^ key_of(side_, king, m.to()) ^ detail::keys.black_to_move;
    if (!was_king || m.takes())
        halfmove_ = 0;
    else if (halfmove_ != 255)
        ++halfmove_;
    side_ = ~side_;
}

template <Rules R>
inline void Position<R>::unmake(Move m, const Undo& undo) {
    side_ = ~side_;
    Set& own = pieces_[index(side_)];
    own = (own & ~set_of(m.to())) | set_of(m.from());
    pieces_[index(~side_)] |= undo.captured;
    kings_ = undo.kings;
    key_ = undo.key;
    halfmove_ = undo.halfmove;
}

template <Rules R>
inline void Position<R>::make_null(Undo& undo) {
    undo = {key_, 0, kings_, halfmove_};
    key_ ^= detail::keys.black_to_move;
    halfmove_ = 0;  // nothing before a passed move can be repeated after it
    side_ = ~side_;
}

template <Rules R>
inline void Position<R>::unmake_null(const Undo& undo) {
    key_ = undo.key;
    halfmove_ = undo.halfmove;
    side_ = ~side_;
}

extern template class Position<English>;
extern template class Position<International>;
extern template class Position<Brazilian>;
extern template class Position<Pool>;
extern template class Position<Russian>;

}  // namespace stackmate::draughts

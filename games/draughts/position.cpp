#include "games/draughts/position.hpp"

#include "games/draughts/fen.hpp"

namespace stackmate::draughts {

template <Rules R>
bool Position<R>::legal_capture(Move m, Set takers) const {
    if ((takers & set_of(m.from())) == 0) return false;
    const unsigned most = duty(takers);
    unsigned passed = 0, route = 0;
    for (Walk walk = captures_of(m.from()); walk.next(); ++passed)
        if (walk.to() == m.to() && fulfils(walk, most) && ++route == m.route())
            return route_of(walk, m.from(), passed, most) == route;
    return false;
}

template <Rules R>
bool Position<R>::legal_step(Move m) const {
    const Set from = set_of(m.from()), to = set_of(m.to()), free = empty();
    if ((pieces(side_) & from) == 0) return false;
    const bool king = king_on(m.from());
    for (const Direction d : all_directions) {
        if (!king && !is_forward(d, side_)) continue;
        Set s = Board::step(from, d) & free;
        if (R::flying_kings && king)
            while (s != 0 && s != to) s = Board::step(s, d) & free;
        if (s == to) return s != 0;
    }
    return false;
}

template <Rules R>
bool Position<R>::legal(Move m) const {
    const Set can_take = takers();
    if (m.takes() != (can_take != 0)) return false;
    return m.takes() ? legal_capture(m, can_take) : legal_step(m);
}

template <Rules R>
bool Position<R>::any_legal_move() const {
    const Set own = pieces(side_), free = empty();
    for (const Direction d : all_directions)
        if ((Board::step(is_forward(d, side_) ? own : own & kings_, d) & free) != 0) return true;
    return takers() != 0;
}

template <Rules R>
Key Position<R>::full_key() const {
    Key key = side_ == Color::black ? detail::keys.black_to_move : 0;
    for (const Color c : {Color::white, Color::black})
        for (Set left = pieces(c); left != 0; left &= left - 1) key ^= key_of(c, king_on(lowest(left)), lowest(left));
    return key;
}

template <Rules R>
bool Position<R>::consistent() const {
    if ((pieces_[0] & pieces_[1]) != 0 || ((pieces_[0] | pieces_[1]) & ~Board::squares) != 0) return false;
    if ((kings_ & ~(pieces_[0] | pieces_[1])) != 0) return false;
    for (const Color c : {Color::white, Color::black})
        if ((pieces(c) & ~kings_ & Board::last_row(c)) != 0) return false;
    return key_ == full_key();
}

template <Rules R>
void Position<R>::set_start() {
    *this = {};
    for (const Color c : {Color::white, Color::black}) pieces_[index(c)] = Board::first_rows(c);
    side_ = R::white_begins ? Color::white : Color::black;
    key_ = full_key();
}

template <Rules R>
FenError Position<R>::set_fen(std::string_view fen) {
    FenFields fields;
    if (const FenError e = read_fen(fen, R::board_size, men_of_a_side<R>, fields); e != FenError::none) return e;
    for (const Color c : {Color::white, Color::black})
        if ((fields.pieces[index(c)] & ~fields.kings & Board::last_row(c)) != 0) return FenError::man_on_last_row;
    pieces_ = fields.pieces;
    kings_ = fields.kings;
    side_ = fields.side;
    halfmove_ = fields.halfmove;
    key_ = full_key();
    return FenError::none;
}

template <Rules R>
std::size_t Position<R>::fen(char* out) const {
    const FenFields fields{pieces_, kings_, side_, halfmove_};
    return static_cast<std::size_t>(write_fen(out, fields, R::board_size) - out);
}

template class Position<English>;
template class Position<International>;
template class Position<Brazilian>;
template class Position<Pool>;
template class Position<Russian>;

}  // namespace stackmate::draughts

// The rules of a draughts game as constants. The code that uses them is written once, in the other headers here.
#pragma once

#include <concepts>

namespace stackmate::draughts {

/// Each side has as many men as fill its half of the board except the middle row.
template <class R>
concept Rules = requires {
    { R::board_size } -> std::convertible_to<unsigned>;       // rows and columns; even
    { R::white_begins } -> std::convertible_to<bool>;         // White moves towards square 1
    { R::flying_kings } -> std::convertible_to<bool>;         // a king moves any distance, otherwise one square
    { R::men_take_backward } -> std::convertible_to<bool>;    // otherwise only forward
    { R::must_take_most } -> std::convertible_to<bool>;       // otherwise any capture, to its end; one is mandatory
    { R::promotes_in_passing } -> std::convertible_to<bool>;  // a man that captures goes on as a king from the last row
    { R::draw_after } -> std::convertible_to<unsigned>;       // half moves of kings without a capture
};

/// Checkers: the WCDF's rules of draughts.
struct English {
    static constexpr unsigned board_size = 8;
    static constexpr bool white_begins = false;
    static constexpr bool flying_kings = false;
    static constexpr bool men_take_backward = false;
    static constexpr bool must_take_most = false;
    static constexpr bool promotes_in_passing = false;
    static constexpr unsigned draw_after = 80;
};

/// FMJD, annex 1: official rules for international draughts. Its draws with few pieces after 16 and 5 moves are not
/// implemented.
struct International {
    static constexpr unsigned board_size = 10;
    static constexpr bool white_begins = true;
    static constexpr bool flying_kings = true;
    static constexpr bool men_take_backward = true;
    static constexpr bool must_take_most = true;
    static constexpr bool promotes_in_passing = false;
    static constexpr unsigned draw_after = 50;
};

// Three more games, for their published perft figures: they test what the two above do not use. Their rules for draws
// are not implemented.

/// International draughts on the small board.
struct Brazilian : International {
    static constexpr unsigned board_size = 8;
};
/// Flying kings, men that capture backward, any capture.
struct Pool : Brazilian {
    static constexpr bool white_begins = false;
    static constexpr bool must_take_most = false;
};
struct Russian : Brazilian {
    static constexpr bool must_take_most = false;
    static constexpr bool promotes_in_passing = true;
};

/// The men with which a side begins; it never has more pieces.
template <Rules R>
inline constexpr unsigned men_of_a_side = R::board_size / 2 * (R::board_size / 2 - 1);

static_assert(men_of_a_side<English> == 12 && men_of_a_side<International> == 20);

}  // namespace stackmate::draughts

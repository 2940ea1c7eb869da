// Who moves for each side, and who may do what with the game. Plain values and one table.
//
// A side is played from a seat: by the person at the squares, by the engine, or by a host, which is a program or an app
// on a line. The person's choice is a setting and is stored. The sides that a host's session has taken are a claim. It
// hides the choice while it lasts, is never stored, and ends with the session.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"

namespace stackmate::firmware {

/// The sides that a session has taken.
struct Claim {
    bool held = false;
    bool follows = false;  ///< the host keeps the same game itself, move for move, so the game must not go where the
                           ///< host does not know
    Seat white = Seat::person;
    Seat black = Seat::person;

    [[nodiscard]] constexpr Seat player(Color side) const { return side == Color::white ? white : black; }
    friend constexpr bool operator==(const Claim&, const Claim&) = default;
};

/// What a line takes that has said who plays `side`; nothing if no side is remote. `other`: who plays the other one.
[[nodiscard]] constexpr Claim claim_of(Color side, Seat seat, Seat other) {
    const bool white = side == Color::white;
    return {.held = seat == Seat::remote || other == Seat::remote,
            .white = white ? seat : other,
            .black = white ? other : seat};
}

/// Who makes a request.
enum class Who : std::uint8_t {
    hands,   ///< at squares, buttons and menu
    holder,  ///< the host whose claim it is
    other,   ///< anybody else on a line, including the holder's line outside its protocol
};

/// What a request needs. Everybody may do at any time what is not listed here (brightness, looking, closing a menu).
enum class Right : std::uint8_t {
    free,       ///< everybody may
    move,       ///< a move for the side to move, from its seat
    take_back,  ///< by the pieces, the menu or a command
    begin,      ///< another game in place of this one, without a question
    leave,      ///< to ask whether to end this game; yes ends the claim
    set_up,     ///< set up a position
    end,        ///< resign, agree or claim a draw
    help,       ///< hint, analysis, pause
    move_now,
};
inline constexpr unsigned right_count = 9;

struct RightsRow {
    Right right;
    bool hands, holder, other;
};

/// Rights in a game that a host follows. In any other game everybody may do everything.
inline constexpr auto rights_rows = std::to_array<RightsRow>({
    {Right::free, true, true, true},
    {Right::move, true, true, false},
    {Right::take_back, false, true, false},  // the host takes back by sending its next position
    {Right::begin, false, true, false},
    {Right::leave, true, true, false},
    {Right::set_up, false, true, false},
    {Right::end, false, true, false},    // the host keeps the result
    {Right::help, false, false, false},  // its clock runs, and its opponent is not asked
    {Right::move_now, true, true, false},
});

/// `followed`: a host follows the game, and it is not over.
[[nodiscard]] constexpr bool may(Who who, Right right, bool followed) {
    if (!followed) return true;
    const RightsRow& row = rights_rows[static_cast<unsigned>(right)];
    return who == Who::hands ? row.hands : who == Who::holder ? row.holder : row.other;
}

/// Whether hands may do this in a club game that has begun: neither takebacks nor advice, and no menu while it `goes_on`.
[[nodiscard, gnu::cold]] constexpr bool may_in_club(const states::Row& row, bool goes_on) {
    using enum states::Action;
    return (row.next != states::State::menu || !goes_on) && row.next != states::State::hint && row.action != let_choose
           && row.action != take_back && row.action != take_back_own;
}

/// What a row of the table of states needs.
[[nodiscard]] constexpr Right right_for(const states::Row& row) {
    if (row.next == states::State::hint && row.action == states::Action::none) return Right::help;
    switch (row.action) {
    case states::Action::accept_move:
    case states::Action::ask_promotion:
    case states::Action::choose_promotion:
    case states::Action::default_promotion: return Right::move;
    case states::Action::take_back:
    case states::Action::take_back_own: return Right::take_back;
    case states::Action::begin_game:
    case states::Action::seek_exercise:
    case states::Action::new_set_up: return Right::begin;
    case states::Action::ask_new_game: return Right::leave;
    case states::Action::begin_set_up:
    case states::Action::finish_set_up: return Right::set_up;
    case states::Action::ask_draw:
    case states::Action::ask_resign:
    case states::Action::end_as_shown: return Right::end;
    case states::Action::toggle_analysis:
    case states::Action::toggle_pause: return Right::help;
    case states::Action::move_now: return Right::move_now;
    default: return Right::free;
    }
}

}  // namespace stackmate::firmware

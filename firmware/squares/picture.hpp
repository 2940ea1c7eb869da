// What the squares of a chess board mean at a moment, and what the LEDs show for it. The parts of a picture are drawn
// one over the other: the last one drawn on a square is seen.
#pragma once

#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/tracker.hpp"
#include "hal/frame.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace stackmate::firmware {

/// The answers to a question: yes is d4 and e4, no is d5 and e5. In a position set-up they are White and Black.
inline constexpr SquareSet yes_squares = 0x0000'0000'1800'0000, no_squares = 0x0000'0018'0000'0000;
inline constexpr SquareSet corner_squares = 0x8100'0000'0000'0081;
inline constexpr SquareSet far_rank = SquareSet{0xff} << 56;  ///< as the board sees it
/// Where trouble with the store is shown: a3, h3, a6 and h6.
inline constexpr SquareSet edge_squares = 0x0000'8100'0081'0000;
/// In the self-test: the square of PLAY, a3; those of the other buttons follow.
inline constexpr unsigned first_button_square = 16;

/// Where a promotion is chosen and shown: on the pawn's file, from the square below it downwards: queen, rook, bishop,
/// knight.
constexpr unsigned promotion_square(Square to, PieceType type) {
    const unsigned down = 1 + index(PieceType::queen) - index(type);
    return index64(make_square(file_of(to), rank_of(to) == 7 ? 7 - down : down));
}

/// Where the reason of a result or of a loss is shown: a4 for the first one, and the next squares. It must not be none.
constexpr unsigned reason_square(auto reason) { return 24 + static_cast<unsigned>(reason) - 1; }
static_assert(ending_count - 1 <= 16, "ranks 4 and 5");

class BoardPicture {
public:
    /// 0 a1 to 63 h8.
    [[nodiscard]] Light at(unsigned square) const { return lights_[square]; }

    void clear() { lights_.fill(Light::dark); }
    void show(SquareSet squares, Light light) {
        for_each_square(squares, [&](unsigned i) { lights_[i] = light; });
    }
    void show(Square square, Light light) { lights_[index64(square)] = light; }

    /// What `occupied` lacks of `wanted`, and what it has too much.
    void show_difference(SquareSet occupied, SquareSet wanted) {
        show(wanted & ~occupied, Light::fill);
        show(occupied & ~wanted, Light::clear);
    }
    void show_answers(SquareSet squares) {
        show(squares & yes_squares, Light::yes);
        show(squares & no_squares, Light::no);
    }

    /// Pieces in the air, and what is to be put right.
    void show_hands(const TrackerState& t, bool with_targets) {
        if (t.status == TrackerStatus::lifting && with_targets) {
            show(t.targets, Light::target);
            show(t.origins, Light::origin);
        }
        if (t.status == TrackerStatus::ambiguous) show(t.targets, Light::again);
        show(t.fill, Light::fill);
        show(t.clear, Light::clear);
    }

    /// What remains to be done of a move.
    void show_move(const Position& p, Move m, SquareSet occupied) {
        const Footprint f = footprint(p, m);
        const bool in_passing = std::popcount(f.emptied) == 2 && std::has_single_bit(f.filled);
        show(f.emptied & occupied, Light::move_from);
        if (in_passing) show(f.emptied & ~f.from & occupied, Light::clear);
        show((f.filled & ~occupied) | f.taken, Light::move_to);
        if (plays_chess960 && f.emptied == 0) show(f.from, Light::move_from);  // king and rook exchange squares
        // The queen's square is the pawn's origin: the pawn must leave it before the choice can be shown there.
        const unsigned chosen = m.promotes() ? promotion_square(m.to(), m.promotion()) : 64;
        if (chosen < 64 && ((f.emptied & occupied) >> chosen & 1) == 0) lights_[chosen] = Light::promotion_default;
    }
    void show_promotion(Square to) {
        for (const PieceType type : {PieceType::rook, PieceType::bishop, PieceType::knight})
            lights_[promotion_square(to, type)] = Light::promotion;
        lights_[promotion_square(to, PieceType::queen)] = Light::promotion_default;
    }

    /// The score on the h-file: the more squares are White's, the better White stands. In centipawns, White's view.
    void show_score(Score white) {
        constexpr Score steps[] = {-600, -300, -150, -50, 50, 150, 300, 600};
        unsigned squares = 0;
        for (const Score step : steps) squares += white >= step ? 1u : 0u;
        for (unsigned rank = 0; rank < 8; ++rank)
            lights_[8 * rank + 7] = rank < squares ? Light::good_for_white : Light::good_for_black;
    }

    void show_result(const Position& p, GameResult result) {
        if (result.ending != Ending::none) lights_[reason_square(result.ending)] = Light::reason;
        if (result.ending == Ending::record_full) return;  // neither won nor drawn
        for (const Color side : {Color::white, Color::black})
            show(p.king(side), result.winner == Winner::nobody    ? Light::drawn
                               : result.winner == winner_of(side) ? Light::winner
                                                                  : Light::loser);
    }

    /// `offers(square)`: whether the menu offers this MenuSquare.
    template <class Offers>
    void show_menu(const Settings& settings, Offers offers) {
        const SettingBytes bytes = bytes_of(settings);
        for (unsigned i = 0; i < 64; ++i) {
            const MenuSquare& square = menu_squares[i];
            if (square.item == MenuItem::none || !offers(square)) continue;
            const auto setting = static_cast<std::size_t>(square.setting);
            const SettingRow::Taps taps = setting_rows[setting].taps;
            if (square.item != MenuItem::setting || taps == SettingRow::Taps::less_or_more)
                lights_[i] = Light::action;
            else
                lights_[i] = bytes[setting] == square.value ? Light::chosen : Light::choice;
        }
    }

    /// The menu's second page: the exercises' squares from a1 on, the clock's, the adaptive level, the switches, and
    /// the square that closes it.
    [[gnu::noinline, gnu::cold]] void show_exercises(const MenuExtras& menu, std::uint8_t practised,
                                                     [[maybe_unused]] const Settings& settings) {
        for (unsigned i = 1; menu.exercises && i < exercise_choices; ++i)
            lights_[exercise_square(i)] = i == practised ? Light::chosen : Light::choice;
#if STACKMATE_EXERCISES
        const auto show = [&](unsigned square, bool chosen) {
            lights_[square] = chosen ? Light::chosen : Light::choice;
        };
        show(adaptive_square, settings.level == adaptive_level);
        if (menu.review) lights_[review_square] = Light::action;
        for (const MenuSwitch& turned : menu_switches)
            show(turned.square, bytes_of(settings)[static_cast<std::size_t>(turned.setting)] != 0);
        for (unsigned i = 0; i < 64; ++i)
            if (const auto square = clock_square(i); square)
                show(i, (settings.level == own_clock_level || square->what == ClockSquare::What::sides)
                            && is_chosen(settings.clock, *square, menu.clock_sides));
#endif
        lights_[close_square] = Light::action;
        if (plays_chess960) lights_[chess960_square] = Light::action;
    }

    /// The pieces of a position are put up kind after kind. `stale`: where something else stands.
    void show_pieces(const Position& p, SquareSet occupied, SquareSet stale) {
        const SquareSet wanted = occupied_squares(p);
        show(occupied & (~wanted | stale), Light::clear);
        for (unsigned step = 0; step < PositionSetup::side_step; ++step) {
            const Piece kind = PositionSetup::kind_of(step);
            const SquareSet of_kind = occupied_squares(p, p.slots(color_of(kind), type_of(kind)));
            if ((of_kind & (stale | ~occupied)) == 0) continue;
            show(PositionSetup::home_of(step) & ~wanted, Light::kind);
            return show(of_kind & ~occupied, Light::fill);
        }
    }

    void show_set_up(const PositionSetup& setup) {
        if (setup.step() == PositionSetup::side_step) {
            show(yes_squares, setup.side() == Color::white ? Light::chosen : Light::choice);
            show(no_squares, setup.side() == Color::black ? Light::chosen : Light::choice);
        } else {
            show(setup.home(), Light::kind);
            show(setup.known(), Light::placed);
            show(setup.of_kind(), Light::kind_placed);
        }
        show(setup.mistakes(), Light::mistake);
        show(setup.unknown(), Light::clear);
        show(setup.lost(), Light::fill);
    }

    /// PLAY is down: one to four squares in the middle.
    void show_pressed(unsigned squares) {
        constexpr std::uint8_t centre[] = {27, 28, 36, 35};  // d4 e4 e5 d5
        for (unsigned i = 0; i < squares && i < 4; ++i) lights_[centre[i]] = Light::pressed;
    }

    /// Draws the picture as the LEDs show it at this time. `flipped`: h8 lies where a1 is printed.
    void draw(hal::Frame& frame, bool flipped, std::uint32_t now_ms) const {
        std::array<hal::Colour, light_count> colours;
        for (std::size_t i = 0; i < light_count; ++i) colours[i] = colour_at(static_cast<Light>(i), now_ms);
        for (std::size_t i = 0; i < 64; ++i)
            frame.squares[flipped ? 63 - i : i] = colours[static_cast<std::size_t>(lights_[i])];
    }

private:
    std::array<Light, 64> lights_{};
};

}  // namespace stackmate::firmware

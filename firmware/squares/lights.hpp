// The language of lights: every meaning a square can have, and how it shines. Everything that is drawn goes through
// this table, docs/CHESSBOARD-DETAILS.md explains it, and tests read pictures back with it.
//
// It is readable with red-green blindness, and without any colours: two meanings that can be seen in one picture never
// blink alike, so colour helps but is never needed. Colours differ too, so that a single picture tells the meaning of
// every lit square. A move's two squares alternate: first from, then to. Nothing flashes more than three times a second
// (W3C, Web Content Accessibility Guidelines 2.1, success criterion 2.3.1).
//
// Periods are powers of two, so that a microcontroller without a divider finds the phase by a shift.
#pragma once

#include "hal/frame.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

enum class Light : std::uint8_t {
    dark,
    // A game.
    turn,
    hurry,
    thinking,
    candidate_from,
    candidate_to,
    move_from,
    move_to,
    hint_from,
    hint_to,
    target,
    target_good,
    target_weak,
    target_blunder,
    origin,
    fill,
    clear,
    check,
    again,
    promotion,
    promotion_default,
    draw_claim,
    refused,
    good_for_white,
    good_for_black,
    winner,
    loser,
    drawn,
    reason,
    // Any time.
    pressed,
    paused,
    // Questions.
    yes,
    no,
    asked,
    // The menu.
    choice,
    chosen,
    action,
    // Setting up a position.
    kind,
    kind_placed,
    placed,
    mistake,
    // The sensor test.
    felt,
    untried,
    answered,
    // The test of the lights.
    red,
    green,
    blue,
    // A square that is not believed.
    ignored,
    // The record and the store.
    few_left,
    unsaved,
    // What an app shows.
    host,
    host_first,
    host_second,
    // Alone on a board that nobody uses.
    idle,
};
inline constexpr std::size_t light_count = 54;

/// The pictures in which a light is seen.
enum Scene : std::uint8_t {
    in_game = 1,
    in_question = 2,
    in_menu = 4,
    in_set_up = 8,
    in_test = 16,
    of_host = 32,
    of_leds = 64,
    anywhere = 127,
    alone = 128  ///< nothing else shines
};

struct LightStyle {
    Light light;
    hal::Colour colour;
    std::uint8_t period_log2;  ///< the period is 2^n milliseconds: 9 to 11
    std::uint8_t on;           ///< bit i: it shines in the eighth of the period that begins at i/8 of it
    std::uint8_t scenes;
    std::string_view name;
    std::string_view meaning;
};

/// By index of `Light`.
inline constexpr std::array<LightStyle, light_count> light_styles = {{
    {Light::dark, {0, 0, 0}, 11, 0x00, anywhere, "dark", "nothing to say"},

    {Light::turn, {70, 70, 70}, 11, 0x7f, in_game, "turn", "this king's side is to move"},
    {Light::hurry, {255, 190, 60}, 9, 0x7f, in_game, "hurry", "this king's side is to move, and has less than 30 s"},
    {Light::thinking, {130, 0, 220}, 11, 0x1b, in_game, "thinking", "this king's side is the engine's, and it thinks"},
    {Light::candidate_from, {0, 70, 90}, 10, 0x03, in_game, "candidate_from", "the engine would move the piece here"},
    {Light::candidate_to, {0, 90, 70}, 10, 0x0c, in_game, "candidate_to", "the engine would move it here"},
    {Light::move_from, {0, 60, 255}, 10, 0x0f, in_game, "move_from", "make this move: take the piece from here"},
    {Light::move_to, {0, 100, 255}, 10, 0xf0, in_game, "move_to", "make this move: put it here"},
    {Light::hint_from, {0, 220, 60}, 11, 0x0f, in_game, "hint_from", "good advice: move the piece here"},
    {Light::hint_to, {0, 255, 100}, 11, 0xf0, in_game, "hint_to", "good advice: move it here"},
    {Light::target, {0, 110, 110}, 10, 0x7f, in_game, "target", "the piece in the air may be put here"},
    {Light::target_good, {50, 190, 0}, 10, 0x1f, in_game, "target_good", "put here, it is a good move"},
    {Light::target_weak, {240, 150, 0}, 10, 0x13, in_game, "target_weak", "put here, it loses something"},
    {Light::target_blunder, {210, 0, 50}, 10, 0x25, in_game, "target_blunder", "put here, it is a blunder"},
    {Light::origin, {0, 90, 120}, 10, 0x3d, in_game, "origin", "this piece may take the one that is in the air"},
    {Light::fill, {160, 200, 255}, 11, 0xff, in_game | in_question | in_set_up, "fill", "a piece is missing here"},
    {Light::clear, {255, 80, 0}, 9, 0x0f, in_game | in_question | in_set_up, "clear", "take this piece away"},
    {Light::check, {255, 0, 0}, 10, 0x05, in_game, "check", "this king is in check"},
    {Light::again, {255, 230, 0}, 10, 0x01, in_game, "again", "one of these was meant: lift it and put it down again"},
    {Light::promotion, {200, 0, 140}, 11, 0x01, in_game, "promotion", "tap it for this piece"},
    {Light::promotion_default, {255, 0, 170}, 10, 0x5f, in_game, "promotion_default", "the piece the pawn becomes"},
    {Light::draw_claim, {90, 150, 0}, 11, 0x15, in_game, "draw_claim", "the side to move may claim a draw"},
    {Light::refused, {255, 40, 40}, 9, 0x03, in_game, "refused", "this side plays on: no draw"},
    {Light::good_for_white, {220, 220, 180}, 11, 0x3f, in_game, "good_for_white", "the score, as far as it is White's"},
    {Light::good_for_black, {90, 50, 0}, 11, 0x03, in_game, "good_for_black", "the score, as far as it is Black's"},
    {Light::winner, {255, 210, 0}, 10, 0x3f, in_game, "winner", "this king's side has won"},
    {Light::loser, {120, 0, 0}, 11, 0x1f, in_game, "loser", "this king's side has lost"},
    {Light::drawn, {120, 120, 0}, 11, 0x5f, in_game, "drawn", "the game is drawn"},
    {Light::reason, {150, 80, 150}, 11, 0x07, in_game, "reason", "how the game ended, or why a move loses: by square"},
    {Light::pressed,
     {255, 255, 255},
     9,
     0x3f,
     anywhere,
     "pressed",
     "the button is felt; when all four shine, the menu"},
    {Light::paused, {40, 40, 120}, 11, 0x57, in_game, "paused", "the game is paused"},

    {Light::yes, {0, 255, 0}, 10, 0x5f, in_question, "yes", "tap it, or press PLAY: yes"},
    {Light::no, {255, 0, 60}, 10, 0x05, in_question, "no", "tap it, or hold PLAY: no"},
    {Light::asked, {200, 200, 0}, 11, 0x0f, in_question | in_test, "asked", "what the question is about"},

    {Light::choice, {0, 40, 110}, 11, 0x7f, in_menu, "choice", "tap it to choose this"},
    {Light::chosen, {0, 255, 170}, 10, 0x0f, in_menu, "chosen", "this is chosen"},
    {Light::action, {170, 110, 0}, 11, 0xff, in_menu, "action", "tap it to do this"},

    {Light::kind,
     {255, 255, 120},
     10,
     0x0f,
     in_set_up,
     "kind",
     "pieces that stand here in the start position are asked"},
    {Light::kind_placed, {0, 180, 0}, 10, 0x7f, in_set_up, "kind_placed", "a piece of the kind that is asked"},
    {Light::placed, {50, 50, 50}, 11, 0x7f, in_set_up, "placed", "a piece of another kind"},
    {Light::mistake, {255, 0, 110}, 10, 0x05, in_set_up | in_test, "mistake", "what is wrong is here"},

    {Light::felt, {0, 200, 120}, 11, 0xff, in_test, "felt", "the sensor feels a piece here"},
    {Light::untried, {0, 0, 160}, 11, 0x7f, in_test, "untried", "this square, or button, has not answered yet"},
    {Light::answered, {60, 230, 30}, 10, 0x7f, in_test, "answered", "it has answered: all is well here"},

    {Light::red, {200, 0, 0}, 11, 0xff, of_leds, "red", "the test of the lights: red alone"},
    {Light::green, {0, 200, 0}, 11, 0x7f, of_leds, "green", "the test of the lights: green alone"},
    {Light::blue, {0, 0, 200}, 11, 0x3f, of_leds, "blue", "the test of the lights: blue alone"},

    {Light::ignored,
     {60, 60, 90},
     11,
     0x43,
     in_game | in_question | in_set_up | in_test,
     "ignored",
     "this square's sensor is left out of account"},

    {Light::few_left,
     {180, 120, 60},
     11,
     0x1d,
     in_game | in_question | in_set_up | in_test,
     "few_left",
     "this game is nearly as long as can be recorded"},
    {Light::unsaved,
     {200, 40, 50},
     11,
     0x2f,
     in_game | in_question | in_set_up | in_test,
     "unsaved",
     "what is played is not being stored, or what was stored has suffered"},

    {Light::host, {60, 120, 255}, 11, 0xff, of_host, "host", "the app shows this square"},
    {Light::host_first, {40, 60, 200}, 10, 0x0f, of_host, "host_first", "the app lets this square blink"},
    {Light::host_second, {90, 90, 255}, 10, 0xf0, of_host, "host_second", "the app lets it blink in turn with others"},

    {Light::idle, {40, 110, 40}, 11, 0x01, alone, "idle", "the board is on, and nobody minds it"},
}};

constexpr const LightStyle& style_of(Light light) { return light_styles[static_cast<std::size_t>(light)]; }

/// Milliseconds.
constexpr std::uint32_t period_ms(Light light) { return std::uint32_t{1} << style_of(light).period_log2; }

/// The part of a style that a board needs: names and scenes would take two kilobytes of its flash.
struct Shine {
    hal::Colour colour;
    std::uint8_t period_log2;
    std::uint8_t on;
};
/// By index of `Light`.
inline constexpr std::array<Shine, light_count> shines = [] {
    std::array<Shine, light_count> all{};
    for (std::size_t i = 0; i < light_count; ++i)
        all[i] = {light_styles[i].colour, light_styles[i].period_log2, light_styles[i].on};
    return all;
}();

/// Whether it shines at this time. `Style`: LightStyle or Shine. `now_ms` may wrap.
template <class Style>
constexpr bool is_on(const Style& style, std::uint32_t now_ms) {
    return (style.on >> ((now_ms >> (style.period_log2 - 3u)) & 7u) & 1u) != 0;
}

constexpr hal::Colour colour_at(Light light, std::uint32_t now_ms) {
    const Shine& shine = shines[static_cast<std::size_t>(light)];
    return is_on(shine, now_ms) ? shine.colour : hal::Colour{};
}

/// The light that has this colour as it is drawn. `Light::dark` for dark and for a colour that no light has.
constexpr Light light_of(hal::Colour colour) {
    for (const LightStyle& style : light_styles)
        if (style.colour == colour) return style.light;
    return Light::dark;
}

static_assert(
    [] {
        for (std::size_t i = 0; i < light_count; ++i)
            if (static_cast<std::size_t>(light_styles[i].light) != i) return false;
        return true;
    }(),
    "the table is in the order of Light");

}  // namespace stackmate::firmware

// A state becomes lights: what every square means, as a function of what there is to see.
#pragma once

#include "core/position.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/tracker.hpp"

#include <cstdint>

namespace stackmate::firmware {

enum class Question : std::uint8_t { new_game, draw, resign };

/// The board and the game at a moment. Moves that are none are not shown.
struct View {
    BoardState state;
    Question question;   ///< in state `question`
    SquareSet occupied;  ///< as the players see the board
    SquareSet wanted;    ///< where pieces should stand in `setup`, `restoring`, `resume_offer`
    const Position& position;
    const TrackerState& hands;
    const PositionSetup& setup;
    const BoardSettings& settings;
    GameResult result;
    Color resigner;  ///< who would resign, and whose draw is refused
    Move promotion;  ///< to be chosen
    Move pending;    ///< to be made on the board
    Move hint;
    Move candidate;  ///< the engine would play it now
    bool has_score;
    Score white_score;             ///< centipawns, White's view
    bool claimable;                ///< a draw
    bool hurries;                  ///< the mover has little time
    bool refused;                  ///< a draw was, a moment ago
    bool other_game;               ///< the menu offers one
    std::uint8_t pressed_squares;  ///< of the four that tell how long PLAY is held
};

namespace detail {

/// Of the side to move.
inline Light light_of_king(const View& v) {
    if (v.position.checker() != Square::none) return Light::check;
    if (v.claimable) return Light::draw_claim;
    if (v.state == BoardState::engine_thinking) return Light::thinking;
    return v.hurries ? Light::hurry : Light::turn;
}

inline void compose_game(const View& v, BoardPicture& picture) {
    const Position& p = v.position;
    if (v.state == BoardState::analysis && v.has_score) picture.show_score(v.white_score);
    const Square king = p.king(p.side());
    if ((v.occupied & square_set(king)) != 0) picture.show(king, light_of_king(v));
    if (v.refused) picture.show(p.king(~v.resigner), Light::refused);
    if (v.candidate) {
        picture.show(v.candidate.from(), Light::candidate_from);
        picture.show(v.candidate.to(), Light::candidate_to);
    }
    if (v.hint) {
        picture.show(v.hint.from(), Light::hint_from);
        picture.show(v.hint.to(), Light::hint_to);
    }
    if (v.pending) picture.show_move(p, v.pending, v.occupied);
    const bool as_asked = v.pending && (v.hands.lifted & footprint(p, v.pending).all()) != 0;
    picture.show_hands(v.hands, !as_asked);
}

inline void compose_question(const View& v, BoardPicture& picture) {
    switch (v.question) {
    case Question::new_game: picture.show(corner_squares, Light::asked); break;
    case Question::resign: picture.show(v.position.king(v.resigner), Light::asked); break;
    case Question::draw:
        picture.show(v.position.king(Color::white), Light::asked);
        picture.show(v.position.king(Color::black), Light::asked);
        break;
    }
    picture.show_answers();
}

}  // namespace detail

/// Replaces the whole picture.
inline void compose(const View& v, BoardPicture& picture) {
    picture.clear();
    switch (v.state) {
    case BoardState::setup:
    case BoardState::restoring: picture.show_difference(v.occupied, v.wanted); break;
    case BoardState::resume_offer:
        picture.show_difference(v.occupied, v.wanted);
        picture.show_answers();
        break;
    case BoardState::question: detail::compose_question(v, picture); break;
    case BoardState::menu:
        picture.show_menu(
            v.settings, [&](const MenuSquare& square) { return square.item != MenuItem::other_game || v.other_game; });
        break;
    case BoardState::position_set_up: picture.show_set_up(v.setup); break;
    case BoardState::paused: picture.show(corner_squares, Light::paused); break;
    case BoardState::sensor_test: picture.show(v.occupied, Light::felt); break;
    case BoardState::promotion_choice: picture.show_promotion(v.promotion.to()); break;
    case BoardState::game_over:
        picture.show_result(v.position, v.result);
        picture.show_hands(v.hands, true);
        break;
    default: detail::compose_game(v, picture); break;
    }
    if (v.pressed_squares != 0) picture.show_pressed(v.pressed_squares);
}

}  // namespace stackmate::firmware

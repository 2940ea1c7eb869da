// Turns a state into lights: what every square means, as a function of what there is to see.
#pragma once

#include "core/chess/position.hpp"
#include "firmware/squares/coach.hpp"
#include "firmware/squares/hands.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/review.hpp"
#include "firmware/squares/tracker.hpp"

#include <array>
#include <cstdint>

namespace stackmate::firmware {

enum class Question : std::uint8_t {
    new_game,
    new_game_shown,  ///< the same, asked because the pieces stand in the start position
    draw,
    resign,
    blunder,   ///< whether the last move stands
    reversed,  ///< whether the board lies the other way round
    doubtful
};

/// How far the self-test of the store has come.
enum class StoreTest : std::uint8_t { untried, wanted, running, kept, failed };

/// The state of the self-test.
struct TestView {
    bool naming;                ///< a square to be left out of account is being named
    SquareSet answered;         ///< squares that have answered
    SquareSet crossed;          ///< squares that felt a piece at the same time
    std::uint8_t colour;        ///< 0 to 2: the colour the lights show
    std::uint8_t button_count;  ///< for this and the next two, bit by bit: see Button
    std::uint8_t buttons_tried;
    std::uint8_t buttons_held;
    StoreTest store;
};

/// The board and the game at a moment. Empty moves are not shown.
struct View {
    states::State state;
    Question question;   ///< in state `question`
    SquareSet occupied;  ///< as the players see the board
    SquareSet wanted;    ///< where pieces should stand
    const Position& position;
    const TrackerState& hands;
    const PositionSetup& setup;
    const Settings& settings;
    std::uint8_t practised;  ///< the exercise, 0: none
    GameResult result;
    Color resigner;  ///< who would resign, and whose offer of a draw is refused
    Move promotion;  ///< to be chosen
    Move pending;    ///< to be made on the board
    Move hint;
    Move candidate;  ///< the engine would play it now
    bool has_score;
    Score white_score;  ///< centipawns, White's view
    bool claimable;     ///< a draw may be claimed
    bool hurries;       ///< the side to move has little time
    bool refused;       ///< a draw was refused a moment ago
    Grades grades;      ///< of the piece in the air
#if STACKMATE_EXERCISES
    const Review& review;
#endif
    SquareSet kind;                ///< where Chess960 begins with pieces of the kind that is shown now; in a game, the
                                   ///< men of which one is to be moved
    bool new_pieces;               ///< an exercise begins: its pieces are to be put up
    SquareSet stale;               ///< where something else stands then
    MenuExtras menu;               ///< what the menu offers beside
    StoreLight store;              ///< trouble with the record or the store
    SquareSet ignored;             ///< squares that are left out of account
    SquareSet suspected;           ///< one of them, where a piece may as well be missing
    SquareSet asked;               ///< the squares of the move that is asked about, or the file in which a square is
                                   ///< being chosen
    SquareSet answering;           ///< the squares of yes and no that may answer now
    std::uint8_t pressed_squares;  ///< how many of the four squares that show how long PLAY has been held are lit
    TestView test;
};

namespace detail {

/// The move by its two squares. Castling in Chess960 goes to the rook: the king may stay, or step like any king.
inline Move by_squares(Move m, const Position& p) {
    return m.castles() ? Move(m.from(), p.castling_rook(Position::right_of(m))) : m;
}

/// The light on the king of the side to move.
inline Light light_of_king(const View& v) {
    if (v.position.checker() != Square::none) return Light::check;
    if (v.claimable) return Light::draw_claim;
    if (v.state == states::State::engine_thinking) return Light::thinking;
    return v.hurries ? Light::hurry : Light::turn;
}

inline void compose_game(const View& v, BoardPicture& picture) {
    const Position& p = v.position;
    const bool blindfold = v.settings.blindfold && v.state != states::State::analysis;
    picture.show(v.suspected & v.wanted, Light::fill);
    if (v.state == states::State::analysis && v.has_score) picture.show_score(v.white_score);
    const Square king = p.king(p.side());
    if (!blindfold && (v.occupied & square_set(king)) != 0) picture.show(king, light_of_king(v));
    if (v.refused) picture.show(p.king(~v.resigner), Light::refused);
    if (!blindfold && v.candidate) {
        picture.show(v.candidate.from(), Light::candidate_from);
        picture.show(by_squares(v.candidate, p).to(), Light::candidate_to);
    }
    if (v.hint) {
        picture.show(v.hint.from(), Light::hint_from);
        picture.show(by_squares(v.hint, p).to(), Light::hint_to);
    }
    if constexpr (has_exercises) picture.show(v.kind & v.occupied, Light::hint_from);
    if (v.pending) picture.show_move(p, v.pending, v.occupied);
    const bool as_asked = v.pending && (v.hands.lifted & footprint(p, v.pending).all()) != 0;
    picture.show_hands(v.hands, !as_asked && !blindfold);
    if (blindfold) return;
    picture.show(v.grades.good, Light::target_good);
    picture.show(v.grades.weak, Light::target_weak);
    picture.show(v.grades.blunder, Light::target_blunder);
}

inline void compose_question(const View& v, BoardPicture& picture) {
    switch (v.question) {
    case Question::new_game:
    case Question::new_game_shown: picture.show(corner_squares, Light::asked); break;
    case Question::resign: picture.show(v.position.king(v.resigner), Light::asked); break;
    case Question::draw:
        picture.show(v.position.king(Color::white), Light::asked);
        picture.show(v.position.king(Color::black), Light::asked);
        break;
    case Question::reversed: picture.show(far_rank, Light::asked); break;
    case Question::blunder:
    case Question::doubtful: break;
    }
    picture.show_answers(v.answering);
    if (v.question == Question::doubtful || v.question == Question::blunder) picture.show(v.asked, Light::asked);
}

#if STACKMATE_EXERCISES
/// How far the search has come, on the fourth rank; then the pieces that are to be set up; then the moves.
[[gnu::cold]] inline void compose_review(const View& v, BoardPicture& picture) {
    const Review::Moment* const moment = v.review.moment();
    if (moment == nullptr) return picture.show(((SquareSet{2} << v.review.eighths()) - 1) << 24, Light::thinking);
    picture.show_pieces(v.position, v.occupied, v.stale);
    if (v.occupied != v.wanted || v.stale != 0) return;
    const auto show = [&](Move m, Light from, Light to) {
        picture.show(m.from(), from);
        picture.show(by_squares(m, v.position).to(), to);
    };
    show(moment->played, Light::target_blunder, Light::target_blunder);
    show(moment->better, Light::hint_from, Light::hint_to);
    if (v.review.reason() == Reason::none) return;
    const unsigned square = reason_square(v.review.reason());
    for (const unsigned free : {square, square + 16})
        if (picture.at(free) == Light::dark) return picture.show(SquareSet{1} << free, Light::reason);
}
#endif

inline void compose_sensor_test(const View& v, BoardPicture& picture) {
    if (v.test.naming) {
        picture.show(v.occupied & ~v.ignored, Light::felt);
        picture.show(v.asked, Light::asked);
        return;
    }
    const SquareSet heard = ~v.ignored;
    picture.show(~v.occupied & ~v.test.answered & heard, Light::untried);
    picture.show(v.occupied & ~v.test.answered & heard, Light::felt);
    picture.show(v.occupied & v.test.answered & heard, Light::answered);
    picture.show(v.test.crossed & v.occupied & heard, Light::mistake);
}

inline constexpr std::array test_colours{Light::red, Light::green, Light::blue};

}  // namespace detail

/// Replaces the whole picture.
inline void compose(const View& v, BoardPicture& picture) {
    picture.clear();
    if (v.state != states::State::menu && v.state != states::State::exercises) {
        if (v.store == StoreLight::few_left) picture.show(edge_squares, Light::few_left);
        if (v.store == StoreLight::unsaved) picture.show(edge_squares, Light::unsaved);
        picture.show(v.ignored, Light::ignored);
    }
    switch (v.state) {
    case states::State::setup:
    case states::State::restoring:
        if (has_exercises && v.new_pieces)
            picture.show_pieces(v.position, v.occupied, v.stale);
        else
            picture.show_difference(v.occupied, v.wanted);
        if constexpr (plays_chess960) picture.show(v.kind, Light::kind);
        break;
    case states::State::comparing: break;
    case states::State::resume_offer:
        if (v.occupied == v.wanted) break;  // then the game goes on
        picture.show(yes_squares, Light::yes);
        picture.show_difference(v.occupied, v.wanted);
        break;
    case states::State::question: detail::compose_question(v, picture); break;
    case states::State::menu:
        picture.show_menu(v.settings, [&](const MenuSquare& square) { return v.menu.offer(square); });
        break;
    case states::State::exercises:
        if constexpr (has_more_menu) picture.show_exercises(v.menu, v.practised, v.settings);
        break;
    case states::State::position_set_up: picture.show_set_up(v.setup); break;
    case states::State::paused: picture.show(corner_squares, Light::paused); break;
    case states::State::sensor_test: detail::compose_sensor_test(v, picture); break;
    case states::State::led_test: picture.show(~SquareSet{0}, detail::test_colours[v.test.colour]); break;
    case states::State::button_test:
        picture.clear();
        for (unsigned i = 0; i < v.test.button_count; ++i)
            picture.show(SquareSet{1} << (first_button_square + i), (v.test.buttons_held >> i & 1) != 0 ? Light::felt
                                                                    : (v.test.buttons_tried >> i & 1) != 0
                                                                        ? Light::answered
                                                                        : Light::untried);
        return;
    case states::State::store_test:
        picture.clear();
        if (v.test.store == StoreTest::kept) picture.show(yes_squares | no_squares, Light::answered);
        if (v.test.store == StoreTest::failed) picture.show(yes_squares | no_squares, Light::mistake);
        break;
    case states::State::promotion_choice: picture.show_promotion(v.promotion.to()); break;
#if STACKMATE_EXERCISES
    case states::State::review: detail::compose_review(v, picture); break;
#endif
    case states::State::game_over:
        picture.show_result(v.position, v.result);
        if (!shown_result(v.occupied, v.position)) picture.show_hands(v.hands, true);
        break;
    default: detail::compose_game(v, picture); break;
    }
    if (v.pressed_squares != 0) picture.show_pressed(v.pressed_squares);
}

}  // namespace stackmate::firmware

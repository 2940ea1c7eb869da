// The course of a game on a board: an event finds its row in the table of states, the row's action is done, and clock,
// search and tracker follow the new state (firmware/play/running.hpp). No device, no line and no light is named here.
//
// firmware/game/states.hpp is the table of what happens when. States that follow from the game itself (whose turn it
// is, whether it is over, whether the pieces stand as they should) are not written in its rows. An action changes the
// game (firmware/play/match.hpp), and a second table (firmware/game/facts.hpp) derives the state from it.
#pragma once

#include "firmware/game/chess960.hpp"
#include "firmware/play/running.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/view.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stackmate::firmware {

class Course : public Running {
public:
    /// There is no saved game: the pieces are to be set up for a new one.
    void start(std::uint32_t now_ms) {
        set_now(now_ms);
        clear();
        enter(required_state());
    }
    /// The restored game continues if the pieces stand as it has them; otherwise the person is asked whether to
    /// continue. A finished game is shown as finished.
    [[gnu::cold]] void offer(std::uint32_t now_ms) {
        set_now(now_ms);
        offer_saved();
        enter(required_state());
    }
    /// Whether a game is in progress and shown on the squares.
    [[nodiscard]] bool in_game() const { return is_in(states::playing_states | set_of(State::promotion_choice)); }
    /// Whether the self-test wants the store to be tried. Returns true once; `store_tested` must follow.
    [[nodiscard]] bool take_store_test() {
        if (store_test_ != StoreTest::wanted) return false;
        store_test_ = StoreTest::running;
        return true;
    }
    void store_tested(bool good) { process(good ? Event::stored : Event::store_failed); }

protected:
    /// Acts on an event. Returns false if the state ignores it.
    [[gnu::noinline]] bool process(Event event) {
        for (const states::Row& row : states::rows) {
            if (!is_in(row.states) || row.event != event || !holds(row.guard)
                || !may(Who::hands, right_for(row), followed()) || (settings().club && !may_in_club(row))
                || (row.next == State::hint && has_brain()))
                continue;
            act(row.action);
            go(row.next == State::same ? state() : row.next);
            return true;
        }
        return false;
    }
    [[gnu::noinline]] void go(State next) {
        set_dirty();
        if (next == State::required) next = required_state();
        if (next != state()) return enter(next);
        update_running();
    }
    [[gnu::noinline]] void enter(State next) {
        if (has_exercises && state() == State::review) look_away();
        set_state(next);
        if constexpr (plays_chess960) {
            // Whatever else happens, the next game begins as usual.
            if (!is_in(states::test_states | states::menus | set_of(State::setup, State::question)))
                next_start_ = usual_start;
            if (sets_up_chess960()) tell(Notice::chess960);
        }
        set_dirty();
        hands().begin_state();
        if (state() == State::question) hands().forget_press();  // it was meant for what was shown before
        if (state() == State::promotion_choice)
            promoted_ = footprint(game().position(), promotion_).after(occupied_squares(game().position()));
        update_running();
    }
    /// The seats have changed. A menu stays open.
    [[gnu::noinline]] void change_seats() {
        forget_seats();
        if (!is_in(states::menus | states::test_states)) return go(State::required);
        update_engine();
        update_clock();
    }

    // ------------------------------------------------------------------ what is asked and chosen

    /// The squares that may answer the open question.
    [[nodiscard]] SquareSet answering() const {
        if (state() != State::question) return yes_squares | no_squares;
        return (yes_squares | no_squares)
               & ~(question() == Question::doubtful ? hands().sight().open_squares()
                   : asks_about_blunder()           ? asked_squares()
                   : asks_if_reversed()             ? occupied() ^ occupied_squares(game().position())
                                                    : 0);
    }
    /// The squares that the open question is about.
    [[nodiscard]] SquareSet asked_squares() const {
        if (!asks_about_blunder()) return hands().asked(state());
        return footprint(game().earlier(1), record().moves().back()).all();
    }
    [[nodiscard]] Move promotion() const { return promotion_; }
    /// Makes it the piece whose square was tapped. Returns false if that is the square of none.
    bool choose_promotion() {
        for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
            if (promotion_square(promotion_.to(), type) == hands().tapped()) {
                promotion_ = Move(promotion_.from(), promotion_.to(), type);
                return true;
            }
        return false;
    }
    /// The board with the pawn on the last rank.
    [[nodiscard]] SquareSet promoted() const { return promoted_; }
    /// How the next game begins: the number of a start of Chess960, or `usual_start`.
    [[nodiscard]] std::uint16_t next_start() const { return next_start_; }
    void set_next_start(std::uint16_t start) {
        if constexpr (plays_chess960) next_start_ = start;
    }
    /// Whether the pieces of a Chess960 game are to be set up.
    [[nodiscard]] bool sets_up_chess960() const {
        return plays_chess960 && state() == State::setup && next_start_ != usual_start;
    }
    [[nodiscard]] PositionSetup& setup() { return setup_; }
    [[nodiscard]] const PositionSetup& setup() const { return setup_; }
    [[nodiscard]] std::uint8_t test_colour() const { return test_colour_; }
    [[nodiscard]] StoreTest store_test() const { return store_test_; }
    /// Why a position cannot be played. Not inlined, so that callers need no position on the stack.
    [[nodiscard, gnu::noinline, gnu::cold]] static FenError error_of(std::string_view fen) {
        Position probe;
        return probe.read_fen(fen, CastlingRules::either);
    }

private:
    using Action = states::Action;
    using Guard = states::Guard;

    [[nodiscard]] bool asks_about_blunder() const {
        return has_coach && state() == State::question && question() == Question::blunder;
    }
    [[nodiscard]] bool asks_if_reversed() const { return has_gestures && question() == Question::reversed; }

    /// What counted as a move may still be completed to castling.
    [[nodiscard, gnu::noinline, gnu::cold]] bool may_in_club(const states::Row& row) const {
        if (practises()) return true;
        if (row.action == Action::toggle_analysis) return terms().analysis;
        if (game().size() == 0 || firmware::may_in_club(row, game().goes_on())) return true;
        const Move m = tracker().move;
        return row.action == Action::take_back && m
               && (m.castles() || std::popcount(footprint(game().earlier(1), m).filled) == 2);
    }
    bool holds(Guard guard) const {
        switch (guard) {
        case Guard::always: return true;
        case Guard::promotes: return tracker().move.promotes() && !pending();
        case Guard::many_changed:
            return !review().begun() && std::popcount(occupied() ^ occupied_squares(game().position())) >= 3
                   && !shown_result(occupied(), game().position());
        case Guard::side_asked: return setup_.step() == PositionSetup::side_step;
        case Guard::no_hint_yet: return !searching().hint();
        case Guard::has_moves: return plies_to_take_back() != 0;
        case Guard::for_a_move: return searching().purpose() == Purpose::move;
        case Guard::nothing_played: return !game().goes_on() || game().size() == 0 || practises();
        case Guard::hint_possible:
            return game().goes_on() && !is(Fact::not_matched) && !pending() && !terms().paused && !is(Fact::setting_up)
                   && mover_player() == Seat::person;
        case Guard::pieces_asked: return question() == Question::new_game_shown || asks_if_reversed();
        case Guard::seen_reversed: {
            const Move shown = game().size() == 0 ? shown_reversed(occupied(), game().position()) : Move{};
            return shown && (!pending() || shown == pending());
        }
        case Guard::reversed_asked: return asks_if_reversed();
        case Guard::game_on: return game().goes_on() && !is(Fact::setting_up) && !is(Fact::offered);
        case Guard::setting_up: return is(Fact::setting_up);
        case Guard::more_doubts:
            return question() == Question::doubtful && hands().sight().has_next_explanation(game().position());
        case Guard::naming: return hands().naming();
        case Guard::more_colours: return test_colour_ + 1u < detail::test_colours.size();
        case Guard::seen_whole: return !review().begun() && !hands().tracker().is_blind_takeback(tracker().plies);
        case Guard::as_begun: return hands().looks_like(start_squares);
        case Guard::practising: return practises();
        case Guard::blundered: return teaching().blundered();
        case Guard::chooses: return chooses();
        case Guard::engines_move: return mover_player() == Seat::engine && lasted() >= 1000;
        case Guard::new_button: return hands().new_button();
#if STACKMATE_EXERCISES
        case Guard::more_moments: return review().has_next();
#endif
        }
        return false;
    }
    [[gnu::cold]] void act(Action action) {
        switch (action) {
        case Action::none: break;
        case Action::begin_game:
            plays_chess960 ? begin_at_start() : begin(Position::start_fen);
            note(Fact::not_matched, false);
            break;
        case Action::restored: note(Fact::not_matched, false); break;
        case Action::accept_move: play(tracker().move); break;
        case Action::ask_promotion:
            promotion_ = tracker().move;
            tell(Notice::promotion_choice);
            break;
        case Action::choose_promotion: play(promotion_); break;
        case Action::default_promotion: play(Move(promotion_.from(), promotion_.to(), PieceType::queen)); break;
        case Action::take_back: play_instead(tracker().plies, tracker().move); break;
        case Action::take_back_own: take_back_unseen(plies_to_take_back()); break;
        case Action::ask_pieces: ask_for_pieces(); break;
        case Action::move_now: searching().stop(); break;
        case Action::let_choose: let_choose(true); break;
        case Action::give_back: let_choose(false); break;
        case Action::take_answer: take_answer(); break;
        case Action::take_hint:
            if (is_draw_offered()) return answer_draw();
            if (const Move hint = searching().take_hint(game().position()); hint && !has_brain())
                tell(Notice::hint, hint);
            break;
        case Action::toggle_analysis:
            toggle(&Terms::analysis);
            forget_pending();
            break;
        case Action::toggle_pause:
            toggle(&Terms::paused);
            tell(terms().paused ? Notice::paused : Notice::resumed);
            break;
        case Action::menu_tap: change_by_tap(); break;
        case Action::swap_sides: {
            Settings swapped = settings();
            std::swap(swapped.white, swapped.black);
            take_sides();
            adopt_settings(swapped);
            break;
        }
        case Action::ask_draw: ask(Question::draw); break;
        case Action::ask_resign: ask(Question::resign); break;
        case Action::seek_exercise:
            exercises().seek(exercises().wanted() != 0 ? exercises().wanted() : terms().practised());
            break;
        case Action::ask_new_game:
            if (state() != State::exercises) exercises().forget();
            ask(Question::new_game);
            note(Fact::found, false);
            tell(Notice::new_game_asked);
            break;
        case Action::ask_blunder:
            if (!has_coach) break;
            ask(Question::blunder);
            searching().outdate();  // the engine's answer waits
            tell(Notice::blunder, record().moves().back());
            break;
        case Action::ask_reversed:
            if (!has_gestures) break;
            ask(Question::reversed);
            tell(Notice::reversed_asked);
            break;
        case Action::ask_doubt:
            ask(Question::doubtful);
            tell(Notice::doubtful, hands().sight().asked_move());
            break;
        case Action::grant: grant(); break;
        case Action::refuse:
            if (question() == Question::doubtful) hands().sight().refuse(game().position());
            if (asks_about_blunder()) take_back_unseen(1);
            if (is(Fact::offered)) tell(Notice::offered);
            exercises().forget();
            break;
        case Action::ask_resume:
            note(Fact::found, false);
            tell(Notice::offered);
            break;
        case Action::resume:
            resume_terms();
            note(saved_game, false);
            compare_pieces();
            tell(Notice::resumed);
            break;
        case Action::new_set_up: leave_game(); break;
        case Action::flag: lose_on_time(); break;
        case Action::end_as_shown: end(shown_result(occupied(), game().position())); break;
        case Action::begin_set_up:
            note(Fact::setting_up);
            setup_.begin(game().position(), occupied(), hands().sight().ignored());
            break;
        case Action::end_set_up:
            note(Fact::setting_up, false);
            ask_for_pieces();
            break;
        case Action::next_kind:
            setup_.next();
            hands().forget_taps();
            break;
        case Action::choose_side:
            if ((yes_squares >> hands().tapped() & 1) != 0) setup_.choose_side(Color::white);
            if ((no_squares >> hands().tapped() & 1) != 0) setup_.choose_side(Color::black);
            break;
        case Action::finish_set_up: finish_set_up(); break;
        case Action::tell_wrong: tell(Notice::illegal); break;
        case Action::tell_unfinished:
            tell(tracker().status == TrackerStatus::ambiguous ? Notice::ambiguous : Notice::unfinished);
            break;
        case Action::test_squares:
            if (!hands().naming()) tell(Notice::test_squares);
            break;
        case Action::test_leds:
            test_colour_ = 0;
            tell(Notice::test_leds);
            break;
        case Action::next_colour:
            ++test_colour_;
            restart();
            break;
        case Action::test_buttons:
            hands().begin_button_test();
            tell(Notice::test_buttons);
            break;
        case Action::note_button:
            hands().note_button();
            restart();
            break;
        case Action::test_store: store_test_ = StoreTest::wanted; break;
        case Action::tell_stored:
            store_test_ = StoreTest::kept;
            tell(Notice::test_stored);
            break;
        case Action::tell_store_failed:
            store_test_ = StoreTest::failed;
            tell(Notice::test_store_failed);
            break;
#if STACKMATE_EXERCISES
        case Action::next_moment: next_moment(); break;
#endif
        }
    }
    /// The game that was asked for.
    [[gnu::noinline, gnu::cold]] void begin_at_start() {
        if (next_start_ == usual_start) return begin(Position::start_fen);
        std::array<char, max_fen_length> fen;
        const char* const end = write_chess960_start(fen.data(), next_start_);
        begin({fen.data(), static_cast<std::size_t>(end - fen.data())});
    }
    [[gnu::cold]] void grant() {
        const std::uint8_t wanted = exercises().wanted();
        switch (question()) {
        case Question::new_game:
        case Question::new_game_shown:
            if (followed()) {
                log().left();
                drop_claim();
            }
            leave_game();
            exercises().seek(wanted);
            break;
        case Question::resign: end({Ending::resignation, winner_of(~resigner())}); break;
        case Question::blunder: teaching().excuse(); break;
        case Question::reversed: turn_board(); break;
        case Question::doubtful: hands().sight().confirm(); break;
        case Question::draw: offer_draw(); break;
        }
    }
    [[gnu::cold]] void change_by_tap() {
        const MenuSquare& square = menu_squares[hands().tapped()];
        if (is_seat(square.setting)) take_sides();
        adopt_settings(after_tap(settings(), square));
    }
    [[gnu::cold]] void finish_set_up() {
        if (setup_.unknown() != 0) return setup_.refuse(FenError::bad_piece);
        std::array<char, max_fen_length> text;
        const std::string_view fen{text.data(), setup_.fen(text.data())};
        if (const FenError error = error_of(fen); error != FenError::none) {
            setup_.refuse(error);
            return tell(Notice::set_up_refused);
        }
        begin(fen);
        compare_pieces();
    }
    [[gnu::cold]] void take_answer() {
        const Move m = searching().take_move(game().position());
        answer_draw();
        if (game().goes_on()) wait_for(m ? m : game().any_move());
    }

    // Small members first: short instructions reach only near ones.
    std::uint8_t test_colour_ = 0;
    StoreTest store_test_ = StoreTest::untried;
    std::uint16_t next_start_ = plays_chess960 ? usual_start : std::uint16_t{0};  ///< that is asked for, or set up
    Move promotion_{};        ///< the move whose promotion piece is being chosen
    SquareSet promoted_ = 0;  ///< the board with the pawn on the last rank
    PositionSetup setup_{};
};

}  // namespace stackmate::firmware

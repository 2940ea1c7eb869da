// The course of a game on a board: an event finds its row in the table of states, the row's action is done, and clock,
// search and tracker follow the new state. No device, no line and no light is named here; firmware/play/requests.hpp
// has what the line and its hosts ask.
//
// firmware/game/states.hpp is the table of what happens when. States that follow from the game itself (whose turn it
// is, whether it is over, whether the pieces stand as they should) are not written in its rows. An action changes the
// game, and a second table (firmware/game/facts.hpp) derives the state from it.
//
// Searches, the clock and the moves that count also follow from the state. After every event, what the state needs
// (firmware/game/at_work.hpp) is compared with what runs, so no path can forget to begin or end a search.
#pragma once

#include "firmware/play/controller.hpp"

namespace stackmate::firmware {

// ------------------------------------------------------------------ what squares, buttons and time say

/// See `update`. Returns true if the lights are to show something else.
inline bool Controller::read(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
    occupied = hands_.believe(in_view(occupied), state_, game_.position(), now_ms);
    if (hands_.knows(occupied, pressed, held) && now_ms == now_) return false;
    now_ = now_ms;
    const SquareSet before = hands_.occupied();
    hands_.update(occupied, pressed, held, now_);
    if (state_ == states::State::position_set_up && setup_.update(occupied, hands_.ignored())) {
        dirty_ = true;
        if (setup_.step() != PositionSetup::side_step) hands_.forget_taps();  // no button waits for pieces
    }
    if (teaching_.exercises().stale() != 0)
        teaching_.exercises().put_away(teaching_.exercises().stale() & occupied & ~hands_.ignored());
    if (teaching_.exercises().seeks()) find_exercise();
    game_.settle_clock(now_);
    while (const std::optional<states::Event> event = hands_.take_button()) process(*event);
    read_board(before);
    if (practises() && state_ == states::State::engine_thinking && teaching_.blundered())
        process(states::Event::answer);
    watch_hands();
    read_time();
    report_square();
    if (hands_.take_dirty()) dirty_ = true;
    return dirty_;
}

inline void Controller::read_board(SquareSet before) {
    const Position& p = game_.position();
    if (state_ == states::State::sensor_test && !hands_.naming() && hands_.cross(before)) tell(Notice::test_crossed);
    const bool shown = !sets_up_chess960() || now_ - state_since_ >= chess960_set_up_ms;
    if (shown && teaching_.exercises().stale() == 0 && hands_.is_ready(state_, p)) {
        process(states::Event::ready);
        return;
    }
    if (const unsigned square = hands_.tap(state_, before); square != TapReader::none) {
        const states::State tapped_in = state_;
        read_tap(square);
        if (state_ != tapped_in) hands_.forget_press();  // it was meant for the state before the tap
    }
    if (const std::optional<states::Event> sign =
            hands_.take_sign(state_, p, [this](auto fits) { return game_.plies_since(fits); })) {
        if (*sign == states::Event::start_shown)
            read_start();
        else
            process(*sign);
    }
    if (const std::optional<states::Event> news = hands_.take_news()) process(*news);
    if (hands_.is_doubtful(state_, game_.position(), pending_, now_ - state_since_)) process(states::Event::doubtful);
}

inline void Controller::read_start() {
    if (!process(states::Event::start_shown)) return;
    hands_.answer_start();
    if (state_ == states::State::question) question_ = Question::new_game_shown;
}

inline void Controller::read_tap(unsigned square) {
    if (state_ == states::State::menu)
        tap_menu();
    else if (has_more_menu && state_ == states::State::exercises)
        tap_exercise();
    else if (state_ == states::State::promotion_choice)
        tap_promotion();
    else if (state_ == states::State::position_set_up)
        process(states::Event::tap);
    else if (state_ == states::State::sensor_test)
        hands_.mark();
    else if ((answering() >> square & 1) != 0) {
        hands_.forget_press();  // the next question is a different one
        process((yes_squares >> square & 1) != 0 ? states::Event::yes : states::Event::no);
    }
}

inline void Controller::tap_menu() {
    if (!menu_extras().offer(menu_squares[hands_.tapped()])) return;
    const MenuItem item = menu_squares[hands_.tapped()].item;
    hands_.begin_test(item == MenuItem::mark);
    if (plays_chess960 && item == MenuItem::new_game) next_start_ = usual_start;
    if (const std::optional<states::Event> event = event_of(item))
        process(*event);
    else if (item == MenuItem::other_game && !followed())
        set_aside();
}

[[gnu::noinline, gnu::cold]] inline void Controller::tap_exercise() {
    const unsigned square = hands_.tapped();
    if (square == close_square)
        process(states::Event::menu);
    else if (plays_chess960 && square == chess960_square) {
        next_start_ = random_start();
        teaching_.exercises().want(0);
        process(states::Event::new_game);
    } else if (has_exercises && square == adaptive_square) {
        adopt_settings(with(settings_, Setting::level, adaptive_level));
        dirty_ = true;
    } else if (teaching_.exercises().offered() && square + 1 < exercise_count) {
        teaching_.exercises().want(static_cast<std::uint8_t>(square + 1));
        process(states::Event::tap);
    }
}

inline void Controller::tap_promotion() {
    for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
        if (promotion_square(promotion_.to(), type) == hands_.tapped()) {
            promotion_ = Move(promotion_.from(), promotion_.to(), type);
            process(states::Event::tap);
            return;
        }
}

inline void Controller::read_time() {
    constexpr std::uint32_t promotion_ms = 5000;  // after this time it is a queen
    constexpr std::uint32_t compare_ms = 600;     // how long the pieces are compared before a question is asked
    constexpr std::uint32_t menu_ms = 60'000;     // after this time the menu or the self-test closes
    constexpr std::uint32_t refused_ms = 3000;
    constexpr std::uint32_t hurry_ms = 30'000;

    if (game_.flag_fell()) process(states::Event::flag);
    const std::uint32_t since = now_ - state_since_;
    if (state_ == states::State::promotion_choice && since >= promotion_ms && hands_.rested(promotion_ms)
        && hands_.looks_like(promoted_))
        process(states::Event::timeout);
    if (state_ == states::State::question && question_ == Question::doubtful && hands_.moved_on())
        process(states::Event::timeout);
    if (((states::menus | states::test_states) & bit_of(state_)) != 0 && since >= menu_ms && hands_.rested(menu_ms))
        process(states::Event::timeout);
    if (state_ == states::State::comparing && since >= compare_ms
        && !hands_.looks_like(occupied_squares(game_.position()))) {
        if (hands_.looks_like(start_squares))
            read_start();
        else
            process(states::Event::timeout);
    }
    const GameClock& clock = game_.clock();
    const bool hurries = clock.running() && clock.left_ms(clock.side()) < hurry_ms;
    if (hurries != hurries_) {
        hurries_ = hurries;
        dirty_ = true;
    }
    if (sets_up_chess960() && kind_step() != kind_step_) {
        kind_step_ = static_cast<std::uint8_t>(kind_step());
        dirty_ = true;
    }
    if (refused_ && now_ - refused_at_ >= refused_ms) {
        refused_ = false;
        dirty_ = true;
    }
}

// ------------------------------------------------------------------ what it leads to

inline void Controller::report_square() {
    if (log_.has_square()) return;  // one after the other, so that each is reported
    const SquareNews news = hands_.take_square_news();
    if (news.square >= 64) return;
    log_.square(news);
    dirty_ = true;
}

/// Acts on an event. Returns false if the state ignores it.
[[gnu::noinline]] inline bool Controller::process(states::Event event) {
    for (const states::Row& row : states::rows) {
        if ((row.states & bit_of(state_)) == 0 || row.event != event || !holds(row.guard)
            || !may(Who::hands, right_for(row), followed()))
            continue;
        act(row.action);
        go(row.next == states::State::same ? state_ : row.next);
        return true;
    }
    return false;
}

inline bool Controller::holds(states::Guard guard) const {
    switch (guard) {
    case states::Guard::always: return true;
    case states::Guard::promotes: return tracker().move.promotes() && !pending_;
    case states::Guard::many_changed:
        return std::popcount(hands_.occupied() ^ occupied_squares(game_.position())) >= 3
               && !shown_result(hands_.occupied(), game_.position());
    case states::Guard::side_asked: return setup_.step() == PositionSetup::side_step;
    case states::Guard::no_hint_yet: return !searching_.hint();
    case states::Guard::has_moves: return game_.playing() && game_.size() != 0;
    case states::Guard::for_a_move: return searching_.purpose() == Purpose::move;
    case states::Guard::nothing_played: return !game_.goes_on() || game_.size() == 0 || practises();
    case states::Guard::hint_possible:
        return game_.goes_on() && !is(Fact::not_matched) && !pending_ && !is(Fact::paused) && !is(Fact::setting_up)
               && mover_player() == Seat::person;
    case states::Guard::pieces_asked: return question_ == Question::new_game_shown || asks_if_reversed();
    case states::Guard::seen_reversed: {
        const Move shown = game_.size() == 0 ? shown_reversed(hands_.occupied(), game_.position()) : Move{};
        return shown && (!pending_ || shown == pending_);
    }
    case states::Guard::reversed_asked: return asks_if_reversed();
    case states::Guard::game_on: return game_.goes_on() && !is(Fact::setting_up) && !is(Fact::offered);
    case states::Guard::setting_up: return is(Fact::setting_up);
    case states::Guard::more_doubts:
        return question_ == Question::doubtful && hands_.has_next_explanation(game_.position());
    case states::Guard::naming: return hands_.naming();
    case states::Guard::more_colours: return test_colour_ + 1u < detail::test_colours.size();
    case states::Guard::seen_whole: return !hands_.tracker().is_blind_takeback(tracker().plies);
    case states::Guard::as_begun: return hands_.looks_like(start_squares);
    case states::Guard::practising: return practises();
    case states::Guard::blundered: return teaching_.blundered();
    case states::Guard::engines_move: return mover_player() == Seat::engine && now_ - state_since_ >= 1000;
    case states::Guard::new_button: return hands_.new_button();
    }
    return false;
}

[[gnu::cold]] inline void Controller::act(states::Action action) {
    switch (action) {
    case states::Action::none: break;
    case states::Action::begin_game:
        plays_chess960 ? begin_at_start() : begin(Position::start_fen);
        note(Fact::not_matched, false);
        break;
    case states::Action::restored: note(Fact::not_matched, false); break;
    case states::Action::accept_move: play(tracker().move); break;
    case states::Action::ask_promotion:
        promotion_ = tracker().move;
        tell(Notice::promotion_choice);
        break;
    case states::Action::choose_promotion: play(promotion_); break;
    case states::Action::default_promotion: play(Move(promotion_.from(), promotion_.to(), PieceType::queen)); break;
    case states::Action::take_back: {
        const Move instead = tracker().move;  // read it first: taking back changes the tracker's state
        take_back_plies(tracker().plies);
        if (instead) play(instead);
        break;
    }
    case states::Action::take_back_one:
        take_back_plies(1);
        ask_for_pieces();
        break;
    case states::Action::ask_pieces: ask_for_pieces(); break;
    case states::Action::move_now: searching_.stop(); break;
    case states::Action::let_choose:
        pending_ = {};
        chooses_ = true;
        break;
    case states::Action::take_answer: take_answer(); break;
    case states::Action::take_hint:
        if (const Move hint = searching_.take_hint(game_.position())) tell(Notice::hint, hint);
        break;
    case states::Action::toggle_analysis:
        facts_ ^= bit_of(Fact::analysis);
        pending_ = {};
        break;
    case states::Action::toggle_pause:
        facts_ ^= bit_of(Fact::paused);
        tell(is(Fact::paused) ? Notice::paused : Notice::resumed);
        break;
    case states::Action::menu_tap: change_by_tap(); break;
    case states::Action::swap_sides: {
        Settings swapped = settings_;
        std::swap(swapped.white, swapped.black);
        take_sides();
        adopt_settings(swapped);
        break;
    }
    case states::Action::ask_draw: question_ = Question::draw; break;
    case states::Action::ask_resign: question_ = Question::resign; break;
    case states::Action::seek_exercise:
        teaching_.exercises().seek(teaching_.exercises().wanted() != 0 ? teaching_.exercises().wanted()
                                                                       : settings_.practised());
        break;
    case states::Action::ask_new_game:
        if (state_ != states::State::exercises) teaching_.exercises().forget();
        question_ = Question::new_game;
        note(Fact::found, false);
        tell(Notice::new_game_asked);
        break;
    case states::Action::ask_blunder:
        if (!has_coach) break;
        question_ = Question::blunder;
        searching_.outdate();  // the engine's answer waits
        tell(Notice::blunder, game_.record().moves().back());
        break;
    case states::Action::ask_reversed:
        if (!has_gestures) break;
        question_ = Question::reversed;
        tell(Notice::reversed_asked);
        break;
    case states::Action::ask_doubt:
        question_ = Question::doubtful;
        tell(Notice::doubtful, hands_.asked_move());
        break;
    case states::Action::grant: grant(); break;
    case states::Action::refuse:
        if (question_ == Question::doubtful) hands_.refuse(game_.position());
        if (asks_about_blunder()) {
            take_back_plies(1);
            ask_for_pieces();
        }
        if (is(Fact::offered)) tell(Notice::offered);
        teaching_.exercises().forget();
        break;
    case states::Action::ask_resume:
        note(Fact::found, false);
        tell(Notice::offered);
        break;
    case states::Action::resume:
        note(saved_game, false);
        compare_pieces();
        tell(Notice::resumed);
        break;
    case states::Action::new_set_up: leave_game(); break;
    case states::Action::flag:
        game_.lose_on_time();
        forget_plans();
        break;
    case states::Action::end_as_shown: end(shown_result(hands_.occupied(), game_.position())); break;
    case states::Action::begin_set_up:
        note(Fact::setting_up);
        setup_.begin(game_.position(), hands_.occupied(), hands_.ignored());
        break;
    case states::Action::end_set_up:
        note(Fact::setting_up, false);
        ask_for_pieces();
        break;
    case states::Action::next_kind:
        setup_.next();
        hands_.forget_taps();
        break;
    case states::Action::choose_side:
        if ((yes_squares >> hands_.tapped() & 1) != 0) setup_.choose_side(Color::white);
        if ((no_squares >> hands_.tapped() & 1) != 0) setup_.choose_side(Color::black);
        break;
    case states::Action::finish_set_up: finish_set_up(); break;
    case states::Action::tell_wrong: tell(Notice::illegal); break;
    case states::Action::tell_unfinished:
        tell(tracker().status == TrackerStatus::ambiguous ? Notice::ambiguous : Notice::unfinished);
        break;
    case states::Action::test_squares:
        if (!hands_.naming()) tell(Notice::test_squares);
        break;
    case states::Action::test_leds:
        test_colour_ = 0;
        tell(Notice::test_leds);
        break;
    case states::Action::next_colour:
        ++test_colour_;
        state_since_ = now_;
        break;
    case states::Action::test_buttons:
        hands_.begin_button_test();
        tell(Notice::test_buttons);
        break;
    case states::Action::note_button:
        hands_.note_button();
        state_since_ = now_;
        break;
    case states::Action::test_store: store_test_ = StoreTest::wanted; break;
    case states::Action::tell_stored:
        store_test_ = StoreTest::kept;
        tell(Notice::test_stored);
        break;
    case states::Action::tell_store_failed:
        store_test_ = StoreTest::failed;
        tell(Notice::test_store_failed);
        break;
    }
}

/// The state that the game requires, after ending the game if that is due.
[[gnu::noinline]] inline states::State Controller::required_state() {
    if (!is(Fact::setting_up) && game_.goes_on()) find_result();
    const states::State state = state_of(facts());
    if (state == states::State::person_to_move) pending_ = {};
    return state;
}

inline Facts Controller::facts() const {
    const auto when = [](bool is_so, Fact fact) { return is_so ? bit_of(fact) : Facts{0}; };
    const Seat player = chooses_ ? Seat::person : mover_player();
    return static_cast<Facts>(
        facts_ | when(!game_.playing(), Fact::no_game) | when(static_cast<bool>(game_.result()), Fact::over)
        | when(pending_ && player != Seat::person, Fact::move_waits) | when(player == Seat::person, Fact::person_moves)
        | when(player == Seat::engine, Fact::engine_moves) | when(player == Seat::remote, Fact::remote_moves));
}

[[gnu::noinline]] inline void Controller::go(states::State next) {
    dirty_ = true;
    if (next == states::State::required) next = required_state();
    if (next != state_) return enter(next);
    update_tracker();
    update_engine();
    update_clock();
}

[[gnu::noinline]] inline void Controller::enter(states::State next) {
    state_ = next;
    state_since_ = now_;
    if constexpr (plays_chess960) {
        // Whatever else happens, the next game begins as usual.
        constexpr states::Set asking =
            states::test_states | states::menus | set_of(states::State::setup, states::State::question);
        if ((asking & bit_of(next)) == 0) next_start_ = usual_start;
        if (sets_up_chess960()) tell(Notice::chess960);
    }
    dirty_ = true;
    hands_.begin_state();
    if (state_ == states::State::question) hands_.forget_press();  // it was meant for what was shown before
    if (state_ == states::State::promotion_choice)
        promoted_ = footprint(game_.position(), promotion_).after(occupied_squares(game_.position()));
    update_tracker();
    update_engine();
    update_clock();
}

/// The squares that may answer the open question.
inline SquareSet Controller::answering() const {
    if (state_ != states::State::question) return yes_squares | no_squares;
    return (yes_squares | no_squares)
           & ~(question_ == Question::doubtful ? hands_.open_squares()
               : asks_about_blunder()          ? asked_squares()
               : asks_if_reversed()            ? hands_.occupied() ^ occupied_squares(game_.position())
                                               : 0);
}

/// The squares that the open question is about.
inline SquareSet Controller::asked_squares() const {
    if (!asks_about_blunder()) return hands_.asked(state_);
    return footprint(game_.earlier(1), game_.record().moves().back()).all();
}

/// Whether the game tells how strong the person is: from all men to its end, against the engine as strong as the person.
inline bool Controller::is_rated(Seat white, Seat black) const {
    const Ending ending = game_.result().ending;
    return settings_.level == adaptive_level && ending != Ending::none && ending != Ending::abandoned
           && ending != Ending::record_full && !practises()
           && ((white == Seat::person && black == Seat::engine) || (white == Seat::engine && black == Seat::person))
           && game_.record().start().pieces() == 32;
}

inline void Controller::note_end(Seat white, Seat black) {
    if constexpr (has_exercises) {
        if (rated_.is_open() && is_rated(white, black))
            rated_.end(white == Seat::person ? Color::white : Color::black, game_.result().winner);
    }
}

/// Gives up the game, if there is one; the lights ask for the start position. The result is reported at once, so
/// that an abandoned game is not offered again after a restart.
[[gnu::noinline]] inline void Controller::leave_game() {
    if (game_.playing()) note_end(settings_.white, settings_.black);
    if (game_.leave()) log_.abandoned();
    rated_.note_session(claim_.held);
    settings_.practise(0);
    teaching_.leave_game();
    forget_plans();
}

/// `fen` must be valid.
[[gnu::noinline]] inline void Controller::begin(std::string_view fen) {
    leave_game();
    rated_.count_in(settings_);
    game_.begin(fen, claim_.follows ? TimeControl{} : levels[settings_.level].clock);
    log_.new_game();
    ask_for_pieces();
    settle_position();
}

/// The game that was asked for.
[[gnu::noinline, gnu::cold]] inline void Controller::begin_at_start() {
    if (next_start_ == usual_start) return begin(Position::start_fen);
    std::array<char, max_fen_length> fen;
    const char* const end = write_chess960_start(fen.data(), next_start_);
    begin({fen.data(), static_cast<std::size_t>(end - fen.data())});
}

inline void Controller::forget_plans() {
    pending_ = {};
    facts_ &= bit_of(Fact::not_matched);
    chooses_ = refused_ = false;
    searching_.forget_score();
}

/// `m` must be legal.
[[gnu::noinline]] inline void Controller::play(Move m) {
    hands_.clear_suspicion(m);
    const bool judged = teaching_.will_judge(lesson()), practised = practises() && mover_player() == Seat::person;
    const Score best = teaching_.best();
    if (!game_.play(m)) {
        forget_plans();
        tell(Notice::record_full);
        return;
    }
    if (game_.size() == ChessGame::max_plies - ChessGame::few_plies) tell(Notice::few_left);
    pending_ = {};
    settle_position();
    if (judged)
        teaching_.judge(best);
    else if (practised && teaching_.judge_exercise(lesson()) == Verdict::solved)
        end_solved();
}

[[gnu::noinline]] inline void Controller::take_back_plies(unsigned plies) {
    game_.take_back(plies);
    rated_.forget_end();
    searching_.forget_last_move();
    teaching_.taken_back(game_.size());
    log_.taken_back(game_.size());
    pending_ = {};
    settle_position();
}

inline void Controller::end(GameResult result) {
    game_.end(result);
    forget_plans();
}

/// The exercise is solved by the side that has just moved.
inline void Controller::end_solved() {
    end({Ending::solved, Exercises::wins(settings_.practised()) ? winner_of(~game_.mover()) : Winner::nobody});
}

/// Returns false and changes nothing if no draw can be claimed.
inline bool Controller::claim_draw_of_position() {
    if (!game_.claim_draw()) return false;
    forget_plans();
    return true;
}

/// Ends the game if it is over. The engine claims a draw if it wants one.
inline void Controller::find_result() {
    const bool claims = mover_player() == Seat::engine && searching_.claims_draw(game_.mover());
    if (game_.find_result(claims)) tell(Notice::draw_claimable);
    if (game_.result()) forget_plans();
}

/// To be called after the position has changed.
inline void Controller::settle_position() {
    searching_.forget_position();
    teaching_.forget_position();
    chooses_ = false;
    hands_.set_position(game_.position());
    const unsigned plies = static_cast<unsigned>(std::min<std::size_t>(game_.size(), 2));
    for (unsigned back = 1; back <= plies; ++back) hands_.tracker().allow_takeback(back, game_.earlier(back));
    if (plies != 0) hands_.tracker().allow_more(game_.record().moves().back(), game_.earlier(1));
}

/// Who resigns: the person, if only one side is a person's, otherwise the side to move.
inline Color Controller::resigner() const {
    const bool white = player(Color::white) == Seat::person, black = player(Color::black) == Seat::person;
    if (white != black) return white ? Color::white : Color::black;
    return game_.mover();
}

[[gnu::cold]] inline void Controller::grant() {
    switch (question_) {
    case Question::new_game:
    case Question::new_game_shown:
        if (followed()) {
            log_.left();
            drop_claim();
        }
        {
            const std::uint8_t wanted = teaching_.exercises().wanted();
            leave_game();
            teaching_.exercises().seek(wanted);
        }
        break;
    case Question::resign: end({Ending::resignation, winner_of(~resigner())}); break;
    case Question::blunder: teaching_.excuse(); break;
    case Question::reversed: turn_board(); break;
    case Question::doubtful: hands_.confirm(); break;
    case Question::draw:
        if (claim_draw_of_position()) break;
        if (other_side_agrees()) {
            end({Ending::agreement, Winner::nobody});
        } else {
            refused_ = true;
            refused_at_ = now_;
            tell(Notice::draw_refused);
        }
        break;
    }
}

/// Two persons have agreed before. The engine agrees when it is worse, or when a long game has led to nothing.
inline bool Controller::other_side_agrees() const {
    const Seat white = player(Color::white), black = player(Color::black);
    if (white == Seat::person && black == Seat::person) return true;
    const Color engine = white == Seat::engine ? Color::white : Color::black;
    return white != Seat::remote && black != Seat::remote && searching_.agrees_to_draw(engine, game_.size());
}

[[gnu::noinline]] inline void Controller::drop_claim() {
    if (claim_.follows) game_.set_clock(levels[settings_.level].clock);
    claim_ = {};
    game_.forget_host_clock();
}

/// A person chooses who plays. That ends a claim whose host does not follow the game: on a wire nothing reports
/// that the host has gone, so nothing else might end it.
inline void Controller::take_sides() {
    if (!claim_.held || claim_.follows) return;
    drop_claim();
    pending_ = {};
    searching_.outdate();
}

/// The seats have changed. A menu stays open.
[[gnu::noinline]] inline void Controller::change_seats() {
    pending_ = {};
    chooses_ = false;
    searching_.outdate();
    if (((states::menus | states::test_states) & bit_of(state_)) != 0) {
        update_engine();
        update_clock();
    } else {
        go(states::State::required);
    }
}

[[gnu::cold]] inline void Controller::adopt_settings(Settings settings) {
    const Settings before = settings_;
    if (game_.playing()) note_end(settings_.white, settings_.black);
    settings_ = settings;
    if (before.level != settings.level) {
        if (!claim_.follows && !practises()) game_.set_clock(levels[settings.level].clock);
        if (searching_.purpose() == Purpose::move) searching_.outdate();
    }
    if (settings.practised() != before.practised()) {
        teaching_.exercises().seek(settings.practised());
        if (settings.practised() != 0) settings_.practise(before.practised());  // until there is a position
    }
    if (!claim_.held && (before.white != settings.white || before.black != settings.black)) {
        pending_ = {};
        chooses_ = false;
    }
    if (before.flipped != settings.flipped) {
        hands_.rotate_board(now_);
        ask_for_pieces();
    }
}

/// The board lies the other way round than was believed. What has been done on it counts.
[[gnu::cold]] inline void Controller::turn_board() {
    if (!has_gestures) return;
    settings_.flipped = !settings_.flipped;
    hands_.rotate_board(now_);
    hands_.tracker().forget_taps();
}

[[gnu::cold]] inline void Controller::change_by_tap() {
    const MenuSquare& square = menu_squares[hands_.tapped()];
    if (is_seat(square.setting)) take_sides();
    adopt_settings(after_tap(settings_, square));
}

/// Why a position cannot be played. Not inlined, so that callers need no position on the stack.
[[gnu::noinline, gnu::cold]] inline FenError Controller::error_of(std::string_view fen) {
    Position probe;
    return probe.read_fen(fen, CastlingRules::either);
}

[[gnu::cold]] inline void Controller::finish_set_up() {
    if (setup_.unknown() != 0) return setup_.refuse(FenError::bad_piece);
    std::array<char, max_fen_length> text;
    const std::string_view fen{text.data(), setup_.fen(text.data())};
    if (const FenError error = error_of(fen); error != FenError::none) {
        setup_.refuse(error);
        tell(Notice::set_up_refused);
        return;
    }
    begin(fen);
    compare_pieces();
}

/// Chess makes way for the other game.
inline void Controller::set_aside() {
    other_game_ = OtherGame::chosen;
    note(Fact::setting_up, false);
    ask_for_pieces();
    if (game_.goes_on() && game_.size() != 0)
        note(saved_game);
    else
        leave_game();
    go(states::State::required);
}

/// One try for a position of the exercise that was chosen; if it is one, the exercise begins.
[[gnu::cold]] inline void Controller::find_exercise() {
    if (is(Fact::setting_up) || followed()) return;
    std::array<char, max_fen_length> fen;
    const std::size_t size = teaching_.exercises().find(now_, setup_, fen.data());
    if (size != 0)
        begin_exercise({fen.data(), size});
    else if (Exercises::is_puzzle(teaching_.exercises().wanted()))
        give_up_exercise();
}

[[gnu::cold]] inline void Controller::give_mistake(std::string_view fen) {
    if (!wants_mistake() || is(Fact::setting_up) || followed()) return;
    if (!fen.empty() && error_of(fen) == FenError::none)
        begin_exercise(fen);
    else
        give_up_exercise();
}

/// There is none of the kind that was chosen.
[[gnu::cold]] inline void Controller::give_up_exercise() {
    teaching_.exercises().forget();
    tell(Notice::no_exercise);
    go(states::State::required);
}

/// `fen` must be valid.
[[gnu::cold]] inline void Controller::begin_exercise(std::string_view fen) {
    const std::uint8_t exercise = teaching_.exercises().wanted();
    const SquareSet stale = Teaching::stale_squares(
        fen, hands_.occupied(), game_.playing() && !is(Fact::not_matched) ? &game_.position() : nullptr);
    take_sides();
    begin(fen);
    settings_.practise(exercise);
    game_.set_clock({});
    teaching_.exercises().put_away(stale);
    tell(Exercises::notice_of(exercise));
    go(states::State::required);
    hands_.answer_start();  // the pieces that stand there now do not ask for another new game
}

/// The coach follows the piece in the air.
inline void Controller::watch_hands() {
    if (!has_coach || state_ != states::State::person_to_move || !teaching_.watch(tracker(), lesson())) return;
    if (teaching_.searches_move()) searching_.outdate();
    dirty_ = true;
    update_engine();
}

[[gnu::cold]] inline void Controller::take_grade(Score score) {
    dirty_ = true;
    switch (teaching_.take_grade(score, lesson())) {
    case Verdict::solved: end_solved(); return go(states::State::required);
    case Verdict::wrong:
        if (process(states::Event::answer)) return;
        break;
    case Verdict::goes_on: break;
    }
    update_engine();
}

inline void Controller::wait_for(Move m) {
    pending_ = m;
    hands_.tracker().forget_taps();  // what was touched so far is not part of the move
    tell(Notice::engine_plays, m);
}

[[gnu::cold]] inline void Controller::take_answer() {
    const Move m = searching_.take_move(game_.position());
    wait_for(m ? m : game_.any_move());
}

/// Of a search. Not inlined, so that the level is not on the stack below a puzzle's answer.
[[gnu::noinline]] inline Limits Controller::limits(Purpose purpose) const {
    return limits_of(purpose, level(), game_.mover(), game_.clock().reading());
}

/// Makes the running search the one that the state wants.
inline void Controller::update_engine() {
    const bool engines_turn = game_.goes_on() && mover_player() == Seat::engine;
    searching_.follow(state_, engines_turn, teaching_.has_work(lesson()), [this](Purpose purpose) {
        if (has_coach && purpose == Purpose::grade) {
            const Coach::Search search = teaching_.begin_search();
            Limits limits;
            limits.nodes = search.nodes;
            searching_.think(purpose, limits, search.only);
        } else {
            searching_.think(
                purpose, limits(purpose),
                purpose == Purpose::move ? teaching_.exercises().reply(settings_.practised(), game_.record()) : Move{});
        }
    });
}

inline void Controller::update_clock() {
    const bool runs =
        time_runs_in(state_, {.persons_time = game_.persons_time(),
                              .move_waits = pending_ || chooses_,
                              .engine_moves = searching_.looks_for_move(),
                              .engine_away = engine_away_,
                              .persons_turn = !chooses_ && state_of(facts()) == states::State::person_to_move});
    game_.run_clock(runs, now_);
}

}  // namespace stackmate::firmware

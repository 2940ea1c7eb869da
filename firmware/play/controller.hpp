// The game on a chess board. What the sensors and buttons say, what the engine finds and what a PC asks for become
// moves of a game, orders for the engine and lights. No device and no engine is named here, and the caller passes the
// time.
//
// How the work is divided. This file handles what comes from outside: squares and buttons, the engine's answers, the
// requests of the line, a saved game; and it produces the picture. Events go to firmware/play/game_course.hpp, which
// follows the table of states. The parts have rules of their own. In firmware/game: chess_game.hpp (what was played,
// time, results), seats.hpp (who may do what), engine_orders.hpp and advice.hpp (to and from the engine),
// change_log.hpp (what has happened). In firmware/squares: hands.hpp and tracker.hpp (what hands do), menu.hpp,
// position_setup.hpp, view.hpp (what the squares mean).
#pragma once

#include "core/game/game_record.hpp"
#include "core/chess/movegen.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/change_log.hpp"
#include "firmware/game/chess_game.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/engine_orders.hpp"
#include "firmware/game/seats.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/game_course.hpp"
#include "firmware/squares/hands.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/tracker.hpp"
#include "firmware/squares/view.hpp"
#include "hal/frame.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace stackmate::firmware {

/// Use: `start`, or `restore...` and `offer`. Then in each turn of the superloop: `update`, `take_order` until there is
/// none, `take_change` until there is none, and `draw` when the LEDs take a picture.
///
/// Orders for the engine come from `take_order`; its results go to `engine_candidate` and `engine_answer`. After each
/// `think` exactly one answer is expected, also when `stop` was ordered. After `cancel` or another `think`, no answer
/// of the previous search is expected.
///
/// Times are milliseconds and may wrap. Nothing blocks. Costs: `update` takes some dozens of instructions while nothing
/// changes; a takeback replays the game from its start, some 500 instructions for each half move.
class Controller : private GameCourse {
public:
    static constexpr std::size_t max_plies = ChessGame::max_plies;
    /// A notice says when only so many half moves are left.
    static constexpr std::size_t few_half_moves = ChessGame::few_plies;
    /// The longest text that `write_change` writes.
    static constexpr std::size_t max_change_text = firmware::max_change_text;

    constexpr Controller() = default;
    Controller(const Controller&) = delete;
    Controller& operator=(const Controller&) = delete;

    // ------------------------------------------------------------------ power-on

    /// Takes the stored settings; call before `start` or `restore`. Invalid values are replaced. Reports no change.
    void set_settings(Settings settings) {
        settings_ = mended(settings);
        log_.know(settings_);
        game_.set_clock(levels[settings_.level].clock);
    }

    /// Takes the squares that a person had marked, as `marked` returns them; call after `set_settings`, before `start`
    /// or `restore`. Each is reported as if it had been marked now.
    [[gnu::cold]] void restore_marked(SquareSet marked) {
        for_each_square(in_view(marked), [&](unsigned square) { hands_.ignore_square(square, true); });
    }

    /// From now on the menu offers a game other than chess.
    void offer_other_game() { other_game_ = OtherGame::offered; }
    /// There is no saved game: the pieces are to be set up for a new one.
    void start(std::uint32_t now_ms) {
        now_ = now_ms;
        game_.clear();
        forget_told();
        enter(turn());
    }

    /// A saved game, step by step: its start (`fen`, empty for the normal one), its moves and takebacks, clocks and
    /// result; then `offer`. Nothing is shown or reported before that. Stop at the first error; the game is then as far
    /// as it was understood.
    [[gnu::cold]] FenError restore(std::string_view fen) {
        return game_.restore(fen.empty() ? Position::start_fen : fen, levels[settings_.level].clock);
    }
    RecordError restore_move(Move m) { return game_.append(m); }
    RecordError restore_takeback() { return game_.drop(); }
    void restore_result(GameResult result) { game_.restore_result(result); }
    void restore_clock(const ClockReading& reading) { game_.restore_clock(reading); }
    /// The restored game continues if the pieces stand as it has them; otherwise the person is asked whether to
    /// continue. A finished game is shown as finished.
    [[gnu::cold]] void offer(std::uint32_t now_ms) {
        now_ = now_ms;
        if (!game_.result()) find_result();
        forget_told();
        game_.resume();
        matched_ = false;
        found_ = offered_ = !game_.result();
        settle_position();
        enter(turn());
    }

    // ------------------------------------------------------------------ the superloop

    /// Takes what is seen now. `occupied`: debounced squares as from hal::SquareSensors. `pressed`, `held`: as from
    /// hal::Buttons, see Button. Call at least every 10 ms or so.
    void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        occupied = hands_.believe(in_view(occupied), state_, game_.position(), now_ms);
        if (hands_.knows(occupied, pressed, held) && now_ms == now_) return;
        now_ = now_ms;
        const SquareSet before = hands_.occupied();
        hands_.update(occupied, pressed, held, now_);
        if (state_ == states::State::position_set_up && setup_.update(occupied, hands_.sight().ignored())) {
            dirty_ = true;
            if (setup_.step() != PositionSetup::side_step) hands_.forget_taps();  // no button waits for pieces
        }
        game_.settle_clock(now_);
        while (const std::optional<states::Event> event = hands_.take_button()) process(*event);
        read_board(before);
        read_time();
        tell_of_square();
        if (hands_.take_dirty()) dirty_ = true;
        if (dirty_) show();
    }

    /// While the engine thinks: its best move so far, and the score in centipawns from the mover's view.
    void engine_candidate(Move best, Score score) {
        if (!orders_.listening()) return;
        if (advice_.consider(game_.position(), best, score)) dirty_ = true;
    }
    /// The engine has ended the search that it was ordered to begin. Unexpected answers are ignored.
    void engine_answer(Move best, Move ponder, Score score, std::uint32_t now_ms) {
        (void)ponder;
        if (!orders_.answered()) return;
        now_ = now_ms;
        game_.settle_clock(now_);
        advice_.answer(best, score);
        process(states::Event::answer);
    }

    /// What the engine is to do now. Returned once.
    EngineOrder take_order() { return orders_.take(); }
    /// A `stop` came before its search had begun. The search goes on, and can be ordered to stop when it runs.
    void search_waits() { orders_.let_stop_again(); }
    /// Somebody else uses the engine: its clock stands still until it returns.
    void set_engine_away(bool away) {
        if (away == engine_away_) return;
        engine_away_ = away;
        tend_clock();
    }

    /// The next thing that has happened, in order. Returned once.
    Change take_change() { return log_.take(game_.record(), settings_, game_.result(), setup_.error()); }

    /// Whether the other game was chosen in the menu. Returns true once. Chess has then been put aside. It is offered
    /// like a saved game at the next `update`, which must wait until the squares are chess's again.
    bool take_other_game() {
        if (other_game_ != OtherGame::chosen) return false;
        other_game_ = OtherGame::offered;
        return true;
    }

    /// Draws what the LEDs show at this instant.
    void draw(hal::Frame& frame, std::uint32_t now_ms) const { picture_.draw(frame, settings_.flipped, now_ms); }

    // ------------------------------------------------------------------ what it knows

    [[nodiscard]] const GameRecord& record() const { return game_.record(); }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    /// What the sensors see, as the players see the board.
    [[nodiscard]] SquareSet occupied() const { return hands_.occupied(); }
    /// Which squares are believed.
    [[nodiscard]] const SquareDoubts& doubts() const { return hands_.sight().doubts(); }
    /// The squares that a person has marked, as the sensors are numbered: a sensor fails whichever way the board lies.
    [[nodiscard]] SquareSet marked() const { return in_view(doubts().marked()); }
    /// A person says that a square, 0 a1 to 63 h8 as the players see the board, does not count (`ignore`) or counts
    /// again.
    [[gnu::cold]] void ignore_square(unsigned square, bool ignore) {
        hands_.ignore_square(square, ignore);
        tell_of_square();
    }
    /// Shows the state of the store on the squares.
    void show_store(StoreLight light) {
        if (light == store_light_) return;
        store_light_ = light;
        dirty_ = true;
    }
    /// Whether a host's lights may replace the game's: not while the squares ask something or show what only they can
    /// show.
    [[nodiscard]] bool yields_lights() const {
        return (yielding_states & bit_of(state_)) != 0 && !hands_.play_is_down();
    }
    [[nodiscard]] GameResult result() const { return game_.result(); }
    [[nodiscard]] states::State state() const { return state_; }
    [[nodiscard]] const GameClock& clock() const { return game_.clock(); }
    [[nodiscard]] const TrackerState& tracker() const { return hands_.tracker(); }
    /// Whether a game is in progress and shown on the squares.
    [[nodiscard]] bool in_game() const { return (game_states & bit_of(state_)) != 0; }
    /// Whether there is a game in `record`, finished or not.
    [[nodiscard]] bool playing() const { return game_.playing(); }
    /// The move that waits to be made on the board; none if there is none.
    [[nodiscard]] Move pending() const { return pending_; }
    /// Changes as soon as squares mean something different: the new picture should then be drawn at once. Wraps.
    [[nodiscard]] std::uint8_t pictures() const { return pictures_; }
    /// The meaning of a square, 0 a1 to 63 h8, as the players see the board.
    [[nodiscard]] Light light(unsigned square) const { return picture_.at(square); }

    /// Appends a change in words for a person: at most `max_change_text` characters, without a terminating zero. Call
    /// before the next `update`. Returns the new end.
    char* write_change(char* out, const Change& change) const {
        const Position before = game_.before(change.kind == Change::Kind::move ? change.ply : game_.size());
        return firmware::write_change(out, change, game_.record(), settings_, before);
    }

    // ------------------------------------------------------------------ from the serial line

    /// Who moves for a side now.
    using GameCourse::player;
    /// Whether a host follows the game, and it is not over.
    using GameCourse::followed;
    [[nodiscard]] const Claim& held_claim() const { return claim_; }
    /// Whether the clock is the game's own: neither a host's nor off.
    [[nodiscard]] bool keeps_time() const { return game_.keeps_time(); }

    /// A session takes the sides, in place of any earlier claim. If its host follows the game, a pause, an analysis, a
    /// set-up or a question that the person has begun ends.
    [[gnu::cold]] void claim(const Claim& claim) {
        if (claim_ == claim) return;
        if (!claim.follows) drop_claim();
        claim_ = claim;
        if (claim_.follows) {
            found_ = offered_ = paused_ = analysis_ = setting_up_ = false;
            if (!game_.has_host_clock()) game_.set_clock({});
        }
        change_seats();
    }
    /// The sides are the person's again, as chosen. Does nothing if none is claimed.
    [[gnu::cold]] void release() {
        if (!claim_.held) return;
        drop_claim();
        change_seats();
    }
    /// Whether a person has left the game that a host followed; the claim is then gone. Returns true once.
    [[nodiscard]] bool take_left() { return std::exchange(left_, false); }
    /// The host's clocks, in milliseconds, shown while a person is to move. No flag falls by them: the host keeps the
    /// time. Both 0: none.
    [[gnu::cold]] void show_clocks(std::uint32_t white_ms, std::uint32_t black_ms) {
        if (!claim_.follows) return;
        game_.show_clocks(white_ms, black_ms);
        tend_clock();
    }

    /// A host's move, for a side whose player is `remote`: it waits to be made on the board. The holder of the claim
    /// may replace it by another.
    Refusal remote_move(Move m, Who who = Who::other) {
        if (!game_.goes_on()) return Refusal::game_over;
        if (!may(who, Deed::move, followed())) return Refusal::followed;
        const Position& p = game_.position();
        if (player(p.side()) != Seat::remote || (pending_ && who != Who::holder) || analysis_)
            return Refusal::not_its_turn;
        if (!is_legal(p, m)) return Refusal::illegal_move;
        wait_for(m);
        process(states::Event::remote);
        return Refusal::none;
    }
    /// Another game: its start (empty: the normal one) and its moves. The previous game is abandoned if it was not
    /// over; the lights ask for the pieces. On error nothing changes, with one exception: after an illegal move, the
    /// moves before it have been played.
    [[gnu::cold]] Refusal set_game(std::string_view fen, std::span<const Move> moves, Who who = Who::other) {
        if (!may(who, Deed::set_up, followed())) return Refusal::followed;
        if (fen.empty()) fen = Position::start_fen;
        if (error_of(fen) != FenError::none) return Refusal::bad_position;
        Refusal error = who == Who::other ? asks_first() : Refusal::none;
        if (error != Refusal::none) return error;
        begin(fen);
        for (const Move m : moves) {
            if (error != Refusal::none) break;
            const RecordError refused = game_.append(m);
            if (refused != RecordError::none)
                error = refused == RecordError::full        ? Refusal::record_full
                        : refused == RecordError::game_over ? Refusal::game_over
                                                            : Refusal::illegal_move;
        }
        game_.resume();
        matched_ = false;
        settle_position();
        go(states::State::turn);
        hands_.answer_start();  // the pieces that stand there now do not ask for another new game
        return error;
    }
    /// The pieces are to be set up for a new game; the previous one is abandoned if it was not over.
    [[gnu::cold]] Refusal new_game(Who who = Who::other) {
        if (!may(who, Deed::begin, followed())) return Refusal::followed;
        if (who == Who::other)
            if (const Refusal refusal = asks_first(); refusal != Refusal::none) return refusal;
        leave_game();
        go(states::State::turn);
        return Refusal::none;
    }
    /// A move that a host counts as made, though nobody has made it on the board: the lights ask for the pieces.
    [[gnu::cold]] Refusal play_unseen(Move m) {
        if (!game_.goes_on()) return Refusal::game_over;
        if (!is_legal(game_.position(), m)) return Refusal::illegal_move;
        play(m);
        matched_ = false;
        go(states::State::turn);
        return Refusal::none;
    }
    /// `side` resigns.
    [[gnu::cold]] Refusal resign(Color side, Who who = Who::other) {
        if (!game_.goes_on()) return Refusal::game_over;
        if (!may(who, Deed::end, followed())) return Refusal::followed;
        end({Ending::resignation, winner_of(~side)});
        go(states::State::turn);
        return Refusal::none;
    }
    /// The side to move claims a draw.
    [[gnu::cold]] Refusal claim_draw(Who who = Who::other) {
        if (!game_.goes_on()) return Refusal::game_over;
        if (!may(who, Deed::end, followed())) return Refusal::followed;
        if (!claim_draw_of_position()) return Refusal::no_claim;
        go(states::State::turn);
        return Refusal::none;
    }
    /// Takes back `plies` half moves; the lights ask for the pieces.
    [[gnu::cold]] Refusal take_back(unsigned plies = 1, Who who = Who::other) {
        if (!game_.playing() || game_.size() < plies) return Refusal::nothing_to_undo;
        if (!may(who, Deed::take_back, followed())) return Refusal::followed;
        take_back_plies(plies);
        matched_ = false;
        go(states::State::turn);
        return Refusal::none;
    }
    /// The self-test begins, as from the menu, or its next part begins.
    [[gnu::cold]] Refusal test_board() {
        if ((states::test_states & bit_of(state_)) != 0) {
            hands_.note_button();
            process(states::Event::play);
            return Refusal::none;
        }
        if (state_ != states::State::menu && state_ != states::State::question) process(states::Event::menu);
        if (state_ != states::State::menu) return Refusal::busy;
        hands_.begin_test(false);
        process(states::Event::sensors);
        return Refusal::none;
    }
    /// Allowed at any time. The clock restarts if the new level has another one.
    Refusal change_settings(Settings settings) {
        if (!(mended(settings) == settings)) return Refusal::bad_setting;
        adopt_settings(settings);
        go(state_ == states::State::menu ? state_ : states::State::turn);
        return Refusal::none;
    }

    // ------------------------------------------------------------------ the self-test's devices

    /// The number of buttons, 1 to 8; call before the first `update`.
    void set_buttons(unsigned count) { buttons_ = static_cast<std::uint8_t>(count); }
    /// Whether the self-test wants the store to be tried. Returns true once; `store_tested` must follow.
    [[nodiscard]] bool take_store_test() { return std::exchange(store_wanted_, false); }
    void store_tested(bool good) { process(good ? states::Event::stored : states::Event::store_failed); }
    /// Squares that have answered since the self-test began.
    [[nodiscard]] SquareSet answered() const { return hands_.answered(); }
    /// Buttons that have been pushed since their test began, as bits.
    [[nodiscard]] std::uint8_t tried_buttons() const { return hands_.tried_buttons(); }

private:
    static constexpr std::uint32_t promotion_ms = 5000;  ///< after this time it is a queen
    static constexpr std::uint32_t compare_ms = 600;  ///< how long the pieces are compared before a question is asked
    static constexpr std::uint32_t menu_ms = 60'000;  ///< after this time the menu or the self-test closes
    static constexpr std::uint32_t refused_ms = 3000;
    static constexpr std::uint32_t hurry_ms = 30'000;

    /// States in which a host's lights may be shown.
    static constexpr states::Set yielding_states =
        set_of(states::State::person_to_move, states::State::engine_thinking, states::State::move_to_make,
               states::State::remote_to_move, states::State::correcting, states::State::unfinished,
               states::State::restoring, states::State::game_over);

    static constexpr states::Set game_states =
        set_of(states::State::person_to_move, states::State::promotion_choice, states::State::engine_thinking,
               states::State::move_to_make, states::State::remote_to_move, states::State::correcting,
               states::State::unfinished, states::State::hint, states::State::analysis);

    enum class OtherGame : std::uint8_t { none, offered, chosen };

    // ------------------------------------------------------------------ what is seen

    /// Turns squares as the sensors have them into squares as the players see them, and back.
    [[nodiscard]] SquareSet in_view(SquareSet set) const { return settings_.flipped ? turned(set) : set; }
    void read_board(SquareSet before) {
        const Position& p = game_.position();
        if (state_ == states::State::sensor_test && !hands_.naming() && hands_.cross(before))
            tell(Notice::test_crossed);
        if (hands_.is_ready(state_, p)) {
            process(states::Event::ready);
            return;
        }
        if (const unsigned square = hands_.tap(state_, before); square != TapReader::none) {
            const states::State tapped_in = state_;
            read_tap(square);
            if (state_ != tapped_in) hands_.forget_press();  // it was meant for the state before the tap
        }
        if (const std::optional<states::Event> sign = hands_.take_sign(state_, p)) {
            if (*sign == states::Event::start_shown)
                hear_start();
            else
                process(*sign);
        }
        if (const std::optional<states::Event> news = hands_.take_news()) process(*news);
        if (hands_.is_doubtful(state_, game_.position(), pending_, now_ - state_since_))
            process(states::Event::doubtful);
    }
    void hear_start() {
        pieces_asked_ = process(states::Event::start_shown);
        if (pieces_asked_) hands_.answer_start();
    }
    /// An offered game is not dropped without a question.
    [[gnu::cold]] Refusal asks_first() {
        if (!offered_ || state_ == states::State::question) return Refusal::none;
        return process(states::Event::new_game) ? Refusal::asked : Refusal::busy;
    }
    void tell_of_square() {
        if (log_.has_square()) return;  // one after the other, so that each is reported
        const SquareNews news = hands_.sight().take_square_news();
        if (news.square >= 64) return;
        log_.square(news);
        dirty_ = true;
    }

    void read_tap(unsigned square) {
        if (state_ == states::State::menu)
            tap_menu();
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

    void tap_menu() {
        const MenuItem item = menu_squares[hands_.tapped()].item;
        hands_.begin_test(item == MenuItem::mark);
        if (const std::optional<states::Event> event = event_of(item))
            process(*event);
        else if (item == MenuItem::other_game && other_game_ != OtherGame::none && !followed())
            set_aside();
    }

    /// Chess makes way for the other game.
    void set_aside() {
        other_game_ = OtherGame::chosen;
        setting_up_ = matched_ = false;
        if (game_.goes_on() && game_.size() != 0)
            found_ = offered_ = true;
        else
            leave_game();
        go(states::State::turn);
    }
    void tap_promotion() {
        for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
            if (promotion_square(promotion_.to(), type) == hands_.tapped()) {
                promotion_ = Move(promotion_.from(), promotion_.to(), type);
                process(states::Event::tap);
                return;
            }
    }

    void read_time() {
        if (game_.flag_fell()) process(states::Event::flag);
        const std::uint32_t since = now_ - state_since_;
        if (state_ == states::State::promotion_choice && since >= promotion_ms && hands_.rested(promotion_ms)
            && hands_.looks_like(promoted_))
            process(states::Event::timeout);
        if (state_ == states::State::question && question_ == Question::doubtful && hands_.went_on())
            process(states::Event::timeout);
        if (((bit_of(states::State::menu) | states::test_states) & bit_of(state_)) != 0 && since >= menu_ms
            && hands_.rested(menu_ms))
            process(states::Event::timeout);
        if (state_ == states::State::comparing && since >= compare_ms
            && !hands_.looks_like(occupied_squares(game_.position()))) {
            if (hands_.looks_like(start_squares))
                hear_start();
            else
                process(states::Event::timeout);
        }
        const GameClock& clock = game_.clock();
        const bool hurries = clock.running() && clock.left_ms(clock.side()) < hurry_ms;
        if (hurries != hurries_) {
            hurries_ = hurries;
            dirty_ = true;
        }
        if (refused_ && now_ - refused_at_ >= refused_ms) {
            refused_ = false;
            dirty_ = true;
        }
    }

    // ------------------------------------------------------------------ lights

    /// Computes what every square means.
    [[gnu::noinline]] void show() {
        dirty_ = false;
        ++pictures_;
        compose({.state = state_,
                 .question = question_,
                 .occupied = hands_.occupied(),
                 .wanted = wanted_squares(state_, game_.position()),
                 .position = game_.position(),
                 .hands = hands_.tracker(),
                 .setup = setup_,
                 .settings = settings_,
                 .result = game_.result(),
                 .resigner = resigner(),
                 .promotion = promotion_,
                 .pending = pending_,
                 .hint = advice_.hint(),
                 .candidate = orders_.searching() ? advice_.candidate() : Move{},
                 .has_score = advice_.has_score(),
                 .white_score = game_.mover() == Color::white ? advice_.score() : -advice_.score(),
                 .claimable = game_.claimable(),
                 .hurries = hurries_,
                 .refused = refused_,
                 .other_game = other_game_ != OtherGame::none,
                 .store = store_light_ == StoreLight::none && game_.goes_on() && game_.few_left() ? StoreLight::few_left
                                                                                                  : store_light_,
                 .ignored = hands_.sight().ignored(),
                 .unsure = hands_.sight().unsure(),
                 .asked = hands_.asked(state_),
                 .answering = answering(),
                 .pressed_squares = hands_.pressed_squares(),
                 .test = {.naming = hands_.naming(),
                          .answered = hands_.answered(),
                          .crossed = hands_.crossed(),
                          .colour = state_ == states::State::led_test ? test_step_ : std::uint8_t{0},
                          .button_count = buttons_,
                          .buttons_tried = hands_.tried_buttons(),
                          .buttons_held = hands_.held_buttons(),
                          .store = test_step_}},
                picture_);
    }

    BoardPicture picture_{};
    std::uint8_t pictures_ = 0;
    bool hurries_ = false;
    OtherGame other_game_ = OtherGame::none;
    StoreLight store_light_ = StoreLight::none;
    std::uint8_t buttons_ = 1;
};
static_assert(sizeof(Controller) <= 4608, "the chess board's share of RAM");

}  // namespace stackmate::firmware

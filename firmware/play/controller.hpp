// The game on a chess board. What the sensors and buttons say, what the engine finds and what a PC asks for become
// moves of a game, orders for the engine and lights. No device and no engine is named here, and the caller passes the
// time.
//
// How the work is divided. This file declares the controller, and shows the game on the lights. Its longer functions
// stand in a file for each subject. firmware/play/course.hpp is what squares, buttons and time say, and what happens in
// the game: it follows the table of states. firmware/play/requests.hpp is what the line and its hosts ask. The parts
// have rules of their own. In firmware/game: chess_game.hpp (what was played, time, results), seats.hpp (who may do
// what), searching.hpp (to and from the engine), change_log.hpp (what has happened). In
// firmware/squares: hands.hpp, sight.hpp and tracker.hpp (what hands do), teaching.hpp (what moves are worth, and what is practised), menu.hpp,
// position_setup.hpp, view.hpp (what the squares mean).
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/game/game_record.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/adaptive.hpp"
#include "firmware/game/at_work.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/change_log.hpp"
#include "firmware/game/change_words.hpp"
#include "firmware/game/chess960.hpp"
#include "firmware/game/chess_game.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/squares/exercises.hpp"
#include "firmware/game/searching.hpp"
#include "firmware/game/seats.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/facts.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/hands.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/taps.hpp"
#include "firmware/squares/teaching.hpp"
#include "firmware/squares/tracker.hpp"
#include "firmware/squares/view.hpp"
#include "hal/frame.hpp"

#include <algorithm>
#include <array>
#include <bit>
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
class Controller {
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
        settings_ = corrected(settings);
        log_.set_reported(settings_);
        game_.set_clock(levels[settings_.level].clock);
    }
    /// Takes the squares that a person had marked, as `marked` returns them; call after `set_settings`, before `start`
    /// or `restore`. Each is reported as if it had been marked now.
    [[gnu::cold]] void restore_marked(SquareSet marked) {
        for_each_square(in_view(marked), [&](unsigned square) { hands_.ignore_square(square, true); });
    }
    /// From now on the menu offers a game other than chess.
    void offer_other_game() { other_game_ = OtherGame::offered; }
    /// The board can make sounds: the menu offers how loud.
    void offer_sound() { has_sound_ = true; }
    /// The menu offers exercises, and the person's losses are weighed, to be practised.
    void offer_exercises() { teaching_.exercises().offer(); }
    /// There is no saved game: the pieces are to be set up for a new one.
    void start(std::uint32_t now_ms) {
        now_ = now_ms;
        game_.clear();
        settings_.practise(0);
        forget_reported();
        enter(required_state());
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
    /// Tells who played the game that has ended. A rated game counts when the next one begins.
    void note_end(Seat white, Seat black);
    /// The restored game continues if the pieces stand as it has them; otherwise the person is asked whether to
    /// continue. A finished game is shown as finished.
    [[gnu::cold]] void offer(std::uint32_t now_ms) {
        now_ = now_ms;
        if (!game_.result()) find_result();
        if (practises() && !Exercises::fits(game_.record().start(), settings_.practised())) settings_.practise(0);
        forget_reported();
        game_.resume();
        ask_for_pieces();
        note(saved_game, !game_.result());
        settle_position();
        enter(required_state());
    }

    // ------------------------------------------------------------------ the engine

    /// While the engine thinks: its best move so far, and the score in centipawns from the mover's view.
    void engine_candidate(Move best, Score score) {
        if (searching_.consider(game_.position(), best, score)) dirty_ = true;
    }
    /// The engine has ended the search that it was ordered to begin. Unexpected answers are ignored.
    void engine_answer(Move best, Move ponder, Score score, std::uint32_t now_ms) {
        (void)ponder;
        if (!searching_.answered(best, score)) return;
        now_ = now_ms;
        game_.settle_clock(now_);
        if (has_coach && searching_.purpose() == Purpose::grade) return take_grade(score);
        process(states::Event::answer);
    }
    /// What the engine is to do now. Returned once.
    EngineOrder take_order() { return searching_.take(); }
    /// A `stop` came before its search had begun. The search goes on, and can be ordered to stop when it runs.
    void search_waits() { searching_.let_stop_again(); }
    /// Somebody else uses the engine: its clock stands still until it returns.
    void set_engine_away(bool away) {
        if (away == engine_away_) return;
        engine_away_ = away;
        update_clock();
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

    // ------------------------------------------------------------------ the person's mistakes

    /// Whether one is to be kept, or brought back.
    [[nodiscard]] bool has_mistake() const { return teaching_.has_mistake() || wants_mistake(); }
    /// The number of the half move that has lost much, to be kept for practice; 0: none. Returned once.
    [[nodiscard]] std::size_t take_mistake() { return teaching_.take_mistake(); }
    /// The position in which half move number `ply` was made.
    [[nodiscard]] Position before(std::size_t ply) const { return game_.before(ply); }
    /// Whether an earlier mistake is to be practised: `give_mistake` must follow.
    [[nodiscard]] bool wants_mistake() const { return teaching_.exercises().seeks_mistake(); }
    /// An empty FEN: none is kept.
    void give_mistake(std::string_view fen);
    [[nodiscard]] bool practises_mistake() const { return Exercises::is_mistake(settings_.practised()); }

    // ------------------------------------------------------------------ what it knows

    [[nodiscard]] const GameRecord& record() const { return game_.record(); }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    /// What the sensors see, as the players see the board.
    [[nodiscard]] SquareSet occupied() const { return hands_.occupied(); }
    /// Which squares are believed.
    [[nodiscard]] const Sight& sight() const { return hands_; }
    /// The squares that a person has marked, as the sensors are numbered: a sensor fails whichever way the board lies.
    [[nodiscard]] SquareSet marked() const { return in_view(hands_.marked()); }
    /// A person says that a square, 0 a1 to 63 h8 as the players see the board, does not count (`ignore`) or counts
    /// again.
    [[gnu::cold]] void ignore_square(unsigned square, bool ignore) {
        hands_.ignore_square(square, ignore);
        report_square();
    }
    [[nodiscard]] GameResult result() const { return game_.result(); }
    [[nodiscard]] states::State state() const { return state_; }
    [[nodiscard]] const GameClock& clock() const { return game_.clock(); }
    [[nodiscard]] const TrackerState& tracker() const { return hands_.tracker().state(); }
    /// Whether a game is in progress and shown on the squares.
    [[nodiscard]] bool in_game() const { return (game_states & bit_of(state_)) != 0; }
    /// Whether there is a game in `record`, finished or not.
    [[nodiscard]] bool playing() const { return game_.playing(); }
    /// The move that waits to be made on the board; none if there is none.
    [[nodiscard]] Move pending() const { return pending_; }
    /// Appends a change in words for a person: at most `max_change_text` characters, without a terminating zero. Call
    /// before the next `update`. Returns the new end.
    char* write_change(char* out, const Change& change) const {
        if (plays_chess960 && change.kind == Change::Kind::notice && change.notice == Notice::chess960) {
            out = write_text(write_number(write_text(out, "set up Chess960 "), next_start_), ": ");
            return write_text(write_chess960_rank(out, next_start_), ", Black the same; PLAY begins");
        }
        const Position before = game_.before(change.kind == Change::Kind::move ? change.ply : game_.size());
        return firmware::write_change(out, change, game_.record(), settings_, before, has_sound_);
    }
    /// Whether an exercise is under way: the side that was to move at its start is a person's, the other the engine's.
    [[nodiscard]] bool practises() const { return settings_.practised() != 0; }
    /// How the engine plays.
    [[nodiscard]] decltype(auto) level() const {
        return level_of(practises() ? Exercises::level : settings_.level, settings_, game_.position());
    }
    /// Who moves for a side now.
    [[nodiscard]] Seat player(Color side) const {
        if (claim_.held) return claim_.player(side);
        if (practises()) return side == game_.record().start().side() ? Seat::person : Seat::engine;
        return settings_.player(side);
    }
    /// Whether a host follows the game, and it is not over.
    [[nodiscard]] bool followed() const { return claim_.follows && game_.goes_on(); }
    [[nodiscard]] const Claim& held_claim() const { return claim_; }
    /// Whether the clock is the game's own: neither a host's nor off.
    [[nodiscard]] bool keeps_time() const { return game_.keeps_time(); }
    /// Squares that have answered since the self-test began.
    [[nodiscard]] SquareSet answered() const { return hands_.proven(); }
    /// Buttons that have been pushed since their test began, as bits.
    [[nodiscard]] std::uint8_t tried_buttons() const { return hands_.tried_buttons(); }
    /// Whether the self-test wants the store to be tried. Returns true once; `store_tested` must follow.
    [[nodiscard]] bool take_store_test() {
        if (store_test_ != StoreTest::wanted) return false;
        store_test_ = StoreTest::running;
        return true;
    }
    void store_tested(bool good) { process(good ? states::Event::stored : states::Event::store_failed); }

    // ------------------------------------------------------------------ squares and lights

    /// Takes what is seen now. `occupied`: debounced squares as from hal::SquareSensors. `pressed`, `held`: as from
    /// hal::Buttons, see Button. Call at least every 10 ms or so.
    void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        if (read(occupied, pressed, held, now_ms)) show();
    }

    /// The number of buttons, 1 to 8; call before the first `update`.
    void set_buttons(unsigned count) { buttons_ = static_cast<std::uint8_t>(count); }
    /// Draws what the LEDs show at this instant.
    void draw(hal::Frame& frame, std::uint32_t now_ms) const { picture_.draw(frame, settings_.flipped, now_ms); }
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
    /// Changes as soon as squares mean something different: the new picture should then be drawn at once. Wraps.
    [[nodiscard]] std::uint8_t pictures() const { return pictures_; }
    /// The meaning of a square, 0 a1 to 63 h8, as the players see the board.
    [[nodiscard]] Light light(unsigned square) const { return picture_.at(square); }

    // ------------------------------------------------------------------ what others ask (requests.hpp)

    /// A session takes the sides, in place of any earlier claim. If its host follows the game, a pause, an analysis, a
    /// set-up or a question that the person has begun ends.
    void claim(const Claim& claim);
    /// The sides are the person's again, as chosen. Does nothing if none is claimed.
    void release();
    /// The host's clocks, in milliseconds, shown while a person is to move. No flag falls by them: the host keeps the
    /// time. Both 0: none.
    void show_clocks(std::uint32_t white_ms, std::uint32_t black_ms);

    /// A host's move, for a side whose player is `remote`: it waits to be made on the board. The holder of the claim
    /// may replace it by another.
    Refusal remote_move(Move m, Who who = Who::other);
    /// Another game: its start (empty: the normal one) and its moves. The previous game is abandoned if it was not
    /// over; the lights ask for the pieces. On error nothing changes, with one exception: after an illegal move, the
    /// moves before it have been played.
    Refusal set_game(std::string_view fen, std::span<const Move> moves, Who who = Who::other);
    /// The pieces are to be set up for a new game; the previous one is abandoned if it was not over.
    /// `start`: the number of a start position of Chess960.
    Refusal new_game(Who who = Who::other, std::uint16_t start = usual_start);
    /// One that depends on the millisecond.
    [[nodiscard]] std::uint16_t random_start() const {
        return static_cast<std::uint16_t>((now_ * 2654435761u >> 8) % chess960_starts);
    }
    /// A move that a host counts as made, though nobody has made it on the board: the lights ask for the pieces.
    Refusal play_unseen(Move m);
    /// `side` resigns.
    Refusal resign(Color side, Who who = Who::other);
    /// The side to move claims a draw.
    Refusal claim_draw(Who who = Who::other);
    /// Takes back `plies` half moves; the lights ask for the pieces.
    Refusal take_back(unsigned plies = 1, Who who = Who::other);
    /// The self-test begins, as from the menu, or its next part begins.
    Refusal test_board();
    /// Allowed at any time. The clock restarts if the new level has another one.
    Refusal change_settings(Settings settings);

private:
    static constexpr states::Set game_states =
        set_of(states::State::person_to_move, states::State::promotion_choice, states::State::engine_thinking,
               states::State::move_to_make, states::State::remote_to_move, states::State::correcting,
               states::State::unfinished, states::State::hint, states::State::analysis);
    /// States in which a host's lights may be shown.
    static constexpr states::Set yielding_states =
        set_of(states::State::person_to_move, states::State::engine_thinking, states::State::move_to_make,
               states::State::remote_to_move, states::State::correcting, states::State::unfinished,
               states::State::restoring, states::State::game_over);

    enum class OtherGame : std::uint8_t { none, offered, chosen };
    static constexpr Facts saved_game = bit_of(Fact::found) | bit_of(Fact::offered);

    [[nodiscard]] MenuExtras menu_extras() const {
        return {other_game_ != OtherGame::none, has_sound_, teaching_.exercises().offered()};
    }
    [[nodiscard]] Seat mover_player() const { return player(game_.mover()); }
    void tell(Notice notice, Move m = {}) { log_.notice(notice, m); }
    void forget_reported() { log_.forget(game_.record(), settings_, game_.result()); }
    /// Turns squares as the sensors have them into squares as the players see them, and back.
    [[nodiscard]] SquareSet in_view(SquareSet set) const { return settings_.flipped ? rotated(set) : set; }
    void report_square();

    // ------------------------------------------------------------------ the course of the game (course.hpp)

    bool process(states::Event event);
    [[nodiscard]] bool holds(states::Guard guard) const;
    void act(states::Action action);
    [[nodiscard]] states::State required_state();
    [[nodiscard]] Facts facts() const;
    [[nodiscard]] bool is(Fact fact) const { return (facts_ & bit_of(fact)) != 0; }
    void note(Facts facts, bool is_so = true) { facts_ = static_cast<Facts>(is_so ? facts_ | facts : facts_ & ~facts); }
    void note(Fact fact, bool is_so = true) { note(bit_of(fact), is_so); }
    void ask_for_pieces() { note(Fact::not_matched); }
    void compare_pieces() { note(Fact::not_matched, !hands_.looks_like(occupied_squares(game_.position()))); }
    void go(states::State next);
    void enter(states::State next);
    [[nodiscard]] SquareSet answering() const;
    [[nodiscard]] bool is_rated(Seat white, Seat black) const;
    void leave_game();
    void begin(std::string_view fen);
    void begin_at_start();
    void forget_plans();
    void play(Move m);
    void take_back_plies(unsigned plies);
    void end(GameResult result);
    bool claim_draw_of_position();
    void find_result();
    void settle_position();
    [[nodiscard]] Color resigner() const;
    void grant();
    [[nodiscard]] bool other_side_agrees() const;
    void drop_claim();
    void take_sides();
    void change_seats();
    void adopt_settings(Settings settings);
    void turn_board();
    void change_by_tap();
    [[nodiscard]] static FenError error_of(std::string_view fen);
    void finish_set_up();
    void set_aside();
    void find_exercise();
    void begin_exercise(std::string_view fen);
    void give_up_exercise();
    [[nodiscard]] Lesson lesson() const {
        return {game_, settings_, claim_.held, mover_player(), player(~game_.mover())};
    }
    void end_solved();
    void watch_hands();
    void take_grade(Score score);
    [[nodiscard]] bool asks_about_blunder() const {
        return has_coach && state_ == states::State::question && question_ == Question::blunder;
    }
    [[nodiscard]] bool asks_if_reversed() const { return has_gestures && question_ == Question::reversed; }
    [[nodiscard]] SquareSet asked_squares() const;
    void wait_for(Move m);
    void take_answer();
    [[nodiscard]] Limits limits(Purpose purpose) const;
    void update_engine();
    void update_tracker() { hands_.count(at_work(state_).moves, pending_); }
    void update_clock();

    // ------------------------------------------------------------------ what is seen (course.hpp)

    [[nodiscard]] bool read(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms);
    void read_board(SquareSet before);
    void read_start();
    void read_tap(unsigned square);
    void tap_menu();
    void tap_exercise();
    void tap_promotion();
    void read_time();

    // ------------------------------------------------------------------ what others ask, and what is shown

    [[nodiscard]] Refusal asks_first();
    void show();
    /// Whether the pieces of a Chess960 game are to be set up.
    [[nodiscard]] bool sets_up_chess960() const {
        return plays_chess960 && state_ == states::State::setup && next_start_ != usual_start;
    }
    /// Before the game begins by itself the lights go through the kinds twice: see `kind_step`.
    static constexpr std::uint32_t chess960_set_up_ms = 2 * 6 * 2048;
    /// King, queen, rooks, bishops, knights and nothing, two seconds each.
    [[nodiscard]] unsigned kind_step() const { return ((now_ - state_since_) >> 11) % 6; }
    [[nodiscard]] SquareSet shown_kind() const;

    // Small members first: short instructions reach only near ones.
    states::State state_ = states::State::setup;
    Question question_ = Question::new_game;
    OtherGame other_game_ = OtherGame::none;
    StoreTest store_test_ = StoreTest::untried;
    std::uint8_t test_colour_ = 0;
    bool dirty_ = true;     ///< a picture would show something else
    bool refused_ = false;  ///< a draw was refused, at `refused_at_`
    bool hurries_ = false;  ///< the side to move has little time
    bool has_sound_ = false;
    bool chooses_ = false;  ///< the person makes the engine's next move
    [[no_unique_address]] RatedGame rated_;
    StoreLight store_light_ = StoreLight::none;
    std::uint8_t pictures_ = 0;
    std::uint8_t buttons_ = 1;
    std::uint8_t kind_step_ = 0;  ///< as it is shown
    std::uint16_t next_start_ =
        plays_chess960 ? usual_start : std::uint16_t{0};  ///< how the game begins that is asked for, or set up
    bool engine_away_ = false;                            ///< somebody else uses the engine
    Facts facts_ = bit_of(Fact::not_matched);             ///< those that do not follow from the game
    Claim claim_{};
    Settings settings_{};
    Move pending_{};    ///< the move that waits to be made on the board
    Move promotion_{};  ///< the move whose promotion piece is being chosen
    std::uint32_t now_ = 0;
    std::uint32_t state_since_ = 0;
    std::uint32_t refused_at_ = 0;
    SquareSet promoted_ = 0;  ///< the board with the pawn on the last rank

    Teaching teaching_{};
    ChangeLog log_{};
    Searching searching_{};
    Hands hands_{};
    ChessGame game_{};
    PositionSetup setup_{};
    BoardPicture picture_{};
};
static_assert(sizeof(Controller) <= 4608, "the chess board's share of RAM");

[[gnu::noinline, gnu::cold]] inline SquareSet Controller::shown_kind() const {
    if (!sets_up_chess960()) return 0;
    const unsigned type = index(PieceType::king) - kind_step();
    const std::array<PieceType, 8> rank = chess960_rank(next_start_);
    SquareSet files = 0;
    for (unsigned i = 0; i < 8; ++i)
        if (index(rank[i]) == type) files |= SquareSet{1} << i;
    return files | files << 56;
}

/// Computes what every square means.
[[gnu::noinline]] inline void Controller::show() {
    dirty_ = false;
    ++pictures_;
    compose({.state = state_,
             .question = question_,
             .occupied = hands_.occupied(),
             .wanted = wanted_squares(state_, game_.position()),
             .position = game_.position(),
             .hands = tracker(),
             .setup = setup_,
             .settings = settings_,
             .result = game_.result(),
             .resigner = resigner(),
             .promotion = promotion_,
             .pending = pending_,
             .hint = searching_.hint(),
             .candidate = searching_.candidate(),
             .has_score = searching_.has_score(),
             .white_score = game_.mover() == Color::white ? searching_.score() : -searching_.score(),
             .claimable = game_.claimable(),
             .hurries = hurries_,
             .refused = refused_,
             .grades = state_ == states::State::person_to_move ? teaching_.grades(tracker(), lesson()) : Grades{},
             .kind = shown_kind(),
             .new_pieces = practises() && game_.size() == 0,
             .stale = teaching_.exercises().stale(),
             .menu = menu_extras(),
             .store = store_light_ == StoreLight::none && game_.goes_on() && game_.few_left() ? StoreLight::few_left
                                                                                              : store_light_,
             .ignored = hands_.ignored(),
             .suspected = hands_.suspected_at_rest(),
             .asked = asked_squares(),
             .answering = answering(),
             .pressed_squares = hands_.pressed_squares(),
             .test = {.naming = hands_.naming(),
                      .answered = hands_.proven(),
                      .crossed = hands_.crossed(),
                      .colour = test_colour_,
                      .button_count = buttons_,
                      .buttons_tried = hands_.tried_buttons(),
                      .buttons_held = hands_.held_buttons(),
                      .store = store_test_}},
            picture_);
}

}  // namespace stackmate::firmware

// The functions that are only declared above.
#include "firmware/play/course.hpp"
#include "firmware/play/requests.hpp"

// The game on a board, and its terms: who plays each side, with which settings and whose clock, and what that means for
// engine, clock and hands. Here a game begins, goes on, is taken back and ends. It is asked by the course of events
// (firmware/play/course.hpp) and by others (firmware/play/requests.hpp).
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/game/game_record.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/adaptive.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/change_log.hpp"
#include "firmware/game/chess_game.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/facts.hpp"
#include "firmware/game/searching.hpp"
#include "firmware/game/seats.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/stage.hpp"
#include "firmware/squares/exercises.hpp"
#include "firmware/squares/hands.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/teaching.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

class Match : public Stage {
public:
    [[gnu::cold]] constexpr Match() = default;

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
    /// The menu offers exercises, and the person's losses are weighed, to be practised.
    void offer_exercises() { teaching_.exercises().offer(); }
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
    void note_end(Seat white, Seat black) {
        if constexpr (has_exercises) {
            if (rated_.is_open() && is_rated(white, black))
                rated_.end(white == Seat::person ? Color::white : Color::black, game_.result().winner);
        }
    }

    // ------------------------------------------------------------------ what it knows

    [[nodiscard]] const GameRecord& record() const { return game_.record(); }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] GameResult result() const { return game_.result(); }
    [[nodiscard]] const GameClock& clock() const { return game_.clock(); }
    /// Whether the clock is the game's own: neither a host's nor off.
    [[nodiscard]] bool keeps_time() const { return game_.keeps_time(); }
    /// Whether there is a game in `record`, finished or not.
    [[nodiscard]] bool playing() const { return game_.playing(); }
    /// The position in which half move number `ply` was made.
    [[nodiscard]] Position before(std::size_t ply) const { return game_.before(ply); }
    /// The move that waits to be made on the board; none if there is none.
    [[nodiscard]] Move pending() const { return pending_; }
    /// Whether an exercise is under way: the side that was to move at its start is a person's, the other the engine's.
    [[nodiscard]] bool practises() const { return settings_.practised() != 0; }
    [[nodiscard]] bool practises_mistake() const { return Exercises::is_mistake(settings_.practised()); }
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
    [[nodiscard]] const TrackerState& tracker() const { return hands_.tracker().state(); }
    /// What the sensors see, as the players see the board.
    [[nodiscard]] SquareSet occupied() const { return hands_.occupied(); }
    /// The squares that a person has marked, as the sensors are numbered: a sensor fails whichever way the board lies.
    [[nodiscard]] SquareSet marked() const { return in_view(hands_.marked()); }

protected:
    static constexpr Facts saved_game = bit_of(Fact::found) | bit_of(Fact::offered);

    [[nodiscard]] const ChessGame& game() const { return game_; }
    [[nodiscard]] Seat mover_player() const { return player(game_.mover()); }
    [[nodiscard]] Lesson lesson() const {
        return {game_, settings_, claim_.held, mover_player(), player(~game_.mover())};
    }
    [[nodiscard]] Hands& hands() { return hands_; }
    [[nodiscard]] const Hands& hands() const { return hands_; }
    [[nodiscard]] Searching& searching() { return searching_; }
    [[nodiscard]] const Searching& searching() const { return searching_; }
    [[nodiscard]] Teaching& teaching() { return teaching_; }
    [[nodiscard]] const Teaching& teaching() const { return teaching_; }
    [[nodiscard]] Exercises& exercises() { return teaching_.exercises(); }
    [[nodiscard]] const Exercises& exercises() const { return teaching_.exercises(); }
    [[nodiscard]] ChangeLog& log() { return log_; }
    void tell(Notice notice, Move m = {}) { log_.notice(notice, m); }
    /// Turns squares as the sensors have them into squares as the players see them, and back.
    [[nodiscard]] SquareSet in_view(SquareSet set) const { return settings_.flipped ? rotated(set) : set; }

    // ------------------------------------------------------------------ what the state follows from

    [[nodiscard]] bool is(Fact fact) const { return (facts_ & bit_of(fact)) != 0; }
    void note(Facts facts, bool is_so = true) { facts_ = static_cast<Facts>(is_so ? facts_ | facts : facts_ & ~facts); }
    void note(Fact fact, bool is_so = true) { note(bit_of(fact), is_so); }
    void toggle(Fact fact) { facts_ ^= bit_of(fact); }
    void ask_for_pieces() { note(Fact::not_matched); }
    void compare_pieces() { note(Fact::not_matched, !hands_.looks_like(occupied_squares(game_.position()))); }
    [[nodiscard]] Facts facts() const {
        const auto when = [](bool is_so, Fact fact) { return is_so ? bit_of(fact) : Facts{0}; };
        const Seat player = chooses_ ? Seat::person : mover_player();
        return static_cast<Facts>(
            facts_ | when(!game_.playing(), Fact::no_game) | when(static_cast<bool>(game_.result()), Fact::over)
            | when(pending_ && player != Seat::person, Fact::move_waits)
            | when(player == Seat::person, Fact::person_moves) | when(player == Seat::engine, Fact::engine_moves)
            | when(player == Seat::remote, Fact::remote_moves));
    }
    /// The state that the game requires, after ending the game if that is due.
    [[nodiscard, gnu::noinline]] State required_state() {
        if (!is(Fact::setting_up) && game_.goes_on()) find_result();
        const State state = state_of(facts());
        if (state == State::person_to_move) pending_ = {};
        return state;
    }

    // ------------------------------------------------------------------ a game

    /// There is none, and nothing to be reported.
    void clear() {
        game_.clear();
        settings_.practise(0);
        forget_reported();
    }
    /// What was restored waits to be continued.
    void offer_saved() {
        if (!game_.result()) find_result();
        if (practises() && !Exercises::fits(game_.record().start(), settings_.practised())) settings_.practise(0);
        forget_reported();
        note(saved_game, !game_.result());
        set_up_given();
    }
    /// What was restored or appended is the game; the lights ask for its pieces.
    [[gnu::cold]] void set_up_given() {
        game_.resume();
        ask_for_pieces();
        settle_position();
    }
    /// Gives up the game, if there is one; the lights ask for the start position. The result is reported at once, so
    /// that an abandoned game is not offered again after a restart.
    [[gnu::noinline]] void leave_game() {
        if (game_.playing()) note_end(settings_.white, settings_.black);
        if (game_.leave()) log_.abandoned();
        rated_.note_session(claim_.held);
        settings_.practise(0);
        teaching_.leave_game();
        forget_plans();
    }
    /// `fen` must be valid.
    [[gnu::noinline]] void begin(std::string_view fen) {
        leave_game();
        rated_.count_in(settings_);
        game_.begin(fen, claim_.follows ? TimeControl{} : levels[settings_.level].clock);
        log_.new_game();
        set_up_given();
    }
    /// The game that has begun is an exercise.
    void practise(std::uint8_t exercise) {
        settings_.practise(exercise);
        game_.set_clock({});
    }
    /// `m` must be legal.
    [[gnu::noinline]] void play(Move m) {
        hands_.clear_suspicion(m);
        const bool judged = has_coach && will_judge(), practised = practises() && mover_player() == Seat::person;
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
        else if (practised && teaching_.judge_exercise(settings_.practised(), game_) == Verdict::solved)
            end_solved();
    }
    [[gnu::noinline]] void take_back_plies(unsigned plies) {
        game_.take_back(plies);
        rated_.forget_end();
        searching_.forget_last_move();
        teaching_.taken_back(game_.size());
        log_.taken_back(game_.size());
        pending_ = {};
        settle_position();
    }
    /// Takes them back in the game only.
    void take_back_unseen(unsigned plies) {
        take_back_plies(plies);
        ask_for_pieces();
    }
    void end(GameResult result) {
        game_.end(result);
        forget_plans();
    }
    /// The exercise is solved by the side that has just moved.
    [[gnu::cold]] void end_solved() {
        end({Ending::solved, Exercises::wins(settings_.practised()) ? winner_of(~game_.mover()) : Winner::nobody});
    }
    void lose_on_time() {
        game_.lose_on_time();
        forget_plans();
    }
    /// Returns false and changes nothing if no draw can be claimed.
    bool claim_draw_of_position() {
        if (!game_.claim_draw()) return false;
        forget_plans();
        return true;
    }
    /// Who resigns: the person, if only one side is a person's, otherwise the side to move.
    [[nodiscard]] Color resigner() const {
        const bool white = player(Color::white) == Seat::person, black = player(Color::black) == Seat::person;
        return white == black ? game_.mover() : white ? Color::white : Color::black;
    }
    void refuse_draw() {
        refused_ = true;
        refused_at_ = now();
        tell(Notice::draw_refused);
    }
    /// Whether the other side has refused one a moment ago.
    [[nodiscard]] bool is_draw_refused() const { return refused_; }
    void forget_refusal() {
        constexpr std::uint32_t refused_ms = 3000;
        if (!refused_ || now() - refused_at_ < refused_ms) return;
        refused_ = false;
        set_dirty();
    }
    /// Two persons have agreed before. The engine agrees when it is worse, or when a long game has led to nothing.
    [[nodiscard]] bool other_side_agrees() const {
        const Seat white = player(Color::white), black = player(Color::black);
        if (white == Seat::person && black == Seat::person) return true;
        const Color engine = white == Seat::engine ? Color::white : Color::black;
        return white != Seat::remote && black != Seat::remote && searching_.agrees_to_draw(engine, game_.size());
    }
    void settle_clock() { game_.settle_clock(now()); }
    void run_clock(bool runs) { game_.run_clock(runs, now()); }
    /// A move waits to be made on the board.
    void wait_for(Move m) {
        pending_ = m;
        hands_.tracker().forget_taps();  // what was touched so far is not part of the move
        tell(Notice::engine_plays, m);
    }
    void forget_pending() { pending_ = {}; }
    [[nodiscard]] bool chooses() const { return chooses_; }
    /// The person makes the engine's next move.
    void let_choose() {
        pending_ = {};
        chooses_ = true;
    }

    // ------------------------------------------------------------------ its terms

    void take_claim(const Claim& claim) {
        if (!claim.follows) drop_claim();
        claim_ = claim;
        rated_.note_session(true);
        if (!claim_.follows) return;
        facts_ &= bit_of(Fact::not_matched);
        if (!game_.has_host_clock()) game_.set_clock({});
    }
    [[gnu::noinline]] void drop_claim() {
        if (claim_.follows) game_.set_clock(levels[settings_.level].clock);
        claim_ = {};
        game_.forget_host_clock();
    }
    void set_host_clocks(std::uint32_t white_ms, std::uint32_t black_ms) { game_.show_clocks(white_ms, black_ms); }
    /// A person chooses who plays. That ends a claim whose host does not follow the game: on a wire nothing reports
    /// that the host has gone, so nothing else might end it.
    void take_sides() {
        if (!claim_.held || claim_.follows) return;
        drop_claim();
        pending_ = {};
        searching_.outdate();
    }
    void forget_seats() {
        forget_move();
        searching_.outdate();
    }
    [[gnu::cold]] void adopt_settings(Settings settings) {
        const Settings before = settings_;
        if (game_.playing()) note_end(settings_.white, settings_.black);
        settings_ = settings;
        if (before.level != settings.level) {
            if (!claim_.follows && !practises()) game_.set_clock(levels[settings.level].clock);
            if (searching_.purpose() == Purpose::move) searching_.outdate();
        }
        if (settings.practised() != before.practised()) {
            exercises().seek(settings.practised());
            if (settings.practised() != 0) settings_.practise(before.practised());  // until there is a position
        }
        if (!claim_.held && (before.white != settings.white || before.black != settings.black)) forget_move();
        if (before.flipped != settings.flipped) {
            hands_.rotate_board(now());
            ask_for_pieces();
        }
    }
    /// The board lies the other way round than was believed. What has been done on it counts.
    [[gnu::cold]] void turn_board() {
        if (!has_gestures) return;
        settings_.flipped = !settings_.flipped;
        hands_.rotate_board(now());
        hands_.tracker().forget_taps();
    }

private:
    /// What was planned for the side to move.
    void forget_move() {
        pending_ = {};
        chooses_ = false;
    }
    // Not inlined, so that the lesson is not on the stack below a puzzle's solution.
    [[nodiscard, gnu::noinline]] bool will_judge() const { return teaching_.will_judge(lesson()); }
    void forget_reported() { log_.forget(game_.record(), settings_, game_.result()); }
    /// Whether the game tells how strong the person is: from all men to its end, against the engine as strong as the
    /// person.
    [[nodiscard]] bool is_rated(Seat white, Seat black) const {
        const Ending ending = game_.result().ending;
        return settings_.level == adaptive_level && ending != Ending::none && ending != Ending::abandoned
               && ending != Ending::record_full && !practises()
               && ((white == Seat::person && black == Seat::engine) || (white == Seat::engine && black == Seat::person))
               && game_.record().start().pieces() == 32;
    }
    void forget_plans() {
        forget_move();
        facts_ &= bit_of(Fact::not_matched);
        refused_ = false;
        searching_.forget_score();
    }
    /// Ends the game if it is over. The engine claims a draw if it wants one.
    void find_result() {
        const bool claims = mover_player() == Seat::engine && searching_.claims_draw(game_.mover());
        if (game_.find_result(claims)) tell(Notice::draw_claimable);
        if (game_.result()) forget_plans();
    }
    /// To be called after the position has changed.
    void settle_position() {
        searching_.forget_position();
        teaching_.forget_position();
        chooses_ = false;
        hands_.set_position(game_.position());
        const unsigned plies = static_cast<unsigned>(std::min<std::size_t>(game_.size(), 2));
        for (unsigned back = 1; back <= plies; ++back) hands_.tracker().allow_takeback(back, game_.earlier(back));
        if (plies != 0) hands_.tracker().allow_more(game_.record().moves().back(), game_.earlier(1));
    }

    // Small members first: short instructions reach only near ones.
    bool chooses_ = false;  ///< the person makes the engine's next move
    bool refused_ = false;  ///< a draw was refused, at `refused_at_`
    [[no_unique_address]] RatedGame rated_;
    Facts facts_ = bit_of(Fact::not_matched);  ///< those that do not follow from the game
    Claim claim_{};
    Settings settings_{};
    Move pending_{};  ///< the move that waits to be made on the board
    std::uint32_t refused_at_ = 0;

    ChangeLog log_{};
    Searching searching_{};
    Teaching teaching_{};
    Hands hands_{};
    ChessGame game_{};
};

}  // namespace stackmate::firmware

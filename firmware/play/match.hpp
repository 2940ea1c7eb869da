// The game on a board, its terms (firmware/game/terms.hpp) and what is chosen for the next one: who plays each side, with
// whose clock, and what that means for engine and hands. Here a game begins, goes on, is taken back and ends. It is asked
// by the course of events (firmware/play/course.hpp) and by others (firmware/play/requests.hpp).
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
#include "firmware/game/terms.hpp"
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
#include <utility>

namespace stackmate::firmware {

class Match : public Stage {
public:
    [[gnu::cold]] constexpr Match() = default;

    // ------------------------------------------------------------------ power-on

    /// Takes the stored settings; call before `start` or `restore`. Invalid values are replaced. Reports no change.
    void set_settings(Settings settings) {
        settings_ = corrected(settings);
        log_.set_reported(settings_);
    }
    /// Takes settings that are for the next game only.
    void choose(const Settings& settings) { settings_ = settings; }
    /// Takes the squares that a person had marked, as `marked` returns them; call after `set_settings`, before `start`
    /// or `restore`. Each is reported as if it had been marked now.
    [[gnu::cold]] void restore_marked(SquareSet marked) {
        for_each_square(in_view(marked), [&](unsigned square) { hands_.ignore_square(square, true); });
    }
    /// The menu offers exercises, and the person's losses are weighed, to be practised.
    void offer_exercises() { teaching_.exercises().offer(); }
    /// A saved game, step by step: its terms, its start (`fen`, empty for the normal one), its moves and takebacks, other
    /// terms, clocks and result; then `offer`, or `start` if it is over. Nothing is shown or reported before that. Stop at
    /// the first error; the game is then as far as it was understood.
    [[gnu::cold]] void restore_terms(const Terms& terms) {
        if (!same_clock(terms, terms_)) game_.set_clock(terms.clock());
        terms_ = terms;
    }
    [[gnu::cold]] FenError restore(std::string_view fen) {
        return game_.restore(fen.empty() ? Position::start_fen : fen, terms_.clock());
    }
    RecordError restore_move(Move m) { return game_.append(m); }
    RecordError restore_takeback() { return game_.drop(); }
    void restore_result(GameResult result) { game_.restore_result(result); }
    void restore_clock(const ClockReading& reading) { game_.restore_clock(reading); }

    // ------------------------------------------------------------------ what it knows

    [[nodiscard]] const GameRecord& record() const { return game_.record(); }
    /// What the next game will have.
    [[nodiscard]] const Settings& settings() const { return settings_; }
    /// Those of the game, if there is one.
    [[nodiscard]] const Terms& terms() const { return terms_; }
    [[nodiscard]] GameResult result() const { return game_.result(); }
    [[nodiscard]] const GameClock& clock() const { return game_.clock(); }
    /// Whether the clock is the game's own: neither a host's nor off.
    [[nodiscard]] bool keeps_time() const { return game_.keeps_time(); }
    /// Whether there is a game in `record`, finished or not.
    [[nodiscard]] bool playing() const { return game_.playing(); }
    [[nodiscard]] bool goes_on() const { return game_.goes_on(); }
    /// The position in which half move number `ply` was made.
    [[nodiscard]] Position before(std::size_t ply) const { return game_.before(ply); }
    /// The move that waits to be made on the board; none if there is none, or if the person makes another one for the engine.
    [[nodiscard]] Move pending() const { return chooses_ ? Move{} : pending_; }
    /// Whether an exercise is under way.
    [[nodiscard]] bool practises() const { return terms_.practised() != 0; }
    [[nodiscard]] bool practises_mistake() const { return Exercises::is_mistake(terms_.practised()); }
    /// How the engine plays.
    [[nodiscard]] decltype(auto) level() const { return level_of(terms_.level, settings_, game_.position()); }
    /// Who moves for a side now.
    [[nodiscard]] Seat player(Color side) const {
        if (claim_.held) return claim_.player(side);
        return game_.playing() ? terms_.player(side) : settings_.player(side);
    }
    /// The same; after the game's end, who did then, whichever session has begun or ended since.
    [[nodiscard, gnu::noinline, gnu::cold]] Seat last_player(Color side) const {
        return game_.result() ? static_cast<Seat>(seats_at_end_ >> (4 * index(side)) & 15) : player(side);
    }
    /// Whether a host follows the game, and it is not over.
    [[nodiscard]] bool followed() const { return claim_.follows && game_.goes_on(); }
    /// Whether a game of a club has begun, and goes on.
    [[nodiscard]] bool in_club_game() const {
        return settings_.club && game_.goes_on() && game_.size() != 0 && !practises();
    }
    /// Whether the engine says which kind of men the person is to move.
    [[nodiscard]] bool has_brain() const {
        return settings_.hand_and_brain && game_.goes_on() && !claim_.held && !practises() && !chooses_
               && !terms_.analysis && mover_player() == Seat::person && player(~game_.mover()) == Seat::engine;
    }
    [[nodiscard]] const Claim& held_claim() const { return claim_; }
    [[nodiscard]] const TrackerState& tracker() const { return hands_.tracker().state(); }
    /// What the sensors see, as the players see the board.
    [[nodiscard]] SquareSet occupied() const { return hands_.occupied(); }
    /// The position that a review has come to, otherwise the game's.
    [[nodiscard]] const Position& viewed() const {
        return has_exercises && state() == State::review ? game_.earlier(2) : game_.position();
    }
    /// The squares that a person has marked, as the sensors are numbered: a sensor fails whichever way the board lies.
    [[nodiscard]] SquareSet marked() const { return in_view(hands_.sight().marked()); }

protected:
    static constexpr Facts saved_game = bit_of(Fact::found) | bit_of(Fact::offered);

    [[nodiscard]] const ChessGame& game() const { return game_; }
    [[nodiscard]] Seat mover_player() const { return player(game_.mover()); }
    [[nodiscard]] Lesson lesson() const {
        return {game_, settings_, terms_.practised(), claim_.held, mover_player(), player(~game_.mover())};
    }
    [[nodiscard]] Hands& hands() { return hands_; }
    [[nodiscard]] const Hands& hands() const { return hands_; }
    [[nodiscard]] Searching& searching() { return searching_; }
    [[nodiscard]] const Searching& searching() const { return searching_; }
    [[nodiscard]] Teaching& teaching() { return teaching_; }
    [[nodiscard]] const Teaching& teaching() const { return teaching_; }
    [[nodiscard]] Exercises& exercises() { return teaching_.exercises(); }
    [[nodiscard]] const Exercises& exercises() const { return teaching_.exercises(); }
    [[nodiscard]] auto& review() { return teaching_.review(); }
    [[nodiscard]] const auto& review() const { return teaching_.review(); }
    [[nodiscard]] ChangeLog& log() { return log_; }
    void tell(Notice notice, Move m = {}) { log_.notice(notice, m); }
    /// Turns squares as the sensors have them into squares as the players see them, and back.
    [[nodiscard]] SquareSet in_view(SquareSet set) const { return settings_.flipped ? rotated(set) : set; }

    /// The men that it has said, all where nothing is said, and none while it has not been said yet.
    [[nodiscard, gnu::noinline, gnu::cold]] SquareSet movers() const {
        const Move best = searching_.hint();
        if (!has_brain() || (!best && searching_.analysed())) return ~SquareSet{0};
        const Position& p = game_.position();
        return best ? occupied_squares(p, p.slots(p.side(), p.type_at(best.from()))) : SquareSet{0};
    }

    // ------------------------------------------------------------------ what the state follows from

    [[nodiscard]] bool is(Fact fact) const { return (facts_ & bit_of(fact)) != 0; }
    void note(Facts facts, bool is_so = true) { facts_ = static_cast<Facts>(is_so ? facts_ | facts : facts_ & ~facts); }
    void note(Fact fact, bool is_so = true) { note(bit_of(fact), is_so); }
    void ask_for_pieces() { note(Fact::not_matched); }
    void compare_pieces() { note(Fact::not_matched, !hands_.looks_like(occupied_squares(game_.position()))); }
    [[nodiscard]] Facts facts() const {
        const auto when = [](bool is_so, Fact fact) { return is_so ? bit_of(fact) : Facts{0}; };
        const Seat player = chooses_ ? Seat::person : mover_player();
        return static_cast<Facts>(
            facts_ | when(!game_.playing(), Fact::no_game) | when(static_cast<bool>(game_.result()), Fact::over)
            | when(terms_.paused, Fact::paused) | when(terms_.analysis, Fact::analysis)
            | when(pending_ && player != Seat::person, Fact::move_waits)
            | when(player == Seat::person, Fact::person_moves) | when(player == Seat::engine, Fact::engine_moves)
            | when(player == Seat::remote, Fact::remote_moves));
    }
    /// The state that the game requires, after ending the game if that is due.
    [[nodiscard, gnu::noinline]] State required_state() {
        if (!is(Fact::setting_up) && game_.goes_on()) find_result();
        const State state = state_of(facts());
        if (state == State::person_to_move && !chooses_) pending_ = {};
        return state;
    }

    // ------------------------------------------------------------------ a game

    /// There is none, and nothing to be reported.
    void clear() {
        terms_ = left_terms(terms_, game_.result());
        game_.clear();
        forget_reported();
    }
    /// What was restored waits to be continued.
    [[gnu::cold]] void offer_saved() {
        if (!game_.result()) find_result();
        if (practises() && !Exercises::fits(game_.record().start(), terms_.practised())) end_practice();
        resume_terms();
        forget_reported();
        note(saved_game, !game_.result());
        set_up_given();
    }
    /// What was restored or appended is the game; the lights ask for its pieces.
    [[gnu::cold]] void set_up_given() {
        game_.resume();
        ask_for_pieces();
        settle_position(was_persons());
    }
    /// Gives up the game, if there is one; the lights ask for the start position. The result is reported at once, so
    /// that an abandoned game is not offered again after a restart.
    [[gnu::noinline]] void leave_game() {
        if (game_.leave()) {
            note_seats();
            log_.abandoned();
        }
        if (practises()) log_.left_practice(game_.size() == 0);
        teaching_.leave_game();
        forget_plans();
        terms_ = left_terms(terms_, game_.result());
    }
    /// `fen` must be valid. `exercise`: 0: none.
    [[gnu::noinline]] void begin(std::string_view fen, std::uint8_t exercise = 0) {
        const bool turned = Exercises::turns_sides(terms_.practised(), terms_.white, exercise);
        leave_game();
        count_game();
        game_.begin(fen, {});
        terms_ = first_terms(settings_, exercise, claim_.held, game_.position());
        if (turned) std::swap(terms_.white, terms_.black);
        if (practises()) log_.practice();
        if (!claim_.follows) game_.set_clock(terms_.clock());
        log_.new_game();
        set_up_given();
    }
    /// `m` must be legal.
    [[gnu::noinline]] void play(Move m) {
        hands_.sight().clear_suspicion(m);
        const bool judged = has_coach && will_judge(), practised = practises() && mover_player() == Seat::person;
        const bool persons = mover_player() == Seat::person || chooses_ || terms_.analysis;
        const Score best = teaching_.best();
        if (!game_.play(m)) {
            note_end();
            tell(Notice::record_full);
            return;
        }
        if (game_.size() == ChessGame::max_plies - ChessGame::few_plies) tell(Notice::few_left);
        pending_ = {};
        settle_position(persons);
        if (!persons) searching_.has_moved();
        if (judged)
            teaching_.judge(best);
        else if (practised && teaching_.judge_exercise(terms_.practised(), game_) == Verdict::solved)
            end_solved();
    }
    [[gnu::noinline]] void take_back_plies(unsigned plies) {
        const bool was_over = static_cast<bool>(game_.result());
        game_.take_back(plies);
        if (was_over) agree_as_chosen();
        searching_.forget_last_move();
        teaching_.taken_back(game_.size());
        log_.taken_back(game_.size());
        pending_ = {};
        settle_position(was_persons());
    }
    /// The last `plies` half moves were the beginning of `m`, or are taken back if that is none.
    void play_instead(unsigned plies, Move m) {
        const bool judged = has_coach && plies == 1 && teaching_.knows_before();
        const Score best = teaching_.best();
        take_back_plies(plies);
        if (!m) return;
        if (judged) teaching_.remember(best);
        play(m);
    }
    /// How many half moves a takeback takes: the person's own last move and what followed it. 0: there is none.
    [[nodiscard]] unsigned plies_to_take_back() const {
        const Seat last = player(~game_.mover()), mover = mover_player();
        const bool answered = last != Seat::person && mover != Seat::engine && last != mover && !terms_.analysis;
        return game_.playing() && game_.size() > answered ? answered + 1u : 0u;
    }
    /// Takes them back in the game only.
    void take_back_unseen(unsigned plies) {
        take_back_plies(plies);
        ask_for_pieces();
    }
    /// Whether its pieces stand on the board.
    [[nodiscard, gnu::noinline, gnu::cold]] bool is_viewed() const {
        return exercises().stale() == 0 && hands_.looks_like(occupied_squares(viewed()));
    }
    /// The review has come to another position.
    [[gnu::noinline, gnu::cold]] void look_back() {
        game_.look_at(review().plies());
        hands_.sight().set_position(game_.earlier(2));
        if (review().searches()) return;
        const Position stands = game_.before(review().stands() + 1);
        exercises().put_away(Teaching::stale_squares(game_.earlier(2), occupied(), &stands));
        tell(Notice::review);
    }
    [[gnu::cold]] void next_moment() {
        if (is_viewed()) review().note_standing();
        review().next();
        look_back();
    }
    [[gnu::noinline, gnu::cold]] void look_away() {
        if (is_viewed()) review().note_standing();
        exercises().put_away(0);
        game_.look_away();
        settle_position(was_persons());
    }
    void end(GameResult result) {
        game_.end(result);
        note_end();
    }
    /// The exercise is solved by the side that has just moved.
    [[gnu::cold]] void end_solved() {
        end({Ending::solved, Exercises::wins(terms_.practised()) ? winner_of(~game_.mover()) : Winner::nobody});
    }
    void lose_on_time() {
        game_.lose_on_time();
        note_end();
    }
    /// Returns false and changes nothing if no draw can be claimed.
    bool claim_draw_of_position() {
        if (!game_.claim_draw()) return false;
        note_end();
        return true;
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
    /// Whether the person makes the engine's next move, in place of `replaced`.
    void let_choose(bool chooses) { chooses_ = chooses; }
    [[nodiscard]] Move replaced() const { return pending_; }

    // ------------------------------------------------------------------ its terms

    /// The game that goes on has these from now on.
    [[gnu::noinline]] void agree(Terms terms) {
        terms = goes_on() && game_.size() == 0 ? terms_at_start(terms, claim_.held, game_.position())
                                               : agreed(terms_, terms);
        if (terms == terms_) return;
        if (!same_clock(terms, terms_) && !claim_.follows) game_.set_clock(terms.clock());
        if (terms.practised() != terms_.practised()) log_.practice();
        terms_ = terms;
        log_.terms();
    }
    /// Begins or ends a pause or an analysis.
    void toggle(bool Terms::* what) {
        Terms terms = terms_;
        terms.*what = !(terms.*what);
        agree(terms);
    }
    [[gnu::cold]] void end_practice() {
        agree(as_chosen(terms_, settings_));
        if (settings_.club) begin_club();
    }
    [[gnu::cold]] void resume_terms() { settings_ = as_agreed(settings_, terms_); }
    [[gnu::cold]] void take_claim(const Claim& claim) {
        if (!claim.follows) drop_claim();
        claim_ = claim;
        count_game();  // its end is not taken back any more
        agree(unrated(terms_));
        if (!claim_.follows) return;
        facts_ &= bit_of(Fact::not_matched);
        agree(going_on(terms_));
        if (!game_.has_host_clock()) game_.set_clock({});
    }
    [[gnu::noinline, gnu::cold]] void drop_claim() {
        if (claim_.follows) game_.set_clock(terms_.clock());
        claim_ = {};
        game_.forget_host_clock();
    }
    void set_host_clocks(std::uint32_t white_ms, std::uint32_t black_ms) { game_.show_clocks(white_ms, black_ms); }
    /// A person chooses who plays. That ends a claim whose host does not follow the game: on a wire nothing reports
    /// that the host has gone, so nothing else might end it.
    [[gnu::cold]] void take_sides() {
        chooses_ = false;
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
        const Settings before = std::exchange(settings_, settings);
        if (as_chosen({}, before) != as_chosen({}, settings)) agree_as_chosen();
        if (says_rating(before, settings)) agree(unrated(terms_));
        if (settings.club && !before.club) begin_club();
        if (!same_clock(as_chosen({}, before), as_chosen({}, settings)) && searching_.purpose() == Purpose::move)
            searching_.outdate();
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
    /// The game is a club's from now on.
    [[gnu::cold]] void begin_club() {
        agree(going_on(terms_));
        chooses_ = false;
        if (!in_club_game() || !is(Fact::setting_up)) return;
        note(Fact::setting_up, false);  // no menu would end it
        ask_for_pieces();
    }
    void forget_move() {
        pending_ = {};
        chooses_ = false;
    }
    // Not inlined, so that the lesson is not on the stack below a puzzle's solution.
    [[nodiscard, gnu::noinline]] bool will_judge() const { return teaching_.will_judge(lesson()); }
    void forget_reported() { log_.forget(game_.record(), settings_, game_.result()); }
    /// Level and seats are as chosen, also in the game that goes on.
    [[gnu::cold]] void agree_as_chosen() {
        if (game_.goes_on() && !practises()) agree(as_chosen(terms_, settings_));
    }
    /// Moves the rating, if the game that has ended does.
    [[gnu::cold]] void count_game() { settings_ = counted(settings_, terms_, game_.result()); }
    [[gnu::cold]] void note_seats() {
        const auto seat = [&](Color side) {
            return static_cast<unsigned>(claim_.held ? claim_.player(side) : terms_.player(side));
        };
        seats_at_end_ = static_cast<std::uint8_t>(seat(Color::white) | seat(Color::black) << 4);
    }
    void note_end() {
        note_seats();
        forget_plans();
    }
    void forget_plans() {
        forget_move();
        facts_ &= bit_of(Fact::not_matched);
        agree(going_on(terms_));
        searching_.forget_score();
    }
    /// Ends the game if it is over. The engine claims a draw if it wants one.
    void find_result() {
        const bool claims = mover_player() == Seat::engine && searching_.claims_draw(game_.mover());
        if (game_.find_result(claims)) tell(Notice::draw_claimable);
        if (game_.result()) note_end();
    }
    [[nodiscard]] bool was_persons() const { return player(~game_.mover()) == Seat::person || terms_.analysis; }
    /// To be called after the position has changed. A last move that is not a person's cannot be slid on.
    void settle_position(bool is_persons) {
        searching_.forget_position();
        teaching_.forget_position();
        chooses_ = false;
        hands_.sight().set_position(game_.position());
        const std::size_t plies = std::min<std::size_t>(game_.size(), 2);
        for (unsigned back = 1; back <= plies; ++back) hands_.tracker().allow_takeback(back, game_.earlier(back));
        if (plies != 0 && is_persons) hands_.tracker().allow_more(game_.record().moves().back(), game_.earlier(1));
    }

    // Small members first: short instructions reach only near ones.
    bool chooses_ = false;                     ///< the person makes the engine's next move
    std::uint8_t seats_at_end_ = 0;            ///< White's and Black's, four bits each
    Facts facts_ = bit_of(Fact::not_matched);  ///< those that do not follow from the game
    Claim claim_{};
    Settings settings_{};
    Terms terms_{};
    Move pending_{};  ///< the move that waits to be made on the board

    ChangeLog log_{};
    Teaching teaching_{};
    Searching searching_{};
    Hands hands_{};
    ChessGame game_{};
};

}  // namespace stackmate::firmware

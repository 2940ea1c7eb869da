// The game on a chess board: what the sensors and buttons say, what the engine finds and what a PC asks for become moves
// of a game, orders for the engine and lights. No device and no engine is named here, and all time is handed in.
//
// How its parts divide the work. firmware/game/states.hpp is the table of what happens when. The square tracker tells
// which move hands have made. This class keeps the game, works out events, obeys the table's actions, and draws. States
// that the game itself asks for (whose turn it is, whether it is over, whether the pieces stand as they should) are never
// written down twice: an action changes the game, and a second table (firmware/game/standing.hpp) reads the state off it.
//
// Searches follow from states: after every event the search that the state wants is compared with the one that runs
// (`tend_engine`), so that no path can forget to begin or to end one.
//
// Parts with rules of their own: in firmware/game engine_orders.hpp (orders and answers that cross), change_log.hpp (what has
// happened), seats.hpp (who may do what), clock.hpp; in firmware/squares view.hpp (what the squares mean), taps.hpp,
// position_setup.hpp, menu.hpp.
#pragma once

#include "core/game_record.hpp"
#include "core/limits.hpp"
#include "core/movegen.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/change_log.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/engine_orders.hpp"
#include "firmware/game/seats.hpp"
#include "firmware/game/standing.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/position_setup.hpp"
#include "firmware/squares/taps.hpp"
#include "firmware/squares/tracker.hpp"
#include "firmware/squares/view.hpp"
#include "hal/frame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace stackmate::firmware {

/// Use: `start`, or `restore...` and `offer`; then in each turn of the superloop `update`, `take_order` until there is
/// none, `take_change` until there is none, and `draw` when the LEDs take a picture.
///
/// The engine is told by `take_order` and tells `engine_candidate` and `engine_answer`. Exactly one answer is awaited
/// after each `think`, also when `stop` was ordered; after `cancel`, or `think` again, none of the search before.
///
/// Times are milliseconds and may wrap. Nothing blocks. Costs: `update` some dozens of instructions while nothing changes;
/// a move or a takeback plays the game again from its start, some 500 instructions for each half move of it.
class BoardGame {
public:
    static constexpr std::size_t max_plies = 600;
    /// Longest text that `write_change` writes.
    static constexpr std::size_t max_change_text = firmware::max_change_text;

    constexpr BoardGame() : record_{moves_} {}
    BoardGame(const BoardGame&) = delete;
    BoardGame& operator=(const BoardGame&) = delete;

    // ------------------------------------------------------------------ power-on

    /// What was stored; before `start` or `restore`. Values that are none are mended. Tells no change.
    void set_settings(BoardSettings settings) {
        settings_ = mended(settings);
        log_.know(settings_);
        clock_.set(levels[settings_.level].clock);
    }

    /// From now on the menu offers another game than chess.
    void offer_other_game() { other_game_ = OtherGame::offered; }
    /// There is no saved game: the pieces are to be put as a game begins.
    void start(std::uint32_t now_ms) {
        now_ = now_ms;
        record_.restart();
        forget_told();
        enter(turn());
    }

    /// A saved game, step by step: its start (`fen`, or empty for the normal one), its moves and takebacks, clocks and
    /// result; then `offer`. Nothing is shown or told before. The first error ends the loading, and the game is as far as
    /// it was understood.
    [[gnu::cold]] FenError restore(std::string_view fen) {
        if (fen.empty()) fen = Position::start_fen;
        clock_.set(levels[settings_.level].clock);
        result_ = {};
        return record_.restart(fen);
    }
    RecordError restore_move(Move m) {
        const Color mover = record_.position().side();
        const RecordError error = record_.push(m);
        if (error == RecordError::none) clock_.moved(mover);
        return error;
    }
    RecordError restore_takeback() {
        const RecordError error = record_.take_back();
        if (error == RecordError::none) clock_.taken_back(mover());
        return error;
    }
    void restore_result(GameResult result) { result_ = result; }
    void restore_clock(const ClockReading& reading) { clock_.restore(reading); }
    /// Asks whether the restored game is to go on; one that is over is shown as over.
    [[gnu::cold]] void offer(std::uint32_t now_ms) {
        now_ = now_ms;
        if (!result_) find_result();
        forget_told();
        playing_ = true;
        matched_ = false;
        offered_ = !result_;
        settle_position();
        if (offered_) tell(Notice::offered);
        enter(turn());
    }

    // ------------------------------------------------------------------ the superloop

    /// What is seen now. `occupied`: debounced squares as hal::SquareSensors gives them. `pressed`, `held`: as
    /// hal::Buttons gives them, see Button. To be called at least every 10 ms or so.
    void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        if (settings_.flipped) occupied = turned(occupied);
        const bool changed = occupied != occupied_ || !seen_;
        if (!changed && pressed == 0 && held == held_ && now_ms == now_) return;
        now_ = now_ms;
        seen_ = true;
        const SquareSet before = occupied_;
        if (changed) see(occupied);
        tracker_.update(occupied, now_);
        clock_.settle(now_);
        read_buttons(pressed, held);
        read_board(before);
        read_time();
        if (dirty_) show();
    }

    /// While the engine thinks: its best move so far, and the score from the mover's view in centipawns.
    void engine_candidate(Move best, Score score) {
        if (!orders_.listening()) return;
        if (best != candidate_ || score != score_) dirty_ = true;
        if (best != candidate_) candidate_ = is_legal(record_.position(), best) ? best : Move{};
        score_ = score;
        has_score_ = true;
    }
    /// The engine has ended the search that it was told to begin. Unexpected answers are ignored.
    void engine_answer(Move best, Move ponder, Score score, std::uint32_t now_ms) {
        (void)ponder;
        if (!orders_.answered()) return;
        now_ = now_ms;
        clock_.settle(now_);
        answer_ = best;
        score_ = score;
        has_score_ = true;
        process(BoardEvent::answer);
    }

    /// What the engine is to do now; asking takes it away.
    EngineOrder take_order() { return orders_.take(); }
    /// A `stop` came before its search had begun. The search stands, and may be told to stop when it runs.
    void search_waits() { orders_.let_stop_again(); }
    /// Somebody else has the engine: its clock stands still meanwhile.
    void set_engine_away(bool away) {
        if (away == engine_away_) return;
        engine_away_ = away;
        tend_clock();
    }

    /// The next thing that has happened, in order; asking takes it away.
    Change take_change() { return log_.take(record_, settings_, result_, setup_.error()); }

    /// Whether the other game was chosen in the menu; asking takes it away. Chess has been put aside then, and is offered
    /// like a saved game when `update` is called again: not before the squares are chess's once more.
    bool take_other_game() {
        if (other_game_ != OtherGame::chosen) return false;
        other_game_ = OtherGame::offered;
        return true;
    }

    /// What the LEDs show at this instant.
    void draw(hal::Frame& frame, std::uint32_t now_ms) const { picture_.draw(frame, settings_.flipped, now_ms); }

    // ------------------------------------------------------------------ what it knows

    [[nodiscard]] const GameRecord& record() const { return record_; }
    [[nodiscard]] const BoardSettings& settings() const { return settings_; }
    /// What the sensors feel, as the players see the board.
    [[nodiscard]] SquareSet occupied() const { return occupied_; }
    /// A host's lights may take the place of the game's. Not where the squares ask something or say what only they can say.
    [[nodiscard]] bool yields_lights() const { return (yielding_states & bit_of(state_)) != 0 && !play_down_; }
    [[nodiscard]] GameResult result() const { return result_; }
    [[nodiscard]] BoardState state() const { return state_; }
    [[nodiscard]] const GameClock& clock() const { return clock_; }
    [[nodiscard]] const TrackerState& tracker() const { return tracker_.state(); }
    /// There is a game, over or not, in `record`.
    [[nodiscard]] bool playing() const { return playing_; }
    /// The move that waits to be made on the board; none if none does.
    [[nodiscard]] Move pending() const { return pending_; }
    /// Another number as soon as squares mean something else than before: then a picture should not wait for its turn.
    [[nodiscard]] std::uint8_t pictures() const { return pictures_; }
    /// The meaning of a square, 0 a1 to 63 h8, as the players see the board.
    [[nodiscard]] Light light(unsigned square) const { return picture_.at(square); }

    /// Appends what a change says, in words for a person: at most `max_change_text` characters, without a terminating
    /// zero. To be asked before the next `update`. Returns the new end.
    char* write_change(char* out, const Change& change) const {
        Position before = earlier_[0];
        if (change.kind == Change::Kind::move && change.ply != record_.size()) {
            before = record_.start();
            for (std::size_t i = 0; i + 1 < change.ply && i < record_.size(); ++i) {
                Undo undo;
                before.make(record_.moves()[i], undo);
            }
        }
        return firmware::write_change(out, change, record_, settings_, levels[settings_.level].name, before);
    }

    // ------------------------------------------------------------------ from the serial line

    /// Who gives the moves of a side now.
    [[nodiscard]] Player player(Color side) const { return claim_.held ? claim_.player(side) : settings_.player(side); }
    [[nodiscard]] const Claim& held_claim() const { return claim_; }
    /// A host follows the game, and it is not over.
    [[nodiscard]] bool followed() const { return claim_.follows && game_on(); }
    /// The time left is the game's own: neither a host's nor none.
    [[nodiscard]] bool keeps_time() const { return clock_.active() && !host_clock_; }

    /// A session takes the sides, in place of what it or another had taken. Where it follows, what the person had begun
    /// beside the game (a pause, an analysis, a set-up, a question) ends.
    [[gnu::cold]] void claim(const Claim& claim) {
        if (claim_ == claim) return;
        claim_ = claim;
        if (claim_.follows) {
            offered_ = paused_ = analysis_ = setting_up_ = false;
            if (!host_clock_) clock_.set({});
        }
        change_seats();
    }
    /// The sides are the person's again, as chosen. Harmless when nothing is claimed.
    [[gnu::cold]] void release() {
        if (!claim_.held) return;
        drop_claim();
        change_seats();
    }
    /// A person has left the game that a host follows, and the claim is gone; asking takes the answer away.
    [[nodiscard]] bool take_left() { return std::exchange(left_, false); }
    /// The host's clocks, to be shown while a person is to move. No flag falls by them: time is the host's. Both 0: none.
    [[gnu::cold]] void show_clocks(std::uint32_t white_ms, std::uint32_t black_ms) {
        if (!claim_.follows) return;
        host_clock_ = (white_ms | black_ms) != 0;
        TimeControl control{};
        control.start_ms = host_clock_ ? 1 : 0;
        clock_.set(control);
        ClockReading reading{};
        reading.left_ms[index(Color::white)] = white_ms;
        reading.left_ms[index(Color::black)] = black_ms;
        clock_.restore(reading);
        tend_clock();
    }

    /// A host's move, for a side whose player is `remote`: it waits to be made on the board. The holder of the claim may
    /// give another one in its place.
    BoardError remote_move(Move m, Who who = Who::other) {
        if (!playing_ || result_) return BoardError::game_over;
        if (!may(who, Deed::move, followed())) return BoardError::followed;
        const Position& p = record_.position();
        if (player(p.side()) != Player::remote || (pending_ && who != Who::holder) || analysis_)
            return BoardError::not_its_turn;
        if (!is_legal(p, m)) return BoardError::illegal_move;
        wait_for(m);
        process(BoardEvent::remote);
        return BoardError::none;
    }
    /// Another game: its start (empty: the normal one) and its moves. The one before is abandoned if it was not over; the
    /// lights ask for the pieces. On error nothing changes but that, with an illegal move, the moves before it have been
    /// played.
    [[gnu::cold]] BoardError set_game(std::string_view fen, std::span<const Move> moves, Who who = Who::other) {
        if (!may(who, Deed::set_up, followed())) return BoardError::followed;
        if (fen.empty()) fen = Position::start_fen;
        Position probe;
        if (probe.set_fen(fen) != FenError::none) return BoardError::bad_position;
        begin(fen);
        BoardError error = BoardError::none;
        for (const Move m : moves) {
            if (error != BoardError::none) break;
            const Color mover = record_.position().side();
            const RecordError refused = record_.push(m);
            if (refused == RecordError::none)
                clock_.moved(mover);
            else
                error = refused == RecordError::full        ? BoardError::record_full
                        : refused == RecordError::game_over ? BoardError::game_over
                                                            : BoardError::illegal_move;
        }
        matched_ = false;
        settle_position();
        go(BoardState::turn);
        return error;
    }
    /// The pieces are to be put as a game begins; the game before is abandoned if it was not over.
    [[gnu::cold]] BoardError new_game(Who who = Who::other) {
        if (!may(who, Deed::begin, followed())) return BoardError::followed;
        leave_game();
        go(BoardState::turn);
        return BoardError::none;
    }
    /// A move that a host takes as made, though nobody has made it on the board: the lights ask for the pieces.
    [[gnu::cold]] BoardError play_unseen(Move m) {
        if (!playing_ || result_) return BoardError::game_over;
        if (!is_legal(record_.position(), m)) return BoardError::illegal_move;
        play(m);
        matched_ = false;
        go(BoardState::turn);
        return BoardError::none;
    }
    /// For `side`.
    [[gnu::cold]] BoardError resign(Color side, Who who = Who::other) {
        if (!playing_ || result_) return BoardError::game_over;
        if (!may(who, Deed::end, followed())) return BoardError::followed;
        end({Ending::resignation, winner_of(~side)});
        go(BoardState::turn);
        return BoardError::none;
    }
    /// For the side to move.
    [[gnu::cold]] BoardError claim_draw(Who who = Who::other) {
        if (!playing_ || result_) return BoardError::game_over;
        if (!may(who, Deed::end, followed())) return BoardError::followed;
        const GameState state = record_.state();
        if (!is_draw(state)) return BoardError::no_claim;
        end({ending_of(state), Winner::nobody});
        go(BoardState::turn);
        return BoardError::none;
    }
    /// So many half moves; the lights ask for the pieces.
    [[gnu::cold]] BoardError take_back(unsigned plies = 1, Who who = Who::other) {
        if (!playing_ || record_.size() < plies) return BoardError::nothing_to_undo;
        if (!may(who, Deed::take_back, followed())) return BoardError::followed;
        take_back_plies(plies);
        matched_ = false;
        go(BoardState::turn);
        return BoardError::none;
    }
    /// At any time. A clock begins anew when the level changes to one with another clock.
    BoardError change_settings(BoardSettings settings) {
        if (!(mended(settings) == settings)) return BoardError::bad_setting;
        adopt_settings(settings);
        if (state_ != BoardState::menu) go(BoardState::turn);
        return BoardError::none;
    }

private:
    static constexpr SquareSet start_squares = 0xffff'0000'0000'ffff;

    static constexpr std::uint32_t hold_ms = 1000;       ///< PLAY: the menu
    static constexpr std::uint32_t set_up_ms = 1000;     ///< the start position at rest: the game begins
    static constexpr std::uint32_t restored_ms = 500;    ///< the pieces as the game has them
    static constexpr std::uint32_t sign_ms = 2000;       ///< pieces that stand still and are no move: see read_signs
    static constexpr std::uint32_t promotion_ms = 5000;  ///< then it is a queen
    static constexpr std::uint32_t menu_ms = 60'000;     ///< then the menu closes
    static constexpr std::uint32_t hint_ms = 1500;
    static constexpr std::uint32_t refused_ms = 3000;
    static constexpr std::uint32_t hurry_ms = 30'000;

    enum class OtherGame : std::uint8_t { none, offered, chosen };

    // ------------------------------------------------------------------ small helpers

    /// The board turned by 180 degrees.
    static constexpr SquareSet turned(SquareSet set) {
        constexpr SquareSet ones = 0x5555'5555'5555'5555, twos = 0x3333'3333'3333'3333, fours = 0x0f0f'0f0f'0f0f'0f0f;
        set = (set >> 1 & ones) | (set & ones) << 1;
        set = (set >> 2 & twos) | (set & twos) << 2;
        set = (set >> 4 & fours) | (set & fours) << 4;
        return __builtin_bswap64(set);
    }

    static constexpr BoardSettings mended(BoardSettings s) {
        constexpr BoardSettings usual{};
        if (s.level >= levels.size()) s.level = usual.level;
        if (static_cast<unsigned>(s.white) >= choice_count) s.white = usual.white;
        if (static_cast<unsigned>(s.black) >= choice_count) s.black = usual.black;
        if (s.brightness == 0) s.brightness = usual.brightness;
        if (s.protocol >= protocol_count) s.protocol = usual.protocol;
        return s;
    }

    static constexpr Ending ending_of(GameState state) {
        switch (state) {
        case GameState::checkmate: return Ending::checkmate;
        case GameState::stalemate: return Ending::stalemate;
        case GameState::threefold_repetition: return Ending::repetition;
        case GameState::fifty_moves: return Ending::fifty_moves;
        case GameState::seventy_five_moves: return Ending::seventy_five_moves;
        case GameState::insufficient_material: return Ending::insufficient_material;
        case GameState::playing:
        case GameState::check: break;
        }
        return Ending::none;
    }

    [[nodiscard]] Color mover() const { return record_.position().side(); }
    [[nodiscard]] Player mover_player() const { return player(mover()); }
    [[nodiscard]] bool game_on() const { return playing_ && !result_; }
    [[nodiscard]] SquareSet wanted() const {
        return state_ == BoardState::setup ? start_squares : occupied_squares(record_.position());
    }

    void tell(Notice notice, Move m = {}) { log_.notice(notice, m); }
    void forget_told() { log_.forget(record_, settings_, result_); }

    // ------------------------------------------------------------------ what is seen

    void see(SquareSet occupied) {
        start_told_ = rest_read_ = false;
        occupied_ = occupied;
        changed_at_ = now_;
        dirty_ = true;
        if (state_ == BoardState::position_set_up) setup_.update(occupied);
    }

    void read_buttons(std::uint8_t pressed, std::uint8_t held) {
        held_ = held;
        if ((pressed & play_button) != 0) {
            play_down_ = true;
            play_since_ = now_;
            dirty_ = true;
        }
        if ((pressed & hint_button) != 0) process(BoardEvent::hint);
        if ((pressed & menu_button) != 0) process(BoardEvent::menu);
        if ((pressed & pause_button) != 0) process(BoardEvent::pause);
        if (!play_down_) return;
        if ((held & play_button) == 0) {
            release_play();
            process(BoardEvent::play);
        } else if (now_ - play_since_ >= hold_ms) {
            release_play();
            process(BoardEvent::menu);
        } else if ((now_ - play_since_) >> 8 != play_shown_) {
            play_shown_ = static_cast<std::uint8_t>((now_ - play_since_) >> 8);
            dirty_ = true;
        }
    }
    void release_play() {
        play_down_ = false;
        play_shown_ = 0;
        dirty_ = true;
    }

    void read_board(SquareSet before) {
        switch (state_) {
        case BoardState::setup:
        case BoardState::restoring:
            if (occupied_ == wanted() && rested(state_ == BoardState::setup ? set_up_ms : restored_ms)) {
                process(BoardEvent::ready);
                return;
            }
            break;
        case BoardState::promotion_choice:
        case BoardState::resume_offer:
        case BoardState::question:
        case BoardState::menu:
        case BoardState::position_set_up:
            if (occupied_ != before) read_tap(before);
            break;
        default: break;
        }
        if (!rest_read_ && rested(sign_ms)) {
            rest_read_ = true;
            read_signs();
        }
        read_tracker();
    }

    /// What pieces say that stand still for long, and are no move: the start position in the middle of a game, and both
    /// kings lifted, which opens the menu where there is no button.
    void read_signs() {
        if (state_ == BoardState::setup) return;
        const Position& p = record_.position();
        const SquareSet all = occupied_squares(p);
        const SquareSet kings = square_set(p.king(Color::white)) | square_set(p.king(Color::black));
        if (occupied_ == start_squares && all != start_squares && !start_told_)
            pieces_asked_ = start_told_ = process(BoardEvent::start_shown);
        else if (occupied_ == (all & ~kings) && (menu_states & bit_of(state_)) != 0)
            process(BoardEvent::menu);
    }
    /// Where the menu is opened by both kings lifted. Not while pieces are put up: the kings may be the last of them.
    static constexpr BoardSet menu_states =
        set_of(BoardState::person_to_move, BoardState::engine_thinking, BoardState::move_to_make,
               BoardState::remote_to_move, BoardState::correcting, BoardState::unfinished, BoardState::hint,
               BoardState::analysis, BoardState::paused, BoardState::game_over);

    /// Where a host's lights may be shown.
    static constexpr BoardSet yielding_states = set_of(
        BoardState::person_to_move, BoardState::engine_thinking, BoardState::move_to_make, BoardState::remote_to_move,
        BoardState::correcting, BoardState::unfinished, BoardState::restoring, BoardState::game_over);

    void read_tracker() {
        const TrackerState& t = tracker_.state();
        if (t.status != status_ || t.move != status_move_ || t.plies != status_plies_ || t.fill != status_fill_) {
            status_ = t.status;
            status_move_ = t.move;
            status_plies_ = t.plies;
            status_fill_ = t.fill;
            status_news_ = dirty_ = true;
        }
        if (!status_news_) return;
        status_news_ = false;
        switch (t.status) {
        case TrackerStatus::quiet: process(BoardEvent::quiet); break;
        case TrackerStatus::lifting: process(BoardEvent::lifting); break;
        case TrackerStatus::settling: break;
        case TrackerStatus::move: process(BoardEvent::moved); break;
        case TrackerStatus::unfinished:
        case TrackerStatus::ambiguous: process(BoardEvent::unfinished); break;
        case TrackerStatus::takeback: process(BoardEvent::taken_back); break;
        case TrackerStatus::wrong: process(BoardEvent::wrong); break;
        }
    }

    [[nodiscard]] bool rested(std::uint32_t ms) const { return now_ - changed_at_ >= ms; }

    void read_tap(SquareSet before) {
        const unsigned square = taps_.update(before, occupied_, now_);
        if (square == TapReader::none) return;
        tapped_ = static_cast<std::uint8_t>(square);
        state_since_ = now_;
        if (state_ == BoardState::menu)
            tap_menu();
        else if (state_ == BoardState::promotion_choice)
            tap_promotion();
        else if (state_ == BoardState::position_set_up)
            process(BoardEvent::tap);
        else if ((yes_squares >> square & 1) != 0)
            process(BoardEvent::yes);
        else if ((no_squares >> square & 1) != 0)
            process(BoardEvent::no);
    }

    void tap_menu() {
        switch (menu_squares[tapped_].item) {
        case MenuItem::none: break;
        case MenuItem::level:
        case MenuItem::white_player:
        case MenuItem::black_player:
        case MenuItem::dimmer:
        case MenuItem::brighter:
        case MenuItem::flip: process(BoardEvent::tap); break;
        case MenuItem::swap_sides: process(BoardEvent::swap_sides); break;
        case MenuItem::hint: process(BoardEvent::hint); break;
        case MenuItem::take_back: process(BoardEvent::take_back); break;
        case MenuItem::analysis: process(BoardEvent::analysis); break;
        case MenuItem::pause: process(BoardEvent::pause); break;
        case MenuItem::draw: process(BoardEvent::draw); break;
        case MenuItem::resign: process(BoardEvent::resign); break;
        case MenuItem::new_game: process(BoardEvent::new_game); break;
        case MenuItem::set_up: process(BoardEvent::set_up); break;
        case MenuItem::sensors: process(BoardEvent::sensors); break;
        case MenuItem::close: process(BoardEvent::menu); break;
        case MenuItem::other_game:
            if (other_game_ != OtherGame::none && !followed()) set_aside();
            break;
        }
    }

    void tap_promotion() {
        for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
            if (promotion_square(promotion_.to(), type) == tapped_) {
                promotion_ = Move(promotion_.from(), promotion_.to(), type);
                process(BoardEvent::tap);
                return;
            }
    }

    void read_time() {
        if (clock_.flag_fell() && !host_clock_) process(BoardEvent::flag);
        const std::uint32_t since = now_ - state_since_;
        if (state_ == BoardState::promotion_choice && since >= promotion_ms && rested(promotion_ms)
            && occupied_ == promoted_)
            process(BoardEvent::timeout);
        if ((state_ == BoardState::menu || state_ == BoardState::sensor_test) && since >= menu_ms && rested(menu_ms))
            process(BoardEvent::timeout);
        const bool hurries = clock_.running() && clock_.left_ms(clock_.side()) < hurry_ms;
        if (hurries != hurries_) {
            hurries_ = hurries;
            dirty_ = true;
        }
        if (refused_ && now_ - refused_at_ >= refused_ms) {
            refused_ = false;
            dirty_ = true;
        }
    }

    // ------------------------------------------------------------------ the table at work

    /// False if the state ignores it.
    [[gnu::noinline]] bool process(BoardEvent event) {
        for (const BoardRow& row : board_rows) {
            if (row.state != state_ || row.event != event || !holds(row.guard)
                || !may(Who::hands, deed_of(row), followed()))
                continue;
            act(row.action);
            go(row.next);
            return true;
        }
        return false;
    }

    [[nodiscard]] bool holds(BoardGuard guard) const {
        switch (guard) {
        case BoardGuard::always: return true;
        case BoardGuard::promotes: return tracker_.state().move.promotes() && !pending_;
        case BoardGuard::many_changed: return std::popcount(occupied_ ^ occupied_squares(record_.position())) >= 3;
        case BoardGuard::side_asked: return setup_.step() == PositionSetup::side_step;
        case BoardGuard::no_hint_yet: return !hint_;
        case BoardGuard::has_moves: return playing_ && record_.size() != 0;
        case BoardGuard::for_a_move: return orders_.purpose() == Purpose::move;
        case BoardGuard::nothing_played: return !game_on() || record_.size() == 0;
        case BoardGuard::hint_possible:
            return game_on() && matched_ && !pending_ && !paused_ && !setting_up_ && mover_player() == Player::person;
        case BoardGuard::pieces_asked: return pieces_asked_;
        case BoardGuard::game_on: return game_on() && !setting_up_;
        case BoardGuard::setting_up: return setting_up_;
        }
        return false;
    }

    void act(BoardAction action) {
        switch (action) {
        case BoardAction::none: break;
        case BoardAction::begin_game:
            begin(Position::start_fen);
            matched_ = true;
            break;
        case BoardAction::restored: matched_ = true; break;
        case BoardAction::accept_move: play(tracker_.state().move); break;
        case BoardAction::ask_promotion:
            promotion_ = tracker_.state().move;
            tell(Notice::promotion_choice);
            break;
        case BoardAction::choose_promotion: play(promotion_); break;
        case BoardAction::default_promotion: play(Move(promotion_.from(), promotion_.to(), PieceType::queen)); break;
        case BoardAction::take_back: take_back_plies(tracker_.state().plies); break;
        case BoardAction::take_back_one:
            take_back_plies(1);
            matched_ = false;
            break;
        case BoardAction::ask_pieces: matched_ = false; break;
        case BoardAction::move_now: orders_.stop(); break;
        case BoardAction::take_answer: take_answer(); break;
        case BoardAction::take_hint:
            hint_ = is_legal(record_.position(), answer_) ? answer_ : Move{};
            if (hint_) tell(Notice::hint, hint_);
            analysed_ = true;
            break;
        case BoardAction::toggle_analysis:
            analysis_ = !analysis_;
            pending_ = {};
            break;
        case BoardAction::toggle_pause:
            paused_ = !paused_;
            tell(paused_ ? Notice::paused : Notice::resumed);
            break;
        case BoardAction::menu_tap: change_by_tap(); break;
        case BoardAction::swap_sides: {
            BoardSettings swapped = settings_;
            std::swap(swapped.white, swapped.black);
            take_sides();
            adopt_settings(swapped);
            break;
        }
        case BoardAction::ask_draw: question_ = Question::draw; break;
        case BoardAction::ask_resign: question_ = Question::resign; break;
        case BoardAction::ask_new_game: question_ = Question::new_game; break;
        case BoardAction::grant: grant(); break;
        case BoardAction::resume: offered_ = false; break;
        case BoardAction::abandon:
        case BoardAction::new_set_up: leave_game(); break;
        case BoardAction::flag: lose_on_time(); break;
        case BoardAction::begin_set_up:
            setting_up_ = true;
            setup_.begin(record_.position(), occupied_);
            break;
        case BoardAction::end_set_up:
            setting_up_ = false;
            matched_ = false;
            break;
        case BoardAction::next_kind:
            setup_.next();
            taps_.reset();
            break;
        case BoardAction::choose_side:
            if ((yes_squares >> tapped_ & 1) != 0) setup_.choose_side(Color::white);
            if ((no_squares >> tapped_ & 1) != 0) setup_.choose_side(Color::black);
            break;
        case BoardAction::finish_set_up: finish_set_up(); break;
        case BoardAction::tell_wrong: tell(Notice::illegal); break;
        case BoardAction::tell_unfinished:
            tell(tracker_.state().status == TrackerStatus::ambiguous ? Notice::ambiguous : Notice::unfinished);
            break;
        }
    }

    /// The state that the game asks for, when what has become due is done.
    [[nodiscard, gnu::noinline]] BoardState turn() {
        if (!setting_up_ && playing_ && !result_) find_result();
        const BoardState state = standing(facts());
        if (state == BoardState::person_to_move) pending_ = {};
        return state;
    }
    [[nodiscard]] Facts facts() const {
        const auto when = [](bool is_so, Fact fact) { return is_so ? bit_of(fact) : Facts{0}; };
        const Player player = mover_player();
        return static_cast<Facts>(
            when(setting_up_, Fact::setting_up) | when(!playing_, Fact::no_game)
            | when(static_cast<bool>(result_), Fact::over) | when(offered_, Fact::offered) | when(paused_, Fact::paused)
            | when(!matched_, Fact::not_matched) | when(analysis_, Fact::analysis)
            | when(pending_ && player != Player::person, Fact::move_waits)
            | when(player == Player::person, Fact::person_moves) | when(player == Player::engine, Fact::engine_moves)
            | when(player == Player::remote, Fact::remote_moves));
    }

    [[gnu::noinline]] void go(BoardState next) {
        dirty_ = true;
        if (next == BoardState::turn) next = turn();
        if (next != state_) return enter(next);
        tend_tracker();
        tend_engine();
        tend_clock();
    }

    [[gnu::noinline]] void enter(BoardState next) {
        state_ = next;
        state_since_ = now_;
        rest_read_ = false;
        status_news_ = true;
        dirty_ = true;
        taps_.reset();
        if (state_ != BoardState::question) pieces_asked_ = false;
        if (state_ == BoardState::promotion_choice)
            promoted_ = footprint(record_.position(), promotion_).after(occupied_squares(record_.position()));
        tend_tracker();
        tend_engine();
        tend_clock();
    }

    // ------------------------------------------------------------------ the game

    /// Gives up the game, if there is one; the pieces of the start position are asked for. Its result is told at once, so
    /// that a game given up is not offered again after a restart.
    [[gnu::noinline]] void leave_game() {
        if (game_on() && record_.size() != 0) {
            log_.abandoned();
            result_ = {Ending::abandoned, Winner::nobody};
        }
        playing_ = false;
        forget_plans();
    }
    /// For the other game.
    void set_aside() {
        other_game_ = OtherGame::chosen;
        setting_up_ = matched_ = false;
        if (game_on() && record_.size() != 0)
            offered_ = true;
        else
            leave_game();
        go(BoardState::turn);
    }
    /// `fen` is a good one.
    [[gnu::noinline]] void begin(std::string_view fen) {
        leave_game();
        (void)record_.restart(fen);
        result_ = {};
        playing_ = true;
        log_.new_game();
        matched_ = false;
        host_clock_ = false;
        clock_.set(claim_.follows ? TimeControl{} : levels[settings_.level].clock);
        settle_position();
    }
    void forget_plans() {
        pending_ = {};
        offered_ = paused_ = analysis_ = setting_up_ = refused_ = false;
        has_score_ = false;
    }

    /// `m` is legal.
    [[gnu::noinline]] void play(Move m) {
        const Color side = mover();
        const Position before = record_.position();
        if (record_.push(m) != RecordError::none) {
            end({Ending::abandoned, Winner::nobody});
            tell(Notice::record_full);
            return;
        }
        pending_ = {};
        clock_.moved(side);
        earlier_[1] = earlier_[0];
        earlier_[0] = before;
        settle_position(true);
    }
    [[gnu::noinline]] void take_back_plies(unsigned plies) {
        for (; plies != 0 && record_.size() != 0; --plies) {
            (void)record_.take_back();
            clock_.taken_back(mover());
        }
        log_.taken_back(record_.size());
        result_ = {};
        pending_ = {};
        settle_position();
    }
    void end(GameResult result) {
        result_ = result;
        forget_plans();
    }

    /// After the position has changed. `by_a_move`: the last of the record has just been played from `earlier_[0]`.
    void settle_position(bool by_a_move = false) {
        hint_ = candidate_ = {};
        analysed_ = claim_told_ = false;
        orders_.outdate();
        if (!by_a_move) recall_earlier();
        tracker_.set_position(record_.position());
        const std::size_t plies = std::min<std::size_t>(record_.size(), 2);
        for (std::size_t i = 0; i < plies; ++i) tracker_.allow_takeback(static_cast<unsigned>(i + 1), earlier_[i]);
    }
    /// Plays the game again, to know what a takeback would lead to.
    void recall_earlier() {
        const std::span<const Move> moves = record_.moves();
        earlier_[0] = record_.start();
        for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
            if (i + 2 == moves.size()) earlier_[1] = earlier_[0];
            Undo undo;
            earlier_[0].make(moves[i], undo);
        }
    }

    void find_result() {
        const Position& p = record_.position();
        const GameState state = record_.state();
        claimable_ = false;
        if (is_over(state)) {
            end({ending_of(state), state == GameState::checkmate ? winner_of(~p.side()) : Winner::nobody});
        } else if (state == GameState::threefold_repetition && record_.history().count(p.key(), 1, p.halfmove()) >= 4) {
            end({Ending::repetition, Winner::nobody});
        } else if (is_draw(state)) {
            // The engine claims what it is glad to have.
            if (mover_player() == Player::engine && has_score_ && engine_score_ <= 0) {
                end({ending_of(state), Winner::nobody});
                return;
            }
            claimable_ = true;
            if (!claim_told_) tell(Notice::draw_claimable);
            claim_told_ = true;
        }
    }

    void lose_on_time() {
        const Color loser = clock_.side();
        const bool bare = record_.position().slots(~loser) == record_.position().slots(~loser, PieceType::king);
        end(bare ? GameResult{Ending::time_without_force, Winner::nobody}
                 : GameResult{Ending::time, winner_of(~loser)});
    }

    /// Who resigns: the only person, or else the side to move.
    [[nodiscard]] Color resigner() const {
        const bool white = player(Color::white) == Player::person, black = player(Color::black) == Player::person;
        if (white != black) return white ? Color::white : Color::black;
        return mover();
    }
    void grant() {
        switch (question_) {
        case Question::new_game:
            if (followed()) {
                left_ = true;
                drop_claim();
            }
            leave_game();
            break;
        case Question::resign: end({Ending::resignation, winner_of(~resigner())}); break;
        case Question::draw: {
            const GameState state = record_.state();
            if (is_draw(state)) {
                end({ending_of(state), Winner::nobody});
            } else if (other_side_agrees()) {
                end({Ending::agreement, Winner::nobody});
            } else {
                refused_ = true;
                refused_at_ = now_;
                tell(Notice::draw_refused);
            }
            break;
        }
        }
    }
    /// Two persons have talked it over. The engine agrees when it is worse, or when nothing has come of a long game.
    [[nodiscard]] bool other_side_agrees() const {
        const Player white = player(Color::white), black = player(Color::black);
        if (white == Player::person && black == Player::person) return true;
        if (white == Player::remote || black == Player::remote || !has_engine_score_) return false;
        return engine_score_ <= -50 || (record_.size() >= 100 && engine_score_ <= 10);
    }

    [[gnu::noinline]] void drop_claim() {
        if (claim_.follows) clock_.set(levels[settings_.level].clock);
        claim_ = {};
        host_clock_ = false;
    }
    /// A person chooses who plays: that ends a claim whose host does not follow the game. On a wire nothing else may.
    void take_sides() {
        if (!claim_.held || claim_.follows) return;
        drop_claim();
        pending_ = {};
        orders_.outdate();
    }
    /// Other seats than before. A menu stays open.
    [[gnu::noinline]] void change_seats() {
        pending_ = {};
        orders_.outdate();
        if (state_ == BoardState::menu || state_ == BoardState::sensor_test) {
            tend_engine();
            tend_clock();
        } else {
            go(BoardState::turn);
        }
    }
    void adopt_settings(BoardSettings settings) {
        const BoardSettings before = settings_;
        settings_ = settings;
        if (before.level != settings.level) {
            if (!claim_.follows) clock_.set(levels[settings.level].clock);
            if (orders_.purpose() == Purpose::move) orders_.outdate();
        }
        if (!claim_.held && (before.white != settings.white || before.black != settings.black)) pending_ = {};
        if (before.flipped != settings.flipped) {
            occupied_ = turned(occupied_);
            tracker_.update(occupied_, now_);
            matched_ = false;
            taps_.reset();
        }
    }
    void change_by_tap() {
        BoardSettings s = settings_;
        const MenuSquare& square = menu_squares[tapped_];
        switch (square.item) {
        case MenuItem::level: s.level = square.value; break;
        case MenuItem::white_player:
            s.white = static_cast<Player>(square.value);
            take_sides();
            break;
        case MenuItem::black_player:
            s.black = static_cast<Player>(square.value);
            take_sides();
            break;
        case MenuItem::dimmer: s.brightness = static_cast<std::uint8_t>(std::max(16, s.brightness / 2)); break;
        case MenuItem::brighter: s.brightness = static_cast<std::uint8_t>(std::min(255, s.brightness * 2)); break;
        case MenuItem::flip: s.flipped = !s.flipped; break;
        default: break;
        }
        adopt_settings(s);
    }

    [[gnu::cold]] void finish_set_up() {
        if (setup_.unknown() != 0) return setup_.refuse(FenError::bad_piece);
        std::array<char, max_fen_length> text;
        const std::string_view fen{text.data(), setup_.fen(text.data())};
        Position probe;
        if (const FenError error = probe.set_fen(fen); error != FenError::none) {
            setup_.refuse(error);
            tell(Notice::set_up_refused);
            return;
        }
        begin(fen);
        matched_ = occupied_ == occupied_squares(record_.position());
    }

    // ------------------------------------------------------------------ the engine

    void wait_for(Move m) {
        pending_ = m;
        tell(Notice::engine_plays, m);
    }
    void take_answer() {
        Move m = answer_;
        if (!is_legal(record_.position(), m)) m = any_move();
        engine_score_ = score_;
        has_engine_score_ = true;
        wait_for(m);
    }
    [[nodiscard]] Move any_move() const {
        const Position& p = record_.position();
        const Square checker = p.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(p))
            if (p.legal(m, checker)) return m;
        return {};
    }

    /// The search that the state wants is the one that runs.
    void tend_engine() {
        bool wants = false;
        Purpose purpose = Purpose::move;
        switch (state_) {
        case BoardState::engine_thinking: wants = true; break;
        case BoardState::hint:
            wants = true;
            purpose = Purpose::hint;
            break;
        case BoardState::analysis:
            wants = !analysed_;
            purpose = Purpose::analysis;
            break;
        case BoardState::menu:
        case BoardState::sensor_test:
        case BoardState::question:  // what runs may go on
            wants = thinks_of_its_move() && !orders_.stale() && game_on() && mover_player() == Player::engine;
            break;
        default: break;
        }
        if (wants && orders_.searching() && orders_.purpose() == purpose && !orders_.stale()) return;
        if (wants || orders_.searching()) candidate_ = {};
        if (wants)
            orders_.think(purpose, limits_of(purpose));
        else if (orders_.searching())
            orders_.cancel();
    }
    [[nodiscard]] bool thinks_of_its_move() const { return orders_.searching() && orders_.purpose() == Purpose::move; }
    [[nodiscard]] Limits limits_of(Purpose purpose) const {
        Limits limits;
        switch (purpose) {
        case Purpose::move: return limits_for(levels[settings_.level], mover(), clock_.reading());
        case Purpose::hint:
            limits.has_move_time = true;
            limits.move_time_ms = hint_ms;
            break;
        case Purpose::analysis: limits.infinite = true; break;
        }
        return limits;
    }

    // ------------------------------------------------------------------ tracker and clock

    void tend_tracker() {
        switch (state_) {
        case BoardState::person_to_move:
        case BoardState::hint:
        case BoardState::analysis: tracker_.play(); break;
        case BoardState::move_to_make: (void)tracker_.follow(pending_); break;
        case BoardState::promotion_choice:
        case BoardState::correcting:
        case BoardState::unfinished: break;
        default: tracker_.hold(); break;
        }
    }

    /// A person's time runs from the second half move on; looking at the menu costs none.
    void tend_clock() {
        bool runs = false;
        switch (state_) {
        case BoardState::person_to_move:
        case BoardState::hint:
        case BoardState::promotion_choice: runs = record_.size() != 0 || host_clock_; break;
        case BoardState::correcting:
        case BoardState::unfinished: runs = (record_.size() != 0 || host_clock_) && !pending_; break;
        case BoardState::engine_thinking: runs = !engine_away_; break;
        case BoardState::menu:
        case BoardState::sensor_test:
        case BoardState::question: runs = thinks_of_its_move() && !engine_away_; break;
        default: break;
        }
        if (runs)
            clock_.run(mover(), now_);
        else
            clock_.stop(now_);
    }

    // ------------------------------------------------------------------ lights

    /// Works out what every square means.
    [[gnu::noinline]] void show() {
        dirty_ = false;
        ++pictures_;
        compose({.state = state_,
                 .question = question_,
                 .occupied = occupied_,
                 .wanted = wanted(),
                 .position = record_.position(),
                 .hands = tracker_.state(),
                 .setup = setup_,
                 .settings = settings_,
                 .result = result_,
                 .resigner = resigner(),
                 .promotion = promotion_,
                 .pending = pending_,
                 .hint = hint_,
                 .candidate = orders_.searching() ? candidate_ : Move{},
                 .has_score = has_score_,
                 .white_score = mover() == Color::white ? score_ : -score_,
                 .claimable = claimable_,
                 .hurries = hurries_,
                 .refused = refused_,
                 .other_game = other_game_ != OtherGame::none,
                 .pressed_squares = static_cast<std::uint8_t>(play_down_ ? play_shown_ + 1u : 0u)},
                picture_);
    }

    std::array<Move, max_plies> moves_{};
    GameRecord record_;
    std::array<Position, 2> earlier_{};  ///< one and two half moves ago
    SquareTracker tracker_{};
    PositionSetup setup_{};
    GameClock clock_{};
    EngineOrders orders_{};
    ChangeLog log_{};
    TapReader taps_{};
    BoardPicture picture_{};

    SquareSet occupied_ = 0;
    SquareSet promoted_ = 0;  ///< the board with the pawn on the last rank
    SquareSet status_fill_ = 0;
    std::uint32_t now_ = 0;
    std::uint32_t changed_at_ = 0;
    std::uint32_t state_since_ = 0;
    std::uint32_t play_since_ = 0;
    std::uint32_t refused_at_ = 0;
    Score score_ = 0;         ///< the mover's view, of the search that runs or ran last
    Score engine_score_ = 0;  ///< the engine's view, of its last move

    BoardSettings settings_{};
    Claim claim_{};
    GameResult result_{};
    Move pending_{};
    Move candidate_{};
    Move answer_{};
    Move hint_{};
    Move promotion_{};
    Move status_move_{};
    TrackerStatus status_ = TrackerStatus::settling;
    std::uint8_t status_plies_ = 0;
    std::uint8_t held_ = 0;
    std::uint8_t play_shown_ = 0;
    std::uint8_t tapped_ = 0;
    BoardState state_ = BoardState::setup;
    Question question_ = Question::new_game;

    bool seen_ = false;
    bool dirty_ = true;
    std::uint8_t pictures_ = 0;
    bool status_news_ = true;
    bool playing_ = false;  ///< `record_` holds a game
    bool matched_ = false;  ///< the board has shown the game's position since it was set
    bool offered_ = false;  ///< the game is a saved one, and nobody has said yet what is to become of it
    bool paused_ = false;
    bool analysis_ = false;
    bool analysed_ = false;  ///< the analysis of this position has come to its end
    bool setting_up_ = false;
    bool claimable_ = false;
    bool claim_told_ = false;
    bool refused_ = false;
    bool hurries_ = false;
    bool start_told_ = false;    ///< and answered, and the board has not changed since
    bool pieces_asked_ = false;  ///< the question that is open was asked because of them
    bool rest_read_ = false;
    bool play_down_ = false;
    bool has_score_ = false;
    bool has_engine_score_ = false;
    bool host_clock_ = false;   ///< `clock_` is what a host has told
    bool engine_away_ = false;  ///< somebody else has the engine
    bool left_ = false;         ///< a person has left a game that a host follows
    OtherGame other_game_ = OtherGame::none;
};
static_assert(sizeof(BoardGame) <= 4608, "the chess board's share of RAM");

}  // namespace stackmate::firmware

// Checkers on a chess board: what the sensors and buttons say and what the engine finds become moves of a game and
// lights. No device and no search is named here, and the caller passes the time. It is the counterpart of
// firmware/play/controller.hpp for the other game; lights, taps and the squares of the menu are the same
// (docs/CHESSBOARD-DETAILS.md).
//
// There are no takebacks and no clock. The side to move is shown on a light square where no piece ever stands: h1 for
// White, a8 for Black.
#pragma once

#include "games/draughts/chess_board/squares.hpp"
#include "games/draughts/chess_board/tracker.hpp"
#include "games/draughts/engine.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/taps.hpp"
#include "hal/frame.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace stackmate::draughts::chess_board {

enum class GameState : std::uint8_t {
    setup,        ///< the pieces are to be put as the game has them
    person,       ///< a person moves
    thinking,     ///< the engine searches for its move
    engine_move,  ///< its move waits to be made on the board
    over,
    menu,
};
constexpr std::string_view to_text(GameState state) {
    constexpr std::string_view names[] = {"setup", "person", "thinking", "engine_move", "over", "menu"};
    return names[static_cast<unsigned>(state)];
}

enum class Result : std::uint8_t { none, white_won, black_won, drawn };
constexpr std::string_view to_text(Result result) {
    constexpr std::string_view texts[] = {"the game goes on", "White has won", "Black has won", "draw"};
    return texts[static_cast<unsigned>(result)];
}

/// Something to be stored and reported.
enum class News : std::uint8_t {
    none,
    new_game,     ///< the pieces stand in the start position
    moved,        ///< `last_move` was played in `before`
    engine_move,  ///< `pending` waits to be made on the board
    other_game,   ///< chess was chosen
};

/// Whether checkers offers this square of the chess board's menu.
constexpr bool offers(const firmware::MenuSquare& square) {
    using firmware::LevelKind, firmware::MenuItem;
    switch (square.item) {
    case MenuItem::setting: {
        // Checkers is played in silence, and without a coach.
        if (square.setting == firmware::Setting::sound || firmware::is_coach(square.setting)) return false;
        if (square.setting != firmware::Setting::level) return true;
        const LevelKind kind = firmware::levels[square.value].kind;
        return kind == LevelKind::move_time || kind == LevelKind::depth;
    }
    case MenuItem::swap_sides:
    case MenuItem::new_game:
    case MenuItem::other_game:
    case MenuItem::close: return true;
    default: return false;
    }
}

/// Use: `set_settings`, `restore_move` for what is stored, `open`; then in each turn of the superloop `update`,
/// `take_news` until there is none, and `draw` when the LEDs take a picture. While `wants_search` is true, the engine
/// should search `line`; its results go to `candidate` and `answer`.
class Game {
public:
    Game() { line_.set_start(); }
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    void set_settings(const firmware::Settings& settings) {
        settings_ = settings;
        dirty_ = true;
    }
    void restart() {
        line_.set_start();
        pending_ = last_ = {};
        result_ = Result::none;
    }
    /// Returns false and changes nothing if the move is not legal.
    bool restore_move(Move m) {
        if (result_ != Result::none || !line_.position.legal(m)) return false;
        line_.make(m);
        find_result();
        return true;
    }
    /// From now on the board belongs to checkers: the lights ask for the game's pieces. A finished game is replaced by
    /// a new one.
    void open(std::uint32_t now_ms) {
        now_ = changed_at_ = now_ms;
        if (result_ != Result::none) restart();
        play_down_ = false;
        play_shown_ = 0;
        placed_ = seen_ = false;
        pending_ = {};
        go(turn());
    }

    /// Squares, as the players see the board, whose sensors are ignored.
    void leave_out(SquareSet squares) {
        if (squares == left_out_) return;
        left_out_ = squares;
        dirty_ = true;
    }
    /// See firmware::Controller::update.
    [[gnu::cold]] void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        now_ = now_ms;
        if (settings_.flipped) occupied = firmware::rotated(occupied);
        occupied = believe(occupied);
        read_buttons(pressed, held);
        const SquareSet before = seen_ ? occupied_ : occupied;
        if (!seen_ || occupied != occupied_) see(occupied);
        if (state_ == GameState::menu) read_tap(before);
        read_rest();
        if (state_ == GameState::menu && menu_ends()) go(turn());
        if (dirty_) compose();
    }

    [[nodiscard]] bool wants_search() const { return state_ == GameState::thinking; }
    /// Whether the engine must answer with what it has. Returns true once.
    bool take_move_now() { return std::exchange(move_now_, false); }
    /// The best move so far.
    void candidate(Move m) {
        if (!wants_search() || m == candidate_) return;
        candidate_ = m;
        dirty_ = true;
    }
    /// The engine's answer; used only if it is legal in `line`.
    void answer(Move m) {
        if (!wants_search() || !line_.position.legal(m)) return;
        pending_ = m;
        news_ = News::engine_move;
        go(turn());
    }
    News take_news() { return std::exchange(news_, News::none); }

    void draw(hal::Frame& frame, std::uint32_t now_ms) const { picture_.draw(frame, settings_.flipped, now_ms); }
    /// See firmware::Controller::pictures.
    [[nodiscard]] std::uint8_t pictures() const { return pictures_; }
    [[nodiscard]] firmware::Light light(unsigned square) const { return picture_.at(square); }

    [[nodiscard]] const Line<English>& line() const { return line_; }
    [[nodiscard]] const CheckersPosition& before() const { return before_; }
    [[nodiscard]] Move last_move() const { return last_; }
    [[nodiscard]] Move pending() const { return pending_; }
    [[nodiscard]] GameState state() const { return state_; }
    /// What the sensors see, as the players see the board.
    [[nodiscard]] SquareSet occupied() const { return occupied_; }
    [[nodiscard]] Result result() const { return result_; }
    [[nodiscard]] const firmware::Settings& settings() const { return settings_; }

private:
    using Light = firmware::Light;

    static constexpr std::uint32_t rest_ms = 300;     ///< before a move counts
    static constexpr std::uint32_t doubt_ms = 2000;   ///< before a move counts that may be the beginning of another
    static constexpr std::uint32_t unseen_ms = 4000;  ///< before a move counts that is only partly seen: the piece may
                                                      ///< still be in a hand
    static constexpr std::uint32_t obeyed_ms = 1500;  ///< the same for the engine's move
    static constexpr std::uint32_t shown_ms = 8000;   ///< the same if nothing of it is seen
    static constexpr std::uint32_t wrong_ms = 1000;   ///< before an error is shown: hands pass through many meaningless
                                                      ///< states
    static constexpr std::uint32_t set_up_ms = 1000;
    static constexpr std::uint32_t sign_ms = 2000;  ///< the start position in the middle of a game starts a new one;
                                                    ///< the menu sign opens the menu
    static constexpr std::uint32_t hold_ms = 1000;
    static constexpr std::uint32_t menu_ms = 60'000;

    /// Pieces on both of these squares open the menu on boards without a button.
    static constexpr SquareSet menu_sign = SquareSet{1} << 7 | SquareSet{1} << 56;
    static constexpr unsigned turn_square(Color side) { return side == Color::white ? 7 : 56; }

    [[nodiscard]] Color mover() const { return line_.position.side(); }
    [[nodiscard]] bool rested(std::uint32_t ms) const { return now_ - changed_at_ >= ms; }

    // ------------------------------------------------------------------ what is seen

    /// What stands there as far as it is known: on an ignored square what the game has there, in the menu what was
    /// there before.
    [[nodiscard]] SquareSet believe(SquareSet felt) const {
        if (left_out_ == 0) return felt;
        const SquareSet known = state_ == GameState::menu ? occupied_ : on_board(all_now());
        return felt ^ ((felt ^ known) & left_out_);
    }
    /// Whether the board looks like this set, apart from ignored squares.
    [[nodiscard]] bool looks_like(SquareSet set) const { return ((occupied_ ^ set) & ~left_out_) == 0; }

    void see(SquareSet occupied) {
        occupied_ = occupied;
        changed_at_ = now_;
        rest_read_ = false;
        dirty_ = true;
        seen_ = true;
        read();
    }
    [[gnu::cold]] void read_tap(SquareSet before) {
        const unsigned square = taps_.update(before, occupied_, now_);
        if (square == firmware::TapReader::none) return;
        tap_menu(firmware::menu_squares[square]);
        if (state_ != GameState::menu) release_play();  // it was pushed for the menu
        dirty_ = true;
    }
    void read() {
        if (state_ == GameState::person) reading_ = read_board(line_.position, occupied_, left_out_);
    }

    /// Reads the meaning of pieces that have come to rest.
    [[gnu::cold]] void read_rest() {
        if (state_ == GameState::menu || rest_read_) return;
        const SquareSet wanted = on_board(all_now());
        if ((occupied_ & menu_sign) == menu_sign) {
            if (rested(sign_ms)) go(GameState::menu);
            return;
        }
        if (state_ != GameState::setup && looks_like(start_squares) && wanted != start_squares) {
            if (!rested(sign_ms)) return;
            restart();
            return begin();
        }
        switch (state_) {
        case GameState::setup:
            if (occupied_ != wanted || !rested(set_up_ms)) return;
            if (wanted == start_squares && mover() == Color::black) return begin();
            placed_ = true;
            return go(turn());
        case GameState::person:
            if (reading_.seen == Seen::moved) {
                if (rested(reading_.unseen ? unseen_ms : reading_.doubtful ? doubt_ms : rest_ms)) play(reading_.move);
                return;
            }
            break;
        case GameState::engine_move: {
            const SquareSet after = on_board(footprint(line_.position, pending_).after(all_now()));
            if (looks_like(after)) {
                const std::uint32_t ms = made_ms(wanted, after);
                if (rested(ms) && now_ - state_since_ >= ms) play(pending_);
                return;
            }
            break;
        }
        default: break;
        }
        if (!rested(wrong_ms)) return;
        rest_read_ = true;
        dirty_ = true;
    }
    [[nodiscard]] Set all_now() const { return all_pieces(line_.position); }
    /// How long the engine's move must stand on the board, from `before` to `after`, before it counts.
    [[nodiscard]] std::uint32_t made_ms(SquareSet before, SquareSet after) const {
        return occupied_ == after ? rest_ms : looks_like(before) ? shown_ms : obeyed_ms;
    }

    void read_buttons(std::uint8_t pressed, std::uint8_t held) {
        if ((pressed & firmware::menu_button) != 0) toggle_menu();
        if ((pressed & firmware::play_button) != 0) {
            play_down_ = dirty_ = true;
            play_since_ = now_;
        }
        if (!play_down_) return;
        const std::uint32_t since = now_ - play_since_;
        if ((held & firmware::play_button) == 0) {
            release_play();
            if (state_ == GameState::menu)
                toggle_menu();
            else if (state_ == GameState::thinking)
                move_now_ = true;
            else if (state_ == GameState::over)
                new_game();
        } else if (since >= hold_ms) {
            release_play();
            toggle_menu();
        } else if (since >> 8 != play_shown_) {
            play_shown_ = static_cast<std::uint8_t>(since >> 8);
            dirty_ = true;
        }
    }
    void release_play() {
        play_down_ = false;
        play_shown_ = 0;
        dirty_ = true;
    }

    // ------------------------------------------------------------------ the menu

    /// Opens or closes the menu; an earlier tap counts first.
    void toggle_menu() {
        leaves_menu_ = state_ == GameState::menu;
        if (!leaves_menu_) go(GameState::menu);
    }

    [[nodiscard]] bool menu_ends() const {
        const bool left_alone = now_ - state_since_ >= menu_ms && rested(menu_ms);
        return left_alone || (leaves_menu_ && !taps_.may_become_tap(now_));
    }

    void tap_menu(const firmware::MenuSquare& square) {
        using firmware::MenuItem;
        state_since_ = now_;
        if (!offers(square)) return;
        switch (square.item) {
        case MenuItem::setting:
            settings_ = after_tap(settings_, square);
            if (square.setting != firmware::Setting::flipped) break;
            occupied_ = firmware::rotated(occupied_);
            left_out_ = firmware::rotated(left_out_);
            placed_ = false;
            taps_.reset();
            break;
        case MenuItem::swap_sides: std::swap(settings_.white, settings_.black); break;
        case MenuItem::new_game: new_game(); break;
        case MenuItem::other_game: news_ = News::other_game; break;
        default: go(turn()); break;
        }
    }

    // ------------------------------------------------------------------ the game

    /// The lights ask for the pieces; the stored game stays until they stand.
    void new_game() {
        restart();
        placed_ = false;
        go(turn());
    }
    void begin() {
        placed_ = true;
        news_ = News::new_game;
        go(turn());
    }
    void play(Move m) {
        before_ = line_.position;
        last_ = m;
        line_.make(m);
        pending_ = {};
        news_ = News::moved;
        find_result();
        go(turn());
    }
    void find_result() {
        if (!line_.position.any_legal_move())
            result_ = mover() == Color::white ? Result::black_won : Result::white_won;
        else if (line_.drawn())
            result_ = Result::drawn;
    }

    /// The state that the game requires.
    GameState turn() {
        if (!placed_) return GameState::setup;
        if (result_ != Result::none) return GameState::over;
        const bool engine = settings_.player(mover()) == firmware::Seat::engine;
        if (!engine) pending_ = {};
        if (pending_) return GameState::engine_move;
        return engine ? GameState::thinking : GameState::person;
    }
    void go(GameState next) {
        state_ = next;
        candidate_ = {};
        move_now_ = rest_read_ = leaves_menu_ = false;
        state_since_ = now_;
        taps_.reset();
        dirty_ = true;
        read();
    }

    // ------------------------------------------------------------------ lights

    [[gnu::cold]] void compose() {
        dirty_ = false;
        ++pictures_;
        picture_.clear();
        if (state_ != GameState::menu) picture_.show(left_out_, Light::ignored);
        switch (state_) {
        case GameState::setup: picture_.show_difference(occupied_, on_board(all_now())); break;
        case GameState::person: compose_person(); break;
        case GameState::thinking:
            show(turn_square(mover()), Light::thinking);
            if (candidate_) {
                show(on_board(candidate_.from()), Light::candidate_from);
                show(on_board(candidate_.to()), Light::candidate_to);
            }
            break;
        case GameState::engine_move: compose_engine_move(); break;
        case GameState::over:
            for (const Color side : {Color::white, Color::black}) {
                const Result won = side == Color::white ? Result::white_won : Result::black_won;
                show(turn_square(side), result_ == Result::drawn ? Light::drawn
                                        : result_ == won         ? Light::winner
                                                                 : Light::loser);
            }
            break;
        case GameState::menu:
            // Not the function's address: no call goes through a pointer.
            picture_.show_menu(settings_, [](const firmware::MenuSquare& square) { return offers(square); });
            break;
        }
        if (play_down_) picture_.show_pressed(play_shown_ + 1u);
    }
    void show(unsigned square, Light light) { picture_.show(SquareSet{1} << square, light); }

    [[gnu::cold]] void compose_person() {
        show(turn_square(mover()), Light::turn);
        if (reading_.seen == Seen::begun) {
            picture_.show(on_board(reading_.targets), Light::target);
            picture_.show(on_board(reading_.takers), Light::origin);
            picture_.show(reading_.clear, Light::clear);
        }
        if (reading_.seen == Seen::wrong && rest_read_) {
            picture_.show(on_board(reading_.fill), Light::fill);
            picture_.show(reading_.clear, Light::clear);
        }
    }
    /// A piece that returns to its origin need not be lifted.
    [[gnu::cold]] void compose_engine_move() {
        const Set all = all_now(), now = from_board(occupied_);
        const Footprint f = footprint(line_.position, pending_);
        show(turn_square(mover()), Light::turn);
        const Set apart = ~f.touched();
        picture_.show_difference(occupied_ & ~on_board(f.touched()), on_board(all & apart));
        picture_.show(on_board(f.taken & now), Light::clear);
        if (f.from != f.to) picture_.show(on_board(f.from & now), Light::move_from);
        picture_.show(on_board(f.to & ~now), Light::move_to);
        if (rest_read_) picture_.show(on_board(f.way & ~f.from & ~f.to & now), Light::clear);
    }

    Line<English> line_;
    CheckersPosition before_;
    firmware::BoardPicture picture_{};
    firmware::TapReader taps_{};
    firmware::Settings settings_{};
    Reading reading_{};
    SquareSet occupied_ = 0;
    SquareSet left_out_ = 0;
    Move pending_{};
    Move candidate_{};
    Move last_{};
    std::uint32_t now_ = 0;
    std::uint32_t changed_at_ = 0;
    std::uint32_t play_since_ = 0;
    std::uint32_t state_since_ = 0;
    GameState state_ = GameState::setup;
    Result result_ = Result::none;
    News news_ = News::none;
    std::uint8_t play_shown_ = 0;
    std::uint8_t pictures_ = 0;
    bool placed_ = false;  ///< the board has shown the game's position since `open`
    bool seen_ = false;
    bool dirty_ = true;
    bool rest_read_ = false;  ///< the pieces have rested for `wrong_ms`
    bool play_down_ = false;
    bool leaves_menu_ = false;  ///< as soon as no tap can be in progress
    bool move_now_ = false;
};

}  // namespace stackmate::draughts::chess_board

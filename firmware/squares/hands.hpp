// What hands do: sensors, buttons and time become events. The controller says which state it is in, and so which events
// are looked for. What an event leads to is not known here, and no game is kept. What the board shows is Sight's part.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/chess/position.hpp"
#include "firmware/game/at_work.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/sight.hpp"
#include "firmware/squares/taps.hpp"
#include "firmware/squares/tracker.hpp"

namespace stackmate::firmware {

/// Where pieces are wanted: the start position in state `setup`, otherwise the game's position.
[[nodiscard]] inline SquareSet wanted_squares(states::State state, const Position& p) noexcept {
    return state == states::State::setup ? start_squares : occupied_squares(p);
}

/// The result that both kings in the centre tell: White has won if they stand on light squares, Black if on dark ones,
/// and it is a draw if they stand side by side. None if the board shows something else, or if a king stands so near that
/// it may have moved there. Source: PicoChess; see docs/SOURCES.md.
[[nodiscard]] inline GameResult shown_result([[maybe_unused]] SquareSet occupied,
                                             [[maybe_unused]] const Position& p) noexcept {
    if constexpr (has_gestures) {
        constexpr SquareSet d4 = SquareSet{1} << 27, e4 = d4 << 1, d5 = d4 << 8, e5 = e4 << 8;
        const SquareSet kings = square_set(p.king(Color::white)) | square_set(p.king(Color::black));
        const SquareSet files = kings | kings << 1 | kings >> 1, near = files | files << 8 | files >> 8;
        const SquareSet placed = occupied ^ (occupied_squares(p) & ~kings);
        if ((placed & (near | ~occupied)) != 0) return {};
        if (placed == (d5 | e4)) return {Ending::resignation, Winner::white};
        if (placed == (d4 | e5)) return {Ending::resignation, Winner::black};
        if (placed == (d4 | e4) || placed == (d5 | e5)) return {Ending::agreement, Winner::nobody};
    }
    return {};
}

/// The move in `p` that has been made if White sits at Black's side of the board; none if the board shows something else.
[[nodiscard]] inline Move shown_reversed([[maybe_unused]] SquareSet occupied,
                                         [[maybe_unused]] const Position& p) noexcept {
    if constexpr (has_gestures) {
        const SquareSet all = occupied_squares(p), seen = rotated(occupied), from = all & ~seen, to = seen & ~all;
        if (!std::has_single_bit(from) || !std::has_single_bit(to)) return {};
        const Move m(from_index64(static_cast<unsigned>(std::countr_zero(from))),
                     from_index64(static_cast<unsigned>(std::countr_zero(to))));
        if (is_legal(p, m)) return m;
    }
    return {};
}

/// Use: `believe`, then `update`; then in the same turn `take_button` until there is none, and `is_ready`, `tap`,
/// `take_sign` and `take_news` as the state needs them. What a `take...` function returns is returned once.
///
/// Times are milliseconds and may wrap. Squares are as the players see the board. Costs: see SquareTracker.
class Hands {
public:
    constexpr Hands() noexcept = default;
    Hands(const Hands&) = delete;
    Hands& operator=(const Hands&) = delete;

    static constexpr std::uint32_t hold_ms = 1000;     ///< PLAY held so long opens the menu
    static constexpr std::uint32_t set_up_ms = 1000;   ///< the start position has rested so long: the game begins
    static constexpr std::uint32_t restored_ms = 500;  ///< the pieces have rested so long as the game has them
    static constexpr std::uint32_t sign_ms = 2000;     ///< rest before a sign that is not a move counts: see
                                                       ///< `take_sign`

    [[nodiscard]] Sight& sight() noexcept { return sight_; }
    [[nodiscard]] const Sight& sight() const noexcept { return sight_; }
    [[nodiscard]] SquareTracker& tracker() noexcept { return sight_.tracker(); }
    [[nodiscard]] const SquareTracker& tracker() const noexcept { return sight_.tracker(); }

    // ------------------------------------------------------------------ what is seen

    /// What stands on the board as far as it is known. An ignored square counts as what should stand there; where
    /// squares are tapped, as what stood there before.
    [[nodiscard]] SquareSet believe(SquareSet scanned, states::State state, const Position& p,
                                    std::uint32_t now_ms) noexcept {
        const bool taps = taps_count(state);
        const SquareSet flips = scanned ^ sight_.felt();
        if (sight_.take_scan(scanned, now_ms)) {
            dirty_ = true;
            forget_taps();  // a square that is no longer believed only seems to keep still
        }
        if (sight_.ignored() == 0) {
            return scanned;
        }
        const SquareSet believed = taps ? occupied_ ^ (flips & heard_though_marked(state)) : wanted_squares(state, p);
        return scanned ^ ((scanned ^ believed) & sight_.ignored());
    }
    /// Whether `update` with these values would change nothing but the time.
    [[nodiscard]] bool knows(SquareSet occupied, std::uint8_t pressed, std::uint8_t held) const noexcept {
        return seen_ && occupied == occupied_ && pressed == 0 && held == held_;
    }
    /// What stands on the board now, debounced; `pressed` and `held` as from hal::Buttons.
    void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) noexcept {
        now_ = now_ms;
        if (occupied != occupied_ || !seen_) {
            seen_ = true;
            start_answered_ = rest_read_ = false;
            sight_.begin_rest();
            sight_.forget_refusal();
            occupied_ = occupied;
            changed_at_ = now_;
            dirty_ = true;
        }
        tracker().update(occupied, now_);
        dirty_ = dirty_ || held != held_;
        held_ = held;
        pressed_ = pressed;
        new_buttons_ = static_cast<std::uint8_t>(new_buttons_ | (pressed & ~tried_buttons_));
        tried_buttons_ = static_cast<std::uint8_t>(tried_buttons_ | pressed);
        if ((pressed & play_button) != 0) {
            play_down_ = true;
            play_since_ = now_;
            dirty_ = true;
        }
    }
    [[nodiscard]] SquareSet occupied() const noexcept { return occupied_; }
    /// Whether the board looks like this set, apart from ignored squares.
    [[nodiscard]] bool looks_like(SquareSet set) const noexcept { return ((occupied_ ^ set) & ~sight_.ignored()) == 0; }
    /// Whether no square has changed for `ms`.
    [[nodiscard]] bool rested(std::uint32_t ms) const noexcept { return now_ - changed_at_ >= ms; }
    [[nodiscard]] bool play_is_down() const noexcept { return play_down_; }
    /// How many of the four squares that show how long PLAY has been held are lit; 0 when it is not held.
    [[nodiscard]] std::uint8_t pressed_squares() const noexcept {
        return static_cast<std::uint8_t>(play_down_ ? play_shown_ + 1u : 0u);
    }
    /// Whether a picture would differ from the one before. Returns true once.
    [[nodiscard]] bool take_dirty() noexcept { return std::exchange(dirty_, false); }

    // ------------------------------------------------------------------ what it means

    /// A button's event. After a tap, buttons wait in their order until the tap counts or turns out to be none.
    [[nodiscard]] std::optional<states::Event> take_button() noexcept {
        for (; waiting_ != waits_.size(); ++waiting_) {
            const std::optional<states::Event> event = read_button();
            if (!event) {
                break;
            }
            waits_[waiting_] = *event;
        }
        if (waiting_ == 0 || taps_.may_become_tap(now_)) {
            return std::nullopt;
        }
        --waiting_;
        const states::Event first = waits_[0];
        std::shift_left(waits_.begin(), waits_.end(), 1);
        return first;
    }

    /// Forgets buttons pressed so far; releasing PLAY then means nothing.
    void forget_press() noexcept {
        play_down_ = false;
        waiting_ = 0;
    }

    /// Where pieces are waited for: whether they stand as they should, and have come to rest.
    [[nodiscard]] bool is_ready(states::State state, const Position& p) const noexcept {
        if ((states_with(states::Event::ready) & bit_of(state)) == 0) {
            return false;
        }
        return occupied_ == wanted_squares(state, p) && rested(state == states::State::setup ? set_up_ms : restored_ms);
    }

    /// Where squares are tapped: the tapped square, or TapReader::none. To be called every turn; `before` is the board
    /// of the turn before.
    [[nodiscard]] unsigned tap(states::State state, SquareSet before) noexcept {
        if (!taps_count(state) && state != states::State::resume_offer) {
            return TapReader::none;
        }
        const unsigned square = taps_.update(before, occupied_, now_);
        if (square != TapReader::none) {
            tapped_ = static_cast<std::uint8_t>(square);
            sight_.forget_changes();
        }
        return square;
    }
    /// The square that was tapped last.
    [[nodiscard]] std::uint8_t tapped() const noexcept { return tapped_; }
    /// What has changed so far is not part of a tap.
    void forget_taps() noexcept { taps_.reset(); }

    /// What pieces mean that stand still for long and are not a move: the start position in the middle of a game, both
    /// kings in the centre, or both lifted, which opens the menu on boards without a button. Reported once for each
    /// rest. What is none of these nor a move may be an earlier position of the game, and is then a takeback:
    /// `plies_since(fits)` says how many half moves ago a position `fits`; 0: none does.
    template <class PliesSince>
    [[nodiscard]] std::optional<states::Event> take_sign(states::State state, const Position& p,
                                                         PliesSince plies_since) noexcept {
        if (rest_read_ || !rested(sign_ms)) {
            return std::nullopt;
        }
        rest_read_ = true;
        return read_sign(state, p, plies_since);
    }
    /// The start position was noticed: it is not reported again until the board changes.
    void answer_start() noexcept { start_answered_ = true; }

    /// What the tracker reports, if it is new or the state is.
    [[nodiscard]] std::optional<states::Event> take_news() noexcept {
        const TrackerState& t = tracker().state();
        if (t.status != status_ || t.move != status_move_ || t.plies != status_plies_ || t.fill != status_fill_) {
            status_ = t.status;
            status_move_ = t.move;
            status_plies_ = t.plies;
            status_fill_ = t.fill;
            is_news_ = dirty_ = true;
        }
        if (!std::exchange(is_news_, false)) {
            return std::nullopt;
        }
        switch (t.status) {
        case TrackerStatus::quiet: return states::Event::quiet;
        case TrackerStatus::lifting: return states::Event::lifting;
        case TrackerStatus::settling: break;
        case TrackerStatus::move: return states::Event::moved;
        case TrackerStatus::unfinished:
        case TrackerStatus::ambiguous: return states::Event::unfinished;
        case TrackerStatus::takeback: return states::Event::taken_back;
        case TrackerStatus::wrong: return states::Event::wrong;
        }
        return std::nullopt;
    }

    // ------------------------------------------------------------------ what sensors leave open

    /// Whether what stands at rest can mean several things, so that the person must be asked: see `weigh`. `since_ms`:
    /// how long the state has lasted. `waiting`: the only move that counts, or none.
    [[nodiscard]] bool is_doubtful(states::State state, const Position& p, Move waiting,
                                   std::uint32_t since_ms) noexcept {
        const std::uint32_t rest = std::min(now_ - changed_at_, since_ms);
        return sight_.is_due(rest)  // a third of the idle loop's time otherwise goes into the wanted squares
               && sight_.weigh(state, p, occupied_ ^ wanted_squares(state, p), waiting, rest);
    }
    /// Whether hands have gone on while the question was open.
    [[nodiscard]] bool moved_on() const noexcept { return sight_.outdated() && rested(go_on_ms); }
    void ignore_square(unsigned square, bool is_ignored) noexcept {
        sight_.ignore(square, is_ignored);
        dirty_ = true;
    }

    /// The sensor test begins. With `naming`, tapped squares name one that is to be ignored or to count again; without,
    /// every square is to answer.
    void begin_test(bool naming) noexcept {
        marked_file_ = naming ? no_file : not_naming;
        crossed_ = 0;
        if (!naming) {
            sight_.forget_proven();
        }
    }
    [[nodiscard]] bool naming() const noexcept { return marked_file_ != not_naming; }
    /// In the sensor test: the board has changed from `before`. Returns true if several squares felt a piece at the
    /// very same time. A hand that places one piece does not cause that.
    [[nodiscard]] bool cross(SquareSet before) noexcept {
        const SquareSet filled = occupied_ & ~before & ~sight_.ignored();
        if (occupied_ != before) {
            crossed_ = (filled & (filled - 1)) != 0 ? filled : 0;
        }
        return occupied_ != before && crossed_ != 0;
    }
    [[nodiscard]] SquareSet crossed() const noexcept { return crossed_; }

    /// The test of the buttons begins: none has been pushed yet.
    void begin_button_test() noexcept { tried_buttons_ = new_buttons_ = 0; }
    /// The buttons pushed since then, and those held down, as bits: see Button.
    [[nodiscard]] std::uint8_t tried_buttons() const noexcept { return tried_buttons_; }
    [[nodiscard]] std::uint8_t held_buttons() const noexcept { return held_; }
    /// Whether a button has been pushed for the first time; until `note_button`.
    [[nodiscard]] bool new_button() const noexcept { return new_buttons_ != 0; }
    void note_button() noexcept { new_buttons_ = 0; }

    /// A tap in the sensor test: the first one gives the file, the second one the rank. So even a square whose sensor
    /// is silent can be named.
    void mark() noexcept {
        dirty_ = true;
        if (marked_file_ == no_file) {
            marked_file_ = tapped_ & 7u;
            return;
        }
        const unsigned square = (tapped_ & 56u) | marked_file_;
        marked_file_ = no_file;
        ignore_square(square, (sight_.marked() >> square & 1) == 0);
    }
    /// The squares that a state asks about: those of a move, or the file that was named.
    [[nodiscard]] SquareSet asked(states::State state) const noexcept {
        if (state == states::State::sensor_test) {
            return marked_file_ < no_file ? SquareSet{0x0101'0101'0101'0101} << marked_file_ : 0;
        }
        return sight_.asked_squares();
    }

    // ------------------------------------------------------------------ what the controller says

    /// Another state begins: what stands on the board is news for it, and no tap has begun.
    void begin_state() noexcept {
        rest_read_ = false;
        is_news_ = true;
        if (taps_.may_become_tap(now_)) {
            waiting_ = 0;  // they were meant for the state before; a button that led here did not wait
        }
        forget_taps();
        sight_.begin_rest();
    }
    /// Which moves count. `waiting`: the move to be made, where only that one counts.
    void count(AtWork::Moves moves, Move waiting) noexcept {
        switch (moves) {
        case AtWork::Moves::none: tracker().hold(); break;
        case AtWork::Moves::all: tracker().play(); break;
        case AtWork::Moves::waiting: (void)tracker().follow(waiting); break;
        case AtWork::Moves::as_before: break;
        }
    }
    /// From now on the players see the board the other way round.
    void rotate_board(std::uint32_t now_ms) noexcept {
        occupied_ = rotated(occupied_);
        sight_.rotate();
        tracker().update(occupied_, now_ms);
        forget_taps();
    }

private:
    /// See `take_sign`.
    template <class PliesSince>
    [[nodiscard, gnu::cold, gnu::noinline]] std::optional<states::Event> read_sign(states::State state,
                                                                                   const Position& p,
                                                                                   PliesSince plies_since) noexcept {
        if (state == states::State::setup) {
            return std::nullopt;
        }
        const SquareSet all = occupied_squares(p);
        const SquareSet kings = square_set(p.king(Color::white)) | square_set(p.king(Color::black));
        if (looks_like(start_squares) && all != start_squares && !start_answered_) {
            return states::Event::start_shown;
        }
        if (occupied_ == (all & ~kings) && (menu_states & bit_of(state)) != 0) {
            return states::Event::menu;
        }
        if ((states_with(states::Event::kings_shown) & bit_of(state)) != 0 && shown_result(occupied_, p)) {
            return states::Event::kings_shown;
        }
        const TrackerStatus status = tracker().state().status;
        if ((status == TrackerStatus::wrong || status == TrackerStatus::unfinished)
            && (states::playing_states & bit_of(state)) != 0 && !looks_like(start_squares)) {
            [[maybe_unused]] Position before;  // one half move ago
            const std::size_t plies = plies_since([&](const Position& earlier) {
                if constexpr (has_gestures) {
                    before = earlier;
                }
                return looks_like(occupied_squares(earlier));
            });
            if (plies > 2) {  // the tracker knows of the last two
                tracker().accept_takeback(static_cast<unsigned>(plies));
            } else if (has_gestures && plies == 0) {
                tracker().accept_first_of_two(before);
            }
        }
        return std::nullopt;
    }
    /// PLAY counts when it is released; held long enough, it counts as the menu button.
    [[nodiscard]] std::optional<states::Event> read_button() noexcept {
        for (const auto& [button, event] : events_of_buttons) {
            if ((pressed_ & button) != 0) {
                pressed_ = static_cast<std::uint8_t>(pressed_ & ~button);
                return event;
            }
        }
        if (!play_down_) {
            return std::nullopt;
        }
        const std::uint32_t since = now_ - play_since_;
        const bool released = (held_ & play_button) == 0;
        if (released || since >= hold_ms) {
            play_down_ = false;
            play_shown_ = 0;
            dirty_ = true;
            return released ? states::Event::play : states::Event::menu;
        }
        if (since >> 8 != play_shown_) {
            play_shown_ = static_cast<std::uint8_t>(since >> 8);
            dirty_ = true;
        }
        return std::nullopt;
    }

    struct ButtonEvent {
        Button button;
        states::Event event;
    };
    static constexpr std::array<ButtonEvent, 3> events_of_buttons{{
        {hint_button, states::Event::hint},
        {menu_button, states::Event::menu},
        {pause_button, states::Event::pause},
    }};
    /// States in which lifting both kings opens the menu. Not while pieces are set up: the kings may be the last ones.
    static constexpr states::Set menu_states =
        set_of(states::State::person_to_move, states::State::engine_thinking, states::State::move_to_make,
               states::State::remote_to_move, states::State::correcting, states::State::unfinished, states::State::hint,
               states::State::analysis, states::State::paused, states::State::game_over);

    /// States in which squares are tapped, some of them repeatedly.
    static constexpr states::Set tap_states =
        set_of(states::State::menu, states::State::exercises, states::State::question, states::State::promotion_choice,
               states::State::position_set_up, states::State::sensor_test);
    [[nodiscard]] bool taps_count(states::State state) const noexcept {
        return (tap_states & bit_of(state)) != 0 && (state != states::State::sensor_test || naming());
    }
    /// Ignored squares that are still listened to, so that a person can take back a mark on a square that works.
    [[nodiscard]] SquareSet heard_though_marked(states::State state) const noexcept {
        const SquareSet heard = state == states::State::menu          ? SquareSet{1} << mark_square
                                : state == states::State::sensor_test ? ~SquareSet{0}
                                                                      : 0;
        return heard & ~sight_.flickering();
    }
    static constexpr std::uint32_t go_on_ms = 1000;
    static constexpr std::uint8_t no_file = 8, not_naming = 9;

    // The sight comes last: short instructions reach only near members.
    bool seen_ = false;
    bool dirty_ = false;
    bool is_news_ = true;
    bool start_answered_ = false;  ///< the board shows the start position, and that was reported
    bool rest_read_ = false;
    bool play_down_ = false;
    std::uint8_t play_shown_ = 0;
    std::uint8_t held_ = 0;
    std::uint8_t pressed_ = 0;  ///< not yet read
    std::uint8_t tapped_ = 0;
    std::uint8_t tried_buttons_ = 0, new_buttons_ = 0;  ///< in the test of the buttons
    std::uint8_t marked_file_ = not_naming;
    std::uint8_t status_plies_ = 0;  ///< this and the three `status_...` members: what the tracker last reported
    TrackerStatus status_ = TrackerStatus::settling;
    Move status_move_{};
    std::uint32_t now_ = 0;
    std::uint32_t changed_at_ = 0;
    std::uint32_t play_since_ = 0;
    TapReader taps_{};
    std::uint8_t waiting_ = 0;              ///< the number of buttons' events that wait for a tap
    std::array<states::Event, 4> waits_{};  ///< the events; a hand presses no more in that time
    SquareSet occupied_ = 0;
    SquareSet status_fill_ = 0;
    SquareSet crossed_ = 0;
    Sight sight_{};
};

}  // namespace stackmate::firmware

// The game controller as a table: what each event means in each state. Pure data, no device, no game; the tests check
// it row by row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#ifndef STACKMATE_EXERCISES
#define STACKMATE_EXERCISES 0
#endif

namespace stackmate::firmware::states {

enum class State : std::uint8_t {
    setup,             ///< the pieces are to be set up for a new game
    comparing,         ///< there is a saved game: do the pieces stand as it has them?
    resume_offer,      ///< they do not: should it continue?
    restoring,         ///< the pieces are to be put back to the game's position
    person_to_move,    ///< a person moves
    promotion_choice,  ///< a person's pawn stands on the last rank, and its piece is to be chosen
    engine_thinking,   ///< the engine searches for its move
    move_to_make,      ///< the engine's or the PC's move waits to be made on the board
    remote_to_move,    ///< a PC is to send a move
    correcting,        ///< what stands on the board is not a legal move
    unfinished,        ///< a move or takeback lacks something, or could be one of several
    hint,              ///< a person moves, and the engine searches for advice
    analysis,          ///< both sides are moved by hand, and the engine shows what it thinks
    paused,
    menu,             ///< squares are a menu
    exercises,        ///< squares are a menu of exercises
    question,         ///< yes or no
    position_set_up,  ///< pieces are put on the board kind by kind
    sensor_test,      ///< squares are touched, and answer; or a square is named that is to be ignored
    led_test,         ///< all squares show one colour
    button_test,      ///< buttons are pushed, and answer
    store_test,       ///< the store is written and read back
    game_over,
    review,  ///< the moves that have lost most in a finished game are shown; only where there are exercises
    // Not states, but what a row may have in place of the next one.
    required,  ///< the one of the game itself: see firmware/game/facts.hpp
    same,      ///< the one in which the event has come
};
inline constexpr std::size_t state_count = STACKMATE_EXERCISES != 0 ? 24 : 23;

constexpr std::string_view to_text(State state) {
    constexpr std::string_view names[] = {
        "setup",           "comparing",    "resume_offer",   "restoring",  "person_to_move", "promotion_choice",
        "engine_thinking", "move_to_make", "remote_to_move", "correcting", "unfinished",     "hint",
        "analysis",        "paused",       "menu",           "exercises",  "question",       "position_set_up",
        "sensor_test",     "led_test",     "button_test",    "store_test", "game_over",
#if STACKMATE_EXERCISES
        "review",
#endif
        "required",
    };
    static_assert(sizeof names / sizeof names[0] == state_count + 1);
    return static_cast<std::size_t>(state) <= state_count ? names[static_cast<std::size_t>(state)] : "unknown";
}

enum class Event : std::uint8_t {
    // Buttons, and squares of the menu that do the same.
    play,
    menu,
    hint,
    pause,
    // Squares tapped.
    yes,
    no,
    tap,  ///< any other square with a meaning in this state
    // Squares of the menu.
    swap_sides,
    take_back,
    analysis,
    draw,
    resign,
    new_game,
    set_up,
    sensors,
    exercises,
    // The board compared with the game.
    quiet,       ///< the pieces stand as the game has them
    lifting,     ///< pieces are in the air
    moved,       ///< a legal move has been made
    taken_back,  ///< the pieces have been put back, or have completed a move whose beginning was taken for one
    unfinished,
    wrong,
    ready,        ///< the pieces stand as they should, and have come to rest
    start_shown,  ///< the pieces stand in the start position, but the game does not
    kings_shown,  ///< both kings stand in the centre and tell how the game has ended: see `shown_result`
    doubtful,     ///< a sensor may be wrong, or a move may have been left half way: see firmware/squares/explain.hpp
    // The engine, the PC and the store.
    answer,        ///< the engine has answered
    remote,        ///< the PC has given a move
    stored,        ///< what was written can be read
    store_failed,  ///< it cannot be read
    // Time.
    flag,     ///< the mover's time has run out
    timeout,  ///< the state has lasted as long as it may
};
inline constexpr std::size_t event_count = 32;

constexpr std::string_view to_text(Event event) {
    constexpr std::string_view names[] = {
        "play",        "menu",     "hint",   "pause",      "yes",        "no",           "tap",     "swap_sides",
        "take_back",   "analysis", "draw",   "resign",     "new_game",   "set_up",       "sensors", "exercises",
        "quiet",       "lifting",  "moved",  "taken_back", "unfinished", "wrong",        "ready",   "start_shown",
        "kings_shown", "doubtful", "answer", "remote",     "stored",     "store_failed", "flag",    "timeout",
    };
    static_assert(sizeof names / sizeof names[0] == event_count);
    return static_cast<std::size_t>(event) < event_count ? names[static_cast<std::size_t>(event)] : "unknown";
}

/// When a row applies.
enum class Guard : std::uint8_t {
    always,
    promotes,        ///< the move made is a person's pawn reaching the last rank
    many_changed,    ///< three or more squares differ from the position: somebody clears the board; not if the kings
                     ///< tell the result
    side_asked,      ///< position set-up has reached the side to move
    no_hint_yet,     ///< no hint has been given in this position
    has_moves,       ///< there is a move of the person's to take back
    for_a_move,      ///< the engine's answer is its move, not advice
    nothing_played,  ///< the game has no moves yet or is an exercise: nothing is lost with it
    hint_possible,   ///< a person is to move
    pieces_asked,    ///< the question came from pieces on the board; putting the game's pieces back means no
    seen_reversed,   ///< they show the game's first move as it is seen from the other side of the board
    reversed_asked,  ///< the question came from that
    game_on,         ///< there is a game, it is not over, and it does not wait to be resumed
    setting_up,      ///< a position is being set up
    more_doubts,     ///< the question is what hands have done, and there is another explanation
    naming,          ///< squares are tapped to name one that is ignored or counts again
    more_colours,    ///< some of the test's colours have not been shown yet
    as_begun,        ///< the pieces stand in the start position
    seen_whole,      ///< no ignored square is part of what is taken back
    practising,      ///< an exercise is under way
    blundered,       ///< the coach holds a person's move for a blunder, and the person has not stood by it
    engines_move,  ///< the move that waits is the engine's, and has been shown for a second: PLAY was not meant to hurry it
    chooses,       ///< the person is to make another move for the engine
    new_button,  ///< the button has not been pushed before in this test
#if STACKMATE_EXERCISES
    more_moments,  ///< the review has another move to show
#endif
};

enum class Action : std::uint8_t {
    none,
    begin_game,         ///< a new game from the start position
    restored,           ///< the board shows the game's position again
    accept_move,        ///< the move on the board is played
    ask_promotion,      ///< the choice is lit
    choose_promotion,   ///< the piece of the tapped square
    default_promotion,  ///< a queen
    take_back,  ///< as many plies as the tracker names; if they were the beginning of another move, that is then made
    take_back_own,  ///< the person's last move and what followed it, to be restored on the board
    ask_pieces,     ///< the pieces are to be put back to the game's position
    move_now,       ///< the engine must answer with what it has
    let_choose,     ///< the person chooses the engine's move
    give_back,      ///< the engine's own move counts again
    take_answer,    ///< the engine's answer waits to be made on the board
    take_hint,
    toggle_analysis,
    toggle_pause,
    menu_tap,  ///< changes a setting
    swap_sides,
    ask_draw,
    ask_resign,
    ask_new_game,
    ask_blunder,   ///< asks whether the move stands
    ask_reversed,  ///< asks whether the board lies the other way round
    ask_doubt,     ///< asks whether this is what hands have done
    grant,         ///< the question's yes
    refuse,        ///< the question's no
    ask_resume,    ///< asks whether the saved game continues
    resume,        ///< it continues
    flag,
    end_as_shown,  ///< the game ends as the kings tell
    begin_set_up,
    end_set_up,  ///< what has been set up is discarded
    next_kind,
    choose_side,
    finish_set_up,
    seek_exercise,  ///< one of the kind that was chosen; in an exercise the next one
    new_set_up,     ///< the lights ask for the start position
    tell_wrong,
    tell_unfinished,
    test_squares,
    test_leds,
    next_colour,
    test_buttons,
    note_button,
    test_store,
    tell_stored,
    tell_store_failed,
#if STACKMATE_EXERCISES
    next_moment,  ///< of the review
#endif
};

/// Sets of states and of events, one bit for each.
using Set = std::uint32_t;
constexpr Set bit_of(State state) { return Set{1} << static_cast<unsigned>(state); }
constexpr Set bit_of(Event event) { return Set{1} << static_cast<unsigned>(event); }
template <class... Members>
constexpr Set set_of(Members... members) {
    return (bit_of(members) | ...);
}
inline constexpr Set all_states = (Set{1} << state_count) - 1;
/// The states in which squares are a menu.
inline constexpr Set menus = set_of(State::menu, State::exercises);
/// The states of the self-test.
inline constexpr Set test_states = set_of(State::sensor_test, State::led_test, State::button_test, State::store_test);
/// The states in which a person can make a move of their own.
inline constexpr Set person_states =
    set_of(State::person_to_move, State::correcting, State::unfinished, State::hint, State::analysis);
/// The states of a game that is played, but for the choice of a promotion.
inline constexpr Set playing_states =
    person_states | set_of(State::engine_thinking, State::move_to_make, State::remote_to_move);

struct Row {
    Set states;
    Event event;
    Guard guard;
    Action action;
    State next;  ///< `required`: that of the game itself; `same`: it stays
};

/// Event by event, in the order of `Event`. In a state the first row applies whose guard holds and whose action hands
/// may do (firmware/game/seats.hpp). An event without a row is ignored; `ignored` says why.
inline constexpr auto rows = [] {
    using S = State;
    using E = Event;
    using G = Guard;
    using A = Action;
    constexpr auto in = [](auto... states) { return set_of(states...); };
    return std::to_array<Row>({
        {in(S::setup), E::play, G::as_begun, A::begin_game, S::required},
        {in(S::resume_offer), E::play, G::always, A::resume, S::required},
        {in(S::person_to_move), E::play, G::chooses, A::give_back, S::required},
        {in(S::person_to_move), E::play, G::no_hint_yet, A::none, S::hint},
        {in(S::promotion_choice), E::play, G::always, A::default_promotion, S::required},
        {in(S::engine_thinking, S::hint), E::play, G::always, A::move_now, S::same},
        {in(S::move_to_make), E::play, G::engines_move, A::let_choose, S::required},
        {in(S::analysis), E::play, G::always, A::toggle_analysis, S::required},
        {in(S::paused), E::play, G::always, A::toggle_pause, S::required},
        {in(S::sensor_test), E::play, G::naming, A::none, S::required},
        {in(S::sensor_test), E::play, G::always, A::test_leds, S::led_test},
        {in(S::led_test), E::play, G::more_colours, A::next_colour, S::same},
        {in(S::led_test), E::play, G::always, A::test_buttons, S::button_test},
        // Every button is tested, including PLAY and MENU. Pushed a second time, they act as usual.
        {in(S::button_test), E::play, G::new_button, A::note_button, S::same},
        {in(S::button_test), E::play, G::always, A::test_store, S::store_test},
#if STACKMATE_EXERCISES
        {in(S::review), E::play, G::more_moments, A::next_moment, S::same},
#endif
        {in(S::menu, S::exercises, S::store_test, S::review), E::play, G::always, A::none, S::required},
        {in(S::question), E::play, G::always, A::grant, S::required},
        {in(S::position_set_up), E::play, G::side_asked, A::finish_set_up, S::required},
        {in(S::position_set_up), E::play, G::always, A::next_kind, S::same},
        {in(S::game_over), E::play, G::practising, A::seek_exercise, S::same},
        {in(S::game_over), E::play, G::always, A::new_set_up, S::setup},

        {playing_states
             | in(S::setup, S::resume_offer, S::restoring, S::paused, S::position_set_up, S::game_over, S::review),
         E::menu, G::always, A::none, S::menu},
        {in(S::button_test), E::menu, G::new_button, A::note_button, S::same},
        {test_states | in(S::menu, S::exercises), E::menu, G::always, A::none, S::required},
        {in(S::question), E::menu, G::more_doubts, A::refuse, S::same},
        {in(S::question), E::menu, G::reversed_asked, A::tell_wrong, S::correcting},
        {in(S::question), E::menu, G::always, A::refuse, S::required},

        {in(S::person_to_move), E::hint, G::always, A::none, S::hint},
        {in(S::menu), E::hint, G::hint_possible, A::none, S::hint},
        {in(S::button_test), E::hint, G::always, A::note_button, S::same},

        {playing_states | in(S::paused), E::pause, G::always, A::toggle_pause, S::required},
        {in(S::menu), E::pause, G::game_on, A::toggle_pause, S::required},
        {in(S::button_test), E::pause, G::always, A::note_button, S::same},

        {in(S::resume_offer), E::yes, G::always, A::resume, S::required},
        {in(S::question), E::yes, G::always, A::grant, S::required},
        {in(S::question), E::no, G::more_doubts, A::refuse, S::same},
        {in(S::question), E::no, G::reversed_asked, A::tell_wrong, S::correcting},
        {in(S::question), E::no, G::always, A::refuse, S::required},

        {in(S::promotion_choice), E::tap, G::always, A::choose_promotion, S::required},
        {in(S::menu), E::tap, G::always, A::menu_tap, S::same},
        {in(S::exercises), E::tap, G::nothing_played, A::seek_exercise, S::same},
        {in(S::exercises), E::tap, G::always, A::ask_new_game, S::question},
        {in(S::position_set_up), E::tap, G::side_asked, A::choose_side, S::same},

        {in(S::menu), E::swap_sides, G::always, A::swap_sides, S::required},
        {in(S::menu), E::take_back, G::has_moves, A::take_back_own, S::required},
        {in(S::menu), E::analysis, G::game_on, A::toggle_analysis, S::required},
        {in(S::menu), E::draw, G::game_on, A::ask_draw, S::question},
        {in(S::menu), E::resign, G::game_on, A::ask_resign, S::question},
        // A saved game is not given up without a question, by the menu, the start position or a command.
        {in(S::menu, S::exercises), E::new_game, G::nothing_played, A::new_set_up, S::setup},
        {in(S::menu, S::exercises, S::comparing, S::resume_offer), E::new_game, G::always, A::ask_new_game,
         S::question},
        {in(S::menu), E::set_up, G::setting_up, A::end_set_up, S::required},
        {in(S::menu), E::set_up, G::always, A::begin_set_up, S::required},
        {in(S::menu), E::sensors, G::always, A::test_squares, S::sensor_test},
        {in(S::menu), E::exercises, G::always, A::none, S::exercises},

        {in(S::promotion_choice, S::correcting, S::unfinished), E::quiet, G::always, A::none, S::required},
        {in(S::question), E::quiet, G::pieces_asked, A::none, S::required},

        {in(S::correcting, S::unfinished), E::lifting, G::always, A::none, S::required},

        {person_states, E::moved, G::promotes, A::ask_promotion, S::promotion_choice},
        {person_states | in(S::move_to_make), E::moved, G::always, A::accept_move, S::required},

        {playing_states, E::taken_back, G::always, A::take_back, S::required},
        {playing_states, E::taken_back, G::always, A::ask_pieces, S::required},
        {in(S::question), E::taken_back, G::blundered, A::take_back, S::required},
        // A game of a move or two has ended, and its pieces are set up for the next one: that is not a takeback.
        {in(S::game_over), E::taken_back, G::as_begun, A::begin_game, S::required},
        {in(S::game_over), E::taken_back, G::seen_whole, A::take_back, S::required},

        {in(S::person_to_move, S::move_to_make, S::correcting, S::hint), E::unfinished, G::always, A::tell_unfinished,
         S::unfinished},

        {in(S::person_to_move, S::move_to_make, S::hint), E::wrong, G::seen_reversed, A::ask_reversed, S::question},
        {in(S::person_to_move, S::move_to_make, S::unfinished, S::hint), E::wrong, G::always, A::tell_wrong,
         S::correcting},
        {in(S::game_over), E::wrong, G::many_changed, A::new_set_up, S::setup},

        {in(S::setup), E::ready, G::always, A::begin_game, S::required},
        {in(S::comparing, S::resume_offer), E::ready, G::always, A::resume, S::required},
        {in(S::restoring), E::ready, G::always, A::restored, S::required},

        {in(S::restoring, S::person_to_move, S::engine_thinking, S::correcting, S::unfinished, S::hint), E::start_shown,
         G::nothing_played, A::begin_game, S::required},
        {playing_states | in(S::comparing, S::resume_offer, S::restoring), E::start_shown, G::always, A::ask_new_game,
         S::question},
        {in(S::game_over, S::review), E::start_shown, G::always, A::begin_game, S::required},

        {playing_states & ~in(S::analysis), E::kings_shown, G::always, A::end_as_shown, S::required},

        {playing_states & ~in(S::hint), E::doubtful, G::always, A::ask_doubt, S::question},

        {in(S::engine_thinking), E::answer, G::blundered, A::ask_blunder, S::question},
        {in(S::engine_thinking), E::answer, G::always, A::take_answer, S::required},
        {in(S::hint), E::answer, G::always, A::take_hint, S::required},
        {test_states | in(S::menu, S::exercises, S::question), E::answer, G::for_a_move, A::take_answer, S::same},
        {test_states | in(S::menu, S::exercises, S::question, S::analysis), E::answer, G::always, A::take_hint,
         S::same},

        {in(S::move_to_make, S::remote_to_move, S::correcting, S::unfinished), E::remote, G::always, A::none,
         S::required},

        {in(S::store_test), E::stored, G::always, A::tell_stored, S::same},
        {in(S::store_test), E::store_failed, G::always, A::tell_store_failed, S::same},

        {test_states
             | in(S::person_to_move, S::promotion_choice, S::engine_thinking, S::correcting, S::unfinished, S::hint,
                  S::menu, S::exercises, S::question),
         E::flag, G::always, A::flag, S::required},

        {in(S::comparing), E::timeout, G::always, A::ask_resume, S::resume_offer},
        {in(S::promotion_choice), E::timeout, G::always, A::default_promotion, S::required},
        // In a question: hands have gone on.
        {test_states | in(S::menu, S::exercises, S::question), E::timeout, G::always, A::none, S::required},
    });
}();

/// The states in which an event can come at all; the rest of the program ensures it.
constexpr Set states_with(Event event) {
    using S = State;
    switch (event) {
    case Event::yes:
    case Event::no: return set_of(S::resume_offer, S::question);
    case Event::tap: return set_of(S::promotion_choice, S::menu, S::exercises, S::position_set_up);
    case Event::swap_sides:
    case Event::take_back:
    case Event::analysis:
    case Event::draw:
    case Event::resign:
    case Event::set_up:
    case Event::sensors:
    case Event::exercises: return set_of(S::menu);
    case Event::new_game: return set_of(S::menu, S::exercises, S::comparing, S::resume_offer);
    case Event::ready: return set_of(S::setup, S::comparing, S::resume_offer, S::restoring);
    case Event::kings_shown: return playing_states & ~set_of(S::analysis);
    case Event::doubtful:
        return set_of(S::person_to_move, S::engine_thinking, S::move_to_make, S::remote_to_move, S::correcting,
                      S::unfinished, S::analysis);
    case Event::answer:
        return set_of(S::engine_thinking, S::hint, S::analysis, S::menu, S::exercises, S::question) | test_states;
    case Event::remote: return all_states & ~set_of(S::setup, S::comparing, S::resume_offer, S::game_over, S::review);
    case Event::stored:
    case Event::store_failed: return set_of(S::store_test);
    case Event::flag:
        return set_of(S::person_to_move, S::promotion_choice, S::engine_thinking, S::correcting, S::unfinished, S::hint,
                      S::menu, S::exercises, S::question)
               | test_states;
    case Event::timeout:
        return set_of(S::comparing, S::promotion_choice, S::menu, S::exercises, S::question) | test_states;
    default: return all_states;
    }
}

struct Ignored {
    Set states;
    Set events;
    std::string_view why;
};

/// Events that can come but must change nothing, and why.
inline constexpr auto ignored = [] {
    using S = State;
    using E = Event;
    constexpr auto in = [](auto... states) { return set_of(states...); };
    constexpr Set hands = set_of(E::quiet, E::lifting, E::moved, E::taken_back, E::unfinished, E::wrong);
    constexpr Set keys = set_of(E::play, E::hint, E::pause);
    return std::to_array<Ignored>({
        {in(S::setup), hands | set_of(E::hint, E::pause), "there is no game yet"},
        {in(S::setup), set_of(E::start_shown), "ready says the same"},
        {in(S::comparing), hands | keys | set_of(E::menu), "it goes on or is asked in a moment"},
        {in(S::resume_offer), hands, "pieces may be put right before the answer"},
        {in(S::resume_offer), set_of(E::hint, E::pause), "the question comes first"},
        {in(S::resume_offer), set_of(E::no), "a piece that is put straight is tapped as well"},
        {in(S::restoring), hands, "moves count only from the game's position on"},
        {in(S::restoring), keys | set_of(E::remote), "the pieces come first; a remote move waits"},
        {in(S::person_to_move, S::move_to_make), set_of(E::quiet, E::lifting), "this is how a move begins"},
        {in(S::person_to_move, S::engine_thinking, S::hint, S::analysis), set_of(E::remote),
         "refused before: it is not the PC's turn"},
        {in(S::promotion_choice), set_of(E::hint, E::menu, E::pause, E::start_shown, E::remote),
         "the choice comes first"},
        {in(S::promotion_choice), set_of(E::lifting, E::moved, E::taken_back, E::unfinished, E::wrong),
         "pieces are exchanged and squares tapped"},
        {in(S::engine_thinking), set_of(E::hint), "it thinks already"},
        {in(S::engine_thinking), set_of(E::quiet, E::lifting, E::moved, E::unfinished, E::wrong),
         "the lights show what is wrong; it thinks on"},
        {in(S::move_to_make), set_of(E::hint), "the move is shown already"},
        {in(S::remote_to_move), set_of(E::play, E::hint), "the PC plays"},
        {in(S::remote_to_move), set_of(E::quiet, E::lifting, E::moved, E::unfinished, E::wrong),
         "the lights show what is wrong; the PC's move may come"},
        {in(S::correcting, S::unfinished), set_of(E::play, E::hint), "the pieces come first"},
        {in(S::correcting), set_of(E::wrong), "it is shown already"},
        {in(S::unfinished), set_of(E::unfinished), "it is shown already"},
        {in(S::hint), set_of(E::hint), "it is looking for one"},
        {in(S::hint), set_of(E::quiet, E::lifting), "the person may go on"},
        {in(S::analysis), set_of(E::hint), "the best move is shown"},
        {in(S::analysis), set_of(E::quiet, E::lifting, E::unfinished, E::wrong), "the lights show what is wrong"},
        {in(S::paused), hands | set_of(E::hint), "nothing counts"},
        {in(S::paused), set_of(E::start_shown), "a pause lasts until it is ended"},
        {in(S::paused, S::position_set_up), set_of(E::remote), "the move waits"},
        {in(S::menu, S::exercises), hands, "squares are tapped"},
        {in(S::menu, S::exercises), set_of(E::start_shown, E::remote), "the menu is closed first"},
        {in(S::exercises), set_of(E::hint, E::pause), "the menu is closed first"},
        {in(S::question), set_of(E::lifting, E::moved, E::unfinished, E::wrong), "squares are tapped"},
        {in(S::question), set_of(E::hint, E::pause, E::start_shown, E::remote), "the question comes first"},
        {in(S::position_set_up), hands, "every piece counts as one that is set up"},
        {in(S::position_set_up), set_of(E::hint, E::pause), "there is no game yet"},
        {in(S::position_set_up), set_of(E::start_shown), "it may be a part of the position"},
        {test_states, hands | set_of(E::start_shown, E::remote), "parts of the board are tried"},
        {test_states & ~in(S::button_test), set_of(E::hint, E::pause), "only the test of the buttons takes them"},
        {in(S::game_over), set_of(E::hint, E::pause), "there is nothing to play"},
        {in(S::review), hands | set_of(E::hint, E::pause), "the pieces are put back to earlier positions"},
        {in(S::game_over), set_of(E::quiet, E::lifting, E::moved, E::unfinished), "moves count no more"},
    });
}();

}  // namespace stackmate::firmware::states

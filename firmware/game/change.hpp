// What has happened on a chess board, and the words for it. Plain values.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/game/types.hpp"

#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

/// What a person should be told; the lights show it as well.
enum class Notice : std::uint8_t {
    none,
    engine_plays,      ///< `move` is the engine's, or the PC's, and waits to be made on the board
    hint,              ///< `move` is advised
    illegal,           ///< what stands on the board is not a legal move
    unfinished,        ///< a move is not complete
    ambiguous,         ///< lift the piece once more and put it down again
    draw_claimable,    ///< the side to move may claim a draw
    draw_refused,      ///< the engine plays on
    promotion_choice,  ///< choose the piece
    set_up_refused,    ///< the position set up is invalid: `fen_error` says why
    record_full,       ///< no more moves can be recorded: the game stays as it is
    offered,           ///< a saved game is offered: the pieces stand differently
    paused,
    resumed,
    square,            ///< the verdict on `square` has changed: see `verdict`
    doubtful,          ///< a sensor may be wrong: was this `move` made? None: was the last one taken back?
    blunder,           ///< `move` loses much: does it stand?
    reversed_asked,    ///< does the board lie the other way round?
    exercise_win,      ///< White is to win
    exercise_hold,     ///< White is to draw
    exercise_puzzle,   ///< the best moves are to be found
    exercise_mistake,  ///< a better move than the person's own in an earlier game is to be found
#if STACKMATE_EXERCISES
    exercise_openings,  ///< moves of the opening book are to be found
#endif
    no_exercise,     ///< there is none of the kind that was chosen
    new_game_asked,  ///< should this game be given up?
    test_squares,    ///< this and the next five: the parts of the self-test and their results
    test_crossed,    ///< two squares have felt a piece at the same time
    test_leds,
    test_buttons,
    test_stored,
    test_store_failed,
    few_left,  ///< the record takes only Controller::few_half_moves more half moves
    chess960,  ///< the pieces of a start position of Chess960 are to be set up; its words are the controller's
    review,    ///< a move that has lost much is shown, or none has; likewise
};
inline constexpr unsigned notice_count = has_exercises ? 32 : 31;  ///< those before `chess960`

/// A sentence without a full stop.
constexpr std::string_view to_text(Notice notice) {
    constexpr std::string_view texts[] = {
        "nothing",
        "waiting for the move to be made on the board",
        "hint",
        "this is not a legal move: put it right as the lights show",
        "the move is not complete: the lights show what is missing",
        "lift the piece that has moved and put it down once more",
        "the side to move may claim a draw",
        "the draw is refused",
        "choose what the pawn becomes",
        "this position cannot be played",
        "the record is full: the game cannot go on",
        "a saved game is offered: PLAY goes on with it; the start position or the menu asks for a new one",
        "paused",
        "the game goes on",
        "square ",
        "a square says nothing; is this what was done",
        has_coach ? "a blunder? PLAY or a tap on d4: it stands; the piece put back, or a tap on d5: it is taken back"
                  : "",
        has_gestures ? "does the board lie the other way round? PLAY or a tap on d4 or e4: yes; PLAY held or the piece "
                       "put back: no"
                     : "",
        has_exercises ? "exercise: White wins" : "",
        has_exercises ? "exercise: White holds the draw" : "",
        has_exercises ? "exercise: find the best moves" : "",
        has_exercises ? "exercise: find a better move than in your game" : "",
#if STACKMATE_EXERCISES
        "exercise: find the moves of the opening book",
#endif
        has_exercises ? "exercise: no position of this kind is kept yet" : "",
        "give up this game for a new one? PLAY or a tap on d4: yes; PLAY held or a tap on d5: no",
        "self-test: touch every square with a piece; what stays lit has not answered; PLAY goes on",
        "self-test: two squares felt a piece at once; if one was touched, the other reads wrong",
        "self-test: all squares shine red, then green, then blue; PLAY goes on",
        "self-test: push every button; a square of rank 3 shines for each; PLAY once more goes on",
        "self-test: the store has kept what was written; PLAY ends the test",
        "self-test: the store does not keep what is written; PLAY ends the test",
        "the record takes forty half moves more, then the game cannot go on",
    };
    static_assert(sizeof texts / sizeof texts[0] == notice_count);
    return static_cast<unsigned>(notice) < notice_count ? texts[static_cast<unsigned>(notice)] : "unknown";
}

/// What is known about a square's sensor.
enum class SquareVerdict : std::uint8_t {
    believed,
    dead,      ///< reports empty where a piece stands
    stuck,     ///< reports occupied where none stands
    flickers,  ///< changes without rest
    marked,    ///< a person has said that it does not count
};
inline constexpr unsigned square_verdict_count = 5;

/// Follows a square's name; without a full stop.
constexpr std::string_view to_text(SquareVerdict verdict) {
    constexpr std::string_view texts[] = {
        "counts again",
        "seems dead: it is left out of account",
        "seems stuck: it is left out of account",
        "flickers: it is left out of account",
        "is left out of account",
    };
    static_assert(sizeof texts / sizeof texts[0] == square_verdict_count);
    return static_cast<unsigned>(verdict) < square_verdict_count ? texts[static_cast<unsigned>(verdict)] : "unknown";
}

/// A square, 0 a1 to 63 h8, and its verdict; 64: none.
struct SquareNews {
    std::uint8_t square = 64;
    SquareVerdict verdict = SquareVerdict::believed;
};

/// Something that has happened. Store, line, hosts, screen and sound listen to it, each in a file of its own; the list is
/// Table::tell (firmware/table/table.hpp).
struct Change {
    enum class Kind : std::uint8_t {
        none,
        settings,    ///< `settings()` have changed since the last report, or what is practised
        left,        ///< a person has left the game that a host followed; the claim is gone
        abandoned,   ///< the game before the `new_game` that follows was given up unfinished
        new_game,    ///< from `record().start()`; no moves yet
        taken_back,  ///< the last `plies` half moves that were reported
        move,        ///< half move number `ply` (from 1) of the record
        result,      ///< the game is over; Ending::none: it continues (after a takeback)
        terms,       ///< `terms()` of the game have changed
        notice,      ///< nothing to store; only the latest is kept
    };
    Kind kind = Kind::none;
    Notice notice = Notice::none;
    GameResult result{};
    FenError fen_error = FenError::none;
    std::uint16_t ply = 0;
    std::uint16_t plies = 0;
    Move move{};
    Color mover{};  ///< of a move
    SquareNews square{};
};

}  // namespace stackmate::firmware

// The values that the parts of a chess board exchange: settings, results, orders for the engine, what has happened.
// Plain values; no device and no engine is named here.
#pragma once

#include "core/engine/limits.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/game/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

/// How a game ended.
enum class Ending : std::uint8_t {
    none,  ///< it goes on
    checkmate,
    resignation,
    time,  ///< the loser's clock ran out
    stalemate,
    repetition,  ///< claimed after three times; automatic after five
    fifty_moves,
    seventy_five_moves,
    insufficient_material,
    agreement,
    time_without_force,  ///< a clock ran out, and the other side could not mate: a draw (FIDE 6.9)
    abandoned,           ///< given up unfinished for another game
    record_full,         ///< no more half moves can be recorded; neither won nor drawn
    solved,              ///< an exercise; `winner`: what it was about
};
inline constexpr unsigned ending_count = 14;

enum class Winner : std::uint8_t { nobody, white, black };
constexpr Winner winner_of(Color side) { return side == Color::white ? Winner::white : Winner::black; }

struct GameResult {
    Ending ending = Ending::none;
    Winner winner = Winner::nobody;

    constexpr explicit operator bool() const { return ending != Ending::none; }
    friend constexpr bool operator==(const GameResult&, const GameResult&) = default;
};
static_assert(sizeof(GameResult) == 2, "stored as it is");

/// A few words without a full stop.
constexpr std::string_view to_text(Ending ending) {
    switch (ending) {
    case Ending::none: return "the game goes on";
    case Ending::checkmate: return "checkmate";
    case Ending::resignation: return "resigned";
    case Ending::time: return "time is up";
    case Ending::stalemate: return "stalemate";
    case Ending::repetition: return "draw by repetition";
    case Ending::fifty_moves: return "draw by fifty moves";
    case Ending::seventy_five_moves: return "draw by seventy-five moves";
    case Ending::insufficient_material: return "draw: neither side can mate";
    case Ending::agreement: return "draw agreed";
    case Ending::time_without_force: return "draw: time is up, and the other side cannot mate";
    case Ending::abandoned: return "abandoned";
    case Ending::record_full: return "unfinished: the record is full";
    case Ending::solved: return "solved";
    }
    return "unknown";
}

/// As PGN writes it: 1-0, 0-1, 1/2-1/2, *.
constexpr std::string_view pgn_result(GameResult result) {
    if (result.ending == Ending::none || result.ending == Ending::abandoned || result.ending == Ending::record_full
        || result.ending == Ending::solved)
        return "*";
    switch (result.winner) {
    case Winner::white: return "1-0";
    case Winner::black: return "0-1";
    case Winner::nobody: return "1/2-1/2";
    }
    return "*";
}

/// What a search is for.
enum class Purpose : std::uint8_t {
    move,      ///< the engine's own move: `settings().level` says how it plays
    hint,      ///< advice to a person: full strength
    analysis,  ///< until stopped or cancelled: full strength; its candidates are shown
    grade,     ///< what a person's move is worth: full strength
};

/// What the engine is to do now.
struct EngineOrder {
    enum class Kind : std::uint8_t {
        none,
        think,   ///< search `record().position()`; a search for the board that still runs is cancelled first
        stop,    ///< answer now: `engine_answer` must follow
        cancel,  ///< stop searching, and do not answer
    };
    Kind kind = Kind::none;
    Purpose purpose = Purpose::move;
    Move only{};      ///< think: the only move to be searched; none: as the level has it
    Limits limits{};  ///< think: ready for Engine::go
};

/// Why a request from the serial line was refused; nothing has changed in that case.
enum class [[nodiscard]] Refusal : std::uint8_t {
    none,
    bad_position,  ///< `set_game`: the FEN is refused
    illegal_move,
    not_its_turn,     ///< the side to move is not played from the serial line, or its move is already waiting
    game_over,        ///< or there is no game
    nothing_to_undo,  ///< `take_back`
    record_full,
    followed,  ///< a host follows the game, and only the host may do this
    no_claim,  ///< `claim_draw`: no draw can be claimed, and the other side does not agree
    asked,     ///< a saved game would be lost: the lights ask; a second request does it
    busy,      ///< the squares ask something that comes first
    bad_setting,
    club,  ///< a game of a club goes on without it
};
constexpr std::string_view to_text(Refusal error) {
    switch (error) {
    case Refusal::none: return "no error";
    case Refusal::bad_position: return "this position cannot be played";
    case Refusal::illegal_move: return "this move is not legal";
    case Refusal::not_its_turn: return "this side's moves are not given here";
    case Refusal::game_over: return "there is no game that goes on";
    case Refusal::nothing_to_undo: return "there is no move to take back";
    case Refusal::record_full: return "the record of the game is full";
    case Refusal::followed: return "a program follows this game";
    case Refusal::no_claim: return "there is no draw to claim";
    case Refusal::asked: return "the saved game would be lost: say it again, or answer at the board";
    case Refusal::busy: return "the board asks something: that comes first";
    case Refusal::bad_setting: return "there is no such setting";
    case Refusal::club:
#if STACKMATE_EXERCISES
        return "a club game has no takebacks: board club off";
#else
        break;
#endif
    }
    return "unknown error";
}

/// What a move of an exercise has done.
enum class Verdict : std::uint8_t { goes_on, wrong, solved };

/// What the lights show about the record and the store.
enum class StoreLight : std::uint8_t {
    none,
    few_left,  ///< only a few more half moves can be recorded or stored
    unsaved,   ///< the game being played is not stored
};

/// The buttons of a chess board, by index and as bits of `held` and `pressed`.
enum Button : std::uint8_t { play_button = 1, hint_button = 2, menu_button = 4, pause_button = 8 };

}  // namespace stackmate::firmware

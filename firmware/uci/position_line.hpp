// `position`: the set-up that the line describes, word by word, and whether the last such line was valid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/engine/engine.hpp"
#include "core/game/game_state.hpp"
#include "core/engine/limits.hpp"
#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "core/chess/rules.hpp"

namespace stackmate::firmware {

/// The set-up is built in the engine's workspace and becomes the engine's game when it is committed.
template <class Config>
class PositionLine {
public:
    /// A line has begun: even if it turns out invalid, the previous position is no longer meant.
    void doubt() noexcept { good_ = false; }
    /// The position is the start position, or one that did not come from the line.
    void trust() noexcept { good_ = true; }
    /// Whether the last line was accepted, so that `go` may follow.
    [[nodiscard]] bool good() const noexcept { return good_; }

    /// Begins with the start position.
    void begin(Engine<Config>& engine, CastlingRules rules) noexcept {
        setup_ = &engine.begin_setup();
        if (plays_chess960 && rules == CastlingRules::chess960) {
            (void)setup_->position.read_fen(Position::start_fen, rules);
        }
    }
    [[nodiscard]] FenError take_fen(std::string_view fen, CastlingRules rules) noexcept {
        return setup_->position.read_fen(fen, rules);
    }
    /// Returns false if the word is not a legal move.
    [[nodiscard]] bool take_move(std::string_view word) noexcept {
        Position& p = setup_->position;
        const Move move = move_from_text(p, word);
        if (!move) {
            return false;
        }
        play(p, setup_->history, move);
        return true;
    }
    /// The line has ended; it took `took_ms` to arrive.
    void commit(Engine<Config>& engine, std::uint32_t took_ms) noexcept {
        engine.commit_setup();
        good_ = true;
        took_ms_ = took_ms;
    }

    /// The player's clock runs while a long game's moves are transmitted: 100 ms for 240 of them. Subtracts that time,
    /// once.
    void charge(std::uint32_t& left_ms) noexcept {
        left_ms -= std::min(left_ms, took_ms_);
        took_ms_ = 0;
    }
    void forget_time() noexcept { took_ms_ = 0; }

private:
    typename Engine<Config>::Setup* setup_ = nullptr;  ///< while the line is read
    std::uint32_t took_ms_ = 0;
    bool good_ = true;
};

}  // namespace stackmate::firmware

// `position`: the set-up that the line describes, word by word, and whether the last such line was a good one.
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

/// The set-up is built in the engine's workspace and is the engine's game once it is committed.
template <class Config>
class PositionLine {
public:
    /// The line has begun: whatever becomes of it, the position before is not what is meant any more.
    void doubt() noexcept { good_ = false; }
    /// The start position, or one that it is not for the line to name.
    void trust() noexcept { good_ = true; }
    /// The last line was taken, and `go` may follow.
    [[nodiscard]] bool good() const noexcept { return good_; }

    /// From the start position.
    void begin(Engine<Config>& engine, CastlingRules rules) noexcept {
        setup_ = &engine.begin_setup();
        if (plays_chess960 && rules == CastlingRules::chess960) {
            (void)setup_->position.read_fen(Position::start_fen, rules);
        }
    }
    [[nodiscard]] FenError take_fen(std::string_view fen, CastlingRules rules) noexcept {
        return setup_->position.read_fen(fen, rules);
    }
    /// False when it is no legal move.
    [[nodiscard]] bool take_move(std::string_view word) noexcept {
        Position& p = setup_->position;
        const Move move = move_from_text(p, word);
        if (!move) {
            return false;
        }
        play(p, setup_->history, move);
        return true;
    }
    /// The line is over; it took `took_ms` to arrive.
    void commit(Engine<Config>& engine, std::uint32_t took_ms) noexcept {
        engine.commit_setup();
        good_ = true;
        took_ms_ = took_ms;
    }

    /// The player's clock runs while a long game's moves come down the wire: 100 ms for 240 of them. Charged once.
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

// Keeps the game and the settings stored as they change, and brings them back after a restart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "firmware/game/types.hpp"
#include "firmware/store/saved_game.hpp"
#include "firmware/play/controller.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// What there is to complain of; nobody is told here.
enum class StoreTrouble : std::uint8_t {
    none,
    damaged,      ///< what was stored has suffered
    partly_read,  ///< the saved game is understood only in part
    full,
    failed,  ///< the memory does not take it
};

/// A sentence without a full stop.
constexpr std::string_view to_text(StoreTrouble trouble) {
    switch (trouble) {
    case StoreTrouble::none: return "no trouble";
    case StoreTrouble::damaged: return "what was stored has suffered; the game may end early";
    case StoreTrouble::partly_read: return "the saved game is understood only in part";
    case StoreTrouble::full: return "the game is not saved: the memory is full";
    case StoreTrouble::failed: return "the game is not saved: the memory does not take it";
    }
    return "unknown";
}

/// Every write blocks as long as the store does.
template <hal::NvStore Store>
class Keeper {
public:
    Keeper(Store& store, BoardGame& game) noexcept : saved_{store}, game_{game} {}
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Once, first of all; reads the whole store a few times, and writes nothing.
    [[nodiscard, gnu::cold]] StoreTrouble open() noexcept {
        const hal::NvResult opened = saved_.open();
        BoardSettings settings;
        (void)saved_.load_settings(settings);
        game_.set_settings(settings);
        return opened == hal::NvResult::damaged  ? StoreTrouble::damaged
               : opened == hal::NvResult::failed ? trouble_of(opened)
                                                 : StoreTrouble::none;
    }
    /// Is there a game in the store that is to be offered? Then it is in `game`.
    [[nodiscard, gnu::cold]] bool load(StoreTrouble& trouble) noexcept {
        if (!saved_.has_events()) {
            return false;
        }
        Loader loader{game_};
        const LoadedGame loaded = saved_.load(loader);
        if (loaded == LoadedGame::damaged) {
            trouble = StoreTrouble::partly_read;
        }
        const bool goes_on = loaded != LoadedGame::none && game_.record().size() != 0 && !game_.result();
        in_step_ = goes_on && loaded == LoadedGame::whole;
        return goes_on;
    }

    /// Something has happened.
    [[nodiscard, gnu::noinline]] StoreTrouble keep(const Change& change, std::uint32_t now_ms) noexcept {
        const GameClock& clock = game_.clock();
        hal::NvResult result = hal::NvResult::ok;
        switch (change.kind) {
        case Change::Kind::none:
        case Change::Kind::abandoned:
        case Change::Kind::notice: return StoreTrouble::none;
        case Change::Kind::settings:
            settings_at_ms_ = now_ms;
            settings_saved_ = false;
            return StoreTrouble::none;
        case Change::Kind::new_game:
            in_step_ = true;
            result = saved_.make_room(game_.keeps_time());
            if (result == hal::NvResult::ok) {
                result = saved_.new_game(game_.record().start());
            }
            break;
        case Change::Kind::taken_back: result = in_step_ ? saved_.taken_back(change.plies) : hal::NvResult::ok; break;
        case Change::Kind::move:
            result = !in_step_ ? hal::NvResult::ok
                     : game_.keeps_time()
                         ? saved_.move(change.move, clock.left_ms(Color::white), clock.left_ms(Color::black))
                         : saved_.move(change.move);
            break;
        case Change::Kind::result: result = in_step_ ? saved_.result(change.result) : hal::NvResult::ok; break;
        }
        if (result != hal::NvResult::ok) {
            // What follows would continue a game that is not there: nothing more is stored of this one.
            in_step_ = false;
            return trouble_of(result);
        }
        if (in_step_) {
            fails_ = false;
        }
        return StoreTrouble::none;
    }
    /// Stores settings that have stood for a while: a flood of changes is not a flood of writes.
    [[nodiscard]] StoreTrouble save_settings_at_rest(std::uint32_t now_ms) noexcept {
        return settings_saved_ || now_ms - settings_at_ms_ < rest_ms ? StoreTrouble::none : save_settings();
    }
    /// At once, if they have changed.
    [[nodiscard]] StoreTrouble save_settings() noexcept {
        return std::exchange(settings_saved_, true) ? StoreTrouble::none : trouble_of(saved_.save(game_.settings()));
    }

private:
    static constexpr std::uint32_t rest_ms = 1000;

    /// Feeds a stored game to the game.
    struct Loader {
        BoardGame& game;

        bool start(std::string_view fen) noexcept { return game.restore(fen) == FenError::none; }
        bool move(Move m) noexcept { return game.restore_move(m) == RecordError::none; }
        bool taken_back(unsigned plies) noexcept {
            game.restore_result({});
            for (; plies != 0; --plies) {
                if (game.restore_takeback() != RecordError::none) {
                    return false;
                }
            }
            return true;
        }
        bool clocks(std::uint32_t white_ms, std::uint32_t black_ms) noexcept {
            ClockReading reading = game.clock().reading();
            reading.left_ms[index(Color::white)] = white_ms;
            reading.left_ms[index(Color::black)] = black_ms;
            game.restore_clock(reading);
            return true;
        }
        bool result(GameResult r) noexcept {
            game.restore_result(r);
            return true;
        }
    };

    /// Told once, until a game is stored again: this one goes on without.
    [[nodiscard]] StoreTrouble trouble_of(hal::NvResult result) noexcept {
        if (result == hal::NvResult::ok || std::exchange(fails_, true)) {
            return StoreTrouble::none;
        }
        return result == hal::NvResult::full ? StoreTrouble::full : StoreTrouble::failed;
    }

    SavedGame<Store> saved_;
    BoardGame& game_;
    std::uint32_t settings_at_ms_ = 0;  ///< when they were changed last
    bool settings_saved_ = true;
    bool fails_ = false;
    bool in_step_ = false;  ///< what is stored is this game, as far as it has come
};

}  // namespace stackmate::firmware

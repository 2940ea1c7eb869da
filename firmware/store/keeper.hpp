// Stores the game and the settings as they change, and restores them after a restart; and tests the store.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/notation/pgn.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/controller.hpp"
#include "firmware/store/keys.hpp"
#include "firmware/store/last_games.hpp"
#include "firmware/store/mistakes.hpp"
#include "firmware/store/saved_game.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// Problems of the store. The caller reports them.
enum class StoreTrouble : std::uint8_t {
    none,
    damaged,      ///< stored data has been damaged
    partly_read,  ///< only part of the saved game could be read
    full,
    failed,       ///< the memory does not keep what is written
    nearly_full,  ///< only a few more half moves can be stored
    not_kept,     ///< the previous game was not put among the last games
};

/// A sentence without a full stop.
constexpr std::string_view to_text(StoreTrouble trouble) {
    switch (trouble) {
    case StoreTrouble::none: return "no trouble";
    case StoreTrouble::damaged: return "what was stored has suffered; the game may end early";
    case StoreTrouble::partly_read: return "the saved game is understood only in part";
    case StoreTrouble::full: return "the game is not saved: the memory is full";
    case StoreTrouble::failed: return "the game is not saved: the memory does not take it";
    case StoreTrouble::nearly_full: return "the memory is nearly full: soon the game is not saved any more";
    case StoreTrouble::not_kept: return "the game before is not kept: the memory does not take it";
    }
    return "unknown";
}

/// Whether the store keeps what is written to it, for the self-test of a board. Writes, reads and removes a value of its
/// own. `seed` should differ each time, so that an old value is not taken for the new one. All other values stay
/// unchanged, even if the power fails. Makes three requests to the store, each of which blocks as the store does.
template <hal::NvStore Store>
[[nodiscard, gnu::cold, gnu::noinline]] bool keeps_what_is_written(Store& store, std::uint32_t seed) noexcept {
    constexpr unsigned key = self_test_keys<Store>.first;
    std::array<std::byte, 8> written{}, read{};
    for (const std::uint32_t flip : {0u, 0xffu}) {
        for (std::size_t i = 0; i < written.size(); ++i) {
            written[i] = static_cast<std::byte>(((seed >> (8 * (i % 4))) + 37 * i) ^ flip);
        }
        if (store.put(key, written) != hal::NvResult::ok || store.size(key) != written.size()
            || store.read(key, 0, read) != read.size() || read != written) {
            return false;
        }
    }
    return store.put(key, {}) == hal::NvResult::ok && store.size(key) == 0;
}

/// Every write blocks as long as the board's store does.
template <class Board>
class Keeper {
    using Games = GamesOf<Board>;

public:
    Keeper(Board& board, Controller& game) noexcept : saved_{board.store}, game_{game}, games_{last_games_of(board)} {}
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Call it once, before anything else. Reads the whole store a few times and writes nothing.
    [[nodiscard, gnu::cold]] StoreTrouble open() noexcept {
        const hal::NvResult opened = saved_.open();
        Settings settings;
        std::uint64_t marked = 0;
        (void)saved_.load_settings(settings, marked);
        game_.set_settings(settings);
        game_.restore_marked(marked);
        number_ = saved_.number();
        if constexpr (keeps_games) {
            const std::uint32_t newest = games_.newest_below(~std::uint32_t{0}).number;
            if (number_ < newest || number_ == 0) {
                number_ = newest + 1;
            }
        }
        suffered_ = opened == hal::NvResult::damaged;
        return suffered_                         ? StoreTrouble::damaged
               : opened == hal::NvResult::failed ? trouble_of(opened)
                                                 : StoreTrouble::none;
    }
    /// Whether the store has a game to be offered; if so, it has been loaded into the controller.
    [[nodiscard, gnu::cold]] bool load(StoreTrouble& trouble) noexcept {
        Loader loader{.game = game_};
        const LoadedGame loaded = saved_.load(loader);
        if (loaded == LoadedGame::damaged) {
            trouble = StoreTrouble::partly_read;
        }
        over_ = static_cast<bool>(game_.result());
        practised_ = game_.practises();
        const bool goes_on = loaded != LoadedGame::none && !over_ && (practised_ || game_.record().size() != 0);
        in_step_ = loaded == LoadedGame::whole;
        return goes_on;
    }

    /// Stores a change.
    [[nodiscard, gnu::noinline, gnu::cold]] StoreTrouble keep(const Change& change, std::uint32_t now_ms) noexcept {
        const GameClock& clock = game_.clock();
        hal::NvResult result = hal::NvResult::ok;
        switch (change.kind) {
        case Change::Kind::none:
        case Change::Kind::left:
        case Change::Kind::abandoned: return StoreTrouble::none;
        case Change::Kind::notice:
            if (has_exercises && change.notice == Notice::blunder && game_.practises_mistake()) {
                return trouble_of(mistakes().practised(game_.record().start(), false));
            }
            // The notice may mean that a person has marked a square. Squares that are ignored and counted again by
            // themselves must not delay a pending write.
            if (change.notice != Notice::square || !settings_saved_) {
                return StoreTrouble::none;
            }
            [[fallthrough]];
        case Change::Kind::settings:
            settings_at_ms_ = now_ms;
            settings_saved_ = false;
            return StoreTrouble::none;
        case Change::Kind::new_game: {
            const std::uint32_t number = number_;
            result = saved_.make_sure();
            const bool kept = result != hal::NvResult::ok || keep_game();
            if (result == hal::NvResult::ok) {
                if constexpr (keeps_games_in_store) {
                    while (!saved_.has_room_for_all(game_.keeps_time()) && games_.forget_oldest()) {}
                }
                result = saved_.make_room(game_.keeps_time());
            }
            // A long previous game may leave no room until it is replaced.
            const bool makes_room_later = result == hal::NvResult::full;
            if (makes_room_later) {
                result = hal::NvResult::ok;
            }
            in_step_ = true;
            over_ = kept_ = false;
            practised_ = game_.practises();
            if (result == hal::NvResult::ok) {
                result = saved_.new_game(game_.record().start(), number_, game_.terms(), game_.player(Color::white),
                                         game_.player(Color::black));
            }
            if (result == hal::NvResult::ok) {
                result = save_rating();
            }
            if (result != hal::NvResult::ok) {
                number_ = number;
            } else if (makes_room_later) {
                (void)saved_.make_room(game_.keeps_time());
            }
            if (result == hal::NvResult::ok && !kept) {
                fails_ = false;
                suffered_ = true;
                return StoreTrouble::not_kept;
            }
            break;
        }
        case Change::Kind::terms:
            practised_ = practised_ && (!game_.playing() || game_.practises());  // one that was left is none to be kept
            if (in_step_) {
                result = game_.keeps_time()
                             ? saved_.agree(game_.terms(), clock.left_ms(Color::white), clock.left_ms(Color::black))
                             : saved_.agree(game_.terms());
                if (result == hal::NvResult::ok) {
                    result = save_rating();
                }
            }
            break;
        case Change::Kind::taken_back:
            over_ = kept_ = false;
            result = in_step_ ? saved_.taken_back(change.plies) : hal::NvResult::ok;
            break;
        case Change::Kind::move:
            kept_ = false;
            result = !in_step_            ? hal::NvResult::ok
                     : game_.keeps_time() ? saved_.move(change.move, change.mover, clock.left_ms(Color::white),
                                                        clock.left_ms(Color::black))
                                          : saved_.move(change.move);
            break;
        case Change::Kind::result:
            over_ = static_cast<bool>(change.result);
            if (has_exercises && change.result.ending == Ending::solved && game_.practises_mistake()) {
                (void)mistakes().practised(game_.record().start(), true);
            }
            kept_ = false;
            result = in_step_ ? saved_.result(change.result, game_.last_player(Color::white),
                                              game_.last_player(Color::black))
                              : hal::NvResult::ok;
            break;
        }
        if (result != hal::NvResult::ok) {
            // What follows would continue a game that is not there: no more of this one is stored.
            in_step_ = false;
            return trouble_of(result);
        }
        if (!in_step_) {
            return StoreTrouble::none;
        }
        fails_ = false;
        suffered_ = suffered_ && change.kind != Change::Kind::move;
        const bool few_before = std::exchange(few_left_, saved_.half_moves_left(game_.keeps_time()) < few_half_moves);
        return few_left_ && !few_before ? StoreTrouble::nearly_full : StoreTrouble::none;
    }

    /// The mover's clock after half move `ply` of the game that is played, in milliseconds; `no_clock` if it is not stored, or
    /// was another clock. Reads the whole stored game.
    [[nodiscard, gnu::noinline, gnu::cold]] std::uint32_t clock_after(std::size_t ply) noexcept {
        ClockReader reader{.wanted = ply + 1, .first = game_.record().start().side()};
        if (in_step_) {
            (void)saved_.load(reader);
        }
        return reader.found;
    }

    // ---- the person's mistakes, where they are practised

    /// Keeps the position in which half move number `ply` was made, if there is room: the game comes first.
    [[nodiscard, gnu::cold]] StoreTrouble keep_mistake(std::size_t ply) noexcept {
        const hal::NvResult result = mistakes().keep(game_.before(ply));
        return result == hal::NvResult::full ? StoreTrouble::none : trouble_of(result);
    }
    /// Writes the FEN of the position that is to be practised next, at most `max_fen_length` characters. Returns their
    /// number; 0: none is kept.
    [[nodiscard, gnu::cold]] std::size_t next_mistake(char* fen) noexcept {
        PositionSetup board;
        return mistakes().next(board) ? board.fen(fen) : 0;
    }

    /// What the lights should show now.
    [[nodiscard]] StoreLight light() const noexcept {
        const bool is_played = game_.playing() && !game_.result();
        return fails_ || suffered_ || (is_played && !in_step_) ? StoreLight::unsaved
               : is_played && few_left_                        ? StoreLight::few_left
                                                               : StoreLight::none;
    }

    // ---- the last games, where they are kept

    static constexpr unsigned places = Games::places;

    /// Puts a finished game that is not yet among the last ones there. Blocks as long as that takes.
    [[nodiscard, gnu::cold]] StoreTrouble keep_what_is_over() noexcept {
        if (!over_ || kept_ || practised_) {
            return StoreTrouble::none;
        }
        const Keeping keeping =
            saved_.make_sure() == hal::NvResult::ok ? games_.keep(saved_, number_) : Keeping::failed;
        kept_ = keeping == Keeping::kept;
        return keeping == Keeping::failed ? StoreTrouble::not_kept : StoreTrouble::none;
    }
    /// The last game with the highest number below `limit`, so that the newest comes first; its number is 0 if there is
    /// none.
    [[nodiscard, gnu::cold]] KeptGame newest_below(std::uint32_t limit) const noexcept {
        return games_.newest_below(std::min(limit, number_ + (kept_ ? 1 : 0)));
    }
    [[nodiscard]] const Games& games() const noexcept { return games_; }
    /// Stores settings that have not changed for a while: many changes do not become many writes.
    [[nodiscard]] StoreTrouble save_settings_at_rest(std::uint32_t now_ms) noexcept {
        return settings_saved_ || now_ms - settings_at_ms_ < rest_ms ? StoreTrouble::none : save_settings();
    }
    /// Stores the settings now, if they have changed.
    [[nodiscard, gnu::cold]] StoreTrouble save_settings() noexcept {
        return std::exchange(settings_saved_, true) ? StoreTrouble::none
                                                    : trouble_of(saved_.save(game_.settings(), game_.marked()));
    }

private:
    [[nodiscard]] auto mistakes() noexcept { return Mistakes{saved_.store()}; }
    static constexpr std::uint32_t rest_ms = 1000;
    static constexpr std::size_t few_half_moves = Controller::few_half_moves;
    static constexpr bool keeps_games = Games::places != 0;
    static constexpr bool keeps_games_in_store = requires { requires Games::in_store; };

    /// The stored game is about to be replaced: it is put among the last ones, and the number is increased. Returns
    /// false if no memory takes it. `make_sure` must have succeeded.
    [[nodiscard, gnu::cold]] bool keep_game() noexcept {
        if constexpr (keeps_games) {
            const Keeping keeping = kept_        ? Keeping::kept
                                    : practised_ ? Keeping::nothing
                                                 : games_.keep(saved_, number_);
            if (keeping != Keeping::nothing) {
                number_ = (number_ + 1) & 0xFFFFFF;
            }
            return keeping != Keeping::failed;
        }
        return true;
    }

    /// With what is stored of a game: it may have moved the rating, which nobody would count again.
    [[nodiscard, gnu::cold]] hal::NvResult save_rating() noexcept {
        return !has_exercises || std::exchange(settings_saved_, true) ? hal::NvResult::ok
                                                                      : saved_.save(game_.settings(), game_.marked());
    }

    /// Loads a stored game into the controller.
    struct Loader {
        static constexpr std::uint32_t longest_time_ms = 0xFFFFFF * 10;

        Controller& game;
        std::array<std::uint32_t, 2> clock_ms{};

        bool terms(const Terms& terms) noexcept {
            game.restore_terms(terms);
            return true;
        }
        bool start(std::string_view fen) noexcept { return game.restore(fen) == FenError::none; }
        bool move(Move m) noexcept { return game.restore_move(m) == RecordError::none; }
        bool taken_back(unsigned plies) noexcept {
            for (; plies != 0; --plies) {
                if (game.restore_takeback() != RecordError::none) {
                    return false;
                }
            }
            game.restore_result({});
            return true;
        }
        bool clocks(std::uint32_t white_ms, std::uint32_t black_ms) noexcept {
            ClockReading reading = game.clock().reading();
            reading.left_ms[index(Color::white)] = clock_ms[0] = white_ms;
            reading.left_ms[index(Color::black)] = clock_ms[1] = black_ms;
            game.restore_clock(reading);
            return true;
        }
        bool clock_changed(std::int32_t ms) noexcept {
            std::uint32_t& clock = clock_ms[index(~game.record().position().side())];
            const std::uint32_t now = clock + static_cast<std::uint32_t>(ms);
            const bool makes_sense = ms < 0 ? now < clock : now <= longest_time_ms;
            clock = now;
            return makes_sense && clocks(clock_ms[0], clock_ms[1]);
        }
        static bool players(Seat, Seat) noexcept { return true; }
        bool result(GameResult r) noexcept {
            game.restore_result(r);
            return true;
        }
    };

    /// Looks for a clock in a stored game. What a takeback has taken is found as well, until it is played again. What stood before
    /// another clock was chosen is not.
    struct ClockReader {
        std::size_t wanted, made = 0;  ///< half moves
        Color first;                   ///< who made the first of them
        std::uint32_t found = no_clock;
        std::array<std::uint32_t, 2> clock_ms{};
        bool later = false;  ///< clocks to come are not those of the last half move
        Terms agreed{};

        bool terms(const Terms& terms) noexcept {
            later = true;
            if (!same_clock(terms, agreed)) {
                found = no_clock;
            }
            agreed = terms;
            return true;
        }
        static bool start(std::string_view) noexcept { return true; }
        bool move(Move) noexcept {
            ++made;
            later = false;
            return true;
        }
        bool taken_back(unsigned plies) noexcept {
            made -= std::min<std::size_t>(plies, made);
            later = true;
            return true;
        }
        bool clocks(std::uint32_t white_ms, std::uint32_t black_ms) noexcept {
            clock_ms = {white_ms, black_ms};
            if (!later && made == wanted) {
                found = clock_ms[mover()];
            }
            return true;
        }
        bool clock_changed(std::int32_t ms) noexcept {
            clock_ms[mover()] += static_cast<std::uint32_t>(ms);
            return clocks(clock_ms[0], clock_ms[1]);
        }
        static bool players(Seat, Seat) noexcept { return true; }
        static bool result(GameResult) noexcept { return true; }

    private:
        [[nodiscard]] unsigned mover() const noexcept { return index(first) ^ ((made - 1) & 1u); }
    };

    /// Reported once, until a game is stored again: this game goes on without being stored.
    [[nodiscard, gnu::cold]] StoreTrouble trouble_of(hal::NvResult result) noexcept {
        if (result == hal::NvResult::ok || std::exchange(fails_, true)) {
            return StoreTrouble::none;
        }
        return result == hal::NvResult::full ? StoreTrouble::full : StoreTrouble::failed;
    }

    SavedGame<decltype(Board::store)> saved_;
    Controller& game_;
    [[no_unique_address]] Games games_;
    std::uint32_t settings_at_ms_ = 0;  ///< when they last changed
    std::uint32_t number_ = 1;          ///< of the stored game
    bool settings_saved_ = true;
    bool fails_ = false;
    bool suffered_ = false;   ///< data of an earlier game was damaged, and no half move has been stored since
    bool in_step_ = false;    ///< the store holds this game up to now
    bool over_ = false;       ///< the store holds a game that has ended
    bool practised_ = false;  ///< the store's game is an exercise, which is not kept among the last ones
    bool kept_ = false;       ///< it was put among the last ones since power-on
    bool few_left_ = false;   ///< there is little room for more half moves
};

}  // namespace stackmate::firmware

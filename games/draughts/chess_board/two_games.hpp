// Chess and checkers on one chess board: the board's menu switches between them. While checkers has the squares, chess
// is put aside in its memory and in the store, and vice versa.
//
// Checkers needs little memory of its own. Its search works in the memory of the chess search, which is idle meanwhile,
// and in the engine's table. Code and tables of draughts run from where the board's linker script puts them (on the
// RP2040 from flash: boards/chips/rp2/sections.ld).
//
// In the store, beside what firmware/store/saved_game.hpp has there:
//
//   game      0 format, then two bytes for each half move, lowest first: Move::bits()
//   playing   one byte, 1: checkers had the squares last
//
// Firmware that knows only chess ignores both.
#pragma once

#include "core/engine/engine.hpp"
#include "core/search/transposition_table.hpp"
#include "games/draughts/chess_board/game.hpp"
#include "games/draughts/chess_board/search.hpp"
#include "games/draughts/fen.hpp"
#include "games/draughts/move_text.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/table/screen.hpp"
#include "firmware/store/keys.hpp"
#include "firmware/table/table.hpp"
#include "firmware/table/watchdog_sum.hpp"
#include "hal/chess_concepts.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <utility>

namespace stackmate::draughts::chess_board {

/// Player's search, reduced to fit the memory of Full's. Large parts are cold: a board whose RAM is reserved for chess
/// runs them from flash.
template <class Config, hal::ChessBoard Board>
class Checkers : firmware::LineWriter<Board> {
    using Line = firmware::LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Lender = typename firmware::EngineOf<Config, Board>::Type;
    using Search = BoardSearch;
    static_assert(sizeof(Search) <= stackmate::Search<typename Config::Version>::memory_bytes,
                  "it searches in the memory of the chess search");

public:
    Checkers(Board& board, Lender& lender, firmware::Screen& screen) noexcept
        : Line{board}, lender_{lender}, screen_{screen} {}

    /// Whether checkers had the squares when the power failed. The store must be open.
    [[nodiscard]] bool was_played() const noexcept {
        std::array<std::byte, 1> byte{};
        return board_.store.read(playing_key, 0, byte) == 1 && byte[0] == std::byte{1};
    }
    /// Checkers gets the squares. An unfinished game continues.
    void begin(const firmware::Settings& settings) noexcept {
        game_.set_settings(settings);
        if (!was_played()) note_playing(true);
        if (!std::exchange(loaded_, true)) load();
        game_.open(board_.clock.now_ms());
        say("info string checkers set up the pieces\n");
        show_state();
    }
    void end() noexcept {
        release_engine();
        note_playing(false);
    }
    [[nodiscard]] const Game& game() const noexcept { return game_; }
    /// See Game.
    void leave_out(SquareSet squares) noexcept { game_.leave_out(squares); }

    /// See Table::poll. `wants_chess` is set when chess is chosen in the menu; then there is no further call before
    /// `begin`.
    [[gnu::cold]] bool poll(bool engine_is_free, bool& wants_chess) noexcept {
        const std::uint32_t now = board_.clock.now_ms();
        if (!std::exchange(watchdog_armed_, true)) {
            board_.watchdog.arm(firmware::watchdog_ms);
            awake_ms_ = now;
        }
        if (now != seen_ms_) {
            seen_ms_ = now;
            board_.watchdog.feed();
            // Before that the sensors report an empty board.
            sees_ = sees_ || now - awake_ms_ >= decltype(board_.sensors)::latency_ms;
            if (sees_) {
                const SquareSet before = game_.occupied();
                const std::uint8_t pressed = board_.buttons.pressed();
                game_.update(board_.sensors.scan(), pressed, board_.buttons.held(), now);
                if (pressed != 0 || game_.occupied() != before) screen_.wake(now);
            }
            wants_chess = tell();
            screen_.update(going_on(), now);
        }
        show(now);
        if (!game_.wants_search()) {
            search_ = nullptr;
            return false;
        }
        return engine_is_free && !wants_chess && think(now);
    }

    /// The lender gets its memory back; a search that is still wanted restarts when the memory is free.
    void release_engine() noexcept {
        search_ = nullptr;
        if (used_) lender_.clear_table();
        used_ = false;
    }

    [[gnu::cold]] void show_state() noexcept {
        char fen[max_fen_length];
        say("info string checkers fen ");
        say({fen, game_.line().position.fen(fen)});
        say("\ninfo string checkers state ");
        say(to_text(game_.state()));
        say(", ");
        say(to_text(game_.result()));
        say("\n");
    }

private:
    static constexpr unsigned game_key = firmware::another_game_keys.first, playing_key = game_key + 1;
    static_assert(firmware::has_keys<decltype(Board::store)>(firmware::another_game_keys));
    static constexpr std::byte game_format{1};
    static_assert(firmware::watchdog_is_fed_in_time<Config, Board>, "its slices have as many nodes as those of chess");

    // ---- the engine

    [[gnu::cold]] bool think(std::uint32_t now) noexcept {
        if (search_ == nullptr) {
            if constexpr (hal::HasSecondCore<Board>) {
                lender_.settle();
            }
            search_ = new (lender_.workspace().data()) Search;
            search_->use_table(lender_.own_table());
            search_->set_line(game_.line());
            search_->go(limits(), now);
            used_ = true;
        }
        if (game_.take_move_now()) search_->stop();
        const Event event = search_->run(Config::slice_nodes, now);
        if (event == Event::none) return true;
        if (event == Event::info) {
            game_.candidate(search_->best_move());
            return true;
        }
        game_.answer(search_->best_move());
        search_ = nullptr;
        (void)tell();
        return true;
    }
    /// Levels of strength and of clocks belong to chess: here they mean two seconds a move.
    [[nodiscard]] Limits limits() const noexcept {
        const firmware::Level& level = firmware::levels[game_.settings().level];
        Limits limits;
        if (level.kind == firmware::LevelKind::depth) {
            limits.depth = level.depth;
            return limits;
        }
        limits.has_move_time = true;
        limits.move_time_ms = level.kind == firmware::LevelKind::move_time ? level.move_time_ms : 2000;
        return limits;
    }

    // ---- what has happened

    /// Returns true if chess was chosen.
    [[gnu::cold]] bool tell() noexcept {
        for (News news = game_.take_news(); news != News::none; news = game_.take_news()) {
            screen_.wake(board_.clock.now_ms());
            switch (news) {
            case News::none: break;
            case News::new_game: {
                say("info string checkers new game\n");
                const std::array<std::byte, 1> head{game_format};
                hal::NvResult result = board_.store.make_room(request_bytes(1) + 100 * request_bytes(2));
                if (result == hal::NvResult::ok) result = board_.store.put(game_key, head);
                keeps_ = stored(result);
                break;
            }
            case News::moved: {
                const unsigned bits = game_.last_move().bits();
                const std::array<std::byte, 2> move{static_cast<std::byte>(bits), static_cast<std::byte>(bits >> 8)};
                // What follows a move that is not stored would be another game.
                if (keeps_) keeps_ = stored(board_.store.append(game_key, move));
                say_move("move ", game_.before(), game_.last_move());
                if (game_.result() != Result::none) show_state();
                break;
            }
            case News::engine_move: say_move("waiting for ", game_.line().position, game_.pending()); break;
            case News::other_game: return true;
            }
        }
        return false;
    }
    [[nodiscard]] static std::size_t request_bytes(std::size_t bytes) noexcept {
        return decltype(Board::store)::request_bytes(bytes);
    }

    void say_move(std::string_view what, const CheckersPosition& before, Move m) noexcept {
        char text[max_move_length];
        say("info string checkers ");
        say(what);
        say({text, static_cast<std::size_t>(write_move(text, before, m) - text)});
        say("\n");
    }
    /// Returns whether it was stored, and reports an error otherwise.
    bool stored(hal::NvResult result) noexcept {
        if (result == hal::NvResult::ok) return true;
        say("info string checkers error: the game is not saved\n");
        return false;
    }

    // ---- the store

    void note_playing(bool playing) noexcept {
        const std::array<std::byte, 1> byte{std::byte{playing}};
        (void)stored(board_.store.put(playing_key, byte));
    }
    void load() noexcept {
        std::array<std::byte, 128> piece{};
        if (board_.store.read(game_key, 0, std::span{piece}.first(1)) != 1 || piece[0] != game_format) return;
        keeps_ = true;
        for (std::size_t at = 1;;) {
            const std::size_t bytes = board_.store.read(game_key, at, piece) & ~std::size_t{1};
            for (std::size_t i = 0; i < bytes; i += 2) {
                const unsigned bits =
                    std::to_integer<unsigned>(piece[i]) | std::to_integer<unsigned>(piece[i + 1]) << 8;
                if (!game_.restore_move(Move::from_bits(static_cast<std::uint16_t>(bits)))) {
                    say("info string checkers error: the saved game is understood only in part\n");
                    keeps_ = false;
                    return;
                }
            }
            if (bytes == 0) return;
            at += bytes;
        }
    }

    // ---- the LEDs

    [[nodiscard]] firmware::GoingOn going_on() const noexcept {
        switch (game_.state()) {
        case GameState::thinking: return search_ != nullptr ? firmware::GoingOn::race : firmware::GoingOn::game;
        case GameState::person:
        case GameState::engine_move: return firmware::GoingOn::game;
        default: return firmware::GoingOn::nothing;
        }
    }

    [[gnu::cold]] void show(std::uint32_t now) noexcept {
        screen_.show(board_.leds, game_.pictures(), game_.settings().brightness, now,
                     [&](hal::Frame& frame) { game_.draw(frame, now); });
    }

    Lender& lender_;
    firmware::Screen& screen_;
    Search* search_ = nullptr;  ///< while it runs: in the lender's memory
    Game game_{};
    std::uint32_t seen_ms_ = ~0u;
    std::uint32_t awake_ms_ = 0;  ///< the time of the first turn
    bool watchdog_armed_ = false;
    bool sees_ = false;    ///< the sensors have had time to report what stands there
    bool used_ = false;    ///< the lender's table has entries of checkers
    bool keeps_ = false;   ///< the store holds this game up to now
    bool loaded_ = false;  ///< `game_` has been loaded from the store
};

/// What plays on the board: chess, and checkers when it is chosen in the menu. It has the functions that App and the
/// shell call. They are not inlined there, so that they are placed with the rest of draughts.
template <class Config, hal::ChessBoard Board>
class TwoGames : public firmware::Table<Config, Board> {
    using Chess = firmware::Table<Config, Board>;

public:
    TwoGames(Board& board, typename firmware::EngineOf<Config, Board>::Type& engine, std::atomic<bool>& stop) noexcept
        : Chess{board, engine, stop}, checkers_{board, engine, Chess::screen_} {
        Chess::offer_other_game();
    }

    [[gnu::noinline]] void start() noexcept {
        Chess::start();
        if (checkers_.was_played()) begin_checkers();
    }
    [[gnu::noinline]] bool poll(bool engine_is_free) noexcept {
        if (!plays_checkers_) {
            const bool busy = Chess::poll(engine_is_free);
            if (Chess::take_other_game()) {
                Chess::release_engine();
                begin_checkers();
            }
            return busy;
        }
        bool wants_chess = false;
        checkers_.leave_out(Chess::game().sight().marked());
        const bool busy = checkers_.poll(engine_is_free, wants_chess);
        if (!(checkers_.game().settings() == Chess::game().settings()))
            Chess::change_settings(checkers_.game().settings());
        if (wants_chess) {
            checkers_.end();
            plays_checkers_ = false;
            Chess::hosts().set_away(false);
        }
        return busy;
    }

    [[nodiscard]] bool plays_checkers() const noexcept { return plays_checkers_; }
    [[nodiscard]] const Game& checkers() const noexcept { return checkers_.game(); }

    // ---- what the shell calls: a PC plays chess, and must wait until checkers is over

    [[gnu::noinline]] void release_engine() noexcept {
        if (plays_checkers_) checkers_.release_engine();
        Chess::release_engine();
    }
    void take_word(std::string_view word) noexcept {
        if (!plays_checkers_) Chess::take_word(word);
    }
    [[gnu::noinline]] void end_line() noexcept {
        if (plays_checkers_)
            checkers_.show_state();
        else
            Chess::end_line();
    }
    void show_position(const stackmate::Position& p) noexcept {
        if (!plays_checkers_) Chess::show_position(p);
    }
    bool forget_line() noexcept {
        if (plays_checkers_) checkers_.release_engine();
        return Chess::forget_line();
    }
    /// An answer of chess that was interrupted continues when chess is back.
    [[nodiscard]] bool telling() const noexcept { return !plays_checkers_ && Chess::telling(); }
    [[nodiscard]] bool ask_person(const stackmate::Position& p, const stackmate::Limits& limits) noexcept {
        return !plays_checkers_ && Chess::ask_person(p, limits);
    }

private:
    void begin_checkers() noexcept {
        Chess::save_settings();
        Chess::hosts().set_away(true);
        plays_checkers_ = true;
        checkers_.begin(Chess::game().settings());
    }

    Checkers<Config, Board> checkers_;
    bool plays_checkers_ = false;
};

}  // namespace stackmate::draughts::chess_board

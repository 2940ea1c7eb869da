// The board beside the serial line: carries sensors, buttons, engine and store to the game and the game's wishes back.
//
// The game (firmware/table/controller.hpp) knows no device and no engine; the shell (firmware/uci/shell.hpp) knows no squares.
// What is here knows both ends of every wire, and decides nothing about chess.
//
// One engine serves both. The line goes first: when it needs the engine, a search for the board is dropped, and begun
// anew as soon as the line is done with it. The game that the line has set up is kept meanwhile. While the board waits its
// engine's clock stands still, and PLAY wins the engine back: the line's work is stopped, and answered.
//
// On the line (docs/SERIAL.md): what happens on the board comes as `info string board ...`, which no UCI program minds;
// `board`, with a word behind it, asks and acts.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/book.hpp"
#include "core/engine.hpp"
#include "core/move_text.hpp"
#include "firmware/engine/own_book.hpp"
#include "firmware/hosts/board_words.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/store/saved_game.hpp"
#include "firmware/table/controller.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// A ShellCompanion. `Config` as of the engine.
template <class Config, hal::ChessBoard Board>
class BoardPlayer : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Setup = typename Engine<Config>::Setup;
    using Store = decltype(Board::store);

public:
    /// `stop` is the engine's.
    BoardPlayer(Board& board, Engine<Config>& engine, std::atomic<bool>& stop) noexcept
        : Line{board}, engine_{engine}, stop_{stop}, saved_{board.store}, words_{board, game_} {}
    BoardPlayer(const BoardPlayer&) = delete;
    BoardPlayer& operator=(const BoardPlayer&) = delete;

    /// Once, before the first `turn`: reads what is stored, and offers the game in it if it was not over. Reads the whole
    /// store a few times; writes nothing.
    void start() noexcept {
        const hal::NvResult opened = saved_.open();
        if (opened == hal::NvResult::damaged) {
            say("info string board error: what was stored has suffered; the game may end early\n");
        } else if (opened == hal::NvResult::failed) {
            complain_of_store(opened);
        }
        BoardSettings settings;
        (void)saved_.load_settings(settings);
        game_.set_settings(settings);
        const std::uint32_t now = board_.clock.now_ms();
        seed_ = static_cast<std::uint32_t>(board_.system.unique_id());
        if (saved_.has_events()) {
            Loader loader{game_};
            const LoadedGame loaded = saved_.load(loader);
            if (loaded == LoadedGame::damaged) {
                say("info string board error: the saved game is understood only in part\n");
            }
            if (loaded != LoadedGame::none && game_.record().size() != 0 && !game_.result()) {
                in_step_ = loaded == LoadedGame::whole;
                game_.offer(now);
                begin_story();
                return;
            }
        }
        game_.start(now);
        begin_story();
    }

    /// One round of the superloop; `engine_is_free`: the line does not use it. False when nothing waits to be done before
    /// the next tick. Bounded by one slice of the search, and when the game is stored by the store.
    [[gnu::noinline]] bool turn(bool engine_is_free) noexcept {
        const std::uint32_t now = board_.clock.now_ms();
        engine_is_free_ = engine_is_free;
        board_.watchdog.feed();
        if (now != seen_ms_) {
            seen_ms_ = now;
            if (!watchdog_armed_) {
                watchdog_armed_ = true;
                board_.watchdog.arm(watchdog_ms);
            }
            game_.update(board_.sensors.scan(), board_.buttons.pressed(), board_.buttons.held(), now);
            obey();
            tell();
            left_ = game_.take_left() || left_;
            save_settings_at_rest(now);
        }
        show(now);
        words_.write_pgn();
        game_.set_engine_away(work_ == Work::wanted && !engine_is_free);
        if (work_ == Work::wanted && engine_is_free && !answer_from_book(now)) {
            begin_search();
        }
        return work_ == Work::running ? search() : false;
    }

    [[nodiscard]] const BoardGame& game() const noexcept { return game_; }

    /// A person at the board wants the engine that the line has; asking takes the wish away.
    [[nodiscard]] bool wants_engine_now() noexcept { return std::exchange(wants_engine_now_, false); }
    /// A long answer is under way, and what is said now would come in the middle of it.
    [[nodiscard]] bool telling() const noexcept { return words_.telling(); }

    // ---- for a game that shares the board

    /// As of BoardGame.
    void offer_other_game() noexcept { game_.offer_other_game(); }
    [[nodiscard]] bool take_other_game() noexcept { return game_.take_other_game(); }
    void change_settings(const BoardSettings& settings) noexcept {
        (void)game_.change_settings(settings);
        obey();
        tell();
        save_settings();
    }
    /// At once, when they have changed.
    void save_settings() noexcept {
        settings_at_ms_ = board_.clock.now_ms() - settings_rest_ms;
        save_settings_at_rest(board_.clock.now_ms());
    }

    // ---- what the shell asks

    void release_engine() noexcept {
        if (work_ == Work::running) {
            drop_search();
            work_ = Work::wanted;
        }
        if (borrowed_) {
            borrowed_ = false;
            set_engine(lent_.position, lent_.history);
        }
    }

    void take_word(std::string_view word) noexcept { words_.take_word(word); }

    void end_line() noexcept {
        words_.end_line(borrowed_ ? lent_.position : engine_.position());
        tell();
    }

    /// The sides are claimed for a program that follows the game: the person has the side to move, the program the other.
    /// So one that plays both sides lets a person play both.
    void show_position(const Position& p) noexcept {
        const bool white = p.side() == Color::white;
        game_.claim({.held = true,
                     .follows = true,
                     .white = white ? Player::person : Player::remote,
                     .black = white ? Player::remote : Player::person});
        const Move unseen = std::exchange(stand_in_, {});
        const Position& here = game_.record().position();
        if (game_.playing() && same(here, p)) {
            return;
        }
        if (const Move m = game_.playing() ? move_between(here, p) : Move{}; m) {
            if (game_.pending() == m || game_.remote_move(m, Who::holder) == BoardError::none) {
                return;
            }
        } else if (unseen && played_on(unseen, p)) {
            return;
        } else if (const unsigned plies = plies_back_to(p); plies != 0) {
            (void)game_.take_back(plies, Who::holder);
            return;
        }
        char fen[max_fen_length];
        (void)game_.set_game({fen, p.fen(fen)}, {}, Who::holder);
    }

    /// `limits`: those of `go`, whose clocks are shown.
    [[nodiscard]] bool ask_person(const Position& p, const Limits& limits) noexcept {
        show_position(p);
        if (game_.result() || is_over(game_.record().state())) {
            return false;
        }
        const auto left = [&](Color side) { return limits.clock[index(side)] ? limits.time_ms[index(side)] : 0; };
        game_.show_clocks(left(Color::white), left(Color::black));
        left_ = false;
        asked_ = true;
        person_move_ = {};
        return true;
    }

    [[nodiscard]] Move person_moved() noexcept { return std::exchange(person_move_, {}); }
    [[nodiscard]] bool person_left() noexcept { return std::exchange(left_, false); }

    void forget_person() noexcept {
        asked_ = false;
        person_move_ = {};
    }
    void note_stand_in(Move m) noexcept { stand_in_ = m; }
    void release_sides() noexcept {
        forget_person();
        stand_in_ = {};
        game_.release();
    }

    /// True if the line's game was kept here.
    bool forget_line() noexcept {
        words_.forget();
        release_sides();
        if (borrowed_) {
            lent_.position.set_start();
            lent_.history.clear();
        }
        return borrowed_;
    }

private:
    static constexpr std::uint32_t watchdog_ms = 4000;  ///< the longest turn is a tidied store: below 1 s on every chip
    static constexpr std::uint32_t frame_ms = 16;       ///< 62 pictures a second
    static constexpr std::uint32_t settings_rest_ms = 1000;

    enum class Work : std::uint8_t {
        none,
        wanted,  ///< the order waits for the engine
        running,
    };

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

    // ---- the engine

    void set_engine(const Position& p, const KeyHistory& history) noexcept {
        Setup& setup = engine_.begin_setup();
        setup.position = p;
        setup.history = history;
        engine_.commit_setup();
    }

    void obey() noexcept {
        for (EngineOrder order = game_.take_order(); order.kind != EngineOrder::Kind::none;
             order = game_.take_order()) {
            switch (order.kind) {
            case EngineOrder::Kind::none: break;
            case EngineOrder::Kind::think:
                if (work_ == Work::running) {
                    drop_search();
                }
                order_ = order;
                work_ = Work::wanted;
                stop_soon_ = false;
                break;
            case EngineOrder::Kind::stop:
                if (work_ == Work::wanted && !engine_is_free_) {
                    wants_engine_now_ = true;  // the search has not begun: there is nothing to stop but the line's work
                    game_.search_waits();
                    break;
                }
                stop_soon_ = true;
                if (work_ == Work::running) {
                    stop_.store(true, std::memory_order_relaxed);
                }
                break;
            case EngineOrder::Kind::cancel:
                if (work_ == Work::running) {
                    drop_search();
                }
                work_ = Work::none;
                break;
            }
        }
    }

    /// So that games differ. A weak player has no book: its moves are drawn by lot anyway (firmware/engine/levels.hpp).
    bool answer_from_book(std::uint32_t now) noexcept {
        if constexpr (OffersBook<Board>) {
            if (order_.purpose != Purpose::move || levels[game_.settings().level].candidates != 0) {
                return false;
            }
            if (const Move m = opening_book.choose(game_.record().position(), seed_); m) {
                work_ = Work::none;
                game_.engine_answer(m, {}, score_draw, now);
                obey();
                tell();
                return true;
            }
        }
        return false;
    }

    [[gnu::noinline]] void begin_search() noexcept {
        if (!borrowed_) {
            lent_.position = engine_.position();
            lent_.history = engine_.history();
            borrowed_ = true;
        }
        set_engine(game_.record().position(), game_.record().history());
        const std::uint32_t now = board_.clock.now_ms();
        const Limits& limits = order_.limits;
        std::span<const Move> only{};
        if (order_.purpose == Purpose::move) {
            auto* const room = reinterpret_cast<Move*>(engine_.workspace().data());
            only = considered_moves(levels[game_.settings().level], engine_.position(), seed_, {room, max_candidates});
        }
        engine_.go(limits, only, now);
        work_ = Work::running;
        if (stop_soon_) {
            stop_.store(true, std::memory_order_relaxed);
        } else if (const std::uint32_t limit = engine_.hard_limit_ms(); limit != no_limit) {
            board_.deadline.arm(limit, stop_);
        }
    }

    /// Ends the search without an answer.
    void drop_search() noexcept {
        stop_.store(true, std::memory_order_relaxed);
        while (engine_.searching()) {
            (void)engine_.run(1, board_.clock.now_ms());
        }
        board_.deadline.disarm();
        work_ = Work::none;
    }

    bool search() noexcept {
        if (engine_.waiting()) {
            return false;
        }
        const std::uint32_t now = board_.clock.now_ms();
        const EngineEvent event = engine_.run(Config::slice_nodes, now);
        if (event == EngineEvent::none) {
            return true;
        }
        const SearchReport report = engine_.report(now);
        if (event == EngineEvent::info) {
            game_.engine_candidate(engine_.best_move(), report.score);
            return true;
        }
        board_.deadline.disarm();
        work_ = Work::none;
        game_.engine_answer(engine_.best_move(), engine_.ponder_move(), report.score, now);
        obey();
        tell();
        return true;
    }

    // ---- what has happened

    void begin_story() noexcept {
        say(game_.playing() ? "info string board a saved game is offered\n" : "info string board set up the pieces\n");
        words_.tell_position();
        tell();
    }

    void tell() noexcept {
        for (Change change = game_.take_change(); change.kind != Change::Kind::none; change = game_.take_change()) {
            keep(change);
            report(change);
        }
    }

    [[gnu::noinline]] void keep(const Change& change) noexcept {
        const GameClock& clock = game_.clock();
        hal::NvResult result = hal::NvResult::ok;
        switch (change.kind) {
        case Change::Kind::none:
        case Change::Kind::abandoned:
        case Change::Kind::notice: return;
        case Change::Kind::settings:
            settings_at_ms_ = board_.clock.now_ms();
            settings_saved_ = false;
            return;
        case Change::Kind::new_game:
            in_step_ = true;
            seed_ = seed_ * 1664525 + 1013904223 + board_.clock.now_ms();  // another lot (Numerical Recipes, ranqd1)
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
            complain_of_store(result);
        } else if (in_step_) {
            store_fails_ = false;
        }
    }

    /// When they have stood for a while: a flood of changes is not a flood of writes.
    void save_settings_at_rest(std::uint32_t now) noexcept {
        if (settings_saved_ || now - settings_at_ms_ < settings_rest_ms) {
            return;
        }
        settings_saved_ = true;
        if (const hal::NvResult saved = saved_.save(game_.settings()); saved != hal::NvResult::ok) {
            complain_of_store(saved);
        }
    }

    /// Once, until a game is stored again: this one goes on without.
    void complain_of_store(hal::NvResult result) noexcept {
        if (std::exchange(store_fails_, true)) {
            return;
        }
        say("info string board error: the game is not saved: ");
        say(result == hal::NvResult::full ? "the memory is full\n" : "the memory does not take it\n");
    }

    void report(const Change& change) noexcept {
        char text[BoardGame::max_change_text];
        say("info string board ");
        say({text, static_cast<std::size_t>(game_.write_change(text, change) - text)});
        say("\n");
        if (change.kind == Change::Kind::move && asked_ && played_by_person(change)) {
            asked_ = false;
            person_move_ = change.move;
        }
    }

    [[nodiscard]] bool played_by_person(const Change& change) const noexcept {
        const Color first = game_.record().start().side();
        const Color mover = change.ply % 2 == 1 ? first : ~first;
        return game_.player(mover) == Player::person;
    }

    [[nodiscard]] static bool same(const Position& a, const Position& b) noexcept { return a.key() == b.key(); }

    /// The legal move that leads from one to the other; none if none does.
    [[nodiscard, gnu::noinline]] static Move move_between(const Position& from, const Position& to) noexcept {
        Position here = from;
        const Square checker = here.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(here)) {
            if (!here.legal(m, checker)) {
                continue;
            }
            Undo undo;
            here.make(m, undo);
            const bool found = same(here, to);
            here.unmake(m, undo);
            if (found) {
                return m;
            }
        }
        return {};
    }

    /// Does the program go on with the move that stood in for the person's? Then it counts as made.
    [[nodiscard, gnu::noinline]] bool played_on(Move unseen, const Position& p) noexcept {
        Position here = game_.record().position();
        if (!is_legal(here, unseen)) {
            return false;
        }
        Undo undo;
        here.make(unseen, undo);
        const Move reply = move_between(here, p);
        return reply && game_.play_unseen(unseen) == BoardError::none && game_.remote_move(reply, Who::holder) == BoardError::none;
    }

    /// How many half moves ago the game was there; 0 if it was not.
    [[nodiscard, gnu::noinline]] unsigned plies_back_to(const Position& p) const noexcept {
        const GameRecord& record = game_.record();
        if (!game_.playing()) {
            return 0;
        }
        Position here = record.start();
        std::size_t back = 0;
        for (std::size_t i = 0; i < record.size(); ++i) {
            if (same(here, p)) {
                back = record.size() - i;
            }
            Undo undo;
            here.make(record.moves()[i], undo);
        }
        return static_cast<unsigned>(back);
    }

    // ---- the LEDs

    void show(std::uint32_t now) noexcept {
        const bool due = now - shown_ms_ >= frame_ms || game_.pictures() != shown_picture_;
        if (!due || !board_.leds.shown()) {
            return;
        }
        shown_ms_ = now;
        shown_picture_ = game_.pictures();
        hal::Frame frame;
        game_.draw(frame, now);
        board_.leds.set_brightness(game_.settings().brightness);
        (void)board_.leds.show(frame);
    }

    Engine<Config>& engine_;
    std::atomic<bool>& stop_;
    SavedGame<Store> saved_;
    BoardGame game_{};
    BoardWords<Board> words_;
    Setup lent_{};         ///< the line's game, while the engine has the board's
    EngineOrder order_{};  ///< while `work_` is not none
    std::uint32_t seen_ms_ = ~0u;
    std::uint32_t shown_ms_ = 0;
    std::uint32_t settings_at_ms_ = 0;  ///< when they were changed last
    std::uint32_t seed_ = 0;
    std::uint8_t shown_picture_ = 0;
    Work work_ = Work::none;
    bool borrowed_ = false;
    bool stop_soon_ = false;
    bool store_fails_ = false;
    bool in_step_ = false;  ///< what is stored is this game, as far as it has come
    bool watchdog_armed_ = false;
    bool engine_is_free_ = true;
    bool wants_engine_now_ = false;
    bool settings_saved_ = true;
    bool asked_ = false;
    bool left_ = false;  ///< the person has left the game that the program follows
    Move person_move_{};
    Move stand_in_{};  ///< the engine's move that the line was told for the person, until the next position comes
};

}  // namespace stackmate::firmware

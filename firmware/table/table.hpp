// The chess board beside the serial line: brings sensors, buttons, engine and store to the game, and carries out what
// the game asks for.
//
// The game (firmware/play/controller.hpp) knows no device and no engine; the shell (firmware/uci/shell.hpp) knows no
// squares. This file connects them, and decides nothing about chess.
//
// One engine serves both. The line has priority: when it needs the engine, a search for the board is dropped and
// restarted as soon as the line has finished. The game that the line has set up is kept meanwhile. While the board
// waits, its engine's clock stands still. PLAY wins the engine back: the line's work is then stopped and answered.
//
// On the line (docs/SERIAL.md), what happens on the board is reported as `info string board ...`, which every UCI
// program accepts. `board` followed by a word asks or acts.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/engine/book.hpp"
#include "core/engine/engine.hpp"
#include "firmware/engine/helped_engine.hpp"
#include "core/notation/move_text.hpp"
#include "firmware/engine/own_book.hpp"
#include "firmware/engine/solved.hpp"
#include "firmware/engine/variety.hpp"
#include "firmware/table/board_words.hpp"
#include "firmware/table/calibration.hpp"
#include "firmware/hosts/followed_game.hpp"
#include "firmware/hosts/host_at_board.hpp"
#include "firmware/play/controller.hpp"
#include "firmware/store/keeper.hpp"
#include "firmware/table/line_report.hpp"
#include "firmware/table/screen.hpp"
#include "firmware/table/sounds.hpp"
#include "firmware/table/watchdog_sum.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// A ShellCompanion. `Config` as for the engine; `List`: the protocols that its line may speak, a LineOwner.
template <class Config, hal::ChessBoard Board, class List = Protocols>
class Table : LineReport<Board> {
    using Line = LineReport<Board>;
    using Line::board_;
    using Line::report;
    using Line::report_distance;
    using Line::say;
    using TheEngine = typename EngineOf<Config, Board>::Type;
    using Setup = typename TheEngine::Setup;
    using Store = decltype(Board::store);

public:
    /// `stop` is the engine's flag.
    [[gnu::cold]] Table(Board& board, TheEngine& engine, std::atomic<bool>& stop) noexcept
        : Line{board},
          engine_{engine},
          stop_{stop},
          keeper_{board, game_},
          words_{board, game_, keeper_},
          hosts_{board, game_} {}
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    /// Call it once, before the first `poll`. Loads what is stored, and offers the stored game if it was not over.
    /// Reads the whole store a few times; writes nothing.
    [[gnu::cold]] void start() noexcept {
        complain_of_store(keeper_.open());
        calibration_.load(board_);
        game_.set_buttons(decltype(board_.buttons)::count);
        if constexpr (hal::HasSound<Board>) {
            game_.offer_sound();
        }
        if constexpr (has_exercises) {
            game_.offer_exercises();
        }
        const std::uint32_t now = board_.clock.now_ms();
        seed_ = static_cast<std::uint32_t>(board_.system.unique_id());
        StoreTrouble trouble = StoreTrouble::none;
        const bool goes_on = keeper_.load(trouble);
        complain_of_store(trouble);
        if (goes_on) {
            game_.offer(now);
            return begin_reports();
        }
        game_.start(now);
        begin_reports();
    }

    /// One round of the superloop. `engine_is_free`: the line does not use the engine. Returns false if nothing needs
    /// to be done before the next tick. Takes at most one slice of the search, plus the store's time when a change is
    /// stored.
    [[gnu::noinline]] bool poll(bool engine_is_free) noexcept {
        const std::uint32_t now = board_.clock.now_ms();
        engine_is_free_ = engine_is_free;
        if (!watchdog_armed_) {
            watchdog_armed_ = true;
            board_.watchdog.arm(watchdog_ms);
            awake_ms_ = now;
        }
        if (now != seen_ms_) {
            seen_ms_ = now;
            board_.watchdog.feed();  // only here: a board whose clock stands still must be reset
            if (can_see(now)) {
                const SquareSet before = game_.occupied();
                const std::uint8_t pressed = board_.buttons.pressed();
                game_.update(board_.sensors.scan(), pressed, board_.buttons.held(), now);
                if (pressed != 0 || game_.occupied() != before) {
                    screen_.wake(now);
                }
                try_store(now);
                if constexpr (hal::HasSquareLevels<Board>) {
                    watch_levels(now);
                }
            }
            obey();
            sounds_.watch(board_, game_);
            publish();
            screen_.update(going_on(), now);
            if (has_exercises && game_.has_mistake()) {
                exchange_mistakes();
            }
            complain_of_store(keeper_.save_settings_at_rest(now));
            game_.show_store(keeper_.light());
        }
        hosts_.poll(now);
        if (!answer_is_awaited()) {
            show(now);
        }
        if (!hosts_.speaks()) {
            words_.write_more();
        }
        game_.set_engine_away(work_ == Work::wanted && !engine_is_free);
        if (work_ == Work::wanted && engine_is_free && !answer_from_book(now)) {
            begin_search();
        }
        return work_ == Work::running ? search() : false;
    }

    [[nodiscard]] const Controller& game() const noexcept { return game_; }

    /// A byte has come from the line.
    void wake() noexcept { screen_.wake(board_.clock.now_ms()); }

    /// Whether a person at the board wants the engine that the line uses. Returns true once.
    [[nodiscard]] bool wants_engine_now() noexcept { return std::exchange(wants_engine_now_, false); }
    /// Whether a long answer is being written; other output would come in the middle of it.
    [[nodiscard]] bool telling() const noexcept { return words_.telling(); }

    // ---- the line, before the shell: the hosts that speak other protocols

    [[nodiscard]] auto& hosts() noexcept { return hosts_; }

    // ---- for a game that shares the board

    /// See Controller.
    void offer_other_game() noexcept { game_.offer_other_game(); }
    [[nodiscard]] bool take_other_game() noexcept { return game_.take_other_game(); }
    [[gnu::cold]] void change_settings(const Settings& settings) noexcept {
        game_.choose(settings);
        publish();
        save_settings();
    }
    /// Stores the settings now, if they have changed.
    void save_settings() noexcept { complain_of_store(keeper_.save_settings()); }

    // ---- what the shell calls

    void release_engine() noexcept {
        if (work_ == Work::running) {
            drop_search();
            work_ = Work::wanted;
        }
        if (borrowed_) {
            borrowed_ = false;
            board_.serial.watch("stop", stop_);
            set_engine(lent_.position, lent_.history);
        }
    }

    [[nodiscard]] Setup* spare_game() noexcept { return &lent_; }

    void take_word(std::string_view word) noexcept { words_.take_word(word); }

    [[gnu::cold]] void end_line() noexcept {
        words_.end_line(borrowed_ ? lent_.position : engine_.position());
        publish();
    }

    void show_position(const Position& p) noexcept { followed_.show(p); }
    [[nodiscard]] bool ask_person(const Position& p, const Limits& limits) noexcept { return followed_.ask(p, limits); }
    [[nodiscard]] Move person_moved() noexcept { return followed_.take_move(); }
    [[nodiscard]] bool person_left() noexcept { return followed_.take_left(); }
    void forget_person() noexcept { followed_.forget_question(); }
    void note_stand_in(Move m) noexcept { followed_.note_stand_in(m); }
    void release_sides() noexcept { followed_.release(); }

    /// Returns true if the line's game was kept here.
    [[gnu::cold]] bool forget_line() noexcept {
        words_.forget();
        release_sides();
        if (borrowed_) {
            lent_.position.set_start();
            lent_.history.clear();
        }
        return borrowed_;
    }

protected:
    Screen screen_{};  ///< of whichever game uses the squares

private:
    static_assert(watchdog_is_fed_in_time<Config, Board>);

    /// Until the first scans are complete, the sensors report an empty board.
    [[nodiscard]] bool can_see(std::uint32_t now) noexcept {
        sees_ = sees_ || now - awake_ms_ >= decltype(board_.sensors)::latency_ms;
        return sees_;
    }

    enum class Work : std::uint8_t {
        none,
        wanted,  ///< the order waits for the engine
        running,
    };

    // ---- the engine

    /// Whether a limit has passed or `stop` has come: the answer must not wait for the next picture, which takes as
    /// long as ten nodes.
    [[nodiscard]] bool answer_is_awaited() const noexcept {
        return engine_.searching() && stop_.load(std::memory_order_relaxed);
    }

    void set_engine(const Position& p, const KeyHistory& history) noexcept { engine_.set_game(p, history); }

    [[gnu::cold]] void obey() noexcept {
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
                    wants_engine_now_ = true;  // the search has not begun: only the line's work can be stopped
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

    /// The book makes games differ. Weak levels have no book: their moves are chosen at random anyway
    /// (firmware/engine/levels.hpp).
    bool answer_from_book(std::uint32_t now) noexcept {
        if constexpr (OffersBook<Board>) {
            if (order_.purpose != Purpose::move || game_.level().candidates != 0 || game_.practises()) {
                return false;
            }
            if (const Move m = opening_book.choose(game_.record().position(), seed_); m) {
                work_ = Work::none;
                game_.engine_answer(m, {}, score_draw, now);
                obey();
                publish();
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
            board_.serial.watch("stop", unheard_);  // it ends the line's work only
        }
        std::span<const Move> only{&order_.only, order_.only ? 1u : 0u};
        if (has_exercises && game_.state() == states::State::review) {
            only = set_review();
        } else {
            set_engine(game_.record().position(), game_.record().history());
        }
        const std::uint32_t now = board_.clock.now_ms();
        Limits limits = order_.limits;
        limits.has_timer = true;
        if (!order_.only && order_.purpose <= Purpose::hint) {
            only = choice();
        }
        if constexpr (OffersVariety<Config>) {
            const unsigned lines = only.empty() && varies() ? varied_lines : 1;
            engine_.set_lines(lines);
            limits.nodes *= lines;  // a level's strength is that of its best line
        }
        engine_.go(limits, only, now);
        if constexpr (OffersVariety<Config>) {
            engine_.set_lines(1);  // others want one
        }
        work_ = Work::running;
        if (stop_soon_) {
            stop_.store(true, std::memory_order_relaxed);
        } else if (const std::uint32_t limit = engine_.hard_limit_ms(); limit != no_limit) {
            board_.deadline.arm(limit, stop_);
        }
    }

    /// The moves to choose from, in the engine's workspace; empty: all. Whoever does not play weakly keeps a solved ending's result.
    [[nodiscard, gnu::noinline, gnu::cold]] std::span<const Move> choice() noexcept {
        auto* const room = reinterpret_cast<Move*>(engine_.workspace().data());
        const Level& level = game_.level();
        if (order_.purpose == Purpose::move && level.candidates != 0) {
            return considered_moves(level, engine_.working_position(), seed_, {room, max_candidates});
        }
        return OffersEndings<Config> ? keeping_moves(engine_.position(), {room, Config::max_search_moves})
                                     : std::span<const Move>{};
    }

    /// What the review searches is the engine's game: what the game came to later is no repetition. Returns the moves to choose
    /// from, in the engine's workspace; empty: all.
    [[nodiscard, gnu::noinline, gnu::cold]] std::span<const Move> set_review() noexcept {
        const Candidate c = game_.reviewed();
        engine_.begin_setup().position = c.position;
        engine_.commit_setup();
        if (c.left_out == Square::none) {
            return {};
        }
        return c.allowed({reinterpret_cast<Move*>(engine_.workspace().data()), Config::max_search_moves});
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

    /// A byte on the line ends the slice: a program's time limit counts from the end of its line, and must not wait for
    /// this.
    EngineEvent run_slice(std::uint32_t now) noexcept {
        constexpr std::uint32_t part_nodes = std::max<std::uint32_t>(4, Config::slice_nodes / 8);
        for (std::uint32_t nodes = 0;;) {
            const EngineEvent event = engine_.run(part_nodes, now);
            nodes += part_nodes;
            if (event != EngineEvent::none || nodes >= Config::slice_nodes || board_.serial.readable()) {
                return event;
            }
        }
    }

    bool search() noexcept {
        if (engine_.waiting()) {
            return false;
        }
        const std::uint32_t now = board_.clock.now_ms();
        const EngineEvent event = run_slice(now);
        if (event == EngineEvent::none) {
            return true;
        }
        if (event == EngineEvent::info) {
            game_.engine_candidate(engine_.best_move(), engine_.score());
            return true;
        }
        board_.deadline.disarm();
        work_ = Work::none;
        if (!answer_with_variety(now)) {
            answer(now);
        }
        obey();
        publish();
        return true;
    }

    [[gnu::noinline, gnu::cold]] void answer(std::uint32_t now) noexcept {
        const auto line = has_exercises ? engine_.report(now).line : std::span<const Move>{};
        game_.engine_answer(engine_.best_move(), line, engine_.score(), now);
    }
    /// Whether the search is for a move that need not be the best one.
    [[nodiscard, gnu::noinline, gnu::cold]] bool varies() const noexcept {
        return order_.purpose == Purpose::move && game_.settings().variety && game_.level().candidates == 0
               && !game_.practises() && game_.record().size() < varied_plies;
    }
    /// Returns false if the best move is the answer.
    bool answer_with_variety([[maybe_unused]] std::uint32_t now) noexcept {
        if constexpr (OffersVariety<Config>) {
            if (const unsigned line = varied_line(engine_, seed_ + now, now); line != 0) {
                const SearchReport found = engine_.report(now, line);
                game_.engine_answer(found.line[0], {}, found.score, now);
                return true;
            }
        }
        return false;
    }

    /// Keeps what the person has lost much by, and brings it back.
    [[gnu::noinline, gnu::cold]] void exchange_mistakes() noexcept {
        if (const std::size_t ply = game_.take_mistake(); ply != 0) {
            complain_of_store(keeper_.keep_mistake(ply));
        }
        if (game_.wants_mistake()) {
            char fen[max_fen_length];
            game_.give_mistake({fen, keeper_.next_mistake(fen)});
            obey();
            publish();
        }
    }

    // ---- what has happened

    [[gnu::cold]] void begin_reports() noexcept {
        say(game_.playing() ? "info string board a saved game is there\n" : "info string board set up the pieces\n");
        words_.tell_position();
        publish();
        hosts_.reset();
    }

    /// Passes each change to all its listeners, in this order.
    [[gnu::cold]] void publish() noexcept {
        for (Change change = game_.take_change(); change.kind != Change::Kind::none; change = game_.take_change()) {
            const std::uint32_t now = board_.clock.now_ms();
            if (change.kind == Change::Kind::new_game) {
                seed_ = seed_ * 1664525 + 1013904223 + now;  // another seed (Numerical Recipes, ranqd1)
            }
            screen_.happened(change, now);
            complain_of_store(keeper_.keep(change, now));
            if (hosts_.speaks()) {
                hosts_.notify(change);
            } else if (report(change, game_)) {
                words_.tell_of_test(change.notice);
                if (has_distances) {
                    report_distance(change, game_);
                }
            }
            followed_.notify(change);
            sounds_.happened(board_, change, game_.settings(), game_.record().position());
        }
    }

    /// If the self-test wants it.
    void try_store(std::uint32_t now) noexcept {
        if (game_.take_store_test()) {
            game_.store_tested(keeps_what_is_written(board_.store, now));
        }
    }

    /// Of sensors that have levels.
    [[gnu::cold, gnu::noinline]] void watch_levels(std::uint32_t now) noexcept {
        const bool tests = game_.state() == states::State::sensor_test && !game_.names_square();
        const bool kept = calibration_.watch(board_, tests) == hal::NvResult::ok;
        const SquareSet weak = calibration_.take_weak(board_, now);
        if ((!kept || weak != 0) && !hosts_.speaks() && Line::has_room()) {
            words_.tell_of_levels(weak, kept);
        }
    }

    [[gnu::cold]] void complain_of_store(StoreTrouble trouble) noexcept {
        if (!hosts_.speaks()) {
            report(trouble);
        }
    }

    // ---- the LEDs

    /// Analysis has no end, so it does not count as a race; nor does what goes on beside a person's thoughts.
    [[nodiscard]] GoingOn going_on() const noexcept {
        if (game_.clock().running() || (work_ == Work::running && order_.purpose < Purpose::analysis)) {
            return GoingOn::race;
        }
        return hosts_.speaks() || game_.in_game() ? GoingOn::game : GoingOn::nothing;
    }

    void show(std::uint32_t now) noexcept {
        screen_.show(board_.leds, game_.pictures(), hosts_.brightness(), now, [&](hal::Frame& frame) {
            if (!hosts_.draw(frame, now)) {
                game_.draw(frame, now);
                calibration_.draw(board_, frame, now);
            }
        });
    }

    TheEngine& engine_;
    std::atomic<bool>& stop_;
    Controller game_{};
    Keeper<Board> keeper_;
    FollowedGame followed_{game_};
    BoardWords<Board, List> words_;
    HostAtBoard<Board, Controller, std::conditional_t<OffersHosts<Board>, List, LineOwner<>>> hosts_;
    [[no_unique_address]] Sounds<Board> sounds_{};
    [[no_unique_address]] Calibration<Board> calibration_{};
    Setup lent_{};         ///< the line's game, while the engine works for the board or for `bench`
    EngineOrder order_{};  ///< while `work_` is not none
    std::uint32_t seen_ms_ = ~0u;
    std::uint32_t awake_ms_ = 0;  ///< the time of the first poll
    std::uint32_t seed_ = 0;
    Work work_ = Work::none;
    bool borrowed_ = false;
    std::atomic<bool> unheard_{false};
    bool stop_soon_ = false;
    bool watchdog_armed_ = false;
    bool sees_ = false;  ///< the sensors have had time to report what stands there
    bool engine_is_free_ = true;
    bool wants_engine_now_ = false;
};

}  // namespace stackmate::firmware

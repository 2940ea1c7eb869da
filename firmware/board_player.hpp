// The board beside the serial line: carries sensors, buttons, engine and store to the game and the game's wishes back.
//
// The game (firmware/board_game.hpp) knows no device and no engine; the shell (firmware/uci_shell.hpp) knows no squares.
// What is here knows both ends of every wire, and decides nothing about chess.
//
// One engine serves both. The line goes first: when it needs the engine, a search for the board is dropped, and begun
// anew as soon as the line is done with it. The game that the line has set up is kept meanwhile.
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
#include "core/pgn.hpp"
#include "core/text.hpp"
#include "core/uci_words.hpp"
#include "firmware/board_game.hpp"
#include "firmware/line_writer.hpp"
#include "firmware/own_book.hpp"
#include "firmware/saved_game.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// A ShellCompanion. `Config` as of the engine.
template <class Config, hal::ChessBoard Board>
class BoardPlayer : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_number;
    using Line::say_quoted;
    using Setup = typename Engine<Config>::Setup;
    using Store = decltype(Board::store);

public:
    /// `stop` is the engine's.
    BoardPlayer(Board& board, Engine<Config>& engine, std::atomic<bool>& stop) noexcept
        : Line{board}, engine_{engine}, stop_{stop}, saved_{board.store} {}
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
        }
        show(now);
        write_pgn();
        if (work_ == Work::wanted && engine_is_free && !answer_from_book(now)) {
            begin_search();
        }
        return work_ == Work::running ? search() : false;
    }

    [[nodiscard]] const BoardGame& game() const noexcept { return game_; }

    // ---- for a game that shares the board

    /// As of BoardGame.
    void offer_other_game() noexcept { game_.offer_other_game(); }
    [[nodiscard]] bool take_other_game() noexcept { return game_.take_other_game(); }
    void change_settings(const BoardSettings& settings) noexcept {
        (void)game_.change_settings(settings);
        obey();
        tell();
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

    void take_word(std::string_view word) noexcept {
        if (words_ == 0) {
            verb_ = verb_of(word);
            if (verb_ == Verb::unknown) {
                complain("there is no 'board ", word, "'; try board help");
            }
        } else if (words_ == 1 && word.size() <= sizeof noun_) {
            noun_size_ = static_cast<std::uint8_t>(word.copy(noun_, sizeof noun_));
        } else {
            complain("too much behind board: '", word, "'");
            verb_ = Verb::unknown;
        }
        words_ = static_cast<std::uint8_t>(words_ + (words_ < 3 ? 1 : 0));
    }

    void end_line() noexcept {
        const Verb verb = words_ == 0 ? Verb::show : verb_;
        const std::string_view noun{noun_, noun_size_};
        if (verb != Verb::unknown) {
            do_it(verb, noun);
        }
        words_ = 0;
        noun_size_ = 0;
        verb_ = Verb::unknown;
    }

    void show_position(const Position& p) noexcept {
        // The person has the side to move, the PC the other: a GUI that plays both sides lets a person play both.
        BoardSettings settings = game_.settings();
        settings.white = p.side() == Color::white ? Player::person : Player::remote;
        settings.black = p.side() == Color::black ? Player::person : Player::remote;
        (void)game_.change_settings(settings);
        if (same(game_.record().position(), p)) {
            return;
        }
        if (play_towards(p)) {
            return;
        }
        char fen[max_fen_length];
        (void)game_.set_game({fen, p.fen(fen)}, {});
    }

    [[nodiscard]] bool ask_person(const Position& p) noexcept {
        show_position(p);
        if (game_.result() || is_over(game_.record().state())) {
            return false;
        }
        asked_ = true;
        person_move_ = {};
        return true;
    }

    [[nodiscard]] Move person_moved() noexcept { return std::exchange(person_move_, {}); }

    void forget_person() noexcept {
        asked_ = false;
        person_move_ = {};
    }

private:
    static constexpr std::uint32_t watchdog_ms = 4000;  ///< the longest turn is a tidied store: below 1 s on every chip
    static constexpr std::uint32_t frame_ms = 16;       ///< 62 pictures a second

    enum class Work : std::uint8_t {
        none,
        wanted,  ///< the order waits for the engine
        running,
    };

    enum class Verb : std::uint8_t {
        unknown,
        show,
        pgn,
        fen,
        begin,
        set,
        level,
        white,
        black,
        flip,
        brightness,
        move,
        takeback,
        resign,
        draw,
        sensors,
        help,
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
                wanted_since_ms_ = board_.clock.now_ms();
                stop_soon_ = false;
                break;
            case EngineOrder::Kind::stop:
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

    /// So that games differ. A weak player has no book: its moves are drawn by lot anyway (firmware/levels.hpp).
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
        Limits limits = order_.limits;
        for (std::uint32_t& left : limits.time_ms) {  // the wait for the engine was the player's time
            left -= std::min(left, now - wanted_since_ms_);
        }
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
            game_.engine_candidate(engine_.best_move(), report.score, report.depth);
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
        say_position();
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
            if (const hal::NvResult saved = saved_.save(game_.settings()); saved != hal::NvResult::ok) {
                complain_of_store(saved);
            }
            return;
        case Change::Kind::new_game:
            in_step_ = true;
            seed_ = seed_ * 1664525 + 1013904223 + board_.clock.now_ms();  // another lot (Numerical Recipes, ranqd1)
            result = saved_.make_room(clock.active());
            if (result == hal::NvResult::ok) {
                result = saved_.new_game(game_.record().start());
            }
            break;
        case Change::Kind::taken_back: result = in_step_ ? saved_.taken_back(change.plies) : hal::NvResult::ok; break;
        case Change::Kind::move:
            result = !in_step_ ? hal::NvResult::ok
                     : clock.active()
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
        return game_.settings().player(mover) == Player::person;
    }

    // ---- the line

    [[nodiscard]] static Verb verb_of(std::string_view word) noexcept {
        constexpr std::string_view verbs[] = {"",         "show",   "pgn",   "fen",     "new",        "set",
                                              "level",    "white",  "black", "flip",    "brightness", "move",
                                              "takeback", "resign", "draw",  "sensors", "help"};
        static_assert(std::size(verbs) == static_cast<std::size_t>(Verb::help) + 1);
        for (unsigned i = 1; i < std::size(verbs); ++i) {
            if (verbs[i] == word) {
                return static_cast<Verb>(i);
            }
        }
        return Verb::unknown;
    }

    [[gnu::noinline]] void do_it(Verb verb, std::string_view noun) noexcept {
        BoardSettings settings = game_.settings();
        switch (verb) {
        case Verb::unknown: break;
        case Verb::show: tell_state(); break;
        case Verb::pgn: begin_pgn(); break;
        case Verb::fen: say_position(); break;
        case Verb::begin: game_.new_game(); break;
        case Verb::set: set_position(); break;
        case Verb::level:
            if (const unsigned level = level_of(noun); level < levels.size()) {
                settings.level = static_cast<std::uint8_t>(level);
                (void)game_.change_settings(settings);
            } else {
                complain(
                    "board level takes s1 to s8 (strength), t1 to t8 (time), d1 to d8 (depth) or c1 to c8 (clocks), "
                    "not '",
                    noun, "'");
            }
            break;
        case Verb::white: set_player(settings, settings.white, noun); break;
        case Verb::black: set_player(settings, settings.black, noun); break;
        case Verb::flip:
            if (noun == "on" || noun == "off") {
                settings.flipped = noun == "on";
                (void)game_.change_settings(settings);
            } else {
                complain("board flip takes on or off, not '", noun, "'");
            }
            break;
        case Verb::brightness: {
            std::uint64_t level = 0;
            if (uci::parse_number(noun, 1, 255, false, level)) {
                settings.brightness = static_cast<std::uint8_t>(level);
                (void)game_.change_settings(settings);
            } else {
                complain("board brightness takes a number from 1 to 255, not '", noun, "'");
            }
            break;
        }
        case Verb::move: remote_move(noun); break;
        case Verb::takeback: answer(game_.take_back()); break;
        case Verb::resign:
            if (noun == "white" || noun == "black") {
                answer(game_.resign(noun == "white" ? Color::white : Color::black));
            } else {
                complain("board resign takes white or black, not '", noun, "'");
            }
            break;
        case Verb::draw: answer(game_.claim_draw()); break;
        case Verb::sensors: tell_sensors(); break;
        case Verb::help: help(); break;
        }
        tell();
    }

    void set_player(BoardSettings& settings, Player& side, std::string_view noun) noexcept {
        for (const Player player : {Player::person, Player::engine, Player::remote}) {
            if (noun == to_text(player)) {
                side = player;
                (void)game_.change_settings(settings);
                return;
            }
        }
        complain("a side is played by person, engine or remote, not '", noun, "'");
    }

    /// levels.size() if there is no such level.
    [[nodiscard]] static unsigned level_of(std::string_view noun) noexcept {
        constexpr std::string_view kinds = "stdc";
        if (noun.size() != 2 || noun[1] < '1' || noun[1] > '8') {
            return static_cast<unsigned>(levels.size());
        }
        for (unsigned kind = 0; kind < kinds.size(); ++kind) {
            if (kinds[kind] == noun[0]) {
                return level_index(static_cast<LevelKind>(kind), static_cast<unsigned>(noun[1] - '1'));
            }
        }
        return static_cast<unsigned>(levels.size());
    }

    void answer(BoardError error) noexcept {
        if (error != BoardError::none) {
            complain(to_text(error));
        }
    }

    void remote_move(std::string_view noun) noexcept {
        const Move m = move_from_text(game_.record().position(), noun);
        if (!m) {
            return complain("no legal move: '", noun, "'");
        }
        answer(game_.remote_move(m));
    }

    /// The position that the line has set up last comes to the board.
    void set_position() noexcept {
        const Position& p = borrowed_ ? lent_.position : engine_.position();
        char fen[max_fen_length];
        answer(game_.set_game({fen, p.fen(fen)}, {}));
    }

    void say_position() noexcept {
        char fen[max_fen_length];
        say("info string board fen ");
        say({fen, game_.record().position().fen(fen)});
        say("\n");
    }

    [[gnu::noinline]] void tell_state() noexcept {
        const BoardSettings& settings = game_.settings();
        say_position();
        say("info string board state ");
        say(to_text(game_.state()));
        say(" ply ");
        say_number(game_.record().size());
        if (const Move m = game_.pending(); m) {
            char text[max_move_length];
            say(" waiting for ");
            say({text, static_cast<std::size_t>(write_move(text, m) - text)});
        }
        say("\ninfo string board level ");
        say(levels[settings.level].name);
        say(" white ");
        say(to_text(settings.white));
        say(" black ");
        say(to_text(settings.black));
        if (const GameClock& clock = game_.clock(); clock.active()) {
            say(" clocks ");
            say_number(clock.left_ms(Color::white));
            say(" ");
            say_number(clock.left_ms(Color::black));
            say(" ms");
        }
        say("\ninfo string board result ");
        say(pgn_result(game_.result()));
        say(" ");
        say(to_text(game_.result().ending));
        say("\n");
    }

    /// The sensors as they are, for a test of the wiring.
    [[gnu::noinline]] void tell_sensors() noexcept {
        const std::uint64_t raw = board_.sensors.raw();
        for (unsigned rank = 8; rank-- != 0;) {
            char row[] = "1 . . . . . . . .\n";
            row[0] = static_cast<char>('1' + rank);
            for (unsigned file = 0; file < 8; ++file) {
                row[2 + 2 * file] = (raw >> (8 * rank + file) & 1) != 0 ? 'o' : '.';
            }
            say("info string board ");
            say({row, sizeof row - 1});
        }
        say("info string board   a b c d e f g h after ");
        say_number(board_.sensors.scans());
        say(" scans\n");
    }

    void help() noexcept {
        say("info string board: show, fen, pgn, sensors, new, set (the line's position), takeback, draw\n"
            "info string board: level s1..c8, white|black person|engine|remote, flip on|off, brightness 1..255\n"
            "info string board: move e2e4 (for a remote player), resign white|black\n");
    }

    void begin_pgn() noexcept {
        const auto name = [&](Player player) -> std::string_view {
            switch (player) {
            case Player::person: return "Person";
            case Player::engine: return "Stackmate " STACKMATE_VERSION;
            case Player::remote: return "Remote";
            }
            return "?";
        };
        pgn_.begin(game_.record(), {.event = "Game on a chess board",
                                    .white = name(game_.settings().white),
                                    .black = name(game_.settings().black),
                                    .result = pgn_result(game_.result())});
    }

    /// As much as the queue takes now.
    void write_pgn() noexcept {
        while (!pgn_.done() && board_.serial.tx_free() >= PgnWriter::max_piece) {
            char piece[PgnWriter::max_piece];
            say({piece, static_cast<std::size_t>(pgn_.write(piece) - piece)});
        }
    }

    [[gnu::noinline]] void complain(std::string_view before, std::string_view quoted = {},
                                    std::string_view after = {}) noexcept {
        say("info string board error: ");
        say(before);
        say_quoted(quoted, 32);
        say(after);
        say("\n");
    }

    [[nodiscard]] static bool same(const Position& a, const Position& b) noexcept { return a.key() == b.key(); }

    /// Is `p` what a legal move leads to? Then it is the remote player's, and waits to be made on the board.
    [[nodiscard, gnu::noinline]] bool play_towards(const Position& p) noexcept {
        Position here = game_.record().position();
        const Square checker = here.checker();
        Cursor cursor(checker);
        while (const Move m = cursor.next(here)) {
            if (!here.legal(m, checker)) {
                continue;
            }
            Undo undo;
            here.make(m, undo);
            const bool found = same(here, p);
            here.unmake(m, undo);
            if (found) {
                return game_.pending() == m || game_.remote_move(m) == BoardError::none;
            }
        }
        return false;
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
    Setup lent_{};         ///< the line's game, while the engine has the board's
    EngineOrder order_{};  ///< while `work_` is not none
    PgnWriter pgn_{};
    std::uint32_t seen_ms_ = ~0u;
    std::uint32_t shown_ms_ = 0;
    std::uint32_t wanted_since_ms_ = 0;
    std::uint32_t seed_ = 0;
    std::uint8_t shown_picture_ = 0;
    Work work_ = Work::none;
    bool borrowed_ = false;
    bool stop_soon_ = false;
    bool store_fails_ = false;
    bool in_step_ = false;  ///< what is stored is this game, as far as it has come
    bool watchdog_armed_ = false;
    bool asked_ = false;
    Move person_move_{};
    Verb verb_ = Verb::unknown;
    std::uint8_t words_ = 0;
    std::uint8_t noun_size_ = 0;
    char noun_[12]{};
};

}  // namespace stackmate::firmware

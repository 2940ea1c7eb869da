// UCI over a serial line: takes the line's characters one by one, lets the engine work in slices, answers.
//
// Protocol: "Description of the universal chess interface (UCI)", April 2006. Additions: `d` shows the position, `eval`
// its static evaluation, `go perft N` counts leaves, `bench` measures, `status` reports on the device, `help` lists the
// commands. An invalid line is answered with `info string error: ...` and changes nothing. As the protocol requires,
// unknown words before a UCI command are skipped; our own commands must be the first word of a line.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/engine/book.hpp"
#include "core/engine/engine.hpp"
#include "core/game/game_state.hpp"
#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "core/notation/text.hpp"
#include "core/uci/uci_go.hpp"
#include "core/uci/uci_names.hpp"
#include "core/uci/uci_words.hpp"
#include "core/version.hpp"
#include "firmware/engine/helped_engine.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/engine/own_book.hpp"
#include "firmware/line/names.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/uci/bench_task.hpp"
#include "firmware/uci/device_report.hpp"
#include "firmware/uci/options.hpp"
#include "firmware/uci/perft_task.hpp"
#include "firmware/uci/position_line.hpp"
#include "firmware/uci/position_report.hpp"
#include "firmware/uci/search_reports.hpp"
#include "hal/concepts.hpp"
#include "hal/second_core.hpp"

namespace stackmate::firmware {

/// What a chess board adds to the shell; it shares the shell's engine. The shell makes these calls, and none of them
/// blocks:
///
/// `release_engine()`: the shell needs the engine, with the game that it left in it. Whoever has borrowed the engine
/// gives it back before the call returns.
/// `spare_game()`: an Engine's Setup that belongs to the shell until it no longer uses the engine.
/// `take_word(word)`, `end_line()`: the words after `board`, one by one, and the end of that line.
/// `show_position(p)`: the PC, which plays through the board, has set up `p`. The position is to be shown on the board,
/// and the sides are claimed for the PC.
/// `ask_person(p, limits)`: the PC asks for the move of the side to move in `p`, made on the board; `limits` are those
/// of its `go`. Returns false if it cannot be asked for.
/// `person_moved()`: that move, once; none before.
/// `forget_person()`: the move is no longer expected.
/// `person_left()`: whether the person has given up the PC's game; returns true once.
/// `note_stand_in(m)`: the PC was given `m` in place of the person's move, and may continue with it.
/// `release_sides()`: the PC no longer plays through the board.
/// `forget_line()`: the session has ended, and what it had begun and claimed is dropped. Returns true if the companion
/// had the line's game and has put the start position in its place.
template <class T>
concept ShellCompanion = requires(T companion, std::string_view word, const Position& p, const Limits& limits,
                                  Move move) {
    { companion.release_engine() }
    noexcept->std::same_as<void>;
    {companion.spare_game()};
    { companion.take_word(word) }
    noexcept->std::same_as<void>;
    { companion.end_line() }
    noexcept->std::same_as<void>;
    { companion.show_position(p) }
    noexcept->std::same_as<void>;
    { companion.ask_person(p, limits) }
    noexcept->std::same_as<bool>;
    { companion.person_left() }
    noexcept->std::same_as<bool>;
    { companion.note_stand_in(move) }
    noexcept->std::same_as<void>;
    { companion.release_sides() }
    noexcept->std::same_as<void>;
    { companion.forget_line() }
    noexcept->std::same_as<bool>;
    { companion.person_moved() }
    noexcept->std::same_as<Move>;
    { companion.forget_person() }
    noexcept->std::same_as<void>;
};

/// The companion of a shell that has only a serial line.
struct NoCompanion {
    /// Constructed like a companion.
    template <class... Parts>
    explicit constexpr NoCompanion(Parts&...) noexcept {}
};

/// A board with memory for a hash table: `table_memory(bytes)` returns that many bytes, 8-aligned, in place of what it
/// gave before. If there is not so much, the result is empty and the earlier memory stays valid.
template <class Board>
concept OffersTableMemory = requires(Board board, std::size_t bytes) {
    { board.table_memory(bytes) } -> std::same_as<std::span<std::byte>>;
};

/// A board that can wait for another program over the cable: `reboot_to_bootloader()` ends this one.
template <class Board>
concept OffersBootloader = requires(Board board) {
    board.system.reboot_to_bootloader();
};

/// The engine and the line to it.
///
/// The superloop calls `receive` and `slice`. A line takes effect only at its end, so an error in it cannot have done
/// anything before. Output that does not fit into the serial queue waits for the queue to drain, except the search's
/// own `info` lines (firmware/uci/search_reports.hpp).
///
/// The stop flag has three sources: the receive interrupt, which recognises the line "stop" before it is read here; the
/// deadline; and `stop` when it is read here. The interrupt is only the faster way. It may be too early: the `go`
/// before that `stop` is still unread, and clears the flag. It may be too late: the search has ended by itself, and the
/// next `go` clears the flag. Reading `stop` here is what counts: it ends the work and answers before anything behind
/// it is read.
template <class Config, hal::Board Board, class Companion = NoCompanion>
class UciShell : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_move;
    using Line::say_number;
    using Line::say_quoted;
    static constexpr bool has_companion = !std::is_same_v<Companion, NoCompanion>;
    static constexpr bool has_second_core = hal::HasSecondCore<Board>;
    static constexpr bool shares_port = hal::SharedPort<decltype(Board::serial)>;
    using TheEngine = typename EngineOf<Config, Board>::Type;
    static constexpr bool offers_table = OffersTableMemory<Board>;
    static constexpr bool offers_book = OffersBook<Board>;
    using TheOptions = Options<Config, Board, offers_table, has_companion>;
    static constexpr unsigned max_lines = TheOptions::max_lines;
    static constexpr bool keeps_bench_game = BenchTask<Config, Board>::keeps_game && !has_companion;

public:
    [[gnu::cold]] explicit UciShell(Board& board) noexcept
        : Line{board}, engine_{stop_}, reports_{board, engine_, stop_} {
        if constexpr (has_second_core) {
            engine_.set_second_core(board.second_core);
        }
        if constexpr (offers_table) {
            (void)resize_table(TheOptions::default_table_mb);
        }
        engine_.set_move_overhead(TheOptions::default_overhead_ms);
        engine_.new_game();
        board_.serial.watch("stop", stop_);
    }
    UciShell(const UciShell&) = delete;
    UciShell& operator=(const UciShell&) = delete;

    /// Call it once, before anything else, if there is a companion.
    void set_companion(Companion& companion) noexcept requires has_companion {
        static_assert(ShellCompanion<Companion>);
        companion_ = &companion;
    }
    /// For the companion, while `uses_engine()` is false. It must undo its changes to the engine in `release_engine`.
    [[nodiscard]] Engine<Config>& engine_to_lend() noexcept { return engine_; }
    [[nodiscard]] std::atomic<bool>& stop_flag() noexcept { return stop_; }
    [[nodiscard]] bool at_work() const noexcept { return task_ != Task::none; }
    /// Whether the engine works for the line, or a line is being received that needs it.
    [[nodiscard]] bool uses_engine() const noexcept {
        return (task_ != Task::none && task_ != Task::person) || uci::needs_engine(command_);
    }

    /// The next character from the line. If it ends a line, the line has been executed on return; long work has only
    /// begun.
    void receive(char c) noexcept {
        if (is_space(c)) {
            end_word();
            if (c == '\n' || c == '\r') {
                end_line();
            }
        } else if (expect_ != Expect::nothing && !words_.push(memory(), c)) {
            refuse_long_word();
        }
    }

    /// Does a bounded piece of the current work; returns false if there is none.
    [[gnu::noinline]] bool slice() noexcept {
        switch (task_) {
        case Task::none: return show_position_at_rest();
        case Task::search:
        case Task::bench: return run_engine();
        case Task::perft: return run_perft();
        case Task::person: return answer_for_person();
        }
        return false;
    }

    /// The session has ended. Its work stops, with an answer if somebody may still read it. Its options and its
    /// position are forgotten. Returns when the work has stopped: after one node.
    [[gnu::noinline, gnu::cold]] void end_session(bool somebody_reads) noexcept {
        skip_line();
        expect_ = Expect::command;
        mute_ = !somebody_reads;
        stop();
        mute_ = false;
        settle();
        reset_options();
        bool kept = false;
        if constexpr (has_companion) {
            kept = companion_->forget_line();
        }
        if (!kept) {
            (void)engine_.begin_setup();
            engine_.commit_setup();
        }
        position_line_.trust();
        unshown_ = false;
    }

    /// Somebody at the board wants the engine: the line's work is stopped, with its answer.
    void give_up_engine() noexcept {
        if (task_ != Task::person) {
            stop();
        }
    }

    /// Whether the last output has not been sent completely.
    [[nodiscard]] bool output_waits() const noexcept { return reports_.output_waits(); }

    [[nodiscard]] bool quit_requested() const noexcept { return quit_; }

    [[nodiscard]] const TheEngine& engine() const noexcept { return engine_; }

private:
    static constexpr std::size_t max_word = 32;
    static constexpr std::size_t longest_kept = 16;      ///< of an unknown word; a command must fit behind it
    static constexpr std::size_t fen_room = 128;         ///< more than the longest: counters may begin with zeros
    static constexpr std::uint32_t show_after_ms = 100;  ///< a `go` follows its `position` sooner

    using Setup = typename Engine<Config>::Setup;

    enum class Task : std::uint8_t {
        none,
        search,
        perft,
        bench,
        person,  ///< `go` waits for the person at the board
    };

    /// What the next word is.
    enum class Expect : std::uint8_t {
        command,
        uci_command,  ///< an unknown word has come and is kept
        nothing,      ///< the rest of the line is skipped
        set_up,       ///< startpos or fen
        fen,
        moves_word,
        move,
        name_word,
        option_name,
        option_value,
        go_word,
        board_word,
    };

    struct GoScratch {
        uci::GoLine line{};
        Move moves[Config::max_search_moves]{};
    };

    using Perft = PerftTask<Config, Board, offers_table>;

    template <int>
    struct Nothing {};

    // ---- words and lines

    [[nodiscard]] std::span<char> memory() noexcept {
        return expect_ == Expect::fen ? text_room() : std::span<char>{token_};
    }

    /// Memory behind the scratch set-up in the engine's workspace.
    [[nodiscard]] std::span<char> text_room() noexcept {
        const std::span<std::byte> room = engine_.workspace().subspan(sizeof(Setup), fen_room);
        return {reinterpret_cast<char*>(room.data()), room.size()};
    }

    template <class T>
    [[nodiscard]] T& in_workspace() noexcept {
        return *std::launder(reinterpret_cast<T*>(engine_.workspace().data()));
    }

    [[gnu::noinline, gnu::cold]] void end_word() noexcept {
        if (!words_.in_word()) {
            return;
        }
        std::string_view const word = words_.word(memory());
        switch (expect_) {
        case Expect::nothing: break;
        case Expect::command:
        case Expect::uci_command:
            if (!take_command(word)) {
                return;
            }
            break;
        case Expect::set_up: take_set_up(word); break;
        case Expect::fen:
            if (word != "moves") {
                return words_.keep(memory());
            }
            words_.drop();
            if (take_fen()) {
                expect_ = Expect::move;
            }
            break;
        case Expect::moves_word:
            if (word != "moves") {
                complain("after the position comes 'moves', not '", word, "'");
            } else {
                expect_ = Expect::move;
            }
            break;
        case Expect::move: take_move(word); break;
        case Expect::name_word:
            if (word != "name") {
                complain("setoption takes 'name', not '", word, "'");
            } else {
                expect_ = Expect::option_name;
            }
            break;
        case Expect::option_name:
            if (word != "value") {
                return words_.keep(memory());
            }
            words_.drop();
            if (take_option_name()) {
                expect_ = Expect::option_value;
            }
            break;
        case Expect::option_value: return words_.keep(memory());
        case Expect::go_word: take_go_word(word); break;
        case Expect::board_word:
            if constexpr (has_companion) {
                companion_->take_word(word);
            }
            break;
        }
        words_.clear();
    }

    [[gnu::noinline, gnu::cold]] void end_line() noexcept {
        switch (command_) {
        case uci::Command::unknown:
            if (expect_ == Expect::uci_command) {
                complain("unknown command '", words_.text(memory()), "'; try help");
            }
            break;
        case uci::Command::debug: break;
        case uci::Command::uci:
            // Where nothing reports that a program has left, the arrival of the next one does.
            if (board_.serial.byte_time_us() != 0 || hal::Anonymous<decltype(Board::serial)>) {
                end_session(false);
            }
            introduce();
            break;
        case uci::Command::isready: say("readyok\n"); break;
        case uci::Command::ucinewgame:
            engine_.new_game();
            game_seed_ = static_cast<std::uint32_t>(board_.system.unique_id()) + board_.clock.now_ms();
            position_line_.trust();
            person_gone_ = false;
            break;
        case uci::Command::setoption: set_option(); break;
        case uci::Command::position: set_position(); break;
        case uci::Command::go: go(); break;
        case uci::Command::stop: stop(); break;
        case uci::Command::ponderhit: ponder_hit(); break;
        case uci::Command::quit:
            quit_ = !has_companion;  // a game on the board goes on when a program at the other end of the line ends
            end_session(true);
            if constexpr (shares_port) {
                board_.serial.leave_session();
            }
            break;
        case uci::Command::d:
            PositionReport<Board>{board_}.show(engine_.position(), engine_.state(), text_room());
            break;
        case uci::Command::eval: evaluate(); break;
        case uci::Command::bench: start_bench(); break;
        case uci::Command::help: help(); break;
        case uci::Command::status: DeviceReport<Board>{board_}.status(); break;
        case uci::Command::board:
            if constexpr (has_companion) {
                companion_->end_line();
            }
            break;
        case uci::Command::bootloader: start_bootloader(); break;
        }
        words_.clear();
        command_ = uci::Command::unknown;
        expect_ = Expect::command;
    }

    /// Not part of end_line: the stack that the evaluation needs would be reserved under all other commands.
    [[gnu::noinline, gnu::cold]] void evaluate() noexcept {
        PositionReport<Board>{board_}.evaluation(engine_.evaluate());
    }

    void skip_line() noexcept {
        words_.clear();
        command_ = uci::Command::unknown;
        expect_ = Expect::nothing;
    }

    /// Returns false if the word is not a command: the first such word is kept, and a UCI command may follow it.
    [[gnu::cold]] bool take_command(std::string_view word) noexcept {
        uci::Command const command = uci::command_from_text(word);
        if (command == uci::Command::unknown || (expect_ == Expect::uci_command && command > uci::Command::quit)) {
            if (std::exchange(expect_, Expect::uci_command) == Expect::uci_command) {
                words_.drop();
            } else {
                words_.keep_head(memory(), longest_kept);
            }
            return false;
        }
        begin_command(command, word);
        return true;
    }

    void begin_command(uci::Command command, std::string_view word) noexcept {
        if constexpr (shares_port) {
            board_.serial.take_session();
        }
        if constexpr (has_companion) {
            if (uci::needs_engine(command) && task_ == Task::none) {
                companion_->release_engine();
            }
        } else if (command == uci::Command::board) {
            return complain("there are no squares here to talk of: '", word, "'");
        }
        if (command == uci::Command::position) {
            position_line_.doubt();
        }
        if (task_ != Task::none && !uci::allowed_at_work(command)) {
            return complain("not while the engine works: '", word, "'; stop it first");
        }
        if (!uci::allowed_at_work(command)) {
            settle();
        }
        command_ = command;
        switch (command) {
        case uci::Command::position:
            expect_ = Expect::set_up;
            position_line_.forget_time();
            started_ms_ = board_.clock.now_ms();
            break;
        case uci::Command::setoption: expect_ = Expect::name_word; break;
        case uci::Command::go:
            expect_ = Expect::go_word;
            new (engine_.workspace().data()) GoScratch;
            break;
        case uci::Command::board: expect_ = Expect::board_word; break;
        default: expect_ = Expect::nothing; break;
        }
    }

    // ---- position

    void take_set_up(std::string_view word) noexcept {
        if (word == "startpos") {
            expect_ = Expect::moves_word;
        } else if (word == "fen") {
            expect_ = Expect::fen;
        } else {
            return complain("position takes startpos or fen, not '", word, "'");
        }
        position_line_.begin(engine_, rules());
    }

    [[nodiscard]] CastlingRules rules() const noexcept {
        return plays_chess960 && options_.chess960 ? CastlingRules::chess960 : CastlingRules::standard;
    }

    /// Holds for a whole game, not only while castling is still possible: the person is asked for all its moves or for
    /// none.
    [[nodiscard]] bool in_chess960() const noexcept {
        return rules() == CastlingRules::chess960 || engine_.position().castles_as_chess960();
    }

    [[gnu::noinline, gnu::cold]] bool take_fen() noexcept {
        const FenError error = position_line_.take_fen(words_.text(memory()), rules());
        if (error == FenError::none) {
            return true;
        }
        const bool perhaps_chess960 = plays_chess960 && error == FenError::impossible_castling && !options_.chess960;
        complain(perhaps_chess960 ? "FEN (UCI_Chess960 is off): " : "FEN: ", {}, to_text(error));
        return false;
    }

    [[gnu::noinline]] void take_move(std::string_view word) noexcept {
        if (!position_line_.take_move(word)) {
            complain("no legal move: '", word, "'");
        }
    }

    void set_position() noexcept {
        if (expect_ == Expect::set_up) {
            return complain("position takes startpos or fen");
        }
        if (expect_ != Expect::fen || take_fen()) {
            const std::uint32_t now = board_.clock.now_ms();
            position_line_.commit(engine_, now - started_ms_);
            started_ms_ = now;
            unshown_ = options_.person_plays && !in_chess960();
        }
    }

    /// A position that no `go` follows is shown as well; one followed by `go ponder` is only a guess.
    bool show_position_at_rest() noexcept {
        if constexpr (has_companion) {
            if (unshown_ && !person_gone_ && !uci::needs_engine(command_)
                && board_.clock.now_ms() - started_ms_ >= show_after_ms) {
                unshown_ = false;
                companion_->release_engine();  // with the line's position
                companion_->show_position(engine_.position());
                return true;
            }
        }
        return false;
    }

    // ---- options

    bool take_option_name() noexcept {
        std::string_view const name = words_.text(memory());
        option_ = TheOptions::named(name);
        if (option_ == nullptr) {
            complain("there is no option '", name, "'");
        }
        return option_ != nullptr;
    }

    [[gnu::noinline, gnu::cold]] void set_option() noexcept {
        if (expect_ == Expect::name_word) {
            return complain("setoption takes 'name'");
        }
        if (expect_ == Expect::option_name) {
            if (!take_option_name()) {
                return;
            }
            words_.clear();
        }
        std::string_view const value = words_.text(memory());
        switch (option_->kind) {
        case OptionKind::button: engine_.clear_table(); break;
        case OptionKind::check: set_flag(value); break;
        case OptionKind::spin: set_number(value); break;
        case OptionKind::players:
            if (uci::same_word(value, "Board")) {
                options_.person_plays = true;
                person_gone_ = false;
            } else if (uci::same_word(value, "Engine")) {
                let_person_go();
            } else {
                complain("Player takes Engine or Board, not '", value, "'");
            }
            break;
        }
    }

    /// The person no longer plays for the line.
    void let_person_go() noexcept {
        options_.person_plays = unshown_ = person_gone_ = false;
        if constexpr (has_companion) {
            companion_->release_sides();
        }
    }

    /// The session's options end with it.
    void reset_options() noexcept {
        options_ = {};
        person_gone_ = false;
        engine_.set_move_overhead(TheOptions::default_overhead_ms);
        set_threads(1);
        if constexpr (offers_table) {
            if (!quit_ && table_mb_ != TheOptions::default_table_mb) {
                (void)resize_table(TheOptions::default_table_mb);
            }
        }
    }

    void set_threads([[maybe_unused]] std::uint32_t threads) noexcept {
        if constexpr (has_second_core) {
            engine_.set_threads(threads);
        }
    }

    /// To be called before what may use the engine's memory or table: a second core may still be in a node of the last
    /// search.
    void settle() noexcept {
        if constexpr (has_second_core) {
            engine_.settle();
        }
    }

    [[gnu::noinline, gnu::cold]] void set_flag(std::string_view value) noexcept {
        const bool on = uci::same_word(value, "true");
        if (!on && !uci::same_word(value, "false")) {
            begin_complaint();
            say(TheOptions::name_of(option_->option));
            say(" takes true or false, not '");
            say_quoted(value, max_word);
            say("'");
            return end_complaint();
        }
        switch (option_->option) {
        case uci::Option::own_book: options_.own_book = on; break;
        case uci::Option::show_wdl: options_.show_wdl = on; break;
        case uci::Option::chess960: options_.chess960 = on; break;
        case uci::Option::limit_strength: options_.limit_strength = on; break;
        default: break;  // Ponder and UCI_AnalyseMode: `go ponder` says it itself, and the search is the same
        }
    }

    /// A number beyond the range becomes the nearest valid one, with an info line.
    [[gnu::noinline, gnu::cold]] void set_number(std::string_view value) noexcept {
        const OptionRow& row = *option_;
        constexpr std::uint64_t no_number = ~std::uint64_t{0};
        std::uint64_t nearest = no_number;
        const bool there = uci::parse_number(value, row.low, row.high, false, nearest);
        if (nearest == no_number) {
            return complain_of_number({}, uci::to_text(row.option), row.low, row.high, value);
        }
        const auto number = static_cast<std::uint32_t>(nearest);
        if (!there) {
            say("info string ");
            say(uci::to_text(row.option));
            say(" is ");
            if (!offers_table && row.option == uci::Option::hash) {
                say_number(engine_.table_bytes());
                say(" bytes");
            } else {
                say_number(number);
            }
            say(" here\n");
        }
        switch (row.option) {
        case uci::Option::elo: options_.elo = static_cast<std::uint16_t>(number); break;
        case uci::Option::multi_pv: options_.lines = static_cast<std::uint8_t>(number); break;
        case uci::Option::move_overhead: engine_.set_move_overhead(number); break;
        case uci::Option::threads: set_threads(number); break;
        default:
            if constexpr (offers_table) {
                if (!resize_table(number)) {
                    complain("not enough memory for a Hash of '", value, "' MB");
                }
            }
        }
    }

    bool resize_table(std::size_t megabytes) noexcept requires offers_table {
        const std::span<std::byte> memory = board_.table_memory(megabytes << 20);
        if (memory.empty()) {
            return false;
        }
        table_mb_ = static_cast<std::uint32_t>(megabytes);
        auto* const entries = reinterpret_cast<TtEntry*>(memory.data());
        table_ = {entries, memory.size() / sizeof(TtEntry)};
        clear_table_memory();
        return true;
    }

    /// What was in the table is lost.
    void clear_table_memory() noexcept requires offers_table {
        for (TtEntry& entry : table_) {
            new (&entry) TtEntry;
        }
        use_table();
    }

    void use_table() noexcept {
        if constexpr (offers_table) {
            engine_.use_table(table_);
        } else {
            engine_.use_table({});
        }
    }

    // ---- search

    [[gnu::noinline]] void take_go_word(std::string_view word) noexcept {
        GoScratch& scratch = in_workspace<GoScratch>();
        complain_of_go(scratch.line.take(word, engine_.position(), scratch.moves), scratch.line, word);
    }

    /// Reports a `go` error; returns false if there is none.
    [[gnu::noinline, gnu::cold]] bool complain_of_go(uci::GoError error, const uci::GoLine& line,
                                                     std::string_view word) noexcept {
        switch (error) {
        case uci::GoError::none: return false;
        case uci::GoError::unknown_word: complain("go does not know '", word, "'"); break;
        case uci::GoError::illegal_move: complain("searchmoves: no legal move: '", word, "'"); break;
        case uci::GoError::too_many_moves: complain("searchmoves: too many with '", word, "'"); break;
        case uci::GoError::bad_number:
        case uci::GoError::missing:
            if (uci::Range const range = uci::range_of(line.word()); range.high != 0) {
                complain_of_number("go ", uci::to_text(line.word()), range.low, range.high, word);
            } else {
                complain("go searchmoves takes moves");
            }
            break;
        }
        return true;
    }

    void go() noexcept {
        const uci::GoLine& line = in_workspace<GoScratch>().line;
        if (complain_of_go(line.finish(), line, {})) {
            return;
        }
        if (!position_line_.good()) {
            return complain("the last position was refused: go waits for a good one");
        }
        if (const unsigned depth = line.perft_depth(); depth != 0) {
            start_perft(depth);
        } else if (options_.person_plays && in_chess960()) {
            complain(no_chess960_on_squares);
            say("bestmove 0000\n");
        } else if (options_.person_plays) {
            ask_person();
        } else {
            start_search();
        }
    }

    [[gnu::noinline]] void start_search() noexcept {
        // The engine copies both before its search uses the workspace.
        const GoScratch& scratch = in_workspace<GoScratch>();
        started_ms_ = board_.clock.now_ms();
        const std::span<const Move> moves{scratch.moves, scratch.line.move_count()};
        Limits limits = scratch.line.limits();
        position_line_.charge(limits.time_ms[index(engine_.position().side())]);
        if (answer_from_book(limits, moves)) {
            return;
        }
        begin_search(limits, moves);
        task_ = Task::search;
        fresh_ = true;
        reports_.begin(options_.show_wdl);
        arm_deadline();
    }

    /// Applies the limited strength and the number of lines.
    [[gnu::noinline, gnu::cold]] void begin_search(Limits& limits, std::span<const Move> moves) noexcept {
        if (options_.limit_strength) {
            const Position& p = engine_.position();
            const Level level = level_for_elo(options_.elo, p, game_seed_);
            hold_to(limits, level);
            if (moves.empty()) {
                moves = considered_moves(level, p, game_seed_, in_workspace<GoScratch>().moves);
            }
        }
        set_lines(options_.lines);
        engine_.go(limits, moves, started_ms_);
    }

    /// For the line's own searches only: other users of the engine want one line.
    void set_lines([[maybe_unused]] unsigned lines) noexcept {
        if constexpr (max_lines > 1) {
            engine_.set_lines(lines);
        }
    }

    /// Returns false if the book is off or does not know the position, or if `go` wants the search itself (infinite,
    /// ponder, mate) or restricts the moves.
    bool answer_from_book(const Limits& limits, std::span<const Move> moves) noexcept {
        if constexpr (offers_book) {
            if (!options_.own_book || limits.infinite || limits.ponder || limits.mate != 0 || !moves.empty()) {
                return false;
            }
            // The time at which `go` arrives differs from game to game.
            const std::uint32_t seed = static_cast<std::uint32_t>(board_.system.unique_id()) + started_ms_;
            if (const Move m = opening_book.choose(engine_.position(), seed)) {
                say("info string book\nbestmove ");
                say_move(m, engine_.position());
                say("\n");
                return true;
            }
        }
        return false;
    }

    [[gnu::noinline]] void ask_person() noexcept {
        if constexpr (has_companion) {
            if (person_gone_) {
                return complain("the person at the board has left this game");
            }
            unshown_ = false;
            const Limits limits = in_workspace<GoScratch>().line.limits();
            guessing_ = limits.ponder;
            task_ = Task::person;
            if (!guessing_) {
                show_to_person(limits);
            }
        }
    }

    [[gnu::cold]] void show_to_person(const Limits& limits) noexcept {
        if constexpr (has_companion) {
            if (!companion_->ask_person(engine_.position(), limits)) {
                task_ = Task::none;
                if (is_over(engine_.state())) {
                    reports_.tell_no_move(engine_.state() == GameState::checkmate);
                }
                say("bestmove 0000\n");
            }
        }
    }

    bool answer_for_person() noexcept {
        if constexpr (has_companion) {
            if (const Move m = companion_->person_moved()) {
                task_ = Task::none;
                say("bestmove ");
                say_move(m, engine_.position());
                say("\n");
                return true;
            }
            if (!guessing_ && companion_->person_left()) {
                person_gone_ = true;
                answer_in_place_of_person("the person has left the game");
                return true;
            }
        }
        return false;
    }

    /// The protocol requires a move, and nobody can move for a person: the engine's move stands in. It is not shown on
    /// the board unless the program continues with it.
    [[gnu::noinline, gnu::cold]] void answer_in_place_of_person(std::string_view why) noexcept {
        if constexpr (has_companion) {
            companion_->forget_person();
            task_ = Task::none;
            const bool guess = std::exchange(guessing_, false);
            if (mute_) {
                return;
            }
            companion_->release_engine();
            Limits limits{};
            limits.depth = 1;
            engine_.go(limits, {}, board_.clock.now_ms());
            while (engine_.searching()) {
                (void)engine_.run(Config::slice_nodes, board_.clock.now_ms());
            }
            const Move best = engine_.best_move();
            if (!guess) {
                companion_->note_stand_in(best);
            }
            say("info string board ");
            say(why);
            say(": the engine's move stands in\nbestmove ");
            say_move(best, engine_.position());
            say("\n");
        }
    }

    void arm_deadline() noexcept {
        std::uint32_t const limit = engine_.hard_limit_ms();
        if (limit != no_limit) {
            std::uint32_t const gone = board_.clock.now_ms() - started_ms_;
            board_.deadline.arm(limit > gone ? limit - gone : 0, stop_);
        }
    }

    void ponder_hit() noexcept {
        if (task_ == Task::person && guessing_) {
            guessing_ = false;
            if constexpr (has_companion) {
                companion_->release_engine();  // with the line's position
            }
            return show_to_person({});
        }
        if (task_ != Task::search || engine_.hard_limit_ms() != no_limit) {
            return;
        }
        std::uint32_t const now = board_.clock.now_ms();
        engine_.ponder_hit(now);
        if (engine_.hard_limit_ms() != no_limit) {  // it was pondering, and the clock runs from now on
            started_ms_ = now;
            arm_deadline();
        }
    }

    /// Ends the current work, including its answer, before it returns.
    void stop() noexcept {
        if (task_ == Task::none) {
            return;
        }
        if constexpr (has_companion) {
            if (task_ == Task::person) {
                return answer_in_place_of_person("nobody has moved");
            }
        }
        stop_.store(true, std::memory_order_relaxed);
        if (task_ == Task::perft) {
            return end_perft(false);
        }
        while (task_ != Task::none) {
            run_engine();
        }
    }

    [[gnu::noinline]] bool run_engine() noexcept {
        if (engine_.waiting() && !stop_.load(std::memory_order_relaxed)) {
            return false;
        }
        // If `stop` arrived together with its `go`, it raised the flag too early and may still be unread.
        if (std::exchange(fresh_, false) && !stop_.load(std::memory_order_relaxed)) {
            return true;
        }
        switch (engine_.run(Config::slice_nodes, board_.clock.now_ms())) {
        case EngineEvent::none: break;
        case EngineEvent::info: reports_.note_news(task_ == Task::search); break;
        case EngineEvent::finished:
            if (task_ == Task::search) {
                answer();
            } else {
                next_bench_position();
            }
            return true;
        }
        if (task_ == Task::search) {
            reports_.tell_if_free(started_ms_);
        }
        return true;
    }

    [[gnu::noinline, gnu::cold]] void answer() noexcept {
        board_.deadline.disarm();
        task_ = Task::none;
        set_lines(1);
        const Move best = engine_.best_move();
        if (mute_) {
            return;
        }
        if (best) {
            reports_.tell_before_answer(best, started_ms_);
        } else {
            reports_.tell_no_move(engine_.position().checker() != Square::none);
        }
        say("bestmove ");
        say_move(best, engine_.position());
        if (const Move ponder = engine_.ponder_move(); best && ponder) {
            say(" ponder ");
            say_move(ponder, engine_.position());
        }
        say("\n");
    }

    // ---- perft

    [[gnu::noinline, gnu::cold]] void start_perft(unsigned depth) noexcept {
        Perft counting = perft();
        if (depth > counting.deepest()) {
            return complain_of_number("go ", "perft", 1, counting.deepest(), {});
        }
        if constexpr (offers_table) {
            counting.start(depth, table_);
        } else {
            counting.start(depth, {});
        }
        stop_.store(false, std::memory_order_relaxed);
        task_ = Task::perft;
    }

    bool run_perft() noexcept {
        if (stop_.load(std::memory_order_relaxed)) {
            end_perft(false);
        } else if (may_say(Perft::longest_lines) && perft().run()) {
            end_perft(true);
        }
        return true;
    }

    [[gnu::noinline, gnu::cold]] void end_perft(bool complete) noexcept {
        task_ = Task::none;
        if constexpr (offers_table) {
            clear_table_memory();  // perft has overwritten the table
        }
        if (complete) {
            return perft().tell_total();
        }
        perft().give_up();
        if (!mute_) {
            say("info string perft stopped\n");
        }
    }

    /// Where the other side may have stopped reading, work waits until the queue has room for `length` characters.
    [[nodiscard]] bool may_say([[maybe_unused]] std::size_t length) const noexcept {
        return !hal::MayStall<decltype(Board::serial)> || board_.serial.tx_free() >= length;
    }
    [[nodiscard]] Perft perft() noexcept { return Perft{board_, engine_}; }

    // ---- bench

    void start_bench() noexcept {
        started_ms_ = board_.clock.now_ms();
        task_ = Task::bench;
        if constexpr (has_companion) {
            bench_.start(engine_, companion_->spare_game(), started_ms_);
        } else if constexpr (keeps_bench_game) {
            bench_.start(engine_, &kept_, started_ms_);
        } else {
            bench_.start(engine_, nullptr, started_ms_);
        }
    }

    [[gnu::noinline, gnu::cold]] void next_bench_position() noexcept {
        std::uint32_t const now = board_.clock.now_ms();
        const bool stopped = stop_.load(std::memory_order_relaxed);
        if (bench_.next(engine_, now, stopped)) {
            return;
        }
        task_ = Task::none;
        use_table();
        bench_.end(engine_);
        if (stopped) {
            return mute_ ? void() : say("info string bench stopped\n");
        }
        say_number(bench_.nodes());
        say(" nodes ");
        say_number(per_second(bench_.nodes(), now - started_ms_));
        say(" nps\n");
    }

    // ---- output

    /// Begins an error message; the rest of the line is skipped.
    void begin_complaint() noexcept {
        refuses_go_ = command_ == uci::Command::go;
        skip_line();
        say("info string error: ");
    }
    /// Every `go` ends in a `bestmove`, even one that is refused: the program then fails visibly and does not wait for
    /// ever.
    void end_complaint() noexcept {
        say("\n");
        if (refuses_go_) {
            say("bestmove 0000\n");
        }
    }

    [[gnu::noinline, gnu::cold]] void complain(std::string_view before, std::string_view quoted = {},
                                               std::string_view after = {}) noexcept {
        begin_complaint();
        say(before);
        say_quoted(quoted, max_word);
        say(after);
        end_complaint();
    }

    [[gnu::noinline, gnu::cold]] void complain_of_number(std::string_view before, std::string_view name,
                                                         std::uint64_t low, std::uint64_t high,
                                                         std::string_view given) noexcept {
        begin_complaint();
        say(before);
        say(name);
        say(" takes a number from ");
        say_number(low);
        say(" to ");
        say_number(high);
        if (!given.empty()) {
            say(", not '");
            say_quoted(given, max_word);
            say("'");
        }
        end_complaint();
    }

    [[gnu::noinline, gnu::cold]] void refuse_long_word() noexcept {
        if (expect_ == Expect::fen) {
            complain("FEN: too long");
        } else if (expect_ != Expect::command && expect_ != Expect::uci_command) {  // no command is so long: skipped
            complain("too long: '", words_.text(memory()), "...'");
        }
    }

    [[gnu::noinline, gnu::cold]] void introduce() noexcept {
        say("id name Stackmate " STACKMATE_VERSION);
        if constexpr (Board::ram_bytes != 0) {  // a program may know several boards
            say(" on ");
            say(Board::name);
        }
        say("\nid author Stackmate developers\n");
        for (const OptionRow& row : TheOptions::rows) {
            introduce(row);
        }
        say("uciok\n");
    }

    [[gnu::cold]] void introduce(const OptionRow& row) noexcept {
        say("option name ");
        say(TheOptions::name_of(row.option));
        say(" type ");
        switch (row.kind) {
        case OptionKind::button: say("button"); break;
        case OptionKind::check: say("check default false"); break;
        case OptionKind::spin:
            say("spin default ");
            say_number(row.standard);
            say(" min ");
            say_number(row.low);
            say(" max ");
            say_number(row.high);
            break;
        case OptionKind::players: say("combo default Engine var Engine var Board"); break;
        }
        say("\n");
    }

    [[gnu::noinline, gnu::cold]] void help() noexcept {
        say("UCI: uci isready ucinewgame setoption position go stop ponderhit quit\n"
            "go: depth nodes mate movetime wtime btime winc binc movestogo infinite ponder searchmoves perft\n"
            "more: d (the position), eval (its static value), bench (speed), status (the device), bootloader, help\n"
            "example: position startpos moves e2e4, then go movetime 1000\n");
    }

    void start_bootloader() noexcept {
        if constexpr (OffersBootloader<Board>) {
            say("info string waiting for another program\n");
            Drain<Board>{board_}.all();
            board_.system.reboot_to_bootloader();
        } else {
            complain("this board has no bootloader that takes a program over the same cable");
        }
    }

    std::atomic<bool> stop_{false};
    bool quit_ = false;
    TheEngine engine_;
    SearchReports<Config, Board> reports_;

    PositionLine<Config> position_line_{};
    BenchTask<Config, Board> bench_{};
    std::uint32_t started_ms_ = 0;  ///< when the work or a position line began, or the ponder hit
    Task task_ = Task::none;
    Expect expect_ = Expect::command;
    uci::Command command_ = uci::Command::unknown;  ///< the command of this line; `unknown` if there is none to execute
    const OptionRow* option_ = nullptr;             ///< the option that the line sets
    SessionOptions options_{};
    std::uint32_t game_seed_ = 0;  ///< decides which moves a limited strength overlooks
    bool unshown_ = false;         ///< the position has not been shown on the board
    bool guessing_ = false;        ///< the person is asked only if the program has guessed right
    bool person_gone_ = false;     ///< the person has left the game, and is not asked any more
    bool refuses_go_ = false;      ///< the current error message is about a `go`
    bool mute_ = false;            ///< nobody reads the answer
    bool fresh_ = false;           ///< the search has begun, and its first slice has not run yet
    uci::WordCollector words_{};
    char token_[max_word]{};
    [[no_unique_address]] std::conditional_t<offers_table, std::span<TtEntry>, Nothing<0>> table_{};
    [[no_unique_address]] std::conditional_t<has_companion, Companion*, Nothing<1>> companion_{};
    [[no_unique_address]] std::conditional_t<offers_table, std::uint32_t, Nothing<2>> table_mb_{};
    [[no_unique_address]] std::conditional_t<keeps_bench_game, typename Engine<Config>::Setup, Nothing<3>> kept_{};
};

}  // namespace stackmate::firmware

// UCI over a serial line: takes the line's characters one by one, lets the engine work in slices, answers.
//
// Protocol: "Description of the universal chess interface (UCI)", April 2006. Additions: `d` shows the position, `eval`
// its static evaluation, `go perft N` counts leaves, `bench` measures, `status` reports on the device, `help` lists the
// commands. An invalid line is answered with `info string error: ...` and changes nothing. As the protocol requires,
// unknown words before a UCI command are skipped; our own commands must be the first word of a line.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/chess/position.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"
#include "core/uci/uci.hpp"
#include "core/version.hpp"
#include "firmware/line/names.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/uci/bench_task.hpp"
#include "firmware/uci/companion.hpp"
#include "firmware/uci/device_report.hpp"
#include "firmware/uci/line_parser.hpp"
#include "firmware/uci/option_setter.hpp"
#include "firmware/uci/perft_task.hpp"
#include "firmware/uci/person_task.hpp"
#include "firmware/uci/position_line.hpp"
#include "firmware/uci/position_report.hpp"
#include "firmware/uci/search_task.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// A board that can wait for another program over the cable: `reboot_to_bootloader()` ends this one.
template <class Board>
concept OffersBootloader = requires(Board board) { board.system.reboot_to_bootloader(); };

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
/// it is read. While a companion has borrowed the engine, the interrupt must not raise the flag.
template <class Config, hal::Board Board, class Companion = NoCompanion>
class UciShell {
    static constexpr bool has_companion = !std::is_same_v<Companion, NoCompanion>;
    static constexpr bool shares_port = hal::SharedPort<decltype(Board::serial)>;
    static constexpr bool keeps_bench_game = BenchTask<Config, Board>::keeps_game && !has_companion;
    using Work = LineWork<Config, Board>;
    using Setup = typename Engine<Config>::Setup;

public:
    [[gnu::cold]] explicit UciShell(Board& board) noexcept
        : work_{board}, parser_{board}, search_{work_}, person_{work_} {
        options_.reset(work_, false);
        work_.engine.new_game();
    }
    UciShell(const UciShell&) = delete;
    UciShell& operator=(const UciShell&) = delete;

    /// Call it once, before anything else, if there is a companion.
    void set_companion(Companion& companion) noexcept { person_.set_companion(companion); }
    /// For the companion, while `uses_engine()` is false. It must undo its changes to the engine in `release_engine`.
    [[nodiscard]] typename Work::TheEngine& engine_to_lend() noexcept { return work_.engine; }
    [[nodiscard]] std::atomic<bool>& stop_flag() noexcept { return work_.stop; }
    [[nodiscard]] bool at_work() const noexcept { return work_.task != Task::none; }
    /// Whether the engine works for the line, or a line is being received that needs it.
    [[nodiscard]] bool uses_engine() const noexcept {
        return (at_work() && !asks_person()) || uci::needs_engine(parser_.command());
    }

    /// The next character from the line. If it ends a line, the line has been executed on return; long work has only
    /// begun.
    void receive(char c) noexcept { parser_.receive(c, *this); }

    /// Does a bounded piece of the current work; returns false if there is none.
    [[gnu::noinline]] bool slice() noexcept {
        switch (work_.task) {
        case Task::none: return !uci::needs_engine(parser_.command()) && person_.show_position_at_rest();
        case Task::search: return search_.run();
        case Task::bench: bench_.run(work_); return true;
        case Task::perft: perft().run(); return true;
        case Task::person: return person_.run();
        }
        return false;
    }

    /// The session has ended. Its work stops, with an answer if somebody may still read it. Its options and its
    /// position are forgotten. Returns when the work has stopped: after one node.
    [[gnu::noinline, gnu::cold]] void end_session(bool somebody_reads) noexcept {
        parser_.forget();
        work_.mute = !somebody_reads;
        stop();
        work_.mute = false;
        work_.settle();
        options_.reset(work_, quit_);
        person_.welcome();
        person_.note_position(false);
        if (!companion().forget_line()) {
            (void)work_.engine.begin_setup();
            work_.engine.commit_setup();
        }
        position_line_.trust();
    }

    /// Somebody at the board wants the engine: the line's work is stopped, with its answer.
    void give_up_engine() noexcept {
        if (!asks_person()) {
            stop();
        }
    }

    /// Whether the last output has not been sent completely.
    [[nodiscard]] bool output_waits() const noexcept { return search_.output_waits(); }

    [[nodiscard]] bool quit_requested() const noexcept { return quit_; }

    [[nodiscard]] const typename Work::TheEngine& engine() const noexcept { return work_.engine; }

private:
    friend LineParser<Board>;

    // ---- what the parser calls

    bool begin(uci::Command command, std::string_view word) noexcept {
        if constexpr (shares_port) {
            board().serial.take_session();
        }
        if (uci::needs_engine(command) && !at_work()) {
            companion().release_engine();
        }
        if (!has_companion && command == uci::Command::board) {
            parser_.complain("there are no squares here to talk of: '", word, "'");
            return false;
        }
        if (command == uci::Command::position) {
            position_line_.doubt();
        }
        if (!uci::allowed_at_work(command)) {
            if (at_work()) {
                parser_.complain("not while the engine works: '", word, "'; stop it first");
                return false;
            }
            work_.settle();
        }
        if (command == uci::Command::position) {
            position_line_.forget_time();
            work_.started_ms = work_.now_ms();
        } else if (command == uci::Command::go) {
            new (work_.engine.workspace().data()) typename Work::GoScratch;
        }
        return true;
    }

    void begin_position() noexcept { position_line_.begin(work_.engine, rules()); }

    [[nodiscard]] std::span<char> fen_room() noexcept { return work_.fen_room(); }

    [[gnu::noinline, gnu::cold]] bool take_fen(std::string_view fen) noexcept {
        const FenError error = position_line_.take_fen(fen, rules());
        if (error == FenError::none) {
            return true;
        }
        const bool perhaps_chess960 =
            plays_chess960 && error == FenError::impossible_castling && !options_.values.chess960;
        parser_.complain(perhaps_chess960 ? "FEN (UCI_Chess960 is off): " : "FEN: ", {}, to_text(error));
        return false;
    }

    [[gnu::noinline]] void take_move(std::string_view word) noexcept {
        if (!position_line_.take_move(word)) {
            parser_.complain("no legal move: '", word, "'");
        }
    }

    bool choose_option(std::string_view name) noexcept {
        const bool there = options_.choose(name);
        if (!there) {
            parser_.complain("there is no option '", name, "'");
        }
        return there;
    }

    [[gnu::noinline]] void take_go_word(std::string_view word) noexcept {
        auto& scratch = work_.go_scratch();
        complain_of_go(scratch.line.take(word, work_.engine.position(), scratch.moves), scratch.line, word);
    }

    void take_board_word(std::string_view word) noexcept { companion().take_word(word); }

    void execute(uci::Command command, std::string_view value) noexcept {
        switch (command) {
        case uci::Command::unknown:
        case uci::Command::debug: break;
        case uci::Command::uci:
            // Where nothing reports that a program has left, the arrival of the next one does.
            if (board().serial.byte_time_us() != 0 || hal::Anonymous<decltype(Board::serial)>) {
                end_session(false);
            }
            introduce();
            break;
        case uci::Command::isready: work_.say("readyok\n"); break;
        case uci::Command::ucinewgame:
            work_.engine.new_game();
            game_seed_ = static_cast<std::uint32_t>(board().system.unique_id()) + work_.now_ms();
            position_line_.trust();
            person_.welcome();
            break;
        case uci::Command::setoption:
            if (options_.chooses_player()) {
                set_player(value);
            } else {
                options_.set(value, work_, parser_);
            }
            break;
        case uci::Command::position: set_position(); break;
        case uci::Command::go: go(); break;
        case uci::Command::stop: stop(); break;
        case uci::Command::ponderhit: ponder_hit(); break;
        case uci::Command::quit:
            quit_ = !has_companion;  // a game on the board goes on when a program at the other end of the line ends
            end_session(true);
            if constexpr (shares_port) {
                board().serial.leave_session();
            }
            break;
        case uci::Command::d:
            PositionReport<Board>{board()}.show(work_.engine.position(), work_.engine.state(), fen_room());
            break;
        case uci::Command::eval: evaluate(); break;
        case uci::Command::bench: start_bench(); break;
        case uci::Command::help: help(); break;
        case uci::Command::status: DeviceReport<Board>{board()}.status(); break;
        case uci::Command::board: companion().end_line(); break;
        case uci::Command::bootloader: start_bootloader(); break;
        }
    }

    // ---- the commands

    /// Not part of execute: the stack that the evaluation needs would be reserved under all other commands.
    [[gnu::noinline, gnu::cold]] void evaluate() noexcept {
        PositionReport<Board>{board()}.evaluation(work_.engine.evaluate());
    }

    [[nodiscard]] CastlingRules rules() const noexcept {
        return plays_chess960 && options_.values.chess960 ? CastlingRules::chess960 : CastlingRules::standard;
    }

    /// Holds for a whole game, not only while castling is still possible: the person is asked for all its moves or for
    /// none.
    [[nodiscard]] bool in_chess960() const noexcept {
        return rules() == CastlingRules::chess960 || work_.engine.position().castles_as_chess960();
    }

    void set_position() noexcept {
        const std::uint32_t now = work_.now_ms();
        position_line_.commit(work_.engine, now - work_.started_ms);
        work_.started_ms = now;
        person_.note_position(options_.person_plays() && !in_chess960());
    }

    [[gnu::noinline, gnu::cold]] void set_player(std::string_view value) noexcept {
        if (uci::same_word(value, "Board")) {
            options_.values.person_plays = true;
            person_.welcome();
        } else if (uci::same_word(value, "Engine")) {
            options_.values.person_plays = false;
            person_.release();
        } else {
            parser_.complain("Player takes Engine or Board, not '", value, "'");
        }
    }

    /// Reports a `go` error; returns false if there is none.
    [[gnu::noinline, gnu::cold]] bool complain_of_go(uci::GoError error, const uci::GoLine& line,
                                                     std::string_view word) noexcept {
        switch (error) {
        case uci::GoError::none: return false;
        case uci::GoError::unknown_word: parser_.complain("go does not know '", word, "'"); break;
        case uci::GoError::illegal_move: parser_.remark("searchmoves: no legal move: '", word); break;
        case uci::GoError::no_move_left: parser_.complain("searchmoves: no legal move is left"); break;
        case uci::GoError::too_many_moves: parser_.complain("searchmoves: too many with '", word, "'"); break;
        case uci::GoError::bad_number:
        case uci::GoError::missing: {
            const uci::Range range = uci::range_of(line.word());
            parser_.complain_of_number("go ", uci::to_text(line.word()), range.low, range.high, word);
            break;
        }
        }
        return true;
    }

    void go() noexcept {
        const uci::GoLine& line = work_.go_scratch().line;
        if (complain_of_go(line.finish(), line, {})) {
            return;
        }
        if (!position_line_.good()) {
            return parser_.complain("the last position was refused: go waits for a good one");
        }
        if (const unsigned depth = line.perft_depth(); depth != 0) {
            return start_perft(depth);
        }
        if (options_.person_plays()) {
            return ask_person();
        }
        search_.start(options_.values, position_line_, game_seed_);
    }

    [[nodiscard]] bool asks_person() const noexcept { return has_companion && work_.task == Task::person; }
    void ask_person() noexcept {
        if (in_chess960()) {
            parser_.complain(no_chess960_on_squares);
        } else if (person_.has_left()) {
            parser_.complain("the person at the board has left this game");
        } else {
            person_.start();
        }
    }

    void ponder_hit() noexcept {
        if (work_.task == Task::search) {
            return search_.ponder_hit();
        }
        if (asks_person()) {
            person_.ponder_hit();
        }
    }

    /// Ends the current work, including its answer, before it returns.
    void stop() noexcept {
        if (!at_work()) {
            return;
        }
        if (asks_person()) {
            return person_.stand_in("nobody has moved");
        }
        work_.stop.store(true, std::memory_order_relaxed);
        while (at_work()) {
            slice();
        }
    }

    [[gnu::noinline, gnu::cold]] void start_perft(unsigned depth) noexcept {
        auto counting = perft();
        if (depth > counting.deepest()) {
            return parser_.complain_of_number("go ", "perft", 1, counting.deepest(), {});
        }
        counting.start(depth);
    }
    [[nodiscard]] PerftTask<Config, Board> perft() noexcept { return PerftTask<Config, Board>{work_}; }

    void start_bench() noexcept {
        if constexpr (has_companion) {
            bench_.start(work_, companion().spare_game());
        } else if constexpr (keeps_bench_game) {
            bench_.start(work_, &kept_);
        } else {
            bench_.start(work_, nullptr);
        }
    }

    [[gnu::noinline, gnu::cold]] void introduce() noexcept {
        work_.say("id name Stackmate " STACKMATE_VERSION);
        if constexpr (Board::ram_bytes != 0) {  // a program may know several boards
            work_.say(" on ");
            work_.say(Board::name);
        }
        work_.say("\nid author Stackmate developers\n");
        options_.introduce(work_);
        work_.say("uciok\n");
    }

    [[gnu::noinline, gnu::cold]] void help() noexcept {
        work_.say(
            "UCI: uci isready ucinewgame setoption position go stop ponderhit quit\n"
            "go: depth nodes mate movetime wtime btime winc binc movestogo infinite ponder searchmoves perft\n"
            "more: d (the position), eval (its static value), bench (speed), status (the device), bootloader, help\n"
            "example: position startpos moves e2e4, then go movetime 1000\n");
    }

    void start_bootloader() noexcept {
        if constexpr (OffersBootloader<Board>) {
            work_.say("info string waiting for another program\n");
            Drain<Board>{board()}.all();
            board().system.reboot_to_bootloader();
        } else {
            parser_.complain("this board has no bootloader that takes a program over the same cable");
        }
    }

    [[nodiscard]] Board& board() noexcept { return work_.board_; }
    [[nodiscard]] decltype(auto) companion() noexcept { return person_.companion(); }

    struct Nothing {};

    Work work_;
    BenchTask<Config, Board> bench_{};
    LineParser<Board> parser_;
    OptionSetter<Config, Board, has_companion> options_{};
    PositionLine<Config> position_line_{};
    SearchTask<Config, Board> search_;
    [[no_unique_address]] PersonTask<Config, Board, Companion> person_;
    std::uint32_t game_seed_ = 0;  ///< decides which moves a limited strength overlooks
    bool quit_ = false;
    [[no_unique_address]] std::conditional_t<keeps_bench_game, Setup, Nothing> kept_{};
};

}  // namespace stackmate::firmware

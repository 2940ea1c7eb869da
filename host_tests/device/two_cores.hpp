// Two searches on two cores, for an image (host_tests/device/two_cores_image.cpp, or the laboratory's). Its serial line and its
// end are those of boards/cortex_m/hal_conformance_image.cpp, but it listens to nobody. Positions are searched alone, by the engine
// that knows of no helper, and with help, each time from an empty table, and
//     note N ALONE_NODES ALONE_MS HELPED_NODES HELPER_NODES HELPED_MS SAME
// tells of position N (SAME: 1 if score and move agree). How, which and how deep the emulator's -append says: the letter of one
// of the image's forms; a letter, b for the bench positions, p for those of host_tests/data/positions.txt or q for each tenth of
// these; and a digit. Without it: the image's first form, b5.
//
// While the first core searches alone the second one waits without sleeping, so that in an emulator that lets
// the cores take turns both times are twice too long. QEMU's turns are fair where its virtual time is so slow
// that a tick has less than 65,536 instructions (-icount shift=6); at shift=3 the first core gets five
// eighths.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/semihosting.hpp"
#include "boards/chips/mps2_an521/second_core.hpp"
#include "core/engine/bench_positions.hpp"
#include "core/engine/engine.hpp"

namespace {

using namespace stackmate;
using Config = STACKMATE_CONFIG;

constinit std::atomic<bool> stop{false};
constinit void (*serve)() = nullptr;  ///< set before the second core starts
constinit std::array<std::uint64_t, 512> second_stack{};

constinit std::uint32_t failures = 0;

void print(std::string_view text) {
    auto& serial = boards::board().serial;
    while (!serial.write(text)) {
        serial.pump();
    }
}

void print_number(std::uint64_t number) {
    char digits[20];
    std::size_t at = sizeof digits;
    do {
        digits[--at] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print({digits + at, sizeof digits - at});
}

void report(std::string_view sentence, bool held) {
    failures += held ? 0 : 1;
    print(held ? "ok " : "FAILED ");
    print(sentence);
    print("\n");
}

// One position a line, as text. The assembler looks the file up, the build system knows of it (board.cmake).
asm(".section .rodata.positions, \"a\"\n"
    "stackmate_positions: .incbin \"" STACKMATE_POSITIONS
    "\"\n"
    "stackmate_positions_end:\n"
    ".previous");
extern "C" const char stackmate_positions[];
extern "C" const char stackmate_positions_end[];

struct Task {
    char form;
    char which;
    unsigned depth;
};

/// A way for two cores to search together.
struct FormOf {
    char letter;
    void (*compare)(const Task&, Engine<Config>&);
};

/// The end of the emulator's command line for the program (SYS_GET_CMDLINE). Not asked for on the serial
/// line: its bytes come when the host pleases, and the run would be another each time.
Task task(std::span<const FormOf> forms) {
    static constinit char line[256]{};
    struct {
        char* text;
        std::uint32_t size;
    } block{line, sizeof line};
    register std::uint32_t operation asm("r0") = 0x15;
    register void* parameter asm("r1") = &block;
    asm volatile("bkpt 0xab" : "+r"(operation) : "r"(parameter) : "memory");
    if (operation == 0 && block.size >= 3 && block.size <= sizeof line) {
        const char form = line[block.size - 3];
        const char which = line[block.size - 2];
        const char depth = line[block.size - 1];
        const bool known = std::ranges::any_of(forms, [&](const FormOf& f) { return f.letter == form; });
        if (known && (which == 'b' || which == 'p' || which == 'q') && depth >= '1' && depth <= '9') {
            return {form, which, static_cast<unsigned>(depth - '0')};
        }
    }
    return {forms[0].letter, 'b', 5};
}

/// The positions of the task, one after the other.
class Positions {
public:
    explicit Positions(char which) : which_(which) {}
    /// Empty behind the last one.
    std::string_view next() {
        if (which_ == 'b') {
            return at_ < std::size(bench_positions) ? bench_positions[at_++] : std::string_view{};
        }
        for (int skipped = 0; which_ == 'q' && skipped < 9; ++skipped) {
            (void)line();
        }
        return line();
    }

private:
    std::string_view line() {
        std::string_view const rest{text_, static_cast<std::size_t>(stackmate_positions_end - text_)};
        std::string_view const line = rest.substr(0, rest.find('\n'));
        text_ += line.size() + (line.size() < rest.size() ? 1 : 0);
        return line;
    }

    char which_;
    std::size_t at_ = 0;
    const char* text_ = stackmate_positions;
};

[[noreturn]] void second_main() {
    for (;;) {
        serve();
    }
}

struct Outcome {
    std::uint64_t nodes;
    std::uint64_t helper_nodes;
    std::uint32_t ms;
    Score score;
    Move move;
    unsigned depth;
    bool playable;
};

bool playable(Position position, std::span<const Move> line) {
    for (const Move m : line) {
        if (!position.pseudo_legal(m) || !position.legal(m, position.checker())) {
            return false;
        }
        Undo undo;
        position.make(m, undo);
    }
    return true;
}

/// No helper.
struct Nobody {
    static void new_game() {}
    static void begin(const Engine<Config>&) {}
    static bool searching() { return false; }
    static SearchReport report(std::uint32_t) { return {}; }
};

template <class Leader, class Helper>
Outcome search(Leader& leader, Helper& helper, std::string_view fen, unsigned depth) {
    const auto& clock = boards::board().clock;
    leader.new_game();
    const FenError error = leader.begin_setup().position.set_fen(fen);
    leader.commit_setup();
    Limits limits;
    limits.depth = static_cast<std::uint8_t>(depth);
    helper.new_game();
    const auto start = clock.now_ms();
    leader.go(limits, {}, start);
    helper.begin(leader);
    while (leader.run(Config::slice_nodes, clock.now_ms()) != EngineEvent::finished) {}
    const auto ms = clock.now_ms() - start;
    stop.store(true);
    while (helper.searching()) {}
    const auto told = leader.report(0);
    const auto beside = helper.report(start);
    return {.nodes = told.nodes,
            .helper_nodes = beside.nodes,
            .ms = ms,
            .score = told.score,
            .move = leader.best_move(),
            .depth = static_cast<unsigned>(told.depth),
            .playable = error == FenError::none && playable(leader.position(), told.line)
                        && playable(leader.position(), beside.line)};
}

template <class Form>
void compare(const Task& task, Engine<Config>& engine) {
    static typename Form::Leader leader{stop};
    static typename Form::Helper helper{stop};
    serve = [] { (void)helper.serve(Config::slice_nodes); };
    report("the second core starts", boards::start_second_core(second_main, second_stack));
    bool all_deep = true, all_playable = true;
    std::uint64_t helper_nodes = 0, alone_nodes = 0, helped_nodes = 0;
    std::uint32_t number = 0;
    Nobody nobody;
    Positions positions(task.which);
    for (auto fen = positions.next(); !fen.empty(); fen = positions.next()) {
        const Outcome alone = search(engine, nobody, fen, task.depth);
        const Outcome both = search(leader, helper, fen, task.depth);
        const bool same = alone.score == both.score && alone.move == both.move;
        std::uint64_t const figures[] = {++number, alone.nodes, alone.ms, both.nodes, both.helper_nodes, both.ms, same};
        print("note");
        for (const auto figure : figures) {
            print(" ");
            print_number(figure);
        }
        print("\n");
        all_playable &= alone.playable && both.playable;
        if (!both.move) {
            continue;  // the game is over
        }
        all_deep &= both.depth == task.depth;
        alone_nodes += alone.nodes;
        helped_nodes += both.nodes;
        helper_nodes += both.helper_nodes;
    }
    report("every search with help comes to its depth", all_deep);
    report("every move of both lines is legal", all_playable);
    report("both cores search, neither less than a sixth as much as the other",
           helper_nodes > helped_nodes / 6 && helped_nodes > helper_nodes / 6);
    report("the helper saves the leader nodes", helped_nodes < alone_nodes);
}

void run(std::span<const FormOf> forms) {
    auto& board = boards::board();
    board.init();
    print("ready\n");
    static Engine<Config> engine{stop};
    const Task todo = task(forms);
    for (const FormOf& form : forms) {
        if (form.letter == todo.form) {
            form.compare(todo, engine);
        }
    }
    while (!board.serial.tx_idle()) {
        board.serial.pump();
    }
    boards::cortex_m::semihosting_exit(failures == 0 ? 0 : 1);
}

}  // namespace

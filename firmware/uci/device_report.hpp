// What a person needs to find out what happened: the program, the chip, the cause of the last reset, and the fault that
// ended the previous run.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/version.hpp"
#include "firmware/line/names.hpp"
#include "firmware/line/writer.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Each line is an `info string`, so `status` may be sent at any time, whatever program listens.
template <hal::Board Board>
class DeviceReport : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_hex;
    using Line::say_number;

    static constexpr bool is_board = !std::string_view{Board::name}.empty();

public:
    explicit constexpr DeviceReport(Board& board) noexcept : Line{board} {}

    [[gnu::noinline, gnu::cold]] void status() noexcept {
        const auto& system = board_.system;
        say(is_board ? "info string firmware " STACKMATE_VERSION " on " : "info string firmware " STACKMATE_VERSION);
        say(Board::name);
        say_hex(" build ", system.build_id());
        say_hex(" chip ", static_cast<std::uint32_t>(system.unique_id() >> 32));
        say_hex("", static_cast<std::uint32_t>(system.unique_id()));
        say("\ninfo string reset ");
        say(name_of(system.reset_cause()));
        say(" uptime ");
        say_number(board_.clock.now_ms());
        say(" ms\ninfo string stack ");
        say_number(system.deepest_stack_bytes());
        say(" of ");
        say_number(Board::stack_bytes);
        say(" bytes used at most\ninfo string serial ");
        say_number(board_.serial.overruns());
        say(" receive losses\n");
        if (system.last_fault() == nullptr) {
            say("info string fault none\n");
        }
        fault();
    }

    /// The program and the board, and the fault that ended the previous run, if any.
    [[gnu::noinline, gnu::cold]] void greet() noexcept {
        say(is_board ? "Stackmate " STACKMATE_VERSION " on " : "Stackmate " STACKMATE_VERSION);
        say(Board::name);
        say("\n");
        fault();
    }

    /// One line about the fault that ended the previous run; nothing if there was none.
    [[gnu::noinline, gnu::cold]] void fault() noexcept {
        const hal::FaultRecord* const fault = board_.system.last_fault();
        if (fault == nullptr) {
            return;
        }
        say("info string fault ");
        say(name_of(fault->cause));
        say_hex(" pc ", fault->pc);
        say_hex(" lr ", fault->lr);
        say_hex(" detail ", fault->detail);
        say_hex(" address ", fault->address);
        say("\n");
    }
};

}  // namespace stackmate::firmware

// The superloop: everything the firmware does, in turn, for ever.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hal/concepts.hpp"

namespace stackmate::firmware {

[[nodiscard]] constexpr std::string_view name_of(hal::FaultCause cause) noexcept {
    switch (cause) {
    case hal::FaultCause::none: return "none";
    case hal::FaultCause::hard: return "hard";
    case hal::FaultCause::memory: return "memory";
    case hal::FaultCause::bus: return "bus";
    case hal::FaultCause::usage: return "usage";
    case hal::FaultCause::unexpected_interrupt: return "unexpected interrupt";
    case hal::FaultCause::assertion: return "assertion";
    }
    return "unknown";
}

/// The firmware on a board. `Shell` is a UciShell<Config, Board>: it takes received characters by
/// `receive(char)`, does a bounded piece of work by `slice()` (false when there was none), and says
/// `quit_requested()`.
template <hal::Board Board, class Shell>
class App {
public:
    explicit App(Board& board) noexcept : board_{board}, shell_{board} {}

    /// Serves the serial line until the shell is asked to quit; then waits until all output has left.
    void run() noexcept {
        greet();
        while (!shell_.quit_requested()) {
            bool busy = receive();
            busy = shell_.slice() || busy;
            board_.serial.pump();
            if (!busy) {
                board_.system.idle();
            }
        }
        flush();
    }

    /// Runs the line made of `words` and all the work it starts; the serial line's input stays unread.
    void run_command(std::span<const char* const> words) noexcept {
        for (const char* word : words) {
            for (; *word != '\0'; ++word) {
                shell_.receive(*word);
            }
            shell_.receive(' ');
        }
        shell_.receive('\n');
        while (shell_.slice()) {
            board_.serial.pump();
        }
        flush();
    }

private:
    /// Characters handled before the search gets its turn again: enough for a line at 115,200 baud, little
    /// enough that a long game record does not keep the output waiting.
    static constexpr int characters_a_turn = 64;

    bool receive() noexcept {
        for (int taken = 0; taken < characters_a_turn && !shell_.quit_requested(); ++taken) {
            const int byte = board_.serial.read();
            if (byte < 0) {
                return taken != 0;
            }
            shell_.receive(static_cast<char>(byte));
        }
        return true;
    }

    [[gnu::noinline]] void say(std::string_view text) noexcept {
        while (!board_.serial.write(text)) {
            board_.serial.pump();
        }
    }

    [[gnu::noinline]] void say_hex(std::string_view title, std::uint32_t number) noexcept {
        static constexpr char digits[] = "0123456789abcdef";
        say(title);
        for (int shift = 28; shift >= 0; shift -= 4) {
            say({digits + ((number >> shift) & 15u), 1});
        }
    }

    /// Tells who is there, and what happened if a fault ended the program before.
    [[gnu::noinline]] void greet() noexcept {
        say("Stackmate ");
        say(STACKMATE_VERSION);
        say(" on ");
        say(Board::name);
        say("\n");
        if (const hal::FaultRecord* const fault = board_.system.last_fault(); fault != nullptr) {
            say("info string fault ");
            say(name_of(fault->cause));
            say_hex(" pc ", fault->pc);
            say_hex(" lr ", fault->lr);
            say_hex(" detail ", fault->detail);
            say_hex(" address ", fault->address);
            say("\n");
        }
    }

    void flush() noexcept {
        while (!board_.serial.tx_idle()) {
            board_.serial.pump();
        }
    }

    Board& board_;
    Shell shell_;
};

}  // namespace stackmate::firmware

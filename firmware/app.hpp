// The superloop: everything the firmware does, in turn, for ever.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hal/concepts.hpp"

namespace stackmate::firmware {

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

    /// Tells who is there, and what happened if a fault ended the program before.
    [[gnu::noinline]] void greet() noexcept {
        say("Stackmate ");
        say(STACKMATE_VERSION);
        say(" on ");
        say(Board::name);
        say("\n");
        shell_.report_fault();
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

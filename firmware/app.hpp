// The superloop: does everything that the firmware does, one thing after another, for ever.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "firmware/line/session.hpp"
#include "firmware/line/writer.hpp"
#include "firmware/table/table.hpp"
#include "firmware/uci/device_report.hpp"
#include "firmware/uci/shell.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

namespace detail {

/// What plays on the board beside the line.
template <class Config, hal::Board Board>
struct CompanionOf {
    using Type = NoCompanion;
};
template <class Config, hal::ChessBoard Board>
struct CompanionOf<Config, Board> {
    using Type = Table<Config, Board>;
};

}  // namespace detail

/// The firmware on a board: the serial line, and on a chess board the game that is played on it. `Companion`: what
/// plays there; it has those functions of Table that are called here and by the shell.
template <class Config, hal::Board Board, class Companion = typename detail::CompanionOf<Config, Board>::Type>
class App {
    static constexpr bool shares_port = hal::SharedPort<decltype(Board::serial)>;

public:
    explicit App(Board& board) noexcept
        : board_{board}, shell_{board}, companion_{board, shell_.engine_to_lend(), shell_.stop_flag()} {
        shell_.set_companion(companion_);
    }

    /// Serves until the shell is asked to quit, then waits until all output has been sent, if somebody reads it.
    void run() noexcept {
        start();
        while (!quit_requested()) {
            poll();
        }
        Drain<Board>{board_}.all();
    }
    [[nodiscard]] bool quit_requested() const noexcept { return shell_.quit_requested(); }

    /// The two parts of `run`: what comes first, and one round of the loop.
    void start() noexcept {
        DeviceReport<Board>{board_}.greet();
        companion_.start();
    }
    void poll() noexcept {
        end_session();
        bool busy = receive();
        if constexpr (shares_port) {
            board_.serial.end_answer();
        }
        busy = shell_.slice() || busy;
        busy = companion_.poll(!shell_.uses_engine()) || busy;
        if (companion_.wants_engine_now()) {
            shell_.give_up_engine();
        }
        board_.serial.pump();
        if (!busy) {
            board_.system.idle();
        }
    }

    [[nodiscard]] const auto& engine() const noexcept { return shell_.engine(); }
    [[nodiscard]] const Companion& table() const noexcept
        requires hal::ChessBoard<Board>
    {
        return companion_;
    }

    /// Runs the line made of `words` and all the work it starts; the input of the serial line stays unread.
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
        Drain<Board>{board_}.all();
    }

private:
    /// Characters handled before the search runs again. Enough for a line at 115,200 baud, and few enough that a long
    /// game record does not delay the output.
    static constexpr int characters_a_round = 64;

    /// Reads at most one line a round, and none while the previous answer is being sent. So a flood of commands
    /// cannot delay sensors, buttons and LEDs, and no answer is lost. Further input waits in the ring, and with a
    /// handshake at the sender. Where the other side can stop reading, even the rest of a line is not read meanwhile:
    /// its answer then has the whole queue.
    bool receive() noexcept {
        const bool may_read_on = hal::drains(board_.serial) && session_.inside_line();
        if (!host_speaks() && !may_read_on && still_answering()) {
            if (!board_.serial.readable()) {
                session_.heard_nothing(board_.clock.now_ms());
            }
            return true;
        }
        for (int taken = 0; taken < characters_a_round && !shell_.quit_requested(); ++taken) {
            if (companion_.hosts().busy()) {
                return taken != 0;
            }
            const int byte = board_.serial.read();
            if (byte < 0) {
                session_.heard_nothing(board_.clock.now_ms());
                return taken != 0;
            }
            const char c = static_cast<char>(byte);
            session_.heard(c, board_.clock.now_ms());
            companion_.wake();
            take(c);
            if (!host_speaks() && !session_.inside_line()) {
                break;
            }
        }
        return true;
    }
    [[nodiscard]] bool still_answering() const noexcept { return companion_.telling() || shell_.output_waits(); }

    /// What a session has begun and claimed ends with it.
    void end_session() noexcept {
        if (board_.serial.hung_up()) {
            session_.hung_up();
        }
        if constexpr (shares_port) {
            if (shell_.at_work()) {
                board_.serial.keep_session();
            }
        }
        if (const SessionEnd end = session_.take_end(); end != SessionEnd::none) {
            shell_.end_session(end == SessionEnd::silent);
            if constexpr (shares_port) {
                board_.serial.leave_session();
            }
            companion_.hosts().reset();
        }
    }

    /// Whether a host's protocol has the line. The host knows where its lines end, and how often it may be answered.
    [[nodiscard]] bool host_speaks() noexcept { return companion_.hosts().speaks(); }

    /// Gives a byte to the host that has the line, or to the shell.
    void take(char c) noexcept {
        auto& hosts = companion_.hosts();
        const bool begins = hosts.take(c, session_.silent_ms(), [this](char passed) { shell_.receive(passed); });
        if (begins) {
            shell_.end_session(false);  // the previous program has gone
            hosts.begin();
        }
        if constexpr (shares_port) {
            if (begins || hosts.has_understood()) {
                board_.serial.take_session();
            } else if (hosts.holds_back()) {
                board_.serial.keep_line();
            }
        }
        if (hosts.speaks()) {
            session_.rest();
        }
    }

    Board& board_;
    UciShell<Config, Board, Companion> shell_;
    Session session_{};
    [[no_unique_address]] Companion companion_;
};

}  // namespace stackmate::firmware

// The dialogue of the bridge between a chess program (the GUI), which believes that it talks to an engine, and a board
// on a serial port, which may be unplugged at any moment. Lines and bytes go in with the time, lines and bytes come
// out; no port, no clock, no thread. bridge/program.hpp connects it to the world.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stackmate::bridge {

/// Milliseconds of a clock that never runs backwards.
using Ms = std::int64_t;

/// How long the bridge waits for what, in ms.
struct Patience {
    Ms ask_again = 1000;  ///< a board that is booting may have missed the first `uci`
    Ms greeting = 6000;   ///< after that, what is at the port is no board of ours, or not now
    Ms silence = 5000;    ///< of a board that owes an answer, before it is asked whether it is still there
    Ms answer = 5000;     ///< for the reply to that; a board answers `isready` during a search
    Ms farewell = 1000;   ///< for the answers still owed when the GUI leaves
};

/// The dialogue. The caller reports events (the functions that take `now`) and then carries out the results (the
/// functions that begin with `take`, `wants_new_port`, `ended`).
///
/// Towards the GUI it keeps to the protocol whatever happens to the port: `uci` and `isready` are answered, and every
/// `go` gets one `bestmove`. While the port is gone it remembers options, position and `go`, and sends them to the
/// board again later.
class Bridge {
public:
    enum class Stage : std::uint8_t {
        absent,    ///< no port
        greeting,  ///< `uci` was sent, `uciok` is expected
        options,   ///< the options are being sent to it again
        position,  ///< the position is, too
        ready,     ///< the GUI's lines go to the board
        leaving,   ///< the GUI has gone; the board's last answers are expected
        ended,
    };

    explicit Bridge(const Patience& patience = {}, bool verbose = false) : patience_{patience}, verbose_{verbose} {}

    /// A line from the GUI, without its end.
    void gui_says(std::string_view line, Ms now);
    /// The GUI's output has ended, which has the same meaning as `quit`.
    void gui_ended(Ms now) { gui_says("quit", now); }
    /// The port is open. `name` is its name for a person.
    void port_opened(std::string_view name, Ms now);
    void board_says(std::string_view bytes, Ms now);
    /// The port is closed. `why` is the end of "the board has gone: ".
    void port_lost(std::string_view why, Ms now);
    /// Time passes: call it when `due` has come; it may be called at any time.
    void pass(Ms now);
    /// The latest time at which `pass` has something to do; none: never.
    [[nodiscard]] std::optional<Ms> due() const;

    [[nodiscard]] std::string take_for_gui() { return std::exchange(for_gui_, {}); }
    [[nodiscard]] std::string take_for_board() { return std::exchange(for_board_, {}); }
    /// What was done, one line each, for a person; empty unless `verbose`.
    [[nodiscard]] std::vector<std::string> take_log() { return std::exchange(log_, {}); }
    /// Whether the board does not answer, so that the port must be closed (`port_lost`) and reopened. Returns true
    /// once.
    [[nodiscard]] bool wants_new_port() { return std::exchange(wants_new_port_, false); }

    [[nodiscard]] Stage stage() const { return stage_; }
    [[nodiscard]] bool ended() const { return stage_ == Stage::ended; }
    /// Whether it has answered `uci` as our boards do, at least once.
    [[nodiscard]] bool known() const { return !id_name_.empty(); }
    /// The board's name for itself; empty until known.
    [[nodiscard]] const std::string& board_name() const { return id_name_; }
    /// The name of something else that has answered `uci`; empty if there was none.
    [[nodiscard]] const std::string& stranger() const { return stranger_; }
    /// The words of a board that did not answer `uci` because its other port has the session; empty if there were none.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

private:
    enum class Asker : std::uint8_t {
        gui,
        bridge,
        before_work,  ///< the bridge, in front of a bench or perft: what follows is the board's answer to that
        after_work,   ///< the bridge, behind it
    };

    /// A `go` whose `bestmove` has not come yet.
    struct Go {
        std::string line;
        Ms since;
        std::optional<Ms> ponder_hit{};
        bool stopped = false;  ///< the GUI has sent `stop`
        bool given = true;     ///< the board has received it
        std::string found{};   ///< the first move of the last line that the board has reported
    };

    void obey(std::string_view line, Ms now);
    void obey_while_absent(std::string_view line, Ms now);
    void remember(std::string_view line, Ms now);
    void remember_option(std::string_view line);
    void hear(std::string_view line, Ms now);
    void hear_greeting(std::string_view line, Ms now);
    void hear_ready(std::string_view line);
    void hear_readyok();
    void ask_for_work(std::string_view line);
    void greet(Ms now);
    void ask_who(Ms now);
    void give_options(Ms now);
    void give_position(Ms now);
    void resume(Ms now);
    void give_held_lines(Ms now);
    void answer_stopped();
    void answer_for_the_board(std::string_view why);
    [[nodiscard]] bool owes() const { return go_ || works_ != 0 || !asked_.empty(); }
    void leave(Ms now);
    void end();

    void tell_gui(std::string_view line);
    void tell_board(std::string_view line);
    void ask_ready(Asker asker);
    void log(std::string_view who, std::string_view line);

    Patience patience_;
    bool verbose_;
    Stage stage_ = Stage::absent;
    std::string port_{};
    std::string rest_{};  ///< the board's line that is still incomplete
    std::string id_name_{};
    std::string stranger_{};
    std::string refusal_{};
    std::string doubted_{};                    ///< the name of the last one that did not answer like a board of ours
    std::vector<std::string> introduction_{};  ///< the board's answer to `uci`
    std::vector<std::string> new_introduction_{};
    std::deque<Asker> asked_{};       ///< who waits for a `readyok` from the board, in order
    std::deque<std::string> held_{};  ///< lines of the GUI that the board cannot take yet
    std::vector<std::pair<std::string, std::string>>
        options_{};           ///< lower-case name, line; in the order in which they were first set
    std::string position_{};  ///< the last `position`; empty: the board's initial one
    std::optional<Go> go_{};
    unsigned stopped_ = 0;      ///< searches before it that the GUI has stopped, and whose `bestmove` has not come yet
    bool was_lost_ = false;     ///< since it was last ready
    unsigned works_ = 0;        ///< bench and perft commands that have not ended and are not known to be refused
    bool taking_work_ = false;  ///< what the board says now answers a bench or perft command
    bool work_refused_ = false;
    bool position_refused_ = false;
    bool stopped_stranger_ = false;
    bool wants_new_port_ = false;
    Ms heard_ = 0;  ///< since when the board has been silent although it owes an answer
    Ms stage_began_ = 0;
    Ms greeted_ = 0;
    std::string for_gui_{};
    std::string for_board_{};
    std::vector<std::string> log_{};
};

/// The `go` to be sent again after `elapsed` ms in which the board did not think or was lost. The mover's own clock has
/// run on; at least `least_clock` is sent. A time for each move starts again in full. With `ponder_hit`, `elapsed` is
/// the time since the hit, and the word ponder is removed. `white`: whose clock runs.
inline constexpr Ms least_clock = 100;
[[nodiscard]] std::string go_again(std::string_view line, Ms elapsed, bool ponder_hit, bool white);

/// Whether White is to move after this `position` line; an empty line means the start position.
[[nodiscard]] bool white_to_move(std::string_view position);

/// The first word of our boards' `id name`.
inline constexpr std::string_view our_name = "Stackmate";

}  // namespace stackmate::bridge

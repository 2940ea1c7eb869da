// What the bridge says to whom: between a chess program (the GUI) that believes it talks with an engine, and a board on a
// serial port that may be pulled out at any moment. Lines and bytes go in with the time, lines and bytes come out; no
// port, no clock, no thread. bridge/program.hpp connects it to the world.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stackmate::bridge {

/// Milliseconds of a clock that never goes back.
using Ms = std::int64_t;

/// How long the bridge waits for what, in ms.
struct Patience {
    Ms ask_again = 1000;  ///< a board that boots may not have heard the first `uci`
    Ms greeting = 6000;   ///< after that who is at the port is no board of ours, or not now
    Ms silence = 5000;    ///< of a board that owes an answer, before it is asked whether it is there
    Ms answer = 5000;     ///< and for it to say so; a board answers `isready` in the midst of a search
    Ms farewell = 1000;   ///< for the answers that are owed when the GUI leaves
};

/// The dialogue. Who uses it tells it what happens (the functions that take `now`) and then carries out what has come of it
/// (the functions that begin with `take`, `wants_new_port`, `ended`).
///
/// Towards the GUI it keeps the protocol's promises whatever happens to the port: `uci` and `isready` are answered, and a `go`
/// gets one `bestmove`. While the port is gone it remembers options, position and `go`, and gives them to the board again.
class Bridge {
public:
    enum class Stage : std::uint8_t {
        absent,    ///< no port
        greeting,  ///< `uci` was said, `uciok` is awaited
        options,   ///< the options are being given to it again
        position,  ///< and the position
        ready,     ///< the GUI's lines go to the board
        leaving,   ///< the GUI has gone; the board's last answers are awaited
        ended,
    };

    explicit Bridge(const Patience& patience = {}, bool verbose = false) : patience_{patience}, verbose_{verbose} {}

    /// A line of the GUI's, without its end.
    void gui_says(std::string_view line, Ms now);
    /// The GUI's output has ended, which says the same as `quit`.
    void gui_ended(Ms now) { gui_says("quit", now); }
    /// The port is open. `name` is what a person calls it.
    void port_opened(std::string_view name, Ms now);
    void board_says(std::string_view bytes, Ms now);
    /// The port is closed. `why` is the end of "the board has gone: ".
    void port_lost(std::string_view why, Ms now);
    /// Time goes by: to be called when `due` has come, and as often as one likes.
    void pass(Ms now);
    /// When `pass` has something to do at the latest; nothing: never.
    [[nodiscard]] std::optional<Ms> due() const;

    [[nodiscard]] std::string take_for_gui() { return std::exchange(for_gui_, {}); }
    [[nodiscard]] std::string take_for_board() { return std::exchange(for_board_, {}); }
    /// What was done, a line each, for a person who wants to know; empty unless `verbose`.
    [[nodiscard]] std::vector<std::string> take_log() { return std::exchange(log_, {}); }
    /// The board does not answer: the port is to be closed (`port_lost`) and opened anew. Asking takes the wish away.
    [[nodiscard]] bool wants_new_port() { return std::exchange(wants_new_port_, false); }

    [[nodiscard]] Stage stage() const { return stage_; }
    [[nodiscard]] bool ended() const { return stage_ == Stage::ended; }
    /// It has answered `uci` as our boards do, at least once.
    [[nodiscard]] bool known() const { return !id_name_.empty(); }
    /// What it calls itself; empty until known.
    [[nodiscard]] const std::string& board_name() const { return id_name_; }
    /// Something else has answered `uci`: what it calls itself. Empty if nothing like that was heard.
    [[nodiscard]] const std::string& stranger() const { return stranger_; }
    /// A board that has not answered `uci` because its other port has the session: its words. Empty if none was heard.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

private:
    enum class Asker : std::uint8_t { gui, bridge };

    /// A `go` whose `bestmove` has not come.
    struct Go {
        std::string line;
        Ms since;
        std::optional<Ms> ponder_hit{};
        bool stopped = false;  ///< the GUI has said `stop`
        bool given = true;     ///< the board has it
        std::string found{};   ///< the first move of the last line that the board has told
    };

    void obey(std::string_view line, Ms now);
    void obey_while_absent(std::string_view line, Ms now);
    void remember(std::string_view line, Ms now);
    void remember_option(std::string_view line);
    void hear(std::string_view line, Ms now);
    void hear_greeting(std::string_view line, Ms now);
    void hear_ready(std::string_view line);
    void greet(Ms now);
    void ask_who(Ms now);
    void give_options(Ms now);
    void give_position(Ms now);
    void resume(Ms now);
    void give_held_lines(Ms now);
    void answer_for_the_board(std::string_view why);
    [[nodiscard]] bool owes() const { return go_ || other_work_ || !asked_.empty(); }
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
    std::string rest_{};  ///< of the board's line that has not ended
    std::string id_name_{};
    std::string stranger_{};
    std::string refusal_{};
    std::string doubted_{};  ///< what the last one called itself that did not answer as a board of ours
    std::vector<std::string> introduction_{};  ///< the board's answer to `uci`
    std::vector<std::string> new_introduction_{};
    std::deque<Asker> asked_{};       ///< who waits for a `readyok` of the board's, the first first
    std::deque<std::string> held_{};  ///< lines of the GUI's that the board cannot take yet
    std::vector<std::pair<std::string, std::string>>
        options_{};           ///< name in small letters, line; in the order first given
    std::string position_{};  ///< the last `position`; empty: the board's own at the beginning
    std::optional<Go> go_{};
    bool was_lost_ = false;    ///< since it was ready last
    bool other_work_ = false;  ///< bench or perft is under way
    bool position_refused_ = false;
    bool stopped_stranger_ = false;
    bool wants_new_port_ = false;
    Ms heard_ = 0;  ///< since when the board is silent, though it owes an answer
    Ms stage_began_ = 0;
    Ms greeted_ = 0;
    std::string for_gui_{};
    std::string for_board_{};
    std::vector<std::string> log_{};
};

/// The `go` to be given again after `elapsed` ms in which the board did not think or was lost. The mover's own clock has run on
/// and is never told as less than `least_clock`; a time for each move is given anew. With `ponder_hit` (ms since the hit, in
/// place of `elapsed`) the word ponder goes. `white` is whose clock it is.
inline constexpr Ms least_clock = 100;
[[nodiscard]] std::string go_again(std::string_view line, Ms elapsed, bool ponder_hit, bool white);

/// Whether White is to move after this `position` line; an empty one is the starting position.
[[nodiscard]] bool white_to_move(std::string_view position);

/// The first word of what our boards call themselves in `id name`.
inline constexpr std::string_view our_name = "Stackmate";

}  // namespace stackmate::bridge

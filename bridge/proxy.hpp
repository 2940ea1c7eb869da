// Runs the bridge's dialogue (bridge.hpp) between a GUI's pipes and a serial port. If either side stops reading or
// answering, at whatever byte, it delays neither the other side nor the end.
#pragma once

#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "bridge/arguments.hpp"
#include "bridge/bridge.hpp"
#include "bridge/os.hpp"
#include "bridge/ports.hpp"

namespace stackmate::bridge {

inline constexpr Patience brief{.greeting = 3000};  ///< while searching, when most ports are no boards
inline constexpr Ms try_again = 250;                ///< between two searches for a board that has gone
inline constexpr Ms longest_sleep = 60'000;
inline constexpr Ms flush_limit = 500;            ///< for the last bytes, if nobody reads them
inline constexpr std::size_t enough = 64 * 1024;  ///< with this many bytes waiting, no more are read
inline constexpr Ms port_patience = 10'000;       ///< with a port that takes nothing; a GUI is waited for

/// `Os` is the class of that name, or one in a test.
template <class Os>
class Proxy {
public:
    template <class... Of>
    explicit Proxy(const Arguments& arguments, Of&... of)
        : os_{of...},
          searched_{arguments.port.empty()},
          verbose_{arguments.verbose},
          bridge_{searched_ ? brief : Patience{}, arguments.verbose} {
        if (!searched_) {
            PortInfo named;
            named.path = arguments.port;
            for (const auto& port : os_.ports()) {
                named = port.path == arguments.port ? port : named;
            }
            candidates_.push_back(named);
        } else {
            const auto ports = worth_asking(os_.ports());
            candidates_.assign(ports.begin(), ports.end());
        }
    }

    int run() {
        while (!bridge_.ended()) {
            if (!os_.is_open() && os_.now() >= next_try_ && !connect()) {
                return refuse();
            }
            turn();
        }
        write_the_rest();
        return 0;
    }

private:
    /// Returns false if no board is known and no candidate is left to ask.
    bool connect() {
        next_try_ = os_.now() + try_again;
        if (bridge_.known()) {
            const auto ports = os_.ports();
            for (const auto& path : where_again(port_, ports, searched_)) {
                std::string complaint;
                if (os_.open(path, complaint) == Opened::yes) {
                    const auto known = std::ranges::find(ports, path, &PortInfo::path);
                    port_ = known != ports.end()
                                ? *known
                                : PortInfo{path, port_.vendor, port_.device, port_.product, port_.number};
                    bridge_.port_opened(path, os_.now());
                    return true;
                }
                note(complaint);
            }
            return true;
        }
        while (!candidates_.empty()) {
            port_ = candidates_.front();
            candidates_.pop_front();
            std::string complaint;
            if (os_.open(port_.path, complaint) == Opened::yes) {
                bridge_.port_opened(port_.path, os_.now());
                return true;
            }
            complaints_.push_back(complaint);
        }
        return false;
    }

    void turn() {
        const auto now = os_.now();
        // If the GUI does not read, the board is not to blame for the silence. The end must still come.
        const bool listens = for_gui_.size() < enough;
        const bool waits = listens || bridge_.stage() == Bridge::Stage::leaving;
        Ms wake = now + longest_sleep;
        if (const auto due = bridge_.due(); due && waits) {
            wake = std::min(wake, *due);
        }
        if (!for_board_.empty()) {
            wake = std::min(wake, port_took_ + port_patience);
        }
        if (!os_.is_open()) {
            wake = std::min(wake, next_try_);
        }
        os_.wait({!gui_ended_ && for_board_.size() < enough, listens, !for_gui_.empty(), !for_board_.empty()},
                 std::max<Ms>(0, wake - now));
        read_gui();
        read_board();
        if (waits) {
            bridge_.pass(os_.now());
        }
        if (bridge_.wants_new_port()) {
            lose("it does not answer");
        }
        write();
    }

    void read_gui() {
        if (gui_ended_ || for_board_.size() >= enough) {
            return;
        }
        const auto came = os_.read_gui(gui_line_);
        for (std::size_t end; (end = gui_line_.find('\n')) != std::string::npos; gui_line_.erase(0, end + 1)) {
            bridge_.gui_says(std::string_view{gui_line_}.substr(0, end), os_.now());
        }
        if (came == Os::Came::end) {
            gui_ended_ = true;
            bridge_.gui_says(gui_line_, os_.now());
            bridge_.gui_ended(os_.now());
        }
    }

    void read_board() {
        if (!os_.is_open() || for_gui_.size() >= enough) {
            return;
        }
        std::string bytes;
        const auto came = os_.read_port(bytes);
        bridge_.board_says(bytes, os_.now());
        if (came == Os::Came::end) {
            lose("it was unplugged or switched off");
        }
    }

    void lose(const char* why) {
        os_.close();
        for_board_.clear();
        next_try_ = os_.now() + (bridge_.known() ? try_again : 0);
        if (!bridge_.known()) {
            complaints_.push_back(what_answers());
        }
        bridge_.port_lost(why, os_.now());
    }

    std::string what_answers() const {
        if (!bridge_.refusal().empty()) {
            return "the board at " + port_.path + " is in use: " + bridge_.refusal();
        }
        return bridge_.stranger().empty()
                   ? "nobody at " + port_.path + " answers as a board does"
                   : "what answers at " + port_.path + " is no board of ours: " + bridge_.stranger();
    }

    void write() {
        for_gui_ += bridge_.take_for_gui();
        if (!os_.write_gui(for_gui_)) {
            for_gui_.clear();
            gui_ended_ = true;
            bridge_.gui_ended(os_.now());
        }
        for_board_ += bridge_.take_for_board();
        const auto waiting = for_board_.size();
        if (os_.is_open() && !os_.write_port(for_board_)) {
            lose("it was unplugged or switched off");
        } else if (for_board_.empty() || for_board_.size() < waiting) {
            port_took_ = os_.now();
        } else if (os_.now() - port_took_ >= port_patience) {
            lose("it takes nothing");
        }
        for (const auto& line : bridge_.take_log()) {
            log(line);
        }
    }

    void write_the_rest() {
        const auto end = os_.now() + flush_limit;
        for (write(); os_.now() < end && !(for_gui_.empty() && (for_board_.empty() || !os_.is_open())); write()) {
            os_.wait({false, false, !for_gui_.empty(), !for_board_.empty()}, end - os_.now());
        }
        os_.close();
    }

    int refuse() {
        if (complaints_.empty()) {
            complaints_.push_back(
                "no board was found: there is no USB serial port (stackmate --ports lists what is there)");
        }
        for (const auto& complaint : complaints_) {
            for_gui_ += "info string error: " + complaint + '\n';
            os_.tell("stackmate: " + complaint);
        }
        write_the_rest();
        return 1;
    }

    void log(const std::string& line) {
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, "%9.3f ", static_cast<double>(os_.now()) / 1000);
        os_.tell(seconds + line);
    }

    /// Logs each complaint once, not four times a second.
    void note(const std::string& complaint) {
        if (verbose_ && complaint != noted_) {
            log("port " + complaint);
        }
        noted_ = complaint;
    }

    Os os_;
    bool searched_;
    bool verbose_;
    Bridge bridge_;
    std::deque<PortInfo> candidates_{};      ///< ports to be asked, while no board is known
    std::vector<std::string> complaints_{};  ///< why the ports asked so far are no boards
    PortInfo port_{};
    Ms next_try_ = 0;
    Ms port_took_ = 0;  ///< when bytes were last taken, or none were waiting
    bool gui_ended_ = false;
    std::string gui_line_{};
    std::string for_gui_{};
    std::string for_board_{};
    std::string noted_{};
};

}  // namespace stackmate::bridge

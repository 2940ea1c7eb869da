// What the bridge needs from the operating system: the GUI's pipes, one serial port, and to sleep until something
// happens at either. One file for each kind of system: os_posix.cpp, os_windows.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bridge/bridge.hpp"
#include "bridge/ports.hpp"

namespace stackmate::bridge {

class Os {
public:
    enum class Came : std::uint8_t { something, nothing, end };

    struct Wishes {
        bool read_gui;
        bool read_port;
        bool write_gui;
        bool write_port;
    };

    Os();
    ~Os();
    Os(const Os&) = delete;
    Os& operator=(const Os&) = delete;

    [[nodiscard]] Ms now() const;
    [[nodiscard]] std::vector<PortInfo> ports() const;

    /// Opens a port for exclusive use: raw, 115,200 baud, eight bits, no parity, one stop bit, no handshake; DTR and
    /// RTS active. An earlier port must be closed. If it does not open, `complaint` gets a sentence for a person. Does
    /// not block.
    [[nodiscard]] Opened open(const std::string& path, std::string& complaint);
    /// Lowers DTR, so that the board notices. What it has not taken within 0.2 s is lost.
    void close();
    [[nodiscard]] bool is_open() const;

    /// Sleeps until something requested in `wishes` can be done, at most `limit` ms, which is 0 to 2^31 - 1. May return
    /// early.
    void wait(const Wishes& wishes, Ms limit);

    /// Appends what has come. Never blocks after `wait` was asked for it. `end`: nothing more will come.
    [[nodiscard]] Came read_gui(std::string& to);
    [[nodiscard]] Came read_port(std::string& to);
    /// Writes as much of the front of `text` as possible now, and removes it. Returns false if nobody reads any more.
    [[nodiscard]] bool write_gui(std::string& text);
    [[nodiscard]] bool write_port(std::string& text);
    /// Writes a line for a person to standard error. What nobody reads there is lost; it never waits.
    void tell(const std::string& line);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace stackmate::bridge

// What the desktop program is asked to do: be an engine, or the bridge to a board.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace stackmate::bridge {

struct Arguments {
    enum class Task : std::uint8_t {
        engine,  ///< no option of ours: a UCI engine, or one UCI command to run
        bridge,  ///< --port
        list,    ///< --ports
        help,
        version,
        wrong,  ///< `complaint` says why
    };
    Task task = Task::engine;
    std::string port{};  ///< empty: search for the board
    bool verbose = false;
    std::string complaint{};
};

/// `words` begins with the program's name. If that contains stackmate-board (a copy, a link), the program is the bridge
/// without further options, for GUIs that start an engine without arguments.
[[nodiscard]] Arguments read_arguments(std::span<const char* const> words);

inline constexpr const char* usage =
    R"(stackmate                       a UCI engine on standard input and output
stackmate COMMAND...            one UCI command, for example: stackmate bench
stackmate --port [PATH]         the UCI engine that the board on a serial port is: /dev/ttyACM0, COM5;
                                without PATH the board is searched for
stackmate --ports               what serial ports there are
  --verbose                     with --port: tell on standard error what goes to and fro
stackmate --version             the version of this program
stackmate --help                this text

A copy or link of the program with stackmate-board in its name does what --port does.
)";

}  // namespace stackmate::bridge

// What the desktop program is asked to be: an engine, or the bridge to a board.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace stackmate::bridge {

struct Arguments {
    enum class Task : std::uint8_t {
        engine,  ///< none of ours: a UCI engine, or one UCI command to run
        bridge,  ///< --port
        list,    ///< --ports
        help,
        version,
        wrong,  ///< `complaint` says why
    };
    Task task = Task::engine;
    std::string port{};  ///< empty: the board is searched for
    bool verbose = false;
    std::string complaint{};
};

/// `words` with the program's name first. With stackmate-board in that name (a copy, a link) it is the bridge without being
/// told, for programs that start an engine without arguments.
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

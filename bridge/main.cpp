// The desktop program: the firmware with the desktop as its board, or, with --port, the bridge to a board with its own
// engine.

#include <cstddef>
#include <span>

#include STACKMATE_BOARD_HEADER
#include "bridge/program.hpp"
#include "firmware/app.hpp"
#include "firmware/engine/instance.hpp"

using Board = stackmate::boards::Board;
using App = stackmate::firmware::App<stackmate::ImageConfig, Board>;

// Arguments that do not begin with "--" are one UCI command to run in place of a dialogue, as in `stackmate bench`.
int main(int argc, char** argv) {
    const std::span<const char* const> words{argv, static_cast<std::size_t>(argc)};
    const auto arguments = stackmate::bridge::read_arguments(words);
    if (arguments.task != stackmate::bridge::Arguments::Task::engine) {
        return stackmate::bridge::run(arguments);
    }
    Board& board = stackmate::boards::board();
    board.init();
    static App app{board};
    if (argc > 1) {
        app.run_command(words.subspan(1));
    } else {
        app.run();
    }
}

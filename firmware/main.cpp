// The only place where board and engine configuration meet.

#include <cstddef>
#include <span>

#include STACKMATE_BOARD_HEADER
#include "firmware/app.hpp"
#include "firmware/engine/instance.hpp"

using Board = stackmate::boards::Board;
using App = stackmate::firmware::App<stackmate::ImageConfig, Board>;

static_assert(Board::ram_bytes == 0 || sizeof(App) + sizeof(Board) + Board::stack_bytes <= Board::ram_bytes,
              "the engine, the board's buffers and the stack exceed the board's RAM");

// On the desktop the arguments are one UCI command to run in place of a dialogue, for example `stackmate bench`. A
// device has none. When main returns, a device restarts.
int main(int argc, char** argv) {
    Board& board = stackmate::boards::board();
    board.init();
    static App app{board};
    if (Board::ram_bytes == 0 && argc > 1) {
        app.run_command(std::span<const char* const>{argv + 1, static_cast<std::size_t>(argc - 1)});
    } else {
        app.run();
    }
}

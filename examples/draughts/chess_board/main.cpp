// firmware/main.cpp for a chess board with checkers beside chess.

#include STACKMATE_BOARD_HEADER
#include "core/config.hpp"
#include "examples/draughts/chess_board/two_games.hpp"
#include "firmware/app.hpp"
#include "firmware/engine/instance.hpp"

#include <atomic>

using Board = stackmate::boards::Board;

namespace stackmate::firmware {

/// A name without draughts in it: App and the shell are templates over this type, and linker scripts go by names. So they
/// stay where the firmware lies (boards/rp2040/sections.ld).
struct BoardGames : draughts::chess_board::TwoGames<STACKMATE_CONFIG, Board> {
    BoardGames(Board& board, Engine<STACKMATE_CONFIG>& engine, std::atomic<bool>& stop) noexcept
        : TwoGames{board, engine, stop} {}
};

}  // namespace stackmate::firmware

using App = stackmate::firmware::App<stackmate::STACKMATE_CONFIG, Board, stackmate::firmware::BoardGames>;

static_assert(sizeof(App) + sizeof(Board) + Board::stack_bytes <= Board::ram_bytes,
              "the engine, the board's buffers and the stack exceed the board's RAM");

namespace stackmate::draughts::chess_board {

/// Runs once: kept apart from `main`, so that it lies where draughts lies (boards/rp2040/sections.ld).
[[gnu::noinline]] App& make_app(::Board& board) {
    static App app{board};
    return app;
}

}  // namespace stackmate::draughts::chess_board

int main() {
    Board& board = stackmate::boards::board();
    board.init();
    stackmate::draughts::chess_board::make_app(board).run();
}

// firmware/main.cpp for a chess board with checkers as a second game.

#include STACKMATE_BOARD_HEADER
#include "games/draughts/chess_board/two_games.hpp"
#include "firmware/app.hpp"
#include "firmware/engine/instance.hpp"

using Board = stackmate::boards::Board;

using Games = stackmate::draughts::chess_board::TwoGames<stackmate::ImageConfig, Board>;
using App = stackmate::firmware::App<stackmate::ImageConfig, Board, Games>;

static_assert(sizeof(App) + sizeof(Board) + Board::stack_bytes <= Board::ram_bytes,
              "the engine, the board's buffers and the stack exceed the board's RAM");

namespace {

/// Runs once: cold, and separate from `main`, whose loop never ends.
[[gnu::cold, gnu::noinline]] App& make_app(Board& board) {
    static App app{board};
    return app;
}

}  // namespace

// The compiler takes main for cold because it runs once, but the loop is inside it.
[[gnu::section(".text.main")]] int main() {
    Board& board = stackmate::boards::board();
    board.init();
    make_app(board).run();
}

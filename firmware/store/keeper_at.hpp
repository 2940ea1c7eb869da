// The keeper of a board follows from the flash that the board has.
#pragma once

#include "firmware/store/games_in_store.hpp"
#include "firmware/store/keeper.hpp"
#include "firmware/store/last_games.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// The type that stores a board's game, and its last games where the board has flash for them.
template <class Board>
struct KeeperAt {
    using Games = NoGames;
    using Type = Keeper<decltype(Board::store)>;
    static Games games(Board&) noexcept { return {}; }
};
template <hal::KeepsGames Board>
struct KeeperAt<Board> {
    using Games = LastGames<decltype(Board::games)&, decltype(Board::watchdog)>;
    using Type = Keeper<decltype(Board::store), Games>;
    static Games games(Board& board) noexcept { return {board.games, board.watchdog}; }
};
/// Boards with `games_in_store` keep a few of them in the store.
template <class Board>
    requires(Board::games_in_store > 0)
struct KeeperAt<Board> {
    using Memory = GamesInStore<decltype(Board::store), Board::games_in_store>;
    using Games = LastGames<Memory, decltype(Board::watchdog)>;
    using Type = Keeper<decltype(Board::store), Games>;
    static Games games(Board& board) noexcept { return {Memory{board.store}, board.watchdog}; }
};

}  // namespace stackmate::firmware

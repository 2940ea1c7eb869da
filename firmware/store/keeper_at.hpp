// Which keeper a board has follows from what flash it has.
#pragma once

#include "firmware/store/games_in_store.hpp"
#include "firmware/store/keeper.hpp"
#include "firmware/store/last_games.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// What keeps the game of a board, and its last games where it has flash for them.
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
/// A few of them are in the store where a board says so: `games_in_store`.
template <class Board>
    requires(Board::games_in_store > 0)
struct KeeperAt<Board> {
    using Memory = GamesInStore<decltype(Board::store), Board::games_in_store>;
    using Games = LastGames<Memory, decltype(Board::watchdog)>;
    using Type = Keeper<decltype(Board::store), Games>;
    static Games games(Board& board) noexcept { return {Memory{board.store}, board.watchdog}; }
};

}  // namespace stackmate::firmware

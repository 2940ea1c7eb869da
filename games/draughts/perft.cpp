#include "core/chess/perft.hpp"

#include "games/draughts/game.hpp"

namespace stackmate {

template class Perft<BulkPerft, draughts::Draughts<draughts::English>>;
template class Perft<BulkPerft, draughts::Draughts<draughts::International>>;
template class Perft<BulkPerft, draughts::Draughts<draughts::Brazilian>>;
template class Perft<BulkPerft, draughts::Draughts<draughts::Pool>>;
template class Perft<BulkPerft, draughts::Draughts<draughts::Russian>>;

}  // namespace stackmate

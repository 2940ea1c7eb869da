#include "games/draughts/movegen.hpp"

namespace stackmate::draughts {

template class Cursor<English>;
template class Cursor<International>;
template class Cursor<Brazilian>;
template class Cursor<Pool>;
template class Cursor<Russian>;

}  // namespace stackmate::draughts

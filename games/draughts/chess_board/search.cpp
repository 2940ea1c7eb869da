#include "games/draughts/chess_board/search.hpp"

template class stackmate::draughts::Engine<
    stackmate::draughts::English, stackmate::draughts::chess_board::BoardVersion<stackmate::draughts::English>>;

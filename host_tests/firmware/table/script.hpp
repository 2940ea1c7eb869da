// Scripts at a table: the whole firmware on fakes, with hands, a line and a store.
//
// The first act of a test is one of these. Text in quotes is told behind "board ": begin "level t1" "black person".
//     on                a board without pieces is switched on
//     begin             the same, and the pieces for a game are put up
//     set "FEN"         the same, with this position set up over the line
//     reached           a PC has made the board its player; 1. e4 e5 has been played, and it waits for White's second move
//     app               an app of the Chess Peripheral Protocol has begun a game
// `say` sends lines and `type` sends bytes. What is heard is what the board has said since the last line of the script with acts
// in it began: heard "uciok\n" checks a part, said "readyok\n" the whole, best e2e4 all answers to `go`.
#pragma once

#include "host_tests/firmware/script.hpp"

namespace stackmate::firmware::test {

std::unique_ptr<Script> script_at_a_table();

inline bool at_table(const char* suite, const ScriptText& text, const ScriptText& each = "") {
    return played(script_at_a_table, suite, text, each);
}

}  // namespace stackmate::firmware::test

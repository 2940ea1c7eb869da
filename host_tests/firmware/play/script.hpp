// Scripts at a desk: a controller with hands and an engine that answers what the script says.
//
// The first act of a test is one of these. Settings may follow: persons, engines, engine_first, flipped, or a level such as c1.
//     begin             a game from the start position, with its pieces on the board
//     desk              the same, with no piece on the board yet
//     set "FEN"         a game from this position, with its pieces on the board
//     saved             a game that was stored after 1. e4 e5 is offered; no piece is on the board yet
//     saved_at "FEN"    a stored game from this position is offered
// A PC's request that must be refused says why: undo!followed.
#pragma once

#include "host_tests/firmware/play/desk.hpp"
#include "host_tests/firmware/script.hpp"

namespace stackmate::firmware::test {

std::unique_ptr<Script> script_at_a_desk();

inline bool played(const char* suite, const ScriptText& text, const ScriptText& each = "") {
    return played(script_at_a_desk, suite, text, each);
}
/// Does what the lines say at a desk that stands there already.
void run(Desk& desk, const ScriptText& text);
inline void run(std::span<const ScriptLine> lines) { run(script_at_a_desk, lines); }

}  // namespace stackmate::firmware::test

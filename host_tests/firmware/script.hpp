// Tests of a game at the board as scripts: what hands, the engine and a PC do, and what must be so afterwards.
//
//     ItClosesByItself
//         begin, MENU, 59000 -> menu
//         2000 -> person_to_move      # nobody has touched it
//
// A line that is not indented names a test. The indented lines below it are done in turn: acts, separated by commas, then an
// arrow and checks. "9 times: " in front repeats a line. A comment begins with " # ". Text in quotes is one word.
//
// The first act of a test says how it begins: play/script.hpp and table/script.hpp tell.
// Acts: e2e4 makes a move by hand, -e2 lifts a piece, +e4 puts one down, PLAY presses a button, 700 waits 700 ms. A number
// behind a slash is the time that hands take: +e4/700 waits 700 ms afterwards, PLAY/1100 holds the button for 1100 ms. x3 at the
// end does an act three times. The tables at the end of script_reader.hpp and of each kind's script.cpp list all other acts.
// In quotes \n, \r, \0, \" and \x7f are those bytes.
// Checks: the name of a state; the name of a light with all squares that show it; or a word of those tables. "not" in front
// means the opposite.
// Squares: their names, none, start (where pieces stand at first) or board (where they stand now); "but" in front means all others.
//
// Lines that begin with "each:" come first. Each gives words for $1, $2 ..., separated by semicolons, and the test is done with
// each of them. What cannot be understood is a failure. A failure names the line of the script, the state, the lights and the game.
#pragma once

#include "host_tests/firmware/hands.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stackmate::firmware::test {

struct ScriptLine {
    std::string text;
    bool indented = false;
    const char* file = nullptr;
    unsigned number = 0;  ///< in the file
};

/// A script as it stands in a source; each line knows where. Empty lines and comments are left out.
struct ScriptText {
    ScriptText(const char* text, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE());
    std::vector<ScriptLine> lines{};
};

class Script;
using NewScript = std::unique_ptr<Script> (*)();

/// Registers the tests of a suite. `each`: lines that begin with "each:", for all of them.
bool played(NewScript make, const char* suite, const ScriptText& text, const ScriptText& each);
/// Does what the lines say from the beginning, and for each of the words that the first of them give.
void run(NewScript make, std::span<const ScriptLine> lines);

}  // namespace stackmate::firmware::test

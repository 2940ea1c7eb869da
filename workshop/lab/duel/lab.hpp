// The command line of the programs that play matches and experiments; they differ in the versions that they know.
#pragma once

#include "core/chess/position.hpp"
#include "workshop/lab/duel/call.hpp"

#include <string>

namespace stackmate::duel {

/// All of `main`.
int lab_main(int argc, char** argv);

/// Calls `take` with each position of standard input, a FEN a line.
template <class F>
void each_position(const Call& call, F take) {
    for (std::string line; std::getline(std::cin, line);) {
        Position p;
        if (p.set_fen(line) != FenError::none) call.refuse("this is no position: ", line);
        take(p);
    }
}

}  // namespace stackmate::duel

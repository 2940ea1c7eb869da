// On which positions searches are compared.
#pragma once

#include <string>
#include <vector>

namespace stackmate::test {

/// The bench positions, those of the perft suite, which abound in special moves, and 200 from the engine's own games.
std::vector<std::string> positions();

}  // namespace stackmate::test

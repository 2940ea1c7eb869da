// The packed endings as a part of the program: link `endings_table`, and `distances_table` for the distances. On an RP2040
// or RP2350 they stay in the flash.
#pragma once

#include <cstdint>

/// A file of endings; `Table::sound` says whether it is whole.
extern "C" const std::uint8_t stackmate_endings_file[];
/// A file of distances; likewise `Distances::sound`.
extern "C" const std::uint8_t stackmate_distances_file[];

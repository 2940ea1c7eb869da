// The puzzles as a part of the program: link `puzzles_table`. On an RP2040 or RP2350 they stay in the flash.
#pragma once

#include <cstdint>

/// A file of puzzles; `puzzles::Table::sound` says whether it is whole.
extern "C" const std::uint8_t stackmate_puzzles_file[];

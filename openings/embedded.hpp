// The names of openings as a part of the program: link `openings_table`. On an RP2350 they stay in the flash.
#pragma once

#include <cstdint>

extern "C" const std::uint8_t stackmate_openings_file[];

// Stackmate for sketches: the engine, the rules, UCI, the reader of 64 sensors, and the whole chess board.
#pragma once

#if __cplusplus < 202002L
#error "Stackmate needs C++20: the library's README.md shows how to compile this board's core with -std=gnu++20"
#else

// Macros of Arduino.h that are names here.
#pragma push_macro("abs")
#pragma push_macro("bit")
#pragma push_macro("max")
#pragma push_macro("min")
#pragma push_macro("round")
#pragma push_macro("word")
#undef abs
#undef bit
#undef max
#undef min
#undef round
#undef word

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/notation/move_text.hpp"
#include "core/notation/san.hpp"
#include "firmware/polled_app.hpp"
#include "firmware/polled_chess_board.hpp"
#include "firmware/squares/tracker.hpp"
#include "hal/sensing.hpp"

#pragma pop_macro("abs")
#pragma pop_macro("bit")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")
#pragma pop_macro("word")

#endif

// The image's engine. Where STACKMATE_ENGINE_APART is defined, it is compiled separately in instance.cpp, for speed, while
// the rest of the firmware is compiled for size. Otherwise it is compiled with the rest, which saves a few hundred
// bytes.
#pragma once

#include STACKMATE_BOARD_HEADER
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "firmware/engine/helped_engine.hpp"

namespace stackmate {

using ImageConfig = firmware::ConfigOn<STACKMATE_CONFIG, boards::Board>::Type;

}  // namespace stackmate

#ifdef STACKMATE_ENGINE_APART
extern template class stackmate::Engine<stackmate::ImageConfig>;
static_assert(STACKMATE_SECOND_CORE == stackmate::hal::HasSecondCore<stackmate::boards::Board>,
              "STACKMATE_BOARD_SECOND_CORE in chip.cmake and the board disagree");
#if STACKMATE_SECOND_CORE
extern template class stackmate::SplitHelper<stackmate::ImageConfig>;
#endif
#endif

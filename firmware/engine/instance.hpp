// Where STACKMATE_ENGINE_APART is defined, the image's engine is compiled separately in instance.cpp, for speed, while
// the rest of the firmware is compiled for size. Otherwise it is compiled with the rest, which saves a few hundred
// bytes.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"

#ifdef STACKMATE_ENGINE_APART
extern template class stackmate::Engine<stackmate::STACKMATE_CONFIG>;
#endif

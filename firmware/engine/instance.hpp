// Where STACKMATE_ENGINE_APART is defined, the image's engine is compiled separately in instance.cpp, for speed, while
// the rest of the firmware is compiled for size. Otherwise it is compiled with the rest, which saves a few hundred
// bytes.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"

#if STACKMATE_SECOND_CORE
#include "core/splitting/splitting.hpp"

namespace stackmate {
using ImageConfig = Splitting<STACKMATE_CONFIG>;
}
#else
namespace stackmate {
using ImageConfig = STACKMATE_CONFIG;
}
#endif

#ifdef STACKMATE_ENGINE_APART
extern template class stackmate::Engine<stackmate::ImageConfig>;
#if STACKMATE_SECOND_CORE
extern template class stackmate::SplitHelper<stackmate::ImageConfig>;
#endif
#endif

#include "firmware/engine/instance.hpp"

template class stackmate::Engine<stackmate::ImageConfig>;
#if STACKMATE_SECOND_CORE
template class stackmate::SplitHelper<stackmate::ImageConfig>;
#endif

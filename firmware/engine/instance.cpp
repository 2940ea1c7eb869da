#include "firmware/engine/instance.hpp"

template class stackmate::Engine<stackmate::STACKMATE_CONFIG>;

// The image's engine is compiled by itself, in instance.cpp: for speed, whatever the rest of the firmware is compiled for.
#pragma once

#include "core/config.hpp"
#include "core/engine.hpp"

extern template class stackmate::Engine<stackmate::STACKMATE_CONFIG>;

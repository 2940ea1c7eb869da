// The searches and engines that many tests use are compiled once, optimised, in instances.cpp: a test that includes this
// compiles only what it has of its own.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/search/versions.hpp"

namespace stackmate {

extern template class Search<versions::Small>;
extern template class Search<versions::Large>;
extern template class Search<versions::LargeAndWide>;
extern template class Engine<Tiny>;
extern template class Engine<Full>;
extern template class Engine<Wide>;

}  // namespace stackmate

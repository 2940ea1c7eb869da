// The searches of two cores that many tests use are compiled once, optimised, in splitting_instances.cpp, as those of one core are in
// host_tests/support/instances.hpp.
#pragma once

#include "core/splitting/splitting.hpp"
#include "host_tests/support/instances.hpp"

namespace stackmate {

extern template class Search<SplittingVersion<versions::Small>>;
extern template class Search<SplittingVersion<versions::Large>>;
extern template class SplitSearch<SplittingVersion<versions::Small>>;
extern template class SplitSearch<SplittingVersion<versions::Large>>;

}  // namespace stackmate

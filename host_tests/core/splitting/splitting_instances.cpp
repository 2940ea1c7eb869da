#include "host_tests/core/splitting/splitting_instances.hpp"

namespace stackmate {

template class Search<SplittingVersion<versions::Small>>;
template class Search<SplittingVersion<versions::Large>>;
template class SplitSearch<SplittingVersion<versions::Small>>;
template class SplitSearch<SplittingVersion<versions::Large>>;

}  // namespace stackmate

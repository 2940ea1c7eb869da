#include "host_tests/core/engine/parallel/instances.hpp"

namespace stackmate {

template class Search<DeferringVersion<versions::Small>>;
template class Search<DeferringVersion<versions::Large>>;
template class Search<SplittingVersion<versions::Small>>;
template class Search<SplittingVersion<versions::Large>>;
template class SplitSearch<SplittingVersion<versions::Small>>;
template class SplitSearch<SplittingVersion<versions::Large>>;

}  // namespace stackmate

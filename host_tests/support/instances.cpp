#include "host_tests/support/instances.hpp"

namespace stackmate {

template class Search<versions::Small>;
template class Search<versions::Large>;
template class Search<versions::LargeAndWide>;
template class Engine<Tiny>;
template class Engine<Full>;
template class Engine<Wide>;

}  // namespace stackmate

#include "host_tests/support/instances.hpp"

namespace stackmate {

template class Search<versions::Small>;
template class Search<versions::Large>;
template class Engine<Tiny>;
template class Engine<Full>;

}  // namespace stackmate

#include "core/search/versions.hpp"
#include "workshop/lab/duel/without.hpp"

namespace stackmate::duel {

static const Known small_without(without_each<versions::Small>("small", tiny_table));

}  // namespace stackmate::duel

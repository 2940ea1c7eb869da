#include "core/search/versions.hpp"
#include "workshop/lab/duel/without.hpp"

namespace stackmate::duel {

static const Known large_without(without_each<versions::Large>("large", full_table));

}  // namespace stackmate::duel

#include "core/search/versions.hpp"
#include "workshop/lab/duel/iid.hpp"

namespace stackmate::duel {

static const Known small_iid(IidForms<versions::Small>("small", tiny_table).all);

}  // namespace stackmate::duel

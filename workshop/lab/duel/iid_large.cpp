#include "core/search/versions.hpp"
#include "workshop/lab/duel/iid.hpp"

namespace stackmate::duel {

static const Known large_iid(IidForms<versions::Large>("large", full_table).all);

}  // namespace stackmate::duel

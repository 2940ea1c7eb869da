#include "core/search/versions.hpp"
#include "workshop/lab/duel/iid_lab.hpp"

namespace stackmate::duel {

static const Known tiny(IidLab<versions::Small>("tiny").with_own<Iid<IidMinus<2>, IidWhere::pv_nodes, 4>>().all);

}  // namespace stackmate::duel

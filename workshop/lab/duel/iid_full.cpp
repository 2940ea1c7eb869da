#include "core/search/versions.hpp"
#include "workshop/lab/duel/iid_lab.hpp"

namespace stackmate::duel {

static const Known full(IidLab<versions::Large>("full").with_own<Iir<IidWhere::null_windows_too, 4>>().all);

}  // namespace stackmate::duel

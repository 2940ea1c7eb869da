#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/killers.hpp"
#include "core/search/pickers.hpp"
#include "workshop/lab/duel/iid_lab.hpp"

namespace stackmate::duel {

static const Known history(IidLab<Ordered<ArenaPicker<4096>, Killers<64, 2>, History>>("history").all);

}  // namespace stackmate::duel

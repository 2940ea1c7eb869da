#include "core/search/pickers.hpp"
#include "workshop/lab/duel/iid_lab.hpp"

namespace stackmate::duel {

static const Known mvv_lva(IidLab<Ordered<CursorPicker>>("mvv-lva").all);

}  // namespace stackmate::duel

#include "core/search/enhancements/killers.hpp"
#include "core/search/pickers.hpp"
#include "workshop/lab/duel/iid_lab.hpp"

namespace stackmate::duel {

static const Known killers(IidLab<Ordered<CursorPicker, Killers<64, 2>>>("killers").all);

}  // namespace stackmate::duel

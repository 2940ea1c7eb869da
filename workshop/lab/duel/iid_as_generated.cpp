#include "workshop/lab/duel/as_generated.hpp"
#include "workshop/lab/duel/iid_lab.hpp"

namespace stackmate::duel {

static const Known as_generated(IidLab<Ordered<AsGenerated>>("generated").all);

}  // namespace stackmate::duel

#include "tools/duel/more_versions.hpp"

namespace stackmate::duel {

void add_lab_versions() {
    for (const auto more : {as_generated_iid(), mvv_lva_iid(), killers_iid(), history_iid(), full_iid(), tiny_iid()})
        add_versions(more);
}

}  // namespace stackmate::duel

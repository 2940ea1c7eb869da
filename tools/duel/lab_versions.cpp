#include "tools/duel/more_versions.hpp"

namespace stackmate::duel {

void add_lab_versions() {
    for (const auto more : {large_without(), small_without(), large_iid(), small_iid(), replacements()})
        add_versions(more);
}

}  // namespace stackmate::duel

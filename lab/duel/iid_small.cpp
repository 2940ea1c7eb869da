#include "core/search/versions.hpp"

#include "lab/duel/iid.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> small_iid() {
    static const IidForms<stackmate::versions::Small> all("small", 2048);
    return all.infos();
}

}  // namespace stackmate::duel

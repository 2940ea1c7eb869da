#include "core/search/versions.hpp"

#include "tools/duel/iid.hpp"
#include "tools/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> small_iid() {
    static const IidForms<stackmate::versions::Small> all("small", 2048);
    return all.infos();
}

}  // namespace stackmate::duel

#include "core/search/versions.hpp"

#include "lab/duel/iid.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> large_iid() {
    static const IidForms<stackmate::versions::Large> all("large", 65536);
    return all.infos();
}

}  // namespace stackmate::duel

#include "core/search/versions.hpp"

#include "tools/duel/iid.hpp"
#include "tools/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> large_iid() {
    static const IidForms<stackmate::versions::Large> all("large", 65536);
    return all.infos();
}

}  // namespace stackmate::duel

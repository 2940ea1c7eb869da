#include "core/search/versions.hpp"

#include "lab/duel/more_versions.hpp"
#include "lab/duel/without.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> large_without() {
    static const Without<stackmate::versions::Large> all("large", 65536);
    return all.infos();
}

}  // namespace stackmate::duel

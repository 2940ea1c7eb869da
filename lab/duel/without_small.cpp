#include "core/search/versions.hpp"

#include "lab/duel/more_versions.hpp"
#include "lab/duel/without.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> small_without() {
    static const Without<stackmate::versions::Small> all("small", 2048);
    return all.infos();
}

}  // namespace stackmate::duel

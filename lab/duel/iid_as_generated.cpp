#include "lab/duel/as_generated.hpp"
#include "lab/duel/iid_lab.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> as_generated_iid() {
    using V = Ordered<AsGenerated>;
    static IidLab<V> all("generated");
    static const std::vector<VersionInfo> infos = [] { return all.infos(); }();
    return infos;
}

}  // namespace stackmate::duel

#include "core/search/versions.hpp"

#include "lab/duel/iid_lab.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> full_iid() {
    using V = stackmate::versions::Large;
    static IidLab<V> all("full");
    static const std::vector<VersionInfo> infos = [] {
        all.add_reset_on<Iir<IidWhere::cut_nodes_too, 4>>("own-reset");
        return all.infos();
    }();
    return infos;
}

}  // namespace stackmate::duel

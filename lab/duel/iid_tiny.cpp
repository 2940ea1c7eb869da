#include "core/search/versions.hpp"

#include "lab/duel/iid_lab.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> tiny_iid() {
    using V = stackmate::versions::Small;
    static IidLab<V> all("tiny");
    static const std::vector<VersionInfo> infos = [] {
        all.add_reset_on<Iid<IidMinus<2>, IidWhere::pv_nodes, 4>>("own-reset");
        return all.infos();
    }();
    return infos;
}

}  // namespace stackmate::duel

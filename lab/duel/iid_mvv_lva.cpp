#include "core/search/pickers.hpp"

#include "lab/duel/iid_lab.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> mvv_lva_iid() {
    using V = Ordered<CursorPicker>;
    static IidLab<V> all("mvv-lva");
    static const std::vector<VersionInfo> infos = [] { return all.infos(); }();
    return infos;
}

}  // namespace stackmate::duel

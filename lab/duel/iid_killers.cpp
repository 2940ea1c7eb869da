#include "core/search/enhancements/killers.hpp"
#include "core/search/pickers.hpp"

#include "lab/duel/iid_lab.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> killers_iid() {
    using V = Ordered<CursorPicker, Killers<64, 2>>;
    static IidLab<V> all("killers");
    static const std::vector<VersionInfo> infos = [] { return all.infos(); }();
    return infos;
}

}  // namespace stackmate::duel

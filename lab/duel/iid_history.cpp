#include "core/search/enhancements/history.hpp"
#include "core/search/enhancements/killers.hpp"
#include "core/search/pickers.hpp"

#include "lab/duel/iid_lab.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

std::span<const VersionInfo> history_iid() {
    using V = Ordered<ArenaPicker<4096>, Killers<64, 2>, History>;
    static IidLab<V> all("history");
    static const std::vector<VersionInfo> infos = [] { return all.infos(); }();
    return infos;
}

}  // namespace stackmate::duel

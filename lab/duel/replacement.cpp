// Versions with other replacement policies of the transposition table.

#include "core/search/versions.hpp"

#include "lab/duel/engine_player.hpp"
#include "lab/duel/lists.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

namespace {

/// Any entry, as the dice fall: the newest always gets in, and nothing lasts.
struct AnyEntry {
    static int worth(Depth, int, std::uint32_t bits) { return static_cast<int>((bits * 0x9e3779b9u) >> 16); }
};

template <class V, bool in_quiescence, class Replacement>
constexpr auto replacing =
    make_player<With<V, Transpositions<in_quiescence>, Transpositions<in_quiescence, Replacement>>>;

template <class R>
constexpr auto large = replacing<stackmate::versions::Large, true, R>;
template <class R>
constexpr auto small = replacing<stackmate::versions::Small, false, R>;

const VersionInfo all[] = {
    {"large-replace-any", "large, any entry makes room", large<AnyEntry>, 65536},
    {"large-replace-depth", "large, depth alone", large<DepthLessAge<0>>, 65536},
    {"large-replace-age1", "large, depth less 1 a search", large<DepthLessAge<1>>, 65536},
    {"large-replace-age100", "large, older searches first", large<DepthLessAge<100>>, 65536},
    {"small-replace-any", "small, any entry makes room", small<AnyEntry>, 2048},
    {"small-replace-depth", "small, depth alone", small<DepthLessAge<0>>, 2048},
    {"small-replace-age1", "small, depth less 1 a search", small<DepthLessAge<1>>, 2048},
    {"small-replace-age100", "small, older searches first", small<DepthLessAge<100>>, 2048},
};

}  // namespace

std::span<const VersionInfo> replacements() { return all; }

}  // namespace stackmate::duel

// Versions with other replacement policies of the transposition table.

#include "core/search/versions.hpp"

#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lists.hpp"

namespace stackmate::duel {

namespace {

/// Any entry, at random: the newest is always stored, and no entry lasts.
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

const Known all({
    {"large-replace-any", "large, any entry makes room", large<AnyEntry>, full_table},
    {"large-replace-depth", "large, depth alone", large<DepthLessAge<0>>, full_table},
    {"large-replace-age1", "large, depth less 1 a search", large<DepthLessAge<1>>, full_table},
    {"large-replace-age100", "large, older searches first", large<DepthLessAge<100>>, full_table},
    {"small-replace-any", "small, any entry makes room", small<AnyEntry>, tiny_table},
    {"small-replace-depth", "small, depth alone", small<DepthLessAge<0>>, tiny_table},
    {"small-replace-age1", "small, depth less 1 a search", small<DepthLessAge<1>>, tiny_table},
    {"small-replace-age100", "small, older searches first", small<DepthLessAge<100>>, tiny_table},
});

}  // namespace

}  // namespace stackmate::duel

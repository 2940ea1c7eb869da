#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/levels.hpp"
#include "workshop/lab/duel/lists.hpp"
#include "workshop/lab/duel/player.hpp"
#include "workshop/lab/duel/uci_engine.hpp"
#include "workshop/lab/versions.hpp"

namespace stackmate::duel {

namespace {

using stackmate::versions::Large;
using stackmate::versions::Plain;
using stackmate::versions::Small;

// large-without-X and small-without-X are there without a line, for each enhancement X of Full and of Tiny: workshop/lab/match
// builds them when one is named. To try something else: a type such as Wider, and a line here for it:
//     {"try", "large with a wider margin", make_player<Wider>, full_table},
// With<> exchanges an enhancement for others of another name (lists.hpp).
using Wider = Renewing<Large, ReverseFutility<120, 8>>;
static_assert(detail::contains<Wider::Enhancements, ReverseFutility<120, 8>>);
static_assert(!std::is_same_v<Wider::Enhancements, AndAlso<Large, ReverseFutility<120, 8>>::Enhancements>,
              "exchanged, and not put beside it");

std::vector<VersionInfo>& list() {
    static std::vector<VersionInfo> all = [] {
        std::vector<VersionInfo> known{
            {"plain", "alpha-beta and quiescence, no table", make_player<Plain>, 0},
            {"small", "the Tiny configuration", make_player<Small>, tiny_table},
            {"large", "the Full configuration", make_player<Large>, full_table},
            {"wide", "the Wide configuration", make_player<versions::LargeAndWide>, full_table},
        };
        for (const VersionInfo& player : level_players()) known.push_back(player);
        return known;
    }();
    return all;
}

}  // namespace

const std::vector<VersionInfo>& versions() { return list(); }

Known::Known(const std::vector<VersionInfo>& more) { list().insert(list().end(), more.begin(), more.end()); }

const VersionInfo* find_version(std::string_view name) {
    for (const VersionInfo& v : versions())
        if (v.name == name) return &v;
    const VersionInfo* without_numbers = nullptr;  // "large-without-Killers" for "large-without-Killers<64,2>"
    for (const VersionInfo& v : versions())
        if (v.name.starts_with(name) && std::string_view(v.name).substr(name.size()).starts_with('<')) {
            if (without_numbers != nullptr) return nullptr;
            without_numbers = &v;
        }
    if (without_numbers != nullptr) return without_numbers;
    return name.starts_with("uci:") ? uci_engine(name) : elo_player(name);
}

}  // namespace stackmate::duel

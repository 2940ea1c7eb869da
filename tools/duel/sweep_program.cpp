// The versions of tools/sweep: one enhancement exchanged for itself with another number, once for each value.

#include "core/engine/book.hpp"
#include "core/search/enhancements/book_values.hpp"
#include "core/search/enhancements/known_draws.hpp"
#include "core/search/enhancements/mate_threat.hpp"
#include "core/search/enhancements/multi_cut.hpp"
#include "core/search/enhancements/probcut.hpp"
#include "core/search/enhancements/singular.hpp"
#include "core/search/enhancements/table_cutoff.hpp"
#include "core/search/versions.hpp"
#include "tools/duel/engine_player.hpp"
#include "tools/duel/lab.hpp"
#include "tools/duel/lists.hpp"
#include "tools/duel/more_versions.hpp"

namespace stackmate::duel {

namespace {

const VersionInfo all[] = {
    // The first is known already; it stands here because an array cannot be empty.
    {"large", "", make_player<stackmate::versions::Large>, 65536},
#define STACKMATE_SWEPT(name, version, table, ...) \
    {name, "", make_player<Renewing<stackmate::versions::version, __VA_ARGS__>>, table},
#include "tools/duel/swept.inc"
};

}  // namespace

std::span<const VersionInfo> swept() { return std::span(all).subspan(1); }

}  // namespace stackmate::duel

int main(int argc, char** argv) { return stackmate::duel::lab_main(argc, argv, {stackmate::duel::swept()}); }

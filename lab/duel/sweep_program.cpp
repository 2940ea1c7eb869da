// The versions of lab/sweep: one enhancement exchanged for itself with another number, once for each value.

#include "core/engine/book.hpp"
#include "lab/enhancements/book_values.hpp"
#include "lab/enhancements/known_draws.hpp"
#include "lab/enhancements/mate_threat.hpp"
#include "lab/enhancements/multi_cut.hpp"
#include "lab/enhancements/probcut.hpp"
#include "lab/enhancements/singular.hpp"
#include "lab/enhancements/table_cutoff.hpp"
#include "core/search/versions.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/lab.hpp"
#include "lab/duel/lists.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

namespace {

const VersionInfo all[] = {
    // The first is known already; it stands here because an array cannot be empty.
    {"large", "", make_player<stackmate::versions::Large>, 65536},
#define STACKMATE_SWEPT(name, version, table, ...) \
    {name, "", make_player<Renewing<stackmate::versions::version, __VA_ARGS__>>, table},
#include "lab/duel/swept.inc"
};

}  // namespace

std::span<const VersionInfo> swept() { return std::span(all).subspan(1); }

}  // namespace stackmate::duel

int main(int argc, char** argv) { return stackmate::duel::lab_main(argc, argv, {stackmate::duel::swept()}); }

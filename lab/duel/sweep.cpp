// The versions of lab/sweep: one enhancement exchanged for itself with another number, once for each value.

#include "core/engine/book.hpp"
#include "lab/enhancements/book_values.hpp"
#include "lab/enhancements/known_draws.hpp"
#include "lab/enhancements/multi_cut.hpp"
#include "lab/enhancements/probcut.hpp"
#include "lab/enhancements/singular.hpp"
#include "lab/enhancements/table_cutoff.hpp"
#include "core/search/versions.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/lists.hpp"

namespace stackmate::duel {

namespace {

const Known all(std::vector<VersionInfo>{
#define STACKMATE_SWEPT(name, version, table, ...) \
    {name, "", make_player<Renewing<stackmate::versions::version, __VA_ARGS__>>, table},
#include "lab/duel/swept.inc"
});

}  // namespace

}  // namespace stackmate::duel

// The versions of workshop/lab/sweep: one enhancement exchanged for itself with another number, once for each value.

#include "core/engine/book.hpp"
#include "core/search/versions.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/lists.hpp"
#include "workshop/lab/enhancements/book_values.hpp"
#include "workshop/lab/enhancements/known_draws.hpp"
#include "workshop/lab/enhancements/multi_cut.hpp"
#include "workshop/lab/enhancements/probcut.hpp"
#include "workshop/lab/enhancements/singular.hpp"
#include "workshop/lab/enhancements/table_cutoff.hpp"

namespace stackmate::duel {

namespace {

const Known all(std::vector<VersionInfo>{
#define STACKMATE_SWEPT(name, version, table, ...) \
    {name, "", make_player<Renewing<stackmate::versions::version, __VA_ARGS__>>, table},
#include "workshop/lab/duel/swept.inc"
});

}  // namespace

}  // namespace stackmate::duel

// Versions with one enhancement more: those that no version uses.

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
#include "lab/duel/lists.hpp"
#include "lab/duel/more_versions.hpp"

namespace stackmate::duel {

namespace {

using stackmate::versions::Large;
using stackmate::versions::Small;

template <class... New>
constexpr auto large = make_player<AndAlso<Large, New...>>;
template <class... New>
constexpr auto small = make_player<AndAlso<Small, New...>>;

template <int max_ply, ProbCutMoves moves>
using Cut = ProbCut<max_ply, 5, 4, 100, moves>;

const VersionInfo all[] = {
    {"large-with-probcut", "large, ProbCut by all moves", large<Cut<64, ProbCutMoves::all>>, 65536},
    {"large-with-probcut-captures", "large, ProbCut by captures", large<Cut<64, ProbCutMoves::winning_captures>>,
     65536},
    {"large-with-multi-cut", "large, three of the first six moves", large<MultiCut<64, 5, 3, 6, 3>>, 65536},
    {"large-with-table-cutoff", "large, ETC from depth 3 on", large<TableCutoff<3>>, 65536},
    {"large-with-singular", "large, singular extensions", large<Singular<64, 6, 2>>, 65536},
    {"large-with-mate-threat", "large, a ply more against mates", large<MateThreat<3>>, 65536},
    {"large-with-known-draws", "large, king and pawn at each node", large<KnownDraws<KpkTable>>, 65536},
    {"large-with-book-values", "large, the book in the tree", large<BookValues<opening_book, 12>>, 65536},
    {"small-with-probcut", "small, ProbCut by all moves", small<Cut<40, ProbCutMoves::all>>, 2048},
    {"small-with-probcut-captures", "small, ProbCut by captures", small<Cut<40, ProbCutMoves::winning_captures>>, 2048},
    {"small-with-multi-cut", "small, three of the first six moves", small<MultiCut<40, 5, 3, 6, 3>>, 2048},
    {"small-with-table-cutoff", "small, ETC from depth 3 on", small<TableCutoff<3>>, 2048},
    {"small-with-singular", "small, singular extensions", small<Singular<40, 6, 2>>, 2048},
    {"small-with-mate-threat", "small, a ply more against mates", small<MateThreat<3>>, 2048},
    {"small-with-known-draws", "small, king and pawn at each node", small<KnownDraws<KpkTable>>, 2048},
    {"small-with-book-values", "small, the book in the tree", small<BookValues<opening_book, 12>>, 2048},
};

}  // namespace

std::span<const VersionInfo> with_more() { return all; }

}  // namespace stackmate::duel

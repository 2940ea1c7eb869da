// Versions with one enhancement more: those that no version uses.

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

#include <type_traits>

namespace stackmate::duel {

namespace {

template <class V>
std::vector<VersionInfo> with_each(const std::string& base, std::size_t table) {
    constexpr int plies = V::max_ply;
    const auto with = [&]<class New>(const char* name, const char* what, std::type_identity<New>) -> VersionInfo {
        return {base + "-with-" + name, base + ", " + what, make_player<AndAlso<V, New>>, table};
    };
    using enum ProbCutMoves;
    return {
        with("probcut", "ProbCut by all moves", std::type_identity<ProbCut<plies, 5, 4, 100, all>>{}),
        with("probcut-captures", "ProbCut by captures",
             std::type_identity<ProbCut<plies, 5, 4, 100, winning_captures>>{}),
        with("multi-cut", "three of the first six moves", std::type_identity<MultiCut<plies, 5, 3, 6, 3>>{}),
        with("table-cutoff", "ETC from depth 3 on", std::type_identity<TableCutoff<3>>{}),
        with("singular", "singular extensions", std::type_identity<Singular<plies, 6, 2>>{}),
        with("known-draws", "king and pawn at each node", std::type_identity<KnownDraws>{}),
        with("known-wins", "draws and wins with three pieces", std::type_identity<KnownEndings>{}),
        with("book-values", "the book in the tree", std::type_identity<BookValues<opening_book, 12>>{}),
    };
}

const Known large(with_each<versions::Large>("large", full_table));
const Known small(with_each<versions::Small>("small", tiny_table));

}  // namespace

}  // namespace stackmate::duel

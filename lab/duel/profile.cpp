// Which enhancement of a version does what, over positions from standard input: for lab/experiments.

#include "core/search/versions.hpp"
#include "lab/duel/engine_player.hpp"
#include "lab/duel/lab.hpp"
#include "lab/duel/profile.hpp"
#include "lab/duel/without.hpp"

#include <string>

namespace {

using namespace stackmate;
using namespace stackmate::duel;

constexpr const char* help = R"(Usage: duel_profile large|small --depth N < FENs
Searches each position to the depth with the version's table, empty. Prints first what the search did as a whole: nodes,
those in quiescence, moves that failed high outside of it, those that came first, hash moves, other captures; then for
each enhancement its name, the nodes that it ended at once, its own searches, those that ended their node, the nodes in
them, the times it said no to a move, plies added, times it took plies off, cutoffs by a move that it proposed.
)";

template <class... Es>
void print(Enhancements<Es...>) {
    using P = Profile<Enhancements<Es...>>;
    const auto& all = P::whole;
    std::cout << all.nodes << ' ' << all.quiescence << ' ' << all.cutoffs << ' ' << all.by_first << ' '
              << all.by_hash_move << ' ' << all.by_noisy << '\n';
    const auto line = [](const std::string& name, const Served& by) {
        std::cout << name << ' ' << by.ended << ' ' << by.searches << ' ' << by.cut << ' ' << by.nodes << ' ' << by.no
                  << ' ' << by.deeper << ' ' << by.less << ' ' << by.proposed << '\n';
    };
    (line(name_of<Es>(), P::served[P::template number<Es>]), ...);
}

template <class V>
int profile(const Call& call, std::size_t table, std::uint8_t depth) {
    const auto player = make_player<Profiled<V>>(table);
    Limits limits;
    limits.depth = depth;
    each_position(call, [&](const Position& p) {
        player->new_game();
        (void)player->search(p, {}, limits);
    });
    print(typename V::Enhancements{});
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_profile", help, argc, argv);
    std::string_view version;
    std::uint8_t depth = 0;
    while (call.next()) {
        if (call.takes("--depth", depth)) continue;
        if (call.word() != "large" && call.word() != "small") call.refuse_word();
        version = call.word();
    }
    if (version.empty() || depth == 0) call.refuse("a version and --depth are needed");
    return version == "large" ? profile<stackmate::versions::Large>(call, full_table, depth)
                              : profile<stackmate::versions::Small>(call, tiny_table, depth);
}

// Which enhancement of a version does what, over positions from standard input: for lab/experiments.

#include "core/search/versions.hpp"
#include "lab/duel/call.hpp"
#include "lab/duel/engine_player.hpp"
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
int profile(Call& call, std::size_t table, Depth depth) {
    const auto player = make_player<Profiled<V>>(table);
    Limits limits;
    limits.depth = static_cast<std::uint8_t>(depth);
    for (std::string line; std::getline(std::cin, line);) {
        Position p;
        if (p.set_fen(line) != FenError::none) call.refuse("this is no position: " + line);
        player->new_game();
        (void)player->search(p, {}, limits);
    }
    print(typename V::Enhancements{});
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Call call("duel_profile", argc, argv);
    std::string_view version;
    Depth depth = 0;
    while (call.next()) {
        if (call.word() == "--help" || call.word() == "-h") {
            std::cout << help;
            return 0;
        }
        if (call.word() == "--depth")
            depth = call.number_within<int>(1, 60);
        else if (call.word() == "large" || call.word() == "small")
            version = call.word();
        else
            call.refuse_word();
    }
    if (version.empty() || depth == 0) call.refuse("a version and --depth are needed");
    return version == "large" ? profile<stackmate::versions::Large>(call, 65536, depth)
                              : profile<stackmate::versions::Small>(call, 2048, depth);
}
